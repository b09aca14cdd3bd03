// SPDX-License-Identifier: Apache-2.0
// Functions of mpi.h: files, windows, processes that join a run, and what came after MPI 3.1. None of
// them is there: each links (libmpi_abi has all names), and when called ends the run with its name.

#ifndef TORUSCOPE_MPI_OTHER_FUNCTIONS_H
#define TORUSCOPE_MPI_OTHER_FUNCTIONS_H

int MPI_Accumulate(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win);
int MPI_Add_error_class(int*);
int MPI_Add_error_code(int, int*);
int MPI_Add_error_string(int, const char*);
MPI_Aint MPI_Aint_add(MPI_Aint, MPI_Aint);
MPI_Aint MPI_Aint_diff(MPI_Aint, MPI_Aint);
int MPI_Allgather_init(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
                       MPI_Request*);
int MPI_Allgatherv_init(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, MPI_Comm,
                        MPI_Info, MPI_Request*);
int MPI_Allreduce_init(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Alltoall_init(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
                      MPI_Request*);
int MPI_Alltoallv_init(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
                       MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Alltoallw_init(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*, const int*,
                       const MPI_Datatype*, MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Barrier_init(MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Bcast_init(void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Bsend(const void*, int, MPI_Datatype, int, int, MPI_Comm);
int MPI_Bsend_init(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Buffer_attach(void*, int);
int MPI_Buffer_detach(void*, int*);
int MPI_Cart_map(MPI_Comm, int, const int*, const int*, int*);
int MPI_Close_port(const char*);
int MPI_Comm_accept(const char*, MPI_Info, int, MPI_Comm, MPI_Comm*);
int MPI_Comm_connect(const char*, MPI_Info, int, MPI_Comm, MPI_Comm*);
int MPI_Comm_create_from_group(MPI_Group, const char*, MPI_Info, MPI_Errhandler, MPI_Comm*);
int MPI_Comm_disconnect(MPI_Comm*);
int MPI_Comm_get_info(MPI_Comm, MPI_Info*);
int MPI_Comm_get_parent(MPI_Comm*);
int MPI_Comm_idup(MPI_Comm, MPI_Comm*, MPI_Request*);
int MPI_Comm_idup_with_info(MPI_Comm, MPI_Info, MPI_Comm*, MPI_Request*);
int MPI_Comm_join(int, MPI_Comm*);
int MPI_Comm_remote_group(MPI_Comm, MPI_Group*);
int MPI_Comm_remote_size(MPI_Comm, int*);
int MPI_Comm_set_info(MPI_Comm, MPI_Info);
int MPI_Comm_spawn(const char*, char**, int, MPI_Info, int, MPI_Comm, MPI_Comm*, int*);
int MPI_Comm_spawn_multiple(int, char**, char***, const int*, const MPI_Info*, int, MPI_Comm, MPI_Comm*, int*);
int MPI_Compare_and_swap(const void*, const void*, void*, MPI_Datatype, int, MPI_Aint, MPI_Win);
int MPI_Dist_graph_create(MPI_Comm, int, const int*, const int*, const int*, const int*, MPI_Info, int,
                          MPI_Comm*);
int MPI_Dist_graph_create_adjacent(MPI_Comm, int, const int*, const int*, int, const int*, const int*, MPI_Info,
                                   int, MPI_Comm*);
int MPI_Dist_graph_neighbors(MPI_Comm, int, int*, int*, int, int*, int*);
int MPI_Dist_graph_neighbors_count(MPI_Comm, int*, int*, int*);
MPI_Fint MPI_Errhandler_c2f(MPI_Errhandler);
MPI_Errhandler MPI_Errhandler_f2c(MPI_Fint);
int MPI_Exscan_init(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Fetch_and_op(const void*, void*, MPI_Datatype, int, MPI_Aint, MPI_Op, MPI_Win);
MPI_Fint MPI_File_c2f(MPI_File);
int MPI_File_call_errhandler(MPI_File, int);
int MPI_File_close(MPI_File*);
int MPI_File_create_errhandler(MPI_File_errhandler_function*, MPI_Errhandler*);
int MPI_File_delete(const char*, MPI_Info);
MPI_File MPI_File_f2c(MPI_Fint);
int MPI_File_get_amode(MPI_File, int*);
int MPI_File_get_atomicity(MPI_File, int*);
int MPI_File_get_byte_offset(MPI_File, MPI_Offset, MPI_Offset*);
int MPI_File_get_errhandler(MPI_File, MPI_Errhandler*);
int MPI_File_get_group(MPI_File, MPI_Group*);
int MPI_File_get_info(MPI_File, MPI_Info*);
int MPI_File_get_position(MPI_File, MPI_Offset*);
int MPI_File_get_position_shared(MPI_File, MPI_Offset*);
int MPI_File_get_size(MPI_File, MPI_Offset*);
int MPI_File_get_type_extent(MPI_File, MPI_Datatype, MPI_Aint*);
int MPI_File_get_view(MPI_File, MPI_Offset*, MPI_Datatype*, MPI_Datatype*, char*);
int MPI_File_iread(MPI_File, void*, int, MPI_Datatype, MPI_Request*);
int MPI_File_iread_all(MPI_File, void*, int, MPI_Datatype, MPI_Request*);
int MPI_File_iread_at(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Request*);
int MPI_File_iread_at_all(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Request*);
int MPI_File_iread_shared(MPI_File, void*, int, MPI_Datatype, MPI_Request*);
int MPI_File_iwrite(MPI_File, const void*, int, MPI_Datatype, MPI_Request*);
int MPI_File_iwrite_all(MPI_File, const void*, int, MPI_Datatype, MPI_Request*);
int MPI_File_iwrite_at(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Request*);
int MPI_File_iwrite_at_all(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Request*);
int MPI_File_iwrite_shared(MPI_File, const void*, int, MPI_Datatype, MPI_Request*);
int MPI_File_open(MPI_Comm, const char*, int, MPI_Info, MPI_File*);
int MPI_File_preallocate(MPI_File, MPI_Offset);
int MPI_File_read(MPI_File, void*, int, MPI_Datatype, MPI_Status*);
int MPI_File_read_all(MPI_File, void*, int, MPI_Datatype, MPI_Status*);
int MPI_File_read_all_begin(MPI_File, void*, int, MPI_Datatype);
int MPI_File_read_all_end(MPI_File, void*, MPI_Status*);
int MPI_File_read_at(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Status*);
int MPI_File_read_at_all(MPI_File, MPI_Offset, void*, int, MPI_Datatype, MPI_Status*);
int MPI_File_read_at_all_begin(MPI_File, MPI_Offset, void*, int, MPI_Datatype);
int MPI_File_read_at_all_end(MPI_File, void*, MPI_Status*);
int MPI_File_read_ordered(MPI_File, void*, int, MPI_Datatype, MPI_Status*);
int MPI_File_read_ordered_begin(MPI_File, void*, int, MPI_Datatype);
int MPI_File_read_ordered_end(MPI_File, void*, MPI_Status*);
int MPI_File_read_shared(MPI_File, void*, int, MPI_Datatype, MPI_Status*);
int MPI_File_seek(MPI_File, MPI_Offset, int);
int MPI_File_seek_shared(MPI_File, MPI_Offset, int);
int MPI_File_set_atomicity(MPI_File, int);
int MPI_File_set_errhandler(MPI_File, MPI_Errhandler);
int MPI_File_set_info(MPI_File, MPI_Info);
int MPI_File_set_size(MPI_File, MPI_Offset);
int MPI_File_set_view(MPI_File, MPI_Offset, MPI_Datatype, MPI_Datatype, const char*, MPI_Info);
int MPI_File_sync(MPI_File);
int MPI_File_write(MPI_File, const void*, int, MPI_Datatype, MPI_Status*);
int MPI_File_write_all(MPI_File, const void*, int, MPI_Datatype, MPI_Status*);
int MPI_File_write_all_begin(MPI_File, const void*, int, MPI_Datatype);
int MPI_File_write_all_end(MPI_File, const void*, MPI_Status*);
int MPI_File_write_at(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Status*);
int MPI_File_write_at_all(MPI_File, MPI_Offset, const void*, int, MPI_Datatype, MPI_Status*);
int MPI_File_write_at_all_begin(MPI_File, MPI_Offset, const void*, int, MPI_Datatype);
int MPI_File_write_at_all_end(MPI_File, const void*, MPI_Status*);
int MPI_File_write_ordered(MPI_File, const void*, int, MPI_Datatype, MPI_Status*);
int MPI_File_write_ordered_begin(MPI_File, const void*, int, MPI_Datatype);
int MPI_File_write_ordered_end(MPI_File, const void*, MPI_Status*);
int MPI_File_write_shared(MPI_File, const void*, int, MPI_Datatype, MPI_Status*);
int MPI_Gather_init(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info,
                    MPI_Request*);
int MPI_Gatherv_init(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, int, MPI_Comm,
                     MPI_Info, MPI_Request*);
int MPI_Get(void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win);
int MPI_Get_accumulate(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int,
                       MPI_Datatype, MPI_Op, MPI_Win);
int MPI_Get_elements(const MPI_Status*, MPI_Datatype, int*);
int MPI_Get_elements_x(const MPI_Status*, MPI_Datatype, MPI_Count*);
int MPI_Graph_create(MPI_Comm, int, const int*, const int*, int, MPI_Comm*);
int MPI_Graph_get(MPI_Comm, int, int, int*, int*);
int MPI_Graph_map(MPI_Comm, int, const int*, const int*, int*);
int MPI_Graph_neighbors(MPI_Comm, int, int, int*);
int MPI_Graph_neighbors_count(MPI_Comm, int, int*);
int MPI_Graphdims_get(MPI_Comm, int*, int*);
int MPI_Grequest_complete(MPI_Request);
int MPI_Grequest_start(MPI_Grequest_query_function*, MPI_Grequest_free_function*, MPI_Grequest_cancel_function*,
                       void*, MPI_Request*);
MPI_Fint MPI_Group_c2f(MPI_Group);
MPI_Group MPI_Group_f2c(MPI_Fint);
int MPI_Group_from_session_pset(MPI_Session, const char*, MPI_Group*);
int MPI_Iallgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*);
int MPI_Iallgatherv(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, MPI_Comm,
                    MPI_Request*);
int MPI_Iallreduce(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*);
int MPI_Ialltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*);
int MPI_Ialltoallv(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
                   MPI_Datatype, MPI_Comm, MPI_Request*);
int MPI_Ialltoallw(const void*, const int*, const int*, const MPI_Datatype*, void*, const int*, const int*,
                   const MPI_Datatype*, MPI_Comm, MPI_Request*);
int MPI_Ibsend(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
int MPI_Iexscan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*);
int MPI_Igather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request*);
int MPI_Igatherv(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype, int, MPI_Comm,
                 MPI_Request*);
int MPI_Improbe(int, int, MPI_Comm, int*, MPI_Message*, MPI_Status*);
int MPI_Imrecv(void*, int, MPI_Datatype, MPI_Message*, MPI_Request*);
int MPI_Ineighbor_allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*);
int MPI_Ineighbor_allgatherv(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
                             MPI_Comm, MPI_Request*);
int MPI_Ineighbor_alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Request*);
int MPI_Ineighbor_alltoallv(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
                            MPI_Datatype, MPI_Comm, MPI_Request*);
int MPI_Ineighbor_alltoallw(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*, const int*,
                            const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Request*);
MPI_Fint MPI_Info_c2f(MPI_Info);
int MPI_Info_create_env(int, char**, MPI_Info*);
int MPI_Info_dup(MPI_Info, MPI_Info*);
MPI_Info MPI_Info_f2c(MPI_Fint);
int MPI_Info_get_nkeys(MPI_Info, int*);
int MPI_Info_get_nthkey(MPI_Info, int, char*);
int MPI_Info_get_string(MPI_Info, const char*, int*, char*, int*);
int MPI_Info_get_valuelen(MPI_Info, const char*, int*, int*);
int MPI_Intercomm_create(MPI_Comm, int, MPI_Comm, int, int, MPI_Comm*);
int MPI_Intercomm_create_from_groups(MPI_Group, int, MPI_Group, int, const char*, MPI_Info, MPI_Errhandler,
                                     MPI_Comm*);
int MPI_Intercomm_merge(MPI_Comm, int, MPI_Comm*);
int MPI_Ireduce(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Request*);
int MPI_Ireduce_scatter(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*);
int MPI_Ireduce_scatter_block(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*);
int MPI_Iscan(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request*);
int MPI_Iscatter(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Request*);
int MPI_Iscatterv(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm,
                  MPI_Request*);
int MPI_Isendrecv(const void*, int, MPI_Datatype, int, int, void*, int, MPI_Datatype, int, int, MPI_Comm,
                  MPI_Request*);
int MPI_Isendrecv_replace(void*, int, MPI_Datatype, int, int, int, int, MPI_Comm, MPI_Request*);
int MPI_Lookup_name(const char*, MPI_Info, char*);
MPI_Fint MPI_Message_c2f(MPI_Message);
MPI_Message MPI_Message_f2c(MPI_Fint);
int MPI_Mprobe(int, int, MPI_Comm, MPI_Message*, MPI_Status*);
int MPI_Mrecv(void*, int, MPI_Datatype, MPI_Message*, MPI_Status*);
int MPI_Neighbor_allgather(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int MPI_Neighbor_allgather_init(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
                                MPI_Request*);
int MPI_Neighbor_allgatherv(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
                            MPI_Comm);
int MPI_Neighbor_allgatherv_init(const void*, int, MPI_Datatype, void*, const int*, const int*, MPI_Datatype,
                                 MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Neighbor_alltoall(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm);
int MPI_Neighbor_alltoall_init(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, MPI_Comm, MPI_Info,
                               MPI_Request*);
int MPI_Neighbor_alltoallv(const void*, const int*, const int*, MPI_Datatype, void*, const int*, const int*,
                           MPI_Datatype, MPI_Comm);
int MPI_Neighbor_alltoallv_init(const void*, const int*, const int*, MPI_Datatype, void*, const int*,
                                const int*, MPI_Datatype, MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Neighbor_alltoallw(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*, const int*,
                           const MPI_Aint*, const MPI_Datatype*, MPI_Comm);
int MPI_Neighbor_alltoallw_init(const void*, const int*, const MPI_Aint*, const MPI_Datatype*, void*,
                                const int*, const MPI_Aint*, const MPI_Datatype*, MPI_Comm, MPI_Info,
                                MPI_Request*);
MPI_Fint MPI_Op_c2f(MPI_Op);
MPI_Op MPI_Op_f2c(MPI_Fint);
int MPI_Open_port(MPI_Info, char*);
int MPI_Pack_external(const char*, const void*, int, MPI_Datatype, void*, MPI_Aint, MPI_Aint*);
int MPI_Pack_external_size(const char*, int, MPI_Datatype, MPI_Aint*);
int MPI_Parrived(MPI_Request, int, int*);
int MPI_Pready(int, MPI_Request);
int MPI_Pready_list(int, const int*, MPI_Request);
int MPI_Pready_range(int, int, MPI_Request);
int MPI_Precv_init(void*, int, int, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Psend_init(const void*, int, int, MPI_Datatype, int, int, MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Publish_name(const char*, MPI_Info, const char*);
int MPI_Put(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win);
int MPI_Raccumulate(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Op, MPI_Win,
                    MPI_Request*);
int MPI_Reduce_init(const void*, void*, int, MPI_Datatype, MPI_Op, int, MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Reduce_scatter_block_init(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
                                  MPI_Request*);
int MPI_Reduce_scatter_init(const void*, void*, const int*, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info,
                            MPI_Request*);
int MPI_Register_datarep(const char*, MPI_Datarep_conversion_function*, MPI_Datarep_conversion_function*,
                         MPI_Datarep_extent_function*, void*);
MPI_Fint MPI_Request_c2f(MPI_Request);
MPI_Request MPI_Request_f2c(MPI_Fint);
int MPI_Rget(void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request*);
int MPI_Rget_accumulate(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Aint, int,
                        MPI_Datatype, MPI_Op, MPI_Win, MPI_Request*);
int MPI_Rput(const void*, int, MPI_Datatype, int, MPI_Aint, int, MPI_Datatype, MPI_Win, MPI_Request*);
int MPI_Scan_init(const void*, void*, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Info, MPI_Request*);
int MPI_Scatter_init(const void*, int, MPI_Datatype, void*, int, MPI_Datatype, int, MPI_Comm, MPI_Info,
                     MPI_Request*);
int MPI_Scatterv_init(const void*, const int*, const int*, MPI_Datatype, void*, int, MPI_Datatype, int,
                      MPI_Comm, MPI_Info, MPI_Request*);
MPI_Fint MPI_Session_c2f(MPI_Session);
int MPI_Session_call_errhandler(MPI_Session, int);
int MPI_Session_create_errhandler(MPI_Session_errhandler_function*, MPI_Errhandler*);
MPI_Session MPI_Session_f2c(MPI_Fint);
int MPI_Session_finalize(MPI_Session*);
int MPI_Session_get_errhandler(MPI_Session, MPI_Errhandler*);
int MPI_Session_get_info(MPI_Session, MPI_Info*);
int MPI_Session_get_nth_pset(MPI_Session, MPI_Info, int, int*, char*);
int MPI_Session_get_num_psets(MPI_Session, MPI_Info, int*);
int MPI_Session_get_pset_info(MPI_Session, const char*, MPI_Info*);
int MPI_Session_init(MPI_Info, MPI_Errhandler, MPI_Session*);
int MPI_Session_set_errhandler(MPI_Session, MPI_Errhandler);
int MPI_Status_c2f(const MPI_Status*, MPI_Fint*);
int MPI_Status_f2c(const MPI_Fint*, MPI_Status*);
int MPI_Status_set_elements(MPI_Status*, MPI_Datatype, int);
int MPI_Status_set_elements_x(MPI_Status*, MPI_Datatype, MPI_Count);
int MPI_Type_create_darray(int, int, int, const int*, const int*, const int*, const int*, int, MPI_Datatype,
                           MPI_Datatype*);
int MPI_Type_create_f90_complex(int, int, MPI_Datatype*);
int MPI_Type_create_f90_integer(int, MPI_Datatype*);
int MPI_Type_create_f90_real(int, int, MPI_Datatype*);
int MPI_Type_create_keyval(MPI_Type_copy_attr_function*, MPI_Type_delete_attr_function*, int*, void*);
int MPI_Type_create_subarray(int, const int*, const int*, const int*, int, MPI_Datatype, MPI_Datatype*);
int MPI_Type_delete_attr(MPI_Datatype, int);
int MPI_Type_free_keyval(int*);
int MPI_Type_get_attr(MPI_Datatype, int, void*, int*);
int MPI_Type_get_contents(MPI_Datatype, int, int, int, int*, MPI_Aint*, MPI_Datatype*);
int MPI_Type_get_envelope(MPI_Datatype, int*, int*, int*, int*);
int MPI_Type_get_extent_x(MPI_Datatype, MPI_Count*, MPI_Count*);
int MPI_Type_get_true_extent_x(MPI_Datatype, MPI_Count*, MPI_Count*);
int MPI_Type_match_size(int, int, MPI_Datatype*);
int MPI_Type_set_attr(MPI_Datatype, int, void*);
int MPI_Unpack_external(const char*, const void*, MPI_Aint, MPI_Aint*, void*, int, MPI_Datatype);
int MPI_Unpublish_name(const char*, MPI_Info, const char*);
int MPI_Win_allocate(MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*);
int MPI_Win_allocate_shared(MPI_Aint, int, MPI_Info, MPI_Comm, void*, MPI_Win*);
int MPI_Win_attach(MPI_Win, void*, MPI_Aint);
MPI_Fint MPI_Win_c2f(MPI_Win);
int MPI_Win_call_errhandler(MPI_Win, int);
int MPI_Win_complete(MPI_Win);
int MPI_Win_create(void*, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win*);
int MPI_Win_create_dynamic(MPI_Info, MPI_Comm, MPI_Win*);
int MPI_Win_create_errhandler(MPI_Win_errhandler_function*, MPI_Errhandler*);
int MPI_Win_create_keyval(MPI_Win_copy_attr_function*, MPI_Win_delete_attr_function*, int*, void*);
int MPI_Win_delete_attr(MPI_Win, int);
int MPI_Win_detach(MPI_Win, const void*);
MPI_Win MPI_Win_f2c(MPI_Fint);
int MPI_Win_fence(int, MPI_Win);
int MPI_Win_flush(int, MPI_Win);
int MPI_Win_flush_all(MPI_Win);
int MPI_Win_flush_local(int, MPI_Win);
int MPI_Win_flush_local_all(MPI_Win);
int MPI_Win_free(MPI_Win*);
int MPI_Win_free_keyval(int*);
int MPI_Win_get_attr(MPI_Win, int, void*, int*);
int MPI_Win_get_errhandler(MPI_Win, MPI_Errhandler*);
int MPI_Win_get_group(MPI_Win, MPI_Group*);
int MPI_Win_get_info(MPI_Win, MPI_Info*);
int MPI_Win_get_name(MPI_Win, char*, int*);
int MPI_Win_lock(int, int, int, MPI_Win);
int MPI_Win_lock_all(int, MPI_Win);
int MPI_Win_post(MPI_Group, int, MPI_Win);
int MPI_Win_set_attr(MPI_Win, int, void*);
int MPI_Win_set_errhandler(MPI_Win, MPI_Errhandler);
int MPI_Win_set_info(MPI_Win, MPI_Info);
int MPI_Win_set_name(MPI_Win, const char*);
int MPI_Win_shared_query(MPI_Win, int, MPI_Aint*, int*, void*);
int MPI_Win_start(MPI_Group, int, MPI_Win);
int MPI_Win_sync(MPI_Win);
int MPI_Win_test(MPI_Win, int*);
int MPI_Win_unlock(int, MPI_Win);
int MPI_Win_unlock_all(MPI_Win);
int MPI_Win_wait(MPI_Win);

#endif  // TORUSCOPE_MPI_OTHER_FUNCTIONS_H
