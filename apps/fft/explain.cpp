// SPDX-License-Identifier: Apache-2.0
#include "apps/fft/explain.hpp"

#include "apps/explain.hpp"
#include "apps/fft/local_fft.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <fmt/core.h>
#include <optional>

namespace toruscope::apps {
namespace {

/// The share of one of `count` equal transposes in the account, if the shares are whole.
std::optional<Account> per_transpose(const Account& a, std::int64_t count) {
  Account one;
  const auto share = [&](std::int64_t whole, std::int64_t& part) {
    part = whole / count;
    return whole % count == 0;
  };
  const bool is_whole = share(a.startups, one.startups) && share(a.receives, one.receives) &&
                        share(a.messages, one.messages) && share(a.bytes, one.bytes) &&
                        share(a.hops, one.hops) && share(a.latencies, one.latencies) &&
                        share(a.gap.count, one.gap.count) && share(a.polling.count, one.polling.count) &&
                        share(a.link_wait.count, one.link_wait.count);
  return is_whole ? std::optional(one) : std::nullopt;
}

}  // namespace

void explain_transposes(const Transposes& transposes, const Alltoall& algorithm, const Case& exchange,
                        AppResult& result) {
  const Report& report = result.report;
  std::vector<std::string>& lines = result.explanation;
  const std::int64_t count = transposes.count;
  const auto number = [](std::size_t value) { return core::grouped(value); };
  const auto p = static_cast<std::size_t>(exchange.p);
  const std::size_t data = transposes.values * sizeof(Complex);
  const std::size_t sent = p * p * exchange.bytes;
  lines.push_back(
      fmt::format("{} by {}: {} x {} blocks of {} B, {}; PEs synchronised before {} (free)",
                  count == 1 ? "a transpose, one complete exchange"
                             : fmt::format("{} transposes, each a complete exchange", count),
                  algorithm.name, p, p, number(exchange.bytes),
                  data == sent ? "all data" : fmt::format("{} of {} B are data", number(data), number(sent)),
                  count == 1 ? "it" : "each"));

  const std::optional<Account> one =
      count > 1 ? per_transpose(TimeParts(report).communication, count) : std::nullopt;
  lines.push_back(communication_text(report) +
                  (one ? "; each transpose " + core::account_text(*one, report) : std::string()));
  const std::string formula = "formula of " + algorithm.name;
  if (const auto predicted = algorithm.predicted(exchange)) {
    result.predicted = Prediction{.startups = detail::product(count, predicted->startups),
                                  .bytes = detail::product(count, predicted->bytes),
                                  .hops = detail::product(count, predicted->hops),
                                  .ticks = count * predicted->ticks};
    lines.push_back(formula_text(count == 1 ? formula : fmt::format("{}, {} times", formula, count),
                                 result.predicted->ticks, report));
  } else {
    lines.push_back(formula_text(formula, std::nullopt, report));
  }
  if (const auto bound = Alltoall::bound(exchange))
    lines.push_back(fmt::format("lower bound of {} complete exchange{}: {}", count, count == 1 ? "" : "s",
                                core::time_text(count * bound->ticks, report.parameters)));
  lines.push_back(local_work_text(transposes.work, report));
}

}  // namespace toruscope::apps
