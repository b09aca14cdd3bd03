// SPDX-License-Identifier: Apache-2.0

#include "cli/machines/settings.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/topology/embedding.hpp"
#include "runtime/topology/switched_networks.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fmt/core.h>
#include <sstream>
#include <string_view>
#include <toml++/toml.h>
#include <utility>
#include <variant>
#include <vector>

namespace toruscope::cli {

namespace {

/// A key, and the option of the same name that it stands for.
struct Key {
  std::string name;
  TextPlace option;
  bool names_links = false;  ///< a list, which may be empty
};

const std::vector<Key>& keys() {
  static const std::vector<Key> all = [] {
    std::vector<Key> made{{"base", {&CommandOptions::machine}},
                          {"topology", {&CommandOptions::topology}},
                          {"host", {&CommandOptions::host}},
                          {"embed", {&CommandOptions::embed}},
                          {"fail", {&CommandOptions::fail}, true}};
    for (const bool names_links : {true, false})
      for (const core::Setting& setting : core::settings()) {
        if (std::holds_alternative<core::Links>(setting.held) != names_links) continue;
        made.push_back({setting.option(), {.setting = setting.name}, names_links});
        if (setting.second_name != nullptr) made.push_back({setting.second_name, {.setting = setting.name}});
      }
    return made;
  }();
  return all;
}

const Key* find_key(std::string_view name) {
  for (const Key& key : keys())
    if (key.name == name) return &key;
  return nullptr;
}

[[noreturn]] void refuse(const std::string& file, std::size_t line, const std::string& why) {
  throw ConfigError(fmt::format("{}:{}: {}", core::escaped(file), line, why));
}

/// True for what a name or a text begins with, and the end of an empty list.
bool may_follow_bracket(unsigned char c) {
  return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '"' || c == '\'' || c == ']';
}

/// Refuses headings that toml++ does not expect: of many brackets, and without a name.
void check_headings(const std::string& file, std::string_view text) {
  for (core::Lines lines(text); lines.next();) {
    std::string_view rest = core::trimmed(lines.text());
    int open = 0;
    for (; rest.starts_with('['); ++open) rest = core::trimmed(rest.substr(1));
    if (open > 2) refuse(file, lines.number(), "begins with three brackets; a heading has one, [name], or two");
    if (open > 0 && (rest.empty() || !may_follow_bracket(static_cast<unsigned char>(rest.front()))))
      refuse(file, lines.number(), "begins with a bracket and no name; a heading is [name]");
  }
}

std::string_view line_of(std::string_view text, std::size_t number) {
  for (core::Lines lines(text); lines.next();)
    if (lines.number() == number) return lines.text();
  return {};
}

/// True if a line of a machine file has a text without quotes, or with one quote alone: ts = 75us,
/// ts = "75us, or 3-4 within a list.
bool lacks_quotes(std::string_view line) {
  const std::size_t equals = line.find('=');
  const bool is_of_list = equals == line.npos && line.find_first_of("0123456789") == 0;
  if ((equals == line.npos && !is_of_list) || line.find('{') != line.npos) return false;
  std::string value(line.substr(equals + 1));
  for (std::size_t at = 0; (at = value.find_first_of("\"'#")) != value.npos;) {
    const std::size_t end = value[at] == '#' ? value.size() - 1 : value.find(value[at], at + 1);
    if (end == value.npos) return true;
    value.erase(at, end - at + 1);
  }
  return std::any_of(value.begin(), value.end(),
                     [](unsigned char c) { return std::isalpha(c) != 0 || c == '-' || c == ':' || c == '/'; });
}

/// Refuses a file that is no TOML: tells line, column, what stands there and the likely mistake.
[[noreturn]] void refuse_text(const std::string& file, std::string_view text, const toml::parse_error& error) {
  constexpr std::size_t kLongest = 200;
  const auto [line, column] = error.source().begin;
  const std::string_view whole = core::trimmed(line_of(text, line));
  const std::string found = whole.empty() ? "an empty line" : core::shown(whole);
  refuse(file, line,
         fmt::format("column {}: {}: {}", column, found,
                     lacks_quotes(whole) ? "a value that is a text needs quotes before and behind it, as in "
                                           "ts = \"75us\" or fail = [\"0-1\", \"3-4\"]"
                                         : core::shown(error.description(), kLongest)));
}

toml::table parsed(const std::string& file, std::string_view text) {
  check_headings(file, text);
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    refuse_text(file, text, error);
  }
}

/// A value as it would stand on the command line.
std::string text_of(const std::string& file, const std::string& name, const toml::node& node) {
  if (const auto* text = node.as_string()) {
    if (!core::is_plain(text->get()))
      refuse(
          file, node.source().begin.line,
          fmt::format("{}: a text of one line is needed, got one with control characters", core::shown(name)));
    return text->get();
  }
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  const auto* list = node.as_array();
  const bool is_nested =
      list != nullptr &&
      std::any_of(list->begin(), list->end(), [](const toml::node& member) { return member.is_array(); });
  if (list != nullptr && !list->empty() && !is_nested) {
    std::vector<std::string> members;
    for (const toml::node& member : *list) members.push_back(text_of(file, name, member));
    return core::joined(members, ",");
  }
  std::ostringstream type;
  type << node.type();
  refuse(file, node.source().begin.line,
         fmt::format("{}: a text as \"75us\", a whole number or a list of them is needed, got {}",
                     core::shown(name),
                     is_nested         ? "a list of lists"
                     : list != nullptr ? "an empty list"
                                       : "a value of type " + type.str()));
}

void take(MachineFile& machine, const std::string& name, const toml::node& node) {
  const std::size_t line = node.source().begin.line;
  machine.lines[name] = line;
  if (name == "name" || name == "source") {
    if (!node.is_string())
      refuse(machine.file, line, fmt::format("{}: a text in quotes is needed, got another value", name));
    std::string text = text_of(machine.file, name, node);
    constexpr std::size_t kLongest = 500;
    if (text.empty() || text.size() > kLongest)
      refuse(machine.file, line,
             fmt::format("{}: a text of one line is needed, got {}", name,
                         text.empty() ? "an empty one"
                                      : fmt::format("one of {} bytes; {} are enough", text.size(), kLongest)));
    (name == "name" ? machine.name : machine.source) = std::move(text);
    return;
  }
  const Key* const key = find_key(name);
  if (key == nullptr) {
    std::vector<std::string> known{"name", "source"};
    for (const Key& k : keys()) known.push_back(k.name);
    refuse(machine.file, line, core::unknown_name("key", "keys", name, known));
  }
  if (const auto* list = node.as_array(); key->names_links && list != nullptr && list->empty()) return;
  Text& option = key->option.in(machine.options);
  std::string text = text_of(machine.file, name, node);
  if (option) {
    const auto other = std::find_if(keys().begin(), keys().end(), [&](const Key& k) {
      return k.option == key->option && k.name != name && machine.lines.contains(k.name);
    });
    refuse(machine.file, line,
           fmt::format("{} = {} and, in line {}, {} = {} both say what a byte costs; give one of them", name,
                       core::shown(text), machine.lines.at(other->name), other->name, core::shown(*option)));
  }
  option = std::move(text);
  // Whoever refuses the setting later names it by its first name.
  if (const core::Setting* setting = core::find_setting(key->option.setting);
      setting != nullptr && setting->second_name != nullptr && name == setting->second_name)
    machine.lines[setting->option()] = line;
}

/// A file that a machine file names lies where that one lies.
std::string beside(const std::string& machine, const std::string& named) {
  const std::filesystem::path folder = std::filesystem::path(machine).parent_path();
  return std::filesystem::path(named).is_absolute() || folder.empty() || named.empty()
             ? named
             : (folder / named).lexically_normal().string();
}

void find_files(MachineFile& machine) {
  for (const auto network : {&CommandOptions::topology, &CommandOptions::host})
    if (Text& text = machine.options.*network)
      text = core::with_graph_files(*text, [&](const std::string& file) { return beside(machine.file, file); });
  if (Text& text = machine.options.embed) {
    const auto rule = traffic_rule(*text);
    const std::string file = embedding_file(*text);
    if (rule && file.empty())
      throw ConfigError(fmt::format("embed: {}: a machine file names the table of traffic, too: {}:FILE.csv",
                                    rule->name, rule->name));
    if (!file.empty()) text = text->substr(0, text->size() - file.size()) + beside(machine.file, file);
  }
}

}  // namespace

