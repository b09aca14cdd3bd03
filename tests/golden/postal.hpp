// SPDX-License-Identifier: Apache-2.0
// The table of the postal machine, and the machine of one of its rows.

#pragma once

#include "tests/support/source_folder.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <vector>

namespace toruscope::test {

inline const nlohmann::json& postal_table() {
  static const auto file = nlohmann::json::parse(std::ifstream(test::in_source("tests/golden/postal.json")));
  return file;
}

/// k ports, lambda steps.
inline Parameters postal_machine(int k, int lambda, int denominator = 1) {
  Parameters postal = preset("postal");
  postal.ports = k_ports(k);
  return with_lambda(postal, lambda, denominator);
}

template <class Entry>
const Entry& named(const char* name) {
  const std::vector<Entry>& table = builtin_catalogue().of<Entry>();
  return *std::find_if(table.begin(), table.end(), [&](const Entry& e) { return e.name == name; });
}

}  // namespace toruscope::test
