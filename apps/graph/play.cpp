// SPDX-License-Identifier: Apache-2.0
#include "apps/graph/play.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/pe/wait_note.hpp"

#include <array>
#include <fmt/core.h>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace toruscope::apps {
namespace {

using formats::GraphDependency;
using formats::GraphOperation;
using Kind = GraphOperation::Kind;

/// Writes "a receive of 8 bytes from PE 1, tag 5".
std::string text_of(const GraphOperation& o) {
  const bool is_send = o.kind == Kind::send;
  if (!is_send && o.kind != Kind::receive) return "a call of " + o.name;
  return fmt::format("{} of {} {} {}, {}", is_send ? "a send" : "a receive", core::counted(o.amount, "byte"),
                     is_send ? "to" : "from", o.peer == any_source ? "any PE" : fmt::format("PE {}", o.peer),
                     o.tag == formats::kAnyGraphTag ? "any tag" : fmt::format("tag {}", o.tag));
}

class Player {
 public:
  Player(Communicator& comm, const formats::PeGraph& graph, const formats::GraphTags& tags,
         const formats::GraphPlace& place, const CallCollective& call)
      : comm_(comm),
        graph_(graph),
        tags_(tags),
        place_(place),
        call_(call),
        needs_(graph.operations.size()),
        needed_by_(graph.operations.size()) {
    for (const GraphDependency& d : graph.dependencies) {
      ++needs_[d.operation];
      needed_by_[d.needed].push_back({d.operation, d.on_begin});
    }
    for (std::size_t i = 0; i < needs_.size(); ++i) add_if_ready(i);
  }

  Played play() {
    const core::WaitNote note([this] { return awaited(); });
    for (;;) {
      while (const std::set<std::size_t>* ready = first_ready()) begin(*ready->begin());
      if (requests_.empty()) return std::move(played_);
      end_first_message();
    }
  }

 private:
  struct Next {
    std::size_t operation;
    bool on_begin;
  };
  struct Posted {
    std::size_t operation;
    Buffer buffer;
  };

  /// A line for each operation that has begun and not ended.
  [[nodiscard]] std::vector<std::string> awaited() const {
    std::vector<std::string> lines;
    const auto add = [&](std::size_t i) {
      const GraphOperation& o = graph_.operations[i];
      lines.push_back(fmt::format("{}: {}", place_(comm_.rank(), o), text_of(o)));
    };
    if (called_) add(*called_);
    for (const Posted& posted : posted_) add(posted.operation);
    return lines;
  }

  void add_if_ready(std::size_t i) {
    if (needs_[i] == 0) ready_[static_cast<std::size_t>(graph_.operations[i].kind)].insert(i);
  }

  /// Ready operations of the kind that comes first.
  [[nodiscard]] const std::set<std::size_t>* first_ready() const {
    for (const std::set<std::size_t>& ready : ready_)
      if (!ready.empty()) return &ready;
    return nullptr;
  }

  void begin(std::size_t i) {
    const GraphOperation& o = graph_.operations[i];
    ready_[static_cast<std::size_t>(o.kind)].erase(i);
    switch (o.kind) {
      case Kind::send:
        posted_.push_back({i, {}});
        requests_.push_back(
            comm_.isend(o.peer, comm_.buffer(static_cast<std::size_t>(o.amount)), tags_.of(o.tag)));
        return release(i, true);
      case Kind::receive:
        posted_.push_back({i, comm_.buffer(static_cast<std::size_t>(o.amount))});
        requests_.push_back(comm_.irecv(o.peer, posted_.back().buffer, tags_.of(o.tag)));
        return release(i, true);
      case Kind::work:
        release(i, true);
        comm_.compute(Ticks{o.amount});
        return end(i);
      case Kind::collective:
        release(i, true);
        called_ = i;
        call_(comm_, o);
        called_.reset();
        return end(i);
    }
  }

  void end_first_message() {
    Received got;
    const std::size_t which = comm_.wait_any(requests_, &got);
    const auto at = static_cast<std::ptrdiff_t>(which);
    const std::size_t i = posted_[which].operation;
    requests_.erase(requests_.begin() + at);
    posted_.erase(posted_.begin() + at);
    if (graph_.operations[i].kind == Kind::receive) {
      Moved& moved = played_.received[got.source];
      ++moved.messages;
      moved.bytes += static_cast<std::int64_t>(got.bytes);
    }
    end(i);
  }

  void end(std::size_t i) {
    ++played_.operations;
    release(i, false);
  }

  /// Releases the operations that need the operation's begin, or its end.
  void release(std::size_t i, bool on_begin) {
    for (const Next& next : needed_by_[i])
      if (next.on_begin == on_begin) {
        --needs_[next.operation];
        add_if_ready(next.operation);
      }
  }

  Communicator& comm_;
  const formats::PeGraph& graph_;
  const formats::GraphTags& tags_;
  const formats::GraphPlace& place_;
  const CallCollective& call_;
  std::vector<std::size_t> needs_;
  std::vector<std::vector<Next>> needed_by_;
  std::array<std::set<std::size_t>, 4> ready_;  // by kind
  std::vector<Request> requests_;
  std::vector<Posted> posted_;         // of each request
  std::optional<std::size_t> called_;  // a collective
  Played played_;
};

}  // namespace

Played play(Communicator& comm, const formats::PeGraph& graph, const formats::GraphTags& tags,
            const formats::GraphPlace& place, const CallCollective& call) {
  return Player(comm, graph, tags, place, call).play();
}

std::vector<MovedByPeer> received_by(const formats::OperationGraph& graph) {
  std::vector<MovedByPeer> received(graph.pes.size());
  for (std::size_t pe = 0; pe < graph.pes.size(); ++pe)
    for (const GraphOperation& o : graph.pes[pe].operations)
      if (o.kind == Kind::send) {
        Moved& moved = received[static_cast<std::size_t>(o.peer)][static_cast<Rank>(pe)];
        ++moved.messages;
        moved.bytes += o.amount;
      }
  return received;
}

}  // namespace toruscope::apps
