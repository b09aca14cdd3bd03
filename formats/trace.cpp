// SPDX-License-Identifier: Apache-2.0
#include "formats/trace.hpp"

#include "collectives/verify.hpp"
#include "formats/receive_begins.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <fmt/core.h>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace toruscope::formats {

namespace {

constexpr std::size_t kWord = 8;

// --- vectors whose elements tell who contributed -------------------------------------------------

/// Sets of PEs by numbers. Those of one PE have its rank.
class Contributors {
 public:
  explicit Contributors(int pes) : pes_(pes) {
    for (Rank r = 0; r < pes; ++r) {
      std::vector<bool> alone(static_cast<std::size_t>(pes));
      alone[static_cast<std::size_t>(r)] = true;
      number_of(std::move(alone));
    }
  }

  /// The union of two sets. Nothing if a PE is in both.
  std::optional<int> joined(int a, int b) {
    const std::lock_guard lock(mutex_);
    std::vector<bool> sum = *sets_[static_cast<std::size_t>(a)];
    const std::vector<bool>& other = *sets_[static_cast<std::size_t>(b)];
    for (std::size_t i = 0; i < sum.size(); ++i) {
      if (sum[i] && other[i]) return std::nullopt;
      sum[i] = sum[i] || other[i];
    }
    return number_of(std::move(sum));
  }
  int all() { return number_of(std::vector<bool>(static_cast<std::size_t>(pes_), true)); }

 private:
  int number_of(std::vector<bool> set) {
    const auto [entry, is_new] = numbers_.emplace(std::move(set), static_cast<int>(sets_.size()));
    if (is_new) sets_.push_back(&entry->first);
    return entry->second;
  }

  int pes_;
  std::mutex mutex_;
  std::map<std::vector<bool>, int> numbers_;
  std::vector<const std::vector<bool>*> sets_;
};

/// An element: a set, and a position in the vector.
struct Mark {
  std::uint32_t set = 0;  ///< number of the set, plus kMarked
  std::uint32_t position = 0;
};
static_assert(sizeof(Mark) == kWord);
constexpr std::uint32_t kMarked = 0xa5U << 24U;
constexpr std::uint32_t kSetMask = (1U << 24U) - 1;

bool is_marked(const Mark& mark) {
  return (mark.set & ~kSetMask) == kMarked;
}
int set_of(const Mark& mark) {
  return static_cast<int>(mark.set & kSetMask);
}

Mark mark_at(const std::byte* bytes) {
  Mark mark;
  std::memcpy(&mark, bytes, kWord);
  return mark;
}

/// An operator on marks, which logs what it has combined on one PE.
class MarkCombiner {
 public:
  MarkCombiner(const Communicator& comm, Contributors& sets, std::vector<TracedCombination>& log)
      : comm_(comm), sets_(sets), log_(log) {}

  void operator()(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) {
      const Mark a = mark_at(left + i * kWord);
      const Mark b = mark_at(right + i * kWord);
      Mark sum;
      if (is_marked(a) && is_marked(b) && a.position == b.position)
        if (const auto result = joined(set_of(a), set_of(b))) {
          sum = {kMarked | static_cast<std::uint32_t>(*result), a.position};
          add(set_of(a), set_of(b), *result, a.position);
        }
      std::memcpy(into + i * kWord, &sum, kWord);
    }
  }

 private:
  std::optional<int> joined(int a, int b) {
    if (a != last_left_ || b != last_right_ || !last_) {
      last_ = sets_.joined(a, b);
      last_left_ = a;
      last_right_ = b;
    }
    return last_;
  }

  void add(int left, int right, int result, std::int64_t position) {
    if (!log_.empty()) {
      TracedCombination& last = log_.back();
      if (last.left == left && last.right == right && last.when == comm_.now() &&
          last.first + last.count == position) {
        ++last.count;
        return;
      }
    }
    log_.push_back({comm_.now(), left, right, result, position, 1});
  }

  const Communicator& comm_;
  Contributors& sets_;
  std::vector<TracedCombination>& log_;
  int last_left_ = -1, last_right_ = -1;
  std::optional<int> last_;
};

