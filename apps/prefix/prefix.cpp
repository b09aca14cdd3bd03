// SPDX-License-Identifier: Apache-2.0
// The application, from a request to a result: read, scan on the machine, check, write, explain.

#include "apps/prefix/prefix.hpp"

#include "apps/explain.hpp"
#include "apps/io/matrix.hpp"
#include "apps/io/npy.hpp"
#include "apps/io/series.hpp"
#include "apps/options.hpp"
#include "apps/prefix/program.hpp"
#include "apps/prefix/reference.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/files/extension.hpp"
#include "runtime/files/output_file.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <optional>
#include <utility>

namespace toruscope::apps {
namespace {

const std::vector<AppOption>& prefix_options() {
  static const std::vector<AppOption> table = {
      {"operator", "sum, max, min, recurrence (a[i] x[i-1] + b[i]) or smoothing (exponential)", "sum"},
      {"column", "values, or b of a recurrence: column of a .csv (default: the last numeric one)", ""},
      {"factor", "a of a recurrence: column of a .csv, by name or number from 1", ""},
      {"start", "of a recurrence: x before the first value", "0"},
      {"alpha", "of smoothing: the weight of a new value", "0.1"},
  };
  return table;
}

/// The request, checked as far as is possible without its input.
struct PrefixTask {
  explicit PrefixTask(const AppRequest& request) {
    const Options options("prefix", prefix_options(), request);
    if (!request.input) throw ConfigError("prefix: needs a series; give --input FILE (.csv or .npy)");
    input = *request.input;
    word = options.word("operator", {"sum", "max", "min", "recurrence", "smoothing"});
    op = word == "sum"   ? PrefixOperator::sum
         : word == "max" ? PrefixOperator::max
         : word == "min" ? PrefixOperator::min
                         : PrefixOperator::recurrence;
    for (const auto& [name, of] :
         {std::pair("factor", "recurrence"), {"start", "recurrence"}, {"alpha", "smoothing"}})
      if (options.is_given(name) && word != of)
        throw ConfigError(fmt::format("prefix: option {} is for --operator {}", name, of));
    column = options.text("column");
    factor = options.text("factor");
    start = options.number("start");
    alpha = options.fraction("alpha");
    if (!request.output) return;
    core::check_output(*request.output, {".csv", ".npy"}, {input});
  }

  std::filesystem::path input;
  std::string word;
  PrefixOperator op = PrefixOperator::sum;
  std::string column, factor;
  double start = 0;
  double alpha = 0;
};

/// Input with its meaning, and which of its columns were read.
struct PrefixInput {
  std::vector<double> read_column(const char* name, const std::filesystem::path& path,
                                  const std::string& asked) {
    Series series = read_series(path, asked);
    if (!series.column.empty()) reading.emplace_back(name, std::move(series.column));
    return std::move(series.values);
  }

