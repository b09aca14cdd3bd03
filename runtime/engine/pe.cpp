// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/pe.hpp"

#include "runtime/core/check.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/model/clock.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <tuple>

namespace toruscope::detail {

namespace {

thread_local Pe* current = nullptr;

#ifdef NDEBUG
constexpr bool kChecksBuffers = false;
#else
constexpr bool kChecksBuffers = true;
#endif

/// FNV-1a, to notice that a buffer was written while a receive owned it.
std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::byte b : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3U;
  return hash;
}

}  // namespace

// Not inlined: a fiber's caller must not keep the address of a thread's variable across a switch.
[[gnu::noinline]] Pe* current_pe() {
  return current;
}
[[gnu::noinline]] void set_current_pe(Pe* pe) {
  current = pe;
}

Pe::Pe(Run& run, Worker& worker, Rank rank)
    : run_(run),
      worker_(worker),
      rank_(rank),
      random_(RandomSource(run.execution().seed * 0x10001 + static_cast<std::uint64_t>(rank))()) {}

Pe::~Pe() {
  for (auto& request : requests_)
    if (request->message != nullptr) discard(request->message);
}

std::uint64_t Pe::run_number() const {
  return run_.number();
}

PeReport Pe::report() const {
  PeReport report = book_;
  report.finish = clock_;
  return report;
}

// --- control ---------------------------------------------------------------------------------------------------

void Pe::resume() {
  if (!context_) context_ = run_.make_context(rank_, [this] { main(); });
  state_ = State::running;
  set_current_pe(this);
  context_->resume();
  set_current_pe(nullptr);
  if (state_ == State::ended) context_.reset();
}

void Pe::unwind() {
  is_unwinding_ = true;
  while (context_) resume();
  state_ = State::ended;
}

void Pe::main() {
  set_current_pe(this);
  try {
    Communicator world(this, &run_.world(), run_.world().context(), rank_, run_.number());
    run_.program()(world);
    if (live_requests_ != 0 && misuse_.empty())
      misuse_ = fmt::format("request: {} were never waited for when the program of PE {} ended", live_requests_,
                            rank_);
    if (!misuse_.empty() && !is_unwinding_) fail(std::exchange(misuse_, {}));
  } catch (const Unwound&) {
    // the run is being ended; whoever ends it knows why
  } catch (...) {
    if (!is_unwinding_) record_error(std::current_exception());
  }
  for (auto& request : requests_)
    if (request->pe != nullptr && request->is_live) {
      request->pe = nullptr;  // a Request that outlives its PE now owns its state
      static_cast<void>(request.release());
    }
  std::erase(requests_, nullptr);
  ++worker_.ended;
  state_ = State::ended;
}

void Pe::record_error(std::exception_ptr error) {
  error_time_ = clock_.time;
  worker_.failed.push_back(this);
  try {
    std::rethrow_exception(error);
  } catch (const Error&) {
    error_ = error;
  } catch (const std::exception& e) {
    error_ = std::make_exception_ptr(
        ProgramError(fmt::format("PE {} threw at {}: {}", rank_, run_.time_text(clock_.time), e.what()), rank_,
                     clock_.time));
  } catch (...) {
    error_ = std::make_exception_ptr(
        ProgramError(fmt::format("PE {} threw at {}: something that is not a std::exception", rank_,
                                 run_.time_text(clock_.time)),
                     rank_, clock_.time));
  }
}

void Pe::suspend(State state) {
  state_ = state;
  context_->suspend();
  if (is_unwinding_) throw Unwound{};
}

void Pe::check(const char* operation) {
  if (is_unwinding_) throw Unwound{};
  if (run_.must_stop()) {
    wait_ = {operation, {}, nullptr};
    suspend(State::paused);
  }
  if (!misuse_.empty()) fail(std::exchange(misuse_, {}));
  if (is_in_round_)
    fail(fmt::format(
        "{}: called while a round is being described; a round's transfers are named by its own send and "
        "recv",
        operation));
}

void Pe::fail(const std::string& message) const {
  throw ProgramError(fmt::format("{} (PE {} at {})", message, rank_, run_.time_text(clock_.time)), rank_,
                     clock_.time);
}

// --- sending ---------------------------------------------------------------------------------------------------

