// SPDX-License-Identifier: Apache-2.0
// Compression of what is written to a stream, as gzip does it (RFC 1952).
//
// Invariants  The same text gives the same bytes: there is no name and no date in the header.

#pragma once

#include <functional>
#include <iosfwd>

namespace toruscope::perfetto {

/// Writes to `out`, compressed, what `content` writes. Nothing is kept but a buffer.
void write_gzip(std::ostream& out, const std::function<void(std::ostream&)>& content);

}  // namespace toruscope::perfetto
