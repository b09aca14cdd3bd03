// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_polls.hpp"

#include <algorithm>
#include <stdexcept>

namespace toruscope::test {

namespace {

using Kind = Operation::Kind;

constexpr Time kLongest = (Time{1} << 61) - 1;  ///< of all virtual times
constexpr std::int64_t kHopeless = 10'000;      ///< unsuccessful polls in a row

bool has_deadline(const Operation& operation) {
  return operation.kind == Kind::wait_until || operation.kind == Kind::probe_until;
}

bool is_probe(const Operation& operation) {
  return operation.kind == Kind::probe || operation.kind == Kind::probe_until;
}

bool is_poll(const Operation& operation) {
  return takes_what_is_there(operation) && operation.kind != Kind::cancel &&
         !(has_deadline(operation) && operation.duration.count > 0);
}

}  // namespace

bool takes_what_is_there(const Operation& operation) {
  switch (operation.kind) {
    case Kind::probe:
    case Kind::test:
    case Kind::test_any:
    case Kind::test_all:
    case Kind::wait_until:
    case Kind::probe_until:
    case Kind::cancel:
      return true;
    default:
      return false;
  }
}

bool is_question(const Operation& operation) {
  return takes_what_is_there(operation) || operation.kind == Kind::wait_any ||
         operation.kind == Kind::wait_some;
}

ReferencePolls::Answer ReferencePolls::answer(ReferencePe& pe, const Operation& operation, Time until,
                                              Time now) {
  if (is_poll(operation)) return poll(pe, operation, now);
  if (operation.kind == Kind::cancel) return cancel(pe, operation, now);
  if (has_deadline(operation)) return wait_until(pe, operation, now);
  return look(pe, operation, std::max(now, pe.clock), until) ? Answer::requests : Answer::none;
}

/// Readings  A test of a receive succeeds if its message is in the mailbox; it is then taken as by
///           wait, which may move the clock. A test of a send succeeds if it is complete.
///
///           Polls cost nothing: a second unsuccessful poll at one clock, on whatever request,
///           waits for the next arrival of any message, fitting or not, at which the clock is that
///           arrival and it is answered for good; successful polls between the two change nothing.
///           If it asks about sends it also ends when one of them is complete: that will happen, so
///           it is no deadlock.
///
///           They do: an unsuccessful poll waits so too, but no longer than its cost.
ReferencePolls::Answer ReferencePolls::poll(ReferencePe& pe, const Operation& operation, Time now) {
  if (pe.waits_past) {
    if (!is_over(pe, operation, now)) return Answer::none;
    const bool is_own_end = pe.poll_ends == now;
    if (is_own_end)
      pe.of_clock = plus(pe.of_clock, {.polling = Ticks{now - pe.clock}});
    else if (now > pe.clock)
      pe.of_clock = parts_at(now, arrivals(pe, operation));
    pe.clock = pe.cursor = pe.sends_complete = now;
    pe.of_cursor = pe.of_sends_complete = pe.of_clock;
  }
  const std::optional<Time> last_failure = pe.failed_at;
  if (is(Mistake::success_forgets_failed_poll)) pe.failed_at.reset();
  const bool is_deaf = pe.poll_ends && is(Mistake::poll_answers_as_it_began);
  if (is_deaf || !look(pe, operation, pe.clock, now)) return fail(pe, operation, last_failure, now);
  return is_probe(operation) ? Answer::message : Answer::requests;
}

/// What has come since the poll looked ends it, or the ticks that it costs are over.
bool ReferencePolls::is_over(const ReferencePe& pe, const Operation& operation, Time now) const {
  if (pe.poll_ends && *pe.poll_ends <= now) return true;
  const bool has_come = events(pe, operation, now) > *pe.waits_past;
  return has_come && !(pe.poll_ends && is(Mistake::poll_ignores_arrivals));
}

ReferencePolls::Answer ReferencePolls::fail(ReferencePe& pe, const Operation& operation,
                                            std::optional<Time> last_failure, Time now) const {
  if (machine_.poll > 0) {
    if (pe.waits_past && (*pe.poll_ends <= now || !is(Mistake::failed_poll_waits_for_success)))
      return Answer::no;
    const bool is_free = has_deadline(operation) && is(Mistake::poll_of_the_past_is_free);
    if (is_free) return Answer::no;
    const std::int64_t times = is(Mistake::each_poll_costs_the_same) ? 1 : pe.polls_in_a_row + 1;
    if (!pe.poll_ends) {
      if (times > (kLongest - pe.clock) / machine_.poll)
        throw std::runtime_error("a poll ends after the longest virtual time");
      pe.poll_ends = pe.clock + times * machine_.poll;
    }
    pe.waits_past = events(pe, operation, now);
    return Answer::none;
  }
  if (last_failure != pe.clock) pe.failures = 0;
  pe.failed_at = pe.clock;
  ++pe.failures;
  const int allowed = is(Mistake::third_poll_waits) ? 2 : 1;
  if (!(pe.waits_past ? is(Mistake::failed_poll_waits_for_success) : pe.failures > allowed)) return Answer::no;
  pe.waits_past = events(pe, operation, now);
  return Answer::none;
}

/// No if something has come for the receive by the clock. Else the PE posts it anew.
ReferencePolls::Answer ReferencePolls::cancel(ReferencePe& pe, const Operation& operation, Time now) {
  ReferenceRequest& request = pe.requests.at(operation.requests[0]);
  if (pe.mailbox.has_come(request.number, pe.clock)) return Answer::no;
  pe.mailbox.cancel(request.number, pe.clock);
  request.number = pe.mailbox.post(operation.receives[0], {pe.clock, pe.of_clock}, pe.context);
  pe.mailbox.match_named(now);
  return Answer::requests;
}

ReferencePolls::Answer ReferencePolls::wait_until(ReferencePe& pe, const Operation& operation, Time now) {
  const Time deadline = pe.begun + operation.duration.count;
  const bool is_late = now >= deadline + (is(Mistake::deadline_excludes_its_tick) ? 0 : 1);
  if (!is_late && look(pe, operation, std::max(now, pe.clock), now)) {
    if (!is_probe(operation)) return Answer::requests;
    if (now > pe.clock) pe.of_clock = parts_at(now, arrivals(pe, operation));
    pe.clock = std::max(pe.clock, now);
    return Answer::message;
  }
  if (now < deadline) return Answer::none;
  pe.of_clock = plus(pe.of_clock, {.polling = Ticks{deadline - pe.clock}});
  pe.clock = deadline;
  return Answer::no;
}

/// True if what the call asks for is there: then it is what the PE goes on with.
bool ReferencePolls::look(ReferencePe& pe, const Operation& operation, Time sends_by, Time receives_by) {
  if (is_probe(operation)) {
    const bool is_taken_too = is(Mistake::probe_sees_claimed_messages);
    const auto message = pe.mailbox.earliest(operation.receives[0], receives_by, is_taken_too);
    if (message) found_ = *message;
    return message.has_value();
  }
  std::vector<Complete> all = complete(pe, operation.requests, sends_by, receives_by);
  const auto pending = std::count_if(operation.requests.begin(), operation.requests.end(),
                                     [&](int name) { return pe.requests.count(name) != 0; });
  const bool is_for_all = operation.kind == Kind::test_all && !is(Mistake::test_all_takes_what_is_there);
  if (all.empty() || (is_for_all && std::ssize(all) < pending)) return false;
  const auto in_order_of_list = [](const Complete& a, const Complete& b) { return a.index < b.index; };
  if (operation.kind == Kind::test_all) std::sort(all.begin(), all.end(), in_order_of_list);
  const bool takes_some = operation.kind == Kind::wait_some && !is(Mistake::wait_some_takes_one);
  if (operation.kind != Kind::test_all && !takes_some) all.resize(1);
  take(pe, operation, all);
  return true;
}

/// Reading   The earliest by (completion of a send or mailbox arrival, sends first, in the order of
///           the list; then messages by source, sequence).
std::vector<ReferencePolls::Complete> ReferencePolls::complete(const ReferencePe& pe,
                                                               const std::vector<int>& names, Time sends_by,
                                                               Time receives_by) const {
  std::vector<Complete> all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto found = pe.requests.find(names[i]);
    if (found == pe.requests.end()) continue;
    const std::size_t number = found->second.number;
    const int index = static_cast<int>(i);
    if (found->second.is_send()) {
      const Time when = messages_[number].complete.value_or(kForever);
      if (when <= sends_by)
        all.push_back({{when, is(Mistake::wait_any_receives_first), messages_[number].source, index}, index});
    } else if (const auto message = pe.mailbox.taken_by(number, receives_by)) {
      const Message& m = messages_[*message];
      all.push_back({{*m.arrival, !is(Mistake::wait_any_receives_first), m.source, m.sequence}, index});
    }
  }
  if (!is(Mistake::wait_any_in_order_of_list))
    std::sort(all.begin(), all.end(), [](const Complete& a, const Complete& b) { return a.key < b.key; });
  return all;
}

