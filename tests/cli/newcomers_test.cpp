// SPDX-License-Identifier: Apache-2.0
// What newcomers type in their first hour, and what they must see.

#include "tests/cli/child_process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using testing::HasSubstr;
using testing::Not;

struct Typed {
  const char* name;
  const char* command;
  int code;
  std::vector<std::string> shown;      ///< in what is printed, in this order
  std::vector<std::string> not_shown;  ///< anywhere
};
void PrintTo(const Typed& typed, std::ostream* out) {
  *out << typed.command;
}

class FirstHour : public testing::TestWithParam<Typed> {};

TEST_P(FirstHour, GivesWhatIsExpected) {
  std::istringstream command(GetParam().command);
  std::vector<std::string> words;
  for (std::string word; command >> word;) words.push_back(word);
  const Finished finished = run_toruscope(words);
  const std::string text = finished.out + finished.err;
  EXPECT_EQ(finished.code, GetParam().code) << text;
  std::size_t from = 0;
  for (const std::string& shown : GetParam().shown) {
    const std::size_t at = text.find(shown, from);
    ASSERT_NE(at, std::string::npos) << shown << "\nis not, or not in its order, in\n" << text;
    from = at + shown.size();
  }
  for (const std::string& not_shown : GetParam().not_shown) EXPECT_THAT(text, Not(HasSubstr(not_shown)));
}

