// SPDX-License-Identifier: Apache-2.0
// Fortran's names of the functions: mpi_send_ is MPI_Send, with the error as its last argument.

#include "mpi/fortran.hpp"

#include <cstdint>

namespace toruscope::mpi {

namespace {

/// Bytes behind the beginning of the common block; none of it for other places.
std::uintptr_t place_in_constants(const void* place) {
  return reinterpret_cast<std::uintptr_t>(place) - reinterpret_cast<std::uintptr_t>(here().fortran_constants);
}

}  // namespace

void* buffer_of(void* place) {
  const std::uintptr_t offset = place_in_constants(place);
  if (offset == offsetof(FortranConstants, bottom)) return MPI_BOTTOM;
  return offset == offsetof(FortranConstants, in_place) ? MPI_IN_PLACE : place;
}

const int* numbers_at(const void* place) {
  const std::uintptr_t offset = place_in_constants(place);
  if (offset == offsetof(FortranConstants, unweighted)) return MPI_UNWEIGHTED;
  return offset == offsetof(FortranConstants, weights_empty) ? MPI_WEIGHTS_EMPTY
                                                             : static_cast<const int*>(place);
}

MPI_Status* status_at(void* place) {
  const std::uintptr_t offset = place_in_constants(place);
  const bool is_ignored = offset == offsetof(FortranConstants, status_ignore) ||
                          offset == offsetof(FortranConstants, statuses_ignore);
  return is_ignored ? MPI_STATUS_IGNORE : static_cast<MPI_Status*>(place);
}

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

// Places of so many arguments, and their names.
#define TORUSCOPE_PLACES_1 void* a
#define TORUSCOPE_PLACES_2 TORUSCOPE_PLACES_1, void* b
#define TORUSCOPE_PLACES_3 TORUSCOPE_PLACES_2, void* c
#define TORUSCOPE_PLACES_4 TORUSCOPE_PLACES_3, void* d
#define TORUSCOPE_PLACES_5 TORUSCOPE_PLACES_4, void* e
#define TORUSCOPE_PLACES_6 TORUSCOPE_PLACES_5, void* f
#define TORUSCOPE_PLACES_7 TORUSCOPE_PLACES_6, void* g
#define TORUSCOPE_PLACES_8 TORUSCOPE_PLACES_7, void* h
#define TORUSCOPE_PLACES_9 TORUSCOPE_PLACES_8, void* i
#define TORUSCOPE_PLACES_10 TORUSCOPE_PLACES_9, void* j
#define TORUSCOPE_PLACES_11 TORUSCOPE_PLACES_10, void* k
#define TORUSCOPE_PLACES_12 TORUSCOPE_PLACES_11, void* l
#define TORUSCOPE_NAMES_1 a
#define TORUSCOPE_NAMES_2 TORUSCOPE_NAMES_1, b
#define TORUSCOPE_NAMES_3 TORUSCOPE_NAMES_2, c
#define TORUSCOPE_NAMES_4 TORUSCOPE_NAMES_3, d
#define TORUSCOPE_NAMES_5 TORUSCOPE_NAMES_4, e
#define TORUSCOPE_NAMES_6 TORUSCOPE_NAMES_5, f
#define TORUSCOPE_NAMES_7 TORUSCOPE_NAMES_6, g
#define TORUSCOPE_NAMES_8 TORUSCOPE_NAMES_7, h
#define TORUSCOPE_NAMES_9 TORUSCOPE_NAMES_8, i
#define TORUSCOPE_NAMES_10 TORUSCOPE_NAMES_9, j
#define TORUSCOPE_NAMES_11 TORUSCOPE_NAMES_10, k
#define TORUSCOPE_NAMES_12 TORUSCOPE_NAMES_11, l
#define TORUSCOPE_FORTRAN(COUNT, NAME, name)                    \
  void name##_(TORUSCOPE_PLACES_##COUNT, MPI_Fint* error) {     \
    *error = call_from_fortran(&NAME, TORUSCOPE_NAMES_##COUNT); \
  }

extern "C" {

TORUSCOPE_FORTRAN(2, MPI_Abort, mpi_abort)
TORUSCOPE_FORTRAN(7, MPI_Allgather, mpi_allgather)
TORUSCOPE_FORTRAN(8, MPI_Allgatherv, mpi_allgatherv)
TORUSCOPE_FORTRAN(6, MPI_Allreduce, mpi_allreduce)
TORUSCOPE_FORTRAN(7, MPI_Alltoall, mpi_alltoall)
TORUSCOPE_FORTRAN(9, MPI_Alltoallv, mpi_alltoallv)
TORUSCOPE_FORTRAN(1, MPI_Barrier, mpi_barrier)
TORUSCOPE_FORTRAN(5, MPI_Bcast, mpi_bcast)
TORUSCOPE_FORTRAN(6, MPI_Bsend, mpi_bsend)
TORUSCOPE_FORTRAN(7, MPI_Bsend_init, mpi_bsend_init)
TORUSCOPE_FORTRAN(2, MPI_Buffer_attach, mpi_buffer_attach)
TORUSCOPE_FORTRAN(1, MPI_Cancel, mpi_cancel)
TORUSCOPE_FORTRAN(4, MPI_Cart_coords, mpi_cart_coords)
TORUSCOPE_FORTRAN(6, MPI_Cart_create, mpi_cart_create)
TORUSCOPE_FORTRAN(5, MPI_Cart_get, mpi_cart_get)
TORUSCOPE_FORTRAN(3, MPI_Cart_rank, mpi_cart_rank)
TORUSCOPE_FORTRAN(5, MPI_Cart_shift, mpi_cart_shift)
TORUSCOPE_FORTRAN(3, MPI_Cart_sub, mpi_cart_sub)
TORUSCOPE_FORTRAN(2, MPI_Cartdim_get, mpi_cartdim_get)
TORUSCOPE_FORTRAN(2, MPI_Comm_call_errhandler, mpi_comm_call_errhandler)
TORUSCOPE_FORTRAN(3, MPI_Comm_compare, mpi_comm_compare)
TORUSCOPE_FORTRAN(3, MPI_Comm_create, mpi_comm_create)
TORUSCOPE_FORTRAN(2, MPI_Comm_create_errhandler, mpi_comm_create_errhandler)
TORUSCOPE_FORTRAN(4, MPI_Comm_create_group, mpi_comm_create_group)
TORUSCOPE_FORTRAN(2, MPI_Comm_dup, mpi_comm_dup)
TORUSCOPE_FORTRAN(3, MPI_Comm_dup_with_info, mpi_comm_dup_with_info)
TORUSCOPE_FORTRAN(1, MPI_Comm_free, mpi_comm_free)
TORUSCOPE_FORTRAN(2, MPI_Comm_get_errhandler, mpi_comm_get_errhandler)
TORUSCOPE_FORTRAN(2, MPI_Comm_get_info, mpi_comm_get_info)
TORUSCOPE_FORTRAN(2, MPI_Comm_group, mpi_comm_group)
TORUSCOPE_FORTRAN(2, MPI_Comm_rank, mpi_comm_rank)
TORUSCOPE_FORTRAN(2, MPI_Comm_remote_group, mpi_comm_remote_group)
TORUSCOPE_FORTRAN(2, MPI_Comm_remote_size, mpi_comm_remote_size)
TORUSCOPE_FORTRAN(2, MPI_Comm_set_errhandler, mpi_comm_set_errhandler)
TORUSCOPE_FORTRAN(2, MPI_Comm_set_info, mpi_comm_set_info)
TORUSCOPE_FORTRAN(2, MPI_Comm_size, mpi_comm_size)
TORUSCOPE_FORTRAN(4, MPI_Comm_split, mpi_comm_split)
TORUSCOPE_FORTRAN(5, MPI_Comm_split_type, mpi_comm_split_type)
TORUSCOPE_FORTRAN(2, MPI_Comm_test_inter, mpi_comm_test_inter)
TORUSCOPE_FORTRAN(3, MPI_Dims_create, mpi_dims_create)
TORUSCOPE_FORTRAN(9, MPI_Dist_graph_create, mpi_dist_graph_create)
TORUSCOPE_FORTRAN(10, MPI_Dist_graph_create_adjacent, mpi_dist_graph_create_adjacent)
TORUSCOPE_FORTRAN(7, MPI_Dist_graph_neighbors, mpi_dist_graph_neighbors)
TORUSCOPE_FORTRAN(4, MPI_Dist_graph_neighbors_count, mpi_dist_graph_neighbors_count)
TORUSCOPE_FORTRAN(2, MPI_Errhandler_create, mpi_errhandler_create)
TORUSCOPE_FORTRAN(1, MPI_Errhandler_free, mpi_errhandler_free)
TORUSCOPE_FORTRAN(2, MPI_Errhandler_get, mpi_errhandler_get)
TORUSCOPE_FORTRAN(2, MPI_Errhandler_set, mpi_errhandler_set)
TORUSCOPE_FORTRAN(2, MPI_Error_class, mpi_error_class)
TORUSCOPE_FORTRAN(6, MPI_Exscan, mpi_exscan)
TORUSCOPE_FORTRAN(1, MPI_Finalized, mpi_finalized)
TORUSCOPE_FORTRAN(8, MPI_Gather, mpi_gather)
TORUSCOPE_FORTRAN(9, MPI_Gatherv, mpi_gatherv)
TORUSCOPE_FORTRAN(2, MPI_Get_address, mpi_get_address)
TORUSCOPE_FORTRAN(3, MPI_Get_count, mpi_get_count)
TORUSCOPE_FORTRAN(3, MPI_Get_elements, mpi_get_elements)
TORUSCOPE_FORTRAN(3, MPI_Get_elements_x, mpi_get_elements_x)
TORUSCOPE_FORTRAN(2, MPI_Get_version, mpi_get_version)
TORUSCOPE_FORTRAN(3, MPI_Group_compare, mpi_group_compare)
TORUSCOPE_FORTRAN(3, MPI_Group_difference, mpi_group_difference)
TORUSCOPE_FORTRAN(4, MPI_Group_excl, mpi_group_excl)
TORUSCOPE_FORTRAN(1, MPI_Group_free, mpi_group_free)
TORUSCOPE_FORTRAN(4, MPI_Group_incl, mpi_group_incl)
TORUSCOPE_FORTRAN(3, MPI_Group_intersection, mpi_group_intersection)
TORUSCOPE_FORTRAN(4, MPI_Group_range_excl, mpi_group_range_excl)
TORUSCOPE_FORTRAN(4, MPI_Group_range_incl, mpi_group_range_incl)
TORUSCOPE_FORTRAN(2, MPI_Group_rank, mpi_group_rank)
TORUSCOPE_FORTRAN(2, MPI_Group_size, mpi_group_size)
TORUSCOPE_FORTRAN(5, MPI_Group_translate_ranks, mpi_group_translate_ranks)
TORUSCOPE_FORTRAN(3, MPI_Group_union, mpi_group_union)
TORUSCOPE_FORTRAN(8, MPI_Iallgather, mpi_iallgather)
TORUSCOPE_FORTRAN(9, MPI_Iallgatherv, mpi_iallgatherv)
TORUSCOPE_FORTRAN(7, MPI_Iallreduce, mpi_iallreduce)
TORUSCOPE_FORTRAN(8, MPI_Ialltoall, mpi_ialltoall)
TORUSCOPE_FORTRAN(10, MPI_Ialltoallv, mpi_ialltoallv)
TORUSCOPE_FORTRAN(2, MPI_Ibarrier, mpi_ibarrier)
TORUSCOPE_FORTRAN(6, MPI_Ibcast, mpi_ibcast)
TORUSCOPE_FORTRAN(7, MPI_Ibsend, mpi_ibsend)
TORUSCOPE_FORTRAN(7, MPI_Iexscan, mpi_iexscan)
TORUSCOPE_FORTRAN(9, MPI_Igather, mpi_igather)
TORUSCOPE_FORTRAN(10, MPI_Igatherv, mpi_igatherv)
TORUSCOPE_FORTRAN(6, MPI_Improbe, mpi_improbe)
TORUSCOPE_FORTRAN(5, MPI_Imrecv, mpi_imrecv)
TORUSCOPE_FORTRAN(8, MPI_Ineighbor_allgather, mpi_ineighbor_allgather)
TORUSCOPE_FORTRAN(9, MPI_Ineighbor_allgatherv, mpi_ineighbor_allgatherv)
TORUSCOPE_FORTRAN(8, MPI_Ineighbor_alltoall, mpi_ineighbor_alltoall)
TORUSCOPE_FORTRAN(10, MPI_Ineighbor_alltoallv, mpi_ineighbor_alltoallv)
TORUSCOPE_FORTRAN(1, MPI_Info_create, mpi_info_create)
TORUSCOPE_FORTRAN(2, MPI_Info_dup, mpi_info_dup)
TORUSCOPE_FORTRAN(1, MPI_Info_free, mpi_info_free)
TORUSCOPE_FORTRAN(2, MPI_Info_get_nkeys, mpi_info_get_nkeys)
TORUSCOPE_FORTRAN(1, MPI_Initialized, mpi_initialized)
TORUSCOPE_FORTRAN(6, MPI_Intercomm_create, mpi_intercomm_create)
TORUSCOPE_FORTRAN(3, MPI_Intercomm_merge, mpi_intercomm_merge)
TORUSCOPE_FORTRAN(5, MPI_Iprobe, mpi_iprobe)
TORUSCOPE_FORTRAN(7, MPI_Irecv, mpi_irecv)
TORUSCOPE_FORTRAN(8, MPI_Ireduce, mpi_ireduce)
TORUSCOPE_FORTRAN(7, MPI_Ireduce_scatter, mpi_ireduce_scatter)
TORUSCOPE_FORTRAN(7, MPI_Ireduce_scatter_block, mpi_ireduce_scatter_block)
TORUSCOPE_FORTRAN(7, MPI_Irsend, mpi_irsend)
TORUSCOPE_FORTRAN(1, MPI_Is_thread_main, mpi_is_thread_main)
TORUSCOPE_FORTRAN(7, MPI_Iscan, mpi_iscan)
TORUSCOPE_FORTRAN(9, MPI_Iscatter, mpi_iscatter)
TORUSCOPE_FORTRAN(10, MPI_Iscatterv, mpi_iscatterv)
TORUSCOPE_FORTRAN(7, MPI_Isend, mpi_isend)
TORUSCOPE_FORTRAN(7, MPI_Issend, mpi_issend)
TORUSCOPE_FORTRAN(5, MPI_Mprobe, mpi_mprobe)
TORUSCOPE_FORTRAN(5, MPI_Mrecv, mpi_mrecv)
TORUSCOPE_FORTRAN(7, MPI_Neighbor_allgather, mpi_neighbor_allgather)
TORUSCOPE_FORTRAN(8, MPI_Neighbor_allgatherv, mpi_neighbor_allgatherv)
TORUSCOPE_FORTRAN(7, MPI_Neighbor_alltoall, mpi_neighbor_alltoall)
TORUSCOPE_FORTRAN(9, MPI_Neighbor_alltoallv, mpi_neighbor_alltoallv)
TORUSCOPE_FORTRAN(2, MPI_Op_commutative, mpi_op_commutative)
TORUSCOPE_FORTRAN(3, MPI_Op_create, mpi_op_create)
TORUSCOPE_FORTRAN(1, MPI_Op_free, mpi_op_free)
TORUSCOPE_FORTRAN(7, MPI_Pack, mpi_pack)
TORUSCOPE_FORTRAN(4, MPI_Pack_size, mpi_pack_size)
TORUSCOPE_FORTRAN(4, MPI_Probe, mpi_probe)
TORUSCOPE_FORTRAN(1, MPI_Query_thread, mpi_query_thread)
TORUSCOPE_FORTRAN(7, MPI_Recv, mpi_recv)
TORUSCOPE_FORTRAN(7, MPI_Recv_init, mpi_recv_init)
TORUSCOPE_FORTRAN(7, MPI_Reduce, mpi_reduce)
TORUSCOPE_FORTRAN(5, MPI_Reduce_local, mpi_reduce_local)
TORUSCOPE_FORTRAN(6, MPI_Reduce_scatter, mpi_reduce_scatter)
TORUSCOPE_FORTRAN(6, MPI_Reduce_scatter_block, mpi_reduce_scatter_block)
TORUSCOPE_FORTRAN(1, MPI_Request_free, mpi_request_free)
TORUSCOPE_FORTRAN(3, MPI_Request_get_status, mpi_request_get_status)
TORUSCOPE_FORTRAN(6, MPI_Rsend, mpi_rsend)
TORUSCOPE_FORTRAN(7, MPI_Rsend_init, mpi_rsend_init)
TORUSCOPE_FORTRAN(6, MPI_Scan, mpi_scan)
TORUSCOPE_FORTRAN(8, MPI_Scatter, mpi_scatter)
TORUSCOPE_FORTRAN(9, MPI_Scatterv, mpi_scatterv)
TORUSCOPE_FORTRAN(6, MPI_Send, mpi_send)
TORUSCOPE_FORTRAN(7, MPI_Send_init, mpi_send_init)
TORUSCOPE_FORTRAN(12, MPI_Sendrecv, mpi_sendrecv)
TORUSCOPE_FORTRAN(9, MPI_Sendrecv_replace, mpi_sendrecv_replace)
TORUSCOPE_FORTRAN(6, MPI_Ssend, mpi_ssend)
TORUSCOPE_FORTRAN(7, MPI_Ssend_init, mpi_ssend_init)
TORUSCOPE_FORTRAN(1, MPI_Start, mpi_start)
TORUSCOPE_FORTRAN(2, MPI_Status_set_cancelled, mpi_status_set_cancelled)
TORUSCOPE_FORTRAN(3, MPI_Test, mpi_test)
TORUSCOPE_FORTRAN(2, MPI_Test_cancelled, mpi_test_cancelled)
TORUSCOPE_FORTRAN(2, MPI_Topo_test, mpi_topo_test)
TORUSCOPE_FORTRAN(1, MPI_Type_commit, mpi_type_commit)
TORUSCOPE_FORTRAN(3, MPI_Type_contiguous, mpi_type_contiguous)
TORUSCOPE_FORTRAN(5, MPI_Type_create_hindexed, mpi_type_create_hindexed)
TORUSCOPE_FORTRAN(5, MPI_Type_create_hindexed_block, mpi_type_create_hindexed_block)
TORUSCOPE_FORTRAN(5, MPI_Type_create_hvector, mpi_type_create_hvector)
TORUSCOPE_FORTRAN(5, MPI_Type_create_indexed_block, mpi_type_create_indexed_block)
TORUSCOPE_FORTRAN(4, MPI_Type_create_resized, mpi_type_create_resized)
TORUSCOPE_FORTRAN(7, MPI_Type_create_subarray, mpi_type_create_subarray)
TORUSCOPE_FORTRAN(2, MPI_Type_dup, mpi_type_dup)
TORUSCOPE_FORTRAN(1, MPI_Type_free, mpi_type_free)
TORUSCOPE_FORTRAN(5, MPI_Type_get_envelope, mpi_type_get_envelope)
TORUSCOPE_FORTRAN(3, MPI_Type_get_extent, mpi_type_get_extent)
TORUSCOPE_FORTRAN(3, MPI_Type_get_true_extent, mpi_type_get_true_extent)
TORUSCOPE_FORTRAN(5, MPI_Type_indexed, mpi_type_indexed)
TORUSCOPE_FORTRAN(2, MPI_Type_size, mpi_type_size)
TORUSCOPE_FORTRAN(2, MPI_Type_size_x, mpi_type_size_x)
TORUSCOPE_FORTRAN(5, MPI_Type_vector, mpi_type_vector)
TORUSCOPE_FORTRAN(7, MPI_Unpack, mpi_unpack)
TORUSCOPE_FORTRAN(2, MPI_Wait, mpi_wait)

void mpi_init_(MPI_Fint* error) {
  *error = MPI_Init(nullptr, nullptr);
}
void mpi_init_thread_(const MPI_Fint* wanted, MPI_Fint* given, MPI_Fint* error) {
  *error = MPI_Init_thread(nullptr, nullptr, *wanted, given);
}
void mpi_finalize_(MPI_Fint* error) {
  *error = MPI_Finalize();
}
double mpi_wtime_() {
  return MPI_Wtime();
}
void toruscope_compute_(const double* seconds) {
  Toruscope_Compute(*seconds);
}
double mpi_wtick_() {
  return MPI_Wtick();
}
void mpi_pcontrol_(const MPI_Fint* level) {
  MPI_Pcontrol(*level);
}

// --- addresses that MPI-1 has as INTEGER ---------------------------------------------------------

void mpi_address_(void* place, MPI_Fint* address, MPI_Fint* error) {
  MPI_Aint found = 0;
  *error = MPI_Get_address(buffer_of(place), &found);
  *address = static_cast<MPI_Fint>(found);
}
#define TORUSCOPE_LENGTH(NAME, name)                                      \
  void name##_(const MPI_Fint* type, MPI_Fint* length, MPI_Fint* error) { \
    MPI_Aint found = 0;                                                   \
    *error = NAME(handle_of<MPI_Datatype>(*type), &found);                \
    *length = static_cast<MPI_Fint>(found);                               \
  }
TORUSCOPE_LENGTH(MPI_Type_extent, mpi_type_extent)
TORUSCOPE_LENGTH(MPI_Type_lb, mpi_type_lb)
TORUSCOPE_LENGTH(MPI_Type_ub, mpi_type_ub)

void mpi_type_hvector_(const MPI_Fint* count, const MPI_Fint* length, const MPI_Fint* stride,
                       const MPI_Fint* type, MPI_Fint* made, MPI_Fint* error) {
  MPI_Datatype found = MPI_DATATYPE_NULL;
  *error = MPI_Type_create_hvector(*count, *length, *stride, handle_of<MPI_Datatype>(*type), &found);
  *made = number_of(found);
}

// --- attributes: those that MPI defines ----------------------------------------------------------

void mpi_comm_get_attr_(const MPI_Fint* comm, const MPI_Fint* key, MPI_Aint* value, MPI_Fint* flag,
                        MPI_Fint* error) {
  const int* found = nullptr;
  *error = MPI_Comm_get_attr(handle_of<MPI_Comm>(*comm), *key, &found, flag);
  if (found != nullptr) *value = *found;
}
void mpi_attr_get_(const MPI_Fint* comm, const MPI_Fint* key, MPI_Fint* value, MPI_Fint* flag,
                   MPI_Fint* error) {
  MPI_Aint found = *value;
  mpi_comm_get_attr_(comm, key, &found, flag, error);
  *value = static_cast<MPI_Fint>(found);
}

}  // extern "C"