std::vector<std::byte> marked_vector(Rank rank, std::size_t elements) {
  std::vector<std::byte> data(elements * kWord);
  for (std::size_t i = 0; i < elements; ++i) {
    const Mark mark{kMarked | static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(i)};
    std::memcpy(data.data() + i * kWord, &mark, kWord);
  }
  return data;
}

/// Reads the blocks of a message, for Execution::read_blocks: set: origin, position: offset.
std::vector<CarriedBlock> read_marks(std::span<const std::byte> body) {
  std::vector<CarriedBlock> runs;
  if (body.size() % kWord != 0) return runs;
  for (std::size_t at = 0; at < body.size(); at += kWord) {
    const Mark mark = mark_at(body.data() + at);
    if (!is_marked(mark)) return {};
    if (!runs.empty() && runs.back().origin == set_of(mark) &&
        runs.back().offset + runs.back().bytes == mark.position) {
      ++runs.back().bytes;
      continue;
    }
    CarriedBlock run;
    run.origin = set_of(mark);
    run.offset = mark.position;
    run.bytes = 1;
    runs.push_back(run);
  }
  return runs;
}

// --- from a report to a trace --------------------------------------------------------------------

[[noreturn]] void refuse_export(const AlgorithmInfo& algorithm, const std::string& why) {
  throw ConfigError(fmt::format("export: {} cannot be written as MSCCL XML: {}", algorithm.name, why));
}

Execution told(Execution execution) {
  execution.record_events = true;
  execution.record_spans = true;
  execution.data = Data::carried;
  return execution;
}

/// Adds the messages with contents; `unit` bytes are a position, `value` is a block's.
template <class Value>
void add_messages(CollectiveTrace& trace, const AlgorithmInfo& algorithm, const Report& report,
                  std::int64_t unit, const Value& value) {
  const ReceiveBegins begins(report);
  auto block = report.blocks.begin();
  for (const Event& e : report.events) {
    if (e.kind != Event::Kind::message || e.bytes == 0) continue;
    TracedMessage m{e.source, e.destination, e.posted, e.left, begins.of(e), end_of_receive(report, e), {}};
    std::int64_t bytes = 0;
    for (; block != report.blocks.end() && block->source == e.source && block->sequence == e.sequence;
         ++block) {
      m.runs.push_back({value(*block), block->offset, block->bytes});
      bytes += block->bytes * unit;
    }
    if (bytes != e.bytes)
      refuse_export(
          algorithm,
          fmt::format(
              "message {} from PE {} to PE {} has {} bytes, of which {} tell which block they are of. A "
              "piece tells it that begins and ends at a multiple of 8 bytes, as all do where --block is a "
              "multiple of 8 bytes for each PE and link of a PE, in a run of up to {} pieces; bytes that "
              "belong to no block, such as headers, cannot be written as MSCCL XML",
              e.sequence, e.source, e.destination, e.bytes, bytes, kMostCarriedBlocks));
    trace.messages.push_back(std::move(m));
  }
}

/// Traces `call(comm, data, combine)`, an algorithm on a PE's vector; `is_right` judges its end.
template <class Call>
CollectiveTrace trace_of_marks(Collective collective, const AlgorithmInfo& algorithm,
                               const TopologyPtr& topology, const Parameters& parameters,
                               const Execution& given, std::size_t block, std::size_t elements,
                               const Call& call) {
  CollectiveTrace trace;
  trace.collective = collective;
  trace.pes = topology->pes();
  trace.length = static_cast<std::int64_t>(block / kWord);
  trace.combinations.resize(static_cast<std::size_t>(trace.pes));
  Contributors sets(trace.pes);
  trace.whole = sets.all();
  Execution execution = told(given);
  execution.read_blocks = read_marks;
  std::atomic<bool> is_right{true};
  const Report report = Machine(topology, parameters, execution).run([&](Communicator& comm) {
    auto& log = trace.combinations[static_cast<std::size_t>(comm.rank())];
    Combine op;
    op.element = kWord;
    op.commutative = true;
    op.exact = true;  // sets are
    op.combine = MarkCombiner(comm, sets, log);
    std::vector<std::byte> data = marked_vector(comm.rank(), elements);
    for (const Mark& mark : call(comm, data, op))
      if (!is_marked(mark) || set_of(mark) != trace.whole) is_right = false;
  });
  if (!is_right) refuse_export(algorithm, "a PE does not end with each contribution once");
  add_messages(trace, algorithm, report, kWord, [](const CarriedBlock& run) { return run.origin; });
  return trace;
}

