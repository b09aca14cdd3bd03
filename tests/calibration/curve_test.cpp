// SPDX-License-Identifier: Apache-2.0
#include "calibration/curve.hpp"

#include "calibration/least_squares.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <random>

namespace toruscope::calibration {
namespace {

/// 1 us and 1 ns a byte for powers of two; beyond `limit` so many us more.
std::vector<CurvePoint> curve(double limit, double more, double noise = 0, unsigned seed = 1) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(0, noise);
  std::vector<CurvePoint> points;
  for (int power = 0; power <= 22; ++power) {
    const double bytes = std::ldexp(1, power);
    const double seconds = 1e-6 + 1e-9 * bytes + (bytes > limit ? more * 1e-6 : 0);
    points.push_back({bytes, seconds * (1 + (noise > 0 ? normal(random) : 0))});
  }
  return points;
}

TEST(Curve, JumpsWhereItDoes) {
  const std::vector<Jump> jumps = jumps_of(curve(8192, 20));
  ASSERT_EQ(jumps.size(), 1U);
  EXPECT_EQ(jumps[0].last, 8192);
  EXPECT_EQ(jumps[0].next, 16384);
  EXPECT_NEAR(jumps[0].factor, (21 + 16.384) / (1 + 16.384), 0.05);
}

TEST(Curve, DoesNotJumpOnALine) {
  EXPECT_TRUE(jumps_of(curve(1e9, 0)).empty());
}

TEST(Curve, SeldomJumpsByNoise) {
  int found = 0;
  for (unsigned seed = 1; seed <= 200; ++seed) found += jumps_of(curve(1e9, 0, 0.1, seed)).empty() ? 0 : 1;
  EXPECT_LE(found, 10);
}

TEST(Curve, TellsWhereItGoesDown) {
  std::vector<CurvePoint> points = curve(1e9, 0);
  points[17].seconds = points[16].seconds * 0.75;
  const std::vector<Fall> falls = falls_of(points);
  ASSERT_EQ(falls.size(), 1U);
  EXPECT_EQ(falls[0].from, 65536);
  EXPECT_EQ(falls[0].to, 131072);
  EXPECT_DOUBLE_EQ(falls[0].share, 0.25);
}

TEST(LeastSquares, MeetsALineExactly) {
  std::vector<Equation> equations;
  for (const double x : {0.0, 1.0, 10.0, 1000.0, 1e6}) equations.push_back({{1, x}, 3 + 0.5 * x});
  const Solution s = solve(equations, 2);
  EXPECT_NEAR(s.values[0], 3, 1e-9);
  EXPECT_NEAR(s.values[1], 0.5, 1e-12);
  EXPECT_LT(s.half_widths[0], 1e-6);
}

TEST(LeastSquares, IsNotMovedByOneWildMeasurement) {
  std::vector<Equation> equations;
  for (int i = 0; i < 20; ++i) equations.push_back({{1, std::ldexp(1, i)}, 3 + 0.5 * std::ldexp(1, i)});
  equations[7].measured *= 10;
  const Solution s = solve(equations, 2);
  EXPECT_NEAR(s.values[0], 3, 0.01);
  EXPECT_NEAR(s.values[1], 0.5, 0.001);
}

TEST(LeastSquares, LeavesOutWhatWouldBeNegativeAndSaysWhatIsNotDetermined) {
  const std::vector<Equation> equations{{{1, 1, 0}, 1}, {{1, 2, 0}, 3}, {{1, 4, 0}, 7}, {{1, 8, 0}, 15}};
  const Solution s = solve(equations, 3);
  EXPECT_EQ(s.values[0], 0);
  EXPECT_GT(s.values[1], 1);
  EXPECT_TRUE(std::isinf(s.half_widths[2]));
}

}  // namespace
}  // namespace toruscope::calibration
