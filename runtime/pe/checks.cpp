// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/checks.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/error.hpp>

#include <cstdint>
#include <fmt/core.h>

namespace toruscope::core {

void Checks::refuse_partner(const char* operation, const Group& group, Rank partner, int tag,
                            bool is_receive) const {
  if (!can_be_partner(group, partner, is_receive))
    core_.fail(fmt::format("{}: {} is not a rank of this communicator (ranks are 0..{}{})", operation,
                           partner == any_source ? "any_source" : std::to_string(partner), group.size() - 1,
                           is_receive ? ", or any_source" : ""));
  core_.fail(fmt::format("{}: tag {} is out of range (tags are 0..{}{})", operation,
                         tag == any_tag ? "any_tag" : std::to_string(tag), kMaxTag,
                         is_receive ? ", or any_tag" : ""));
}

/// Refuses a message whose end may be too late, unless it goes to the PE itself.
void Checks::check_long(const Group& group, Rank to, std::size_t bytes) const {
  size("send", bytes);
  if (group.world_rank(to) != core_.rank) core_.refuse_length("send", bytes, "would end", core_.clock.time);
}

void Checks::refuse_size(const char* operation, std::size_t bytes) const {
  core_.fail(fmt::format("{}: no memory holds a buffer of {} bytes; was its size computed below 0?", operation,
                         bytes));
}

void Checks::refuse_beside(const char* call) const {
  core_.fail(fmt::format(
      "{}: not possible while an operation that this PE has started is under way; wait for that first", call));
}

void Checks::synchronous() const {
  alone("ssend");
  const RunTerms& run = core_.run;
  if (run.known.answers_in_order || core_.clock.time > run.known.answered_together_until) return;
  core_.fail(
      fmt::format("ssend: receives without a source have been answered side by side up to {}, for no send had "
                  "waited for its receive; give the machine an eager limit, however long, so that they are "
                  "answered one after the other",
                  run.time_text(run.known.answered_together_until)));
}

}  // namespace toruscope::core
