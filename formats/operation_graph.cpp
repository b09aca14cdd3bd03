// SPDX-License-Identifier: Apache-2.0
#include "formats/operation_graph.hpp"

#include "runtime/core/decimal.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace toruscope::formats {

namespace {

using Kind = GraphOperation::Kind;

/// The operations that need each operation, and how many each needs itself.
struct Edges {
  explicit Edges(const PeGraph& pe) : needs(pe.operations.size()), needed_by(pe.operations.size()) {
    for (const GraphDependency& d : pe.dependencies) {
      ++needs[d.operation];
      needed_by[d.needed].push_back(d.operation);
    }
  }

  std::vector<std::size_t> needs;
  std::vector<std::vector<std::size_t>> needed_by;
};

/// Messages from a PE to another with one tag.
struct Ends {
  std::vector<const GraphOperation*> sends, receives;
};
using Way = std::tuple<Rank, Rank, std::int64_t>;  // from, to, tag

/// A send and a receive of one pair and tag, whose sizes do not fit one message.
using Misfit = std::pair<const GraphOperation*, const GraphOperation*>;

bool is_shorter(const GraphOperation* a, const GraphOperation* b) {
  return a->amount < b->amount;
}

/// Compares lengths of sends and receives in order, as many of both. Only the run pairs them.
std::optional<Misfit> misfit(Ends ends, ReceivedBytes received) {
  std::stable_sort(ends.sends.begin(), ends.sends.end(), is_shorter);
  std::stable_sort(ends.receives.begin(), ends.receives.end(), is_shorter);
  if (received == ReceivedBytes::enough) {
    const auto [send, receive] =
        std::mismatch(ends.sends.begin(), ends.sends.end(), ends.receives.begin(),
                      [](const GraphOperation* s, const GraphOperation* r) { return s->amount <= r->amount; });
    return send == ends.sends.end() ? std::nullopt : std::optional(Misfit{*send, *receive});
  }
  const auto only_in = [](const auto& these, const auto& those) {
    std::vector<const GraphOperation*> left;
    std::set_difference(these.begin(), these.end(), those.begin(), those.end(), std::back_inserter(left),
                        is_shorter);
    return left;
  };
  const auto sends = only_in(ends.sends, ends.receives);
  if (sends.empty()) return std::nullopt;
  return Misfit{sends.front(), only_in(ends.receives, ends.sends).front()};
}

/// Limit that lets bytes times links be counted.
constexpr std::int64_t kMostBytesInAll = std::int64_t{1} << 52;

void check_amounts(const OperationGraph& graph, const GraphPlace& place) {
  std::int64_t bytes = 0;
  for (std::size_t pe = 0; pe < graph.pes.size(); ++pe)
    for (const GraphOperation& o : graph.pes[pe].operations) {
      if (o.kind != Kind::send) continue;
      if (o.amount > kMostBytesInAll - bytes)
        throw ConfigError(
            fmt::format("{}: up to here messages have more than {} bytes in all, the most of a run; take "
                        "shorter or fewer ones",
                        place(static_cast<Rank>(pe), o), kMostBytesInAll));
      bytes += o.amount;
    }
}

std::string messages(std::int64_t count) {
  return core::counted(count, "message");
}

class Messages {
 public:
  explicit Messages(const OperationGraph& graph) : unnamed_(graph.pes.size()) {
    for (std::size_t pe = 0; pe < graph.pes.size(); ++pe)
      for (const GraphOperation& o : graph.pes[pe].operations) add(static_cast<Rank>(pe), o);
  }

  void check(const GraphPlace& place, ReceivedBytes received) const {
    std::map<Rank, std::int64_t> left;  // sent to a PE, and for none of its receives with a name
    for (const auto& [way, ends] : ends_) {
      const Rank to = std::get<1>(way);
      const bool has_unnamed = !unnamed_[static_cast<std::size_t>(to)].empty();
      const std::int64_t more = std::ssize(ends.sends) - std::ssize(ends.receives);
      left[to] += more;
      if (more < 0 || (more > 0 && !has_unnamed)) refuse_numbers(way, ends, place);
      if (has_unnamed) continue;  // these may take any of the messages
      if (const auto found = misfit(ends, received)) refuse_lengths(way, *found, place);
    }
    for (std::size_t pe = 0; pe < unnamed_.size(); ++pe) {
      if (unnamed_[pe].empty()) continue;
      const auto to = static_cast<Rank>(pe);
      const auto found = left.find(to);
      const std::int64_t sent = found == left.end() ? 0 : found->second;
      const auto receives = static_cast<std::int64_t>(unnamed_[pe].size());
      if (sent != receives)
        throw ConfigError(fmt::format(
            "{}: PE {} has {} receives from any PE or with any tag, and {} for them; make them equal",
            place(to, *unnamed_[pe].front()), to, receives, messages(sent)));
    }
  }

