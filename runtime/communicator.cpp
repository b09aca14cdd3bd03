// SPDX-License-Identifier: Apache-2.0
// The thin layer between a PE program's calls and its PE.

#include "runtime/in_library.hpp"
#include "runtime/pe/can_start.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope {

using core::begin_receive;
using core::begin_send;
using core::checked_message;
using core::current_pe;
using core::InLibrary;

// --- requests ------------------------------------------------------------------------------------

namespace {

/// Makes `handle` the handle of the request.
void name(core::RequestState* request, const Request* handle) {
  if (request == nullptr) return;
  if (request->pe != nullptr)
    request->pe->requests().name(*request, handle);
  else
    request->named_by = handle;
  if (core::Pe* const here = current_pe(); here != nullptr) here->requests().first_pending().note(handle);
}

}  // namespace

Request::Request(core::RequestState* state) : state_(state) {
  name(state_, this);
}

Request::Request(Request&& other) noexcept : Request(std::exchange(other.state_, nullptr)) {}

Request& Request::operator=(Request&& other) noexcept {
  if (this != &other) {
    Request old(std::move(*this));  // abandoned at the end of this function, if pending
    state_ = std::exchange(other.state_, nullptr);
    name(state_, this);
  }
  return *this;
}

Request::~Request() {
  if (state_ == nullptr) return;
  if (state_->pe == nullptr) {
    delete state_;  // its PE ended first
  } else {
    state_->pe->calls().abandon(state_);
  }
}

// --- who am I ------------------------------------------------------------------------------------

void Communicator::check_owner(const char* operation) const {
  core::Pe* here = current_pe();
  if (here == pe_ && here->terms().number == run_) [[likely]]
    return;
  refuse_use(operation);
}

void Communicator::refuse_use(const char* operation) const {
  const core::Pe* here = current_pe();
  const std::string text = fmt::format("{}: this communicator belongs to rank {} of a run{}", operation, rank_,
                                       here == nullptr ? "; it was used outside that run"
                                                       : fmt::format("; PE {} must not use it", here->rank()));
  if (here != nullptr) here->fail(text);
  throw ProgramError(text, rank_, Ticks{});
}

core::Place Communicator::place() const {
  pe_->posting().note_caller(*this);
  return {*group_, context_, rank_};
}

Rank Communicator::rank() const {
  return rank_;
}

int Communicator::size() const {
  check_owner("size");
  return group_->size();
}

Rank Communicator::world_rank() const {
  check_owner("world_rank");
  return group_->world_rank(rank_);
}

int Communicator::ports() const {
  check_owner("ports");
  return pe_->terms().parameters.ports.k;
}

bool Communicator::carries_data() const {
  check_owner("carries_data");
  return pe_->terms().execution.data == Data::carried;
}

Buffer Communicator::buffer(std::size_t bytes) const {
  return carries_data() ? Buffer(std::vector<std::byte>(bytes)) : Buffer::without_data(bytes);
}

Buffer Communicator::copy_of(std::span<const std::byte> data) const {
  return carries_data() ? Buffer(data) : Buffer::without_data(data.size());
}

const Costs& Communicator::costs() const {
  check_owner("costs");
  return pe_->terms().costs;
}

const Parameters& Communicator::parameters() const {
  check_owner("parameters");
  return pe_->terms().parameters;
}

const std::shared_ptr<const Catalogue>& Communicator::algorithms() const {
  check_owner("algorithms");
  return pe_->terms().execution.algorithms;
}

// --- messages ------------------------------------------------------------------------------------

void Communicator::send_bytes(Rank to, std::span<const std::byte> data, Tag tag) {
  check_owner("send");
  const InLibrary here(*pe_);
  if (!begin_send(*pe_, "send", *group_, to, tag)) return;
  pe_->calls().send(place(), to, checked_message(*pe_, *group_, to, data), tag, false);
}

void Communicator::send_owned(Rank to, detail::OwnedBuffer data, Tag tag) {
  check_owner("send");
  const InLibrary here(*pe_);
  if (!begin_send(*pe_, "send", *group_, to, tag)) return;
  pe_->calls().send(place(), to, checked_message(*pe_, *group_, to, std::move(data)), tag, false);
}

