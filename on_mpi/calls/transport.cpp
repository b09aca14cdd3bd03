// SPDX-License-Identifier: Apache-2.0

#include "on_mpi/calls/transport.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <climits>
#include <cstring>
#include <fmt/core.h>
#include <sched.h>
#include <utility>

namespace toruscope {
namespace core {

namespace {

int count_of(const char* operation, std::size_t bytes) {
  if (bytes > INT_MAX)
    throw ConfigError(
        fmt::format("{}: a message of {} bytes; MPI takes up to {} in one", operation, bytes, INT_MAX));
  return static_cast<int>(bytes);
}

int source_of(Rank from) {
  return from == any_source ? MPI_ANY_SOURCE : from;
}

int tag_of(Tag tag) {
  return tag == any_tag ? MPI_ANY_TAG : tag;
}

Received received(const MPI_Status& status) {
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  return {status.MPI_SOURCE, status.MPI_TAG, static_cast<std::size_t>(bytes)};
}

bool fits(const RequestState& receive, MPI_Comm comm, int source, int tag) {
  return receive.comm == comm && (receive.partner == any_source || receive.partner == source) &&
         (receive.tag == any_tag || receive.tag == tag);
}

/// True if there can be a message that fits both.
bool overlap(const RequestState& a, const RequestState& b) {
  return a.comm == b.comm && (a.partner == b.partner || a.partner == any_source || b.partner == any_source) &&
         (a.tag == b.tag || a.tag == any_tag || b.tag == any_tag);
}

void require_fit(const RequestState& receive, std::size_t bytes, Rank source) {
  if (bytes <= receive.into.bytes.size()) return;
  throw ProgramError(fmt::format("{}: the message from {} has {} bytes, its buffer {}", receive.operation,
                                 source, bytes, receive.into.bytes.size()),
                     0, Ticks{});
}

void require_received(const RequestState& receive, int code) {
  if (code == MPI_SUCCESS) return;
  int kind = 0;
  MPI_Error_class(code, &kind);
  if (kind == MPI_ERR_TRUNCATE)
    throw ProgramError(
        fmt::format("{}: a message from {} is longer than its buffer of {} bytes", receive.operation,
                    receive.partner == any_source ? "any source" : std::to_string(receive.partner),
                    receive.into.bytes.size()),
        0, Ticks{});
  require(code, receive.operation);
}

/// Takes the message into its receive.
void take(RequestState& receive, MPI_Message& message, const MPI_Status& status) {
  receive.got = received(status);
  const int count = count_of(receive.operation, receive.got.bytes);
  receive.is_done = true;
  if (receive.into.adopt == nullptr) {
    require_fit(receive, receive.got.bytes, receive.got.source);
    require(MPI_Mrecv(receive.into.bytes.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE),
            receive.operation);
    return;
  }
  std::vector<std::byte> body(receive.got.bytes);
  require(MPI_Mrecv(body.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE), receive.operation);
  detail::OwnedBuffer owned{std::move(body)};
  const std::span<const std::byte> bytes = owned.bytes();
  if (!receive.into.adopt(receive.into.vector, owned, bytes))
    throw ProgramError(fmt::format("{}: the message from {} has {} bytes, no whole number of elements",
                                   receive.operation, receive.got.source, receive.got.bytes),
                       0, Ticks{});
}

}  // namespace

Transport& Transport::here() {
  static Transport transport;
  return transport;
}

void Transport::begin_send(RequestState& send, std::span<const std::byte> data, bool is_synchronous) {
  const int count = count_of(send.operation, data.size());
  const auto begin = is_synchronous ? MPI_Issend : MPI_Isend;
  require(begin(data.data(), count, MPI_BYTE, send.partner, send.tag, send.comm, &send.mpi), send.operation);
}

void Transport::send_copy(MPI_Comm comm, Rank to, std::span<const std::byte> data, Tag tag) {
  forget_sent();
  std::unique_ptr<Copy> copy;
  if (!idle_.empty()) {
    copy = std::move(idle_.back());
    idle_.pop_back();
  } else {
    copy = std::make_unique<Copy>();
  }
  copy->bytes.assign(data.begin(), data.end());
  require(MPI_Isend(copy->bytes.data(), count_of("send", data.size()), MPI_BYTE, to, tag, comm, &copy->mpi),
          "send");
  copies_.push_back(std::move(copy));
}

void Transport::send_owned(MPI_Comm comm, Rank to, detail::OwnedBuffer data, Tag tag) {
  forget_sent();
  auto copy = std::make_unique<Copy>();
  copy->owned = std::move(data);
  const std::span<const std::byte> bytes = copy->owned.bytes();
  require(MPI_Isend(bytes.data(), count_of("send", bytes.size()), MPI_BYTE, to, tag, comm, &copy->mpi), "send");
  copies_.push_back(std::move(copy));
}

void Transport::forget_sent() {
  constexpr std::size_t kMostIdle = 64;
  while (!copies_.empty()) {
    int is_sent = 0;
    require(MPI_Test(&copies_.front()->mpi, &is_sent, MPI_STATUS_IGNORE), "send");
    if (is_sent == 0) return;
    std::unique_ptr<Copy> copy = std::move(copies_.front());
    copies_.pop_front();
    if (idle_.size() < kMostIdle && copy->owned.bytes().data() == nullptr) idle_.push_back(std::move(copy));
  }
}

bool Transport::is_behind(const RequestState& receive) const {
  return std::any_of(listed_.begin(), listed_.end(),
                     [&](const RequestState* earlier) { return overlap(*earlier, receive); });
}

void Transport::begin_receive(RequestState& receive) {
  receive.kind = RequestState::Kind::receive;
  if (receive.into.adopt != nullptr || (!listed_.empty() && is_behind(receive))) {
    receive.is_listed = true;
    listed_.push_back(&receive);
    return;
  }
  const int count = count_of(receive.operation, receive.into.bytes.size());
  require(MPI_Irecv(receive.into.bytes.data(), count, MPI_BYTE, source_of(receive.partner), tag_of(receive.tag),
                    receive.comm, &receive.mpi),
          receive.operation);
}

void Transport::progress() {
  for (std::size_t i = 0; i < listed_.size();) {
    RequestState& asked = *listed_[i];
    int is_there = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    require(MPI_Improbe(source_of(asked.partner), tag_of(asked.tag), asked.comm, &is_there, &message, &status),
            asked.operation);
    if (is_there == 0) {
      ++i;
      continue;
    }
    // One before it may have come for this message after it had asked.
    const auto first = std::find_if(listed_.begin(), listed_.end(), [&](const RequestState* receive) {
      return fits(*receive, asked.comm, status.MPI_SOURCE, status.MPI_TAG);
    });
    RequestState& taker = **first;
    i = static_cast<std::size_t>(first - listed_.begin());
    listed_.erase(first);
    take(taker, message, status);
  }
}

bool Transport::test(RequestState& request) {
  if (request.is_done) return true;
  if (!listed_.empty()) progress();
  if (request.is_listed) return request.is_done;
  int is_done = 0;
  MPI_Status status;
  const int code = MPI_Test(&request.mpi, &is_done, &status);
  if (request.kind == RequestState::Kind::receive)
    require_received(request, code);
  else
    require(code, request.operation);
  if (is_done == 0) return false;
  if (request.kind == RequestState::Kind::receive) request.got = received(status);
  return request.is_done = true;
}

void Transport::wait(RequestState& request) {
  constexpr int kUntilYield = 100;
  if (!request.is_listed && listed_.empty() && !request.is_done) {
    MPI_Status status;
    const int code = MPI_Wait(&request.mpi, &status);
    if (request.kind == RequestState::Kind::receive) {
      require_received(request, code);
      request.got = received(status);
    } else {
      require(code, request.operation);
    }
    request.is_done = true;
    return;
  }
  for (int polls = 0; !test(request); ++polls)
    if (polls >= kUntilYield) sched_yield();
}

Received Transport::receive(RequestState& receive) {
  if (receive.into.adopt == nullptr && listed_.empty()) {
    MPI_Status status;
    require_received(
        receive, MPI_Recv(receive.into.bytes.data(), count_of(receive.operation, receive.into.bytes.size()),
                          MPI_BYTE, source_of(receive.partner), tag_of(receive.tag), receive.comm, &status));
    return received(status);
  }
  begin_receive(receive);
  wait(receive);
  return receive.got;
}

bool Transport::exchange(MPI_Comm comm, Rank to, std::span<const std::byte> data, Rank from,
                         std::span<std::byte> into, Tag tag) {
  if (!listed_.empty()) return false;
  const int code = MPI_Sendrecv(data.data(), count_of("sendrecv", data.size()), MPI_BYTE, to, tag, into.data(),
                                count_of("sendrecv", into.size()), MPI_BYTE, source_of(from), tag_of(tag), comm,
                                MPI_STATUS_IGNORE);
  if (code == MPI_SUCCESS) return true;
  RequestState receive;
  receive.operation = "sendrecv";
  receive.partner = from;
  receive.into.bytes = into;
  require_received(receive, code);
  return true;
}

bool Transport::cancel(RequestState& receive) {
  if (test(receive)) return false;
  if (receive.is_listed) {
    std::erase(listed_, &receive);
    return true;
  }
  MPI_Status status;
  int is_cancelled = 0;
  require(MPI_Cancel(&receive.mpi), "cancel");
  require(MPI_Wait(&receive.mpi, &status), "cancel");
  MPI_Test_cancelled(&status, &is_cancelled);
  if (is_cancelled != 0) return true;
  receive.got = received(status);
  receive.is_done = true;
  return false;
}

void Transport::finish_sends() {
  for (auto& copy : copies_) require(MPI_Wait(&copy->mpi, MPI_STATUS_IGNORE), "send");
  copies_.clear();
}

}  // namespace core
}  // namespace toruscope
