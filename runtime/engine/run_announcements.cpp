// SPDX-License-Identifier: Apache-2.0
// Sends that wait for their receives (T11). Each has an announcement go ahead, in no time and at no cost, which lies in the
// mailbox of its receiver from the moment on at which the send is known there, and is matched in the place of the message.
//
//   PE      posts such a send: it is noted in its worker's list `announced`
//   plan    announce(): the announcement is delivered, or expected until the last message to that PE that is under way is
//           there; a receive that names its source can get it before (match_expected)
//   mailbox gives it to a receive, which is noted in the worker's list `answered`
//   plan    the send learns of it (Sends::receive_found)
//
// Threads     Called in the plan, while all workers wait; but Receives::deliver_announcement, of an announcement that was expected, also
//             in the network phase, by the worker of the receiver when the message before it is delivered.
// Source      docs/rules.md, T11; docs/readings.md (q) and (r).

#include "runtime/engine/run.hpp"
#include "runtime/model/clock.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace toruscope::detail {

/// The messages that wait for no receive and have not arrived, by sender and receiver in the order in which they were sent.
/// Looked for when the first one is asked for.
class OnTheirWay {
 public:
  explicit OnTheirWay(std::function<std::vector<Message*>()> find) : find_(std::move(find)) {}

  /// Those between the same PEs that were sent before.
  [[nodiscard]] std::span<Message* const> before(const Message& message) {
    if (!is_found_) sort_in();
    const auto pair = by_pair_.find(pair_of(message));
    if (pair == by_pair_.end()) return {};
    const std::vector<Message*>& sent = pair->second;
    const auto end = std::upper_bound(sent.begin(), sent.end(), message.sequence,
                                      [](std::int64_t n, const Message* m) { return n < m->sequence; });
    return {sent.begin(), end};
  }

 private:
  static std::uint64_t pair_of(const Message& m) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(m.source)) << 32U |
           static_cast<std::uint32_t>(m.destination);
  }
  void sort_in() {
    for (Message* m : find_()) by_pair_[pair_of(*m)].push_back(m);
    for (auto& [pair, sent] : by_pair_)
      std::sort(sent.begin(), sent.end(),
                [](const Message* a, const Message* b) { return a->sequence < b->sequence; });
    is_found_ = true;
  }

  std::function<std::vector<Message*>()> find_;
  bool is_found_ = false;
  std::unordered_map<std::uint64_t, std::vector<Message*>> by_pair_;
};

void Run::announce_sends() {
  OnTheirWay on_their_way([this] {
    std::vector<Message*> messages;
    for (const auto& worker : workers_)
      for (Pe* sender : worker->senders) sender->sends().add_not_begun(messages);
    network_->add_in_flight(messages);
    return messages;
  });
  for (const auto& worker : workers_)
    if (!worker->announced.empty())
      for (const auto announced = std::exchange(worker->announced, {}); Message * m : announced)
        announce(m, on_their_way);
  if (!has_announced_) return;
  match_expected(on_their_way);
  tell_senders();
}

/// Sends learn of the receives that have been found for them.
void Run::tell_senders() {
  for (const auto& worker : workers_) {
    if (worker->answered.empty()) continue;
    for (const auto answered = std::exchange(worker->answered, {}); RequestState * receive : answered) {
      const Message* announcement = receive->message;
      if (announcement == nullptr || !announcement->is_announcement()) continue;  // it has been given up
      const Message& m = *announcement->announces;
      const Stamp& found = later(announcement->start, *receive->posted_at);
      pes_[static_cast<std::size_t>(m.source)].sends().receive_found(m, found);
    }
  }
}

void Run::announce(Message* m, OnTheirWay& on_their_way) {
  has_announced_ = true;
  auto* announcement = new Message;
  announcement->source = m->source;
  announcement->destination = m->destination;
  announcement->source_in_group = m->source_in_group;
  announcement->tag = m->tag;
  announcement->context = m->context;
  announcement->sequence = m->sequence;
  announcement->bytes = m->bytes;
  announcement->posted = announcement->asks = m->posted;
  announcement->start = m->start;
  announcement->announces = m;
  m->announcement = announcement;
  m->was_announced = true;

  Pe& receiver = pes_[static_cast<std::size_t>(m->destination)];
  const std::span<Message* const> before = on_their_way.before(*m);
  if (before.empty()) return receiver.receives().deliver_announcement(announcement);
  auto& followers = before.back()->followers;
  if (followers == nullptr) followers = std::make_unique<std::vector<Message*>>();
  followers->push_back(announcement);
  if (!receiver.mailbox().has_expected()) expecting_.push_back(&receiver);
  receiver.mailbox().expect(*announcement);
}

void Run::match_expected(OnTheirWay& on_their_way) {
  std::erase_if(expecting_, [&](Pe* pe) {
    pe->mailbox().match_expected([&](const Message& m) { return on_their_way.before(m); });
    return !pe->mailbox().has_expected();
  });
}

Summary Run::summary_of_answers() {
  Summary all{.answers_singly = true};
  for (const auto& worker : workers_)
    for (Pe* pe : worker->answering) {
      const Ticks when = pe->receives().next_answer(complete_before_);
      const bool asks = pe->state() == Pe::State::waiting && pe->waits_for().is_for_turn();
      all.note_due({when,
                    asks && pe->clock().time <= when ? NextDue::Kind::question : NextDue::Kind::background,
                    pe->rank()});
    }
  tell_senders();
  return all;
}

Summary Run::summary_of_sends(const Worker& worker) {
  Summary here;
  for (Pe* pe : worker.senders) {
    here.note_due({pe->sends().next_start(false), NextDue::Kind::worm, pe->rank()});
    here.note_due({pe->sends().next_start(true), NextDue::Kind::start, pe->rank()});
  }
  return here;
}

/// Books the sends that are due, or finds the receive of an announcement; where these may meet, of the lowest PE alone.
void Run::settle_due(const NextDue& due) {
  Pe& first = pes_[static_cast<std::size_t>(due.rank)];
  if (due.kind == NextDue::Kind::question || due.kind == NextDue::Kind::background)
    return first.mailbox().settle(due.when);
  const bool is_worm = due.kind == NextDue::Kind::worm;
  for (const auto& worker : workers_)
    std::erase_if(worker->senders, [&](Pe* pe) {
      const bool is_its_turn = is_worm ? pe->sends().next_start(false) == due.when : pe == &first;
      return is_its_turn && pe->sends().start(due.when, !is_worm);
    });
  network_->collect();
}

}  // namespace toruscope::detail