namespace {

/// Why a transfer with this partner and tag cannot be; empty if it can.
std::string refusal(const char* operation, const Group& group, Rank partner, int tag) {
  if (partner < 0 || partner >= group.size())
    return fmt::format("{}: {} is not a rank of this communicator (ranks are 0..{})", operation, partner,
                       group.size() - 1);
  if (tag < 0 || tag > kMaxTag)
    return fmt::format("{}: tag {} is out of range (tags are 0..{})", operation, tag, kMaxTag);
  return {};
}

}  // namespace

void Pe::check(const char* operation, const Group& group, Rank partner, int tag) {
  check(operation);
  if (const std::string reason = refusal(operation, group, partner, tag); !reason.empty()) fail(reason);
}

void Pe::check_in_round(const Group& group, Rank partner, int tag) {
  if (const std::string reason = refusal("round", group, partner, tag); !reason.empty()) fail(reason);
}

Message* Pe::copy_of(std::span<const std::byte> data) {
  return worker_.messages.copy_of(data);
}
Message* Pe::carrying(OwnedBuffer data) {
  return worker_.messages.carrying(std::move(data));
}

Stamp Pe::post_send(Group& group, std::uint32_t context, Rank to, Message* message, int tag) {
  Message& m = *message;
  m.source = rank_;
  m.destination = group.world_rank(to);
  m.tag = tag;
  m.context = context;
  m.sequence = sends_;
  m.posted = clock_.time;
  if (m.is_to_self()) {  // T12: one copy and no time
    m.start = clock_;
    m.complete = m.asks = clock_.time;
    static_cast<void>(mailbox_.deliver(message));  // a PE that posts does not wait
    return clock_;
  }
  const auto booking = send_port_.book(clock_, run_.parameters(), run_.costs(), m.bytes);
  if (const Ticks waited = booking.start.time - clock_.time; waited > Ticks{}) {
    book_.port_wait += waited;
    ++book_.port_conflicts;
  }
  ++sends_;
  ++book_.messages_sent;
  book_.bytes_sent += static_cast<std::int64_t>(m.bytes);
  m.start = booking.start;
  m.complete = booking.complete.time;
  m.asks = booking.start.time + run_.costs().ts;
  m.x = run_.costs().transmission(m.bytes);
  m.at = rank_;
  run_.topology().route(rank_, m.destination, m.legs);
  for (const Leg& leg : m.legs) m.hops_left += leg.steps;
  m.steps_left = m.legs.front().steps;
  run_.inject(worker_, message);
  return booking.complete;
}

RequestState* Pe::isend(Group& group, std::uint32_t context, Rank to, Message* message, int tag) {
  RequestState* request = new_request(RequestState::Kind::send, to, group.world_rank(to), tag);
  request->bytes = message->bytes;
  const bool is_real = request->world_partner != rank_;
  request->complete = post_send(group, context, to, message, tag);
  if (is_real) add_startup(clock_, run_.costs());  // T2: the PE is kept for ts
  return request;
}

// --- receiving -------------------------------------------------------------------------------------------------

RequestState* Pe::post_receive(Group& group, std::uint32_t context, Rank from, Destination into, int tag) {
  RequestState* request = new_request(RequestState::Kind::receive, from, group.world_rank(from), tag);
  request->context = context;
  request->into = into;
  request->bytes = into.bytes.size();
  if (kChecksBuffers) request->checksum = checksum_of(into.bytes);
  mailbox_.post(*request);
  return request;
}

bool Pe::matched(const RequestState& receive) {
  return receive.is_awaited && --awaiting_ == 0;
}

void Pe::wait_for(std::span<RequestState* const> requests, const char* operation) {
  awaiting_ = 0;
  for (RequestState* r : requests)
    if (r->kind == RequestState::Kind::receive && r->message == nullptr) {
      r->is_awaited = true;
      ++awaiting_;
    }
  if (awaiting_ == 0) return;
  wait_ = {operation, requests, nullptr};
  try {
    suspend(State::waiting);
  } catch (const Unwound&) {
    release_all(requests);
    throw;
  }
}

