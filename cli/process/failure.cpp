// SPDX-License-Identifier: Apache-2.0

#include "cli/process/failure.hpp"

#include "cli/process/interrupt.hpp"
#include "cli/process/memory.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fmt/format.h>
#include <new>
#include <utility>

namespace toruscope::cli {

namespace {

std::string first_line(const std::string& report) {
  return report.substr(0, report.find('\n'));
}

}  // namespace

std::optional<Failure> failure_of(const Parameters& machine, const std::function<void()>& run) {
  const auto failure = [](const Error& e, std::string text) {
    return Failure{e.code(), std::move(text), e.what()};
  };
  const auto at = [&](const auto& e) { return core::time_text(e.when(), machine); };
  try {
    if (interrupt_flag().load(std::memory_order_relaxed)) throw InterruptedError("interrupted before it began");
    run();
    return std::nullopt;
  } catch (const DeadlockError& e) {
    const bool is_in_network = e.where() == DeadlockError::Where::network;
    return failure(e, (is_in_network ? "network deadlock at " : "deadlock at ") + at(e));
  } catch (const PortViolationError& e) {
    return failure(e, fmt::format("PE {} broke the port rule at {}", e.rank(), at(e)));
  } catch (const ProgramError& e) {
    return failure(e, fmt::format("PE {} failed at {}", e.rank(), at(e)));
  } catch (const TooLargeError& e) {
    return failure(e, "needs more memory than it may have");
  } catch (const ConfigError& e) {
    return failure(e, first_line(e.what()));
  } catch (const Error& e) {
    return Failure{e.code(), first_line(e.what()), e.what(), true};
  } catch (const std::bad_alloc&) {
    const char* none = "this computer has no more memory; try fewer PEs or smaller blocks";
    return Failure{ExitCode::host_limit, none, none, true};
  }
}

void report_failure(const std::string& lines) {
  std::fflush(stdout);
  std::fputs((core::shown_lines(lines) + "\n").c_str(), stderr);
}

void tell(const Failure& failure, const std::string& run) {
  report_failure(fmt::format("toruscope: {}: {}", run, failure.report));
  if (failure.ends_command) report_failure("toruscope: what was to follow was not run");
}

ExitCode worse(ExitCode a, ExitCode b) {
  constexpr std::array kWorstFirst{ExitCode::interrupted, ExitCode::wrong_result,   ExitCode::bound_beaten,
                                   ExitCode::deadlock,    ExitCode::port_violation, ExitCode::program_error,
                                   ExitCode::host_limit,  ExitCode::usage,          ExitCode::ok};
  return std::min(a, b, [&](ExitCode x, ExitCode y) {
    return std::find(kWorstFirst.begin(), kWorstFirst.end(), x) <
           std::find(kWorstFirst.begin(), kWorstFirst.end(), y);
  });
}

}  // namespace toruscope::cli
