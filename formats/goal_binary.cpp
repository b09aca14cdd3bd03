// SPDX-License-Identifier: Apache-2.0
// The binary form of GOAL, which LogGOPSim's txt2bin writes and LogGOPSim and ATLAHS run.
//
//   u64 4223 | u32 ranks, u8 largest cpu, u8 largest nic | for each rank: u64 begin, u64 end |
//   for each rank: u32 operations, u32 roots | u32 a root, .. | 39 bytes an operation, ..
//                  | u32 an edge, ..
//
// Little-endian, without gaps; places count from behind the 4223. An operation: u32 how many it
// needs, u8 type, u32 peer, u64 size, u32 tag, u8 cpu, u8 nic; u32 how many need its end, u32 the
// first of these edges; the same of its begin. An edge is the index of an operation that needs it.

#include "formats/goal_forms.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <limits>

namespace toruscope::formats {

namespace {

using Kind = GraphOperation::Kind;

constexpr std::uint64_t kCookie = 4223, kUnfinished = 2342;
constexpr std::uint64_t kRecord = 39, kEdge = 4, kCounts = 8, kHead = 6, kTableRow = 16;
constexpr std::uint32_t kAny32 = std::numeric_limits<std::uint32_t>::max();

/// The little-endian number of `length` bytes at `at`. Precondition: they are there.
std::uint64_t number_at(std::string_view bytes, std::uint64_t at, int length) {
  std::uint64_t value = 0;
  for (int i = length; i > 0; --i)
    value = value << 8U |
            static_cast<unsigned char>(bytes[static_cast<std::size_t>(at) + static_cast<std::size_t>(i) - 1]);
  return value;
}

class BinaryReader {
 public:
  BinaryReader(const std::string& file, std::string_view bytes) : file_(file), bytes_(bytes) {}

  OperationGraph read() {
    if (load(0, 8) == kUnfinished)
      refuse("this is GOAL in binary form that a run with --save-mem has used up; make it anew by txt2bin");
    bytes_.remove_prefix(8);
    if (bytes_.size() < kHead) refuse_cut();
    const std::uint64_t ranks = load(0, 4);
    if (ranks < 1 || ranks > kMostGoalRanks)
      refuse(fmt::format("ranks: {} is no whole number from 1 to {}", ranks, kMostGoalRanks));
    if (bytes_.size() < kHead + ranks * kTableRow) refuse_cut();
    graph_.pes.resize(static_cast<std::size_t>(ranks));
    std::uint64_t end = kHead + ranks * kTableRow;
    for (rank_ = 0; rank_ < ranks; ++rank_) {
      const std::uint64_t row = kHead + rank_ * kTableRow;
      section_ = load(row, 8);
      if (section_ < end || load(row + 8, 8) < section_)
        refuse(fmt::format(
            "the part of rank {} begins or ends before the part before it does; make the file anew by "
            "txt2bin",
            rank_));
      end = load(row + 8, 8);
      if (end > bytes_.size()) refuse_cut();
      read_rank(end - section_);
    }
    return std::move(graph_);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigError(fmt::format("{}: {}", file_, why));
  }
  [[noreturn]] void refuse_cut() const {
    refuse(fmt::format("GOAL in binary form that is cut off after {} bytes; copy it anew", bytes_.size() + 8));
  }
  [[noreturn]] void refuse(std::uint64_t operation, const std::string& why) const {
    refuse(fmt::format("rank {}, operation {}: {}", rank_, operation, why));
  }

  [[nodiscard]] std::uint64_t load(std::uint64_t at, int length) const { return number_at(bytes_, at, length); }

  void read_rank(std::uint64_t length) {
    if (length < kCounts) refuse_cut();
    count_ = load(section_, 4);
    const std::uint64_t roots = load(section_ + 4, 4);
    const std::uint64_t records = kCounts + roots * kEdge;
    if (length < records || (length - records) / kRecord < count_) refuse_cut();
    records_ = section_ + records;
    edges_ = (length - records - count_ * kRecord) / kEdge;
    if (edges_listed() != edges_ || (length - records - count_ * kRecord) % kEdge != 0)
      refuse_records(length - records);
    PeGraph& pe = graph_.pes[static_cast<std::size_t>(rank_)];
    pe.operations.reserve(static_cast<std::size_t>(count_));
    pe.dependencies.reserve(static_cast<std::size_t>(edges_));
    for (std::uint64_t i = 0; i < count_; ++i) {
      pe.operations.push_back(operation(i));
      add_edges(i, 23, false, pe);
      add_edges(i, 31, true, pe);
    }
    check_needs(pe);
  }

  [[nodiscard]] std::uint64_t field(std::uint64_t operation, std::uint64_t at, int length) const {
    return load(records_ + operation * kRecord + at, length);
  }

