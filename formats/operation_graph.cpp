// SPDX-License-Identifier: Apache-2.0
#include "formats/operation_graph.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <tuple>

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

/// An operation that waits for itself, if there is one: what is left when all that can end has ended.
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
  // Whoever is left needs one that is left: that way leads round sooner or later.
  std::vector<std::size_t> needed(edges.needs.size());
  for (const GraphDependency& d : pe.dependencies)
    if (edges.needs[d.needed] > 0) needed[d.operation] = d.needed;
  const auto left = std::find_if(edges.needs.begin(), edges.needs.end(), [](std::size_t n) { return n > 0; });
  auto at = static_cast<std::size_t>(left - edges.needs.begin());
  for (std::size_t i = 0; i < edges.needs.size(); ++i) at = needed[at];
  return at;
}

/// Messages from a PE to another with one tag.
struct Ends {
  std::int64_t sent = 0, received = 0;
  const GraphOperation* send = nullptr;  ///< the first
  const GraphOperation* receive = nullptr;
};

std::string messages(std::int64_t count) {
  return count == 1 ? "1 message" : fmt::format("{} messages", count);
}

class Messages {
 public:
  explicit Messages(const OperationGraph& graph) : unnamed_(graph.pes.size()) {
    for (std::size_t pe = 0; pe < graph.pes.size(); ++pe)
      for (const GraphOperation& o : graph.pes[pe].operations) add(static_cast<Rank>(pe), o);
  }

  void check(const GraphPlace& place) const {
    std::map<Rank, std::int64_t> left;  // sent to a PE, and for none of its receives with a name
    for (const auto& [way, ends] : ends_) {
      const auto& [from, to, tag] = way;
      const bool has_unnamed = !unnamed_[static_cast<std::size_t>(to)].empty();
      left[to] += ends.sent - ends.received;
      if (ends.sent == ends.received || (has_unnamed && ends.sent > ends.received)) continue;
      const std::string where = ends.send != nullptr ? place(from, *ends.send) : place(to, *ends.receive);
      throw ConfigError(fmt::format("{}: PE {} sends {} with tag {} to PE {}, which receives {} of that tag",
                                    where, from, messages(ends.sent), tag, to, ends.received));
    }
    for (std::size_t pe = 0; pe < unnamed_.size(); ++pe) {
      if (unnamed_[pe].empty()) continue;
      const auto to = static_cast<Rank>(pe);
      const auto found = left.find(to);
      const std::int64_t sent = found == left.end() ? 0 : found->second;
      const auto receives = static_cast<std::int64_t>(unnamed_[pe].size());
      if (sent != receives)
        throw ConfigError(fmt::format("{}: PE {} has {} receives from any PE or with any tag, and {} for them",
                                      place(to, *unnamed_[pe].front()), to, receives, messages(sent)));
    }
  }

 private:
  void add(Rank pe, const GraphOperation& o) {
    if (o.kind == Kind::send) {
      Ends& ends = ends_[{pe, o.peer, o.tag}];
      if (ends.sent++ == 0) ends.send = &o;
    } else if (o.kind == Kind::receive && (o.peer == any_source || o.tag == any_tag)) {
      unnamed_[static_cast<std::size_t>(pe)].push_back(&o);
    } else if (o.kind == Kind::receive) {
      Ends& ends = ends_[{o.peer, pe, o.tag}];
      if (ends.received++ == 0) ends.receive = &o;
    }
  }

  std::map<std::tuple<Rank, Rank, Tag>, Ends> ends_;         // from, to, tag
  std::vector<std::vector<const GraphOperation*>> unnamed_;  // receives of each PE that name not both
};

}  // namespace

void check_graph(const OperationGraph& graph, const GraphPlace& place) {
  for (std::size_t pe = 0; pe < graph.pes.size(); ++pe)
    if (const auto at = on_a_cycle(graph.pes[pe]))
      throw ConfigError(fmt::format("{}: an operation of PE {} needs itself, by what it needs",
                                    place(static_cast<Rank>(pe), graph.pes[pe].operations[*at]), pe));
  Messages(graph).check(place);
}

}  // namespace toruscope::formats
