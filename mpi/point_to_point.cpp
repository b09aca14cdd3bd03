// SPDX-License-Identifier: Apache-2.0
// Blocking sends and receives, and both at once.

#include "mpi/status.hpp"
#include "mpi/transfers.hpp"

#include <utility>

namespace toruscope::mpi {

namespace {

/// Describes a transfer whose arguments have been checked.
void describe(State& state, Pending& pending, Pending::What what, void* data, int count, MPI_Datatype type,
              int partner, int tag, MPI_Comm comm) {
  pending.what = what;
  pending.comm = keep_comm(state, comm);
  pending.data = data;
  pending.count = static_cast<std::size_t>(count);
  pending.type = keep_type(state, type);
  pending.partner = partner;
  pending.tag = tag;
}

/// A transfer that something else must go on beside: it begins, and all go on until it is over.
void transfer_beside(State& state, Pending& pending) {
  begin(pending);
  Pending* const one[] = {&pending};
  wait_all(state, one, true);
}

void tell_error(int error) {
  if (error == MPI_ERR_TRUNCATE) refuse(error, "the message is longer than the buffer");
}

/// Sends to this rank itself, out of the program's buffer, or while Ibarriers and Ibcasts are under
/// way.
[[gnu::noinline]] void send_beside(State& state, const void* data, int count, MPI_Datatype type, int to,
                                   int tag, MPI_Comm handle, Mode mode) {
  Pending pending;
  describe(state, pending, Pending::What::send, const_cast<void*>(data), count, type, to, tag, handle);
  pending.mode = mode;
  transfer_beside(state, pending);
}

/// Sends synchronously, or data that are not one block.
[[gnu::noinline]] void send_packed(Comm& comm, const void* data, std::size_t count, const Type& type, int to,
                                   int tag, Mode mode) {
  Packed packed(data, count, type);
  if (mode == Mode::synchronous)
    comm.messages.ssend(comm.partner_in_messages(to), packed.bytes(), tag);
  else
    comm.messages.send(comm.partner_in_messages(to), packed.take(), tag);
}

/// Receives while Ibarriers and Ibcasts are under way.
[[gnu::noinline]] void receive_beside(State& state, void* data, int count, MPI_Datatype type, int from, int tag,
                                      MPI_Comm handle, MPI_Status* status) {
  Pending pending;
  describe(state, pending, Pending::What::receive, data, count, type, from, tag, handle);
  transfer_beside(state, pending);
  write_status(status, pending.status);
  tell_error(pending.status.MPI_ERROR);
}

/// Receives data that are not one block, or where a message that is too long is no end of the run.
[[gnu::noinline]] void receive_packed(State& state, Comm& comm, void* data, std::size_t count, const Type& type,
                                      int from, int tag, MPI_Status* status) {
  const Received got = comm.messages.adopt(comm.partner_in_messages(from), state.body, tag_of(tag));
  const int error = store(state.body, data, count, type);
  write_status(status, status_of(comm, got));
  tell_error(error);
}

[[gnu::always_inline]] inline void send_now(State& state, const void* data, int count, MPI_Datatype type,
                                            int to, int tag, MPI_Comm handle, Mode mode) {
  Comm& comm = comm_of(state, handle);
  check_count(count);
  const Type& elements = usable_type(state, type);
  check_destination(comm, to);
  check_send_tag(tag);
  if (to == MPI_PROC_NULL) return;
  const bool goes_beside = mode == Mode::buffered || !state.schedules.empty();
  if (goes_beside || comm.partner_in_messages(to) == comm.messages.rank()) [[unlikely]]
    return send_beside(state, data, count, type, to, tag, handle, mode);
  const auto elements_sent = static_cast<std::size_t>(count);
  if (!elements.is_dense() || mode == Mode::synchronous) [[unlikely]]
    return send_packed(comm, data, elements_sent, elements, to, tag, mode);
  comm.messages.send(comm.partner_in_messages(to), block_of(const_cast<void*>(data), elements_sent, elements),
                     tag);
}

[[gnu::always_inline]] inline void receive_now(State& state, void* data, int count, MPI_Datatype type, int from,
                                               int tag, MPI_Comm handle, MPI_Status* status) {
  Comm& comm = comm_of(state, handle);
  check_count(count);
  const Type& elements = usable_type(state, type);
  check_source(comm, from);
  check_receive_tag(tag);
  if (from == MPI_PROC_NULL) return write_status(status, null_status());
  if (!state.schedules.empty()) [[unlikely]]
    return receive_beside(state, data, count, type, from, tag, handle, status);
  const auto most = static_cast<std::size_t>(count);
  if (!elements.is_dense() || comm.handler != MPI_ERRORS_ARE_FATAL) [[unlikely]]
    return receive_packed(state, comm, data, most, elements, from, tag, status);
  // A message that is too long ends the run: the engine says so.
  const Received got =
      comm.messages.recv(comm.partner_in_messages(from), block_of(data, most, elements), tag_of(tag));
  write_status(status, status_of(comm, got));
}

struct Side {
  int count;
  MPI_Datatype type;
  int partner;
  int tag;
};

/// Sends and receives at once, as one step of the machine (rules.md, T6).
void exchange(State& state, const void* out, const Side& send, void* in, const Side& receive, MPI_Comm handle,
              MPI_Status* status) {
  Comm& comm = comm_of(state, handle);
  check_count(send.count);
  check_count(receive.count);
  const Type& sent = usable_type(state, send.type);
  const Type& wanted = usable_type(state, receive.type);
  check_destination(comm, send.partner);
  check_source(comm, receive.partner);
  check_send_tag(send.tag);
  check_receive_tag(receive.tag);
  if (send.partner == MPI_PROC_NULL)
    return receive_now(state, in, receive.count, receive.type, receive.partner, receive.tag, handle, status);
  if (receive.partner == MPI_PROC_NULL) {
    send_now(state, out, send.count, send.type, send.partner, send.tag, handle, Mode::standard);
    return write_status(status, null_status());
  }
  const bool is_known =
      status == MPI_STATUS_IGNORE || (receive.partner != MPI_ANY_SOURCE && receive.tag != MPI_ANY_TAG);
  if (!is_known || !state.schedules.empty()) {
    Pending sending;
    Pending receiving;
    describe(state, receiving, Pending::What::receive, in, receive.count, receive.type, receive.partner,
             receive.tag, handle);
    describe(state, sending, Pending::What::send, const_cast<void*>(out), send.count, send.type, send.partner,
             send.tag, handle);
    begin(receiving);
    begin(sending);
    Pending* const both[] = {&receiving, &sending};
    wait_all(state, both, true);
    write_status(status, receiving.status);
    return tell_error(receiving.status.MPI_ERROR);
  }
  Packed packed(out, static_cast<std::size_t>(send.count), sent);
  comm.messages.round([&](Round& round) {
    round.send(comm.partner_in_messages(send.partner), packed.bytes(), send.tag);
    round.adopt(comm.partner_in_messages(receive.partner), state.body, tag_of(receive.tag));
  });
  const int error = store(state.body, in, static_cast<std::size_t>(receive.count), wanted);
  write_status(status, make_status(receive.partner, receive.tag, state.body.size()));
  tell_error(error);
}

/// Begins a transfer whose handle the program gets; `begins` is false for a persistent one.
void post(State& state, Pending::What what, void* data, int count, MPI_Datatype type, int partner, int tag,
          MPI_Comm handle, Mode mode, bool begins, MPI_Request* request) {
  Comm& comm = comm_of(state, handle);
  check_count(count);
  usable_type(state, type);
  if (what == Pending::What::send) {
    check_destination(comm, partner);
    check_send_tag(tag);
  } else {
    check_source(comm, partner);
    check_receive_tag(tag);
  }
  auto pending = std::make_shared<Pending>();
  describe(state, *pending, what, data, count, type, partner, tag, handle);
  pending->mode = mode;
  pending->is_persistent = !begins;
  if (begins) begin(*pending);
  *request = handle_of<MPI_Request>(state.requests.add(std::move(pending)));
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  return call(__func__, [&](State& s) { send_now(s, data, count, type, to, tag, comm, Mode::standard); });
}
int MPI_Ssend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  return call(__func__, [&](State& s) { send_now(s, data, count, type, to, tag, comm, Mode::synchronous); });
}
int MPI_Bsend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  return call(__func__, [&](State& s) { send_now(s, data, count, type, to, tag, comm, Mode::buffered); });
}
int MPI_Rsend(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  return call(__func__, [&](State& s) { send_now(s, data, count, type, to, tag, comm, Mode::standard); });
}

int MPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status) {
  return call(__func__, [&](State& s) { receive_now(s, data, count, type, from, tag, comm, status); });
}

int MPI_Sendrecv(const void* out, int out_count, MPI_Datatype out_type, int to, int out_tag, void* in,
                 int in_count, MPI_Datatype in_type, int from, int in_tag, MPI_Comm comm, MPI_Status* status) {
  return call(__func__, [&](State& s) {
    exchange(s, out, {out_count, out_type, to, out_tag}, in, {in_count, in_type, from, in_tag}, comm, status);
  });
}

int MPI_Sendrecv_replace(void* data, int count, MPI_Datatype type, int to, int out_tag, int from, int in_tag,
                         MPI_Comm comm, MPI_Status* status) {
  return call(__func__, [&](State& s) {  // the data are read before anything is received
    exchange(s, data, {count, type, to, out_tag}, data, {count, type, from, in_tag}, comm, status);
  });
}

// Sends and receives under way.

#define TORUSCOPE_POST(NAME, WHAT, MODE, BEGINS)                                                         \
  int NAME(const void* data, int count, MPI_Datatype type, int partner, int tag, MPI_Comm comm,          \
           MPI_Request* request) {                                                                       \
    return call(__func__, [&](State& s) {                                                                \
      post(s, Pending::What::WHAT, const_cast<void*>(data), count, type, partner, tag, comm, Mode::MODE, \
           BEGINS, request);                                                                             \
    });                                                                                                  \
  }
TORUSCOPE_POST(MPI_Isend, send, standard, true)
TORUSCOPE_POST(MPI_Ibsend, send, buffered, true)
TORUSCOPE_POST(MPI_Issend, send, synchronous, true)
TORUSCOPE_POST(MPI_Irsend, send, standard, true)
TORUSCOPE_POST(MPI_Send_init, send, standard, false)
TORUSCOPE_POST(MPI_Bsend_init, send, buffered, false)
TORUSCOPE_POST(MPI_Ssend_init, send, synchronous, false)
TORUSCOPE_POST(MPI_Rsend_init, send, standard, false)
#undef TORUSCOPE_POST

int MPI_Irecv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request* request) {
  return call(__func__, [&](State& s) {
    post(s, Pending::What::receive, data, count, type, from, tag, comm, Mode::standard, true, request);
  });
}
int MPI_Recv_init(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  return call(__func__, [&](State& s) {
    post(s, Pending::What::receive, data, count, type, from, tag, comm, Mode::standard, false, request);
  });
}

}  // extern "C"