void Pe::take(RequestState& receive, Stamp& cursor) {
  const Message& m = *receive.message;
  if (m.is_to_self()) {
    cursor = later(cursor, m.start);
    return;
  }
  const Costs& costs = run_.costs();
  const Stamp arrival = arrival_of(m.start, costs, m.bytes, m.hops, m.link_wait);
  TORUSCOPE_CHECK(arrival.time == m.asks, "arrival by account", arrival.time.count, "by the network",
                  m.asks.count);
  const Stamp available = receive_port_.book(arrival, run_.parameters(), costs, m.bytes);
  if (const Ticks waited = available.time - arrival.time; waited > Ticks{}) {
    book_.port_wait += waited;
    ++book_.port_conflicts;
  }
  if (const Ticks waited = arrival.time - cursor.time; waited > Ticks{}) {
    const Ticks by_links = std::min(waited, m.link_wait);
    book_.link_wait += by_links;
    book_.partner_wait += waited - by_links;
  }
  const Stamp taken = takes_.take(cursor, available, costs);
  cursor = taken;
  add_receive(cursor, costs);
  ++book_.messages_received;
  if (run_.execution().record_events) {
    Event& event = worker_.events.emplace_back();
    event.kind = Event::Kind::message;
    event.source = m.source;
    event.sequence = m.sequence;
    event.destination = m.destination;
    event.tag = m.tag;
    event.bytes = static_cast<std::int64_t>(m.bytes);
    event.hops = m.hops;
    event.posted = m.posted;
    event.start = m.start.time;
    event.left = m.complete;
    event.arrival = arrival.time;
    event.available = available.time;
    event.taken = taken.time;
  }
}

/// Puts the body where the program wants it. Errors: ProgramError, after which the request is as if received.
Received Pe::store(RequestState& receive) {
  Message& m = *receive.message;
  const auto what = [&] {
    return fmt::format("recv: PE {} expected {} bytes from PE {} (tag {})", rank_, receive.bytes,
                       receive.world_partner, m.tag);
  };
  if (receive.into.adopt != nullptr) {
    if (!receive.into.adopt(receive.into.vector, m.owned, m.contents()))
      fail(fmt::format(
          "recv: the message of {} bytes from PE {} (tag {}) is no whole number of the elements asked for",
          m.bytes, m.source, m.tag));
    return {receive.partner, m.tag, m.bytes};
  }
  if (m.bytes > receive.bytes)
    fail(fmt::format("{} but the message has {}; sent at {}", what(), m.bytes, run_.time_text(m.posted)));
  if (kChecksBuffers && checksum_of(receive.into.bytes) != receive.checksum)
    fail(fmt::format("{} and its buffer was written while the receive owned it; touch it only after the wait",
                     what()));
  if (m.bytes != 0) std::memcpy(receive.into.bytes.data(), m.contents().data(), m.bytes);
  return {receive.partner, m.tag, m.bytes};
}

Received Pe::complete(std::span<RequestState* const> requests, const char* operation, bool pays_startup) {
  wait_for(requests, operation);
  Stamp cursor = clock_;
  if (pays_startup) add_startup(cursor, run_.costs());
  sorted_.clear();
  const Stamp* done = nullptr;
  for (RequestState* r : requests) {
    if (r->kind == RequestState::Kind::receive) {
      sorted_.push_back(r);
    } else if (done == nullptr || r->complete.time > done->time) {
      done = &r->complete;
    }
  }
  std::sort(sorted_.begin(), sorted_.end(), [](const RequestState* a, const RequestState* b) {
    return std::tuple(a->message->asks, a->message->source, a->message->sequence) <
           std::tuple(b->message->asks, b->message->source, b->message->sequence);
  });
  for (RequestState* r : sorted_) take(*r, cursor);
  clock_ = done != nullptr ? later(*done, cursor) : cursor;  // model.md: own transfers count as own clock
  Received last;
  std::exception_ptr failure;
  for (RequestState* r : requests) {
    try {
      if (r->kind == RequestState::Kind::receive) last = store(*r);
    } catch (const ProgramError&) {
      if (!failure) failure = std::current_exception();
    }
    release(r);
  }
  if (failure) std::rethrow_exception(failure);
  return last;
}

// --- requests --------------------------------------------------------------------------------------------------

