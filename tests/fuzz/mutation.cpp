// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutation.hpp"

#include <algorithm>
#include <iterator>
#include <random>
#include <string_view>
#include <vector>

namespace toruscope::test {

namespace {

class Mutation {
 public:
  Mutation(const Reader& reader, std::uint64_t seed) : reader_(reader), random_(seed) {
    text_ = any_input();
    for (std::size_t changes = 1 + below(6); changes > 0; --changes) change();
  }
  [[nodiscard]] std::string text() const { return text_; }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  std::size_t place() { return below(text_.size() + 1); }
  const std::string& any_input() { return reader_.inputs[below(reader_.inputs.size())]; }

  /// A power of two, one less or one more; up to 2^64.
  std::string size_near_a_limit() {
    constexpr int kPowers[] = {7, 8, 15, 16, 20, 24, 31, 32, 53, 60, 61, 62, 63};
    if (below(8) == 0) return "18446744073709551616";
    return std::to_string((std::uint64_t{1} << kPowers[below(std::size(kPowers))]) + below(3) - 1);
  }

  void change() {
    const std::size_t at = place();
    const std::size_t length = std::min(text_.size() - at, 1 + below(below(8) == 0 ? 64 : 6));
    switch (below(12)) {
      case 0:  // a bit
        if (at < text_.size()) text_[at] = static_cast<char>(text_[at] ^ (1 << below(8)));
        break;
      case 1:  // a byte
        if (at < text_.size()) text_[at] = static_cast<char>(below(256));
        break;
      case 2:
        text_.insert(at, 1, static_cast<char>(below(256)));
        break;
      case 3:
        text_.erase(at, length);
        break;
      case 4:  // a part again, perhaps many times
        if (text_.size() < kLongest) {
          const std::string part = text_.substr(at, length);
          for (std::size_t times = below(8) == 0 ? 200 : 1; times > 0; --times) text_.insert(at, part);
        }
        break;
      case 5:
        text_.resize(at);
        break;
      case 6: {  // the end of another
        const std::string& other = any_input();
        text_ = text_.substr(0, at) + other.substr(below(other.size() + 1));
        break;
      }
      case 7:
        if (at < text_.size()) std::swap(text_[at], text_[below(text_.size())]);
        break;
      case 8:
      case 9:
        replace_number(at);
        break;
      default:  // a word, in place of others or between them
        text_.replace(at, below(2) == 0 ? 0 : length, reader_.words[below(reader_.words.size())]);
    }
  }

  /// The next number, by a small one, or one at or near a limit: what else the input says stays as
  /// it is.
  void replace_number(std::size_t at) {
    constexpr std::string_view kDigits = "0123456789";
    static const std::vector<std::string> limits = with_numbers({});
    constexpr std::size_t kSmall = 5;
    const std::size_t first = text_.find_first_of(kDigits, at);
    if (first == std::string::npos) return;
    const std::size_t end = std::min(text_.find_first_not_of(kDigits, first), text_.size());
    const auto other = [&] {
      if (below(4) == 0) return limits[below(limits.size())];
      if (below(2) == 0) return size_near_a_limit();
      return std::to_string(below(kSmall));
    };
    text_.replace(first, end - first, other());
  }

  static constexpr std::size_t kLongest = 16 * 1024;
  const Reader& reader_;
  std::mt19937_64 random_;
  std::string text_;
};

}  // namespace

std::string mutant(const Reader& reader, std::uint64_t seed) {
  return Mutation(reader, seed).text();
}

}  // namespace toruscope::test
