// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/gunzip.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <limits>
#include <new>
#include <utility>
#include <zlib.h>

namespace toruscope::core {

namespace {

class Inflating {
 public:
  Inflating(std::string_view packed, std::uint64_t most) : packed_(packed), most_(most) {
    constexpr int kGzipHeader = 16;
    if (inflateInit2(&zlib_, MAX_WBITS + kGzipHeader) != Z_OK) throw std::bad_alloc();
  }
  Inflating(const Inflating&) = delete;
  Inflating& operator=(const Inflating&) = delete;
  ~Inflating() { inflateEnd(&zlib_); }

  Unpacked unpack() {
    while (unpacked_.fault.empty() && !packed_.empty()) part();
    if (!unpacked_.fault.empty()) unpacked_.content = {};
    return std::move(unpacked_);
  }

 private:
  /// Unpacks one part, to its end or a fault.
  void part() {
    if (!is_gzip(packed_)) return fault("{} bytes follow what gzip has packed", packed_.size());
    inflateReset(&zlib_);
    for (int state = Z_OK; state != Z_STREAM_END;) {
      state = step();
      if (state == Z_MEM_ERROR) throw std::bad_alloc();
      if (state == Z_BUF_ERROR) return fault("truncated: it ends within what gzip has packed");
      if (state != Z_OK && state != Z_STREAM_END)
        return fault("what gzip has packed is damaged ({})",
                     zlib_.msg == nullptr ? "no reason is told" : shown(zlib_.msg));
      if (unpacked_.content.size() > most_)
        return fault("unpacked it has more than {} bytes, which such a file may have", grouped(most_));
    }
  }
  int step() {
    const std::size_t given = std::min<std::size_t>(packed_.size(), std::numeric_limits<uInt>::max());
    zlib_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data()));  // it is only read
    zlib_.avail_in = static_cast<uInt>(given);
    zlib_.next_out = reinterpret_cast<Bytef*>(plain_.data());
    zlib_.avail_out = static_cast<uInt>(plain_.size());
    const int state = inflate(&zlib_, Z_NO_FLUSH);
    packed_.remove_prefix(given - zlib_.avail_in);
    unpacked_.content.append(plain_.data(), plain_.size() - zlib_.avail_out);
    return state;
  }
  template <class... Values>
  void fault(fmt::format_string<Values...> text, Values&&... values) {
    unpacked_.fault = fmt::format(text, std::forward<Values>(values)...);
  }

  std::string_view packed_;
  std::uint64_t most_;
  Unpacked unpacked_;
  z_stream zlib_{};
  std::array<char, 1 << 16> plain_{};
};

}  // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.starts_with("\x1f\x8b");
}

Unpacked gunzip(std::string_view bytes, std::uint64_t most) {
  return Inflating(bytes, most).unpack();
}

}  // namespace toruscope::core
