// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/failures.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/pe/pe.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <tuple>

namespace toruscope::core {

namespace {

std::string call_text(const Group::Call& call) {
  const CollectiveCall& what = call.what;
  std::string text = what.operation;
  if (!what.algorithm.empty()) text += " by " + what.algorithm;
  text += fmt::format(" (root {}, {}", what.root, counted(what.bytes, "byte"));
  if (what.distance != 0) text += fmt::format(", distance {}", what.distance);
  if (what.segment != 0) text += fmt::format(", segment {}", counted(what.segment, "byte"));
  return text + ")";
}

}  // namespace

std::optional<RunFailure> Failures::earliest() const {
  std::optional<RunFailure> earliest;
  const auto consider = [&](const RunFailure& f) {
    const auto key = [](const RunFailure& of) { return std::tie(of.when, of.rank, of.text); };
    if (!earliest || key(f) < key(*earliest)) earliest = f;
  };
  bool do_collectives_differ = false;
  for (const PeHost* host : hosts_) {
    for (const Pe* pe : host->failed) consider({pe->body().error_time(), pe->rank(), "", pe->body().error()});
    for (const Pe* pe : host->violators)
      consider({pe->strict().broken_at(), pe->rank(), "ports", pe->strict().violation()});
    do_collectives_differ = do_collectives_differ || host->has_difference;
  }
  if (!do_collectives_differ) return earliest;
  groups_.for_each([&](const Group& group) {
    const auto difference = group.difference();
    if (!difference) return;
    const auto& [first, second] = *difference;
    const Ticks when = std::max(first.when, second.when);
    const Rank rank = group.world_rank(second.rank);
    const std::string text = fmt::format(
        "collectives differ: PE {} called {} at {}, PE {} called {} at {}, on the same communicator of {} PEs; "
        "all its PEs must call the same collectives in the same order",
        group.world_rank(first.rank), call_text(first), terms_.time_text(first.when), rank, call_text(second),
        terms_.time_text(second.when), group.size());
    consider({when, rank, text, std::make_exception_ptr(ProgramError(text, rank, when))});
  });
  return earliest;
}

}  // namespace toruscope::core
