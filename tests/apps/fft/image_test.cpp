// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/local_fft.hpp"
#include "apps/io/npy.hpp"
#include "apps/io/pgm.hpp"
#include "tests/apps/app_run.hpp"
#include "tests/support/source_folder.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using apps::Complex;
using testing::Contains;
using testing::HasSubstr;

const std::filesystem::path kVolcano = test::kData / "volcano.pgm";

using test::request_for;

AppResult run_image(const AppRequest& request) {
  return test::run_app("fft", request);
}
std::string image_refusal(const AppRequest& request) {
  return test::refusal_of("fft", request);
}
apps::GreyImage image_in(const std::filesystem::path& path) {
  return apps::read_pgm(path, test::content_of(path));
}
double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

TEST(ImageFft, TakesOneTransposeForASpectrumAndTwoForAFilter) {
  AppRequest request = request_for(kVolcano);
  const AppResult spectrum = run_image(request);
  request.options = {{"filter", "low-pass"}};
  const AppResult filtered = run_image(request);

  EXPECT_TRUE(spectrum.verified) << spectrum.check;
  EXPECT_TRUE(filtered.verified) << filtered.check;
  EXPECT_EQ(spectrum.block_bytes, 6U * 4U * 16U);  // ceil(87/16) x ceil(61/16) complex values
  ASSERT_TRUE(spectrum.predicted.has_value());
  EXPECT_EQ(spectrum.report.finish.time, spectrum.predicted->ticks);
  EXPECT_EQ(filtered.report.finish.time, 2 * spectrum.report.finish.time);
}

TEST(ImageFft, WritesTheSpectrumWithTheSumOfAllPixelsFirst) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(kVolcano);
  request.output = folder / "spectrum.npy";

  ASSERT_TRUE(run_image(request).verified);

  const std::string bytes = test::content_of(folder / "spectrum.npy");
  EXPECT_THAT(bytes, HasSubstr("'shape': (87, 61)"));
  ASSERT_EQ(bytes.size() % 64, (87 * 61 * 16) % 64);
  double first = 0;
  std::copy_n(bytes.data() + bytes.size() - std::size_t{87} * 61 * 16, sizeof first,
              reinterpret_cast<char*>(&first));
  EXPECT_NEAR(first, 690907, 1e-8);  // sum(volcano) in R
}

TEST(ImageFft, TransformsAndFiltersComplexValues) {
  const test::TemporaryFolder folder;
  const std::vector<Complex> wave{{2, 1}, {0, 1}, {2, 1}, {0, 1}};  // i everywhere, and 1 + (-1)^l
  std::ofstream out(folder / "wave.npy", std::ios::binary);
  apps::write_npy_table(out, wave, 2);
  out.close();
  AppRequest request = request_for(folder / "wave.npy", "ring:2");
  const auto written = [&] {
    EXPECT_TRUE(run_image(request).verified);
    return apps::read_complex_npy_table("a.npy", test::content_of(*request.output)).values;
  };

  request.output = folder / "spectrum.npy";
  EXPECT_EQ(written(), (std::vector<Complex>{{4, 4}, 4, 0, 0}));
  request.options = {{"filter", "low-pass"}};
  request.output = folder / "mean.npy";
  EXPECT_EQ(written(), std::vector<Complex>(4, {1, 1}));

  request.output = folder / "mean.pgm";
  EXPECT_EQ(image_refusal(request),
            "read " + request.input->string() +
                ": its values are complex, but a .pgm has grey ones; give --output FILE.npy");
}

TEST(ImageFft, SmoothsTheVolcanoAndKeepsItsMean) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(kVolcano);
  request.output = folder / "smooth.npy";
  request.options = {{"filter", "low-pass"}, {"cutoff", "0.05"}};

  const AppResult result = run_image(request);

  ASSERT_TRUE(result.verified) << result.check;
  const auto path = folder / "smooth.npy";
  const apps::Table smooth = apps::read_npy_table(path, test::content_of(path));
  EXPECT_EQ(smooth.rows, 87U);
  EXPECT_NEAR(mean_of(smooth.values), 690907.0 / (87 * 61), 1e-10);
  const apps::GreyImage image = image_in(kVolcano);
  double roughness = 0;
  double smoothness = 0;
  for (std::size_t i = 1; i < smooth.values.size(); ++i) {
    roughness += std::abs(image.pixels.values[i] - image.pixels.values[i - 1]);
    smoothness += std::abs(smooth.values[i] - smooth.values[i - 1]);
  }
  EXPECT_LT(smoothness, roughness);
  EXPECT_THAT(result.findings, Contains(HasSubstr("low-pass, up to 0.05 cycles a pixel: keeps ")));
}

