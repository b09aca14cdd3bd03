// SPDX-License-Identifier: Apache-2.0
#include "apps/matvec/reference.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <utility>
#include <vector>

namespace toruscope::apps {
namespace {

/// A job of one method whose vectors a test writes itself.
MatvecJob job_of(const Matrix& matrix, Method method, int products) {
  const Layout layout(ProcessGrid(*ring(1), false), matrix.rows, matrix.columns, method != Method::product);
  return {.layout = layout,
          .blocks = Blocks(matrix, layout),
          .method = method,
          .products = products,
          .damping = 0.5,
          .broadcast = "",
          .reduce = ""};
}
bool is_right(const Matrix& matrix, Method method, std::vector<std::vector<double>> x) {
  const int products = static_cast<int>(x.size()) - 1;
  return check_products(matrix, job_of(matrix, method, products), {std::move(x), {}}).is_right;
}

const Matrix kMatrix{2, 2, {{0, 0, 3}, {0, 1, 1}, {1, 1, 2}}, false};

TEST(CompensatedSum, KeepsWhatRoundingTakes) {
  CompensatedSum sum;
  for (const long double value : {1.0L, 1e30L, 1.0L, -1e30L}) sum.add(value);

  EXPECT_EQ(sum.value(), 2);
}

TEST(ReferenceProduct, IsTheDefinition) {
  const std::vector<long double> x{2, 0.5L};

  EXPECT_EQ(reference_product(kMatrix, Method::product, 0, x).values, (std::vector<long double>{6.5L, 1}));
  // Column sums 3 and 3: S x = (2 + 1/6, 1/3); half of it and a quarter each.
  const auto rank = reference_product(kMatrix, Method::pagerank, 0.5, x).values;
  EXPECT_NEAR(static_cast<double>(rank[0]), 13.0 / 12 + 0.25, 1e-15);
  EXPECT_NEAR(static_cast<double>(rank[1]), 1.0 / 6 + 0.25, 1e-15);
}

TEST(CheckProducts, AcceptsRoundingAndNothingMore) {
  const double exact = 3 * 0.1 + 0.7;
  const double next = std::nextafter(exact, 2.0);

  EXPECT_TRUE(is_right(kMatrix, Method::product, {{0.1, 0.7}, {exact, 1.4}}));
  EXPECT_TRUE(is_right(kMatrix, Method::product, {{0.1, 0.7}, {next, 1.4}}));
  EXPECT_FALSE(is_right(kMatrix, Method::product, {{0.1, 0.7}, {exact + 1e-14, 1.4}}));
  EXPECT_FALSE(is_right(kMatrix, Method::product, {{0.1, 0.7}, {1.4, exact}}));
}

TEST(CheckProducts, LooksAtEveryProductAndAtNotANumber) {
  const std::vector<double> start{1, 0};  // an eigenvector
  const double nan = std::numeric_limits<double>::quiet_NaN();

  EXPECT_TRUE(is_right(kMatrix, Method::power, {start, start, start}));
  EXPECT_FALSE(is_right(kMatrix, Method::power, {start, {1, 1e-9}, start}));
  EXPECT_FALSE(is_right(kMatrix, Method::power, {start, {nan, 0}, start}));
  EXPECT_FALSE(is_right(kMatrix, Method::product, {start, {3, nan}}));
}

}  // namespace
}  // namespace toruscope::apps
