// SPDX-License-Identifier: Apache-2.0
// Words of a line of a graph file, and the settings of a link.

#pragma once

#include "runtime/topology/slow_factor.hpp"

#include <toruscope/units.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::core {

/// The line up to a comment, which a '#' outside of quotes begins.
std::string_view without_comment(std::string_view line);
/// The first words of a line, up to a comment, `most` at most. "a b" in quotes is one.
std::vector<std::string_view> words_of(std::string_view line, std::size_t most);

bool is_like_a_number(std::string_view word);

/// The text of a number of cables: "6" of "x6" and "6x"; empty for other words.
std::string_view multiple_of(std::string_view word);

/// A setting of a line: "tw=2.5ns".
struct GraphSetting {
  std::string_view key;
  std::string_view value;
};
std::optional<GraphSetting> read_setting(std::string_view word);
/// What a word behind two nodes may have been meant as; empty if it is like no setting.
std::string why_no_setting(std::string_view word);

/// The time of a byte, or of a bandwidth, on the coarsest of 1 ps, 100 fs, 10 fs, 1 fs within 1e-4.
/// Errors    ConfigError for other texts.
Time per_byte(const GraphSetting& setting);

/// A value that stands once or several times: "3", "0*2".
struct RunOfValues {
  std::string_view value;
  std::string_view times;  ///< empty: once
};
/// Takes the first word of the text; nothing at its end.
std::optional<RunOfValues> next_run(std::string_view& rest);

/// A key line: "routing = dmodk".
std::optional<GraphSetting> read_key(std::string_view line);
bool is_key(std::string_view word);

}  // namespace toruscope::core
