// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/reference.hpp"
#include "apps/io/csv.hpp"
#include "apps/io/npy.hpp"
#include "tests/apps/app_run.hpp"
#include "tests/support/source_folder.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using apps::Complex;
using namespace toruscope::literals;
using testing::Contains;
using testing::HasSubstr;

const std::filesystem::path kSunspots = test::kData / "sunspots.csv";

using test::request_for;

AppResult run(const AppRequest& request) {
  return test::run_app("fft", request);
}
std::string refusal(const AppRequest& request) {
  return test::refusal_of("fft", request);
}

std::vector<Complex> spectrum_in(const std::filesystem::path& path) {
  const std::string text = test::content_of(path);
  const auto real = apps::read_csv(path, text, "real").values;
  const auto imaginary = apps::read_csv(path, text, "imaginary").values;
  std::vector<Complex> spectrum;
  for (std::size_t k = 0; k < real.size(); ++k) spectrum.emplace_back(real[k], imaginary.at(k));
  return spectrum;
}

TEST(Fft, FindsTheSunspotCycle) {
  AppRequest request = request_for(kSunspots);
  request.options = {{"unit", "months"}, {"per-year", "12"}};

  const AppResult result = run(request);

  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_THAT(result.findings, Contains("strongest cycle: 134.3 months = 11.19 years (k = 21)"));
  EXPECT_THAT(result.findings, Contains("removed the mean, 51.266 (mean = keep leaves it)"));
}

TEST(Fft, TransformsComplexValues) {
  const test::TemporaryFolder folder;
  const std::vector<Complex> wave{1, {0, -1}, -1, {0, 1}};  // exp(-2 pi i j / 4): k = 3 alone
  std::ofstream out(folder / "wave.npy", std::ios::binary);
  apps::write_npy(out, wave);
  out.close();
  AppRequest request = request_for(folder / "wave.npy", "ring:2");
  request.options = {{"mean", "keep"}};
  request.output = folder / "spectrum.npy";

  const AppResult result = run(request);

  ASSERT_TRUE(result.verified) << result.check;
  const std::string bytes = test::content_of(folder / "spectrum.npy");
  EXPECT_LT(
      apps::relative_error(apps::read_complex_npy("spectrum.npy", bytes), std::vector<Complex>{0, 0, 0, 4}),
      1e-15);
  EXPECT_THAT(result.findings, Contains("strongest cycle: 4 samples (k = 3, a negative frequency)"));

  request.options = {};
  EXPECT_THAT(run(request).findings, Contains("removed the mean, 0+0i (mean = keep leaves it)"));
}

TEST(Fft, TellsWhichColumnItRead) {
  EXPECT_EQ(run(request_for(kSunspots)).reading,
            (std::vector<std::pair<std::string, std::string>>{{"column", "2 (sunspots)"}}));
}

TEST(Fft, GivesTheSpectrumThatAnotherProgramGives) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(kSunspots);
  request.output = folder / "spectrum.csv";
  request.options = {{"mean", "keep"}};

  const AppResult result = run(request);

  ASSERT_TRUE(result.verified) << result.check;
  const std::vector<Complex> all = spectrum_in(folder / "spectrum.csv");
  ASSERT_EQ(all.size(), 2820U);
  const std::filesystem::path golden = test::in_source("tests/apps/fft/sunspots_spectrum.csv");
  const std::vector<double> ks = apps::read_csv(golden, test::content_of(golden), "k").values;
  std::vector<Complex> same;
  for (const double k : ks) same.push_back(all.at(static_cast<std::size_t>(k)));
  EXPECT_GT(ks.size(), 60U);
  EXPECT_LT(apps::relative_error(same, spectrum_in(golden)), 1e-13);
}

TEST(Fft, MeetsTheFormulaToTheTick) {
  const AppResult result = run(request_for(kSunspots));

  EXPECT_EQ(result.block_bytes, 3U * 4U * sizeof(Complex));  // ceil(47/16) x ceil(60/16)
  ASSERT_TRUE(result.predicted.has_value());
  EXPECT_EQ(result.report.finish.time, result.predicted->ticks);
  EXPECT_EQ(result.report.finish.account.startups, result.predicted->startups);
  EXPECT_EQ(result.report.finish.account.bytes, result.predicted->bytes);
  EXPECT_THAT(result.explanation, Contains(HasSubstr("as measured")));
}

TEST(Fft, AddsLocalWorkToTheFormulaAndNothingElse) {
  AppRequest request = request_for(kSunspots);
  request.parameters = preset("generic");  // flop > 0

  const AppResult result = run(request);

  ASSERT_TRUE(result.predicted.has_value());
  EXPECT_GT(result.report.finish.account.compute, Ticks{});
  EXPECT_EQ(result.report.finish.time, result.predicted->ticks + result.report.finish.account.compute);
}

