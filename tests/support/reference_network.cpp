// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_network.hpp"

#include "tests/support/reference_route.hpp"

#include <algorithm>
#include <cassert>
#include <compare>
#include <cstddef>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <tuple>

namespace toruscope::test {

namespace {

using Time = std::int64_t;
using Kind = Operation::Kind;
constexpr Time kLongAgo = INT64_MIN / 2;

struct Message {
  Rank source = 0;
  std::int64_t sequence = 0;  ///< in the order in which the source posted all its messages
  std::size_t bytes = 0;
  Time x = 0;
  std::vector<Channel> route;  ///< empty: to oneself
  std::size_t hop = 0;
  std::optional<Time> arrival;  ///< at the mailbox, once it is known
};

/// A header that asks for a channel. Its members from first to last are the order in which headers are served.
struct Header {
  Time tick = 0;
  std::int64_t channel_order = 0;
  Node tail = 0;
  Rank source = 0;
  std::int64_t sequence = 0;
  std::size_t message = 0;

  friend auto operator<=>(const Header&, const Header&) = default;
};

/// The turn-th receive posted for messages of this source with this tag.
struct Posted {
  Rank source = 0;
  Tag tag = 0;
  std::size_t turn = 0;
};

struct Pending {
  bool is_send = false;
  Time complete = 0;  ///< of a send
  Posted receive;
};

struct Pe {
  const PeProgram* program = nullptr;
  std::size_t next = 0;  ///< the operation that it is at
  Time clock = 0;
  std::int64_t posted_sends = 0;
  // The two ports (T2, T4).
  Time send_port_free = 0, last_start = kLongAgo;
  Time receive_port_free = 0, last_take = kLongAgo;
  std::map<int, Pending> requests;
  std::map<std::pair<Rank, Tag>, std::vector<std::size_t>> sent_to_me;  ///< messages in the order sent
  std::map<std::pair<Rank, Tag>, std::size_t> posted_receives;
  // The operation under way.
  bool has_posted = false;  ///< its sends and receives are posted; it waits for messages
  Time cursor = 0;          ///< from when on its receptions are taken
  Time sends_complete = 0;
  std::vector<Posted> receives;
};

class Reference {
 public:
  Reference(const MachineDescription& machine, const Program& program, Mistake mistake)
      : machine_(machine), mistake_(mistake), pes_(program.size()) {
    outcome_.clocks.resize(program.size());
    for (std::size_t i = 0; i < program.size(); ++i) pes_[i].program = &program[i];
  }

  Outcome run() {
    run_pes();
    while (!headers_.empty()) {
      serve_all_at(headers_.top().tick);
      run_pes();  // which may ask again at this very tick: another pass (T7)
    }
    for (const Pe& pe : pes_) {
      outcome_.is_deadlock = outcome_.is_deadlock || pe.next < pe.program->size();
      outcome_.finish = std::max(outcome_.finish, pe.clock);
    }
    outcome_.link_conflicts = static_cast<std::int64_t>(delayed_.size());
    return outcome_;
  }

 private:
  [[nodiscard]] bool is(Mistake mistake) const { return mistake_ == mistake; }
  [[nodiscard]] bool is_direct() const { return machine_.injection == Injection::direct; }

  // --- PEs --------------------------------------------------------------------------------------------------

  /// Lets every PE go on until it waits for a message that is not yet known to arrive, or has ended.
  void run_pes() {
    do {
      for (std::size_t rank = 0; rank < pes_.size(); ++rank)
        while (step(static_cast<Rank>(rank))) {
        }
    } while (synchronize());
  }

  /// One operation of this PE. False if it has to wait, or has ended.
  bool step(Rank rank) {
    Pe& pe = pe_of(rank);
    if (pe.next == pe.program->size()) return false;
    const Operation& operation = (*pe.program)[pe.next];
    if (operation.kind == Kind::synchronize) return false;
    if (!pe.has_posted) post(rank, operation);
    pe.has_posted = true;
    if (!collect(rank)) return false;
    finish_operation(rank);
    return true;
  }

  void finish_operation(Rank rank) {
    Pe& pe = pe_of(rank);
    outcome_.clocks[static_cast<std::size_t>(rank)].push_back(pe.clock);
    pe.has_posted = false;
    ++pe.next;
  }

