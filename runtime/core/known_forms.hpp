// SPDX-License-Identifier: Apache-2.0
// Recognition of a file by its beginning: one of another program, or one that another option of
// this program reads. A reader that cannot take a file says so.

#pragma once

#include <string>
#include <string_view>

namespace toruscope::core {

/// Names a known form that the text has: "this is a platform of SimGrid, which is not read here; "
/// and then `instead`; or, of a file that is read elsewhere, where. Empty if the form is unknown.
/// Quotes nothing of the text.
std::string other_form(std::string_view text, std::string_view instead);

}  // namespace toruscope::core
