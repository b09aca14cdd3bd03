// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/reader.hpp"

#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <typeinfo>

namespace toruscope::test {

const std::vector<Reader>& readers() {
  static const std::vector<Reader> all = [] {
    std::vector<Reader> both = file_readers();
    for (Reader& one : machine_readers()) both.push_back(std::move(one));
    return both;
  }();
  return all;
}

const Reader& reader(std::string_view name) {
  const auto found =
      std::find_if(readers().begin(), readers().end(), [&](const Reader& one) { return one.name == name; });
  if (found == readers().end()) throw std::runtime_error("no reader " + std::string(name));
  return *found;
}

std::optional<std::string> fault_of(const Reader& reader, std::string_view input) {
  try {
    reader.read(input);
    return std::nullopt;
  } catch (const ConfigError& e) {
    const std::string sentence = e.what();
    if (!core::is_plain(sentence)) return "raw text in the refusal: " + core::escaped(sentence);
    if (sentence.size() > 2 * core::kLongestLine) return "a long refusal: " + core::shown(sentence, 200);
    return std::nullopt;
  } catch (const std::exception& e) {
    return std::string(typeid(e).name()) + ": " + core::escaped(e.what());
  }
}

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace toruscope::test
