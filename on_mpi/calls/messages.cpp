// SPDX-License-Identifier: Apache-2.0
// Messages, requests and rounds over real MPI.

#include "on_mpi/calls/transport.hpp"
#include "runtime/core/checksum.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <deque>
#include <fmt/core.h>
#include <sched.h>
#include <utility>

namespace toruscope {

using core::RequestState;
using core::Transport;

namespace {

RequestState state_of(const char* operation, MPI_Comm comm, Rank partner, Tag tag) {
  RequestState state;
  state.operation = operation;
  state.comm = comm;
  state.partner = partner;
  state.tag = tag;
  return state;
}

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) {
  return !a.empty() && !b.empty() && a.data() < b.data() + b.size() && b.data() < a.data() + a.size();
}

}  // namespace

// --- requests ------------------------------------------------------------------------------------

Request::Request(RequestState* state) : state_(state) {}
Request::Request(Request&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}
Request& Request::operator=(Request&& other) noexcept {
  std::swap(state_, other.state_);
  return *this;
}

/// One that is under way when an error unwinds this rank is left to MPI_Abort.
Request::~Request() = default;

// --- blocking messages ---------------------------------------------------------------------------

void Communicator::send_bytes(Rank to, std::span<const std::byte> data, Tag tag) {
  group_->check("send", to, tag, false);
  Transport::here().send_copy(group_->comm(context_), to, data, tag);
}

void Communicator::send_owned(Rank to, detail::OwnedBuffer data, Tag tag) {
  group_->check("send", to, tag, false);
  Transport::here().send_owned(group_->comm(context_), to, std::move(data), tag);
}

void Communicator::ssend_bytes(Rank to, std::span<const std::byte> data, Tag tag) {
  Request sent = issend_bytes(to, data, tag);
  wait(sent);
}

Received Communicator::recv_into(Rank from, detail::Destination into, Tag tag) {
  group_->check("recv", from, tag, true);
  RequestState receive = state_of("recv", group_->comm(context_), from, tag);
  receive.into = into;
  return Transport::here().receive(receive);
}

void Communicator::sendrecv_bytes(Rank to, std::span<const std::byte> data, Rank from, detail::Destination into,
                                  Tag tag) {
  group_->check("sendrecv", to, tag, false);
  group_->check("sendrecv", from, tag, true);
  MPI_Comm comm = group_->comm(context_);
  Transport& transport = Transport::here();
  const bool is_plain = into.adopt == nullptr && !overlap(data, into.bytes);
  if (is_plain && transport.exchange(comm, to, data, from, into.bytes, tag)) return;
  RequestState send = state_of("sendrecv", comm, to, tag);
  RequestState receive = state_of("sendrecv", comm, from, tag);
  receive.into = into;
  if (!is_plain && into.adopt == nullptr) {
    send.copy.assign(data.begin(), data.end());
    data = send.copy;
  }
  transport.begin_receive(receive);
  transport.begin_send(send, data);
  transport.wait(receive);
  transport.wait(send);
}

// --- non-blocking messages -----------------------------------------------------------------------

Request Communicator::isend_bytes(Rank to, std::span<const std::byte> data, Tag tag) {
  group_->check("isend", to, tag, false);
  auto* send = new RequestState(state_of("isend", group_->comm(context_), to, tag));
  Request request(send);
  send->copy.assign(data.begin(), data.end());
  Transport::here().begin_send(*send, send->copy);
  return request;
}

Request Communicator::isend_owned(Rank to, detail::OwnedBuffer data, Tag tag) {
  group_->check("isend", to, tag, false);
  auto* send = new RequestState(state_of("isend", group_->comm(context_), to, tag));
  Request request(send);
  send->owned = std::move(data);
  Transport::here().begin_send(*send, send->owned.bytes());
  return request;
}

Request Communicator::issend_bytes(Rank to, std::span<const std::byte> data, Tag tag) {
  group_->check("ssend", to, tag, false);
  auto* send = new RequestState(state_of("ssend", group_->comm(context_), to, tag));
  Request request(send);
  send->copy.assign(data.begin(), data.end());
  Transport::here().begin_send(*send, send->copy, to != rank_);  // one to itself does not wait
  return request;
}

