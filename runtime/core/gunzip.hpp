// SPDX-License-Identifier: Apache-2.0
// Contents of a file that gzip has packed (RFC 1952), in one part or several.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toruscope::core {

/// True if a file that begins so is packed: no text, nor any other form read here, begins so.
bool is_gzip(std::string_view bytes);

struct Unpacked {
  std::string content;
  std::string fault;  ///< why there is no content, to stand behind "a.csv.gz: "; empty if there is
};

/// Unpacks at most `most` bytes: packed bytes may hold a thousand times as many.
Unpacked gunzip(std::string_view bytes, std::uint64_t most);

}  // namespace toruscope::core
