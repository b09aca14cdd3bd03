// SPDX-License-Identifier: Apache-2.0
// What PEs do in an operation that they start together, drawn from the numbers of the action that
// starts it.

#pragma once

#include "tests/support/program_composer.hpp"

#include <cstdint>
#include <vector>

namespace toruscope::test {

/// Up to six actions of p PEs, with tags below `tags`; now and then one that starts a further
/// operation, in which there is none.
inline std::vector<Action> inner_script(const Action& action, int p, int tags) {
  using Act = Action::Kind;
  constexpr Act kKinds[] = {Act::shift, Act::send, Act::recv,   Act::isend, Act::compute,     Act::exchange,
                            Act::irecv, Act::wait, Act::gather, Act::round, Act::synchronize, Act::start};
  constexpr int kOthers = 11;  // all but start
  RandomSource random(static_cast<std::uint64_t>(action.choice) * 64 + static_cast<std::uint64_t>(action.pe));
  const auto draw = [&](int n) { return static_cast<int>(random() % static_cast<std::uint64_t>(n)); };
  std::vector<Action> script;
  for (int left = 1 + draw(6); left > 0; --left) {
    const bool is_start = action.choice % 4 == 0 && draw(8) == 0;
    script.push_back({.kind = kKinds[is_start ? kOthers : draw(kOthers)],
                      .pe = draw(p),
                      .partner = draw(p),
                      .choice = 1 + 4 * draw(1 << 12),
                      .tag = draw(tags),
                      .bytes = static_cast<std::size_t>(draw(12))});
  }
  return script;
}

}  // namespace toruscope::test
