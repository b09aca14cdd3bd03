// SPDX-License-Identifier: Apache-2.0

#include "cli/runs/bandwidth.hpp"

#include "collectives/operations.hpp"
#include "runtime/trace/text.hpp"

namespace toruscope::cli {

namespace {

bool has_bandwidth(const OperationTraits& traits) {
  return (traits.moves == Moves::blocks && !traits.sizes_differ) || traits.moves == Moves::vector ||
         traits.moves == Moves::message;
}

}  // namespace

std::optional<Bandwidth> bandwidth_of(const Measurement& m) {
  const collectives::Operation* operation = operation_of(m);
  if (operation == nullptr || m.failure || !has_bandwidth(operation->traits)) return std::nullopt;
  const auto seconds = core::seconds_of(m.report.finish.time, m.report.parameters);
  if (!seconds || *seconds <= 0) return std::nullopt;
  const std::int64_t p = m.report.topology->pes();
  Bandwidth found;
  found.bytes =
      operation->traits.moves == Moves::message
          ? collectives::counted_bytes(operation->traits, m.block_bytes, m.window.value_or(1))
          : static_cast<std::int64_t>(m.block_bytes) * (operation->traits.moves == Moves::blocks ? p : 1);
  found.algbw = static_cast<double>(found.bytes) * operation->traits.trips / *seconds;
  found.busbw = found.algbw * operation->bus_factor(static_cast<double>(p));
  return found;
}

std::optional<Ticks> latency_of(const Measurement& m) {
  const collectives::Operation* operation = operation_of(m);
  if (operation == nullptr || m.failure || operation->traits.moves != Moves::message) return std::nullopt;
  return Ticks{m.report.finish.time.count / operation->traits.trips};
}

}  // namespace toruscope::cli