  PrefixJob job;
  std::vector<std::pair<std::string, std::string>> reading;
};

/// Reads a and b of a recurrence: two columns of a .csv, or a .npy of two columns.
void read_recurrence(const PrefixTask& task, PrefixInput& input) {
  PrefixJob& job = input.job;
  if (core::extension_of_input(task.input) == ".npy") {
    if (!task.column.empty() || !task.factor.empty())
      refuse_input(task.input,
                   "columns were asked for by name, but a .npy has none; its shape is (n, 2): a, b");
    const Table table = read_npy_table(task.input, read_file(task.input));
    if (table.columns != 2)
      refuse_input(task.input,
                   fmt::format("it has {} columns, but a recurrence takes two: a, b", table.columns));
    for (std::size_t i = 0; i < table.rows; ++i) {
      job.a.push_back(table.values[2 * i]);
      job.b.push_back(table.values[2 * i + 1]);
    }
    return;
  }
  job.b = input.read_column("column", task.input, task.column);
  if (task.factor.empty())
    throw ConfigError("prefix: a recurrence takes its factors a[i] from a column; give --factor NAME");
  job.a = input.read_column("factor", task.input, task.factor);
}

/// Refuses input of which a partial result, in any order, could leave a double's range.
void refuse_overflow(const PrefixTask& task, const PrefixJob& job) {
  if (job.op == PrefixOperator::max || job.op == PrefixOperator::min) return;
  constexpr double kMostLog2 = 500;
  constexpr double kLargest = 1e290;
  const double product = largest_product_log2(job.a);
  if (product > kMostLog2)
    refuse_input(task.input,
                 "factors that follow each other multiply to more than 1e150, which is too large for "
                 "runs of them to be composed; scale them");
  double magnitude = std::abs(job.start);
  double largest = magnitude;
  for (std::size_t i = 0; i < job.b.size(); ++i) {
    magnitude = (job.a.empty() ? 1 : std::abs(job.a[i])) * magnitude + std::abs(job.b[i]);
    largest = std::max(largest, magnitude);
  }
  if (!(largest * std::exp2(product) < kLargest))
    refuse_input(task.input, "its values are so large that their prefixes could overflow; scale them");
}

PrefixInput read_prefix_input(const PrefixTask& task, int pes) {
  PrefixInput input{.job = {.deal = collectives::EvenDeal(0, pes), .op = task.op, .start = task.start},
                    .reading = {}};
  PrefixJob& job = input.job;
  if (task.word == "recurrence") {
    read_recurrence(task, input);
  } else {
    job.b = input.read_column("column", task.input, task.column);
  }
  if (task.word == "smoothing") {
    job.a.assign(job.b.size(), 1 - task.alpha);
    job.a.front() = 0;
    for (std::size_t i = 1; i < job.b.size(); ++i) job.b[i] *= task.alpha;
  }
  refuse_overflow(task, job);
  job.deal = collectives::EvenDeal(job.b.size(), pes);
  return input;
}

Case case_of_scan(const AppRequest& request, const PrefixJob& job) {
  const std::size_t element = element_bytes(job.op);
  Case c = case_of(*request.topology, request.parameters, element, 0, element);
  c.values = static_cast<std::int64_t>(job.b.size());
  return c;
}

std::size_t estimate_prefix(const AppRequest& request) {
  const PrefixTask task(request);
  const PrefixJob job = read_prefix_input(task, request.topology->pes()).job;
  const auto p = static_cast<std::size_t>(request.topology->pes());
  // input, run, prefixes, result
  constexpr std::size_t kCopies = 4;
  constexpr std::size_t kPartials = 8;  // what a PE holds of its own and others' combinations
  return kCopies * sizeof(Affine) * job.b.size() + kPartials * sizeof(Affine) * p;
}

/// Counts how often a running extreme changes.
std::string records(const std::vector<double>& x) {
  std::size_t count = 1;
  std::size_t last = 0;
  for (std::size_t i = 1; i < x.size(); ++i)
    if (x[i] != x[i - 1]) {
      ++count;
      last = i;
    }
  return fmt::format("{} in {}; the last is {}, value {}", core::counted(count, "record"),
                     core::counted(x.size(), "value"), x[last], last + 1);
}

std::vector<std::string> findings(const PrefixTask& task, const PrefixJob& job, const std::vector<double>& x) {
  if (job.op == PrefixOperator::max || job.op == PrefixOperator::min) return {records(x)};
  const auto highest = std::max_element(x.begin(), x.end());
  const auto lowest = std::min_element(x.begin(), x.end());
  const char* last = task.word == "sum" ? "sum" : task.word == "smoothing" ? "last smoothed value" : "last x";
  return {fmt::format("{} of {}: {:.10g}", last, core::counted(x.size(), "value"), x.back()),
          fmt::format("prefixes lie between {:.6g} (value {}) and {:.6g} (value {})", *lowest,
                      lowest - x.begin() + 1, *highest, highest - x.begin() + 1)};
}

std::vector<std::string> explain(const PrefixJob& job, const Scan& algorithm, const Case& c,
                                 const Report& report) {
  const std::size_t longest = job.deal.longest();
  const std::size_t shortest = job.deal.count(job.deal.runs - 1);
  std::vector<std::string> lines;
  lines.push_back(
      fmt::format("{} on {}, {} on each; one scan by {}, combinations of {} B",
                  core::counted(*c.values, "value"), core::counted(c.p, "PE"),
                  shortest == longest ? fmt::format("{}", longest) : fmt::format("{} or {}", longest, shortest),
                  algorithm.name, c.bytes));
  lines.push_back(communication_text(report) + "; PEs synchronised before and after (free)");
  const auto predicted = algorithm.predicted(c);
  lines.push_back(formula_text("formula of " + algorithm.name,
                               predicted ? std::optional(predicted->ticks) : std::nullopt, report));
  if (const auto bound = Scan::bound(c))
    lines.push_back("lower bound of a scan: " + core::time_text(bound->ticks, report.parameters));
  lines.push_back(local_work_text("each run twice: combined, then prefixed", report));
  return lines;
}

AppResult run_prefix(const AppRequest& request) {
  const PrefixTask task(request);
  PrefixInput input = read_prefix_input(task, request.topology->pes());
  PrefixJob& job = input.job;
  const Case c = case_of_scan(request, job);
  const Scan& algorithm = choose(builtin_catalogue().of<Scan>(), request.algorithm.value_or("auto"), c);
  job.algorithm = algorithm.name;

  AppResult result;
  result.operation = "prefix";
  result.algorithm = algorithm.name;
  result.block_bytes = c.bytes;
  result.serial_operations = serial_operations(job);
  result.inputs_read = {task.input};
  result.reading = input.reading;
  std::vector<double> prefixes(job.b.size());
  Machine machine(request.topology, request.parameters, request.execution);
  result.report = machine.run([&](Communicator& comm) { prefix_program(comm, job, prefixes); });

  const PrefixCheck check = check_prefix(job, prefixes);
  result.verified = check.is_right;
  result.check = check.text;
  result.findings = findings(task, job, prefixes);
  result.explanation = explain(job, algorithm, c, result.report);
  result.predicted = algorithm.predicted(c);
  if (request.output && result.verified) {
    write_vector(*request.output, prefixes);
    result.outputs_written = {*request.output};
  }
  return result;
}

/// The beginning of data/nile.csv, and a recurrence of whole numbers.
std::vector<AppSample> prefix_samples() {
  const AppSample sum{.name = "sum",
                      .input = "in.csv",
                      .content =
                          "year,flow\n1871,1120\n1872,1160\n1873,963\n1874,1210\n1875,1160\n1876,1160\n"
                          "1877,813\n1878,1230\n1879,1370\n1880,1140\n1881,995\n",
                      .output = "out.csv",
                      .options = {}};
  AppSample max = sum;
  max.name = "max";
  max.options = {{"operator", "max"}};
  AppSample smoothing = sum;
  smoothing.name = "smoothing";
  smoothing.options = {{"operator", "smoothing"}};
  smoothing.same_everywhere = false;
  AppSample recurrence = sum;
  recurrence.name = "recurrence";
  recurrence.content = "a,b\n1,1\n-2,3\n1,-4\n3,0\n0,5\n2,2\n-1,7\n";
  recurrence.options = {{"operator", "recurrence"}, {"factor", "a"}, {"start", "2"}};
  return {sum, max, smoothing, recurrence};
}

}  // namespace

Application prefix_application() {
  return {
      .name = "prefix",
      .description = "prefix sums, running extremes, linear recurrences and smoothing of a series, by a scan",
      .inputs = "a series: .csv or .npy of one dimension; a recurrence: two columns",
      .outputs = "the prefixes: .csv (i, value) or .npy (float64)",
      .options = prefix_options(),
      .samples = prefix_samples(),
      .estimate_bytes = estimate_prefix,
      .run = run_prefix};
}

}  // namespace toruscope::apps
