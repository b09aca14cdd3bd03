// SPDX-License-Identifier: Apache-2.0
// Runs of an item's machines: watched, within a caller's memory, measured as text.

#pragma once

#include "collectives/verify.hpp"

#include <toruscope/machine.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope::reproduce {

class Runs {
 public:
  /// Calls `work` with the execution of one run; `what` names the run to the user.
  using Watch = std::function<void(const std::string& what, const std::function<void(const Execution&)>& work)>;

  /// `memory`: bytes that the buffers of one run may take.
  Runs(Watch watch, std::size_t memory) : watch_(std::move(watch)), memory_(memory) {}

  /// True if a complete exchange with blocks of this size fits.
  [[nodiscard]] bool exchange_fits(const Topology& topology, std::size_t block) const;

  /// A note for a run that is left out.
  [[nodiscard]] std::string too_large(const Topology& topology, std::size_t block) const;

  /// Runs the algorithm of the catalogue, on stamped data, verified.
  /// Errors    as toruscope::verify.
  template <class Entry>
  Verdict verified(std::string_view algorithm, const TopologyPtr& topology, const Parameters& machine,
                   const Workload& workload, bool records_events = false) const {
    const auto& entry = named<Entry>(algorithm);
    Verdict verdict;
    watched(
        run_name(Entry::kOperation.name, algorithm, *topology), records_events,
        [&](const Execution& execution) { verdict = verify(entry, topology, machine, execution, workload); });
    return verdict;
  }

  /// Runs a PE program of the item's own.
  Report program(const std::string& what, const TopologyPtr& topology, const Parameters& machine,
                 const std::function<void(Communicator&)>& program, bool records_events = false) const;

  template <class Entry>
  static const Entry& named(std::string_view algorithm) {
    const std::vector<Entry>& table = builtin_catalogue().of<Entry>();
    return *std::find_if(table.begin(), table.end(), [&](const Entry& e) { return e.name == algorithm; });
  }

 private:
  static std::string run_name(const char* operation, std::string_view algorithm, const Topology& topology);
  void watched(const std::string& what, bool records_events,
               const std::function<void(const Execution&)>& work) const;

  Watch watch_;
  std::size_t memory_;
};

/// The number as text, or the first fault of a run that was not right: then it equals nothing.
std::string measured(const Verdict& verdict, std::int64_t number);
/// Blocks on the critical path.
std::int64_t blocks(const Verdict& verdict);

}  // namespace toruscope::reproduce
