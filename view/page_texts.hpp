// SPDX-License-Identifier: Apache-2.0
// The sources of the page of a run, view/page/*, and of two runs, view/pair/*.

#pragma once

#include <string_view>
#include <vector>

namespace toruscope::view {

struct PageText {
  std::string_view name;  ///< "page/network.js"
  std::string_view text;
};

/// Texts, in the order in which the page has them.
const std::vector<PageText>& page_texts();

}  // namespace toruscope::view
