// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_network.hpp"

#include "tests/support/reference_dealt.hpp"
#include "tests/support/reference_links.hpp"
#include "tests/support/reference_pe.hpp"
#include "tests/support/reference_polls.hpp"
#include "tests/support/reference_sends.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace toruscope::test {

namespace {
using Kind = Operation::Kind;

constexpr Time kWhenever = INT64_MAX;  ///< also in time to come, as far as it is known
constexpr std::size_t kMostOperations = 20'000;

/// Ticks pass one after the other. At each, all headers that ask are served and all PEs go on that
/// wait for named messages, again and again until the tick is quiet; then one question of T10 is
/// answered, and again.
class Reference {
 public:
  Reference(const MachineDescription& machine, const Program& program, Mistake mistake)
      : machine_(machine),
        program_(program),
        mistake_(mistake),
        links_(machine, mistake, messages_),
        sends_(machine, mistake, messages_, pes_, links_),
        polls_(machine, mistake, messages_, pes_) {
    outcome_.clocks.resize(count_strands(program));
    outcome_.seen.resize(outcome_.clocks.size());
    pes_.reserve(program.size());
    for (const PeProgram& of_pe : program)
      pes_.emplace_back(machine, static_cast<Rank>(pes_.size()), of_pe, messages_, mistake);
  }

  Outcome run() {
    run_pes();
    while (const auto tick = next_tick()) {
      now_ = *tick;
      run_pes();
      while (is(Mistake::unnamed_before_tick_is_quiet) && answer_one()) {
      }
      do {
        while (links_.next_tick() == now_) {
          serve_all_now();
          run_pes();  // which may ask again at this very tick: another pass (T7)
        }
      } while (answer_one());
    }
    conclude();
    return outcome_;
  }

 private:
  [[nodiscard]] bool is(Mistake mistake) const { return mistake_ == mistake; }
  [[nodiscard]] static std::size_t place(Rank rank) { return static_cast<std::size_t>(rank); }

  /// The next tick at which a header asks or a question may find its answer.
  [[nodiscard]] std::optional<Time> next_tick() const {
    std::optional<Time> next = links_.next_tick();
    if (const auto tick = sends_.next_tick(now_)) next = std::min(next.value_or(*tick), *tick);
    const auto offer = [&](std::optional<Time> tick) {
      if (tick && *tick > now_ && (!next || *tick < *next)) next = tick;
    };
    for (const ReferencePe& pe : pes_) {
      for (std::size_t order = 0; is_shared(pe) && order < pe.strands(); ++order) {
        const ReferenceStrand& strand = pe.strand(order);
        if (const auto when = asks(pe, strand))
          offer(needs_processor(strand) ? std::max(*when, pe.processor) : *when);
        if (keeps_processor(pe, strand)) offer(strand.kept);
      }
      if (pe.mailbox.has_unnamed_pending()) offer(pe.mailbox.next_waiting(now_));
      if (!pe.has_posted || !pe.is_ordered) continue;
      offer(pe.clock);
      offer(pe.mailbox.next_arrival(now_));
      for (const int name : pe.walk.current()->requests)
        if (const auto request = pe.requests.find(name);
            request != pe.requests.end() && request->second.is_send())
          offer(messages_[request->second.number].complete);
      offer(polls_.own_end(pe));
    }
    offer(polls_.next_hopeless(!next));
    return next;
  }

  /// Serves all headers that ask now, those included that come from another channel in zero time.
  void serve_all_now() {
    while (links_.next_tick() == now_) {
      const bool was_free_again = links_.serve_one();
      if (was_free_again || is(Mistake::pes_go_on_within_a_pass)) run_pes();
    }
  }

  /// When all else at the tick is quiet: of the lowest rank that has something to do, starts its
  /// sends if one of them waits, or answers its question (T10, T11). False if there is nothing.
  bool answer_one() {
    for (std::size_t i = 0; i < pes_.size(); ++i) {
      const std::size_t rank = is(Mistake::highest_rank_first) ? pes_.size() - 1 - i : i;
      if (!sends_.start_at_quiet_tick(rank, now_) && !answer_of(rank)) continue;
      run_pes();
      return true;
    }
    for (ReferencePe& pe : pes_)
      if (pe.mailbox.has_unnamed_pending() && pe.mailbox.match_waiting(now_)) {
        run_pes();  // a message of the PE to itself may be here
        return true;
      }
    return false;
  }

