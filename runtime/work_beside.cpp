// SPDX-License-Identifier: Apache-2.0
#include "runtime/pe/work_beside.hpp"

#include "runtime/in_library.hpp"
#include "runtime/model/clock.hpp"

#include <boost/container/small_vector.hpp>

namespace toruscope::core {

static_assert(kNoEnd == kNever);

std::optional<std::size_t> work_until(Ticks end, std::span<Request* const> requests) {
  Pe& pe = *current_pe();
  const InLibrary here(pe);
  boost::container::small_vector<Asked, 8> asked;
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (requests[i] != nullptr && requests[i]->is_pending()) asked.push_back({Pe::state_of(*requests[i]), i});
  const bool goes_on = pe.calls().check("wait_any");
  if (!asked.empty()) {
    // In a run that is ended the wait gives up.
    if (!goes_on) return asked.front().index;
    if (pe.polls().wait_some_until({asked.data(), asked.size()}, end) != 0 || pe.is_unwinding())
      return asked.front().index;
  }
  if (goes_on && end > pe.clock().time) pe.work().add_elsewhere(end - pe.clock().time);
  return std::nullopt;
}

}  // namespace toruscope::core
