// SPDX-License-Identifier: Apache-2.0
// The names of the rules by which a grid is embedded in a network; whatever else --embed says is a file.

#pragma once

#include <string_view>

namespace toruscope::detail {

constexpr bool is_embedding_rule(std::string_view rule) {
  return rule == "snake" || rule == "gray" || rule == "blocked";
}

}  // namespace toruscope::detail