  /// True if the PE's question is answered, or a send has got its receive by looking for the
  /// answer.
  bool answer_of(std::size_t rank) {
    ReferencePe& pe = pes_[rank];
    if (is_shared(pe)) return give_processor(rank);
    if (!pe.has_posted || !pe.is_ordered || now_ < pe.clock) return false;
    const std::size_t released = pe.mailbox.released();
    return answer(rank, now_) || pe.mailbox.released() != released;
  }

  void conclude() {
    for (const Message& message : messages_) {
      if (message.hops.empty()) continue;
      outcome_.messages += 1;
      outcome_.bytes += static_cast<std::int64_t>(message.bytes);
      outcome_.detours += is_detour(machine_, message.source, message.destination) ? 1 : 0;
      pes_[place(message.destination)].add_window(machine_, message, mistake_);
    }
    std::optional<Violation>& first = outcome_.violation;
    for (std::size_t rank = 0; rank < pes_.size(); ++rank) {
      for (std::size_t order = 0; order < pes_[rank].strands(); ++order) {
        const ReferenceStrand& strand = pes_[rank].strand(order);
        outcome_.is_deadlock = outcome_.is_deadlock || !strand.has_ended();
        outcome_.finish = std::max(outcome_.finish, strand.clock);  // a deadlock's time, too
      }
      if (machine_.port_policy != PortPolicy::strict) continue;
      const auto when = pes_[rank].windows.first_violation(machine_.port_rule,
                                                           reference_ports(machine_, static_cast<Rank>(rank)));
      if (when && (!first || *when < first->when)) first = Violation{*when, static_cast<Rank>(rank)};
    }
    links_.report_to(outcome_);
    const bool are_followed = has_accounts(machine_) && contexts_.empty() && mistake_ == Mistake::none;
    for (const ReferencePe& pe : pes_) outcome_.accounts.push_back(are_followed ? pe.of_clock : std::nullopt);
  }

  // --- PEs ---------------------------------------------------------------------------------------

  /// Lets every PE go on until it waits for a message that is not yet known to arrive, asks a
  /// question whose answer depends on what arrives first, or has ended.
  void run_pes() {
    do {
      for (std::size_t rank = 0; rank < pes_.size(); ++rank)
        while (step(rank)) {
        }
    } while (synchronize() || match_waiting() || sends_.progress(now_));
  }

  /// One operation of this PE. False if it has to wait, or has ended.
  bool step(std::size_t rank) {
    ReferencePe& pe = pes_[rank];
    if (is_shared(pe)) return go_on_without_processor(rank);
    const Operation* operation = pe.walk.current();
    if (operation == nullptr) return false;
    // of operations that have ended
    if (!pe.has_posted) pe.clock = std::max(pe.clock, pe.processor);
    if (operation->kind == Kind::synchronize) return false;
    if (!pe.has_posted) post(rank, *operation);
    pe.has_posted = true;
    if (pe.is_ordered)
      return is(Mistake::unnamed_answered_too_early) && !takes_what_is_there(*operation) &&
             operation->kind != Kind::wait_some && answer(rank, kWhenever);
    if (!pe.receives.empty() && !pe.has_all(kWhenever)) pe.mailbox.match_named(now_);
    return receive_all(rank, kWhenever);
  }

  /// Gives named receives to the sends that wait for them (T11). True if any was given.
  bool match_waiting() {
    bool has_matched = false;
    for (ReferencePe& pe : pes_) {
      if (!pe.mailbox.has_waiting()) continue;
      const std::size_t before = pe.mailbox.released();
      pe.mailbox.match_named(now_);
      has_matched = has_matched || pe.mailbox.released() != before;
    }
    return has_matched;
  }

  void finish_operation(std::size_t rank, const Observation& seen) {
    ReferencePe& pe = pes_[rank];
    std::vector<std::int64_t>& clocks = outcome_.clocks.at(pe.number);
    if (clocks.size() > kMostOperations) throw std::runtime_error("a PE goes on for ever");
    clocks.push_back(pe.clock);
    outcome_.seen.at(pe.number).push_back(seen);
    pe.has_posted = pe.have_receptions_asked = pe.is_beside = pe.is_last = false;
    pe.sends_before.clear();
    polls_.note(pe, *pe.walk.current(), seen);
    pe.answer = -1;
    pe.answers.clear();
    pe.waits_past.reset();
    pe.poll_ends.reset();
    pe.walk.advance(seen);
  }

