// SPDX-License-Identifier: Apache-2.0
// Why a run takes its time: what T is made of, where and when on the critical path, and what T
// would be if one cost were half of what it is, each by a run.

#pragma once

#include "cli/runs/measurement.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::cli {

/// A run of the same program on a machine that differs in one thing.
struct WhatIf {
  std::string symbol;            ///< of the cost that is halved; "ports"
  std::string change;            ///< "ts 75us -> 37.5us", "ports one -> k=2"
  std::optional<double> part{};  ///< its T / T; nothing if it could not be run
  std::string refusal{};         ///< then why
  Ticks time{};                  ///< its T, in its own ticks
  Parameters machine{};          ///< which it ran on
};

struct Explanation {
  Measurement run;               ///< with critical path and spans
  std::vector<WhatIf> what_ifs;  ///< those that shorten T most come first
};

/// What is explained, on a machine.
using Runner = std::function<Measurement(const Settings&)>;

/// `counts_ticks`: the program may name times in ticks, so that a tick must stay as long as it is.
/// Errors    of the first run: whatever it throws. A run on another machine that fails tells why.
Explanation explain(const Runner& run, const Settings& settings, bool counts_ticks);

/// The machine with one cost halved in all dimensions; `may_refine`: with finer ticks, where
/// needed. Nothing where the half is no whole number of ticks.
std::optional<Parameters> with_half(Parameters machine, const char* name, bool may_refine);

/// A part of the critical path, in the order of Account: its name in words, what each costs.
struct TimePart {
  std::string symbol;  ///< "ts"; "link wait" of what is no cost of the machine
  std::string noun;    ///< "startups"
  std::int64_t count = 0;
  bool has_count = true;  ///< false: the time alone is known
  Ticks time;
};
/// The parts that take time, the largest first.
std::vector<TimePart> time_parts(const Report& report);

/// The symbol of what most of each slice of T is spent on, in the order of time.
std::vector<std::string> slices_of(const Report& report, std::size_t slices);

}  // namespace toruscope::cli
