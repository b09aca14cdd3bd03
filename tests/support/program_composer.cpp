// SPDX-License-Identifier: Apache-2.0

#include "tests/support/program_composer.hpp"

#include "tests/support/composed_polls.hpp"
#include "tests/support/inner_script.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace toruscope::test {

namespace {

int mod(int value, int n) {
  return (value % n + n) % n;
}

enum class Habit { named, by_source, unnamed };
/// On a PE that names its receives: messages with these tags it takes from any source.
constexpr Tag kFirstTagFromAnyone = 3;
constexpr Tag kTags = 5;
constexpr Tag kFarmTag = 10;

/// Carries out a script, knowing which messages are under way.
class Composer {
 public:
  /// `strands`: the number of the next operation that is started.
  Composer(int p, int habits, std::size_t& strands)
      : p_(p),
        habits_(habits),
        program_(static_cast<std::size_t>(p)),
        pending_(program_.size()),
        strands_(strands) {}

  void perform(const Action& action) {
    using Act = Action::Kind;
    const Rank pe = mod(action.pe, p_);
    const Rank partner = mod(action.partner, p_);
    const Tag tag = mod(action.tag, habits_ == 0 ? kFirstTagFromAnyone : kTags);
    switch (action.kind) {
      case Act::send:
        return append_send(pe, partner, action.bytes, tag);
      case Act::recv:
        append_recv(pe, action.choice);
        break;
      case Act::isend:
        return append_isend(pe, partner, action.bytes, tag);
      case Act::irecv:
        return append_irecv(pe, pattern(partner, pe, tag));
      case Act::wait:
        return append_wait(pe, action.choice, action.partner);
      case Act::exchange:
        return exchange(pe, partner, action.bytes, tag);
      case Act::round:
        return round(pe, partner, action);
      case Act::compute:
        return add(pe, compute(action.choice % 20));
      case Act::shift:
        return shift(action.partner, action.bytes, tag);
      case Act::gather:
        return gather(pe, action.bytes, tag, action.choice);
      case Act::scatter:
        return scatter(pe, action.bytes, tag, action.choice);
      case Act::synchronize:
        for (Rank i = 0; i < p_; ++i) add(i, synchronize());
        break;
      case Act::probe:
        return look(pe, partner, tag, action.choice);
      case Act::test:
        return append_test(pe, action.choice, action.partner);
      case Act::poll:
        if (const auto pattern = claim(pe, action.choice)) append_poll(pe, *pattern, action.choice);
        break;
      case Act::wait_any:
        return append_question(pe, action.choice, action.partner, false);
      case Act::several:
        return append_question(pe, action.choice, action.partner, true);
      case Act::until:
        return append_until(pe, action.choice, action.partner);
      case Act::farm:
        return farm(pe, action.choice);
      case Act::start:
        return start(action);
    }
  }

  /// Sends what posted receives still wait for, receives what is under way, waits for all requests.
  Program finish() {
    for (auto& [pattern, count] : counts_)
      while (count.sent < count.posted) send_for(pattern, static_cast<std::size_t>(count.sent % 3));
    for (Rank pe = 0; pe < p_; ++pe) {
      while (append_recv(pe, pe)) {
      }
      append_wait(pe, -1, pe);
    }
    return std::move(program_);
  }

 private:
  /// source or any_source, destination, tag or any_tag
  using Pattern = std::tuple<Rank, Rank, Tag>;
  struct Count {
    int sent = 0;
    int posted = 0;
  };
  struct PendingRequest {
    int name = 0;
    Pattern pattern;
    int turn = -1;  ///< the index of the receive in its pattern; -1: a send
  };

  [[nodiscard]] Habit habit(Rank pe) const {
    int digits = habits_;
    for (int i = 0; i < pe % 6; ++i) digits /= 3;
    return static_cast<Habit>(digits % 3);
  }

  /// By which receives the destination takes such a message.
  [[nodiscard]] Pattern pattern(Rank source, Rank destination, Tag tag) const {
    if (habit(destination) == Habit::unnamed) return {any_source, destination, any_tag};
    if (habit(destination) == Habit::by_source) return {source, destination, any_tag};
    return {tag < kFirstTagFromAnyone ? source : any_source, destination, tag};
  }