void ReferencePolls::take(ReferencePe& pe, const Operation& operation, const std::vector<Complete>& all) const {
  for (const Complete& one : all) {
    const int name = operation.requests[static_cast<std::size_t>(one.index)];
    const ReferenceRequest request = pe.requests.at(name);
    pe.requests.erase(name);
    (request.is_send() ? pe.sends : pe.receives).push_back(request.number);
    if (operation.kind == Kind::wait_some) pe.answers.push_back(one.index);
    if (operation.kind == Kind::wait_any || operation.kind == Kind::test_any) pe.answer = one.index;
  }
}

/// Arrivals at the PE, and ends of sends that the call asks about, so far.
std::size_t ReferencePolls::events(const ReferencePe& pe, const Operation& operation, Time now) const {
  std::size_t count = pe.mailbox.arrived(now);
  for (const int name : operation.requests) {
    const auto found = pe.requests.find(name);
    if (found == pe.requests.end() || !found->second.is_send()) continue;
    if (messages_[found->second.number].complete.value_or(kForever) <= now) ++count;
  }
  return count;
}

/// What they are made of.
std::vector<Moment> ReferencePolls::arrivals(const ReferencePe& pe, const Operation& operation) const {
  std::vector<Moment> all;
  for (const Message& message : messages_) {
    if (message.destination != static_cast<Rank>(pe.number)) continue;
    if (message.arrival) all.push_back({*message.arrival, message.of_arrival});
    if (message.waits) all.push_back({message.announced, plus(message.of_posted, message.of_request)});
  }
  for (const int name : operation.requests) {
    const auto found = pe.requests.find(name);
    if (found == pe.requests.end() || !found->second.is_send()) continue;
    const Message& message = messages_[found->second.number];
    if (message.complete) all.push_back({*message.complete, message.of_complete});
  }
  return all;
}