RequestState* Pe::new_request(RequestState::Kind kind, Rank partner, Rank world_partner, int tag) {
  RequestState* r = free_requests_;
  if (r == nullptr) {
    r = requests_.emplace_back(std::make_unique<RequestState>()).get();
  } else {
    free_requests_ = r->next;
  }
  *r = RequestState{};
  r->kind = kind;
  r->pe = this;
  r->partner = partner;
  r->world_partner = world_partner;
  r->tag = tag;
  r->is_live = true;
  ++live_requests_;
  return r;
}

void Pe::release(RequestState* request) {
  if (request->message != nullptr) worker_.messages.put(std::exchange(request->message, nullptr));
  request->is_live = false;
  request->next = std::exchange(free_requests_, request);
  --live_requests_;
}

void Pe::release_all(std::span<RequestState* const> requests) {
  for (RequestState* r : requests) {
    if (r->kind == RequestState::Kind::receive && r->message == nullptr) mailbox_.withdraw(*r);
    release(r);
  }
}

void Pe::abandon(RequestState* request) {
  if (misuse_.empty() && !is_unwinding_ && std::uncaught_exceptions() == 0)
    misuse_ = fmt::format("request: the {} PE {} (tag {}) was destroyed before its wait",
                          request->kind == RequestState::Kind::send ? "isend to" : "irecv from",
                          request->world_partner, request->tag);
  release(request);
}

// --- rounds ----------------------------------------------------------------------------------------------------

void Pe::begin_round() {
  is_in_round_ = true;
  round_pays_startup_ = false;
  round_.clear();
}

void Pe::round_send(Group& group, std::uint32_t context, Rank to, Message* message, int tag) {
  RequestState* request = new_request(RequestState::Kind::send, to, group.world_rank(to), tag);
  request->bytes = message->bytes;
  request->complete = post_send(group, context, to, message, tag);
  round_pays_startup_ = round_pays_startup_ || request->world_partner != rank_;
  round_.push_back(request);
}

void Pe::round_receive(Group& group, std::uint32_t context, Rank from, Destination into, int tag) {
  round_.push_back(post_receive(group, context, from, into, tag));
}

void Pe::end_round() {
  is_in_round_ = false;
  complete(round_, "round", round_pays_startup_);
}

void Pe::cancel_round() {
  is_in_round_ = false;
  release_all(round_);
  round_.clear();
}

// --- time and meetings -----------------------------------------------------------------------------------------

void Pe::compute(Ticks duration) {
  if (run_.execution().record_events && duration > Ticks{}) {
    Event& event = worker_.events.emplace_back();
    event.kind = Event::Kind::compute;
    event.source = rank_;
    event.begin = clock_.time;
    event.end = clock_.time + duration;
  }
  add_compute(clock_, duration);
}

void Pe::meet(Group& group, const char* operation) {
  wait_ = {operation, {}, &group};
  if (group.arrive()) worker_.met.push_back(&group);
  suspend(State::waiting);
}

void Pe::leave_meeting(const Stamp& latest) {
  if (run_.execution().record_events) {
    Event& event = worker_.events.emplace_back();
    event.kind = Event::Kind::synchronize;
    event.source = rank_;
    event.begin = clock_.time;
    event.end = latest.time;
  }
  if (latest.time > clock_.time) {
    book_.partner_wait += latest.time - clock_.time;
    clock_ = latest;
  }
  state_ = State::runnable;
}

void Pe::synchronize(Group& group, Rank rank) {
  enter_collective(group, rank, "synchronize", "", 0, 0);
  meet(group, "synchronize");
}

std::pair<Group*, Rank> Pe::split(Group& group, Rank rank, int colour, int key) {
  enter_collective(group, rank, "split", "", 0, 0);
  split_by_ = {colour, key};
  split_result_ = {};
  meet(group, "split");
  return split_result_;
}

void Pe::enter_collective(Group& group, Rank rank, const char* operation, std::string_view algorithm, Rank root,
                          std::size_t bytes) {
  auto entry = std::find_if(calls_.begin(), calls_.end(), [&](const auto& c) { return c.first == &group; });
  if (entry == calls_.end()) entry = calls_.insert(calls_.end(), {&group, 0});
  if (!group.enter(entry->second++, operation, algorithm, root, bytes, rank, clock_.time))
    run_.note_difference();
}

void Pe::print(std::string_view line) {
  output_.push_back({clock_.time, rank_, std::string(line)});
}

}  // namespace toruscope::detail
