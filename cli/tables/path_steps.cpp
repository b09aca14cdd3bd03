// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/path_steps.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <optional>

namespace toruscope::cli {

namespace {

using Kind = PathEvent::Kind;

/// Nothing for what takes no time.
std::optional<PathStep::Part> part_of(Kind kind) {
  switch (kind) {
    case Kind::startup:
      return PathStep::startup;
    case Kind::link_wait:
      return PathStep::link_wait;
    case Kind::hop:
      return PathStep::hop;
    case Kind::transmission:
      return PathStep::transmission;
    case Kind::latency:
      return PathStep::latency;
    case Kind::gap:
      return PathStep::gap;
    case Kind::receive:
      return PathStep::receive;
    case Kind::compute:
      return PathStep::compute;
    case Kind::port_wait:
    case Kind::receive_wait:
    case Kind::synchronize:
    case Kind::partner_wait:
      break;
  }
  return std::nullopt;
}

std::string waited_text(const PathEvent& e) {
  switch (e.kind) {
    case Kind::port_wait:
      return fmt::format("for PE {}'s port, held by the {} PE {}", e.pe,
                         e.receives ? "receive from" : "send to", e.peer);
    case Kind::receive_wait:
      return fmt::format("until PE {} posted its receive", e.peer);
    case Kind::synchronize:
      return fmt::format("for PE {}, which synchronised last", e.peer);
    default:
      return fmt::format("for PE {}", e.peer);
  }
}

PathStep step_from(const PathEvent& e) {
  PathStep step;
  step.begin = step.end = e.begin;
  step.from = e.receives ? e.peer : e.pe;
  step.to = e.kind == Kind::compute ? -1 : e.receives ? e.pe : e.peer;
  step.last_from = step.from;
  step.last_to = step.to;
  return step;
}

/// Adds an event of the step's message, or of its work.
void add(PathStep& step, const PathEvent& e, PathStep::Part part) {
  step.parts[part] += e.end - e.begin;
  step.end = e.end;
  step.bytes += e.kind == Kind::transmission ? e.bytes : 0;
  const bool is_of_a_link = e.kind == Kind::link_wait && e.count == 1;
  if (is_of_a_link && e.end - e.begin > step.longest_wait) {
    step.longest_wait = e.end - e.begin;
    step.wait_from = e.pe;
    step.wait_to = e.peer;
  }
}

PathStep join(PathStep first, const PathStep& second) {
  first.end = second.end;
  for (std::size_t i = 0; i < PathStep::kParts; ++i) first.parts[i] += second.parts[i];
  first.count += second.count;
  if (first.waits == 0) first.waited = second.waited;
  first.waits += second.waits;
  first.bytes += second.bytes;
  first.last_from = second.last_from;
  first.last_to = second.last_to;
  if (second.longest_wait > first.longest_wait) {
    first.longest_wait = second.longest_wait;
    first.wait_from = second.wait_from;
    first.wait_to = second.wait_to;
  }
  return first;
}

/// Joins each step with those before it that `are_alike`.
template <class AreAlike>
std::vector<PathStep> joined_by(const std::vector<PathStep>& steps, const AreAlike& are_alike) {
  std::vector<PathStep> lines;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0 && are_alike(i - 1, i))
      lines.back() = join(std::move(lines.back()), steps[i]);
    else
      lines.push_back(steps[i]);
  }
  return lines;
}

}  // namespace

std::vector<PathStep> path_steps(const Report& report) {
  std::vector<PathStep> steps;
  std::string waited;  // before the step that begins next
  bool begins = true;
  for (const PathEvent& e : report.critical_path) {
    const auto part = part_of(e.kind);
    if (!part) {
      waited = waited_text(e);
      begins = true;
      continue;
    }
    const bool was_work = !steps.empty() && !steps.back().is_message();
    if (begins || e.kind == Kind::startup || was_work != (e.kind == Kind::compute)) {
      steps.push_back(step_from(e));
      steps.back().waits = waited.empty() ? 0 : 1;
      steps.back().waited = std::exchange(waited, {});
      begins = false;
    }
    add(steps.back(), e, *part);
  }
  return steps;
}

std::vector<PathStep> joined(const std::vector<PathStep>& steps, std::size_t most) {
  if (steps.size() <= most) return steps;
  const auto have_same_bytes = [&](std::size_t a, std::size_t b) {
    return steps[a].is_message() == steps[b].is_message() && steps[a].bytes == steps[b].bytes;
  };
  const auto are_equal = [&](std::size_t a, std::size_t b) {
    return have_same_bytes(a, b) && steps[a].parts == steps[b].parts;
  };
  std::vector<PathStep> lines = joined_by(steps, are_equal);
  if (lines.size() > most) lines = joined_by(steps, have_same_bytes);
  if (lines.size() <= most) return lines;
  const std::size_t each = (lines.size() + most - 1) / most;
  return joined_by(lines, [&](std::size_t, std::size_t i) { return i % each != 0; });
}

}  // namespace toruscope::cli
