// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/reference.hpp"

#include "tests/apps/fft/noise.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace toruscope::apps {
namespace {

using test::noise;

std::vector<Complex> transform(const std::vector<Complex>& series) {
  std::vector<Complex> spectrum(series.size());
  LocalFft(series.size()).transform(series, spectrum);
  return spectrum;
}

TEST(DftByDefinition, TransformsAnImpulseAndAConstantAndACycle) {
  const std::vector<Complex> impulse{1, 0, 0, 0};
  const std::vector<Complex> constant{1, 1, 1, 1};
  const std::vector<Complex> cycle{{1, 0}, {0, 1}, {-1, 0}, {0, -1}};  // exp(+2 pi i j / 4)

  EXPECT_LT(relative_error(dft_by_definition(impulse), std::vector<Complex>{1, 1, 1, 1}), 1e-18);
  EXPECT_LT(relative_error(dft_by_definition(constant), std::vector<Complex>{4, 0, 0, 0}), 1e-18);
  EXPECT_LT(relative_error(dft_by_definition(cycle), std::vector<Complex>{0, 4, 0, 0}), 1e-18);
}

TEST(DftByDefinition, EqualsItsSingleCoefficients) {
  const std::vector<Complex> series = noise(30);
  const std::vector<Complex> spectrum = dft_by_definition(series);

  for (std::size_t k = 0; k < series.size(); ++k)
    EXPECT_EQ(dft_coefficient(series, k), spectrum[k]) << "k = " << k;
}

TEST(RelativeError, IsThatOfTheEuclideanNorm) {
  EXPECT_EQ(relative_error(std::vector<Complex>{3, 5}, std::vector<Complex>{3, 4}), 0.2);
  EXPECT_EQ(relative_error(std::vector<Complex>{{3, 4}}, std::vector<Complex>{0}), 5);
  EXPECT_EQ(relative_error(std::vector<Complex>{0}, std::vector<Complex>{0}), 0);
}

TEST(RelativeError, DoesNotOverflow) {
  EXPECT_EQ(relative_error(std::vector<Complex>{2e300}, std::vector<Complex>{1e300}), 1);
}

TEST(CheckSpectrum, AcceptsARightSpectrumOfEveryLength) {
  for (const std::size_t n : std::vector<std::size_t>{1, 2, 60, kDefinitionLimit + 1, 20011}) {
    const std::vector<Complex> series = noise(n);
    const SpectrumCheck check = check_spectrum(series, transform(series));
    EXPECT_TRUE(check.is_right) << "n = " << n << ": " << check.text;
    EXPECT_LT(check.error, 1e-13);
  }
}

TEST(CheckSpectrum, SaysWithWhatItCompared) {
  const std::vector<Complex> brief = noise(4);
  const std::vector<Complex> lengthy = noise(kDefinitionLimit + 1);

  EXPECT_TRUE(
      check_spectrum(brief, transform(brief)).text.ends_with("against the definition in long double, n = 4"));
  const std::string text = check_spectrum(lengthy, transform(lengthy)).text;
  EXPECT_NE(text.find("against a serial FFT of n = 8193"), std::string::npos) << text;
  EXPECT_TRUE(text.ends_with("against the definition at 32 coefficients")) << text;
}

TEST(CheckSpectrum, RefusesOneWrongCoefficient) {
  for (const std::size_t n : {std::size_t{60}, kDefinitionLimit + 1}) {
    const std::vector<Complex> series = noise(n);
    std::vector<Complex> spectrum = transform(series);
    spectrum[n / 3] += 1e-6;
    EXPECT_FALSE(check_spectrum(series, spectrum).is_right) << "n = " << n;
  }
}

TEST(CheckSpectrum, WeighsAWrongSampledCoefficientOnTheScaleOfATypicalOne) {
  const std::size_t n = kDefinitionLimit + 1;
  const std::vector<Complex> series = noise(n);
  std::vector<Complex> spectrum = transform(series);
  const std::vector<Complex> right = spectrum;
  double norm = 0;
  for (const Complex& z : spectrum) norm += std::norm(z);
  spectrum[0] += 5e-12 * std::sqrt(norm);  // the first coefficient is sampled; 1.3e-11 is tolerated

  EXPECT_LT(relative_error(spectrum, right), 1e-11);
  EXPECT_FALSE(check_spectrum(series, spectrum).is_right);
}

TEST(CheckSpectrum, RefusesTheSpectrumInAnotherOrder) {
  const std::vector<Complex> series = noise(60);
  std::vector<Complex> spectrum = transform(series);
  std::swap(spectrum[1], spectrum[59]);  // as the inverse transform would have it

  EXPECT_FALSE(check_spectrum(series, spectrum).is_right);
}

TEST(CheckSpectrum, RefusesWhatIsNoNumber) {
  for (const std::size_t n : {std::size_t{4}, kDefinitionLimit + 1}) {
    const std::vector<Complex> series = noise(n);
    std::vector<Complex> spectrum = transform(series);
    spectrum[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(check_spectrum(series, spectrum).is_right) << "n = " << n;
  }
}

}  // namespace
}  // namespace toruscope::apps