void ReferencePolls::note(ReferencePe& pe, const Operation& operation, const Observation& seen) const {
  std::int64_t& row = pe.polls_in_a_row;
  if (is_poll(operation)) {
    if (!seen.is_successful)
      ++row;
    else if (is_probe(operation) ? is(Mistake::probe_begins_anew) : !is(Mistake::test_does_not_begin_anew))
      row = 0;
    return;
  }
  if (is(Mistake::other_calls_do_not_begin_anew)) return;
  if (operation.kind == Kind::cancel && !seen.is_successful) return;
  const bool has_transfers = !operation.sends.empty() || !operation.receives.empty();
  const bool does_nothing = (operation.kind == Kind::compute && operation.duration.count == 0) ||
                            (operation.kind == Kind::round && !has_transfers) ||
                            (is_probe(operation) && pe.clock == pe.begun);
  if (!does_nothing) row = 0;
}

bool ReferencePolls::is_hopeless(const ReferencePe& pe) const {
  return pe.poll_ends && pe.polls_in_a_row + 1 >= kHopeless;
}

std::optional<Time> ReferencePolls::own_end(const ReferencePe& pe) const {
  const Operation& operation = *pe.walk.current();
  if (has_deadline(operation) && !is_poll(operation)) return pe.begun + operation.duration.count;
  return is_hopeless(pe) ? std::nullopt : pe.poll_ends;
}

std::optional<Time> ReferencePolls::next_hopeless(bool is_alone) const {
  std::optional<Time> next;
  Time latest = 0;
  for (const ReferencePe& pe : pes_) {
    for (std::size_t order = 0; order < pe.strands(); ++order)
      latest = std::max(latest, pe.strand(order).clock);
    if (is_hopeless(pe)) next = std::min(next.value_or(*pe.poll_ends), *pe.poll_ends);
  }
  for (const Message& message : messages_) {
    latest = std::max(latest, message.arrival.value_or(0));
    if (message.waits) latest = std::max(latest, message.announced);  // the request is under way
  }
  return is_alone && next > latest ? std::nullopt : next;
}

}  // namespace toruscope::test
