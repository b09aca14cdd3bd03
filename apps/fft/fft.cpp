// SPDX-License-Identifier: Apache-2.0
// From a request to a result: read, transform on the machine, check, write, explain.

#include "apps/fft/fft.hpp"

#include "apps/fft/reference.hpp"
#include "apps/fft/samples.hpp"
#include "apps/fft/six_step.hpp"
#include "apps/fft/spectrum.hpp"
#include "apps/io/output_file.hpp"
#include "apps/io/series.hpp"
#include "apps/options.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace toruscope::detail {
namespace {

constexpr std::int64_t kTransposes = 3;

const std::vector<AppOption>& option_table() {
  static const std::vector<AppOption> table = {
      {"column", "column of a .csv, by name or number from 1 (default: the last numeric one)", ""},
      {"mean", "remove or keep the series' mean before the transform", "remove"},
      {"sample-interval", "time from one value to the next, in the unit", "1"},
      {"unit", "what the sample interval counts, in the plural", "samples"},
      {"per-year", "units in a year, to give periods in years as well", ""},
  };
  return table;
}

/// The request, checked as far as is possible without its input.
struct Task {
  explicit Task(const AppRequest& request) {
    const Options options("fft", option_table(), request);
    if (!request.input) throw ConfigError("fft: needs a series; give --input FILE (.csv or .npy)");
    input = *request.input;
    column = options.text("column");
    removes_mean = options.word("mean", {"remove", "keep"}) == "remove";
    sampling.interval = options.positive("sample-interval");
    sampling.unit = options.text("unit");
    if (!options.text("per-year").empty()) sampling.per_year = options.positive("per-year");
    if (!request.output) return;
    check_output(*request.output, {".csv", ".npy"});
    std::error_code error;
    if (std::filesystem::equivalent(*request.output, input, error))
      throw ConfigError(
          fmt::format("write {}: it is the input; give another --output", request.output->string()));
  }