 private:
  [[noreturn]] static void refuse_numbers(const Way& way, const Ends& ends, const GraphPlace& place) {
    const auto& [from, to, tag] = way;
    const std::string where =
        ends.sends.empty() ? place(to, *ends.receives.front()) : place(from, *ends.sends.front());
    throw ConfigError(
        fmt::format("{}: PE {} sends {} with tag {} to PE {}, which receives {} of that tag; make them equal",
                    where, from, messages(std::ssize(ends.sends)), tag, to, ends.receives.size()));
  }
  [[noreturn]] static void refuse_lengths(const Way& way, const Misfit& misfit, const GraphPlace& place) {
    const auto& [from, to, tag] = way;
    const auto& [send, receive] = misfit;
    throw ConfigError(
        fmt::format("{}: PE {} sends {} with tag {} to PE {}, whose receive has {} ({}); make them equal",
                    place(from, *send), from, core::counted(send->amount, "byte"), tag, to, receive->amount,
                    place(to, *receive)));
  }

  void add(Rank pe, const GraphOperation& o) {
    if (o.kind == Kind::send) {
      ends_[{pe, o.peer, o.tag}].sends.push_back(&o);
    } else if (o.kind == Kind::receive && (o.peer == any_source || o.tag == kAnyGraphTag)) {
      unnamed_[static_cast<std::size_t>(pe)].push_back(&o);
    } else if (o.kind == Kind::receive) {
      ends_[{o.peer, pe, o.tag}].receives.push_back(&o);
    }
  }

  std::map<Way, Ends> ends_;
  // receives of each PE that name not both
  std::vector<std::vector<const GraphOperation*>> unnamed_;
};

}  // namespace

// An operation waits for itself if some operations are left when all that can end have ended.
std::optional<std::size_t> on_a_cycle(const PeGraph& pe) {
  Edges edges(pe);
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < edges.needs.size(); ++i)
    if (edges.needs[i] == 0) ready.push_back(i);
  std::size_t ended = 0;
  while (!ready.empty()) {
    const std::size_t i = ready.back();
    ready.pop_back();
    ++ended;
    for (const std::size_t next : edges.needed_by[i])
      if (--edges.needs[next] == 0) ready.push_back(next);
  }
  if (ended == edges.needs.size()) return std::nullopt;
  // Each operation that is left needs another one that is left, so following them leads to a cycle.
  std::vector<std::size_t> needed(edges.needs.size());
  for (const GraphDependency& d : pe.dependencies)
    if (edges.needs[d.needed] > 0) needed[d.operation] = d.needed;
  const auto left = std::find_if(edges.needs.begin(), edges.needs.end(), [](std::size_t n) { return n > 0; });
  auto at = static_cast<std::size_t>(left - edges.needs.begin());
  for (std::size_t i = 0; i < edges.needs.size(); ++i) at = needed[at];
  return at;
}

GraphTags::GraphTags(const OperationGraph& graph) {
  std::set<std::int64_t> taken;
  for (const PeGraph& pe : graph.pes)
    for (const GraphOperation& o : pe.operations)
      if (o.tag > kMaxTag) large_[o.tag] = 0;
  if (large_.empty()) return;
  for (const PeGraph& pe : graph.pes)
    for (const GraphOperation& o : pe.operations)
      if (o.tag <= kMaxTag) taken.insert(o.tag);
  Tag next = kMaxTag;
  for (auto large = large_.rbegin(); large != large_.rend(); ++large) {
    while (taken.contains(next)) --next;
    large->second = next--;
  }
}

Tag GraphTags::of(std::int64_t tag) const {
  if (tag == kAnyGraphTag) return any_tag;
  return tag > kMaxTag ? large_.at(tag) : static_cast<Tag>(tag);
}

void check_graph(const OperationGraph& graph, const GraphPlace& place, ReceivedBytes received) {
  for (std::size_t pe = 0; pe < graph.pes.size(); ++pe)
    if (const auto at = on_a_cycle(graph.pes[pe]))
      throw ConfigError(fmt::format(
          "{}: an operation of PE {} needs itself, by what it needs; leave one of these dependencies out",
          place(static_cast<Rank>(pe), graph.pes[pe].operations[*at]), pe));
  check_amounts(graph, place);
  Messages(graph).check(place, received);
}

}  // namespace toruscope::formats