  /// If all PEs have come to it: they go on from the latest clock.
  bool synchronize() {
    Time latest = 0;
    for (const Pe& pe : pes_) {
      if (pe.next == pe.program->size() || (*pe.program)[pe.next].kind != Kind::synchronize) return false;
      latest = std::max(latest, pe.clock);
    }
    for (std::size_t rank = 0; rank < pes_.size(); ++rank) {
      pes_[rank].clock = latest;
      finish_operation(static_cast<Rank>(rank));
    }
    return true;
  }

  /// Books the sends of the operation and names what it will wait for (T5, T6).
  void post(Rank rank, const Operation& operation) {
    Pe& pe = pe_of(rank);
    pe.cursor = pe.sends_complete = pe.clock;
    pe.receives.clear();

    Time startups = 0;
    Time complete = pe.clock;
    for (const Transfer& transfer : operation.sends) {
      complete = std::max(complete, post_send(rank, transfer));
      if (transfer.partner == rank && !is(Mistake::message_to_oneself_has_startup)) continue;
      startups = is(Mistake::startup_for_each_send_of_round) ? startups + machine_.ts : machine_.ts;
    }
    std::vector<Posted> receives;
    for (const Transfer& transfer : operation.receives)
      receives.push_back(
          {transfer.partner, transfer.tag, pe.posted_receives[{transfer.partner, transfer.tag}]++});

    switch (operation.kind) {
      case Kind::isend:
        pe.requests[operation.requests[0]] = {.is_send = true, .complete = complete, .receive = {}};
        pe.cursor += startups;
        break;
      case Kind::irecv:
        pe.requests[operation.requests[0]] = {.is_send = false, .complete = 0, .receive = receives[0]};
        break;
      case Kind::wait:
        for (const int name : operation.requests) {
          const Pending request = pe.requests.at(name);
          pe.requests.erase(name);
          if (request.is_send) pe.sends_complete = std::max(pe.sends_complete, request.complete);
          if (!request.is_send) pe.receives.push_back(request.receive);
        }
        break;
      case Kind::compute:
        pe.cursor += operation.duration.count;
        break;
      case Kind::synchronize:
        break;
      case Kind::send:
      case Kind::recv:
      case Kind::sendrecv:
      case Kind::round:
        pe.sends_complete = complete;
        pe.receives = std::move(receives);
        if (!is(Mistake::takes_of_round_from_its_entry) || pe.receives.empty()) pe.cursor += startups;
        break;
    }
  }

  /// Carries out the receptions of the operation, if all its messages are known to arrive (T4, T5).
  bool collect(Rank rank) {
    Pe& pe = pe_of(rank);
    std::vector<const Message*> arrived;
    for (const Posted& posted : pe.receives) {
      const auto& sent = pe.sent_to_me[{posted.source, posted.tag}];
      if (posted.turn >= sent.size() || !messages_[sent[posted.turn]].arrival) return false;
      arrived.push_back(&messages_[sent[posted.turn]]);
    }
    if (!is(Mistake::receptions_in_order_of_request))
      std::sort(arrived.begin(), arrived.end(), [](const Message* a, const Message* b) {
        return std::tuple(*a->arrival, a->source, a->sequence) <
               std::tuple(*b->arrival, b->source, b->sequence);
      });
    for (const Message* message : arrived) {
      if (message->route.empty()) {
        pe.cursor = std::max(pe.cursor, *message->arrival);
        continue;
      }
      const bool has_startup = is_direct() || is(Mistake::buffered_reception_has_startup);
      const Time window = message->x + (has_startup ? machine_.ts : 0);
      Time start = *message->arrival - window;
      if (!is(Mistake::receive_port_always_free)) start = std::max(start, pe.receive_port_free);
      const Time available = start + window;
      pe.receive_port_free = available;

      Time taken = std::max(pe.cursor, available);
      if (!is(Mistake::takes_ignore_gap)) taken = std::max(taken, pe.last_take + machine_.gap);
      pe.last_take = taken;
      pe.cursor = taken + machine_.tr;
    }
    pe.clock = std::max(pe.cursor, pe.sends_complete);
    return true;
  }