  /// Strands of one context, of all PEs, that have come to it go on from the latest clock.
  bool synchronize() {
    for (int context = 0; context <= static_cast<int>(contexts_.size()); ++context)
      if (synchronize(context)) return true;
    return false;
  }

  bool synchronize(int context) {
    Moment latest{-1};
    std::vector<std::size_t> members;  // by PE the order of its strand
    for (const ReferencePe& pe : pes_) {
      std::size_t order = 0;
      while (order < pe.strands() && pe.strand(order).context != context) ++order;
      if (order == pe.strands()) return false;
      const ReferenceStrand& strand = pe.strand(order);
      const bool is_there = strand.is_at_meeting || (!is_shared(pe) && !strand.has_ended() &&
                                                     strand.walk.current()->kind == Kind::synchronize);
      if (!is_there || strand.met) return false;
      latest = later(latest, {strand.clock, strand.of_clock});
      members.push_back(order);
    }
    for (std::size_t rank = 0; rank < pes_.size(); ++rank) {
      ReferencePe& pe = pes_[rank];
      if (pe.strand(members[rank]).is_at_meeting) {
        pe.exchange(members[rank]);
        pe.met = latest.time;
        pe.exchange(members[rank]);
      } else {
        if (latest.time > pe.clock) pe.of_clock = latest.parts;
        pe.clock = latest.time;
        finish_operation(rank, {});
      }
    }
    return true;
  }

  // --- operations that have been started (T13) ---------------------------------------------------

  /// The PE has more than its body, or its body is at an operation that began when there was more.
  [[nodiscard]] static bool is_shared(const ReferencePe& pe) { return pe.under_way() > 0 || pe.is_beside; }

  /// Strands that come to an operation ask for the processor at their clock. An operation that
  /// receives nothing ends without it: true if one has ended. A body that is alone by then asks
  /// again, as all do (give_processor).
  bool go_on_without_processor(std::size_t rank) {
    ReferencePe& pe = pes_[rank];
    pe.mailbox.match_named(now_);
    for (std::size_t order = pe.strands(); order-- > 0;) {
      const auto when = asks(pe, pe.strand(order));
      pe.exchange(order);
      const bool is_alone = order == 0 && pe.under_way() == 0;
      const bool is_over =
          pe.has_posted && pe.receives.empty() && when && *when <= now_ && when != pe.kept && !is_alone;
      if (is_over) {
        receive_all(rank, kWhenever);
        if (order != 0 && pe.has_ended()) ++pe.ended;
      } else if (!pe.has_ended() && !pe.has_posted && !pe.is_at_meeting && !pe.begins) {
        pe.begins = pe.clock;
        pe.is_beside = true;
      }
      pe.exchange(order);
      if (is_over) return true;
    }
    return false;
  }

  /// What it asks for is the processor; else it only goes on.
  [[nodiscard]] static bool needs_processor(const ReferenceStrand& strand) {
    return !strand.met && (strand.begins || !strand.receives.empty());
  }

  /// When the strand asks for the processor next, or goes on without it, as far as that is known.
  [[nodiscard]] std::optional<Time> asks(const ReferencePe& pe, const ReferenceStrand& strand) const {
    if (strand.met || strand.begins) return strand.met ? strand.met : strand.begins;
    if (strand.has_ended() || !strand.has_posted) return std::nullopt;
    Time when = strand.cursor;
    for (const std::size_t receive : strand.receives) {
      const auto message = pe.mailbox.taken_by(receive, kWhenever);
      if (!message) return std::nullopt;
      when = std::max(when, *messages_[*message].arrival);
    }
    const bool is_for_sends = strand.receives.empty() || sends_.has_open_ends();
    for (const std::size_t send : strand.sends) {
      if (!messages_[send].complete) return std::nullopt;
      if (is_for_sends) when = std::max(when, *messages_[send].complete);
    }
    for (const std::size_t order : strand.started) {
      if (!pe.strand(order).has_ended()) return std::nullopt;
      when = std::max(when, pe.strand(order).clock);
    }
    return when;
  }

