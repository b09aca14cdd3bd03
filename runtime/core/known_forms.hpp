// SPDX-License-Identifier: Apache-2.0
// Files of other programs, or for another place of this one, known by how they begin: a reader that cannot take a file says what it is.

#pragma once

#include <string>
#include <string_view>

namespace toruscope::core {

/// "this is a platform of SimGrid, which is not read here; " and what `instead` says; or, of a file that is read elsewhere, where.
/// Empty if the text is of no form that is known. It has no word of the text.
std::string other_form(std::string_view text, std::string_view instead);

}  // namespace toruscope::core
