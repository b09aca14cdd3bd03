// SPDX-License-Identifier: Apache-2.0
// The blocks that messages are said to carry are those that the operation moves, and what cannot be
// told is not told.

#include "collectives/block_reader.hpp"

#include "collectives/operations.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <cstddef>
#include <gmock/gmock.h>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using testing::Each;
using testing::Field;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

Execution told(int workers = 2) {
  Execution execution{.workers = workers};
  execution.record_events = execution.record_spans = true;
  return execution;
}

/// A run of the algorithm, or nothing if it refuses the case.
std::optional<Report> run_of(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                             const Workload& workload, const Execution& execution = told(),
                             const TopologyPtr& network = torus(4, 4)) {
  const Case c = operation.question(*network, preset("paragon"), workload);
  if (algorithm.refusal && algorithm.refusal(c)) return std::nullopt;
  return operation.verify(algorithm, network, preset("paragon"), execution, workload).report;
}

const AlgorithmInfo& named(const collectives::Operation& operation, std::string_view name) {
  const auto all = operation.algorithms(builtin_catalogue());
  return **std::find_if(all.begin(), all.end(), [&](const AlgorithmInfo* each) { return each->name == name; });
}

using Message = std::pair<Rank, std::int64_t>;

std::map<Message, const Event*> messages_of(const Report& report) {
  std::map<Message, const Event*> messages;
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::message) messages[{e.source, e.sequence}] = &e;
  return messages;
}

/// By (PE that took it, origin): which bytes of the origin's block for `destination_of` have come.
std::map<std::pair<Rank, Rank>, std::set<std::int64_t>> taken_bytes(const Report& report, bool for_itself) {
  const auto messages = messages_of(report);
  std::map<std::pair<Rank, Rank>, std::set<std::int64_t>> taken;
  for (const CarriedBlock& b : report.blocks) {
    const Rank pe = messages.at({b.source, b.sequence})->destination;
    if (for_itself && b.destination != pe) continue;
    for (std::int64_t i = 0; i < b.bytes; ++i) taken[{pe, b.origin}].insert(b.offset + i);
  }
  return taken;
}

/// Each message is told whole.
void expect_whole_messages(const Report& report, const std::string& name) {
  std::map<Message, std::int64_t> carried;
  for (const CarriedBlock& b : report.blocks) carried[{b.source, b.sequence}] += b.bytes;
  for (const auto& [message, event] : messages_of(report))
    EXPECT_EQ(carried[message], event->bytes)
        << name << ", message " << message.second << " of PE " << message.first;
}

TEST(BlockReader, EveryExchangeBringsEachBlockToItsPe) {
  for (const std::string name : {"alltoall", "gather", "scatter", "allgather", "broadcast"}) {
    const collectives::Operation& operation = collectives::operation(name);
    int algorithms = 0;
    for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue())) {
      // The last word is half a word; but some cut a value into 16 parts, or a block into 4, whose
      // ends lie in words then.
      const bool cuts = name == "broadcast" || algorithm->name == "rotating";
      const std::size_t block = cuts ? 256 : 52;
      const auto report = run_of(operation, *algorithm, {.bytes = block, .root = 3});
      if (!report) continue;
      const std::string full = name + "/" + algorithm->name;
      ++algorithms;
      expect_whole_messages(*report, full);
      const bool is_for_one = name != "allgather" && name != "broadcast";
      const auto taken = taken_bytes(*report, is_for_one);
      for (Rank pe = 0; pe < 16; ++pe)
        for (Rank origin = 0; origin < 16; ++origin) {
          if (pe == origin && !is_for_one) continue;  // some get parts of their own back
          const bool gets = pe != origin && (name == "gather"                           ? pe == 3
                                             : name == "scatter" || name == "broadcast" ? origin == 3
                                                                                        : true);
          const auto found = taken.find({pe, origin});
          EXPECT_EQ(found == taken.end() ? 0 : found->second.size(), gets ? block : 0)
              << full << ": of PE " << origin << " on PE " << pe;
        }
    }
    EXPECT_GT(algorithms, name == "alltoall" ? 8 : 1) << name;
  }
}

TEST(BlockReader, BlocksOfDifferentSizesAreWhole) {
  const collectives::Operation& operation = collectives::operation("alltoallv");
  for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue())) {
    const auto report = run_of(operation, *algorithm, {.bytes = 32});
    if (!report || report->blocks.empty()) continue;
    const auto taken = taken_bytes(*report, true);
    for (Rank pe = 0; pe < 16; ++pe)
      for (Rank origin = 0; origin < 16; ++origin) {
        const auto found = taken.find({pe, origin});
        EXPECT_EQ(found == taken.end() ? 0 : found->second.size(),
                  pe == origin ? 0 : collectives::uneven_size(origin, pe, 32))
            << algorithm->name;
      }
  }
}