bool MachineFile::sets_nothing() const {
  return std::all_of(lines.begin(), lines.end(),
                     [](const auto& key) { return key.first == "name" || key.first == "source"; });
}

std::vector<std::string> MachineFile::places_of_links() const {
  std::vector<std::string> places;
  for (const auto& [key, line] : lines)
    if (const Key* const known = find_key(key); known != nullptr && known->names_links)
      places.push_back(fmt::format("{}:{}: {}", core::escaped(file), line, key));
  return places;
}

bool is_machine_file(const std::string& machine) {
  return machine.ends_with(".toml") || machine.find('/') != std::string::npos;
}

namespace {

/// The key that an error begins with: "virtual channels: ..", or "--host ring:0: ..".
std::string key_of(const ConfigError& error) {
  const std::string what = error.what();
  constexpr std::string_view kOption = "--";
  if (what.starts_with(kOption)) return what.substr(kOption.size(), what.find(' ') - kOption.size());
  std::string key = what.substr(0, what.find(':'));
  std::replace(key.begin(), key.end(), ' ', '-');
  return key;
}

/// A sentence on options as one on the keys of the same names.
std::string of_keys(const std::string& sentence) {
  std::string told;
  for (std::size_t at = 0; at < sentence.size();) {
    const std::size_t end =
        std::min(sentence.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at), sentence.size());
    const std::string word = sentence.substr(at, std::max<std::size_t>(end - at, 1));
    told += word.starts_with("--") && find_key(word.substr(2)) != nullptr ? word.substr(2) : word;
    at += word.size();
  }
  return told;
}

}  // namespace

