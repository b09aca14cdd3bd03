// SPDX-License-Identifier: Apache-2.0

#include "reproduce/exchange/formulas.hpp"

namespace toruscope::reproduction {

namespace {

std::int64_t ceil_of(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}
std::int64_t power_of_two(int exponent) {
  return std::int64_t{1} << exponent;
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

ExchangeCost suh_shin_formula(std::int64_t r, std::int64_t s) {
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

ExchangeCost less_empty_steps(ExchangeCost formula, std::int64_t stages) {
  return {formula.startups - stages, formula.blocks};
}

Ticks time_of(const ExchangeCost& cost, Ticks ts, Ticks tw, std::int64_t block) {
  return cost.startups * ts + cost.blocks * block * tw;
}

}  // namespace toruscope::reproduction
