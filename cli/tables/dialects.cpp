// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/dialects.hpp"

#include "collectives/benchmark_names.hpp"
#include "collectives/operations.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <string_view>

namespace toruscope::cli {

namespace {

/// "generic" of "generic with ts=1us".
std::string preset_of(const std::string& machine) {
  return machine.substr(0, machine.find(" with "));
}

bool is_osu(Format dialect) {
  return dialect == Format::osu || dialect == Format::osu_full;
}

std::string_view name_in(const collectives::BenchmarkNames& names, Format dialect) {
  return is_osu(dialect) ? names.osu_title : dialect == Format::imb ? names.imb : names.nccl;
}

/// Empty if the dialect has no such table.
std::string_view name_in(const std::string& operation, Format dialect) {
  const collectives::BenchmarkNames* names = collectives::benchmark_names(operation);
  return names == nullptr ? "" : name_in(*names, dialect);
}

constexpr double kMicro = 1e6;
constexpr double kMega = 1e6;
constexpr double kGiga = 1e9;

double micros(Ticks time, const Measurement& m) {
  return kMicro * core::seconds_of(time, m.report.parameters).value_or(0);
}

/// Times at which PEs leave the call.
struct LeavingSpread {
  double least = 0, mean = 0, most = 0;
};
LeavingSpread times_of(const Measurement& m) {
  const double most = micros(m.report.finish.time, m);
  return {micros(m.leaving.first, m), m.leaving.mean * micros(Ticks{1}, m), most};
}

/// OSU and IMB count the whole vector of a reduce-scatter, and one block of what else moves blocks.
std::size_t size_of(const Measurement& m) {
  const bool is_whole = m.operation == "reduce_scatter";
  return m.block_bytes * (is_whole ? static_cast<std::size_t>(m.report.topology->pes()) : 1);
}

int pairs_of(const Measurement& m) {
  return m.report.topology->pes() / 2;
}

/// Messages per second of all pairs.
double message_rate(const Measurement& m) {
  const double window = micros(m.report.finish.time, m) / kMicro;
  return window > 0 ? static_cast<double>(m.window.value_or(1)) * pairs_of(m) / window : 0;
}

double mean_bandwidth(const Measurement& m) {
  const auto found = bandwidth_of(m);
  return found ? found->algbw / kMega : 0;
}

bool is_one_pair_of_windows(const Measurement& m) {
  return m.partner && m.window;
}

/// The columns but the validation.
std::string osu_figures(const Measurement& m, bool is_full) {
  if (m.operation == "pingpong")
    return fmt::format("{:<10}{:>18.2f}", m.block_bytes, micros(latency_of(m).value_or(Ticks{}), m));
  if (is_one_pair_of_windows(m)) return fmt::format("{:<10}{:>18.2f}", m.block_bytes, mean_bandwidth(m));
  if (m.operation == "multi_pair") {
    const double rate = message_rate(m);
    return fmt::format("{:<10}{:>18.2f}{:>18.2f}", m.block_bytes,
                       rate * static_cast<double>(m.block_bytes) / kMega, rate);
  }
  const LeavingSpread times = times_of(m);
  std::string row = m.operation == "barrier" ? fmt::format("{:>17.2f}", times.mean)
                                             : fmt::format("{:<10}{:>18.2f}", size_of(m), times.mean);
  if (is_full) row += fmt::format("{:>18.2f}{:>18.2f}{:>12}", times.least, times.most, 1);
  return row;
}

std::string osu_titles(const Measurement& first, bool is_full) {
  const std::string size = fmt::format("{:<10}", "# Size");
  if (first.operation == "multi_pair") return fmt::format("{}{:>18}{:>18}", size, "MB/s", "Messages/s");
  if (is_one_pair_of_windows(first)) return fmt::format("{}{:>18}", size, "Bandwidth (MB/s)");
  std::string titles =
      first.operation == "barrier" ? "# Avg Latency(us)" : fmt::format("{}{:>18}", size, "Avg Latency(us)");
  if (is_full && first.operation != "pingpong")
    titles += fmt::format("{:>18}{:>18}{:>12}", "Min Latency(us)", "Max Latency(us)", "Iterations");
  return titles;
}

std::string osu_text(std::string_view name, const std::vector<const Measurement*>& rows,
                     const Dialect& dialect) {
  const Measurement& first = *rows.front();
  const bool is_full = dialect.format == Format::osu_full;
  const bool is_barrier = first.operation == "barrier";
  std::string text = fmt::format("\n# OSU MPI {} Test v7.5\n", name);
  if (first.operation == "multi_pair")
    text += fmt::format("# [ pairs: {} ] [ window size: {} ]\n", pairs_of(first), first.window.value_or(1));
  const bool combines =
      collectives::operation(first.operation).traits.combines;  // ints, unless asked otherwise
  if (!is_barrier) text += fmt::format("# Datatype: {}.\n", combines ? "MPI_INT" : "MPI_CHAR");
  const auto line = [&](std::string columns, std::string_view validation) {
    if (dialect.has_validation) columns += fmt::format("{:>18}", validation);
    return columns + "\n";
  };
  text += line(osu_titles(first, is_full), "Validation");
  for (const Measurement* m : rows)
    text += line(osu_figures(*m, is_full), !m->verified ? "N/A" : *m->verified ? "Pass" : "Fail");
  return text;
}

std::string imb_titles(const std::string& operation) {
  const auto titles = [](const std::vector<const char*>& names) {
    std::string line;
    for (const char* name : names) line += fmt::format("{:>13}", name);
    return line;
  };
  if (operation == "pingpong") return titles({"#bytes", "#repetitions", "t[usec]", "Mbytes/sec"});
  if (operation == "multi_pair") return titles({"#bytes", "#repetitions", "Mbytes/sec", "Msg/sec"});
  if (operation == "barrier") return titles({"#repetitions", "t_min[usec]", "t_max[usec]", "t_avg[usec]"});
  if (operation == "sendrecv")
    return titles({"#bytes", "#repetitions", "t_min[usec]", "t_max[usec]", "t_avg[usec]", "Mbytes/sec"});
  return titles({"#bytes", "#repetitions", "t_min[usec]", "t_max[usec]", "t_avg[usec]"});
}

std::string imb_row(const Measurement& m) {
  constexpr int kOnce = 1;
  if (m.operation == "pingpong")
    return fmt::format("{:>13}{:>13}{:>13.2f}{:>13.2f}\n", m.block_bytes, kOnce,
                       micros(latency_of(m).value_or(Ticks{}), m), mean_bandwidth(m));
  if (m.operation == "multi_pair") {
    const double rate = message_rate(m);
    return fmt::format("{:>13}{:>13}{:>13.2f}{:>13.0f}\n", m.block_bytes, kOnce,
                       rate * static_cast<double>(m.block_bytes) / kMega, rate);
  }
  const LeavingSpread times = times_of(m);
  std::string row = m.operation == "barrier" ? "" : fmt::format("{:>13}", size_of(m));
  row += fmt::format("{:>13}{:>13.2f}{:>13.2f}{:>13.2f}", kOnce, times.least, times.most, times.mean);
  if (m.operation == "sendrecv") row += fmt::format("{:>13.2f}", mean_bandwidth(m));
  return row + "\n";
}

std::string imb_text(std::string_view name, const std::vector<const Measurement*>& rows) {
  const Measurement& first = *rows.front();
  const int pes = first.report.topology->pes();
  const std::string titles = imb_titles(first.operation);
  // The original's line has a column for the line's end, too.
  const std::string line = "#" + std::string(titles.size() - 1, '-') + "\n";
  std::string text = fmt::format("# List of Benchmarks to run:\n\n# {}\n", name);
  const int taking_part = first.operation == "pingpong" ? 2 : pes;
  text += fmt::format("\n{}# Benchmarking {} \n# #processes = {} \n", line, name, taking_part);
  if (pes - taking_part == 1) text += "# ( 1 additional process waiting in MPI_Barrier)\n";
  if (pes - taking_part > 1)
    text += fmt::format("# ( {} additional processes waiting in MPI_Barrier)\n", pes - taking_part);
  text += line + titles + "\n";
  for (const Measurement* m : rows) text += imb_row(*m);
  return text + "\n\n# All processes entering MPI_Finalize\n\n";
}

/// nccl-tests' bandwidths: of sendrecv that of one direction.
struct NcclRow {
  std::int64_t bytes = 0;
  double time = 0, algbw = 0, busbw = 0;
};
NcclRow nccl_row(const Measurement& m) {
  NcclRow row;
  row.time = micros(m.report.finish.time, m);
  const auto found = bandwidth_of(m);
  if (m.operation == "sendrecv") {
    row.bytes = static_cast<std::int64_t>(m.block_bytes);
    row.algbw = row.busbw = row.time > 0 ? static_cast<double>(m.block_bytes) / (row.time / kMicro) / kGiga : 0;
  } else if (found) {
    row.bytes = found->bytes;
    row.algbw = found->algbw / kGiga;
    row.busbw = found->busbw / kGiga;
  }
  return row;
}

/// "sum" of "sum", "prod" of "product"; those that do not exist there keep their name.
std::string nccl_operator(const Measurement& m) {
  const std::string name = m.combine.value_or("none");
  return name == "product" ? "prod" : name;
}

struct NcclType {
  const char* name;
  std::size_t bytes;  ///< of one value
};

/// The original's default type, or bytes where the block has no whole number of its values.
NcclType nccl_type(const Measurement& m) {
  constexpr NcclType kDefault{"float", 4};
  return m.block_bytes % kDefault.bytes == 0 ? kDefault : NcclType{"uint8", 1};
}

/// One half of a row: out of place or in place.
std::string nccl_body(const NcclRow& row, const char* wrong) {
  return fmt::format("  {}  {}  {}{}", nccl_number(row.time, 7), nccl_number(row.algbw, 6),
                     nccl_number(row.busbw, 6), wrong);
}

/// The original does not check alltoall and sendrecv, which overwrite what they have to send.
bool is_checked_in_place(const Measurement& m) {
  return m.operation != "alltoall" && m.operation != "sendrecv";
}

std::string nccl_line(const Measurement& m) {
  const NcclRow row = nccl_row(m);
  const NcclType type = nccl_type(m);
  const std::string root = m.root ? std::to_string(*m.root) : "-1";
  const char* const unchecked = "    N/A";
  const char* const wrong = !m.verified ? unchecked : *m.verified ? "       0" : "       1";
  return fmt::format("{:>12}  {:>12}  {:>8}  {:>6}  {:>6}{}{}\n", row.bytes, m.block_bytes / type.bytes,
                     type.name, nccl_operator(m), root, nccl_body(row, wrong),
                     nccl_body(row, is_checked_in_place(m) ? wrong : unchecked));
}

/// Topology and machine stand where the original has host and device.
std::string nccl_devices(const Measurement& m) {
  constexpr int kMost = 1024;
  const int pes = m.report.topology->pes();
  std::string text = "# Using devices\n";
  for (int pe = 0; pe < std::min(pes, kMost); ++pe)
    text += fmt::format("#  Rank {:>2} Group {:>2} Pid {:>6} on {:>10} device {:>2} [0000:00:00] {}\n", pe, 0,
                        0, m.report.topology->name(), pe, preset_of(m.report.parameters.name));
  return pes > kMost ? text + "...\n" : text;
}

std::string nccl_text(std::string_view name, const std::vector<const Measurement*>& rows) {
  std::int64_t least = INT64_MAX;
  std::int64_t most = 0;
  double sum = 0;
  int wrong = 0;
  std::string lines;
  for (const Measurement* m : rows) {
    const NcclRow row = nccl_row(*m);
    least = std::min(least, row.bytes);
    most = std::max(most, row.bytes);
    sum += row.busbw;
    wrong += m->verified.value_or(true) ? 0 : 1;
    lines += nccl_line(*m);
  }
  const std::int64_t step =
      rows.size() < 2 ? 2 : nccl_row(*rows[1]).bytes / std::max<std::int64_t>(1, nccl_row(*rows[0]).bytes);
  std::string text = fmt::format("# Collective test starting: {}_perf\n", name);
  text += fmt::format(
      "# nThread 1 nGpus 1 minBytes {} maxBytes {} step: {}(factor) warmup iters: 0 iters: 1 agg iters: 1 "
      "validation: 1 graph: 0 unalign: 0\n#\n",
      least, most, step);
  text += nccl_devices(*rows.front()) + "#\n";
  const auto head = [&](const char* size, const char* count, const char* type, const char* redop,
                        const char* root) {
    return fmt::format("# {:>10}  {:>12}  {:>8}  {:>6}  {:>6}", size, count, type, redop, root);
  };
  const auto figures = [](const char* time, const char* algbw, const char* busbw, const char* wrong_ones) {
    return fmt::format("  {:>7}  {:>6}  {:>6}  {:>6}", time, algbw, busbw, wrong_ones);
  };
  const std::string titles = figures("time", "algbw", "busbw", "#wrong");
  const std::string units = figures("(us)", "(GB/s)", "(GB/s)", "");
  text += head("", "", "", "", "") + "           out-of-place                       in-place          \n";
  text += head("size", "count", "type", "redop", "root") + titles + titles + " \n";
  text += head("(B)", "(elements)", "", "", "") + units + units + " \n";
  text += lines;
  const int checked = is_checked_in_place(*rows.front()) ? 2 : 1;
  text +=
      fmt::format("# {:<20} : {} {}\n", "Out of bounds values", checked * wrong, wrong == 0 ? "OK" : "FAILED");
  text += fmt::format("# {:<20} : {:g} \n#\n", "Avg bus bandwidth", sum / static_cast<double>(rows.size()));
  return text + fmt::format("# Collective test concluded: {}_perf\n", name);
}

std::int64_t row_bytes(const Measurement& m, Format dialect) {
  return dialect == Format::nccl ? nccl_row(m).bytes : static_cast<std::int64_t>(size_of(m));
}

/// "# auto takes ring to 4096 bytes, bruck to 65536 bytes"; nothing where it had no choice.
std::string choices_text(const std::vector<const Measurement*>& rows, Format dialect) {
  const collectives::Operation* operation = operation_of(*rows.front());
  if (operation == nullptr || operation->traits.moves == Moves::message || !rows.front()->is_auto) return "";
  std::vector<std::string> taken;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (i + 1 == rows.size() || rows[i + 1]->algorithm != rows[i]->algorithm)
      taken.push_back(
          operation->traits.moves == Moves::nothing
              ? rows[i]->algorithm
              : fmt::format("{} to {}", rows[i]->algorithm, counted(row_bytes(*rows[i], dialect), "byte")));
  return fmt::format("# auto takes {}\n", core::joined(taken, ", "));
}

}  // namespace

std::string nccl_number(double value, int width) {
  int power = 0;
  double bound = 1;
  while (value >= bound) {
    bound *= 10;
    ++power;
  }
  if (power < width - 2) return fmt::format("{:>{}.2f}", value, width);
  if (power < width - 1) return fmt::format("{:>{}.1f}", value, width);
  if (power < width + 1) return fmt::format("{:>{}.0f}", value, width);
  constexpr int kRoomForDecimal = 7;
  return width >= kRoomForDecimal ? fmt::format("{:>{}.1e}", value, width)
                                  : fmt::format("{:>{}.0e}", value, width);
}

void check_dialect(Format dialect, const collectives::Operation& operation, const Parameters& machine) {
  if (machine.tick.is_zero())
    throw ConfigError(fmt::format(
        "output: --format {} tells microseconds, and {} counts steps; take a machine with times, or "
        "--format table",
        name_of(dialect), machine.name));
  if (!name_in(operation.name, dialect).empty()) return;
  std::vector<std::string> known;
  for (const collectives::BenchmarkNames& names : collectives::kBenchmarkNames)
    if (!name_in(names, dialect).empty()) known.emplace_back(names.operation);
  throw ConfigError(fmt::format("output: --format {} has no table of {}; it has {}", name_of(dialect),
                                operation.name, core::joined(known, ", ")));
}

std::string dialect_text(const Dialect& dialect, const collectives::Operation& operation,
                         const std::vector<const Measurement*>& rows) {
  if (rows.empty()) return "";
  const std::string_view name = name_in(operation.name, dialect.format);
  return choices_text(rows, dialect.format) + (is_osu(dialect.format)          ? osu_text(name, rows, dialect)
                                               : dialect.format == Format::imb ? imb_text(name, rows)
                                                                               : nccl_text(name, rows));
}

}  // namespace toruscope::cli
