// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/filter.hpp"

#include <gtest/gtest.h>

namespace toruscope::apps {
namespace {

using Kind = FrequencyFilter::Kind;

TEST(FrequencyFilter, PassesWavesByTheirCyclesAPixel) {
  const FrequencyFilter low{Kind::low_pass, 0.25, 0};
  const FrequencyFilter high{Kind::high_pass, 0.25, 0};
  const FrequencyFilter band{Kind::band_pass, 0.25, 0.5};

  // Of 8 x 16 pixels (2, 0) and (0, 4) have frequency 1/4 exactly, (4, 0) 1/2, (2, 4) sqrt(1/8).
  EXPECT_TRUE(low.passes(2, 8, 0, 16));
  EXPECT_TRUE(low.passes(0, 8, 4, 16));
  EXPECT_FALSE(low.passes(2, 8, 4, 16));
  EXPECT_FALSE(band.passes(2, 8, 0, 16));
  EXPECT_TRUE(band.passes(2, 8, 4, 16));
  EXPECT_TRUE(band.passes(4, 8, 0, 16));
  EXPECT_FALSE(band.passes(4, 8, 1, 16));
  EXPECT_FALSE(high.passes(0, 8, 4, 16));
  EXPECT_TRUE(high.passes(4, 8, 1, 16));
}

TEST(FrequencyFilter, TreatsConjugatesAlikeAndSplitsLowFromHigh) {
  for (std::size_t k = 0; k < 7; ++k)
    for (std::size_t l = 0; l < 10; ++l)
      for (const double cutoff : {0.1, 0.2, 3.0 / 7, 0.6}) {
        const FrequencyFilter low{Kind::low_pass, cutoff, 0};
        const FrequencyFilter high{Kind::high_pass, cutoff, 0};
        EXPECT_EQ(low.passes(k, 7, l, 10), low.passes((7 - k) % 7, 7, (10 - l) % 10, 10));
        EXPECT_NE(low.passes(k, 7, l, 10), high.passes(k, 7, l, 10));
      }
}

TEST(FrequencyFilter, KeepsTheMeanOnlyBelow) {
  EXPECT_TRUE((FrequencyFilter{Kind::low_pass, 1e-9, 0}.passes(0, 5, 0, 5)));
  EXPECT_FALSE((FrequencyFilter{Kind::high_pass, 1e-9, 0}.passes(0, 5, 0, 5)));
  EXPECT_FALSE((FrequencyFilter{Kind::band_pass, 1e-9, 1}.passes(0, 5, 0, 5)));
  EXPECT_EQ((FrequencyFilter{Kind::band_pass, 0.1, 0.25}.text()), "band-pass, 0.1 to 0.25 cycles a pixel");
}

}  // namespace
}  // namespace toruscope::apps
