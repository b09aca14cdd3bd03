// SPDX-License-Identifier: Apache-2.0
#include "collectives/wrong_data.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace toruscope::collectives {

namespace {

using Element = std::vector<std::byte>;

bool is_untouched(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte b) { return b == kUntouched; });
}

/// Writes "data of PE 3" or "data of PE 3 for PE 5".
std::string stamp_text(const StampedPiece& piece) {
  std::string text = "data of PE " + std::to_string(piece.source);
  if (piece.destination != piece.source) text += " for PE " + std::to_string(piece.destination);
  return text + ", byte " + std::to_string(piece.offset) + " of that block";
}

/// Describes what stands in place of the word in which the block is first wrong, at byte `at`.
std::string instead_text(const StampedBlock& expected, std::span<const std::byte> found, std::size_t at) {
  const std::size_t word = at / kStampWord * kStampWord;
  const std::span<const std::byte> rest = found.subspan(word);
  if (is_untouched(rest.first(std::min(rest.size(), kStampWord))))
    return "byte " + std::to_string(word) + " was never written";
  if (const auto piece = first_stamped(rest, expected.p, expected.length))
    return "at byte " + std::to_string(word) + " there are " + stamp_text(*piece);
  return "byte " + std::to_string(at) + " is wrong";
}

/// One element of a combination, and all contributions to it.
class Combination {
 public:
  Combination(const TestOperator& op, const Contributors& contributors, std::size_t at) : op_(op) {
    const std::size_t element = op.combine.element;
    for (std::int64_t i = 0; i < contributors.n; ++i) {
      const Element all = op.contribution(i, contributors.offset + at + element);
      parts_.emplace_back(all.end() - static_cast<std::ptrdiff_t>(element), all.end());
    }
  }

  /// The contributor without whom the others come to `found`.
  [[nodiscard]] std::optional<std::size_t> missing(const Element& found) const {
    return changed(found, [](std::size_t) { return std::size_t{0}; });
  }
  /// The contributor who, counted twice, comes to `found` with all others.
  [[nodiscard]] std::optional<std::size_t> twice(const Element& found) const {
    return changed(found, [](std::size_t) { return std::size_t{2}; });
  }
  /// First and last contributor of those that make `found`, in a circle if the operator commutes.
  [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> run(const Element& found) const {
    constexpr std::size_t kMost = 512;  // keeps the search short
    const std::size_t n = parts_.size();
    if (n > kMost) return std::nullopt;
    for (std::size_t first = 0; first < n; ++first) {
      Element sum = parts_[first];
      const std::size_t most = op_.combine.commutative ? n - 1 : n - first;
      for (std::size_t length = 1; length <= most; ++length) {
        if (sum == found) return std::pair(first, (first + length - 1) % n);
        sum = join(sum, parts_[(first + length) % n]);
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] Element join(const Element& left, const Element& right) const {
    Element sum(left.size());
    op_.combine.combine(left.data(), right.data(), sum.data(), 1);
    return sum;
  }
  /// The first contributor who, counted times(i) in place of once, comes to `found`.
  template <class Times>
  [[nodiscard]] std::optional<std::size_t> changed(const Element& found, const Times& times) const {
    const std::size_t n = parts_.size();
    std::vector<Element> after(parts_);  // after[i]: i and all behind it
    for (std::size_t i = n; i-- > 1;) after[i - 1] = join(parts_[i - 1], after[i]);
    std::optional<Element> before;
    for (std::size_t i = 0; i < n; ++i) {
      std::optional<Element> sum = before;
      const auto append = [&](const Element& part) { sum = sum ? join(*sum, part) : part; };
      for (std::size_t time = 0; time < times(i); ++time) append(parts_[i]);
      if (i + 1 < n) append(after[i + 1]);
      if (sum == found) return i;
      before = before ? join(*before, parts_[i]) : parts_[i];
    }
    return std::nullopt;
  }

  const TestOperator& op_;
  std::vector<Element> parts_;
};

std::string combination_text(const TestOperator& op, const Contributors& contributors, std::size_t at,
                             const Element& found) {
  const std::string element = "element " + std::to_string(at / op.combine.element);
  const std::string noun = contributors.noun;
  if (is_untouched(found)) return element + " was never written";
  const Combination combination(op, contributors, at);
  if (const auto i = combination.missing(found))
    return element + " lacks the contribution of " + noun + " " + std::to_string(*i);
  if (const auto i = combination.twice(found))
    return element + " has the contribution of " + noun + " " + std::to_string(*i) + " twice";
  if (const auto run = combination.run(found)) {
    if (run->first == run->second)
      return element + " has the contribution of " + noun + " " + std::to_string(run->first) + " alone";
    return element + " has the contributions of " + noun + "s " + std::to_string(run->first) + " to " +
           std::to_string(run->second) + " alone";
  }
  return element + " is not the combination of all contributions" +
         (op.combine.commutative ? "" : " in rank order");
}

}  // namespace

Wrong wrong_block(const StampedBlock& expected, std::span<const std::byte> found, const std::string& name) {
  if (!has_data(found)) return {};
  const std::size_t at = first_unstamped(expected.source, expected.destination, found);
  if (at == found.size()) return {};
  return [text = name + " is not the one that was sent: " + instead_text(expected, found, at)] { return text; };
}

Wrong wrong_combination(const TestOperator& op, const Contributors& contributors,
                        std::span<const std::byte> found, std::span<const std::byte> expected) {
  const auto differs = std::ranges::mismatch(found, expected).in1;
  if (differs == found.end()) return {};
  const std::size_t element = op.combine.element;
  const std::size_t at = static_cast<std::size_t>(differs - found.begin()) / element * element;
  const std::span<const std::byte> there = found.subspan(at, element);
  return [&op, contributors, at, wrong = Element(there.begin(), there.end())] {
    return combination_text(op, contributors, at, wrong);
  };
}

}  // namespace toruscope::collectives