  /// The strand waits for sends whose ends nobody knew when it got the processor (T8). If they are
  /// complete at that clock, its clock has stood still and it goes on without asking; the others
  /// wait until that is known.
  [[nodiscard]] static bool keeps_processor(const ReferencePe& pe, const ReferenceStrand& strand) {
    return is_shared(pe) && strand.has_posted && strand.receives.empty() && strand.kept;
  }

  /// The strand that asked first goes on, of one tick the one that was started last, if the
  /// processor is free now: who asks later in this tick may come before. False if there is none.
  bool give_processor(std::size_t rank) {
    ReferencePe& pe = pes_[rank];
    for (std::size_t order = 0; order < pe.strands(); ++order) {
      const ReferenceStrand& strand = pe.strand(order);
      if (!keeps_processor(pe, strand)) continue;
      if (*strand.kept > now_) return false;
      if (asks(pe, strand) == strand.kept) {
        go_on(rank, *strand.kept, order);
        return true;
      }
    }
    // one that leaves a meeting is after all others of its tick
    using Place = std::tuple<Time, bool, std::ptrdiff_t>;
    std::optional<Place> first;
    std::size_t chosen = 0;
    const bool is_ahead = is(Mistake::processor_is_given_ahead) || is(Mistake::processor_is_not_shared);
    for (std::size_t order = 0; order < pe.strands(); ++order) {
      const ReferenceStrand& strand = pe.strand(order);
      const auto when = asks(pe, strand);
      if (!when || *when > now_ || (needs_processor(strand) && pe.processor > now_ && !is_ahead)) continue;
      const auto started = static_cast<std::ptrdiff_t>(order);
      const Place place{*when, strand.met || strand.is_last,
                        is(Mistake::started_last_goes_last) ? started : -started};
      if (first && *first <= place) continue;
      first = place;
      chosen = order;
    }
    if (!first) return false;
    for (std::size_t order = 0; order < pe.strands(); ++order) {
      if (order == chosen || !keeps_processor(pe, pe.strand(order))) continue;
      pe.exchange(order);
      pe.kept.reset();
      pe.exchange(order);
    }
    go_on(rank, std::get<0>(*first), chosen);
    return true;
  }

  void go_on(std::size_t rank, Time when, std::size_t order) {
    ReferencePe& pe = pes_[rank];
    pe.exchange(order);
    if (pe.met)
      end_meeting(rank);
    else if (pe.begins)
      begin(rank);
    else
      end(rank, when);
    while (pe.under_way() > 0 && !pe.has_ended() && !pe.has_posted && !pe.is_at_meeting && pe.kept == pe.clock)
      begin(rank);
    if (order != 0 && pe.has_ended()) ++pe.ended;
    pe.exchange(order);
  }

  void begin(std::size_t rank) {
    ReferencePe& pe = pes_[rank];
    pe.has_begun = true;
    pe.is_last = false;
    pe.begins.reset();
    pe.is_beside = true;
    if (!is(Mistake::processor_is_not_shared)) pe.clock = std::max(pe.clock, pe.processor);
    pe.kept = pe.clock;
    if (pe.has_ended()) return;
    const Operation& operation = *pe.walk.current();
    pe.is_at_meeting = operation.kind == Kind::synchronize;
    if (pe.is_at_meeting) return;
    post(rank, operation);
    pe.has_posted = true;
    pe.is_ordered = false;
    const bool is_paid_for = operation.kind == Kind::compute ||
                             std::any_of(operation.sends.begin(), operation.sends.end(),
                                         [&](const Transfer& to) { return place(to.partner) != rank; });
    if (is_paid_for) pe.processor = std::max(pe.processor, pe.cursor);
    if (!pe.receives.empty()) return;
    const bool waits_for_operations = std::any_of(
        pe.started.begin(), pe.started.end(), [&](std::size_t order) { return !pe.strand(order).has_ended(); });
    if (!receive_all(rank, kWhenever) && waits_for_operations) pe.kept.reset();
  }

  void end(std::size_t rank, Time when) {
    ReferencePe& pe = pes_[rank];
    if (pe.receives.empty()) {
      receive_all(rank, kWhenever);
      return;
    }
    const Time free = std::max(when, pe.processor);
    if (!is(Mistake::processor_is_not_shared)) pe.cursor = std::max(pe.cursor, pe.processor);
    pe.kept = free;
    receive_all(rank, kWhenever);
    pe.processor = std::max(pe.processor, pe.cursor);
  }

