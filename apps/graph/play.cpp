// SPDX-License-Identifier: Apache-2.0
#include "apps/graph/play.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/pe/wait_note.hpp"
#include "runtime/pe/work_beside.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <optional>
#include <set>
#include <string>
#include <utility>
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

std::size_t streams_in(const formats::PeGraph& graph) {
  int last = 0;
  for (const GraphOperation& o : graph.operations) last = std::max(last, o.stream);
  return static_cast<std::size_t>(last) + 1;
}

class Player {
 public:
  Player(Communicator& comm, const formats::PeGraph& graph, const Playing& how)
      : comm_(comm),
        graph_(graph),
        how_(how),
        needs_(graph.operations.size()),
        needed_by_(graph.operations.size()),
        streams_(streams_in(graph)),
        works_beside_(streams_.size() > 1 || how.starts_collectives) {
    for (const GraphDependency& d : graph.dependencies) {
      ++needs_[d.operation];
      needed_by_[d.needed].push_back({d.operation, d.on_begin});
    }
    for (std::size_t i = 0; i < needs_.size(); ++i) add_if_ready(i);
    for (const std::vector<Rank>& group : graph.groups) groups_.push_back(comm.subset(group));
  }

  Played play() {
    const core::WaitNote note([this] { return awaited(); });
    for (;;) {
      while (const auto next = first_ready()) begin(*next);
      if (requests_.empty() && !earliest_work()) return std::move(played_);
      wait();
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
  static constexpr std::size_t kKinds = 4;
  struct Stream {
    std::array<std::set<std::size_t>, kKinds> ready;  // by kind
    std::optional<std::size_t> work;                  // the operation that works, if one does
    Ticks end;                                        // end of that work
  };

  /// A line for each operation that has begun and not ended.
  [[nodiscard]] std::vector<std::string> awaited() const {
    std::vector<std::string> lines;
    const auto add = [&](std::size_t i) {
      const GraphOperation& o = graph_.operations[i];
      lines.push_back(fmt::format("{}: {}", how_.place(comm_.rank(), o), text_of(o)));
    };
    if (called_) add(*called_);
    for (const Posted& posted : posted_) add(posted.operation);
    return lines;
  }

  [[nodiscard]] Stream& stream_of(std::size_t i) {
    return streams_[static_cast<std::size_t>(graph_.operations[i].stream)];
  }

  void add_if_ready(std::size_t i) {
    if (needs_[i] == 0) stream_of(i).ready[static_cast<std::size_t>(graph_.operations[i].kind)].insert(i);
  }

  /// The operation that begins next: of the streams that do not work, the first ready operation of
  /// the first kind in the order of Kind. Work of a stream without ready messages goes before the
  /// sends of other streams, since sends take the PE's time.
  [[nodiscard]] std::optional<std::size_t> first_ready() const {
    constexpr auto kWork = static_cast<std::size_t>(Kind::work);
    const auto is_empty = [](const auto& ready) { return ready.empty(); };
    if (works_beside_)
      for (const Stream& stream : streams_)
        if (!stream.work && !stream.ready[kWork].empty() &&
            std::all_of(stream.ready.begin(), stream.ready.begin() + kWork, is_empty))
          return *stream.ready[kWork].begin();
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      std::optional<std::size_t> first;
      for (const Stream& stream : streams_)
        if (!stream.work && !stream.ready[kind].empty())
          first = std::min(first.value_or(graph_.operations.size()), *stream.ready[kind].begin());
      if (first) return first;
    }
    return std::nullopt;
  }

  void begin(std::size_t i) {
    const GraphOperation& o = graph_.operations[i];
    stream_of(i).ready[static_cast<std::size_t>(o.kind)].erase(i);
    switch (o.kind) {
      case Kind::send:
        posted_.push_back({i, {}});
        requests_.push_back(
            comm_.isend(o.peer, comm_.buffer(static_cast<std::size_t>(o.amount)), how_.tags.of(o.tag)));
        return release(i, true);
      case Kind::receive:
        posted_.push_back({i, comm_.buffer(static_cast<std::size_t>(o.amount))});
        requests_.push_back(comm_.irecv(o.peer, posted_.back().buffer, how_.tags.of(o.tag)));
        return release(i, true);
      case Kind::work:
        return begin_work(i);
      case Kind::collective:
        release(i, true);
        return begin_collective(i);
    }
  }

  void begin_collective(std::size_t i) {
    const GraphOperation& o = graph_.operations[i];
    Communicator& comm = o.group < 0 ? comm_ : groups_[static_cast<std::size_t>(o.group)];
    if (how_.starts_collectives) {
      posted_.push_back({i, {}});
      requests_.push_back(start(comm, [this, &o](Communicator& c) { how_.call(c, o); }));
      ++started_;
      return;
    }
    called_ = i;
    how_.call(comm, o);
    called_.reset();
    end(i);
  }

  /// Work of the only stream holds the PE; else it goes on beside what the PE does next.
  void begin_work(std::size_t i) {
    const Ticks duration{graph_.operations[i].amount};
    release(i, true);
    constexpr Ticks kMost{std::int64_t{1} << 61};  // a run refuses what is longer
    if (works_beside_ && duration > Ticks{} && duration < kMost) {
      stream_of(i).work = i;
      stream_of(i).end = comm_.now() + duration;
      return;
    }
    if (duration > Ticks{}) comm_.compute(duration);
    end(i);
  }

  /// The stream whose work ends first; null if none works.
  [[nodiscard]] Stream* earliest_work() {
    Stream* earliest = nullptr;
    for (Stream& stream : streams_)
      if (stream.work && (earliest == nullptr || stream.end < earliest->end)) earliest = &stream;
    return earliest;
  }

  /// Waits until a message is complete, or work ends. A stream that works notices a complete
  /// message when its work has ended.
  void wait() {
    Stream* const working = earliest_work();
    if (working == nullptr && started_ == 0) {
      Received got;
      const std::size_t which = comm_.wait_any(requests_, &got);
      return end_message(which, got);
    }
    std::vector<Request*> idle(requests_.size());
    for (std::size_t k = 0; k < idle.size(); ++k)
      idle[k] = stream_of(posted_[k].operation).work ? nullptr : &requests_[k];
    const Ticks end_of_work = working == nullptr ? core::kNoEnd : working->end;
    if (end_of_work > comm_.now())
      if (const auto which = core::work_until(end_of_work, idle))
        return end_message(*which, comm_.wait(requests_[*which]));
    end(*std::exchange(working->work, std::nullopt));
  }

  void end_message(std::size_t which, const Received& got) {
    const auto at = static_cast<std::ptrdiff_t>(which);
    const std::size_t i = posted_[which].operation;
    requests_.erase(requests_.begin() + at);
    posted_.erase(posted_.begin() + at);
    if (graph_.operations[i].kind == Kind::receive) {
      Moved& moved = played_.received[got.source];
      ++moved.messages;
      moved.bytes += static_cast<std::int64_t>(got.bytes);
    }
    if (graph_.operations[i].kind == Kind::collective) --started_;
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
  const Playing& how_;
  std::vector<Communicator> groups_;
  std::vector<std::size_t> needs_;
  std::vector<std::vector<Next>> needed_by_;
  std::vector<Stream> streams_;
  const bool works_beside_;
  std::int64_t started_ = 0;  // collectives that go on
  std::vector<Request> requests_;
  std::vector<Posted> posted_;         // of each request
  std::optional<std::size_t> called_;  // a collective
  Played played_;
};

}  // namespace

Played play(Communicator& comm, const formats::PeGraph& graph, const Playing& how) {
  return Player(comm, graph, how).play();
}

bool has_call_beside(const formats::PeGraph& graph) {
  // Operations end one by one, collectives only when nothing else is ready. A collective runs alone
  // if no other one is ready then, and if it needs every earlier operation that nothing else needs.
  std::vector<std::size_t> needs(graph.operations.size());
  std::vector<std::vector<const GraphDependency*>> needed(graph.operations.size()), by(graph.operations.size());
  for (const GraphDependency& d : graph.dependencies) {
    ++needs[d.operation];
    needed[d.operation].push_back(&d);
    by[d.needed].push_back(&d);
  }
  std::vector<std::size_t> ready, calls;
  const auto add = [&](std::size_t i) {
    (graph.operations[i].kind == Kind::collective ? calls : ready).push_back(i);
  };
  for (std::size_t i = 0; i < needs.size(); ++i)
    if (needs[i] == 0) add(i);
  std::vector<bool> is_last(needs.size());
  std::size_t last = 0;  // earlier operations whose end nothing needs
  while (!ready.empty() || !calls.empty()) {
    if (ready.empty() && calls.size() > 1) return true;
    std::vector<std::size_t>& from = ready.empty() ? calls : ready;
    const std::size_t i = from.back();
    from.pop_back();
    for (const GraphDependency* d : needed[i])
      if (!d->on_begin && is_last[d->needed]) {
        is_last[d->needed] = false;
        --last;
      }
    if (&from == &calls && last != 0) return true;
    const GraphOperation& o = graph.operations[i];
    is_last[i] = o.kind != Kind::work || o.amount > 0 || !needed[i].empty();
    if (is_last[i]) ++last;
    for (const GraphDependency* d : by[i])
      if (--needs[d->operation] == 0) add(d->operation);
  }
  return false;
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
