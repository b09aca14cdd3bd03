// SPDX-License-Identifier: Apache-2.0

#include "reproduce/exchange/formulas.hpp"

#include <bit>
#include <functional>
#include <numeric>

namespace toruscope::reproduce {

namespace {

std::int64_t ceil_of(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}
std::int64_t power_of_two(int exponent) {
  return std::int64_t{1} << exponent;
}

struct Torus {
  explicit Torus(const std::vector<int>& sides)
      : k(static_cast<std::int64_t>(sides.size())),
        longest(sides.front()),
        nodes(std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>{})) {}

  std::int64_t k;
  std::int64_t longest;
  std::int64_t nodes;
};

/// Bytes (k^2 floor(N1^2/8k^2) + (floor(k^2/4) + k/2) N1) N2 .. Nk; k/2 is not rounded.
std::int64_t ring_stages_and_cells(const Torus& t) {
  const std::int64_t square = t.k * t.k;
  return square * (t.longest * t.longest / (8 * square)) * (t.nodes / t.longest) +
         (2 * (square / 4) + t.k) * t.nodes / 2;
}

}  // namespace

ExchangeCost ring_formula(std::int64_t p) {
  return {ceil_of(p, 4) + 1, p * p / 8 + p / 2};
}

ExchangeCost at2_formula(std::int64_t r, std::int64_t s) {
  return {2 * ceil_of(s, 8) + 4, 4 * r * (s * s / 32) + 2 * r * s};
}

ExchangeCost at2_power_formula(int d) {
  return {power_of_two(d - 2) + 4, power_of_two(3 * d - 3) + power_of_two(2 * d + 1)};
}

ExchangeCost suh_shin_2d_formula(std::int64_t r, std::int64_t s) {
  return {s / 2 + 2, r * s * s / 4 + r * s};
}

ExchangeCost suh_yalamanchili_formula(int d) {
  return {3 * d - 3, 9 * power_of_two(3 * d - 4) + (d * d - 5 * d + 3) * power_of_two(2 * d - 1)};
}

std::int64_t lemma1_eighths(const std::vector<int>& sides) {
  std::int64_t product = sides.front();
  for (const int side : sides) product *= side;
  return product;
}

ExchangeCost suh_shin_formula(const std::vector<int>& sides) {
  const Torus t(sides);
  return {t.k * (t.longest / 4 + 1), t.k * t.longest * t.nodes / 8 + t.k * t.nodes / 2};
}

ExchangeCost ptk_formula(const std::vector<int>& sides) {
  const Torus t(sides);
  const int log_k = std::countr_zero(static_cast<unsigned>(t.k));
  return {t.k * (ceil_of(t.longest, 4 * t.k) + log_k + 1), ring_stages_and_cells(t)};
}

ExchangeCost mtk_formula(const std::vector<int>& sides) {
  const Torus t(sides);
  return {t.k * ceil_of(t.longest, 4 * t.k) + t.k * t.k, ring_stages_and_cells(t)};
}

ExchangeCost mt3_formula(const std::vector<int>& sides) {
  const Torus t(sides);
  return {3 * ceil_of(t.longest, 12) + 9,
          9 * ceil_of(t.longest * t.longest, 72) * t.nodes / t.longest + 7 * t.nodes / 2};
}

ExchangeCost less_empty_steps(ExchangeCost formula, std::int64_t stages) {
  return {formula.startups - stages, formula.blocks};
}

Ticks time_of(const ExchangeCost& cost, Ticks ts, Ticks tw, std::int64_t block) {
  return cost.startups * ts + cost.blocks * block * tw;
}

}  // namespace toruscope::reproduce