  /// Books the send port from the PE's clock on (T2). Returns when the send is complete.
  Time post_send(Rank rank, const Transfer& transfer) {
    Pe& pe = pe_of(rank);
    Message message;
    message.source = rank;
    message.sequence = pe.posted_sends++;
    message.bytes = transfer.bytes;
    message.x = machine_.transmission(transfer.bytes);
    if (transfer.bytes == 0 && is(Mistake::empty_message_costs_nothing)) message.x = 0;
    message.route =
        reference_route(machine_, rank, transfer.partner,
                        is(Mistake::half_ring_goes_negative) ? HalfRing::negative : HalfRing::positive);
    const std::size_t index = messages_.size();
    pe_of(transfer.partner).sent_to_me[{rank, transfer.tag}].push_back(index);
    if (message.route.empty()) message.arrival = pe.clock;
    messages_.push_back(message);
    if (message.route.empty()) return pe.clock;

    const Time gap = is(Mistake::sends_ignore_gap) ? 0 : machine_.gap;
    const Time start = std::max({pe.clock, pe.send_port_free, pe.last_start + gap});
    const Time taken_over = start + machine_.ts;
    Time tail_left = taken_over + message.x;
    if (is(Mistake::tail_waits_for_links)) {
      const auto link = link_free_.find({message.route[0].tail, message.route[0].head});
      if (link != link_free_.end()) tail_left = std::max(taken_over, link->second) + message.x;
    }
    pe.last_start = start;
    pe.send_port_free = is_direct() ? std::max(tail_left, start + gap) : start + std::max(machine_.ts, gap);
    ask(index, taken_over);
    outcome_.messages += 1;
    outcome_.bytes += static_cast<std::int64_t>(message.bytes);
    return is_direct() || is(Mistake::buffered_send_waits_for_tail) ? tail_left : taken_over;
  }

  // --- network ----------------------------------------------------------------------------------------------

  void ask(std::size_t index, Time tick) {
    assert(tick >= now_);
    const Message& message = messages_[index];
    const Channel& channel = message.route[message.hop];
    Header header{tick, channel.order, channel.tail, message.source, message.sequence, index};
    if (is(Mistake::channels_in_no_order)) header.channel_order = header.tail = 0;
    if (is(Mistake::ties_to_highest_source)) header.source = -header.source;
    headers_.push(header);
  }

  /// Serves all headers that ask at this tick, those included that come from another channel in zero time.
  void serve_all_at(Time tick) {
    now_ = tick;
    while (!headers_.empty() && headers_.top().tick == tick) {
      const Header header = headers_.top();
      headers_.pop();
      serve(header);
      if (is(Mistake::pes_go_on_within_a_pass)) run_pes();
    }
  }

  /// Grants the link, first come, first served (T3).
  void serve(const Header& header) {
    Message& message = messages_[header.message];
    const Channel& channel = message.route[message.hop];
    const std::pair<Node, Node> link{channel.tail, channel.head};
    Time& free = link_free_[link];
    const Time granted = std::max(header.tick, free);
    free = granted + message.x;

    LinkLoad& load = outcome_.links[link];
    load.messages += 1;
    load.bytes += static_cast<std::int64_t>(message.bytes);
    load.wait += granted - header.tick;
    outcome_.hops += 1;
    if (granted > header.tick) delayed_.insert(header.message);

    ++message.hop;
    if (message.hop < message.route.size()) {
      assert(message.route[message.hop].order > channel.order);
      ask(header.message, granted + machine_.th);
    } else {
      const Time flights = is(Mistake::latency_per_hop) ? static_cast<Time>(message.route.size()) : 1;
      message.arrival = granted + machine_.th + flights * machine_.latency + message.x;
    }
  }

  Pe& pe_of(Rank rank) { return pes_.at(static_cast<std::size_t>(rank)); }

  const MachineDescription& machine_;
  const Mistake mistake_;
  std::vector<Pe> pes_;
  std::vector<Message> messages_;
  std::priority_queue<Header, std::vector<Header>, std::greater<>> headers_;
  Time now_ = 0;                                     ///< the tick served last
  std::map<std::pair<Node, Node>, Time> link_free_;  ///< directed link by (tail, head)
  std::set<std::size_t> delayed_;                    ///< messages that waited for a link
  Outcome outcome_;
};

}  // namespace

Outcome reference_run(const MachineDescription& machine, const Program& program, Mistake mistake) {
  return Reference(machine, program, mistake).run();
}

}  // namespace toruscope::test
