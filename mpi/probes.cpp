// SPDX-License-Identifier: Apache-2.0
// Probes, and messages that a probe has taken out for a receive of its own (MPI 3.1, section
// 3.8.2): such a message is received when it is matched.

#include "mpi/state.hpp"
#include "mpi/status.hpp"
#include "mpi/transfers.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace toruscope::mpi {

namespace {

/// A message that is there, of a source and a tag. `waits`: until there is one.
std::optional<Received> probe(State& state, Comm& comm, int from, int tag, bool waits) {
  const int source = comm.partner_in_messages(from);
  for (;;) {
    // What must go on beside the wait is polled for.
    const auto found = waits && state.schedules.empty() ? comm.messages.probe_until(source, kNever, tag_of(tag))
                                                        : comm.messages.probe(source, tag_of(tag));
    if (found) return found;
    advance_schedules(state);
    if (!waits) return std::nullopt;
  }
}

/// Returns false if there is none, and tells of it otherwise.
bool look(State& state, int from, int tag, MPI_Comm handle, bool waits, MPI_Status* status) {
  Comm& comm = comm_of(state, handle);
  check_source(comm, from);
  check_receive_tag(tag);
  if (from == MPI_PROC_NULL) {
    write_status(status, null_status());
    return true;
  }
  const auto found = probe(state, comm, from, tag, waits);
  if (found) write_status(status, status_of(comm, *found));
  return found.has_value();
}

/// The same, and takes the message out.
bool match(State& state, int from, int tag, MPI_Comm handle, bool waits, MPI_Message* message,
           MPI_Status* status) {
  MPI_Status told = null_status();
  *message = from == MPI_PROC_NULL ? MPI_MESSAGE_NO_PROC : MPI_MESSAGE_NULL;
  if (!look(state, from, tag, handle, waits, &told)) return false;
  write_status(status, told);
  if (from == MPI_PROC_NULL) return true;
  const auto made = std::make_shared<Message>();
  made->comm = keep_comm(state, handle);
  Comm& comm = *made->comm;
  comm.messages.adopt(comm.partner_in_messages(told.MPI_SOURCE), made->body, told.MPI_TAG);
  made->status = told;
  *message = handle_of<MPI_Message>(state.messages.add(made));
  return true;
}

/// Puts a message that was taken out where its receive says; the handle becomes null.
MPI_Status receive_matched(State& state, void* data, int count, MPI_Datatype type, MPI_Message* handle) {
  const Type& elements = usable_type(state, type);
  check_count(count);
  if (*handle == MPI_MESSAGE_NO_PROC) {
    *handle = MPI_MESSAGE_NULL;
    return null_status();
  }
  const std::shared_ptr<Message> message = state.messages.take(number_of(*handle));
  if (message == nullptr)
    refuse(MPI_ERR_REQUEST,
           *handle == MPI_MESSAGE_NULL ? "the message is MPI_MESSAGE_NULL" : "there is no such message");
  *handle = MPI_MESSAGE_NULL;
  if (state.comms.find(message->comm->number) == message->comm.get()) state.in_use = message->comm.get();
  MPI_Status status = message->status;
  status.MPI_ERROR = store(message->body, data, static_cast<std::size_t>(count), elements);
  return status;
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Iprobe(int from, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  return call(__func__, [&](State& s) { *flag = look(s, from, tag, comm, false, status) ? 1 : 0; });
}
int MPI_Probe(int from, int tag, MPI_Comm comm, MPI_Status* status) {
  return call(__func__, [&](State& s) { look(s, from, tag, comm, true, status); });
}

int MPI_Improbe(int from, int tag, MPI_Comm comm, int* flag, MPI_Message* message, MPI_Status* status) {
  return call(__func__, [&](State& s) { *flag = match(s, from, tag, comm, false, message, status) ? 1 : 0; });
}
int MPI_Mprobe(int from, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  return call(__func__, [&](State& s) { match(s, from, tag, comm, true, message, status); });
}

int MPI_Mrecv(void* data, int count, MPI_Datatype type, MPI_Message* message, MPI_Status* status) {
  return call(__func__, [&](State& s) {
    const MPI_Status got = receive_matched(s, data, count, type, message);
    write_status(status, got);
    if (got.MPI_ERROR != MPI_SUCCESS) refuse(got.MPI_ERROR, "the message is longer than the buffer");
  });
}
int MPI_Imrecv(void* data, int count, MPI_Datatype type, MPI_Message* message, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    auto pending = std::make_shared<Pending>();
    pending->what = Pending::What::receive;
    pending->comm = s.world;
    pending->status = receive_matched(s, data, count, type, message);
    if (s.in_use != nullptr) pending->comm = keep_comm(s, handle_of<MPI_Comm>(s.in_use->number));
    pending->is_active = pending->is_done = true;
    *request = handle_of<MPI_Request>(s.requests.add(std::move(pending)));
  });
}

MPI_Fint MPI_Message_c2f(MPI_Message message) {
  return number_of(message);
}
MPI_Message MPI_Message_f2c(MPI_Fint message) {
  return handle_of<MPI_Message>(message);
}

}  // extern "C"