void Communicator::ssend_bytes(Rank to, std::span<const std::byte> data, Tag tag) {
  check_owner("ssend");
  const InLibrary here(*pe_);
  if (!begin_send(*pe_, "ssend", *group_, to, tag)) return;
  pe_->checks().way(*group_, to, data.size());
  pe_->checks().synchronous();
  pe_->calls().send(place(), to, pe_->posting().message_of(data), tag, true);
}

Received Communicator::recv_into(Rank from, detail::Destination into, Tag tag) {
  check_owner("recv");
  const InLibrary here(*pe_);
  if (!begin_receive(*pe_, "recv", *group_, from, tag)) return {};
  return pe_->calls().receive(place(), from, into, tag);
}

Request Communicator::isend_bytes(Rank to, std::span<const std::byte> data, Tag tag) {
  check_owner("send");
  const InLibrary here(*pe_);
  if (!begin_send(*pe_, "send", *group_, to, tag)) return {};
  return Request(pe_->calls().isend(place(), to, checked_message(*pe_, *group_, to, data), tag, false));
}

Request Communicator::issend_bytes(Rank to, std::span<const std::byte> data, Tag tag) {
  check_owner("ssend");
  const InLibrary here(*pe_);
  if (!begin_send(*pe_, "ssend", *group_, to, tag)) return {};
  pe_->checks().way(*group_, to, data.size());
  pe_->checks().synchronous();
  return Request(pe_->calls().isend(place(), to, pe_->posting().message_of(data), tag, true));
}

Request Communicator::isend_owned(Rank to, detail::OwnedBuffer data, Tag tag) {
  check_owner("send");
  const InLibrary here(*pe_);
  if (!begin_send(*pe_, "send", *group_, to, tag)) return {};
  return Request(
      pe_->calls().isend(place(), to, checked_message(*pe_, *group_, to, std::move(data)), tag, false));
}

Request Communicator::irecv_into(Rank from, detail::Destination into, Tag tag) {
  check_owner("irecv");
  const InLibrary here(*pe_);
  if (!begin_receive(*pe_, "irecv", *group_, from, tag)) return {};
  return Request(pe_->posting().post_receive(place(), from, into, tag, false));
}

// Waits and tests in destructors of a PE that is unwound give up at once, so that loops end.

Received Communicator::wait(Request& request) {
  if (!begin_wait("wait")) {
    const Request given_up(std::move(request));
    return {};
  }
  const InLibrary here(*pe_);
  add_to_wait(request);
  return end_wait();
}

void Communicator::wait_all(std::span<Request> requests) {
  if (!begin_wait("wait")) {
    for (Request& r : requests) const Request given_up(std::move(r));
    return;
  }
  const InLibrary here(*pe_);
  for (Request& r : requests) add_to_wait(r);
  end_wait();
}

void Communicator::wait_each(std::span<Request*> requests) {
  if (!begin_wait("wait")) {
    for (Request* r : requests) const Request given_up(std::move(*r));
    return;
  }
  const InLibrary here(*pe_);
  for (Request* r : requests) add_to_wait(*r);
  end_wait();
}

bool Communicator::begin_wait(const char* operation) {
  check_owner(operation);
  if (!pe_->calls().check(operation) || !pe_->calls().begin()) return false;
  pe_->calls().waited_for().clear();
  return true;
}

void Communicator::check_request(const char* operation, const Request& request) const {
  const core::RequestState* state = request.state_;
  if (state == nullptr || state->pe == pe_) return;
  // The owner is known only until it ends, so the text never names it.
  fail(fmt::format("{}: a request posted by another PE or in an earlier run", operation));
}

void Communicator::add_to_wait(Request& request) {
  if (request.state_ == nullptr) return;  // already complete
  if (request.state_->pe != pe_) pe_->calls().release_all(pe_->calls().waited_for());
  check_request("wait", request);
  pe_->calls().waited_for().push_back(std::exchange(request.state_, nullptr));
}

Received Communicator::end_wait() {
  const auto& states = pe_->calls().waited_for();
  return pe_->calls().complete(states, states.size() == 1 ? "wait" : "wait_all");
}

namespace {

/// Gives up the first pending request, and returns its index.
std::size_t give_up_one(std::span<Request> requests) {
  const auto pending =
      std::find_if(requests.begin(), requests.end(), [](const Request& r) { return r.is_pending(); });
  if (pending == requests.end()) return 0;
  const Request given_up(std::move(*pending));
  return static_cast<std::size_t>(pending - requests.begin());
}

}  // namespace

