// SPDX-License-Identifier: Apache-2.0

#include "mpi/status.hpp"

#include "mpi/state.hpp"

#include <climits>
#include <cstdint>

namespace toruscope::mpi {

namespace {
// Places in MPI_internal.
constexpr int kLow = 0;
constexpr int kHigh = 1;
constexpr int kCancelled = 2;
}  // namespace

MPI_Status empty_status() {
  return make_status(MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
}
MPI_Status null_status() {
  return make_status(MPI_PROC_NULL, MPI_ANY_TAG, 0);
}

std::size_t bytes_of(const MPI_Status& status) {
  return static_cast<std::uint32_t>(status.MPI_internal[kLow]) |
         static_cast<std::size_t>(static_cast<std::uint32_t>(status.MPI_internal[kHigh])) << 32U;
}
bool is_cancelled(const MPI_Status& status) {
  return status.MPI_internal[kCancelled] != 0;
}
void set_cancelled(MPI_Status& status) {
  status.MPI_internal[kCancelled] = 1;
}

int elements_in(std::size_t bytes, const Type& type) {
  if (type.size() == 0) return bytes == 0 ? 0 : MPI_UNDEFINED;
  const std::size_t count = bytes / type.size();
  return bytes % type.size() != 0 || count > INT_MAX ? MPI_UNDEFINED : static_cast<int>(count);
}

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Get_count(const MPI_Status* status, MPI_Datatype type, int* count) {
  return call(__func__, [&](State& state) { *count = elements_in(bytes_of(*status), type_of(state, type)); });
}

int MPI_Test_cancelled(const MPI_Status* status, int* flag) {
  return call(__func__, [&](State&) { *flag = is_cancelled(*status) ? 1 : 0; });
}

int MPI_Status_set_cancelled(MPI_Status* status, int flag) {
  return call(__func__, [&](State&) {
    if (flag != 0) set_cancelled(*status);
  });
}

}  // extern "C"
