// SPDX-License-Identifier: Apache-2.0
// Every reader on thousands of damaged inputs. TORUSCOPE_FUZZ_SEED=17 gives the one input of a
// failure again.

#include "runtime/core/shown_text.hpp"
#include "tests/fuzz/last_words.hpp"
#include "tests/fuzz/mutation.hpp"
#include "tests/fuzz/reader.hpp"

#include <cstdlib>
#include <gtest/gtest.h>

namespace toruscope::test {

static void PrintTo(const Reader& reader, std::ostream* out) {
  *out << reader.name;
}

namespace {

constexpr std::uint64_t kShortRead = 4'000;
constexpr std::uint64_t kLongRead = 1'000'000;

class EveryReader : public testing::TestWithParam<Reader> {};

void expect_no_fault(const Reader& reader, std::uint64_t last) {
  std::uint64_t first = 1;
  if (const char* seed = std::getenv("TORUSCOPE_FUZZ_SEED")) first = last = std::strtoull(seed, nullptr, 10);
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    begin_input(reader.name, seed);
    const std::string input = mutant(reader, seed);
    const std::optional<std::string> fault = fault_of(reader, input);
    ASSERT_FALSE(fault) << *fault << "\nreader " << reader.name << ", seed " << seed << ", input:\n"
                        << core::shown(input, 2000);
  }
  end_inputs();
}

TEST_P(EveryReader, TakesItsOwnInputs) {
  for (const std::string& input : GetParam().inputs) {
    const std::optional<std::string> fault = fault_of(GetParam(), input);
    EXPECT_FALSE(fault) << *fault;
  }
  EXPECT_NO_THROW(GetParam().read(GetParam().inputs.front()));
}

TEST_P(EveryReader, TakesOrRefusesADamagedInput) {
  expect_no_fault(GetParam(), kShortRead);
}

INSTANTIATE_TEST_SUITE_P(Fuzz, EveryReader, testing::ValuesIn(readers()),
                         [](const auto& one) { return one.param.name; });

class Long : public EveryReader {};

TEST_P(Long, TakesOrRefusesADamagedInput) {
  expect_no_fault(GetParam(), kLongRead);
}

INSTANTIATE_TEST_SUITE_P(Fuzz, Long, testing::ValuesIn(readers()),
                         [](const auto& one) { return one.param.name; });

/// A reader with a fault, which must be found.
TEST(Fuzzer, FindsAReaderThatThrowsSomethingElse) {
  const Reader careless{"careless",
                        [](std::string_view bytes) {
                          if (bytes.find("x") != std::string_view::npos) throw std::out_of_range("x");
                        },
                        {"abc"},
                        {"x"}};
  std::uint64_t seed = 1;
  while (seed <= kShortRead && !fault_of(careless, mutant(careless, seed))) ++seed;
  EXPECT_LE(seed, kShortRead);
}

}  // namespace
}  // namespace toruscope::test
