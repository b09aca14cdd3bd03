// SPDX-License-Identifier: Apache-2.0
// Schedules told in rounds: written as MSCCL XML, read again, run and checked.

#include "formats/rounds.hpp"

#include "formats/entries.hpp"
#include "tests/cli/in_process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <sstream>

namespace toruscope::formats {
namespace {

using ::testing::HasSubstr;

constexpr bool kCombines = true;

/// Around a ring of three, with chunks that pass through, lie apart at one end or the other, and
/// meet the same sum.
std::vector<RoundSchedule> schedules() {
  const auto of = [](Collective collective, int chunks, std::vector<std::vector<RoundMessage>> rounds) {
    return RoundSchedule{std::string(to_string(collective)), collective, 3, chunks, 1, true, std::move(rounds)};
  };
  return {
      of(Collective::broadcast, 3, {{{1, 2, {0, 2}}, {1, 0, {1}}}, {{2, 0, {0, 2}}, {0, 2, {1}}}}),
      of(Collective::reduce, 2, {{{0, 1, {0, 1}, kCombines}, {2, 1, {0, 1}, kCombines}}}),
      of(Collective::scatter, 2, {{{1, 2, {0, 1, 4, 5}}}, {{2, 0, {0, 1}}}}),
      of(Collective::gather, 2, {{{0, 2, {0, 1}}}, {{2, 1, {0, 1, 4, 5}}}}),
      of(Collective::allgather, 2,
         {{{0, 1, {0, 1}}, {1, 2, {2, 3}}, {2, 0, {4, 5}}}, {{0, 1, {4, 5}}, {1, 2, {0, 1}}, {2, 0, {2, 3}}}}),
      of(Collective::reduce_scatter, 1,
         {{{0, 1, {2}, kCombines}, {1, 2, {0}, kCombines}, {2, 0, {1}, kCombines}},
          {{0, 1, {1}, kCombines}, {1, 2, {2}, kCombines}, {2, 0, {0}, kCombines}}}),
      of(Collective::allreduce, 1,
         {{{0, 1, {0, 2}, kCombines},
           {2, 1, {0, 2}, kCombines},
           {1, 0, {1}, kCombines},
           {2, 0, {1}, kCombines}},
          {{1, 0, {0, 2}}, {1, 2, {0, 2}}, {0, 1, {1}}, {0, 2, {1}}}}),
      of(Collective::alltoall, 1,
         {{{0, 1, {1, 2}}, {1, 2, {5, 3}}, {2, 0, {6, 7}}}, {{1, 2, {2}}, {2, 0, {3}}, {0, 1, {7}}}})};
}

class EveryRoundSchedule : public testing::TestWithParam<std::pair<RoundSchedule, bool>> {
 protected:
  [[nodiscard]] RoundSchedule schedule() const {
    RoundSchedule schedule = GetParam().first;
    schedule.keeps_rounds = GetParam().second;
    return schedule;
  }
};

TEST_P(EveryRoundSchedule, IsReadAsItWasWritten) {
  const Schedule written = schedule_of(schedule());
  const std::string text = write_msccl(written);
  const Schedule read = read_msccl("rounds.xml", text);

  EXPECT_EQ(read.collective, written.collective);
  EXPECT_EQ(read.chunks, written.chunks);
  EXPECT_EQ(read.root, has_root(written.collective) ? 1 : 0);
  EXPECT_EQ(write_msccl(read).substr(0, text.find("<gpu")), text.substr(0, text.find("<gpu")));
  ASSERT_EQ(read.gpus.size(), written.gpus.size());
  for (std::size_t gpu = 0; gpu < read.gpus.size(); ++gpu) {
    ASSERT_EQ(read.gpus[gpu].blocks.size(), written.gpus[gpu].blocks.size());
    for (std::size_t block = 0; block < read.gpus[gpu].blocks.size(); ++block)
      EXPECT_EQ(read.gpus[gpu].blocks[block].steps.size(), written.gpus[gpu].blocks[block].steps.size());
  }
  EXPECT_EQ(write_msccl(read), text);
}

TEST_P(EveryRoundSchedule, YieldsItsCollective) {
  const RoundSchedule rounds = schedule();
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "rounds.xml").string();
  std::ofstream(file) << write_msccl(schedule_of(rounds));
  Tables tables;
  add_schedule(tables.algorithms, "rounds", rounds);
  const std::string operation(to_string(rounds.collective));
  for (const char* ports : {"one", "all"})
    for (const char* block : {"0", "8", "24", "1000"}) {
      std::vector<std::string> words{"verify", operation, "-a",  "file:" + file, "-t",
                                     "ring:3", "--ports", ports, "--block",      block};
      if (has_root(rounds.collective)) words.insert(words.end(), {"--root", "1"});
      for (const std::string& algorithm : {"file:" + file, std::string("rounds")}) {
        words[3] = algorithm;
        const Outcome run = call(words, {}, tables);
        EXPECT_EQ(run.code, 0) << run.err;
        EXPECT_THAT(run.out, HasSubstr("data correct"))
            << algorithm << ", " << block << " bytes, ports " << ports;
      }
    }
}

std::vector<std::pair<RoundSchedule, bool>> with_both_orders() {
  std::vector<std::pair<RoundSchedule, bool>> all;
  for (const RoundSchedule& schedule : schedules()) {
    all.emplace_back(schedule, true);
    all.emplace_back(schedule, false);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Rounds, EveryRoundSchedule, testing::ValuesIn(with_both_orders()),
                         [](const auto& schedule) {
                           return schedule.param.first.name +
                                  (schedule.param.second ? "_in_rounds" : "_when_ready");
                         });

TEST(RoundSchedule, SendsChunksThatLieApartInOneMessage) {
  const Schedule schedule = schedule_of(schedules().front());  // PE 1 sends chunks 0 and 2

  int sent = 0;
  for (const ThreadBlock& block : schedule.gpus[1].blocks)
    for (const Step& step : block.steps)
      if (sends(step.kind) && block.to == 2) {
        ++sent;
        EXPECT_EQ(step.chunks, 2);
        EXPECT_EQ(step.source, BufferKind::scratch);
      }
  EXPECT_EQ(sent, 1);
}

TEST(RoundSchedule, AddsToASumOneAfterTheOther) {
  RoundSchedule reduce = schedules()[1];
  for (const bool keeps_rounds : {true, false}) {
    reduce.keeps_rounds = keeps_rounds;
    const Gpu root = schedule_of(reduce).gpus[1];
    ASSERT_EQ(root.blocks.size(), 2U);
    EXPECT_EQ(root.blocks[1].steps.back().needed_block, 0) << "two thread blocks would write the sum at a time";
  }
}

TEST(RoundSchedule, IsRefusedIfItTouchesWhatIsNotThere) {
  const auto expect = [](const auto& change, const char* why) {
    RoundSchedule rounds = schedules().front();
    change(rounds, rounds.rounds.front().front());
    Catalogue catalogue;
    EXPECT_THAT([&] { add_schedule(catalogue, "mine", rounds); }, ThrowsMessage<ConfigError>(HasSubstr(why)));
  };
  expect([](RoundSchedule& s, RoundMessage& m) { m.to = s.pes; }, ": PEs are 0 to 2; name two of them");
  expect([](RoundSchedule&, RoundMessage& m) { m.to = m.from; },
         ": a PE sends to itself; leave the message out");
  expect([](RoundSchedule&, RoundMessage& m) { m.chunks = {1'000}; }, ": chunk 1000, and chunks are 0 to ");
  expect([](RoundSchedule&, RoundMessage& m) { m.chunks = {-1}; }, ": chunk -1, and chunks are 0 to ");
  expect([](RoundSchedule&, RoundMessage& m) { m.combines = true; },
         ": it combines, which is no part of broadcast; let it copy");
  expect(
      [](RoundSchedule& s, RoundMessage&) {
        s.collective = Collective::alltoall;
        s.chunks_per_block = 1 << 30;
      },
      "9663676416 chunks are more than can be numbered; take fewer PEs");
}

TEST(Schedule, ThatIsMadeIsRefusedWithItsStep) {
  Schedule made = schedule_of(schedules().front());
  made.gpus[1].blocks[0].steps[0].source_chunk = 2'147'483'647;
  Catalogue catalogue;

  EXPECT_THAT(
      [&] { add_schedule(catalogue, "mine", made); },
      ThrowsMessage<ConfigError>(HasSubstr("GPU 1, thread block 0, step 0: reads chunks 2147483647 .. ")));
}

TEST(Schedule, IsRefusedForAnotherRoot) {
  const test::TemporaryFolder folder;
  const std::string file = (folder.path() / "rounds.xml").string();
  std::ofstream(file) << write_msccl(schedule_of(schedules().front()));

  const Outcome run = call({"verify", "broadcast", "-a", "file:" + file, "-t", "ring:3"}, {});

  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("is a schedule for root 1, got 0"));
}

}  // namespace
}  // namespace toruscope::formats