TEST(ImageFft, SplitsAnImageIntoWhatLowAndHighPassLeave) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(kVolcano);
  std::vector<apps::Table> parts;
  for (const char* filter : {"low-pass", "high-pass"}) {
    request.output = folder / (std::string(filter) + ".npy");
    request.options = {{"filter", filter}, {"cutoff", "0.08"}};
    ASSERT_TRUE(run_image(request).verified);
    parts.push_back(apps::read_npy_table(*request.output, test::content_of(*request.output)));
  }

  const std::vector<double> image = image_in(kVolcano).pixels.values;
  for (std::size_t i = 0; i < image.size(); ++i)
    ASSERT_NEAR(parts[0].values[i] + parts[1].values[i], image[i], 1e-11) << i;
}

TEST(ImageFft, WritesGreyImagesAboutTheMiddleWhereTheMeanIsGone) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(kVolcano);
  request.output = folder / "edges.pgm";
  request.options = {{"filter", "band-pass"}, {"cutoff", "0.03"}, {"upper-cutoff", "0.3"}};

  const AppResult result = run_image(request);

  ASSERT_TRUE(result.verified) << result.check;
  const apps::GreyImage edges = image_in(folder / "edges.pgm");
  EXPECT_EQ(edges.white, 255);
  EXPECT_NEAR(mean_of(edges.pixels.values), 128, 0.5);
  EXPECT_THAT(result.findings, Contains("grey values are rounded, 128 added; 0 outside 0 .. 255 were cut"));
}

TEST(ImageFft, FindsTheWaveOfStripes) {
  const test::TemporaryFolder folder;
  std::string text = "P2 8 6 9\n";
  for (int i = 0; i < 6; ++i) text += "0 0 9 9 0 0 9 9\n";

  const AppResult result = run_image(request_for(folder.file("stripes.pgm", text)));

  EXPECT_THAT(result.findings, Contains("strongest wave: 0 down, 2 across the image, 100.0 % of the variance"));
}

TEST(ImageFft, TakesTablesOfNumPyAndImagesOfOnePixel) {
  const test::TemporaryFolder folder;
  {
    std::ofstream out(folder / "a.npy", std::ios::binary);
    apps::write_npy_table(out, std::vector<double>{1.5, -2, 1e-3, 7, 0, 3}, 3);
  }
  EXPECT_TRUE(run_image(request_for(folder / "a.npy")).verified);

  const AppResult one = run_image(request_for(folder.file("one.pgm", "P2 1 1 9 5")));
  EXPECT_TRUE(one.verified) << one.check;
  EXPECT_THAT(one.findings, Contains("no wave: the image does not vary"));
}

TEST(ImageFft, RefusesOptionsOfTheOtherKindOfInput) {
  AppRequest image = request_for(kVolcano);
  image.options = {{"column", "2"}};
  EXPECT_EQ(image_refusal(image), "fft: option column is for a series; leave it out for " + kVolcano.string());

  AppRequest series = request_for(test::in_source("data/sunspots.csv"));
  series.options = {{"filter", "low-pass"}};
  EXPECT_EQ(image_refusal(series),
            "fft: option filter is for an input of two dimensions; leave it out for " + series.input->string());
}

TEST(ImageFft, RefusesCutoffsThatNoFilterHas) {
  AppRequest request = request_for(kVolcano);
  request.options = {{"cutoff", "0.2"}};
  EXPECT_EQ(image_refusal(request),
            "fft: cutoff is for a filter; give --filter low-pass, high-pass or band-pass");
  request.options = {{"filter", "low-pass"}, {"upper-cutoff", "0.2"}};
  EXPECT_EQ(image_refusal(request), "fft: upper-cutoff is for --filter band-pass");
  request.options = {{"filter", "band-pass"}, {"cutoff", "0.3"}};
  EXPECT_EQ(image_refusal(request),
            "fft: the band ends at 0.25, below its begin at 0.3; give a larger --upper-cutoff");
  request.options = {{"filter", "low-pass"}, {"cutoff", "-1"}};
  EXPECT_EQ(image_refusal(request), "fft: option cutoff is a number above 0, got \"-1\"");
}

TEST(ImageFft, RefusesOutputsThatCannotHoldTheResult) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(kVolcano);
  request.output = folder / "spectrum.pgm";
  EXPECT_EQ(image_refusal(request),
            "write " + request.output->string() + ": unknown extension .pgm; extensions are: .npy");

  request.output = folder / "image.csv";
  request.options = {{"filter", "low-pass"}};
  EXPECT_EQ(image_refusal(request),
            "write " + request.output->string() + ": unknown extension .csv; extensions are: .pgm, .npy");
}

}  // namespace
}  // namespace toruscope
