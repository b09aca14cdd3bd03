// SPDX-License-Identifier: Apache-2.0
// toruscope info: this program and this computer, and what many PEs need here, measured by a ring shift and a barrier.

#include "cli/execution/watched.hpp"
#include "cli/machines/settings.hpp"
#include "cli/process/build_info.hpp"
#include "cli/process/memory.hpp"
#include "cli/tables/console.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/processors.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/collectives.hpp>

#include <fmt/format.h>
#include <fstream>
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
  const Settings settings = read_settings(session, "torus:128x128");
  const Console console(session.options);
  const auto nodes = static_cast<std::size_t>(settings.topology->pes());
  refuse_too_large("info on " + settings.topology->name(),
                   saturating_sum(estimate_bytes(*settings.topology, settings.parameters, settings.execution),
                                  nodes * sizeof(Rank)),
                   settings.memory_limit);
  const Trial trial = try_out(settings, console);
  if (console.is_table()) {
    console.result(sheet_of(settings, trial, console.page()));
    return ExitCode::ok;
  }
  Measurement shift;
  shift.operation = "shift";
  shift.block_bytes = sizeof(Rank);
  shift.verified = true;
  shift.report = trial.shift;
  shift.wall_seconds = trial.shift.host.wall_seconds;
  Measurement barrier;
  barrier.operation = "barrier";
  barrier.report = trial.barrier;
  barrier.wall_seconds = trial.barrier.host.wall_seconds;
  Json json = run_document(session, settings, {shift, barrier});
  json["host"]["bytes_per_pe"] = trial.bytes_per_pe;
  json["host"]["cores"] = core::processors();
  json["host"]["free_memory_bytes"] = free_memory();
  console.result(text_of(json, console));
  return ExitCode::ok;
}

}  // namespace toruscope::cli
