// SPDX-License-Identifier: Apache-2.0
// Read, transform on the machine, filter and transform back, check, write, explain.

#include "apps/fft/two_dimensions.hpp"

#include "apps/fft/explain.hpp"
#include "apps/fft/filter.hpp"
#include "apps/fft/plane.hpp"
#include "apps/fft/plane_reference.hpp"
#include "apps/io/npy.hpp"
#include "apps/io/pgm.hpp"
#include "apps/io/series.hpp"
#include "runtime/files/extension.hpp"
#include "runtime/files/output_file.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <optional>
#include <ostream>
#include <utility>
#include <vector>

namespace toruscope::apps {
namespace {

/// The request, checked as far as is possible without its input.
struct ImageTask {
  ImageTask(const AppRequest& request, const Options& options) : input(*request.input) {
    using Kind = FrequencyFilter::Kind;
    const std::string word = options.word("filter", {"none", "low-pass", "high-pass", "band-pass"});
    filter.kind = word == "none"        ? Kind::none
                  : word == "low-pass"  ? Kind::low_pass
                  : word == "high-pass" ? Kind::high_pass
                                        : Kind::band_pass;
    if (!is_filtered() && options.is_given("cutoff"))
      throw ConfigError("fft: cutoff is for a filter; give --filter low-pass, high-pass or band-pass");
    if (filter.kind != Kind::band_pass && options.is_given("upper-cutoff"))
      throw ConfigError("fft: upper-cutoff is for --filter band-pass");
    filter.low = options.positive("cutoff");
    filter.high = options.positive("upper-cutoff");
    // the square of the highest frequency: half a cycle in each direction
    constexpr double kHighest = 0.5;
    if (filter.low * filter.low > kHighest)
      throw ConfigError(
          fmt::format("fft: no frequency of an image lies above 0.7072 cycles a pixel; give a cutoff "
                      "below that, got {}",
                      filter.low));
    if (filter.kind == Kind::band_pass && !(filter.low < filter.high))
      throw ConfigError(
          fmt::format("fft: the band ends at {}, below its begin at {}; give a larger --upper-cutoff",
                      filter.high, filter.low));
    if (!request.output) return;
    core::check_output(
        *request.output,
        is_filtered() ? std::vector<std::string>{".pgm", ".npy"} : std::vector<std::string>{".npy"}, {input});
  }
  [[nodiscard]] bool is_filtered() const { return filter.kind != FrequencyFilter::Kind::none; }

