// SPDX-License-Identifier: Apache-2.0
// Algorithms of the library by name, for tests that change one or look into it.

#pragma once

#include <toruscope/catalogue.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

namespace toruscope::test {

/// The entry of this name.
template <class Entry>
const Entry& built_in(std::string_view name) {
  for (const Entry& entry : builtin_catalogue().of<Entry>())
    if (entry.name == name) return entry;
  throw std::invalid_argument(Entry::kOperation.name + ("/" + std::string(name)) + ": no such algorithm");
}

}  // namespace toruscope::test