  void end_meeting(std::size_t rank) {
    ReferencePe& pe = pes_[rank];
    pe.clock = *pe.met;
    pe.met.reset();
    pe.kept.reset();
    pe.is_at_meeting = false;
    finish_operation(rank, {});
    pe.is_last = true;
  }

  void start(ReferencePe& pe, const Operation& operation) {
    const auto number = std::pair(pe.context, pe.starts_of[pe.context]++);
    const auto context = contexts_.try_emplace(number, static_cast<int>(contexts_.size()) + 1).first->second;
    ReferenceStrand strand(strand_of(program_, operation.strand), operation.strand);
    strand.context = context;
    strand.clock = pe.clock;
    strand.has_begun = false;
    pe.started_strands.push_back(strand);
    pe.requests[operation.requests[0]] = {ReferenceRequest::Kind::started, pe.started_strands.size()};
    pe.kept.reset();
    ++pe.starts;
  }

  /// Books the sends of the operation and names what it will wait for (T5, T6).
  void post(std::size_t rank, const Operation& operation) {
    ReferencePe& pe = pes_[rank];
    pe.cursor = pe.sends_complete = pe.begun = pe.clock;
    pe.of_cursor = pe.of_sends_complete = pe.of_clock;
    pe.receives.clear();
    pe.sends.clear();
    pe.started.clear();

    Time startups = 0;
    bool is_paid_for = false;
    for (const Transfer& transfer : operation.sends) {
      pe.sends.push_back(sends_.post(static_cast<Rank>(rank), transfer, now_));
      if (place(transfer.partner) == rank && !is(Mistake::message_to_oneself_has_startup)) continue;
      is_paid_for = true;
      const Time ts = messages_[pe.sends.back()].costs.ts;
      // side by side: the longest
      startups = is(Mistake::startup_for_each_send_of_round) ? startups + ts : std::max(startups, ts);
    }
    std::vector<std::size_t> receives;
    if (!takes_what_is_there(operation))
      for (const Transfer& transfer : operation.receives)
        receives.push_back(pe.mailbox.post(transfer, {pe.clock, pe.of_clock}, pe.context));

    const Account of_startups = that_takes(machine_, {.startups = is_paid_for ? 1 : 0}, startups);
    switch (operation.kind) {
      case Kind::isend:
        pe.requests[operation.requests[0]] = {ReferenceRequest::Kind::send, pe.sends[0]};
        pe.sends.clear();
        pe.cursor += startups;
        pe.of_cursor = plus(pe.of_cursor, of_startups);
        break;
      case Kind::irecv:
        pe.requests[operation.requests[0]] = {ReferenceRequest::Kind::receive, receives[0]};
        break;
      case Kind::wait:
        for (const int name : operation.requests) {
          const ReferenceRequest request = pe.requests.at(name);
          pe.requests.erase(name);
          using Sort = ReferenceRequest::Kind;
          (request.kind == Sort::started ? pe.started
           : request.is_send()           ? pe.sends
                                         : pe.receives)
              .push_back(request.number);
        }
        break;
      case Kind::start:
        start(pe, operation);
        break;
      case Kind::compute:
        pe.cursor += operation.duration.count;
        pe.of_cursor = plus(pe.of_cursor, {.compute = operation.duration});
        break;
      case Kind::send:
      case Kind::recv:
      case Kind::sendrecv:
      case Kind::round:
        pe.receives = std::move(receives);
        if (!is(Mistake::takes_of_round_from_its_entry) || pe.receives.empty()) pe.cursor += startups;
        pe.of_cursor = plus(pe.of_cursor, of_startups);
        break;
      default:
        break;
    }
    // Reading: the PE's clock in "until the horizon has passed their clock" is that at the call; a
    // call that waits for sends only asks nothing.
    const bool may_meet_unnamed =
        pe.mailbox.has_unnamed_pending() && !is(Mistake::named_beside_pending_unnamed);
    pe.is_ordered = is_question(operation) ||
                    (!pe.receives.empty() && (may_meet_unnamed || sends_.may_be_before_receptions(pe)));
  }

  // --- questions whose answer depends on what arrives first (T10) --------------------------------

