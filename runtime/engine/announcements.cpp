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
      const Message& m = *announcement->announces;
      const Stamp& found = later(announcement->start, *receive->posted_at);
      pes_[static_cast<std::size_t>(m.source)].sends().receive_found(m, found);
    }
  }
}

void Announcements::announce(Message* m, OnTheirWay& on_their_way) {
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

void Announcements::match_expected(OnTheirWay& on_their_way) {
  std::erase_if(expecting_, [&](Pe* pe) {
    pe->mailbox().match_expected([&](const Message& m) { return on_their_way.before(m); });
    return !pe->mailbox().has_expected();
  });
}

Summary Announcements::summary(Ticks complete_before) {
  Summary all{.answers_singly = true};
  for (const PeHost* host : hosts_)
    for (Pe* pe : host->answering) {
      const Ticks when = pe->receives().next_answer(complete_before);
      const bool asks = pe->state() == Pe::State::waiting && pe->waits_for().is_for_turn();
      all.note_due({when,
                    asks && pe->clock().time <= when ? NextDue::Kind::question : NextDue::Kind::background,
                    pe->rank()});
    }
  return all;
}

}  // namespace toruscope::core
