// SPDX-License-Identifier: Apache-2.0
// toruscope info: this program, this computer, and what many PEs need here, by two runs.

#include "cli/execution/runs.hpp"
#include "cli/process/computer.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/processors.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/collectives.hpp>
#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace toruscope::cli {

namespace {

/// Memory of this process that is in use now.
std::int64_t resident_bytes() {
  std::int64_t pages = 0;
  std::ifstream file("/proc/self/statm");
  file >> pages >> pages;
  return pages * sysconf(_SC_PAGESIZE);
}

struct Trial {
  Report shift;
  Report barrier;
  std::int64_t bytes_per_pe = 0;
};

/// Every PE hands its rank to the next along dimension 0.
void shift_ranks(Communicator& comm) {
  const Rank mine = comm.rank();
  Rank got = -1;
  comm.sendrecv(comm.shift(0, 1), std::span(&mine, 1), comm.shift(0, -1), std::span(&got, 1));
  if (got != comm.shift(0, -1)) comm.fail(fmt::format("info: the ring shift brought {}", got));
}

std::size_t bytes_of_machine(const Settings& settings) {
  return estimate_bytes(*settings.topology, settings.parameters, settings.execution);
}

std::size_t bytes_of_trial(const Settings& settings) {
  return saturating_sum(bytes_of_machine(settings),
                        static_cast<std::size_t>(settings.topology->pes()) * sizeof(Rank));
}

/// "about 3.2 GiB, 3.2 KiB for each of 1,048,576 PEs"
std::string machine_need_text(const Settings& settings) {
  const std::size_t bytes = bytes_of_machine(settings);
  const std::int64_t pes = settings.topology->pes();
  return fmt::format("{}, {} for each of {}", need_text(bytes),
                     bytes_to_string(bytes / static_cast<std::size_t>(pes)), counted(pes, "PE"));
}

/// Half of the addresses that the shell allows hold the stacks.
bool has_addresses(const Settings& settings) {
  constexpr std::size_t kGuard = std::size_t{256} << 10U;
  rlimit limit = {};
  getrlimit(RLIMIT_AS, &limit);
  return limit.rlim_cur == RLIM_INFINITY ||
         saturating_product(static_cast<std::size_t>(settings.topology->pes()),
                            settings.execution.stack_bytes + kGuard) <= limit.rlim_cur / 2;
}

/// The machine asked for, else the largest of some that this computer can have.
Settings settings_of_trial(const Session& session) {
  for (const char* usual : {"torus:128x128", "torus:64x64", "torus:32x32", "torus:16x16"}) {
    Settings settings = read_settings(session, usual);
    const bool is_usual = settings.topology->name() == usual;
    if (!is_usual || (bytes_of_trial(settings) <= settings.memory_limit && has_addresses(settings)))
      return settings;
  }
  return read_settings(session, "torus:8x8");
}

Trial try_out(const Settings& settings, const Console& console) {
  return watched("info", settings, console, [&](const Execution& execution) {
    toruscope::Machine machine(settings.topology, settings.parameters, execution);
    const std::int64_t before = resident_bytes();
    Trial trial;
    trial.shift = machine.run(shift_ranks);
    trial.barrier = machine.run([](Communicator& comm) { toruscope::barrier(comm); });
    trial.bytes_per_pe = (trial.barrier.host.peak_rss_bytes - before) / settings.topology->pes();
    return trial;
  });
}

std::string sheet_of(const Settings& settings, const Trial& trial, const Page& page) {
  const auto run_text = [&](const Report& r) {
    return fmt::format("T {}, {}, wall time {:.3f} s, {} ns of processor per message",
                       core::time_text(r.finish.time, settings.parameters),
                       counted(r.totals.messages, "message"), r.host.wall_seconds,
                       core::grouped(static_cast<std::int64_t>(1e9 * r.host.cpu_seconds) /
                                     std::max<std::int64_t>(r.totals.messages, 1)));
  };
  TextSheet sheet;
  sheet.line("version", version());
  sheet.line("commit", commit().value_or("-"));
  sheet.line("compiler", compiler());
  sheet.line("build", build_type());
  sheet.line("cores", std::to_string(core::processors()));
  sheet.line("memory free", bytes_to_string(free_memory()));
  sheet.line("engine", trial.shift.host.engine);
  sheet.line("network", trial.shift.host.network);
  sheet.line("workers", std::to_string(trial.shift.host.workers));
  sheet.line("topology",
             fmt::format("{}: {}", settings.topology->name(), counted(settings.topology->pes(), "PE")));
  sheet.line("machine", machine_text(settings.parameters, settings.topology.get()));
  sheet.line("machine needs", machine_need_text(settings));
  sheet.line("ring shift", run_text(trial.shift));
  sheet.line("barrier", run_text(trial.barrier));
  sheet.line("stack guards", stack_guards_text(trial.shift.host));
  sheet.line(
      "memory per PE",
      fmt::format("{} resident at most",
                  bytes_to_string(static_cast<std::size_t>(std::max<std::int64_t>(trial.bytes_per_pe, 0)))));
  return sheet.text(page);
}

}  // namespace

ExitCode show_info(const Session& session) {
  const Settings settings = settings_of_trial(session);
  const Console console(session.options);
  if (const std::size_t needed = bytes_of_trial(settings); needed > settings.memory_limit)
    throw TooLargeError(fmt::format(
        "info on {}: the machine needs {}, and {} may be used: use fewer PEs, or raise --memory",
        settings.topology->name(), machine_need_text(settings), bytes_to_string(settings.memory_limit)));
  const Trial trial = try_out(settings, console);
  if (console.is_table()) {
    console.result(sheet_of(settings, trial, console.page()));
    return ExitCode::ok;
  }
  const auto measured = [](const char* operation, const Report& report) {
    Measurement m;
    m.operation = operation;
    m.report = report;
    m.wall_seconds = report.host.wall_seconds;
    return m;
  };
  Measurement shift = measured("shift", trial.shift);
  shift.block_bytes = sizeof(Rank);
  shift.verified = true;
  Json json = run_document(session, settings, {shift, measured("barrier", trial.barrier)});
  json["host"]["bytes_per_pe"] = trial.bytes_per_pe;
  json["host"]["machine_bytes"] = bytes_of_machine(settings);
  json["host"]["cores"] = core::processors();
  json["host"]["free_memory_bytes"] = free_memory();
  console.result(text_of(json, console));
  return ExitCode::ok;
}

}  // namespace toruscope::cli
