// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/announcements.hpp"

#include "runtime/model/clock.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace toruscope::core {

/// The messages that wait for no receive and have not arrived, by sender and receiver in the order
/// in which they were sent. Looked for when the first one is asked for.
class OnTheirWay {
 public:
  explicit OnTheirWay(std::function<std::vector<Message*>()> find) : find_(std::move(find)) {}

  /// Messages between the same PEs that were sent before this one.
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

void Announcements::announce_sends() {
  for (PeHost* host : hosts_)
    for (const auto all = std::exchange(host->lost, {}); const Message* lost : all) {
      pes_[static_cast<std::size_t>(lost->source)].sends().receive_lost(*lost->announces);
      Pe& receiver = pes_[static_cast<std::size_t>(lost->destination)];
      const bool is_there = std::find(expecting_.begin(), expecting_.end(), &receiver) != expecting_.end();
      if (!is_there && receiver.mailbox().has_expected()) expecting_.push_back(&receiver);
    }
  OnTheirWay on_their_way([this] {
    std::vector<Message*> messages;
    for (const PeHost* host : hosts_)
      for (Pe* sender : host->senders) sender->sends().add_not_begun(messages);
    network_.add_in_flight(messages);
    return messages;
  });
  for (PeHost* host : hosts_)
    if (!host->announced.empty())
      for (const auto announced = std::exchange(host->announced, {}); Message * m : announced)
        announce(m, on_their_way);
  match_expected(on_their_way);
  tell_senders();
}

void Announcements::tell_senders() {
  for (PeHost* host : hosts_) {
    if (host->answered.empty()) continue;
    for (const auto answered = std::exchange(host->answered, {}); RequestState * receive : answered) {
      const Message* announcement = receive->message;
      // it has been given up
      if (announcement == nullptr || !announcement->is_announcement()) continue;
      Message& m = *announcement->announces;
      const Stamp& found = later(announcement->start, *receive->posted_at);
      Pe& sender = pes_[static_cast<std::size_t>(m.source)];
      if (!m.is_to_self())
        sender.sends().receive_found(m, found);
      else if (sender.receive_own(m, found))
        host->runnable.push_back(&sender);
    }
  }
}

void Announcements::announce(Message* m, OnTheirWay& on_their_way) {
  if (m->is_to_self()) return;  // it is there already
  Message* announcement = announcement_of(*m);
  Pe& receiver = pes_[static_cast<std::size_t>(m->destination)];
  const std::span<Message* const> before = on_their_way.before(*m);
  if (before.empty()) return receiver.receives().deliver_announcement(announcement);
  auto& followers = before.back()->followers;
  if (followers == nullptr) followers = std::make_unique<std::vector<Message*>>();
  followers->push_back(announcement);
  if (!receiver.mailbox().has_expected()) expecting_.push_back(&receiver);
  receiver.mailbox().expect(*announcement);
}

void Announcements::match_expected(OnTheirWay& on_their_way) {
  std::erase_if(expecting_, [&](Pe* pe) {
    pe->mailbox().match_expected([&](const Message& m) { return on_their_way.before(m); });
    return !pe->mailbox().has_expected();
  });
}

Summary Announcements::summary(Ticks complete_before) {
  Summary all{.answers_in_order = true};
  for (const PeHost* host : hosts_)
    for (Pe* pe : host->answering) {
      const auto [when, is_own] = pe->receives().next_answer(complete_before);
      const bool asks = pe->waits_for_turn();
      const NextDue::Kind of_asked = is_own ? NextDue::Kind::own : NextDue::Kind::question;
      all.note_due({when, asks && pe->clock().time <= when ? of_asked : NextDue::Kind::background, pe->rank()});
    }
  return all;
}

}  // namespace toruscope::core
