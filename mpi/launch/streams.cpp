// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/streams.hpp"

#include "mpi/launch/output.hpp"

#include <ext/stdio_sync_filebuf.h>

namespace toruscope::mpi {

namespace {

/// Gives what is written to an output, without keeping a part of it.
class ToOutput : public std::streambuf {
 public:
  ToOutput(Output& output, Output::Stream stream) : output_(output), stream_(stream) {}

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    output_.write(stream_, {text, static_cast<std::size_t>(size)});
    return size;
  }
  int_type overflow(int_type c) override {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    output_.write(stream_, {&one, 1});
    return c;
  }

 private:
  Output& output_;
  const Output::Stream stream_;
};

}  // namespace

Streams::Streams(Output& output, std::FILE* input)
    : from_input_(std::make_unique<__gnu_cxx::stdio_sync_filebuf<char>>(input)),
      to_out_(std::make_unique<ToOutput>(output, Output::Stream::out)),
      to_error_(std::make_unique<ToOutput>(output, Output::Stream::error)),
      out_(to_out_.get()),
      error_(to_error_.get()),
      log_(to_error_.get()),
      in_(from_input_.get()) {
  error_.setf(std::ios_base::unitbuf);  // what programs may ask for
  error_.tie(&out_);
  in_.tie(&out_);
}

Streams::~Streams() = default;

}  // namespace toruscope::mpi