bool MachineFile::tells(const ConfigError& error, const CommandOptions& given) const {
  const std::string key = key_of(error);
  if (const Key* const known = find_key(key); known != nullptr && known->option.in(given)) return false;
  return lines.contains(key) || (lines.contains("topology") && !given.topology);
}

ConfigError MachineFile::located(const ConfigError& error, const char* otherwise) const {
  const std::string key = key_of(error);
  const auto found = lines.find(lines.contains(key) ? key : otherwise);
  constexpr std::size_t kLongest = 600;  // a value may be long
  return ConfigError(fmt::format("{}:{}: {}", core::escaped(file), found == lines.end() ? 1 : found->second,
                                 core::shown_lines(of_keys(error.what()), kLongest)));
}

MachineFile read_machine_file(const std::string& file, const std::vector<Preset>& machines) {
  return read_machine_text(file, core::read_input("machine: ", file, kLongestMachineFile), machines);
}

MachineFile read_machine_text(const std::string& file, std::string_view text,
                              const std::vector<Preset>& machines) {
  MachineFile machine;
  machine.file = file;
  machine.name = core::escaped(std::filesystem::path(file).stem().string());
  const std::string lines = core::with_line_feeds(text);
  for (const auto& [key, node] : parsed(file, lines)) take(machine, std::string(key.str()), node);
  find_files(machine);
  try {
    const Text& base = machine.options.machine;
    const auto named = [&] {
      try {
        return preset(*base, machines);
      } catch (const ConfigError& error) {
        throw ConfigError(std::string("base: ") + error.what());
      }
    };
    Parameters start = base ? named() : without_costs();
    if (!base) start.name = machine.name;
    ChangedMachine changed = with_options(std::move(start), machine.options);
    machine.parameters = std::move(changed.parameters);
    if (machine.options.fail) (void)parse_links(*machine.options.fail);
    machine.parameters.name = machine.name + changed.exactness;
  } catch (const ConfigError& error) {
    throw machine.located(error, "base");
  }
  return machine;
}

}  // namespace toruscope::cli
