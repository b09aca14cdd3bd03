// SPDX-License-Identifier: Apache-2.0
// Typed data packed into a buffer of the program, and back.

#include "mpi/transfers.hpp"

#include <string>
#include <vector>

using namespace toruscope::mpi;

namespace {

/// Bytes of the elements, which must fit between position and size.
std::size_t room_for(State& state, int count, MPI_Datatype type, int position, int size) {
  check_count(count);
  const std::size_t bytes = static_cast<std::size_t>(count) * usable_type(state, type).size();
  if (position < 0 || size < position || bytes > static_cast<std::size_t>(size - position))
    refuse(MPI_ERR_TRUNCATE, std::to_string(bytes) + " bytes do not fit into a buffer of " +
                                 std::to_string(size) + " from position " + std::to_string(position));
  return bytes;
}

}  // namespace

extern "C" {

int MPI_Pack_size(int count, MPI_Datatype type, MPI_Comm comm, int* size) {
  return call(__func__, [&](State& s) {
    comm_of(s, comm);
    check_count(count);
    *size = static_cast<int>(static_cast<std::size_t>(count) * usable_type(s, type).size());
  });
}

int MPI_Pack(const void* data, int count, MPI_Datatype type, void* buffer, int size, int* position,
             MPI_Comm comm) {
  return call(__func__, [&](State& s) {
    comm_of(s, comm);
    const std::size_t bytes = room_for(s, count, type, *position, size);
    const Type& known = usable_type(s, type);
    pack(*known.layout, known.extent, static_cast<std::size_t>(count), static_cast<const std::byte*>(data),
         static_cast<std::byte*>(buffer) + *position);
    *position += static_cast<int>(bytes);
  });
}

int MPI_Unpack(const void* buffer, int size, int* position, void* data, int count, MPI_Datatype type,
               MPI_Comm comm) {
  return call(__func__, [&](State& s) {
    comm_of(s, comm);
    const std::size_t bytes = room_for(s, count, type, *position, size);
    store({static_cast<const std::byte*>(buffer) + *position, bytes}, data, static_cast<std::size_t>(count),
          usable_type(s, type));
    *position += static_cast<int>(bytes);
  });
}

}  // extern "C"
