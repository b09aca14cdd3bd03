// SPDX-License-Identifier: Apache-2.0
#include "labs/labs.hpp"

#include <toruscope/error.hpp>

#include <cctype>
#include <fmt/core.h>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace toruscope::labs {

namespace {

using Json = nlohmann::ordered_json;

/// The number at the begin of a name, up to three digits; -1 if there is none.
int number_of(std::string_view name) {
  std::size_t digits = 0;
  int number = 0;
  while (digits < name.size() && digits < 3 && std::isdigit(static_cast<unsigned char>(name[digits])) != 0)
    number = 10 * number + (name[digits++] - '0');
  if (digits == 0 || (digits < name.size() && std::isalnum(static_cast<unsigned char>(name[digits])) != 0))
    return -1;
  return number;
}

void require_sound_rubric(const Lab& lab) {
  int points = 0;
  std::set<std::string> before{""};
  for (const Item& item : lab.rubric) {
    points += item.points;
    if (!before.contains(item.needs))
      throw ConfigError(fmt::format("lab {}: item {} needs {}, and no item above it has that id", lab.name,
                                    item.id, item.needs));
    if (!before.insert(item.id).second)
      throw ConfigError(fmt::format("lab {}: two items are called {}", lab.name, item.id));
  }
  if (points != 100)
    throw ConfigError(
        fmt::format("lab {}: the items of its rubric have {} points, and 100 are asked for", lab.name, points));
}

Lab lab_from_json(const Json& from) {
  Lab lab{.name = from.at("name"), .title = from.at("title"), .folder = from.at("folder")};
  for (const Json& function : from.at("functions"))
    lab.functions.push_back({function.at("name"), function.at("type")});
  for (const Json& item : from.at("rubric"))
    lab.rubric.push_back({item.at("id"), item.at("points"), item.at("title"), item.at("needs")});
  return lab;
}

}  // namespace

const Lab* find_lab(const std::vector<Lab>& labs, std::string_view name) {
  const int number = number_of(name);
  for (const Lab& lab : labs)
    if (number >= 0 && number_of(lab.name) == number) return &lab;
  return nullptr;
}

void require_sound(const std::vector<Lab>& labs) {
  std::map<int, std::string> names;
  for (const Lab& lab : labs) {
    const int number = number_of(lab.name);
    if (number < 0)
      throw ConfigError(fmt::format(
          "lab {}: its name is a number of up to three digits, and words after a hyphen", lab.name));
    const auto [first, is_new] = names.try_emplace(number, lab.name);
    if (!is_new) throw ConfigError(fmt::format("labs {} and {} have one number", first->second, lab.name));
    if (lab.functions.empty()) throw ConfigError(fmt::format("lab {}: it asks for no function", lab.name));
    require_sound_rubric(lab);
  }
}

std::string to_json(const std::vector<Lab>& labs) {
  Json all = Json::array();
  for (const Lab& lab : labs) {
    Json functions = Json::array();
    for (const Wanted& function : lab.functions)
      functions.push_back({{"name", function.name}, {"type", function.type}});
    Json rubric = Json::array();
    for (const Item& item : lab.rubric)
      rubric.push_back(
          {{"id", item.id}, {"points", item.points}, {"title", item.title}, {"needs", item.needs}});
    all.push_back({{"name", lab.name},
                   {"title", lab.title},
                   {"folder", lab.folder},
                   {"functions", std::move(functions)},
                   {"rubric", std::move(rubric)}});
  }
  return Json{{"toruscope", TORUSCOPE_VERSION}, {"labs", std::move(all)}}.dump();
}

std::vector<Lab> labs_from_json(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  try {
    const std::string version = json.at("toruscope");
    if (version != TORUSCOPE_VERSION)
      throw ConfigError(fmt::format("it was built with toruscope {}, and this is {}: build it again", version,
                                    TORUSCOPE_VERSION));
    std::vector<Lab> labs;
    for (const Json& lab : json.at("labs")) labs.push_back(lab_from_json(lab));
    return labs;
  } catch (const nlohmann::json::exception&) {
    throw ConfigError("it does not tell its labs; toruscope_add_labs of the CMake package makes one that does");
  }
}

}  // namespace toruscope::labs
