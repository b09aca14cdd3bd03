// SPDX-License-Identifier: Apache-2.0

#include "cli/machine_file.hpp"

#include "cli/settings.hpp"
#include "runtime/core/nearest.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fstream>
#include <iterator>
#include <sstream>
#include <toml++/toml.h>
#include <utility>
#include <vector>

namespace toruscope::detail {

namespace {

/// A key, and the option of the same name that it stands for.
struct Key {
  const char* name;
  Text CommandOptions::*option;
};
constexpr std::array kKeys{Key{"base", &CommandOptions::machine},
                           Key{"topology", &CommandOptions::topology},
                           Key{"host", &CommandOptions::host},
                           Key{"embed", &CommandOptions::embed},
                           Key{"fail", &CommandOptions::fail},
                           Key{"slow", &CommandOptions::slow},
                           Key{"ports", &CommandOptions::ports},
                           Key{"port-policy", &CommandOptions::port_policy},
                           Key{"switching", &CommandOptions::switching},
                           Key{"injection", &CommandOptions::injection},
                           Key{"virtual-channels", &CommandOptions::virtual_channels},
                           Key{"buffers", &CommandOptions::buffers},
                           Key{"eager", &CommandOptions::eager},
                           Key{"tick", &CommandOptions::tick},
                           Key{"ts", &CommandOptions::ts},
                           Key{"tr", &CommandOptions::tr},
                           Key{"tm", &CommandOptions::tm},
                           Key{"tw", &CommandOptions::tw},
                           Key{"th", &CommandOptions::th},
                           Key{"latency", &CommandOptions::latency},
                           Key{"gap", &CommandOptions::gap},
                           Key{"flop", &CommandOptions::flop},
                           Key{"lambda", &CommandOptions::lambda}};

[[noreturn]] void refuse(const std::string& file, std::size_t line, const std::string& why) {
  throw ConfigError(fmt::format("{}:{}: {}", file, line, why));
}

toml::table parsed(const std::string& file) {
  if (std::filesystem::is_directory(file))
    throw ConfigError(fmt::format("machine: {} is a directory; name a file in it", file));
  std::ifstream in(file, std::ios::binary);
  if (!in) throw ConfigError(fmt::format("machine: cannot read {}: {}", file, std::strerror(errno)));
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  try {
    return toml::parse(text, file);
  } catch (const toml::parse_error& error) {
    refuse(file, error.source().begin.line, std::string(error.description()));
  }
}

/// As it would stand on the command line.
std::string text_of(const std::string& file, const std::string& name, const toml::node& node) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  const auto* list = node.as_array();
  const bool is_nested =
      list != nullptr &&
      std::any_of(list->begin(), list->end(), [](const toml::node& member) { return member.is_array(); });
  if (list != nullptr && !list->empty() && !is_nested) {
    std::vector<std::string> members;
    for (const toml::node& member : *list) members.push_back(text_of(file, name, member));
    return fmt::format("{}", fmt::join(members, ","));
  }
  std::ostringstream type;
  type << node.type();
  refuse(file, node.source().begin.line,
         fmt::format("{}: a text as \"75us\", a whole number or a list of them is needed, got {}", name,
                     is_nested         ? "a list of lists"
                     : list != nullptr ? "an empty list"
                                       : "a value of type " + type.str()));
}

bool is_control(unsigned char c) {
  return c < 0x20 || c == 0x7f;
}

void take(MachineFile& machine, const std::string& name, const toml::node& node) {
  const std::size_t line = node.source().begin.line;
  machine.lines[name] = line;
  if (name == "name" || name == "source") {
    if (!node.is_string())
      refuse(machine.file, line, fmt::format("{}: a text in quotes is needed, got another value", name));
    std::string text = text_of(machine.file, name, node);
    if (text.empty() || std::any_of(text.begin(), text.end(), is_control))
      refuse(machine.file, line,
             fmt::format("{}: a text of one line is needed, got {}", name,
                         text.empty() ? "an empty one" : "one with control characters"));
    (name == "name" ? machine.name : machine.source) = std::move(text);
    return;
  }
  const auto key = std::find_if(kKeys.begin(), kKeys.end(), [&](const Key& k) { return name == k.name; });
  if (key == kKeys.end()) {
    std::vector<std::string> known{"name", "source"};
    for (const Key& k : kKeys) known.emplace_back(k.name);
    refuse(machine.file, line, unknown_name("key", "keys", name, known));
  }
  const bool names_wires = name == "fail" || name == "slow";
  if (const auto* list = node.as_array(); names_wires && list != nullptr && list->empty()) return;  // none
  machine.options.*key->option = text_of(machine.file, name, node);
}

}  // namespace

bool MachineFile::sets_nothing() const {
  return std::all_of(lines.begin(), lines.end(),
                     [](const auto& key) { return key.first == "name" || key.first == "source"; });
}

bool is_machine_file(const std::string& machine) {
  return machine.ends_with(".toml") || machine.find('/') != std::string::npos;
}

namespace {

/// What an error begins with.
std::string key_of(const ConfigError& error) {
  const std::string what = error.what();
  std::string key = what.substr(0, what.find(':'));
  std::replace(key.begin(), key.end(), ' ', '-');
  return key;
}

}  // namespace

bool MachineFile::tells(const ConfigError& error, const CommandOptions& given) const {
  const std::string key = key_of(error);
  const auto known = std::find_if(kKeys.begin(), kKeys.end(), [&](const Key& k) { return k.name == key; });
  if (known == kKeys.end()) return lines.contains("topology") && !given.topology;
  return lines.contains(key) && !(given.*known->option);
}

ConfigError MachineFile::located(const ConfigError& error, const char* otherwise) const {
  const std::string key = key_of(error);
  const auto found = lines.find(lines.contains(key) ? key : otherwise);
  return ConfigError(fmt::format("{}:{}: {}", file, found == lines.end() ? 1 : found->second, error.what()));
}

MachineFile read_machine_file(const std::string& file, const std::vector<Preset>& machines) {
  MachineFile machine;
  machine.file = file;
  machine.name = std::filesystem::path(file).stem().string();
  for (const auto& [key, node] : parsed(file)) take(machine, std::string(key.str()), node);
  try {
    const Text& base = machine.options.machine;
    const auto named = [&] {
      try {
        return preset(*base, machines);
      } catch (const ConfigError& error) {
        throw ConfigError(std::string("base: ") + error.what());
      }
    };
    machine.parameters = with_options(base ? named() : Parameters{}, machine.options);
  } catch (const ConfigError& error) {
    throw machine.located(error, "base");
  }
  machine.parameters.name = machine.name;
  return machine;
}

}  // namespace toruscope::detail