  void add(Rank pe, Operation operation) {
    program_[static_cast<std::size_t>(pe)].push_back(std::move(operation));
  }
  void add_all(Rank pe, const std::vector<Operation>& operations) {
    for (const Operation& operation : operations) add(pe, operation);
  }
  std::vector<PendingRequest>& pending(Rank pe) { return pending_[static_cast<std::size_t>(pe)]; }

  void append_send(Rank pe, Rank partner, std::size_t bytes, Tag tag) {
    ++counts_[pattern(pe, partner, tag)].sent;
    add(pe, send(partner, bytes, tag));
  }

  /// A message that fits the pattern.
  void send_for(const Pattern& pattern, std::size_t bytes) {
    const auto [source, destination, tag] = pattern;
    append_send(source == any_source ? mod(destination + 1, p_) : source, destination, bytes,
                tag == any_tag ? 0 : tag);
  }

  void append_isend(Rank pe, Rank partner, std::size_t bytes, Tag tag) {
    ++counts_[pattern(pe, partner, tag)].sent;
    pending(pe).push_back({names_, pattern(pe, partner, tag), -1});
    add(pe, isend(names_++, partner, bytes, tag));
  }

  void append_irecv(Rank pe, const Pattern& pattern) {
    pending(pe).push_back({names_, pattern, counts_[pattern].posted++});
    add(pe, irecv(names_++, std::get<0>(pattern), std::get<2>(pattern)));
  }

  /// Patterns by which this PE can receive messages that no receive has been posted for.
  std::vector<Pattern> unclaimed(Rank pe) {
    std::vector<Pattern> patterns;
    for (const auto& [pattern, count] : counts_)
      if (std::get<1>(pattern) == pe && count.sent > count.posted) patterns.push_back(pattern);
    return patterns;
  }

  /// One of them, now claimed.
  std::optional<Pattern> claim(Rank pe, int choice) {
    const std::vector<Pattern> patterns = unclaimed(pe);
    if (patterns.empty()) return std::nullopt;
    const Pattern& chosen = patterns[static_cast<std::size_t>(mod(choice, static_cast<int>(patterns.size())))];
    ++counts_[chosen].posted;
    return chosen;
  }

  /// A receive of one of the messages on their way to this PE. False if there is none.
  bool append_recv(Rank pe, int choice) {
    const auto pattern = claim(pe, choice);
    if (pattern) add(pe, recv(std::get<0>(*pattern), std::get<2>(*pattern)));
    return pattern.has_value();
  }

  /// Receives by probing first.
  void append_poll(Rank pe, const Pattern& pattern, int choice, bool may_have_deadline = false) {
    add_all(pe, probes_before(std::get<0>(pattern), std::get<2>(pattern), choice, may_have_deadline));
  }

  /// A look at the mailbox, without taking anything out. As nothing may ever come, time has to go
  /// on, or a message be polled that is sure to come.
  void look(Rank pe, Rank partner, Tag tag, int choice) {
    const Rank source = choice % 2 == 0 ? any_source : partner;
    const Tag wanted = choice % 3 == 0 ? any_tag : tag;
    if (choice % 5 == 0 && !unclaimed(pe).empty()) {
      add(pe, probe(source, wanted));
      count_transfer(pe, pe, tag);
      add(pe, send(pe, 2, tag));
      // succeeds at once, and then perhaps one that does not
      append_poll(pe, pattern(pe, pe, tag), choice);
      if (const auto other = claim(pe, choice)) append_poll(pe, *other, choice);
    } else {
      add(pe, probe(source, wanted, 1 + choice / 8 % 4, 1 + pause_of(choice)));
      add(pe, compute(1 + choice % 5));
    }
  }

  bool is_ready(const PendingRequest& request) { return request.turn < counts_[request.pattern].sent; }

  /// One of the pending requests; null if there is none.
  const PendingRequest* pending_one(Rank pe, int which) {
    const std::vector<PendingRequest>& all = pending(pe);
    return all.empty() ? nullptr : &all[static_cast<std::size_t>(mod(which, static_cast<int>(all.size())))];
  }

  /// Tests one request; until it is complete, or at one clock, only if it is sure to complete.
  void append_test(Rank pe, int choice, int which) {
    if (const PendingRequest* one = pending_one(pe, which))
      add_all(pe, tests_of(one->name, is_ready(*one), choice));
  }