TEST(BlockReader, ACombinationTellsWhoContributed) {
  const Workload workload{.bytes = 8, .operands = Operands::intervals};
  const collectives::Operation& operation = collectives::operation("scan");
  int algorithms = 0;
  for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue())) {
    const auto report = run_of(operation, *algorithm, workload);
    if (!report) continue;
    ++algorithms;
    expect_whole_messages(*report, algorithm->name);
    const auto messages = messages_of(*report);
    std::vector<std::set<Rank>> known(16);
    for (const CarriedBlock& b : report->blocks)
      for (Rank r = b.origin; r <= b.last; ++r)
        known[static_cast<std::size_t>(messages.at({b.source, b.sequence})->destination)].insert(r);
    for (Rank pe = 0; pe < 16; ++pe)  // all before it have come
      for (Rank r = 0; r < pe; ++r)
        EXPECT_TRUE(known[static_cast<std::size_t>(pe)].contains(r))
            << algorithm->name << ": " << r << " on " << pe;
  }
  EXPECT_GT(algorithms, 1);
}

TEST(BlockReader, WhatCannotBeToldIsAbsent) {
  const auto blocks_of = [](const char* name, const char* algorithm, const Workload& workload,
                            Execution execution) {
    const collectives::Operation& operation = collectives::operation(name);
    return run_of(operation, named(operation, algorithm), workload, execution)->blocks;
  };
  Execution without_data = told();
  without_data.data = Data::none;
  Execution without_spans = told();
  without_spans.record_spans = false;
  EXPECT_THAT(blocks_of("alltoall", "bruck", {.bytes = 8}, told()), Not(IsEmpty()));
  EXPECT_THAT(blocks_of("alltoall", "bruck", {.bytes = 7}, told()), IsEmpty());  // a hash
  EXPECT_THAT(blocks_of("alltoall", "bruck", {.bytes = 8}, without_data), IsEmpty());
  EXPECT_THAT(blocks_of("alltoall", "bruck", {.bytes = 8}, without_spans), IsEmpty());
  // sums
  EXPECT_THAT(blocks_of("allreduce", "recursive_doubling", {.bytes = 8}, told()), IsEmpty());
}

TEST(BlockReader, OneForeignByteMakesABodyUnknown) {
  const collectives::Operation& operation = collectives::operation("alltoall");
  const Workload workload{.bytes = 24};
  const collectives::Given given = collectives::given(
      operation.traits, operation.question(*torus(4, 4), preset("paragon"), workload), workload, Data::carried);
  const auto read = collectives::block_reader(operation.traits, given);
  std::vector<std::byte> body(60);
  collectives::stamp_block(2, 5, std::span(body).first(24));
  collectives::stamp_block(3, 5, std::span(body).subspan(24, 24));
  std::vector<std::byte> whole(24);
  collectives::stamp_block(4, 5, whole);
  // its end: a word and half of one
  std::copy(whole.begin() + 8, whole.begin() + 20, body.begin() + 48);
  EXPECT_THAT(read(std::span(body).first(48)), SizeIs(2));
  EXPECT_THAT(read(body), IsEmpty());  // half a word is no piece
  const auto pieces = read(std::span(body).first(56));
  ASSERT_THAT(pieces, SizeIs(3));
  EXPECT_THAT(pieces, Each(Field(&CarriedBlock::destination, 5)));
  EXPECT_EQ(std::tuple(pieces[2].origin, pieces[2].offset, pieces[2].bytes), std::tuple(4, 8, 8));
  for (std::size_t i = 0; i < 48; ++i) {
    body[i] ^= std::byte{0x40};
    EXPECT_THAT(read(std::span(body).first(48)), IsEmpty()) << i;
    body[i] ^= std::byte{0x40};
  }
}

TEST(BlockReader, PartsThatCutWordsAreNotMistakenForBlocks) {
  const collectives::Operation& operation = collectives::operation("broadcast");
  for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue())) {
    const auto report = run_of(operation, *algorithm, {.bytes = 52, .root = 3});
    if (!report) continue;
    for (const CarriedBlock& b : report->blocks) EXPECT_EQ(b.origin, 3) << algorithm->name;
  }
}

TEST(BlockReader, RowsDoNotDependOnWorkers) {
  const auto rows = [](int workers) {
    const collectives::Operation& operation = collectives::operation("alltoall");
    std::ostringstream out;
    write_events(out, *run_of(operation, named(operation, "bruck"), {.bytes = 16}, told(workers)));
    return out.str();
  };
  EXPECT_THAT(rows(1), testing::HasSubstr("\"kind\":\"block\""));
  EXPECT_EQ(rows(1), rows(3));
}

TEST(BlockReader, OfTooManyBlocksThereAreNone) {
  for (const std::int64_t pieces : {kMostCarriedBlocks / 2, kMostCarriedBlocks / 2 + 1}) {
    Execution execution = told();
    execution.read_blocks = [&](std::span<const std::byte> body) {
      return std::vector<CarriedBlock>(static_cast<std::size_t>(pieces),
                                       {.bytes = static_cast<std::int64_t>(body.size())});
    };
    const Report report = Machine(ring(4), {}, execution).run([](Communicator& comm) {
      int value = 0;
      if (comm.rank() < 2)
        comm.send(comm.rank() + 2, comm.rank());
      else
        comm.recv(comm.rank() - 2, value);
    });
    EXPECT_EQ(report.blocks.size(),
              pieces == kMostCarriedBlocks / 2 ? static_cast<std::size_t>(kMostCarriedBlocks) : 0);
  }
}

}  // namespace
}  // namespace toruscope