  std::filesystem::path input;
  FrequencyFilter filter;
};

struct Image {
  std::size_t rows = 0, columns = 0;
  std::vector<Complex> values;
  int white = 255;  ///< grey of white, for a .pgm output
  bool is_complex = false;
};

Image read_image(const ImageTask& task, const std::optional<std::filesystem::path>& output) {
  Image image;
  const std::string bytes = read_file(task.input);
  if (core::extension_of_input(task.input) == ".pgm") {
    const GreyImage grey = read_pgm(task.input, bytes);
    image = {grey.pixels.rows,
             grey.pixels.columns,
             {grey.pixels.values.begin(), grey.pixels.values.end()},
             grey.white};
  } else {
    ComplexTable table = read_complex_npy_table(task.input, bytes);
    image = {table.rows, table.columns, std::move(table.values)};
    image.is_complex = npy_kind(task.input, bytes).is_complex;
  }
  if (image.is_complex && output && core::extension_of(*output) == ".pgm")
    refuse_input(task.input, "its values are complex, but a .pgm has grey ones; give --output FILE.npy");
  double magnitudes = 0;
  for (const Complex& x : image.values) magnitudes += std::abs(x);
  // squares of coefficients and their sum stay in the range of a double
  constexpr double kSafeSum = 1e140;
  if (!(magnitudes < kSafeSum))
    refuse_input(task.input, "its values are so large that their transform could overflow; scale them");
  return image;
}

/// Results of the PEs, in the order of the image. Collecting takes no virtual time.
struct Collected {
  std::vector<Complex> spectrum;
  std::vector<Complex> filtered;  ///< empty without a filter
};

Report run_on_machine(const AppRequest& request, const PlaneShape& shape, const Image& image,
                      const FrequencyFilter& filter, const std::string& algorithm, Collected& result) {
  Machine machine(request.topology, request.parameters, request.execution);
  return machine.run([&](Communicator& comm) {
    const auto at = [](auto& values, std::size_t index) {
      return values.begin() + static_cast<std::ptrdiff_t>(index);
    };
    const Rank me = comm.rank();
    std::vector<Complex> mine(at(image.values, shape.by_rows.first(me) * shape.columns),
                              at(image.values, shape.by_rows.first(me + 1) * shape.columns));
    plane_fft(comm, shape, mine, algorithm);
    const std::size_t first = shape.by_columns.first(me);
    for (std::size_t index = 0; index < mine.size(); ++index)
      result.spectrum[index % shape.rows * shape.columns + first + index / shape.rows] = mine[index];
    if (filter.kind == FrequencyFilter::Kind::none) return;
    filtered_inverse(comm, shape, filter, mine, algorithm);
    std::copy(mine.begin(), mine.end(), at(result.filtered, shape.by_rows.first(me) * shape.columns));
  });
}

/// The waves along a side of n pixels that coefficient k stands for: k, or k - n.
std::string waves(std::size_t k, std::size_t n, bool is_signed) {
  return 2 * k <= n ? fmt::format("{}", k) : fmt::format("{}{}", is_signed ? "-" : "", n - k);
}

/// Writes "strongest wave: 1 down, 0 across, 12.3 % of the variance", the first of equal ones.
/// Of a real image it is that of two conjugate coefficients; of a complex one each stands for
/// itself, and its direction has a sign.
std::string strongest_wave(const PlaneShape& shape, std::span<const Complex> spectrum, bool is_complex) {
  double variance = 0;
  double largest = 0;
  std::size_t best = 0;
  for (std::size_t i = 1; i < spectrum.size(); ++i) {
    const double power = std::norm(spectrum[i]);
    variance += power;
    if (power > largest * (1 + 1e-9)) {
      largest = power;
      best = i;
    }
  }
  if (!(variance > 1e-24 * std::norm(spectrum[0]))) return "no wave: the image does not vary";
  const std::size_t k = best / shape.columns;
  const std::size_t l = best % shape.columns;
  const bool stands_alone = is_complex || (2 * k % shape.rows == 0 && 2 * l % shape.columns == 0);
  return fmt::format("strongest wave: {} down, {} across the image, {:.1f} % of the variance",
                     waves(k, shape.rows, is_complex), waves(l, shape.columns, is_complex),
                     100 * largest * (stands_alone ? 1 : 2) / variance);
}

/// Writes "low-pass, up to 0.1 cycles a pixel: keeps 162 of 5307 coefficients, 98.1 % of ...".
std::string kept(const PlaneShape& shape, const FrequencyFilter& filter, std::span<const Complex> spectrum) {
  double variance = 0;
  double passed = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < spectrum.size(); ++i) {
    const bool passes = filter.passes(i / shape.columns, shape.rows, i % shape.columns, shape.columns);
    count += passes ? 1 : 0;
    const double power = i == 0 ? 0 : std::norm(spectrum[i]);
    variance += power;
    passed += passes ? power : 0;
  }
  return fmt::format("{}: keeps {} of {} coefficients, {:.1f} % of the variance", filter.text(), count,
                     spectrum.size(), variance > 0 ? 100 * passed / variance : 0.0);
}

/// Whole grey values; those outside are cut, and counted.
struct Grey {
  GreyImage image;
  double middle = 0;  ///< grey that was added because the mean is gone
  std::size_t cut = 0;
};

Grey grey_of(const PlaneShape& shape, const FrequencyFilter& filter, std::span<const Complex> filtered,
             int white) {
  Grey grey{
      {{shape.rows, shape.columns, {}}, white}, filter.keeps_mean() ? 0.0 : std::floor((white + 1) / 2.0), 0};
  for (const Complex& value : filtered) {
    const double pixel = std::floor(value.real() + grey.middle + 0.5);
    if (pixel < 0 || pixel > white) ++grey.cut;
    grey.image.pixels.values.push_back(std::clamp(pixel, 0.0, static_cast<double>(white)));
  }
  return grey;
}

void write_result(const AppRequest& request, const ImageTask& task, const PlaneShape& shape,
                  const Collected& result, const Image& image, AppResult& told) {
  const std::filesystem::path& path = *request.output;
  if (core::extension_of(path) == ".pgm") {
    const Grey grey = grey_of(shape, task.filter, result.filtered, image.white);
    core::write_file(path, [&](std::ostream& out) { write_pgm(out, grey.image); });
    told.findings.push_back(fmt::format("grey values are rounded{}; {} outside 0 .. {} were cut",
                                        grey.middle == 0 ? "" : fmt::format(", {} added", grey.middle),
                                        grey.cut, image.white));
  } else if (task.is_filtered() && image.is_complex) {
    core::write_file(path, [&](std::ostream& out) { write_npy_table(out, result.filtered, shape.columns); });
  } else if (task.is_filtered()) {
    std::vector<double> real;
    for (const Complex& value : result.filtered) real.push_back(value.real());
    core::write_file(path, [&](std::ostream& out) { write_npy_table(out, real, shape.columns); });
  } else {
    core::write_file(path, [&](std::ostream& out) { write_npy_table(out, result.spectrum, shape.columns); });
  }
  told.outputs_written = {path};
}

}  // namespace

