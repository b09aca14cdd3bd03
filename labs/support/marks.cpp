// SPDX-License-Identifier: Apache-2.0

#include "labs/support/marks.hpp"

#include <nlohmann/json.hpp>

namespace toruscope::labs {

using nlohmann::ordered_json;

std::string to_json(const Marks& marks) {
  ordered_json faults = ordered_json::array();
  for (const std::optional<Fault>& fault : marks.faults) {
    if (fault)
      faults.push_back({{"trial", fault->trial},
                        {"found", fault->found},
                        {"hint", fault->hint},
                        {"run", fault->run},
                        {"frames", fault->frames}});
    else
      faults.push_back(nullptr);
  }
  const ordered_json all{
      {"faults", faults}, {"view", marks.view}, {"no_view", marks.no_view}, {"viewed", marks.viewed}};
  return all.dump(-1, ' ', true, ordered_json::error_handler_t::replace);
}

std::optional<Marks> marks_from_json(const std::string& text, std::size_t items) try {
  const ordered_json all = ordered_json::parse(text);
  Marks marks;
  for (const ordered_json& fault : all.at("faults")) {
    if (fault.is_null())
      marks.faults.emplace_back();
    else
      marks.faults.emplace_back(
          Fault{fault.at("trial"), fault.at("found"), fault.at("hint"), fault.at("run"), fault.at("frames")});
  }
  marks.view = all.at("view");
  marks.no_view = all.at("no_view");
  marks.viewed = all.at("viewed");
  if (marks.faults.size() != items || marks.viewed >= static_cast<int>(items)) return std::nullopt;
  return marks;
} catch (const ordered_json::exception&) {
  return std::nullopt;
}

}  // namespace toruscope::labs