  /// A wait with a deadline for one of them; or a probe with one, and a receive.
  void append_until(Rank pe, int choice, int which) {
    if (const PendingRequest* one = pending_one(pe, which); one != nullptr && choice % 3 != 0)
      add_all(pe, waits_of(one->name, is_ready(*one), choice));
    else if (const auto pattern = claim(pe, choice))
      append_poll(pe, *pattern, choice, true);
  }

  /// Of the requests which can be completed those that `mask` selects, beginning with the first-th.
  std::vector<int> select(Rank pe, int mask, int first) {
    std::vector<int> names;
    for (std::size_t i = 0; i < pending(pe).size(); ++i)
      if ((static_cast<unsigned>(mask) >> (i % 32) & 1U) != 0 && is_ready(pending(pe)[i]))
        names.push_back(pending(pe)[i].name);
    if (!names.empty())
      std::rotate(names.begin(), names.begin() + mod(first, static_cast<int>(names.size())), names.end());
    return names;
  }

  void append_wait(Rank pe, int mask, int first) {
    const std::vector<int> names = select(pe, mask, first);
    if (names.empty()) return;
    std::erase_if(pending(pe), [&](const PendingRequest& request) {
      return std::find(names.begin(), names.end(), request.name) != names.end();
    });
    add(pe, wait(names));
  }

  /// Which of them are completed is not known: they stay, and operations skip those that are no
  /// longer pending. Sends to itself are left out: how they rank among others that are complete at
  /// the same tick is not agreed.
  void append_question(Rank pe, int mask, int first, bool is_about_several) {
    std::vector<int> names = select(pe, is_about_several && mask % 2 == 0 ? -1 : mask, first);
    for (const PendingRequest& request : pending(pe))
      if (request.turn < 0 && std::get<1>(request.pattern) == pe) std::erase(names, request.name);
    if (names.empty()) return;
    if (!is_about_several) return add(pe, wait_any(names));
    if (first % 3 == 0) {
      const Transfer own = count_transfer(pe, pe, 0);
      add(pe, send(pe, 1));
      add_all(pe, around_a_message(names, own));
    }
    add_all(pe, about_several(names, mask));
  }

  /// A message whose receive is posted with it; receives posted earlier have to get theirs before.
  Transfer count_transfer(Rank source, Rank destination, Tag tag) {
    const Pattern pattern = this->pattern(source, destination, tag);
    while (counts_[pattern].sent < counts_[pattern].posted) send_for(pattern, 1);
    ++counts_[pattern].sent;
    ++counts_[pattern].posted;
    return from(std::get<0>(pattern), std::get<2>(pattern));
  }

  /// Rounds may wait for each other's sends: all sends of a round are posted before it waits.
  void exchange(Rank a, Rank b, std::size_t bytes, Tag tag) {
    const Transfer at_b = count_transfer(a, b, tag);
    const Transfer at_a = a == b ? at_b : count_transfer(b, a, tag);
    append_exchange(a, to(b, bytes, tag), at_a);
    if (a != b) append_exchange(b, to(a, bytes / 2, tag), at_b);
  }

  void append_exchange(Rank pe, const Transfer& out, const Transfer& in) {
    const bool is_sendrecv = out.tag == in.tag;  // which has one tag for both
    add(pe, is_sendrecv ? sendrecv(out.partner, out.bytes, in.partner, in.tag) : test::round({out}, {in}));
  }

  void shift(int distance, std::size_t bytes, Tag tag) {
    std::vector<Transfer> in(static_cast<std::size_t>(p_));
    for (Rank pe = 0; pe < p_; ++pe) {
      const Rank next = mod(pe + distance, p_);
      in[static_cast<std::size_t>(next)] = count_transfer(pe, next, tag);
    }
    for (Rank pe = 0; pe < p_; ++pe)
      append_exchange(pe, to(mod(pe + distance, p_), bytes, tag), in[static_cast<std::size_t>(pe)]);
  }

