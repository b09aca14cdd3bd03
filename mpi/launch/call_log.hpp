// SPDX-License-Identifier: Apache-2.0
// Calls of MPI in the virtual time of a rank: what each call takes of the critical path, and an end
// of runs that take too long.
//
// Threads     A CallLog belongs to its rank until the run has ended.

#pragma once

#include "mpi/launch/process.hpp"
#include "mpi/rank.hpp"
#include "runtime/core/text_table.hpp"

#include <toruscope/report.hpp>

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::mpi {

class CallLog : public CallWatch {
 public:
  /// A call of the program, with those that it made of functions of the program's own.
  struct Call {
    Ticks begin, end;
    std::string_view function;
    std::uintptr_t place = 0;  ///< where it was called, as call_place() tells it
  };

  /// `keeps_calls`: for critical_calls(). `limit`: the run ends where a call ends later; `asked`:
  /// in the words of the option.
  CallLog(bool keeps_calls, Ticks limit, std::string asked);

  void begin(const Rank& rank) override;
  void end(const Rank& rank) override;
  void check(const Rank& rank) override;

  /// The call under way at a time: begun before it, and ended then or later; null if there is none.
  [[nodiscard]] const Call* at(Ticks time) const;

 private:
  const bool keeps_calls_;
  const Ticks limit_;
  const std::string asked_;
  int depth_ = 0;
  std::vector<Call> calls_;
};

/// What a place of the program takes of the critical path.
struct CallShare {
  std::string function;  ///< "MPI_Recv"; empty: outside of MPI
  std::string line;      ///< "heat.c:41"; empty if it is not known
  Ticks time;
  std::int64_t messages = 0;  ///< on the path, received there

  [[nodiscard]] std::string name() const {
    return function.empty() ? "outside of MPI" : line.empty() ? function : function + ", " + line;
  }
};
/// The shares of all places, the largest first. A message's startup is its sender's, the rest of it
/// the receiver's.
std::vector<CallShare> critical_calls(const Report& report,
                                      const std::vector<std::unique_ptr<Process>>& processes);

/// As a table.
std::string calls_text(const std::vector<CallShare>& calls, const Report& report, const core::Page& page);
nlohmann::ordered_json calls_json(const std::vector<CallShare>& calls);

}  // namespace toruscope::mpi
