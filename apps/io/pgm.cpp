// SPDX-License-Identifier: Apache-2.0
// The header's numbers, then pixels of three kinds.

#include "apps/io/pgm.hpp"

#include "apps/io/series.hpp"
#include "runtime/core/check.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <fmt/core.h>
#include <ostream>
#include <string>

namespace toruscope::apps {
namespace {

constexpr int kLargestWhite = 65535;

bool is_blank(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/// The numbers of an image one after the other, each followed by a blank; comments reach from # to
/// the line's end. A # right after a digit is refused: by the format's text the number would go on
/// behind the comment, by its programs not.
class Numbers {
 public:
  Numbers(const std::filesystem::path& path, std::string_view rest) : path_(path), rest_(rest) {}

  std::uint64_t next(const char* what, std::uint64_t most) {
    skip_blanks();
    if (rest_.empty()) refuse_input(path_, fmt::format("truncated: it ends before {}", what));
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), number);
    const auto length = static_cast<std::size_t>(end - rest_.data());
    if (error == std::errc::invalid_argument || (length < rest_.size() && !is_blank(rest_[length])))
      refuse_input(path_, fmt::format("{} is \"{}\", which is no whole number", what, word()));
    if (error == std::errc::result_out_of_range || number > most)
      refuse_input(path_, fmt::format("{} is {}, but at most {} is possible", what, word(), most));
    rest_.remove_prefix(length);
    return number;
  }
  void skip_blanks() {
    while (!rest_.empty() && (is_blank(rest_.front()) || rest_.front() == '#')) {
      if (rest_.front() == '#') {
        rest_.remove_prefix(core::end_of_line(rest_));
      } else {
        rest_.remove_prefix(1);
      }
    }
  }
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  [[nodiscard]] std::string word() const {
    std::size_t length = 0;
    while (length < rest_.size() && length < 20 && !is_blank(rest_[length])) ++length;
    return core::shown(rest_.substr(0, length));
  }

  const std::filesystem::path& path_;
  std::string_view rest_;
};

void read_text_pixels(Numbers& numbers, GreyImage& image) {
  std::size_t index = 0;
  for (double& pixel : image.pixels.values)
    pixel = static_cast<double>(
        numbers.next(fmt::format("pixel {}", index++).c_str(), static_cast<std::uint64_t>(image.white)));
  numbers.skip_blanks();
}

void read_binary_pixels(const std::filesystem::path& path, std::string_view& data, GreyImage& image) {
  const std::size_t bytes = image.white < 256 ? 1 : 2;
  std::vector<double>& pixels = image.pixels.values;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    unsigned value = static_cast<unsigned char>(data[i * bytes]);
    if (bytes == 2) value = value * 256 + static_cast<unsigned char>(data[i * bytes + 1]);
    if (value > static_cast<unsigned>(image.white))
      refuse_input(path, fmt::format("pixel {} is {}, but white is {}", i, value, image.white));
    pixels[i] = value;
  }
  data.remove_prefix(pixels.size() * bytes);
}

}  // namespace

GreyImage read_pgm(const std::filesystem::path& path, std::string_view bytes) {
  const bool is_text = bytes.starts_with("P2");
  if (!is_text && !bytes.starts_with("P5"))
    refuse_input(path, "it begins neither with P2 nor with P5: not a grey image (.pgm)");
  if (bytes.size() > 2 && !is_blank(bytes[2]))
    refuse_input(path, "after P2 or P5 a blank or new line is needed");
  Numbers numbers(path, bytes.substr(2));
  constexpr std::uint64_t kLargestSide = 1U << 20U;
  GreyImage image;
  image.pixels.columns = numbers.next("its width", kLargestSide);
  image.pixels.rows = numbers.next("its height", kLargestSide);
  image.white = static_cast<int>(numbers.next("its value of white", kLargestWhite));
  const std::size_t count = image.pixels.rows * image.pixels.columns;
  if (count == 0 || image.white == 0)
    refuse_input(path, fmt::format("it is {} x {} pixels with white = {}; all must be at least 1",
                                   image.pixels.columns, image.pixels.rows, image.white));
  std::string_view rest = numbers.rest();
  if (!rest.empty()) rest.remove_prefix(1);  // exactly one blank stands before binary pixels
  const std::size_t least = count * (is_text || image.white < 256 ? 1 : 2);  // bytes
  if (rest.size() < least)
    refuse_input(path,
                 fmt::format("truncated: {} x {} pixels were announced, {} behind its header",
                             image.pixels.columns, image.pixels.rows, core::counted(rest.size(), "byte")));
  image.pixels.values.resize(count);
  if (is_text) {
    read_text_pixels(numbers, image);
    rest = numbers.rest();
  } else {
    read_binary_pixels(path, rest, image);
  }
  if (!rest.empty())
    refuse_input(path, fmt::format("{} too many behind its {} pixels; one image a file is read",
                                   core::counted(rest.size(), "byte"), count));
  return image;
}

void write_pgm(std::ostream& out, const GreyImage& image) {
  std::string text = fmt::format("P5\n{} {}\n{}\n", image.pixels.columns, image.pixels.rows, image.white);
  for (const double pixel : image.pixels.values) {
    TORUSCOPE_CHECK(pixel >= 0 && pixel <= image.white && pixel == std::floor(pixel), "pixel", pixel);
    const auto value = static_cast<unsigned>(pixel);
    if (image.white >= 256) text += static_cast<char>(value / 256);
    text += static_cast<char>(value % 256);
  }
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
}

}  // namespace toruscope::apps