std::vector<Mark> marks_in(std::span<const std::byte> data) {
  std::vector<Mark> marks;
  for (std::size_t at = 0; at < data.size(); at += kWord) marks.push_back(mark_at(data.data() + at));
  return marks;
}

template <class Entry, class Value>
CollectiveTrace trace_of_stamps(Collective collective, const Entry& algorithm, const TopologyPtr& topology,
                                const Parameters& parameters, const Execution& given, std::size_t block,
                                const Value& value) {
  CollectiveTrace trace;
  trace.collective = collective;
  trace.pes = topology->pes();
  trace.length = static_cast<std::int64_t>(block);
  trace.combinations.resize(static_cast<std::size_t>(trace.pes));
  Workload workload;
  workload.bytes = block;
  const Verdict verdict = verify(algorithm, topology, parameters, told(given), workload);
  if (!verdict.data_is_right) refuse_export(algorithm, "a PE does not end with the right data");
  add_messages(trace, algorithm, verdict.report, 1, value);
  return trace;
}

}  // namespace

void check_traceable(std::string_view operation, const AlgorithmInfo& algorithm, std::size_t block) {
  const bool combines = operation == "allreduce" || operation == "reduce_scatter";
  if (!combines && operation != "allgather" && operation != "alltoall")
    throw ConfigError(
        fmt::format("export: schedules in MSCCL XML are written of allreduce, reduce_scatter, allgather and "
                    "alltoall, not of {}; try GOAL: --export FILE.goal",
                    operation));
  if (combines && (block == 0 || block % kWord != 0))
    refuse_export(algorithm,
                  fmt::format("blocks of {} bytes cannot tell who contributed; give --block a multiple of "
                              "8 bytes",
                              block));
  if (block < kWord)
    refuse_export(algorithm,
                  fmt::format("blocks of {} bytes cannot tell whose they are; give --block 8 or more", block));
}

CollectiveTrace trace_of(std::string_view operation, const AlgorithmInfo& algorithm,
                         const TopologyPtr& topology, const Parameters& parameters, const Execution& execution,
                         std::size_t block) {
  check_traceable(operation, algorithm, block);
  const auto pes = static_cast<std::size_t>(topology->pes());
  if (operation == "allgather")
    return trace_of_stamps(Collective::allgather, static_cast<const Allgather&>(algorithm), topology,
                           parameters, execution, block, [](const CarriedBlock& run) { return run.origin; });
  if (operation == "alltoall")
    return trace_of_stamps(
        Collective::alltoall, static_cast<const Alltoall&>(algorithm), topology, parameters, execution, block,
        [&](const CarriedBlock& run) { return run.origin * static_cast<int>(pes) + run.destination; });
  if (operation == "allreduce")
    return trace_of_marks(Collective::allreduce, algorithm, topology, parameters, execution, block,
                          block / kWord,
                          [&](Communicator& comm, std::vector<std::byte>& data, const Combine& op) {
                            static_cast<const Allreduce&>(algorithm).run(comm, data, op);
                            return marks_in(data);
                          });
  return trace_of_marks(Collective::reduce_scatter, algorithm, topology, parameters, execution, block,
                        pes * (block / kWord),
                        [&](Communicator& comm, std::vector<std::byte>& data, const Combine& op) {
                          std::vector<std::byte> own(block);
                          static_cast<const ReduceScatter&>(algorithm).run(comm, data, own, op);
                          return marks_in(own);
                        });
}

}  // namespace toruscope::formats
