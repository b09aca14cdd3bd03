// SPDX-License-Identifier: Apache-2.0
// Frequencies, the strongest coefficient, the table of the spectrum.

#include "apps/fft/spectrum.hpp"

#include "apps/io/npy.hpp"
#include "runtime/files/extension.hpp"
#include "runtime/files/output_file.hpp"

#include <cmath>
#include <fmt/core.h>
#include <ostream>

namespace toruscope::apps {

double frequency(std::size_t k, std::size_t n, const Sampling& sampling) {
  const double cycles = 2 * k <= n ? static_cast<double>(k) : -static_cast<double>(n - k);
  return cycles / (static_cast<double>(n) * sampling.interval);
}

std::optional<std::size_t> strongest(std::span<const Complex> spectrum, double scale, bool is_complex) {
  std::optional<std::size_t> best;
  double largest = 1e-12 * scale;
  const std::size_t last = is_complex ? spectrum.size() - 1 : spectrum.size() / 2;
  for (std::size_t k = 1; k <= last; ++k) {
    if (const double magnitude = std::abs(spectrum[k]); magnitude > largest) {
      largest = magnitude;
      best = k;
    }
  }
  return best;
}

std::string strongest_text(std::span<const Complex> spectrum, double scale, const Sampling& sampling,
                           bool is_complex) {
  const std::optional<std::size_t> k = strongest(spectrum, scale, is_complex);
  if (!k) return "no cycle: the series does not vary";
  const double cycles = frequency(*k, spectrum.size(), sampling);
  const double period = 1 / std::abs(cycles);
  const std::string years =
      sampling.per_year ? fmt::format(" = {:.4g} years", period / *sampling.per_year) : std::string();
  return fmt::format("strongest cycle: {:.4g} {}{} (k = {}{})", period, sampling.unit, years, *k,
                     cycles < 0 ? ", a negative frequency" : "");
}

void write_spectrum_csv(std::ostream& out, std::span<const Complex> spectrum, const Sampling& sampling) {
  std::string text = "k,frequency,period,real,imaginary,magnitude\n";
  for (std::size_t k = 0; k < spectrum.size(); ++k) {
    const double cycles = frequency(k, spectrum.size(), sampling);
    text += fmt::format("{},{},{},{},{},{}\n", k, cycles, 1 / std::abs(cycles), spectrum[k].real(),
                        spectrum[k].imag(), std::abs(spectrum[k]));
  }
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void write_spectrum(const std::filesystem::path& path, std::span<const Complex> spectrum,
                    const Sampling& sampling) {
  const bool is_npy = core::extension_of(path) == ".npy";
  core::write_file(path, [&](std::ostream& out) {
    if (is_npy) {
      write_npy(out, spectrum);
    } else {
      write_spectrum_csv(out, spectrum, sampling);
    }
  });
}

}  // namespace toruscope::apps
