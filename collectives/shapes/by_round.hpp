// SPDX-License-Identifier: Apache-2.0
// The steps of one PE, round by round.

#pragma once

#include <algorithm>

namespace toruscope::collectives {

/// Calls visit(first, last) for each round's steps. Precondition: steps of a `.round` are adjacent.
template <class Iterator, class Visit>
void for_each_round(Iterator begin, Iterator end, Visit visit) {
  while (begin != end) {
    const Iterator last =
        std::find_if(begin, end, [&](const auto& step) { return step.round != begin->round; });
    visit(begin, last);
    begin = last;
  }
}

}  // namespace toruscope::collectives
