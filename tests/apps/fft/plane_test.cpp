// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/plane.hpp"

#include "apps/fft/plane_reference.hpp"
#include "tests/apps/fft/noise.hpp"

#include <toruscope/machine.hpp>

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace toruscope::apps {
namespace {

/// The spectrum, and with a filter the filtered image, from PEs on a machine.
struct Planes {
  std::vector<Complex> spectrum, filtered;
};

Planes on_machine(const char* topology, const PlaneShape& shape, const std::vector<Complex>& image,
                  const FrequencyFilter& filter) {
  Planes result{std::vector<Complex>(shape.size()), std::vector<Complex>(shape.size())};
  Machine machine(parse_topology(topology));
  (void)machine.run([&](Communicator& comm) {
    const Rank me = comm.rank();
    std::vector<Complex> mine;
    for (std::size_t i = shape.by_rows.first(me) * shape.columns;
         i < shape.by_rows.first(me + 1) * shape.columns; ++i)
      mine.push_back(image[i]);
    plane_fft(comm, shape, mine, "auto");
    for (std::size_t i = 0; i < mine.size(); ++i)
      result.spectrum[i % shape.rows * shape.columns + shape.by_columns.first(me) + i / shape.rows] = mine[i];
    filtered_inverse(comm, shape, filter, mine, "auto");
    for (std::size_t i = 0; i < mine.size(); ++i)
      result.filtered[shape.by_rows.first(me) * shape.columns + i] = mine[i];
  });
  return result;
}

TEST(Plane, AgreesWithTheDefinitionForEveryShapeAndMachine) {
  const FrequencyFilter filter{FrequencyFilter::Kind::band_pass, 0.1, 0.4};
  for (const char* topology : {"ring:1", "ring:3", "torus:2x3", "complete:7"})
    for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 6}, {6, 1}, {5, 8}, {7, 3}, {4, 4}}) {
      const int pes = parse_topology(topology)->nodes();
      const PlaneShape shape(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), pes);
      const std::vector<Complex> image = test::noise(shape.size());

      const Planes planes = on_machine(topology, shape, image, filter);

      EXPECT_TRUE(check_plane(image, shape, planes.spectrum).is_right)
          << topology << " " << rows << "x" << columns;
      EXPECT_TRUE(check_filtered(image, shape, filter, planes.filtered).is_right)
          << topology << " " << rows << "x" << columns;
    }
}

TEST(Plane, GivesTheImageBackWhereEverythingPasses) {
  const PlaneShape shape(6, 9, 4);
  const std::vector<Complex> image = test::noise(shape.size());

  const Planes planes = on_machine("ring:4", shape, image, FrequencyFilter{});

  EXPECT_LT(relative_error(planes.filtered, image), 1e-14);
}

TEST(PlaneReference, KnowsTheSpectrumOfAWave) {
  // cos(2 pi (2 i / 6 + j / 5)): half of 30 at (2, 1) and at its conjugate (4, 4).
  std::vector<Complex> image;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 5; ++j) image.emplace_back(std::cos(2 * std::numbers::pi * (2.0 * i / 6 + j / 5.0)));

  std::vector<Complex> expected(30);
  expected[2 * 5 + 1] = expected[4 * 5 + 4] = 15;
  EXPECT_LT(relative_error(plane_by_definition(image, 6, 5), expected), 1e-15);
}

TEST(PlaneReference, FindsAWrongCoefficientInSmallAndLargeImages) {
  for (const auto& [rows, columns] : {std::pair{12, 10}, {300, 260}}) {
    const PlaneShape shape(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), 1);
    ASSERT_EQ(shape.size() * (shape.rows + shape.columns) <= kPlaneDefinitionLimit, rows == 12);
    const std::vector<Complex> image = test::noise(shape.size());
    std::vector<Complex> spectrum = on_machine("ring:1", shape, image, FrequencyFilter{}).spectrum;
    EXPECT_TRUE(check_plane(image, shape, spectrum).is_right);

    spectrum[shape.size() / 2] *= 1 + 1e-6;
    EXPECT_FALSE(check_plane(image, shape, spectrum).is_right);
    spectrum[shape.size() / 2] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(check_plane(image, shape, spectrum).is_right);
  }
}

TEST(PlaneReference, FindsAWrongPixelInSmallAndLargeFilteredImages) {
  const FrequencyFilter filter{FrequencyFilter::Kind::low_pass, 0.3, 0};
  for (const auto& [rows, columns] : {std::pair{12, 10}, {300, 260}}) {
    const PlaneShape shape(static_cast<std::size_t>(rows), static_cast<std::size_t>(columns), 1);
    const std::vector<Complex> image = test::noise(shape.size());
    std::vector<Complex> filtered = on_machine("ring:1", shape, image, filter).filtered;
    EXPECT_TRUE(check_filtered(image, shape, filter, filtered).is_right);

    filtered[7] += 1e-6;
    EXPECT_FALSE(check_filtered(image, shape, filter, filtered).is_right);
  }
}

}  // namespace
}  // namespace toruscope::apps
