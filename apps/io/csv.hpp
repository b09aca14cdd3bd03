// SPDX-License-Identifier: Apache-2.0
// One column of a table of values separated by commas, semicolons, tabs or blanks.
//
// Form        A header line is optional: the first line is one if no field of it is a number and
//             one begins with a letter. Lines that begin with # and blank lines are passed over; a
//             field in double quotes may hold separators, and quotes written twice. The separator
//             is the first of tab, semicolon, comma that occurs outside of quotes in the first
//             line; without them it is a run of blanks, if both of the first two lines have blanks
//             between words.
// Not here    fields that contain a line's end.

#pragma once

#include "apps/io/series.hpp"

#include <filesystem>
#include <string_view>

namespace toruscope::apps {

/// Reads the column of this name or number (from 1); empty: the last one that holds a number in the
/// first line of data, and none behind it may hold one later: a first value that is missing would
/// change what is read.
/// Errors    ConfigError with the number of the line; `path` is only for the message. Numbers with
///           a decimal comma or with marks between thousands are refused, in any column.
Series read_csv(const std::filesystem::path& path, std::string_view text, std::string_view column);

}  // namespace toruscope::apps