  std::filesystem::path input;
  std::string column;
  bool removes_mean = true;
  Sampling sampling;
};

/// The series ready for the transform, and what was done to it.
struct Prepared {
  std::vector<Complex> values;
  double mean = 0;
  double magnitudes = 0;  ///< sum of |x|, before the mean was removed
};

Prepared prepare(const Task& task) {
  const Series series = read_series(task.input, task.column);
  const auto n = static_cast<double>(series.values.size());
  Prepared prepared;
  double sum = 0;
  for (const double x : series.values) {
    sum += x;
    prepared.magnitudes += std::abs(x);
  }
  constexpr double kSafeSum = 1e290;  // intermediate results stay below 2^10 n times the sum
  if (!(prepared.magnitudes < kSafeSum / n))
    refuse_input(task.input, "its values are so large that their transform could overflow; scale them");
  if (task.removes_mean) prepared.mean = sum / n;
  prepared.values.reserve(series.values.size());
  for (const double x : series.values) prepared.values.emplace_back(x - prepared.mean);
  return prepared;
}

std::size_t estimate(const AppRequest& request) {
  const Task task(request);
  const std::size_t n = read_series(task.input, task.column).values.size();
  const SixStep shape(n, request.topology->nodes());
  const auto p = static_cast<std::size_t>(shape.p);
  constexpr std::size_t kCopiesOfBlocks = 4;   // sent, received, and what the algorithm holds on the way
  constexpr std::size_t kCopiesOfSeries = 12;  // input, rows, result, the second method
  const std::size_t rows_of_plans = shape.deal1.holders() * shape.n2 + shape.deal2.holders() * shape.n1;
  constexpr std::size_t kValuesOfPlan = 20;  // a convolution's, the largest
  return sizeof(Complex) *
         (kCopiesOfBlocks * p * p * shape.block() + kCopiesOfSeries * n + kValuesOfPlan * rows_of_plans);
}

/// Every PE takes its rows of the series and leaves its rows of the spectrum. Reading and collecting are not
/// part of the machine's time: the data lie distributed before and after.
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

std::vector<std::string> findings(const Task& task, const Prepared& series, const SixStep& shape,
                                  std::span<const Complex> spectrum) {
  std::vector<std::string> lines;
  if (task.removes_mean)
    lines.push_back(fmt::format("removed the mean, {:.6g} (mean = keep leaves it)", series.mean));
  lines.push_back(strongest_text(spectrum, series.magnitudes, task.sampling));
  if (shape.n1 == 1 && shape.n > 1)
    lines.push_back(
        fmt::format("n = {} is prime: its one row lies on one PE, the transform is not parallel", shape.n));
  return lines;
}

/// A third of the account if that is whole: what one of the three equal transposes costs.
std::optional<Account> per_transpose(const Account& a) {
  Account third;
  const auto share = [](std::int64_t whole, std::int64_t& part) {
    part = whole / kTransposes;
    return whole % kTransposes == 0;
  };
  const bool is_whole = share(a.startups, third.startups) && share(a.receives, third.receives) &&
                        share(a.messages, third.messages) && share(a.bytes, third.bytes) &&
                        share(a.hops, third.hops) && share(a.latencies, third.latencies) &&
                        share(a.gap.count, third.gap.count) && share(a.sync.count, third.sync.count) &&
                        share(a.link_wait.count, third.link_wait.count);
  return is_whole ? std::optional(third) : std::nullopt;
}

std::vector<std::string> explain(const SixStep& shape, const Alltoall& algorithm, const Case& exchange,
                                 const Report& report) {
  const auto text = [&](Ticks time) { return time_text(time, report.parameters); };
  const auto number = [](std::size_t count) { return grouped(static_cast<std::int64_t>(count)); };
  std::vector<std::string> lines;
  lines.push_back(fmt::format("n = {} = {} x {} in six steps; PEs with rows: {} and {} of {}", shape.n,
                              shape.n1, shape.n2, shape.deal1.holders(), shape.deal2.holders(), shape.p));
  const auto p = static_cast<std::size_t>(shape.p);
  const std::size_t data = shape.n * sizeof(Complex);
  const std::size_t sent = p * p * exchange.bytes;
  lines.push_back(
      fmt::format("{} transposes, each a complete exchange by {}: {} x {} blocks of {} B, {}; PEs synchronised "
                  "before each (free)",
                  kTransposes, algorithm.name, p, p, number(exchange.bytes),
                  data == sent ? "all data" : fmt::format("{} of {} B are data", number(data), number(sent))));

  Account communication = report.finish.account;
  const Ticks local = std::exchange(communication.compute, Ticks{});
  const Ticks time = report.finish.time - local;
  const std::optional<Account> third = per_transpose(communication);
  lines.push_back(
      fmt::format("communication: {} = {}{}", text(time), account_text(communication, report.costs),
                  third ? fmt::format("; each transpose {}", account_text(*third, report.costs)) : ""));
  if (const auto predicted = algorithm.predicted(exchange)) {
    const Ticks formula = kTransposes * predicted->ticks;
    lines.push_back(fmt::format("formula of {}: {} x {} = {}, {}", algorithm.name, kTransposes,
                                text(predicted->ticks), text(formula),
                                formula == time ? "as measured" : "other than measured"));
  } else {
    lines.push_back(fmt::format("formula of {}: none for this machine", algorithm.name));
  }
  if (const auto bound = alltoall_bound(exchange))
    lines.push_back(
        fmt::format("lower bound of {} complete exchanges: {}", kTransposes, text(kTransposes * bound->ticks)));
  lines.push_back(
      report.costs.flop == Ticks{}
          ? std::string("local work: free on this machine (flop = 0)")
          : fmt::format("local work on the critical path: {} (5 n log2 n operations a row, 6 a twiddle factor)",
                        text(local)));
  return lines;
}

AppResult run(const AppRequest& request) {
  const Task task(request);
  const Prepared series = prepare(task);
  const SixStep shape(series.values.size(), request.topology->nodes());

  AppResult result;
  result.operation = "fft";
  result.inputs_read = {task.input};
  result.serial_operations = fft_operations(shape.n);
  result.block_bytes = shape.block() * sizeof(Complex);
  const Case exchange = case_of(*request.topology, request.parameters, result.block_bytes);
  const Alltoall& algorithm = choose(builtin_catalogue().alltoall(), "alltoall", request.algorithm, exchange);
  result.algorithm = algorithm.name;

  std::vector<Complex> spectrum(shape.n);
  result.report = run_on_machine(request, shape, series.values, algorithm.name, spectrum);

  const SpectrumCheck check = check_spectrum(series.values, spectrum);
  result.verified = check.is_right;
  result.check = check.text;
  result.findings = findings(task, series, shape, spectrum);
  result.explanation = explain(shape, algorithm, exchange, result.report);
  if (const auto one = algorithm.predicted(exchange))
    result.predicted = Prediction{.startups = kTransposes * one->startups,
                                  .bytes = kTransposes * one->bytes,
                                  .hops = kTransposes * one->hops,
                                  .ticks = kTransposes * one->ticks};
  if (request.output && result.verified) {
    write_spectrum(*request.output, spectrum, task.sampling);
    result.outputs_written = {*request.output};
  }
  return result;
}

}  // namespace

Application fft_application() {
  return {
      .name = "fft",
      .description = "spectrum of a real series: six-step FFT, its three transposes by complete exchange",
      .inputs = "a series of real numbers: .csv or .npy of one dimension",
      .outputs = "the spectrum: .csv (k, frequency, period, real, imaginary, magnitude) or .npy (complex128)",
      .options = option_table(),
      .samples = fft_samples(),
      .estimate_bytes = estimate,
      .run = run};
}

}  // namespace toruscope::detail
