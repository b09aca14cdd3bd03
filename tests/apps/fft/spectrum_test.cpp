// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/spectrum.hpp"

#include "apps/fft/reference.hpp"
#include "apps/io/csv.hpp"
#include "tests/apps/fft/noise.hpp"
#include "tests/support/temporary_folder.hpp"

#include <cstring>
#include <gtest/gtest.h>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope::apps {
namespace {

TEST(Frequency, IsNegativeInTheUpperHalf) {
  const Sampling monthly{.interval = 2, .unit = "months", .per_year = 12};

  EXPECT_EQ(frequency(0, 5, monthly), 0);
  EXPECT_EQ(frequency(2, 5, monthly), 0.2);
  EXPECT_EQ(frequency(3, 5, monthly), -0.2);
  EXPECT_EQ(frequency(2, 4, monthly), 0.25);  // half the sampling rate
}

TEST(Strongest, IsTheLargestOfTheLowerHalfWithoutTheMean) {
  EXPECT_EQ(strongest(std::vector<Complex>{9, 1, {0, -3}, 3, 5, 9}, 1), 2U);
  EXPECT_EQ(strongest(std::vector<Complex>{9, 1, 1, 4}, 1), 1U);  // a tie: the lower
}

TEST(Strongest, IsNoneWhereOnlyRoundingIsLeft) {
  EXPECT_EQ(strongest(std::vector<Complex>{7}, 7), std::nullopt);
  EXPECT_EQ(strongest(std::vector<Complex>{0, 1e-14, 1e-15}, 300), std::nullopt);
  EXPECT_EQ(strongest_text(std::vector<Complex>{0, 0}, 2, {}), "no cycle: the series does not vary");
}

TEST(Strongest, IsSaidInTheUnitAndInYears) {
  std::vector<Complex> spectrum(2820);
  spectrum[21] = 1;

  EXPECT_EQ(strongest_text(spectrum, 1, {}), "strongest cycle: 134.3 samples (k = 21)");
  EXPECT_EQ(strongest_text(spectrum, 1, {.interval = 1, .unit = "months", .per_year = 12}),
            "strongest cycle: 134.3 months = 11.19 years (k = 21)");
  EXPECT_EQ(strongest_text(spectrum, 1, {.interval = 0.5, .unit = "hours", .per_year = {}}),
            "strongest cycle: 67.14 hours (k = 21)");
}

TEST(SpectrumFile, HasOneLineForEachCoefficient) {
  std::ostringstream out;

  write_spectrum_csv(out, std::vector<Complex>{{6, 0}, {3, -4}, {3, 4}}, {});

  EXPECT_EQ(out.str(),
            "k,frequency,period,real,imaginary,magnitude\n"
            "0,0,inf,6,0,6\n"
            "1,0.3333333333333333,3,3,-4,5\n"
            "2,-0.3333333333333333,3,3,4,5\n");
}

TEST(SpectrumFile, KeepsEveryBitAsCsv) {
  const test::TemporaryFolder folder;
  const std::vector<Complex> spectrum = test::noise(50);

  write_spectrum(folder / "a.csv", spectrum, {});

  const std::string text = test::content_of(folder / "a.csv");
  const std::vector<double> real = read_csv("a.csv", text, "real").values;
  const std::vector<double> imaginary = read_csv("a.csv", text, "imaginary").values;
  for (std::size_t k = 0; k < spectrum.size(); ++k)
    EXPECT_EQ(Complex(real.at(k), imaginary.at(k)), spectrum[k]);
}

TEST(SpectrumFile, KeepsEveryBitAsNpy) {
  const test::TemporaryFolder folder;
  const std::vector<Complex> spectrum = test::noise(50);

  write_spectrum(folder / "a.npy", spectrum, {});

  const std::string bytes = test::content_of(folder / "a.npy");
  ASSERT_GT(bytes.size(), 50 * sizeof(Complex));
  EXPECT_EQ(
      std::memcmp(bytes.data() + bytes.size() - 50 * sizeof(Complex), spectrum.data(), 50 * sizeof(Complex)),
      0);
}

}  // namespace
}  // namespace toruscope::apps
