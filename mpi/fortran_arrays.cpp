// SPDX-License-Identifier: Apache-2.0
// Fortran's names of functions with several handles, or with an index, which counts from 1 there.

#include "mpi/fortran.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace toruscope::mpi {

namespace {

/// Handles of Fortran's array; told of what becomes of them with it.
template <class Handle>
class Handles {
 public:
  Handles(MPI_Fint count, MPI_Fint* places) : places_(places) {
    for (MPI_Fint i = 0; i < count; ++i) all_.push_back(handle_of<Handle>(places[i]));
  }
  [[nodiscard]] Handle* data() { return all_.data(); }
  void tell() const {
    for (std::size_t i = 0; i < all_.size(); ++i) places_[i] = number_of(all_[i]);
  }

 private:
  MPI_Fint* places_;
  std::vector<Handle> all_{};
};
using Requests = Handles<MPI_Request>;
using Types = Handles<MPI_Datatype>;

void count_from_one(MPI_Fint& index) {
  if (index != MPI_UNDEFINED) ++index;
}

/// Ranks that a collective operation has blocks of.
int partners_on(MPI_Comm comm, MPI_Fint* error) {
  int is_between = 0, size = 0;
  *error = MPI_Comm_test_inter(comm, &is_between);
  if (*error == MPI_SUCCESS)
    *error = is_between != 0 ? MPI_Comm_remote_size(comm, &size) : MPI_Comm_size(comm, &size);
  return size;
}

using Some = int(int, MPI_Request*, int*, int*, MPI_Status*);
void complete_some(Some* function, const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* told, MPI_Fint* places,
                   void* statuses, MPI_Fint* error) {
  Requests all(*count, requests);
  *error = function(*count, all.data(), told, places, status_at(statuses));
  for (MPI_Fint i = 0; i < *told; ++i) count_from_one(places[i]);
  all.tell();
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

void mpi_startall_(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* error) {
  Requests all(*count, requests);
  *error = MPI_Startall(*count, all.data());
  all.tell();
}
void mpi_waitall_(const MPI_Fint* count, MPI_Fint* requests, void* statuses, MPI_Fint* error) {
  Requests all(*count, requests);
  *error = MPI_Waitall(*count, all.data(), status_at(statuses));
  all.tell();
}
void mpi_testall_(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* flag, void* statuses, MPI_Fint* error) {
  Requests all(*count, requests);
  *error = MPI_Testall(*count, all.data(), flag, status_at(statuses));
  all.tell();
}
void mpi_waitany_(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* index, void* status, MPI_Fint* error) {
  Requests all(*count, requests);
  *error = MPI_Waitany(*count, all.data(), index, status_at(status));
  count_from_one(*index);
  all.tell();
}
void mpi_testany_(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* index, MPI_Fint* flag, void* status,
                  MPI_Fint* error) {
  Requests all(*count, requests);
  *error = MPI_Testany(*count, all.data(), index, flag, status_at(status));
  count_from_one(*index);
  all.tell();
}
void mpi_waitsome_(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* told, MPI_Fint* places, void* statuses,
                   MPI_Fint* error) {
  complete_some(&MPI_Waitsome, count, requests, told, places, statuses, error);
}
void mpi_testsome_(const MPI_Fint* count, MPI_Fint* requests, MPI_Fint* told, MPI_Fint* places, void* statuses,
                   MPI_Fint* error) {
  complete_some(&MPI_Testsome, count, requests, told, places, statuses, error);
}

void mpi_alltoallw_(void* out, const MPI_Fint* out_counts, const MPI_Fint* out_places, MPI_Fint* out_types,
                    void* in, const MPI_Fint* in_counts, const MPI_Fint* in_places, MPI_Fint* in_types,
                    const MPI_Fint* comm, MPI_Fint* error) {
  const auto among = handle_of<MPI_Comm>(*comm);
  const int size = partners_on(among, error);
  if (*error != MPI_SUCCESS) return;
  Types sent(buffer_of(out) == MPI_IN_PLACE ? 0 : size, out_types);
  Types wanted(size, in_types);
  *error = MPI_Alltoallw(buffer_of(out), out_counts, out_places, sent.data(), buffer_of(in), in_counts,
                         in_places, wanted.data(), among);
}

void mpi_ialltoallw_(void* out, const MPI_Fint* out_counts, const MPI_Fint* out_places, MPI_Fint* out_types,
                     void* in, const MPI_Fint* in_counts, const MPI_Fint* in_places, MPI_Fint* in_types,
                     const MPI_Fint* comm, MPI_Fint* request, MPI_Fint* error) {
  const auto among = handle_of<MPI_Comm>(*comm);
  const int size = partners_on(among, error);
  if (*error != MPI_SUCCESS) return;
  MPI_Request made = MPI_REQUEST_NULL;
  Types sent(buffer_of(out) == MPI_IN_PLACE ? 0 : size, out_types);
  Types wanted(size, in_types);
  *error = MPI_Ialltoallw(buffer_of(out), out_counts, out_places, sent.data(), buffer_of(in), in_counts,
                          in_places, wanted.data(), among, &made);
  *request = number_of(made);
}

void mpi_ineighbor_alltoallw_(void* out, const MPI_Fint* out_counts, const MPI_Aint* out_places,
                              MPI_Fint* out_types, void* in, const MPI_Fint* in_counts,
                              const MPI_Aint* in_places, MPI_Fint* in_types, const MPI_Fint* comm,
                              MPI_Fint* request, MPI_Fint* error) {
  const auto among = handle_of<MPI_Comm>(*comm);
  int kind = 0, sources = 0, destinations = 0;
  *error = MPI_Topo_test(among, &kind);
  if (*error == MPI_SUCCESS && kind == MPI_CART) {
    *error = MPI_Cartdim_get(among, &sources);
    destinations = sources *= 2;
  } else if (*error == MPI_SUCCESS) {
    int is_weighted = 0;
    *error = MPI_Dist_graph_neighbors_count(among, &sources, &destinations, &is_weighted);
  }
  if (*error != MPI_SUCCESS) return;
  MPI_Request made = MPI_REQUEST_NULL;
  Types sent(destinations, out_types);
  Types wanted(sources, in_types);
  *error = MPI_Ineighbor_alltoallw(buffer_of(out), out_counts, out_places, sent.data(), buffer_of(in),
                                   in_counts, in_places, wanted.data(), among, &made);
  *request = number_of(made);
}
void mpi_neighbor_alltoallw_(void* out, const MPI_Fint* out_counts, const MPI_Aint* out_places,
                             MPI_Fint* out_types, void* in, const MPI_Fint* in_counts,
                             const MPI_Aint* in_places, MPI_Fint* in_types, const MPI_Fint* comm,
                             MPI_Fint* error) {
  MPI_Fint request = 0;
  mpi_ineighbor_alltoallw_(out, out_counts, out_places, out_types, in, in_counts, in_places, in_types, comm,
                           &request, error);
  if (*error != MPI_SUCCESS) return;
  auto made = handle_of<MPI_Request>(request);
  *error = MPI_Wait(&made, MPI_STATUS_IGNORE);
}

void mpi_type_create_struct_(const MPI_Fint* count, const MPI_Fint* lengths, const MPI_Aint* places,
                             MPI_Fint* types, MPI_Fint* made, MPI_Fint* error) {
  Types all(*count, types);
  MPI_Datatype found = MPI_DATATYPE_NULL;
  *error = MPI_Type_create_struct(*count, lengths, places, all.data(), &found);
  *made = number_of(found);
}
// Fortran's program has the buffer itself, so its place is not told.
void mpi_buffer_detach_(void*, MPI_Fint* size, MPI_Fint* error) {
  void* buffer = nullptr;
  *error = MPI_Buffer_detach(&buffer, size);
}

void mpi_type_get_contents_(const MPI_Fint* type, const MPI_Fint* numbers, const MPI_Fint* places,
                            const MPI_Fint* count, MPI_Fint* into_numbers, MPI_Aint* into_places,
                            MPI_Fint* types, MPI_Fint* error) {
  std::vector<MPI_Datatype> found(static_cast<std::size_t>(std::max(*count, 0)), MPI_DATATYPE_NULL);
  *error = MPI_Type_get_contents(handle_of<MPI_Datatype>(*type), *numbers, *places, *count, into_numbers,
                                 into_places, found.data());
  for (std::size_t i = 0; i < found.size() && *error == MPI_SUCCESS; ++i)
    if (found[i] != MPI_DATATYPE_NULL) types[i] = number_of(found[i]);
}
void mpi_type_struct_(const MPI_Fint* count, const MPI_Fint* lengths, const MPI_Fint* places, MPI_Fint* types,
                      MPI_Fint* made, MPI_Fint* error) {
  const std::vector<MPI_Aint> wide(places, places + *count);
  mpi_type_create_struct_(count, lengths, wide.data(), types, made, error);
}
void mpi_type_hindexed_(const MPI_Fint* count, const MPI_Fint* lengths, const MPI_Fint* places,
                        const MPI_Fint* type, MPI_Fint* made, MPI_Fint* error) {
  const std::vector<MPI_Aint> wide(places, places + *count);
  MPI_Datatype found = MPI_DATATYPE_NULL;
  *error = MPI_Type_create_hindexed(*count, lengths, wide.data(), handle_of<MPI_Datatype>(*type), &found);
  *made = number_of(found);
}

}  // extern "C"