std::size_t estimate_plane_fft(const AppRequest& request, const Options& options) {
  const ImageTask task(request, options);
  const Image image = read_image(task, request.output);
  const PlaneShape shape(image.rows, image.columns, request.topology->pes());
  const auto p = static_cast<std::size_t>(request.topology->pes());
  // sent, received, and what the algorithm holds on the way
  constexpr std::size_t kCopiesOfBlocks = 4;
  // input, rows, results, the second method in long double
  constexpr std::size_t kCopiesOfImage = 12;
  constexpr std::size_t kValuesOfPlan = 20;  // a convolution's, the largest
  const std::size_t plans = shape.by_rows.holders() * shape.columns + shape.by_columns.holders() * shape.rows;
  return sizeof(Complex) *
         (kCopiesOfBlocks * p * p * shape.block() + kCopiesOfImage * shape.size() + kValuesOfPlan * plans);
}

AppResult run_plane_fft(const AppRequest& request, const Options& options) {
  const ImageTask task(request, options);
  const Image image = read_image(task, request.output);
  const PlaneShape shape(image.rows, image.columns, request.topology->pes());

  AppResult result;
  result.operation = "fft";
  result.inputs_read = {task.input};
  result.serial_operations = plane_operations(shape, task.is_filtered());
  result.block_bytes = shape.block() * sizeof(Complex);
  const Case exchange = case_of(*request.topology, request.parameters, result.block_bytes);
  const Alltoall& algorithm =
      choose(builtin_catalogue().alltoall(), request.algorithm.value_or("auto"), exchange);
  result.algorithm = algorithm.name;

  Collected collected{std::vector<Complex>(shape.size()),
                      std::vector<Complex>(task.is_filtered() ? shape.size() : 0)};
  result.report = run_on_machine(request, shape, image, task.filter, algorithm.name, collected);

  const SpectrumCheck spectrum = check_plane(image.values, shape, collected.spectrum);
  result.verified = spectrum.is_right;
  result.check = spectrum.text;
  result.findings = {strongest_wave(shape, collected.spectrum, image.is_complex)};
  if (task.is_filtered()) {
    const SpectrumCheck filtered = check_filtered(image.values, shape, task.filter, collected.filtered);
    result.verified = result.verified && filtered.is_right;
    result.check += "; filtered: " + filtered.text;
    result.findings.push_back(kept(shape, task.filter, collected.spectrum));
  }
  result.explanation = {
      fmt::format("{} x {} values: rows, transpose, columns{}; PEs with rows: {}, with columns: {} of {}",
                  shape.rows, shape.columns, task.is_filtered() ? ", filter, columns, transpose, rows" : "",
                  shape.by_rows.holders(), shape.by_columns.holders(), exchange.p)};
  explain_transposes(
      {.count = task.is_filtered() ? 2 : 1, .values = shape.size(), .work = "5 n log2 n operations a row"},
      algorithm, exchange, result);
  if (request.output && result.verified) write_result(request, task, shape, collected, image, result);
  return result;
}

}  // namespace toruscope::apps
