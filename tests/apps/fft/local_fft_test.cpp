// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/local_fft.hpp"

#include "apps/fft/reference.hpp"
#include "tests/apps/fft/noise.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace toruscope::apps {
namespace {

using test::noise;

double error_of_length(std::size_t n) {
  const std::vector<Complex> in = noise(n);
  std::vector<Complex> out(n);
  LocalFft(n).transform(in, out);
  return relative_error(out, dft_by_definition(in));
}

TEST(LocalFft, EqualsTheDefinitionForEveryLengthUpToThreeHundred) {
  for (std::size_t n = 1; n <= 300; ++n) EXPECT_LT(error_of_length(n), 1e-14) << "n = " << n;
}

TEST(LocalFft, EqualsTheDefinitionOnBothSidesOfTheLargePrime) {
  for (const std::size_t n : std::vector<std::size_t>{97, 101, 2 * 97, 2 * 101, 509, 1009, 1018}) {
    EXPECT_EQ(largest_prime_factor(n) > LocalFft::kLargePrime, n != 97 && n != 2 * 97);
    EXPECT_LT(error_of_length(n), 1e-14) << "n = " << n;
  }
}

TEST(LocalFft, MayBeUsedAgain) {
  for (const std::size_t n : std::vector<std::size_t>{12, 101}) {
    LocalFft fft(n);
    std::vector<Complex> first(n);
    std::vector<Complex> again(n);
    fft.transform(noise(n), first);
    std::vector<Complex> other(n, Complex{1, 1});
    fft.transform(other, again);
    fft.transform(noise(n), again);

    EXPECT_EQ(first, again) << "n = " << n;
  }
}

TEST(LocalFft, CountsOperationsAsIsCustomary) {
  EXPECT_EQ(fft_operations(1), 0);
  EXPECT_EQ(fft_operations(8), 5 * 8 * 3);
  EXPECT_EQ(fft_operations(60), 1772);  // 300 log2 60 = 1772.07
}

TEST(LargestPrimeFactor, IsThatOfTheDefinition) {
  EXPECT_EQ(largest_prime_factor(1), 1U);
  EXPECT_EQ(largest_prime_factor(2), 2U);
  EXPECT_EQ(largest_prime_factor(1024), 2U);
  EXPECT_EQ(largest_prime_factor(2820), 47U);
  EXPECT_EQ(largest_prime_factor(2819), 2819U);
  EXPECT_EQ(largest_prime_factor(49), 7U);
}

}  // namespace
}  // namespace toruscope::apps
