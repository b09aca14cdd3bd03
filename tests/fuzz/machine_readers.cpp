// SPDX-License-Identifier: Apache-2.0
#include "cli/machines/settings.hpp"
#include "cli/options/options.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/model/settings.hpp"
#include "tests/fuzz/reader.hpp"

#include <toruscope/error.hpp>

namespace toruscope::test {

namespace {

using namespace cli;
using namespace core;

void fuzz_machine(std::string_view bytes) {
  const MachineFile machine = read_machine_text("fuzz.toml", bytes, presets());
  require(!machine.name.empty(), "a machine has a name");
  static_cast<void>(resolve(machine.parameters));
}

/// Place of an option of the machine, by any of its names: "virtual-channels", "bandwidth".
std::optional<TextPlace> setting_place(std::string_view option) {
  for (const core::Setting& setting : core::settings())
    if (option == setting.option() || (setting.second_name != nullptr && option == setting.second_name))
      return TextPlace{.setting = setting.name};
  return std::nullopt;
}

/// A line is an option of the machine and its text: "slow 3-4=2".
void fuzz_options(std::string_view bytes) {
  CommandOptions options;
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) continue;
    const std::string value(line.substr(blank + 1));
    if (line.substr(0, blank) == "machine")
      options.machine = value;
    else if (const auto place = setting_place(line.substr(0, blank)))
      place->in(options) = value;
  }
  try {
    const Parameters machine =
        with_options(preset(options.machine.value_or("generic"), presets()), options).parameters;
    static_cast<void>(resolve(machine));
  } catch (const ConfigError& e) {  // as toruscope::main shows what quotes an argument
    throw ConfigError(shown_lines(e.what()));
  }
}

}  // namespace

std::vector<Reader> machine_readers() {
  const std::vector<std::string> times{
      "75us",      "11.1ns", "0",       "1ps",  "-1us",   "1e9s",     "9223372036854775807",
      "0.001fs",   "3/2",    "k=3",     "k=",   "all",    "half",     "one",
      "telephone", "1K",     "paragon", "unit", "postal", "wormhole", "store-and-forward",
      "3->4=2",    "0-1=2,"};
  std::vector<std::string> toml = times;
  for (const char* word :
       {"name = ", "base = ",     "topology = ", "ports = ",  "ts = ", "tw = ",
        "slow = ", "fail = ",     "tick = ",     "lambda = ", "\"",    "\"\"\"",
        "'",       "[",           "]",           "[[a]]",     "{",     "}",
        "\\u001b", "\\U0010ffff", "#",           "\n",        "= ",    "1979-05-27T07:32:00Z",
        "true",    "inf",         "0x"})
    toml.emplace_back(word);
  std::vector<std::string> words = times;
  for (const char* word :
       {"\nslow ", "\nports ", "\nts ", "\ntw ", "\ntick ", "\nlambda ", "\neager ", "\nbuffers "})
    words.emplace_back(word);
  return {
      {"machine",
       fuzz_machine,
       {"name = \"two planes\"\nbase = \"paragon\"\ntopology = \"mesh:4x6\"\nports = \"k=2\"\nth = \"40ns\"\n"
        "fail = [\"0-1\", \"5-6\"]\n",
        "tick = \"1ns\"\nts = \"1us\"\ntw = [\"1ns\", \"2ns\"]\nslow = [\"0-1=2\", \"3->4=5\"]\nbuffers = 3\n",
        "base = \"postal\"\nlambda = \"3/2\"\n"},
       toml},
      {"options",
       fuzz_options,
       {"slow 3-4=2,0->12=5\nports k=3\nts 75us\n", "tw 1ns,2ns\nth 40ns\ntick 1ps\nlatency 3us\n",
        "machine postal\nlambda 3/2\n", "machine unit\nts 3\neager 1K\nbuffers 4\nswitching wormhole\n"},
       words}};
}

}  // namespace toruscope::test
