// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/spans.hpp"

#include "runtime/pe/group.hpp"

#include <utility>

namespace toruscope::core {

void Spans::enter(const CollectiveCall& call, std::uint32_t context, Rank rank, Ticks now) {
  open_.push_back({.sequence = calls_++,
                   .operation = call.operation,
                   .algorithm = call.algorithm,
                   .context = context,
                   .rank = rank,
                   .root = call.root,
                   .bytes = call.bytes,
                   .begin = now});
}

void Spans::leave_to(std::size_t depth, Ticks now) {
  while (open_.size() > depth) {
    const Open call = std::move(open_.back());
    open_.pop_back();
    observer_.tell(CollectiveLeft{.pe = pe_,
                                  .sequence = call.sequence,
                                  .outer = innermost_sequence(),
                                  .operation = call.operation,
                                  .algorithm = call.algorithm,
                                  .context = call.context,
                                  .rank = call.rank,
                                  .root = call.root,
                                  .bytes = call.bytes,
                                  .begin = call.begin,
                                  .end = now});
  }
}

void Spans::complete_round(Ticks begin, Ticks end) {
  observer_.tell(RoundCompleted{.pe = pe_,
                                .sequence = rounds_++,
                                .call = innermost_sequence(),
                                .index = open_.empty() ? own_rounds_++ : open_.back().rounds++,
                                .begin = begin,
                                .end = end});
}

}  // namespace toruscope::core