  /// True if the PE goes on. All that arrives by `until` is known.
  bool answer(std::size_t rank, Time until) {
    ReferencePe& pe = pes_[rank];
    const Operation& operation = *pe.walk.current();
    pe.mailbox.match_arrived(until, now_);
    if (!is_question(operation)) return receive_all(rank, until);
    switch (polls_.answer(pe, operation, until, now_)) {
      case ReferencePolls::Answer::none:
        return false;
      case ReferencePolls::Answer::no:
        finish_operation(rank, {.is_successful = false});
        return true;
      case ReferencePolls::Answer::message: {
        const Message& m = polls_.message();
        finish_operation(rank, {.got = {{m.source, m.tag, static_cast<std::int64_t>(m.bytes), 0}}});
        return true;
      }
      case ReferencePolls::Answer::requests:
        break;
    }
    return receive_all(rank, until);
  }

  /// Carries out the receptions of the operation and ends it, if all its messages are known to
  /// arrive by then (T4, T5).
  bool receive_all(std::size_t rank, Time until) {
    ReferencePe& pe = pes_[rank];
    std::vector<std::size_t> arrived;
    for (const std::size_t receive : pe.receives) {
      const auto message = pe.mailbox.taken_by(receive, until);
      if (!message) return false;
      arrived.push_back(*message);
    }
    if (!sends_.receptions_ask(pe, arrived, now_)) return false;
    // its messages are here, with a place among the sends: what is left is no question
    pe.is_ordered = false;
    if (!sends_.may_receive(pe)) return false;
    bool has_sends = false;  // whose account stays at a tie: reading a
    bool has_own_end = false;
    const bool is_own_send = !pe.walk.current()->sends.empty();
    for (const std::size_t send : pe.sends) {
      if (!messages_[send].complete) return false;
      const Message& m = messages_[send];
      const Moment end{*m.complete, m.of_complete};
      has_sends = has_sends || end.time >= pe.sends_complete;
      if (m.hops.empty() && end.time == pe.clock) continue;  // to itself: that is the clock
      const bool is_first = is_own_send && !has_own_end && end.time == pe.clock;
      has_own_end = has_own_end || is_first;
      pe.of_sends_complete =
          end.time > pe.sends_complete || is_first
              ? end.parts
              : parts_at(pe.sends_complete, {{pe.sends_complete, pe.of_sends_complete}, end});
      pe.sends_complete = std::max(pe.sends_complete, end.time);
    }
    for (const std::size_t order : pe.started) {
      if (!pe.strand(order).has_ended()) return false;
      pe.sends_complete = std::max(pe.sends_complete, pe.strand(order).clock);
    }
    Observation seen{.index = pe.answer, .indices = pe.answers};
    const bool tells = tells_what_came(*pe.walk.current());
    for (const std::size_t message : arrived) {
      const Message& m = messages_[message];
      seen.got.push_back({.content = fingerprint(body_of(static_cast<Rank>(m.strand), m.number, m.bytes))});
      if (tells)
        seen.got.back() = {m.source, m.tag, static_cast<std::int64_t>(m.bytes), seen.got.back().content};
    }
    if (!is(Mistake::receptions_in_order_of_request))
      std::sort(arrived.begin(), arrived.end(),
                [&](std::size_t a, std::size_t b) { return pe.mailbox.is_before(a, b); });
    for (const std::size_t message : arrived) pe.take(machine_, messages_[message], mistake_);
    for (const std::size_t receive : pe.receives) pe.mailbox.complete(receive);
    pe.of_clock = has_sends && pe.sends_complete >= pe.cursor ? pe.of_sends_complete : pe.of_cursor;
    pe.clock = std::max(pe.cursor, pe.sends_complete);
    finish_operation(rank, seen);
    return true;
  }

  const MachineDescription& machine_;
  const Program& program_;
  const Mistake mistake_;
  std::vector<Message> messages_;
  ReferenceLinks links_;
  std::vector<ReferencePe> pes_;
  ReferenceSends sends_;
  ReferencePolls polls_;
  /// by the context of the starter, and its count of starts
  std::map<std::pair<int, int>, int> contexts_;
  Time now_ = -1;  ///< the tick that the network has come to
  Outcome outcome_;
};

}  // namespace

Outcome reference_run(const MachineDescription& machine, const Program& program, Mistake mistake) {
  return Reference(machine, program, mistake).run();
}

}  // namespace toruscope::test