Request Communicator::irecv_into(Rank from, detail::Destination into, Tag tag) {
  group_->check("irecv", from, tag, true);
  auto* receive = new RequestState(state_of("irecv", group_->comm(context_), from, tag));
  Request request(receive);
  receive->into = into;
  Transport::here().begin_receive(*receive);
  return request;
}

Received Communicator::wait(Request& request) {
  if (request.state_ == nullptr) return {};
  Transport::here().wait(*request.state_);
  const std::unique_ptr<RequestState> ended(std::exchange(request.state_, nullptr));
  return ended->got;
}

void Communicator::wait_all(std::span<Request> requests) {
  for (Request& request : requests) wait(request);
}

void Communicator::wait_each(std::span<Request*> requests) {
  for (Request* request : requests) wait(*request);
}

std::optional<Received> Communicator::test(Request& request) {
  if (request.state_ == nullptr) return Received{};
  if (!Transport::here().test(*request.state_)) return std::nullopt;
  return wait(request);
}

std::optional<std::size_t> Communicator::test_any(std::span<Request* const> requests, Received* got) {
  bool is_any_pending = false;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] == nullptr || !requests[i]->is_pending()) continue;
    is_any_pending = true;
    const auto received = test(*requests[i]);
    if (!received) continue;
    if (got != nullptr) *got = *received;
    return i;
  }
  if (!is_any_pending) fail("test_any: none of its requests is pending; it needs at least one");
  return std::nullopt;
}

namespace {

std::vector<Request*> addresses(std::span<Request> requests) {
  std::vector<Request*> all;
  for (Request& request : requests) all.push_back(&request);
  return all;
}

}  // namespace

std::optional<std::size_t> Communicator::test_any(std::span<Request> requests, Received* got) {
  return test_any(std::span<Request* const>(addresses(requests)), got);
}

std::size_t Communicator::wait_any(std::span<Request> requests, Received* got) {
  const std::vector<Request*> all = addresses(requests);
  for (;;) {
    if (const auto first = test_any(std::span<Request* const>(all), got)) return *first;
    sched_yield();
  }
}

bool Communicator::test_all(std::span<Request* const> requests) {
  for (Request* request : requests)
    if (request != nullptr && request->state_ != nullptr && !Transport::here().test(*request->state_))
      return false;
  for (Request* request : requests)
    if (request != nullptr) wait(*request);
  return true;
}

bool Communicator::test_all(std::span<Request> requests) {
  return test_all(std::span<Request* const>(addresses(requests)));
}

std::vector<std::size_t> Communicator::wait_some(std::span<Request* const> requests,
                                                 std::vector<Received>* got) {
  const auto is_pending = [](const Request* r) { return r != nullptr && r->is_pending(); };
  std::vector<std::size_t> ended;
  if (got != nullptr) got->clear();
  while (ended.empty() && std::any_of(requests.begin(), requests.end(), is_pending)) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (!is_pending(requests[i])) continue;
      const auto received = test(*requests[i]);
      if (!received) continue;
      ended.push_back(i);
      if (got != nullptr) got->push_back(*received);
    }
    if (ended.empty()) sched_yield();
  }
  return ended;
}

std::vector<std::size_t> Communicator::wait_some(std::span<Request> requests, std::vector<Received>* got) {
  return wait_some(std::span<Request* const>(addresses(requests)), got);
}

std::optional<Received> Communicator::wait_until(Request& request, Ticks deadline) {
  for (;;) {
    if (auto received = test(request)) return received;
    if (now() >= deadline) return std::nullopt;
    sched_yield();
  }
}

bool Communicator::cancel(Request& request) {
  if (request.state_ == nullptr) return false;
  if (request.state_->kind == RequestState::Kind::send) fail("cancel: only a receive can be cancelled");
  if (!Transport::here().cancel(*request.state_)) return false;
  delete std::exchange(request.state_, nullptr);
  return true;
}

