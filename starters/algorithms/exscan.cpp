// SPDX-License-Identifier: Apache-2.0
#include <toruscope/catalogue.hpp>
#include <toruscope/premises.hpp>

#include <algorithm>
#include <string>

using namespace toruscope;

namespace {

/// What every PE does. A PE may have any number of values, of op.value_bytes() bytes each; what it
/// passes on is the combination of all values so far, or nothing if there are none. The first value
/// of all stays as it is.
void run_relay(Communicator& comm, std::span<std::byte> data, const Combine& op) {
  const Rank me = comm.rank();
  const std::size_t value = op.value_bytes();
  Buffer sum;
  if (me > 0) comm.adopt(me - 1, sum);
  for (std::size_t at = 0; at < data.size(); at += value) {
    const std::span<std::byte> place = data.subspan(at, value);
    Buffer own = comm.copy_of(place);
    if (!sum.empty()) {
      copy(sum, place);
      op.combine(sum.data(), own.data(), own.data(), op.per_value);  // earlier values: left operand
    }
    sum = std::move(own);
  }
  if (me < comm.size() - 1) comm.send(me + 1, sum);
}

/// `--segment` asks for values in parts.
std::optional<std::string> refuse_parts(const Case& c) {
  if (c.segment == 0) return std::nullopt;
  return "sends its values whole, parts of " + std::to_string(c.segment) +
         " bytes were asked for; leave them out";
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with
/// the run. It holds where ranks that follow each other are linked, the last and the first need
/// not be, and nothing but ts, tw and th costs anything.
std::optional<Prediction> relay_time(const Case& c) {
  const bool holds = costs_only_ts_tw_th(c) && ranks_form_line(c);
  if (!holds || c.values.value_or(0) < 1) return std::nullopt;  // no value on PE 0: less is sent
  const std::int64_t steps = c.p - 1;
  const std::int64_t bytes = steps * static_cast<std::int64_t>(c.bytes);
  return Prediction{steps, bytes, steps, steps * (c.costs.ts + c.costs.th) + bytes * c.costs.tw};
}

}  // namespace

Exscan relay() {
  Exscan entry;
  entry.name = "relay";
  entry.summary = "the combination of all values so far goes from PE to PE along the ranks";
  entry.restrictions = "values whole: no segment";
  entry.formula = "(p-1) (ts + th + m tw) where consecutive ranks are neighbours";
  entry.source = "@project@";
  entry.refusal = refuse_parts;
  entry.predicted = relay_time;
  entry.run = run_relay;
  return entry;
}