TEST(Fft, SynchronisesBeforeEachTransposeSoThatItsTimeIsTheExchangesAlone) {
  // Three of six PEs hold rows. Without the synchronisation the others' messages would hide some of
  // the hops.
  const test::TemporaryFolder folder;
  AppRequest request = request_for(folder.file("a.csv", "1\n2\n4\n8\n16\n32\n"));
  request.topology = ring(6);
  request.algorithm = "ar1";
  request.parameters = preset("generic");
  request.parameters.flop = 1us;

  const AppResult result = run(request);

  ASSERT_TRUE(result.predicted.has_value());
  EXPECT_EQ(result.report.finish.time, result.predicted->ticks + result.report.finish.account.compute);
}

TEST(Fft, RemovesTheMeanUnlessToldToKeepIt) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(folder.file("a.csv", "1\n2\n3\n6\n"));
  request.output = folder / "spectrum.csv";

  (void)run(request);
  EXPECT_EQ(spectrum_in(folder / "spectrum.csv").at(0), Complex(0));

  request.options["mean"] = "keep";
  (void)run(request);
  EXPECT_EQ(spectrum_in(folder / "spectrum.csv").at(0), Complex(12));
}

TEST(Fft, SaysThatAPrimeLengthIsNotParallel) {
  const test::TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 101; ++i) text += std::to_string(i * i % 37) + "\n";

  const AppResult result = run(request_for(folder.file("prime.csv", text)));

  EXPECT_TRUE(result.verified) << result.check;
  EXPECT_THAT(result.findings,
              Contains("n = 101 is prime: its one row lies on one PE, the transform is not parallel"));
}

TEST(Fft, TransformsASingleValueAndAConstantSeries) {
  const test::TemporaryFolder folder;
  for (const char* text : {"5\n", "0.1\n0.1\n0.1\n0.1\n0.1\n0.1\n", "0\n0\n"}) {
    const AppResult result = run(request_for(folder.file("a.csv", text)));
    EXPECT_TRUE(result.verified) << result.check;
    EXPECT_THAT(result.findings, Contains("no cycle: the series does not vary"));
  }
}

TEST(Fft, ReadsTheColumnAskedFor) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(folder.file("a.csv", "up,down\n1,4\n1,3\n1,2\n1,1\n"));
  EXPECT_THAT(run(request).findings, Contains(HasSubstr("strongest cycle: 4 samples")));

  request.options["column"] = "up";
  EXPECT_THAT(run(request).findings, Contains("no cycle: the series does not vary"));
}

TEST(Fft, RefusesToReplaceItsInput) {
  const test::TemporaryFolder folder;
  AppRequest request = request_for(folder.file("a.csv", "1\n2\n"));
  request.output = folder / "a.csv";

  EXPECT_EQ(refusal(request), "write " + request.output->string() + ": it is an input; give another --output");
}

TEST(Fft, RefusesValuesThatWouldOverflow) {
  const test::TemporaryFolder folder;
  const AppRequest request = request_for(folder.file("a.csv", "1e308\n1e308\n"));

  EXPECT_EQ(refusal(request), "read " + request.input->string() +
                                  ": its values are so large that their transform could overflow; scale them");
}

TEST(Fft, TransformsTheLargestAndSmallestValuesThatItAccepts) {
  const test::TemporaryFolder folder;
  for (const char* text : {"1e287\n-1e287\n1e287\n3e286\n", "1e-300\n-1e-300\n4e-300\n"}) {
    const AppResult result = run(request_for(folder.file("a.csv", text)));
    EXPECT_TRUE(result.verified) << text << result.check;
  }
}

TEST(Fft, RefusesAnAlgorithmThatDoesNotFitTheMachine) {
  AppRequest request = request_for(kSunspots);
  request.topology = complete(5);
  request.algorithm = "at2";

  EXPECT_THAT(refusal(request), HasSubstr("use bruck"));
}

TEST(Fft, RefusesAnUnknownMean) {
  AppRequest request = request_for(kSunspots);
  request.options["mean"] = "kep";

  EXPECT_EQ(refusal(request), "fft: option mean is one of remove, keep, got \"kep\". Did you mean keep?");
}

TEST(Fft, EstimatesAtLeastItsBlocks) {
  AppRequest request = request_for(kSunspots);
  request.topology = torus(16, 16);

  EXPECT_GE(application("fft").estimate_bytes(request), 2U * 256 * 256 * sizeof(Complex));
}

TEST(Applications, AreFoundByNameOrNamed) {
  EXPECT_EQ(application("fft").name, "fft");
  EXPECT_EQ(test::message_of<ConfigError>([] { (void)application("ftt"); }),
            "run: unknown application \"ftt\"; applications are: chakra, fft, goal, matvec, prefix. Did you "
            "mean fft?");
}

}  // namespace
}  // namespace toruscope
