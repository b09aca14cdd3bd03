// SPDX-License-Identifier: Apache-2.0
// Read, transform on the machine, check, write, explain.

#include "apps/fft/one_dimension.hpp"

#include "apps/fft/explain.hpp"
#include "apps/fft/reference.hpp"
#include "apps/fft/six_step.hpp"
#include "apps/fft/spectrum.hpp"
#include "apps/io/series.hpp"
#include "apps/options.hpp"
#include "runtime/files/output_file.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/core.h>
#include <utility>

namespace toruscope::apps {
namespace {

constexpr std::int64_t kTransposes = 3;

/// The request, checked as far as is possible without its input.
struct SeriesTask {
  SeriesTask(const AppRequest& request, const Options& options) : input(*request.input) {
    column = options.text("column");
    removes_mean = options.word("mean", {"remove", "keep"}) == "remove";
    sampling.interval = options.positive("sample-interval");
    sampling.unit = options.text("unit");
    if (!options.text("per-year").empty()) sampling.per_year = options.positive("per-year");
    if (!request.output) return;
    core::check_output(*request.output, {".csv", ".npy"}, {input});
  }

  std::filesystem::path input;
  std::string column;
  bool removes_mean = true;
  Sampling sampling;
};

/// The series ready for the transform, and what was done to it.
struct Prepared {
  std::vector<Complex> values;
  Complex mean = 0;
  double magnitudes = 0;  ///< sum of |x|, before the mean was removed
  bool is_complex = false;
  std::string column;
};

Prepared prepare(const SeriesTask& task) {
  ComplexSeries series = read_complex_series(task.input, task.column);
  const auto n = static_cast<double>(series.values.size());
  Prepared prepared;
  prepared.is_complex = series.is_complex;
  prepared.column = std::move(series.column);
  Complex sum = 0;
  for (const Complex& x : series.values) {
    sum += x;
    prepared.magnitudes += std::abs(x);
  }
  constexpr double kSafeSum = 1e290;  // intermediate results stay below 2^10 n times the sum
  if (!(prepared.magnitudes < kSafeSum / n))
    refuse_input(task.input, "its values are so large that their transform could overflow; scale them");
  if (task.removes_mean) prepared.mean = sum / n;
  prepared.values = std::move(series.values);
  for (Complex& x : prepared.values) x -= prepared.mean;
  return prepared;
}

/// Runs the transform: every PE takes its rows of the series and leaves its rows of the spectrum.
/// Reading and collecting are not part of the machine's time: data lie distributed.
Report run_on_machine(const AppRequest& request, const SixStep& shape, const std::vector<Complex>& series,
                      const std::string& algorithm, std::vector<Complex>& spectrum) {
  Machine machine(request.topology, request.parameters, request.execution);
  return machine.run([&](Communicator& comm) {
    const auto at = [](const auto& values, std::size_t index) {
      return values.begin() + static_cast<std::ptrdiff_t>(index);
    };
    const Rank me = comm.rank();
    std::vector<Complex> mine(at(series, shape.deal1.first(me) * shape.n2),
                              at(series, shape.deal1.first(me + 1) * shape.n2));
    six_step_fft(comm, shape, mine, algorithm);
    std::copy(mine.begin(), mine.end(),
              spectrum.begin() + static_cast<std::ptrdiff_t>(shape.deal2.first(me) * shape.n1));
  });
}

std::vector<std::string> findings(const SeriesTask& task, const Prepared& series, const SixStep& shape,
                                  std::span<const Complex> spectrum) {
  std::vector<std::string> lines;
  if (task.removes_mean)
    lines.push_back(fmt::format("removed the mean, {} (mean = keep leaves it)",
                                series.is_complex
                                    ? fmt::format("{:.6g}{:+.6g}i", series.mean.real(), series.mean.imag())
                                    : fmt::format("{:.6g}", series.mean.real())));
  lines.push_back(strongest_text(spectrum, series.magnitudes, task.sampling, series.is_complex));
  if (shape.n1 == 1 && shape.n > 1)
    lines.push_back(
        fmt::format("n = {} is prime: its one row lies on one PE, the transform is not parallel", shape.n));
  return lines;
}

}  // namespace

std::size_t estimate_series_fft(const AppRequest& request, const Options& options) {
  const SeriesTask task(request, options);
  const std::size_t n = read_complex_series(task.input, task.column).values.size();
  const SixStep shape(n, request.topology->pes());
  const auto p = static_cast<std::size_t>(shape.p);
  // sent, received, and what the algorithm holds on the way
  constexpr std::size_t kCopiesOfBlocks = 4;
  constexpr std::size_t kCopiesOfSeries = 3;  // input, rows, result; the second method comes later
  const std::size_t rows_of_plans = shape.deal1.holders() * shape.n2 + shape.deal2.holders() * shape.n1;
  constexpr std::size_t kValuesOfPlan = 20;  // a convolution's, the largest
  return sizeof(Complex) *
         (kCopiesOfBlocks * p * p * shape.block() + kCopiesOfSeries * n + kValuesOfPlan * rows_of_plans);
}

AppResult run_series_fft(const AppRequest& request, const Options& options) {
  const SeriesTask task(request, options);
  const Prepared series = prepare(task);
  const SixStep shape(series.values.size(), request.topology->pes());

  AppResult result;
  result.operation = "fft";
  result.inputs_read = {task.input};
  if (!series.column.empty()) result.reading = {{"column", series.column}};
  result.serial_operations = fft_operations(shape.n);
  result.block_bytes = shape.block() * sizeof(Complex);
  const Case exchange = case_of(*request.topology, request.parameters, result.block_bytes);
  const Alltoall& algorithm =
      choose(builtin_catalogue().alltoall(), request.algorithm.value_or("auto"), exchange);
  result.algorithm = algorithm.name;

  std::vector<Complex> spectrum(shape.n);
  result.report = run_on_machine(request, shape, series.values, algorithm.name, spectrum);

  const SpectrumCheck check = check_spectrum(series.values, spectrum);
  result.verified = check.is_right;
  result.check = check.text;
  result.findings = findings(task, series, shape, spectrum);
  result.explanation = {fmt::format("n = {} = {} x {} in six steps; PEs with rows: {} and {} of {}", shape.n,
                                    shape.n1, shape.n2, shape.deal1.holders(), shape.deal2.holders(), shape.p)};
  explain_transposes(
      {.count = kTransposes, .values = shape.n, .work = "5 n log2 n operations a row, 6 a twiddle factor"},
      algorithm, exchange, result);
  if (request.output && result.verified) {
    write_spectrum(*request.output, spectrum, task.sampling);
    result.outputs_written = {*request.output};
  }
  return result;
}

}  // namespace toruscope::apps
