// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/names.hpp"

#include "labs/labs.hpp"
#include "runtime/core/small_letters.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/core.h>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::labs {

namespace fs = std::filesystem;

namespace {

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}
bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// Place of a number in a name, and its value.
struct NumberInName {
  std::size_t begin = 0, end = 0;
  int number = 0;
};

/// Digits from `at` to the end of a word, three at most.
std::optional<NumberInName> number_at(std::string_view name, std::size_t at) {
  std::size_t end = at;
  int number = 0;
  while (end < name.size() && end - at < 3 && is_digit(name[end])) number = 10 * number + (name[end++] - '0');
  if (end == at || (end < name.size() && is_of_word(name[end]))) return std::nullopt;
  return NumberInName{at, end, number};
}

/// Numbers after "lab" at the begin of a word, and perhaps one of " -_".
std::vector<NumberInName> numbers_after_lab(std::string_view name) {
  constexpr std::string_view kWord = "lab";
  std::vector<NumberInName> all;
  for (std::size_t i = 0; i + kWord.size() < name.size(); ++i) {
    const bool is_word = core::begins_with_word(name.substr(i), kWord);
    if (!is_word || (i > 0 && is_of_word(name[i - 1]))) continue;
    std::size_t at = i + kWord.size();
    if (!is_of_word(name[at])) ++at;
    if (auto found = number_at(name, at)) {
      found->begin = i;
      all.push_back(*found);
    }
  }
  return all;
}

const Lab* numbered(const std::vector<Lab>& labs, int number) {
  return find_lab(labs, std::to_string(number));
}

/// The text without separators around it.
std::string trimmed(std::string_view text) {
  const auto is_separator = [](char c) { return !is_of_word(c); };
  while (!text.empty() && is_separator(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_separator(text.back())) text.remove_suffix(1);
  return std::string(text);
}

std::string without(std::string_view name, std::size_t begin, std::size_t end) {
  const std::string before = trimmed(name.substr(0, begin));
  const std::string after = trimmed(name.substr(end));
  return before.empty() || after.empty() ? before + after : before + "-" + after;
}

/// Name without the number: "ring-broadcast" of 01-ring-broadcast.
std::string_view word_of(const Lab& lab) {
  return std::string_view(lab.name).substr(lab.name.find('-') + 1);
}

}  // namespace

NamedLab lab_in_name(const std::vector<Lab>& labs, std::string_view name) {
  std::vector<NumberInName> numbers = numbers_after_lab(name);
  if (const auto first = number_at(name, 0); first && numbers.empty()) numbers.push_back(*first);
  for (const Lab& lab : labs) {
    const std::size_t at = name.find(word_of(lab));
    if (at == std::string_view::npos) continue;
    const std::size_t end = at + word_of(lab).size();
    if (numbers.empty()) return {&lab, {}, without(name, at, end)};
    if (numbered(labs, numbers[0].number) == &lab) numbers[0].end = std::max(numbers[0].end, end);
  }
  if (numbers.empty()) return {nullptr, std::string(NamedLab::kNone), trimmed(name)};
  for (const NumberInName& other : numbers)
    if (other.number != numbers[0].number)
      return {nullptr, fmt::format("names two labs, {} and {}", numbers[0].number, other.number),
              trimmed(name)};
  const Lab* const lab = numbered(labs, numbers[0].number);
  if (lab == nullptr)
    return {nullptr, fmt::format("names lab {}, and there is none", numbers[0].number), trimmed(name)};
  return {lab, {}, without(name, numbers[0].begin, numbers[0].end)};
}

NamedLab lab_in_path(const std::vector<Lab>& labs, const fs::path& file) {
  NamedLab first = lab_in_name(labs, file.stem().string());
  if (first.lab != nullptr) return first;
  for (fs::path folder = file.parent_path(); folder.has_filename(); folder = folder.parent_path()) {
    const NamedLab named = lab_in_name(labs, folder.filename().string());
    if (named.lab != nullptr) return named;
    if (!first.names_a_number()) first = named;
  }
  return first;
}

std::string student_in_path(const std::vector<Lab>& labs, const fs::path& file) {
  std::string rest = lab_in_name(labs, file.stem().string()).rest;
  for (fs::path folder = file.parent_path(); rest.empty() && folder.has_filename();
       folder = folder.parent_path()) {
    const NamedLab named = lab_in_name(labs, folder.filename().string());
    if (folder.filename() != "." && folder.filename() != "..")
      rest = named.lab == nullptr ? folder.filename().string() : named.rest;
  }
  return rest;
}

bool is_source(const fs::path& file) {
  constexpr std::array kEndings{".cpp", ".cc", ".cxx", ".c++", ".C"};
  return std::find(kEndings.begin(), kEndings.end(), file.extension().string()) != kEndings.end();
}

bool is_mpi_source(const fs::path& file) {
  return file.extension() == ".c";
}

}  // namespace toruscope::labs
