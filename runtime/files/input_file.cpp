// SPDX-License-Identifier: Apache-2.0
#include "runtime/files/input_file.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/gunzip.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/command_files.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <fmt/core.h>
#include <fstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace toruscope::core {

namespace {

class InputReader {
 public:
  InputReader(const std::string& before, const std::filesystem::path& file) : before_(before), file_(file) {}
  InputReader(const InputReader&) = delete;
  InputReader& operator=(const InputReader&) = delete;
  ~InputReader() {
    if (descriptor_ >= 0) close(descriptor_);
  }

  std::string read(std::uint64_t most) {
    open_regular_file();
    const auto announced = static_cast<std::uint64_t>(status_.st_size);
    if (announced > most) refuse_too_long(announced, most);
    std::string content(announced + 1, '\0');  // one more than announced shows whether more comes
    std::size_t length = 0;
    while (true) {
      if (length == content.size()) content.resize(length + kStep);
      const ssize_t part = ::read(descriptor_, content.data() + length, content.size() - length);
      if (part == 0) break;
      if (part < 0 && errno == EINTR) continue;
      if (part < 0) refuse_unreadable("it cannot be read to its end");
      length += static_cast<std::size_t>(part);
      if (length > most) refuse_too_long(length, most);
    }
    content.resize(length);
    if (is_gzip(content)) unpack(content, most);
    // Refuses byte-order marks of UTF-16: no form read here begins like them.
    if (content.starts_with("\xff\xfe") || content.starts_with("\xfe\xff"))
      refuse("it is text in UTF-16; save it as UTF-8");
    if (content.starts_with("\xef\xbb\xbf")) content.erase(0, 3);
    return content;
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigError(fmt::format("{}{}: {}", before_, escaped(file_.string()), why));
  }
  [[noreturn]] void refuse_unreadable(const char* what) const {
    const std::string why = fmt::format("{} ({})", what, error_text(errno));
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM)
      throw HostLimitError(fmt::format("{}{}: {}", before_, escaped(file_.string()), why));
    refuse(why);
  }
  [[noreturn]] void refuse_too_long(std::uint64_t found, std::uint64_t most) const {
    refuse(fmt::format("it has {} bytes or more; such a file may have {}", grouped(found), grouped(most)));
  }
  void unpack(std::string& content, std::uint64_t most) const {
    Unpacked unpacked = gunzip(content, most);
    if (!unpacked.fault.empty()) refuse(unpacked.fault);
    content = std::move(unpacked.content);
  }
  void check_kind() const {
    if (S_ISDIR(status_.st_mode)) refuse("it is a directory; name a file in it");
    if (!S_ISREG(status_.st_mode)) refuse("it is no regular file; copy what it gives into one");
  }
  /// Opens the file. Looks at it before, as opening a device may do something, and again after, as
  /// it may be another one by then.
  void open_regular_file() {
    if (stat(file_.c_str(), &status_) != 0) {
      if (errno == ENOENT || errno == ENOTDIR) refuse("there is no such file");
      refuse_unreadable("it cannot be read");
    }
    check_kind();
    descriptor_ = open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor_ < 0) refuse_unreadable("it cannot be opened");
    if (fstat(descriptor_, &status_) != 0) refuse_unreadable("it cannot be read");
    check_kind();
  }

  static constexpr std::size_t kStep = 64 * 1024;
  const std::string& before_;
  const std::filesystem::path& file_;
  int descriptor_ = -1;
  struct stat status_ = {};
};

}  // namespace

std::string error_text(int number) {
  return std::generic_category().message(number);
}

std::uint64_t least_content(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) return 0;
  const std::uintmax_t bytes = std::filesystem::file_size(file, error);
  constexpr std::size_t kLength = 4;  // the last bytes of what gzip has packed, the lowest first
  if (error || bytes <= kLength) return error ? 0 : bytes;
  std::ifstream in(file, std::ios::binary);
  std::array<unsigned char, kLength> first{}, last{};
  const auto read_to = [&](auto& part) { in.read(reinterpret_cast<char*>(part.data()), kLength); };
  read_to(first);
  in.seekg(-static_cast<std::streamoff>(kLength), std::ios::end);
  read_to(last);
  if (!in || !is_gzip({reinterpret_cast<const char*>(first.data()), kLength})) return bytes;
  std::uint64_t unpacked = 0;
  for (std::size_t i = kLength; i > 0; --i) unpacked = unpacked << 8U | last[i - 1];
  return std::max<std::uint64_t>(bytes, unpacked);
}

std::string read_input(const std::string& before, const std::filesystem::path& file, std::uint64_t most_bytes) {
  note_input(file);
  return InputReader(before, file).read(most_bytes);
}

std::string read_input_to_replace(const std::string& before, const std::filesystem::path& file,
                                  std::uint64_t most_bytes) {
  return InputReader(before, file).read(most_bytes);
}

}  // namespace toruscope::core
