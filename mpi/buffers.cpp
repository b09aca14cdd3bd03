// SPDX-License-Identifier: Apache-2.0

#include "mpi/buffers.hpp"

#include "mpi/state.hpp"
#include "mpi/status.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

std::size_t room_for(const Pending& send) {
  return send.count * send.type->size() + MPI_BSEND_OVERHEAD;
}

bool has_room(const State& state, const Pending& send) {
  std::size_t taken = room_for(send);
  for (const PendingPtr& other : state.buffered)
    if (!other->is_done) taken += room_for(*other);
  return taken <= state.buffer_size;
}

/// Forgets the sends that are over by now: a question, which takes time if none is (rules.md, T14).
void forget_done(State& state) {
  std::erase_if(state.buffered, [&](const PendingPtr& p) { return test(state, *p); });
}

void wait_for_buffered(State& state) {
  std::vector<Pending*> left;
  for (const PendingPtr& p : state.buffered) left.push_back(p.get());
  wait_all(state, left, false);
  state.buffered.clear();
}

}  // namespace

void begin_buffered(State& state, Pending& send) {
  if (!has_room(state, send)) forget_done(state);
  if (!has_room(state, send))
    refuse(MPI_ERR_BUFFER, "the buffer has no room for " + std::to_string(room_for(send)) +
                               " bytes more (a message takes MPI_BSEND_OVERHEAD besides its own); it has " +
                               std::to_string(state.buffer_size) + " in all");
  auto copy = std::make_shared<Pending>();
  copy->comm = send.comm;
  copy->data = send.data;
  copy->count = send.count;
  copy->type = send.type;
  copy->partner = send.partner;
  copy->tag = send.tag;
  begin(*copy);
  state.buffered.push_back(std::move(copy));
  send.is_done = true;
  send.status = empty_status();
}

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Buffer_attach(void* buffer, int size) {
  return call(__func__, [&](State& s) {
    if (s.buffer != nullptr) refuse(MPI_ERR_BUFFER, "there is a buffer already; detach that first");
    if (size < 0) refuse(MPI_ERR_ARG, "the size is below 0");
    s.buffer = buffer;
    s.buffer_size = static_cast<std::size_t>(size);
  });
}

int MPI_Buffer_detach(void* place, int* size) {
  return call(__func__, [&](State& s) {
    wait_for_buffered(s);
    *static_cast<void**>(place) = std::exchange(s.buffer, nullptr);
    *size = static_cast<int>(std::exchange(s.buffer_size, 0));
  });
}

}  // extern "C"
