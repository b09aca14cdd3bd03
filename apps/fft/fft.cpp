// SPDX-License-Identifier: Apache-2.0
// The options, and whether an input has one dimension or two.

#include "apps/fft/fft.hpp"

#include "apps/fft/one_dimension.hpp"
#include "apps/fft/samples.hpp"
#include "apps/fft/two_dimensions.hpp"
#include "apps/io/npy.hpp"
#include "apps/io/series.hpp"
#include "apps/options.hpp"
#include "runtime/files/extension.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <initializer_list>

namespace toruscope::apps {
namespace {

const std::vector<AppOption>& fft_options() {
  static const std::vector<AppOption> table = {
      {"column", "series: column of a .csv, by name or number from 1 (default: the last numeric one)", ""},
      {"mean", "series: remove or keep its mean before the transform", "remove"},
      {"sample-interval", "series: time from one value to the next, in the unit", "1"},
      {"unit", "series: what the sample interval counts, in the plural", "samples"},
      {"per-year", "series: units in a year, to give periods in years as well", ""},
      {"filter", "image: none (its spectrum), low-pass, high-pass or band-pass (the filtered image)", "none"},
      {"cutoff", "image: where low-pass ends, high-pass or band-pass begins, in cycles a pixel", "0.1"},
      {"upper-cutoff", "image: where band-pass ends, in cycles a pixel", "0.25"},
  };
  return table;
}

bool has_two_dimensions(const std::filesystem::path& input) {
  const std::string extension = core::extension_of_input(input);
  if (extension != ".csv" && extension != ".npy" && extension != ".pgm")
    refuse_input(input, core::wrong_extension(input, ".csv, .npy, .pgm"));
  return extension == ".pgm" || (extension == ".npy" && npy_kind(input, read_file(input)).dimensions >= 2);
}

void refuse_given(const Options& options, std::initializer_list<const char*> names, const std::string& what,
                  const std::filesystem::path& input) {
  for (const char* name : names)
    if (options.is_given(name))
      throw ConfigError(
          fmt::format("fft: option {} is for {}; leave it out for {}", name, what, input.string()));
}

/// Calls `one` or `two` by the input's dimensions.
template <class One, class Two>
auto by_dimensions(const AppRequest& request, One one, Two two) {
  const Options options("fft", fft_options(), request);
  if (!request.input)
    throw ConfigError("fft: needs a series or an image; give --input FILE (.csv, .npy or .pgm)");
  if (has_two_dimensions(*request.input)) {
    refuse_given(options, {"column", "mean", "sample-interval", "unit", "per-year"}, "a series",
                 *request.input);
    return two(request, options);
  }
  refuse_given(options, {"filter", "cutoff", "upper-cutoff"}, "an input of two dimensions", *request.input);
  return one(request, options);
}

}  // namespace

Application fft_application() {
  return {
      .name = "fft",
      .description =
          "spectrum of a series (six-step FFT) or image (rows, transpose, columns), filtered images; "
          "transposes by complete exchange",
      .inputs =
          "a series: .csv, or .npy of one dimension; an image: .pgm, or .npy of two; a .npy may be complex",
      .outputs =
          "series: .csv (k, frequency, period, real, imaginary, magnitude) or .npy (complex128); image: "
          ".npy (complex128), filtered .pgm or .npy (float64, of complex values complex128)",
      .options = fft_options(),
      .samples = fft_samples(),
      .estimate_bytes =
          [](const AppRequest& request) {
            return by_dimensions(request, estimate_series_fft, estimate_plane_fft);
          },
      .run = [](const AppRequest& request) { return by_dimensions(request, run_series_fft, run_plane_fft); }};
}

}  // namespace toruscope::apps
