// SPDX-License-Identifier: Apache-2.0
// Random networks: all topologies, some with failed links, some with a guest.

#pragma once

#include "tests/support/machine_description.hpp"
#include "tests/support/random_program.hpp"

#include <rapidcheck.h>
#include <utility>
#include <vector>

namespace toruscope::test {

/// Uniform whatever the size of the experiment (gen::inRange alone prefers low numbers in small
/// experiments), and shrunk towards 0.
inline rc::Gen<int> below(int n) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, n));
}

/// Uniform, and shrunk towards the first value, which gen::elementOf does not do.
template <class T>
rc::Gen<T> one_of(std::vector<T> values) {
  return rc::gen::map(below(static_cast<int>(values.size())),
                      [values](int i) { return values[static_cast<std::size_t>(i)]; });
}

/// A network alone, at no costs.
rc::Gen<MachineDescription> networks(Interest interest, MachineSort sort);

}  // namespace toruscope::test
