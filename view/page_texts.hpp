// SPDX-License-Identifier: Apache-2.0
// The sources of the page, view/page/*, as the library carries them.

#pragma once

#include <string_view>
#include <vector>

namespace toruscope::view {

struct PageText {
  std::string_view name;  ///< "network.js"
  std::string_view text;
};

/// In the order in which the page has them.
const std::vector<PageText>& page_texts();

}  // namespace toruscope::view
