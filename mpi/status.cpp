// SPDX-License-Identifier: Apache-2.0

#include "mpi/status.hpp"

#include "mpi/state.hpp"

#include <climits>
#include <cstdint>

namespace toruscope::mpi {

namespace {

enum Place { low, high, cancelled };

MPI_Status make_status(int source, int tag, std::size_t bytes) {
  MPI_Status status{};
  status.MPI_SOURCE = source;
  status.MPI_TAG = tag;
  status.MPI_ERROR = MPI_SUCCESS;
  status.MPI_internal[low] = static_cast<int>(bytes & UINT32_MAX);
  status.MPI_internal[high] = static_cast<int>(bytes >> 32U);
  return status;
}

}  // namespace

MPI_Status empty_status() {
  return make_status(MPI_ANY_SOURCE, MPI_ANY_TAG, 0);
}
MPI_Status null_status() {
  return make_status(MPI_PROC_NULL, MPI_ANY_TAG, 0);
}
MPI_Status status_of(const Received& got) {
  return make_status(got.source, got.tag, got.bytes);
}

std::size_t bytes_of(const MPI_Status& status) {
  return static_cast<std::uint32_t>(status.MPI_internal[low]) |
         static_cast<std::size_t>(static_cast<std::uint32_t>(status.MPI_internal[high])) << 32U;
}
bool is_cancelled(const MPI_Status& status) {
  return status.MPI_internal[cancelled] != 0;
}
void set_cancelled(MPI_Status& status) {
  status.MPI_internal[cancelled] = 1;
}

int elements_in(std::size_t bytes, const Type& type) {
  if (type.size() == 0) return bytes == 0 ? 0 : MPI_UNDEFINED;
  const std::size_t count = bytes / type.size();
  return bytes % type.size() != 0 || count > INT_MAX ? MPI_UNDEFINED : static_cast<int>(count);
}

void write_status(MPI_Status* into, const MPI_Status& status) {
  if (into == MPI_STATUS_IGNORE) return;
  const int error = into->MPI_ERROR;
  *into = status;
  into->MPI_ERROR = error;
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
