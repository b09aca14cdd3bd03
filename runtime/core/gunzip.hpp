// SPDX-License-Identifier: Apache-2.0
// Contents of a file that gzip has packed (RFC 1952): one part, or several one behind the other.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace toruscope::core {

/// True if a file that begins so is packed. No text begins so, nor any other form that is read
/// here.
bool is_gzip(std::string_view bytes);

struct Unpacked {
  std::string content;
  std::string fault;  ///< why there is no content, to stand behind "a.csv.gz: "; empty if there is
};

/// Packed bytes may hold a thousand times as many: no more than `most` are unpacked.
Unpacked gunzip(std::string_view bytes, std::uint64_t most);

}  // namespace toruscope::core
