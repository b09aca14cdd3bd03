// SPDX-License-Identifier: Apache-2.0

#include "tests/golden/event_walk.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

namespace toruscope {

namespace {

std::int64_t of(const nlohmann::json& row, const char* key) {
  return row.at(key).get<std::int64_t>();
}

std::int64_t wait_of(const std::vector<nlohmann::json>& hops) {
  std::int64_t wait = 0;
  for (const auto& hop : hops) wait += of(hop, "granted") - of(hop, "asked");
  return wait;
}

/// The row before this one in a list of a PE's rows, or null.
const nlohmann::json* before(const std::vector<const nlohmann::json*>& rows, const nlohmann::json& row) {
  const auto at = std::find(rows.begin(), rows.end(), &row);
  return at == rows.begin() ? nullptr : *std::prev(at);
}

}  // namespace

EventWalk::EventWalk(std::istream& log, int pes, Costs costs, Injection injection)
    : costs_(costs), injection_(injection), pes_(static_cast<std::size_t>(pes)) {
  for (std::string line; std::getline(log, line);) {
    Row row = Row::parse(line);
    const auto kind = row.at("kind").get<std::string>();
    if (kind == "message") {
      messages_.push_back(std::move(row));
    } else if (kind == "hop") {
      hops_[{row.at("source"), row.at("sequence")}].push_back(std::move(row));
    } else if (kind == "compute") {
      computes_.push_back(std::move(row));
    } else if (kind == "synchronize") {
      synchronisations_.push_back(std::move(row));
    } else {
      throw std::runtime_error("unknown kind of row: " + kind);
    }
  }
  for (const Row& m : messages_) {
    pe(m.at("source")).sends.push_back(&m);
    pe(m.at("destination")).takes.push_back(&m);
  }
  for (const Row& c : computes_) pe(c.at("pe")).computes.push_back(&c);
  for (const Row& s : synchronisations_) pe(s.at("pe")).synchronisations.push_back(&s);
  const auto by_taking = [](const Row* m) {
    return std::tuple(of(*m, "taken"), of(*m, "arrival"), of(*m, "source"), of(*m, "sequence"));
  };
  for (Pe& p : pes_) {
    std::sort(p.sends.begin(), p.sends.end(),
              [](const Row* a, const Row* b) { return of(*a, "sequence") < of(*b, "sequence"); });
    std::sort(p.takes.begin(), p.takes.end(),
              [&](const Row* a, const Row* b) { return by_taking(a) < by_taking(b); });
  }
}

const std::vector<nlohmann::json>& EventWalk::hops(const Row& message) const {
  return hops_.at({message.at("source"), message.at("sequence")});
}

Ticks EventWalk::finish(Rank rank) const {
  const Pe& p = pes_.at(static_cast<std::size_t>(rank));
  std::int64_t last = 0;
  for (const Row* m : p.sends) last = std::max(last, of(*m, "left"));
  for (const Row* m : p.takes) last = std::max(last, of(*m, "taken") + costs_.tr.count);
  for (const Row* c : p.computes) last = std::max(last, of(*c, "end"));
  for (const Row* s : p.synchronisations) last = std::max(last, of(*s, "end"));
  return {last};
}

std::map<std::pair<int, int>, LinkLoad> EventWalk::link_loads() const {
  std::map<std::pair<int, int>, LinkLoad> loads;
  for (const Row& m : messages_)
    for (const Row& hop : hops(m)) {
      LinkLoad& load = loads[{hop.at("from"), hop.at("to")}];
      ++load.messages;
      load.bytes += of(m, "bytes");
      load.wait += Ticks{of(hop, "granted") - of(hop, "asked")};
    }
  return loads;
}

std::int64_t EventWalk::link_conflicts() const {
  return std::count_if(hops_.begin(), hops_.end(), [](const auto& entry) { return wait_of(entry.second) > 0; });
}

// --- the walk back -------------------------------------------------------------------------------

Account EventWalk::account(Rank rank) {
  account_ = {};
  clock(rank, finish(rank).count);
  return account_;
}

/// What PE `rank` had done when its clock stood at `time`; its own sends go before what it took
/// (T6).
void EventWalk::clock(Rank rank, std::int64_t time) {
  if (time == 0) return;
  const Pe& p = pes_.at(static_cast<std::size_t>(rank));
  for (const Row* c : p.computes)
    if (of(*c, "end") == time) {
      account_.compute += Ticks{time - of(*c, "begin")};
      return clock(rank, of(*c, "begin"));
    }
  for (const Row* s : p.synchronisations)
    if (of(*s, "end") == time && of(*s, "begin") < time) {
      const auto partner = std::find_if(
          synchronisations_.begin(), synchronisations_.end(),
          [&](const Row& other) { return of(other, "begin") == time && of(other, "end") == time; });
      return clock(partner->at("pe"), time);  // rows are ordered by PE: the lowest rank
    }
  for (const Row* m : p.sends)
    if (of(*m, "left") == time) return left(*m);
  for (const Row* m : p.takes)
    if (of(*m, "taken") + costs_.tr.count == time) {
      ++account_.receives;
      return took(*m);
    }
  throw std::runtime_error("nothing ends at " + std::to_string(time) + " on PE " + std::to_string(rank));
}

void EventWalk::left(const Row& message) {
  ++account_.startups;
  if (injection_ == Injection::direct) pay_transmission(message);
  started(message);
}

/// A send starts when it is posted, when its port is free, or g after the last start.
void EventWalk::started(const Row& message) {
  const std::int64_t start = of(message, "start");
  if (start == of(message, "posted")) return clock(message.at("source"), start);
  const Row& last = *before(pe(message.at("source")).sends, message);
  if (of(last, "left") == start) return left(last);
  account_.gap += costs_.gap;
  started(last);
}

/// A message is taken when the PE is there, g after its last take, or when the message is
/// available.
void EventWalk::took(const Row& message) {
  if (was_own_clock(message)) return;
  const Row* last = before(pe(message.at("destination")).takes, message);
  if (last != nullptr && of(*last, "taken") + costs_.gap.count == of(message, "taken")) {
    account_.gap += costs_.gap;
    return took(*last);
  }
  available(message);
}

/// Walks on from the PE's own clock if it stood at the moment of taking: at the end of the take
/// before or, in the round of the last send posted, ts after its beginning.
bool EventWalk::was_own_clock(const Row& message) {
  const Rank rank = message.at("destination");
  const Pe& p = pe(message.at("destination"));
  const std::int64_t taken = of(message, "taken");
  const Row* last = before(p.takes, message);
  if (last != nullptr && of(*last, "taken") + costs_.tr.count == taken) {
    ++account_.receives;
    took(*last);
    return true;
  }
  for (const Row* m : p.sends)
    if (of(*m, "posted") + costs_.ts.count == taken) {
      ++account_.startups;
      clock(rank, of(*m, "posted"));
      return true;
    }
  return false;
}

/// A message is through the port when it has arrived, or as long after the reception before as it
/// takes itself.
void EventWalk::available(const Row& message) {
  const bool is_direct = injection_ == Injection::direct;
  const Ticks length =
      costs_.transmission(message.at("bytes").get<std::size_t>()) + (is_direct ? costs_.ts : Ticks{});
  const Row* last = before(pe(message.at("destination")).takes, message);
  if (last == nullptr || of(*last, "available") + length.count != of(message, "available"))
    return arrived(message);
  if (is_direct) ++account_.startups;
  pay_transmission(message);
  available(*last);
}

void EventWalk::arrived(const Row& message) {
  ++account_.startups;
  pay_transmission(message);
  account_.hops += of(message, "hops");
  ++account_.latencies;
  account_.link_wait += Ticks{wait_of(hops(message))};
  started(message);
}

void EventWalk::pay_transmission(const Row& message) {
  ++account_.messages;
  account_.bytes += of(message, "bytes");
}

}  // namespace toruscope