const std::vector<Typed> kTyped{
    // --- the operator that everybody expects -----------------------------------------------------
    {"CompareTakesASum",
     "compare allreduce -t torus:8x8 --block 1M --algorithm torus,ring,recursive_doubling",
     0,
     {"bytes per vector  1,048,576", "operator          sum", "1  torus                2.093784",
      "2  ring                 2.197484", "3  recursive_doubling  14.684364",
      "recursive_doubling is 12.61893 ms above the lower bound:\n"
      "    +8.386208 ms  waiting for links\n"
      "    +4.227072 ms  4,227,072 bytes more than the bound's 2,064,384\n"
      "        +5.65 us  6 startups; distance, 14 hops: 6.7 us, of which 1.05 us are in\n"
      "        the bound\n"},
     {"does not fit"}},
    {"CompareOnFourByFourHasTheOrderOfTheTextbook",
     "compare allreduce -t torus:4x4 --block 1M --algorithm torus,bucket,ring,rabenseifner,recursive_doubling",
     0,
     {"1  torus ", "2  bucket ", "3  ring ", "4  rabenseifner ", "5  recursive_doubling "},
     {}},
    {"AnOperatorThatDoesNotCommuteIsAskedFor",
     "compare allreduce -t torus:8x8 --block 1M --algorithm torus,ring --operator affine",
     0,
     {"operator          affine", "1  torus      2.978520", "2  ring       3.213292"},
     {}},
    {"VerifySaysWhatTimeIsMadeOf",
     "verify allreduce --algorithm recursive_doubling -t torus:8x8 --block 1M",
     0,
     {"T                 14.684364 ms", "critical path     6 ts + 6,291,456 tw + 14 th + 8.386208 ms link wait",
      "6 us startups + 6.291456 ms bytes + 700 ns hops + 8.386208 ms", "direction of dimension"},
     {"made of", "ticks link wait"}},
    // --- words that are mistyped -----------------------------------------------------------------
    {"AnOperationIsSpelledOut", "verify alreduce", 2, {"Did you mean allreduce?"}, {}},
    {"AnOptionIsSpelledOut", "verify allreduce --toplogy ring:4", 2, {"Did you mean --topology?"}, {}},
    {"ATopologyIsSpelledOut", "verify allreduce -t toru:4x4", 2, {"Did you mean torus?"}, {}},
    {"AnOperatorIsSpelledOut", "verify allreduce --operator afine", 2, {"Did you mean affine?"}, {}},
    // --- habits ----------------------------------------------------------------------------------
    {"Version", "-V", 0, {"toruscope "}, {}},
    {"HelpOfAVerb", "help bench", 0, {"Usage: toruscope bench OPERATION [OPTIONS]", "Examples:"}, {}},
    {"LongOptionsAreCutShort", "verify allreduce --alg ring -t ring:4", 0, {"algorithm         ring"}, {}},
    {"BenchTakesABlock",
     "bench broadcast --algorithm recursive_doubling --scale p=4,16,64,256 -t ring:8 --block 1K",
     0,
     {"bytes per vector  1,024", "256  ring:256"},
     {"par. eff."}},
    {"BenchAutoIsWhatTheLibraryTakes",
     "bench allreduce --algorithm auto -t torus:8x8 --block 64K",
     0,
     {"swing (auto)  147.768"},
     {"rabenseifner"}},
    {"PingpongIsABenchmark",
     "bench pingpong -t ring:2 -b 1K -e 1K",
     0,
     {"latency", "bandwidth", "(MB/s)", "1,024  direct     4.148    2.074       100.0     493.73"},
     {"algbw", "busbw", "GB/s"}},
    {"AMisspeltBandwidthIsToldAnother",
     "machine show generic --tw 10gb/s",
     2,
     {"\"10gb/s\" is not a time;",
      "or a bandwidth: 10GB/s, 100Gb/s; did you mean 10Gb/s (bits) or 10GB/s (bytes)?"},
     {}},
    {"ABandwidthIsAboveZero",
     "machine show generic --tw -1GB/s",
     2,
     {"tw: a bandwidth is above 0, got -1GB/s"},
     {}},
    {"WaitsForLinksAreThoseOfAllHeaders",
     "verify reduce -t mesh:4x4 -a flat --block 1K",
     0,
     {"link waits        13 messages, 69.006 us in all"},
     {"messages, 0 s"}},
    {"TheBoundOfAlltoallvIsNotTheMachines",
     "machine show generic -t ring:4",
     0,
     {"lower bound of alltoallv", "none: it depends on the", "a window of 64"},
     {}},
    {"FewerBytesThanTheBoundCountsAreExplained",
     "compare alltoall -a direct_xor -t torus:8x8 --block 1K",
     0,
     {"+73.426 us  63 startups; distance, 250 hops: 75.5 us, of which 1.05 us are\n",
      "in the bound, less 1.024 us for 64,512 bytes on the path, 1,024 fewer than\n"},
     {"-1.024 us"}},
    {"ARefusalTellsTheShareOfALog",
     "verify alltoall --topology torus:64x64 -a direct --traffic refused.csv --memory 200M",
     6,
     {"with the log of --traffic: needs more than ", "leave --traffic out (about "},
     {}},
    {"BandwidthIsACost",
     "machine show generic --tw 10GB/s",
     0,
     {"tw   transmission, per byte (beta)", "100ps"},
     {}},
    {"ATickIsChosenForABandwidth",
     "machine show generic --tw 11.1GB/s",
     0,
     {"tick 10fs", "90.09ps = 9,009 ticks"},
     {}},
    {"ATimeThatIsNotMetEndsWithOne",
     "verify allreduce --algorithm recursive_doubling -t torus:8x8 --block 1M --quiet --require T<=2ms",
     1,
     {"T<=2ms was asked of allreduce by recursive_doubling on torus:8x8", "found T = 14.684364 ms"},
     {}},
    {"AnEfficiencyThatIsMetEndsWithZero",
     "verify allreduce --algorithm torus -t torus:8x8 --block 1M --quiet --require efficiency>=0.9",
     0,
     {"efficiency        98.6 %"},
     {}},
};

INSTANTIATE_TEST_SUITE_P(Commands, FirstHour, testing::ValuesIn(kTyped),
                         [](const auto& of) { return std::string(of.param.name); });

TEST(RoundsOfAnAlgorithm, AreInJson) {
  const Finished finished =
      run_toruscope({"algo", "show", "broadcast/recursive_doubling", "-t", "hypercube:3", "--format", "json"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  std::size_t transfers = 1;
  const auto rounds = nlohmann::json::parse(finished.out)["algorithms"][0]["rounds"];
  ASSERT_EQ(rounds.size(), 3U) << finished.out;
  for (const auto& round : rounds) {
    EXPECT_EQ(round["transfers"].size(), transfers) << "each PE that has the data tells another";
    transfers *= 2;
  }
}

}  // namespace
}  // namespace toruscope
