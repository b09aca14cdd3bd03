// SPDX-License-Identifier: Apache-2.0

#include "perfetto/gzip.hpp"

#include <array>
#include <new>
#include <ostream>
#include <streambuf>
#include <zlib.h>

namespace toruscope::perfetto {

namespace {

class Deflating : public std::streambuf {
 public:
  explicit Deflating(std::ostream& out) : out_(&out) {
    constexpr int kGzipHeader = 16;
    constexpr int kMemory = 8;  // zlib's default
    if (deflateInit2(&zlib_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzipHeader, kMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
    setp(plain_.data(), plain_.data() + plain_.size());
  }
  Deflating(const Deflating&) = delete;
  Deflating& operator=(const Deflating&) = delete;
  ~Deflating() override { deflateEnd(&zlib_); }

  void finish() { compress(Z_FINISH); }

 protected:
  int_type overflow(int_type c) override {
    compress(Z_NO_FLUSH);
    if (!traits_type::eq_int_type(c, traits_type::eof())) {
      *pptr() = traits_type::to_char_type(c);
      pbump(1);
    }
    return traits_type::not_eof(c);
  }

 private:
  void compress(int flush) {
    zlib_.next_in = reinterpret_cast<Bytef*>(pbase());
    zlib_.avail_in = static_cast<uInt>(pptr() - pbase());
    do {
      zlib_.next_out = reinterpret_cast<Bytef*>(packed_.data());
      zlib_.avail_out = static_cast<uInt>(packed_.size());
      deflate(&zlib_, flush);
      out_->write(packed_.data(), static_cast<std::streamsize>(packed_.size() - zlib_.avail_out));
    } while (zlib_.avail_out == 0);
    setp(plain_.data(), plain_.data() + plain_.size());
  }

  std::ostream* out_;
  z_stream zlib_{};
  std::array<char, 1 << 16> plain_{};
  std::array<char, 1 << 16> packed_{};
};

}  // namespace

void write_gzip(std::ostream& out, const std::function<void(std::ostream&)>& content) {
  Deflating buffer(out);
  std::ostream plain(&buffer);
  content(plain);
  buffer.finish();
}

}  // namespace toruscope::perfetto