  /// Edges that the operations of the rank say they have.
  [[nodiscard]] std::uint64_t edges_listed() const {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < count_; ++i) sum += field(i, 23, 4) + field(i, 31, 4);
    return sum;
  }

  /// True if so many bytes for an operation leave room for as many edges as the operations need.
  [[nodiscard]] bool fit(std::uint64_t record, std::uint64_t length) const {
    if (count_ == 0 || length / count_ < record) return false;
    std::uint64_t needs = 0;
    for (std::uint64_t i = 0; i < count_; ++i) needs += load(records_ + i * record, 4);
    return needs * kEdge == length - count_ * record;
  }

  /// Refuses a part whose operations have not 39 bytes each; `length`: of operations and edges.
  [[noreturn]] void refuse_records(std::uint64_t length) const {
    for (const std::uint64_t other : {std::uint64_t{56}, std::uint64_t{104}})
      if (fit(other, length))
        refuse(
            fmt::format("this is GOAL in the binary form of LogGOPSim2, with {} bytes for an operation, where "
                        "LogGOPSim and "
                        "ATLAHS have {}; give the text that it was made from",
                        other, kRecord));
    refuse(
        fmt::format("the part of rank {} has not room for its {} operations of {} bytes and their edges and "
                    "nothing else, as "
                    "LogGOPSim and ATLAHS write it; give the text that it was made from",
                    rank_, count_, kRecord));
  }

  [[nodiscard]] GraphOperation operation(std::uint64_t i) const {
    enum Type : std::uint64_t { send = 1, receive, calc };
    const std::uint64_t type = field(i, 4, 1), peer = field(i, 5, 4), size = field(i, 9, 8),
                        tag = field(i, 17, 4);
    if (type < send || type > calc)
      refuse(i, fmt::format("its type is {}, and should be 1 (send), 2 (recv) or 3 (calc)", type));
    GraphOperation o;
    o.place = static_cast<std::int64_t>(i);
    o.stream = static_cast<int>(field(i, 21, 1));
    const std::uint64_t most = type == calc ? std::numeric_limits<std::int64_t>::max() : kMostGoalBytes;
    if (size > most) refuse(i, fmt::format("its size is {}, and may be {}", size, most));
    o.amount = static_cast<std::int64_t>(size);
    if (type == calc) return o;
    o.kind = type == send ? Kind::send : Kind::receive;
    const bool is_any = type == receive && peer == kAny32;
    if (!is_any && peer >= graph_.pes.size())
      refuse(i, fmt::format("its peer is {}, and ranks are 0 .. {}", peer, graph_.pes.size() - 1));
    if (type == send && tag == kAny32) refuse(i, "it sends with any tag, which only a recv may have");
    o.peer = is_any ? any_source : static_cast<Rank>(peer);
    o.tag = tag == kAny32 ? kAnyGraphTag : static_cast<std::int64_t>(tag);
    return o;
  }

  void add_edges(std::uint64_t i, std::uint64_t at, bool on_begin, PeGraph& pe) const {
    const std::uint64_t count = field(i, at, 4), first = field(i, at + 4, 4);
    if (count == 0) return;
    if (first > edges_ || count > edges_ - first)
      refuse(i,
             fmt::format("its edges {} to {} are more than the {} of its rank", first, first + count, edges_));
    for (std::uint64_t edge = first; edge < first + count; ++edge) {
      const std::uint64_t other = load(records_ + count_ * kRecord + edge * kEdge, 4);
      if (other >= count_) refuse(i, fmt::format("operation {} needs it, and the rank has {}", other, count_));
      pe.dependencies.push_back({static_cast<std::size_t>(other), static_cast<std::size_t>(i), on_begin});
    }
  }

  /// Compares the number of needs that each operation states with its edges.
  void check_needs(const PeGraph& pe) const {
    std::vector<std::uint64_t> needs(pe.operations.size());
    for (const GraphDependency& d : pe.dependencies) ++needs[d.operation];
    for (std::uint64_t i = 0; i < count_; ++i)
      if (needs[static_cast<std::size_t>(i)] != field(i, 0, 4))
        refuse(i, fmt::format("it says that it needs {} others, and {} say so; make the file anew by txt2bin",
                              field(i, 0, 4), needs[static_cast<std::size_t>(i)]));
  }

  const std::string& file_;
  std::string_view bytes_;  // behind the cookie
  OperationGraph graph_;
  // of the rank that is read
  std::uint64_t rank_ = 0, section_ = 0, records_ = 0, count_ = 0, edges_ = 0;
};

}  // namespace

bool is_goal_binary(std::string_view bytes) {
  if (bytes.size() < sizeof kCookie) return false;
  const std::uint64_t cookie = number_at(bytes, 0, sizeof kCookie);
  return cookie == kCookie || cookie == kUnfinished;
}

OperationGraph read_goal_binary(const std::string& file, std::string_view bytes) {
  return BinaryReader(file, bytes).read();
}

}  // namespace toruscope::formats
