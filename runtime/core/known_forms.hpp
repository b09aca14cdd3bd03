// SPDX-License-Identifier: Apache-2.0
// Recognition of a file by its beginning, as another program's, or for another option of this one.

#pragma once

#include <string>
#include <string_view>

namespace toruscope::core {

/// Names a known form of the text: "this is a platform of SimGrid, which is not read here; " and
/// `instead`; or where this program reads it. Empty if unknown. Quotes nothing of the text.
std::string other_form(std::string_view text, std::string_view instead);

}  // namespace toruscope::core