std::optional<Received> Communicator::probe(Rank from, Tag tag) {
  group_->check("probe", from, tag, true);
  int is_there = 0;
  MPI_Status status;
  core::require(MPI_Iprobe(from == any_source ? MPI_ANY_SOURCE : from, tag == any_tag ? MPI_ANY_TAG : tag,
                           group_->comm(context_), &is_there, &status),
                "probe");
  if (is_there == 0) return std::nullopt;
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  return Received{status.MPI_SOURCE, status.MPI_TAG, static_cast<std::size_t>(bytes)};
}

std::optional<Received> Communicator::probe_until(Rank from, Ticks deadline, Tag tag) {
  for (;;) {
    if (auto found = probe(from, tag)) return found;
    if (now() >= deadline) return std::nullopt;
    sched_yield();
  }
}

// --- rounds --------------------------------------------------------------------------------------

namespace {

/// A round is described by one rank at a time, and this process is one: its states are used again.
struct Described {
  struct Send {
    RequestState state;
    std::span<const std::byte> data;
    std::uint64_t seen = 0;
  };
  std::deque<Send> sends;
  std::deque<RequestState> receives;
};

Described& described() {
  static Described round;
  return round;
}

/// Some of the bytes, to notice that a program changes what it has named.
std::uint64_t sample(std::span<const std::byte> data) {
  constexpr std::size_t kPart = 64;
  if (data.size() <= 2 * kPart) return core::checksum_of(data);
  return core::checksum_of(data.first(kPart)) ^ core::checksum_of(data.last(kPart));
}

constexpr std::size_t kCopied = 2048;  // bytes that cost less to copy than to watch

}  // namespace

Round::Round(Communicator& comm) : comm_(comm) {
  described().sends.clear();
  described().receives.clear();
}

Round::~Round() = default;

void Round::send_bytes(Rank to, std::span<const std::byte> data, Tag tag) {
  comm_.group_->check("round", to, tag, false);
  Described::Send& send = described().sends.emplace_back();
  send.state = state_of("round", comm_.group_->comm(comm_.context_), to, tag);
  send.data = data;
  if (data.size() <= kCopied) {
    send.state.copy.assign(data.begin(), data.end());
    send.data = send.state.copy;
  } else {
    send.seen = sample(data);
  }
}

void Round::send_owned(Rank to, detail::OwnedBuffer data, Tag tag) {
  comm_.group_->check("round", to, tag, false);
  Described::Send& send = described().sends.emplace_back();
  send.state = state_of("round", comm_.group_->comm(comm_.context_), to, tag);
  send.state.owned = std::move(data);
  send.data = send.state.owned.bytes();
}

void Round::recv_into(Rank from, detail::Destination into, Tag tag) {
  comm_.group_->check("round", from, tag, true);
  RequestState& receive = described().receives.emplace_back();
  receive = state_of("round", comm_.group_->comm(comm_.context_), from, tag);
  receive.into = into;
}

void Round::carry_out() {
  Transport& transport = Transport::here();
  // What is sent is the state before the receives.
  for (Described::Send& send : described().sends) {
    if (send.data.size() <= kCopied || send.state.owned) continue;
    if (sample(send.data) != send.seen)
      comm_.fail(
          "round: data were changed after they had been named in the round; on real MPI a round sends from "
          "the program's memory");
    const auto is_overwritten = [&](const RequestState& receive) {
      return receive.into.adopt == nullptr && overlap(send.data, receive.into.bytes);
    };
    if (std::none_of(described().receives.begin(), described().receives.end(), is_overwritten)) continue;
    send.state.copy.assign(send.data.begin(), send.data.end());
    send.data = send.state.copy;
  }
  for (RequestState& receive : described().receives) transport.begin_receive(receive);
  for (Described::Send& send : described().sends) transport.begin_send(send.state, send.data);
  for (RequestState& receive : described().receives) transport.wait(receive);
  for (Described::Send& send : described().sends) transport.wait(send.state);
}

}  // namespace toruscope