  /// Up to five sends, some by the same link, and up to three receives of messages under way.
  void round(Rank pe, Rank partner, const Action& action) {
    std::vector<Transfer> sends;
    std::vector<Transfer> receives;
    const int offsets[] = {0, 1, 0, 2, 1};
    for (int i = 0; i < action.choice % 6; ++i) {
      const Rank destination = mod(partner + offsets[i] * action.tag, p_);
      const Tag tag = mod(action.tag + i, kFirstTagFromAnyone);
      ++counts_[pattern(pe, destination, tag)].sent;
      sends.push_back(to(destination, action.bytes + static_cast<std::size_t>(3 - i % 4), tag));
    }
    std::vector<Pattern> patterns = unclaimed(pe);
    if (!patterns.empty())
      std::rotate(patterns.begin(), patterns.begin() + mod(action.choice, static_cast<int>(patterns.size())),
                  patterns.end());
    for (const Pattern& pattern : patterns) {
      if (receives.size() == 3) break;
      ++counts_[pattern].posted;
      receives.push_back(from(std::get<0>(pattern), std::get<2>(pattern)));
    }
    add(pe, test::round(std::move(sends), std::move(receives)));
  }

  /// All PEs start an operation, for which they wait like for other requests.
  void start(const Action& action) {
    Composer inner(p_, habits_, strands_);
    for (const Action& of_inner : inner_script(action, p_, kFirstTagFromAnyone)) inner.perform(of_inner);
    const Program bodies = inner.finish();
    for (Rank pe = 0; pe < p_; ++pe) {
      pending(pe).push_back({names_, {}, -1});
      add(pe, test::start(names_++, strands_++, bodies[static_cast<std::size_t>(pe)]));
    }
  }

  /// All send to the root, which receives in the order of ranks, in one round, or by requests.
  void gather(Rank root, std::size_t bytes, Tag tag, int way) {
    for (Rank pe = 0; pe < p_; ++pe)
      if (pe != root) append_send(pe, root, bytes + static_cast<std::size_t>(pe % 2), tag);
    if (way % 3 == 0) {
      std::vector<Transfer> receives;
      for (const Pattern& pattern : unclaimed(root)) {
        ++counts_[pattern].posted;
        receives.push_back(from(std::get<0>(pattern), std::get<2>(pattern)));
      }
      add(root, test::round({}, std::move(receives)));
    } else if (way % 3 == 1) {
      for (const Pattern& pattern : unclaimed(root)) append_irecv(root, pattern);
      append_wait(root, -1, way);
    } else {
      while (append_recv(root, 0)) {
      }
    }
  }

  /// The root sends to all, in one round or by requests; they receive one each.
  void scatter(Rank root, std::size_t bytes, Tag tag, int way) {
    std::vector<Transfer> sends;
    for (int i = 1; i < p_; ++i) {
      const Rank destination = mod(root + i, p_);
      if (way % 2 == 0) {
        ++counts_[pattern(root, destination, tag)].sent;
        sends.push_back(to(destination, bytes, tag));
      } else {
        append_isend(root, destination, bytes, tag);
      }
    }
    if (!sends.empty()) add(root, test::round(std::move(sends), {}));
    for (int i = 1; i < p_; ++i) append_recv(mod(root + i, p_), way);
    append_wait(root, -1, 0);
  }

  /// Of the PEs that name their receives one gives out tasks and the others work.
  void farm(Rank pe, int choice) {
    std::vector<Rank> members;
    for (Rank i = 0; i < p_; ++i)
      if (habit(mod(pe + i, p_)) == Habit::named) members.push_back(mod(pe + i, p_));
    if (members.size() < 2) return;
    members.resize(std::min<std::size_t>(members.size(), 2 + static_cast<std::size_t>(choice % 6)));
    const Tag tag = kFarmTag + 2 * farms_++;  // no worker takes another farm's word to stop
    add(members[0], serve(choice / 8 % 10, static_cast<int>(members.size()) - 1, tag));
    for (std::size_t i = 1; i < members.size(); ++i) add(members[i], work(members[0], tag, choice / 80 % 9));
  }

  int p_;
  int habits_;
  Program program_;
  std::vector<std::vector<PendingRequest>> pending_;
  std::map<Pattern, Count> counts_;
  std::size_t& strands_;
  int names_ = 0;
  int farms_ = 0;
};

}  // namespace

Program compose(const std::vector<Action>& script, int p, int habits) {
  auto strands = static_cast<std::size_t>(p);
  Composer composer(p, habits, strands);
  for (const Action& action : script) composer.perform(action);
  return composer.finish();
}

}  // namespace toruscope::test
