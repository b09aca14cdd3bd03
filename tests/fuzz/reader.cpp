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
    std::vector<Reader> readers = file_readers();
    for (auto* const more : {schedule_readers, machine_readers, network_readers, table_readers})
      for (Reader& one : more()) readers.push_back(std::move(one));
    return readers;
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

std::vector<std::string> with_numbers(std::vector<std::string> words) {
  for (const char* number : {"0",
                             "-1",
                             "1e308",
                             "1e999",
                             "nan",
                             "inf",
                             "0.1",
                             "+3",
                             "255",
                             "1023",
                             "1024",
                             "16384",
                             "16385",
                             "65535",
                             "65536",
                             "1048575",
                             "1048576",
                             "1048577",
                             "1073741823",
                             "1073741824",
                             "2147483647",
                             "2147483648",
                             "4294967294",
                             "4294967295",
                             "4294967296",
                             "1099511627776",
                             "1099511627777",
                             "4611686018427387904",
                             "9223372036854775807",
                             "9223372036854775808",
                             "18446744073709551616"})
    words.emplace_back(number);
  return words;
}

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

}  // namespace toruscope::test
