// SPDX-License-Identifier: Apache-2.0
// Whoever watches a run is told which algorithms of the library's tables work in it, by whatever
// way the program came to them.

#include "runtime/trace/observer.hpp"

#include <toruscope/toruscope.hpp>

#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using Told = std::set<std::string>;

class TableWatch : public core::Sink {
 public:
  void on_table(int /*worker*/, const core::TableUsed& used) override {
    told.insert((used.runs ? "runs " : "asks ") + std::string(used.operation));
  }
  Told told;
};

Told told_of(const std::function<void(Communicator&)>& program) {
  TableWatch watch;
  Execution execution;
  execution.workers = 1;
  execution.sink = &watch;
  Machine(ring(4), {}, execution).run(program);
  return watch.told;
}

template <class Entry>
const Entry& first() {
  return builtin_catalogue().of<Entry>().front();
}

TEST(TablesUsed, AreNoneOfAProgramOfItsOwn) {
  EXPECT_EQ(told_of([](Communicator& comm) {
              comm.synchronize();
              int other = comm.rank();
              comm.sendrecv(comm.rank() ^ 1, comm.rank(), comm.rank() ^ 1, other);
              static_cast<void>(first<Broadcast>().refusal(case_of(comm, 8)));
            }),
            Told{});
}

TEST(TablesUsed, AreToldOfATypedCallAndOfAnEntryAlike) {
  const Told runs{"runs broadcast"};
  EXPECT_EQ(told_of([](Communicator& comm) {
              int value = comm.rank();
              broadcast(comm, 0, value, "flat");
            }),
            runs);
  EXPECT_EQ(told_of([](Communicator& comm) {
              std::vector<std::byte> data(8);
              first<Broadcast>().run(comm, 0, data);
            }),
            runs);
  EXPECT_EQ(told_of([](Communicator& comm) {
              std::vector<std::byte> data(8);
              const auto copy = catalogue().of<Broadcast>().back();
              copy.run(comm, 0, data);
            }),
            runs);
  EXPECT_EQ(told_of([](Communicator& comm) {
              std::vector<std::byte> data(8);
              for (const Broadcast& entry : builtin_catalogue().broadcast())
                if (entry.name == "pipelined_chain") entry.run_in_parts(comm, 0, data, 2);
            }),
            runs);
}

TEST(TablesUsed, AreToldInACallThatTheProgramAnnouncedItself) {
  EXPECT_EQ(told_of([](Communicator& comm) {
              comm.enter_collective("barrier", "", 0, 0);
              std::vector<std::byte> block(4), all(16);
              first<Allgather>().run(comm, block, all);
            }),
            (Told{"runs allgather"}));
}

TEST(TablesUsed, AreToldWhereATimeIsAskedFor) {
  EXPECT_EQ(told_of([](Communicator& comm) {
              static_cast<void>(expected_time(first<Alltoall>(), case_of(comm, 64)));
            }),
            (Told{"asks alltoall"}));
  EXPECT_EQ(told_of([](Communicator& comm) {
              static_cast<void>(best_block(case_of(comm, 64), Ticks{1}));
              std::vector<int> data(4);
              pipelined_broadcast(comm, 0, data, 8, {});
            }),
            (Told{"asks pipelined_broadcast", "runs pipelined_broadcast"}));
}

TEST(TablesUsed, AreNotAnAlgorithmThatAProgramAdds) {
  EXPECT_EQ(told_of([](Communicator& comm) {
              Catalogue own;
              Barrier entry;
              entry.name = "mine";
              entry.run = [](Communicator&) {};
              own.add(entry);
              own.barrier().front().run(comm);
            }),
            Told{});
}

}  // namespace
}  // namespace toruscope
