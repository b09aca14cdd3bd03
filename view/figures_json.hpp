// SPDX-License-Identifier: Apache-2.0
// Figures as JSON: an object for each group, with the keys and the order of the table of figures.

#pragma once

#include "runtime/trace/figures.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

namespace toruscope::view {

/// Value as JSON; null if there is none.
inline nlohmann::ordered_json figure_value_json(const core::FigureValue& value) {
  return std::visit(
      [](const auto& held) -> nlohmann::ordered_json {
        if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::monostate>)
          return nullptr;
        else
          return held;
      },
      value);
}

/// The figures of a group that are found in one of the places.
template <class Source>
nlohmann::ordered_json figures_json(core::Figures<Source> figures, const Source& source, core::Places places,
                                    std::string_view group = "") {
  nlohmann::ordered_json json;
  for (const core::Figure<Source>& figure : figures) {
    if (figure.group != group || (figure.places & places) == 0) continue;
    nlohmann::ordered_json value = figure_value_json(figure.read(source));
    if (value.is_null() && figure.absence == core::Absence::left_out) continue;
    json[core::key_of(figure.name, figure.unit)] = std::move(value);
  }
  return json;
}

/// The same of a source that may be missing; null without it.
template <class Source>
nlohmann::ordered_json figures_json(core::Figures<Source> figures, const std::optional<Source>& source,
                                    core::Places places) {
  if (!source) return nullptr;
  return figures_json(figures, *source, places);
}

}  // namespace toruscope::view
