// SPDX-License-Identifier: Apache-2.0

#include "cli/sheets.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <array>
#include <fmt/format.h>
#include <utility>

namespace toruscope::detail {

namespace {

std::string waits_text(Ticks wait, std::int64_t conflicts, const Parameters& machine) {
  return fmt::format("{}, {} summed over the PEs", counted(conflicts, "conflict"), time_text(wait, machine));
}

std::string formula_text(const Measurement& m) {
  if (!m.predicted) return "-";
  const Parameters& machine = m.report.parameters;
  const Ticks time = m.predicted->ticks;
  return fmt::format("{} ({}, {}, {})", time_text(time, machine), counted(m.predicted->startups, "startup"),
                     counted(m.predicted->bytes, "byte"), counted(m.predicted->hops, "hop"));
}

}  // namespace

std::string counted(std::int64_t count, const char* noun) {
  return fmt::format("{} {}{}", grouped(count), noun, count == 1 ? "" : "s");
}

std::string machine_text(const Parameters& p) {
  const std::array<std::pair<const char*, Time>, 8> costs{{{"ts", p.ts},
                                                           {"tr", p.tr},
                                                           {"tm", p.tm},
                                                           {"tw", p.tw},
                                                           {"th", p.th},
                                                           {"L", p.latency},
                                                           {"g", p.gap},
                                                           {"flop", p.flop}}};
  std::string text = p.name + ":";
  for (const auto& [symbol, time] : costs)
    if (!time.is_zero()) text += fmt::format(" {} {},", symbol, to_string(time));
  return text + fmt::format(" {}, {} injection", to_string(p.switching), to_string(p.injection));
}

std::string time_with_ticks(Ticks time, const Parameters& machine) {
  const std::string text = time_text(time, machine);
  return machine.tick.is_zero() ? text : fmt::format("{} ({})", text, counted(time.count, "tick"));
}

std::string loaded_link_text(const Report& report) {
  const LinkReport* most = most_loaded_link(report);
  if (most == nullptr) return "none";
  return fmt::format("{}: {}", link_text(*most, *report.topology), counted(most->bytes, "byte"));
}

Cell check_cell(const Measurement& m, const Console& console) {
  if (!m.verified) return m.check.empty() ? "-" : m.check;
  const bool is_right = *m.verified;
  const std::string text = (is_right ? "ok: " : "FAILED: ") + m.check;
  return {text,
          [&console, is_right](const std::string& t) { return is_right ? console.good(t) : console.bad(t); }};
}

std::string measurement_text(const Measurement& m, const Console& console) {
  const Report& r = m.report;
  const Parameters& machine = r.parameters;
  TextSheet sheet;
  sheet.line("operation", {m.operation, [&](const std::string& t) { return console.bold(t); }});
  sheet.line("algorithm", m.algorithm.empty() ? "-" : m.algorithm);
  sheet.line("topology", r.topology->name());
  sheet.line("machine", machine_text(machine));
  sheet.line("ports", fmt::format("{} ({})", to_string(machine.ports), to_string(machine.port_policy)));
  sheet.line("p", grouped(r.topology->nodes()));
  sheet.line("bytes per block", grouped(static_cast<std::int64_t>(m.block_bytes)));
  sheet.line("T",
             {time_with_ticks(r.finish.time, machine), [&](const std::string& t) { return console.bold(t); }});
  sheet.line("  made of", account_text(r.finish.account, r.costs));
  sheet.line("startups", grouped(r.finish.account.startups));
  sheet.line("volume", volume_text(m));
  sheet.line("hops", grouped(r.finish.account.hops));
  sheet.line("most loaded link", loaded_link_text(r));
  sheet.line("port waits", waits_text(r.totals.port_wait, r.totals.port_conflicts, machine));
  sheet.line("link waits", waits_text(r.totals.link_wait, r.totals.link_conflicts, machine));
  sheet.line("T by formula", formula_text(m));
  sheet.line("lower bound", m.bound ? fmt::format("{}: {}", time_text(m.bound->ticks, machine), m.bound->source)
                                    : std::string("-"));
  sheet.line("efficiency", efficiency_text(m));
  sheet.line("wall time", fmt::format("{:.3f} s on {}, {}", r.host.wall_seconds,
                                      counted(r.host.workers, "worker"), r.host.engine));
  sheet.line("check", check_cell(m, console));
  std::string text = sheet.text();
  for (const std::string& fault : m.faults) text += console.bad("fault: " + fault) + "\n";
  return text;
}

}  // namespace toruscope::detail