std::size_t Communicator::wait_any(std::span<Request> requests, Received* got) {
  if (!begin_wait("wait_any")) {
    return give_up_one(requests);
  }
  const InLibrary here(*pe_);
  const Request* pending = pe_->requests().first_pending().in(requests);
  if (pending == nullptr)
    fail(fmt::format("wait_any: none of its {} requests is pending; it needs at least one", requests.size()));
  check_request("wait_any", *pending);
  // Checks all only if they are few: others are checked when they come first.
  if (requests.size() <= core::CompletionOrder::kFew)
    for (const Request& r : requests) check_request("wait_any", r);
  core::RequestState* first[] = {pe_->first_come().await_any(requests)};
  if (first[0] == nullptr) return give_up_one(requests);
  const auto completed = static_cast<std::size_t>(first[0]->named_by - requests.data());
  requests[completed].state_ = nullptr;
  const Received received = pe_->calls().finish(first, false);
  if (got != nullptr) *got = received;
  return completed;
}

std::optional<Received> Communicator::test(Request& request) {
  check_owner("test");
  const InLibrary here(*pe_);
  if (!pe_->calls().check("test")) {
    const Request given_up(std::move(request));
    return Received{};
  }
  check_request("test", request);
  if (request.state_ == nullptr) return Received{};  // complete already
  if (!pe_->polls().test(request.state_)) {
    if (!pe_->is_unwinding()) return std::nullopt;
    const Request given_up(std::move(request));
    return Received{};
  }
  core::RequestState* one[] = {std::exchange(request.state_, nullptr)};
  return pe_->calls().finish(one, false);
}

std::optional<Received> Communicator::probe(Rank from, Tag tag) {
  check_owner("probe");
  const InLibrary here(*pe_);
  if (!pe_->calls().check("probe")) return pe_->polls().probe_unwound();
  pe_->checks().partner("probe", *group_, from, tag, true);
  return pe_->polls().probe(place(), from, tag);
}

// --- operations that go on beside the program ----------------------------------------------------

bool core::can_start() {
  return true;
}

Request Communicator::start_code(std::function<void(Communicator&)> code) {
  check_owner("start");
  const InLibrary here(*pe_);
  if (!pe_->calls().check("start") || !pe_->calls().begin()) return {};
  return Request(pe_->start(*group_, context_, rank_, std::move(code)));
}

// --- time ----------------------------------------------------------------------------------------

namespace {}  // namespace

Ticks Communicator::now() const {
  check_owner("now");
  const InLibrary here(*pe_);
  static_cast<void>(pe_->calls().check_brief("now"));
  return pe_->clock().time;
}

void Communicator::synchronize() {
  check_owner("synchronize");
  const InLibrary here(*pe_);
  if (!pe_->calls().check("synchronize") || !pe_->calls().begin()) return;
  if (!pe_->meetings().enter_collective(*group_, rank_, {.operation = "synchronize"}))
    pe_->host().has_difference = true;
  pe_->polls().begin_anew();
  pe_->meetings().synchronize(*group_);
}

// --- conveniences --------------------------------------------------------------------------------

void Communicator::print(std::string_view line) {
  check_owner("print");
  const InLibrary here(*pe_);
  if (!pe_->calls().check_brief("print")) return;
  pe_->print(line);
}

RandomSource& Communicator::random() {
  check_owner("random");
  return pe_->random();
}

void Communicator::enter_collective(const char* operation, std::string_view algorithm, Rank root,
                                    std::size_t bytes, int distance, std::size_t segment) {
  check_owner(operation);
  const InLibrary here(*pe_);
  if (!pe_->calls().check(operation)) return;
  if (rank_ == 0) pe_->host().count_collective(operation, algorithm);
  core::CollectiveCall call{operation, std::string(algorithm), root, bytes, distance, segment};
  if (const auto& spans = pe_->core().spans) spans->enter(call, group_->context(), rank_, pe_->clock().time);
  if (!pe_->meetings().enter_collective(*group_, rank_, std::move(call))) pe_->host().has_difference = true;
}

void Communicator::fail(const std::string& message) const {
  check_owner("fail");
  pe_->fail(message);
}

}  // namespace toruscope
