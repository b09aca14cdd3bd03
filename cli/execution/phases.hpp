// SPDX-License-Identifier: Apache-2.0
// Which algorithm is fastest, for many sizes and many machines: by running all of them, and by
// formulas.

#pragma once

#include "cli/runs/measurement.hpp"
#include "cli/runs/workload.hpp"
#include "cli/tables/console.hpp"
#include "cli/tables/shard.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::cli {

/// --over: the axis beside that of bytes.
struct Over {
  enum class Kind { pes, ratio };  ///< p, or ts/tw in bytes
  Kind kind = Kind::pes;
  std::vector<std::int64_t> values;
  bool is_asked = true;  ///< false: the usual values, of which those that do not fit are left out

  [[nodiscard]] const char* name() const { return kind == Kind::pes ? "p" : "ts/tw"; }
  /// "16", or "4 KiB" of a ratio.
  [[nodiscard]] std::string text(std::int64_t value) const;
};
/// The usual values without a text.
/// Errors    ConfigError with the two forms.
Over read_over(const Text& asked);

/// The machine of one value of --over.
struct PhasePlace {
  std::int64_t value = 0;
  CommandOptions options;  ///< with it
  std::optional<Settings> settings;
  std::string refusal;  ///< why there is none
};
/// One place, the network as it is, where none of the usual values makes a machine.
/// Errors    ConfigError of the first value if none makes a machine; for ts/tw: --ts is given, too,
///           or tw is 0.
std::vector<PhasePlace> read_phase_places(const Session& session, const Over& over);

/// A size on a machine.
struct Phase {
  const PhasePlace* place = nullptr;
  std::size_t bytes = 0;
  std::string reason{};                 ///< why nothing was measured; else empty
  std::string best{};                   ///< the fastest (ties: the formula's first)
  Ticks time{};                         ///< its T
  std::string formula{};                ///< the one of the least expected time; may be empty
  bool is_exact = false;                ///< that time is a formula's, not an estimate
  std::optional<Ticks> formula_time{};  ///< the T of that algorithm as it ran
  std::size_t unit = 0;                 ///< its number among all cells
  bool is_mine = true;                  ///< false: in another part

  [[nodiscard]] bool differs() const { return formula_time && *formula_time > time; }
};

struct Phases {
  std::vector<std::size_t> sizes;
  std::vector<std::vector<Phase>> rows;  ///< by place, then by size
  std::size_t runs = 0;
  ExitCode code = ExitCode::ok;
  std::vector<std::string> left_out;  ///< asked for, without a cell; by place

  /// Some cell was measured.
  [[nodiscard]] bool has_result() const {
    return std::any_of(rows.begin(), rows.end(), [](const std::vector<Phase>& row) {
      return std::any_of(row.begin(), row.end(), [](const Phase& cell) { return !cell.best.empty(); });
    });
  }
};

/// All cells, until something ends the command. The usual values of `over` have no row where
/// nothing runs; a usual last size that is too large is no fault.
/// Errors    ConfigError for too many runs; ConfigError or HostLimitError if there is none.
Phases measure_phases(const Session& session, const collectives::Operation& operation, const Over& over,
                      const std::vector<PhasePlace>& places, const std::vector<std::size_t>& sizes,
                      const Console& console, Shard& shard);

/// The algorithm of the least expected time for this many bytes; empty where there is none.
std::string formula_choice(const Session& session, const collectives::Operation& operation,
                           const PhasePlace& place, std::size_t bytes);

}  // namespace toruscope::cli
