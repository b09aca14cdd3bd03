// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/schemas.hpp"

#include "cli/runs/figures.hpp"
#include "picture/network_plan.hpp"
#include "runtime/model/settings.hpp"

#include <optional>
#include <utility>
#include <variant>

namespace toruscope::cli {

namespace {

/// The schema of a figure's value.
nlohmann::ordered_json value_schema(core::Unit unit) {
  using core::Unit;
  switch (unit) {
    case Unit::count:
    case Unit::bytes:
    case Unit::ticks:
      return {{"type", "integer"}, {"minimum", 0}};
    case Unit::seconds:
    case Unit::ratio:
    case Unit::rate:
      return {{"type", "number"}};
    case Unit::steps:
      return {{"type", {"integer", "string"}}};
    case Unit::text:
      break;
  }
  return {{"type", "string"}};
}

/// A group of a run's figures, as far as they are found in these places.
SchemaKeys figure_keys(const std::string& group, core::Places places) {
  SchemaKeys keys;
  for (const RunFigure& f : run_figures()) {
    if (f.group != group || (f.places & places) == 0) continue;
    SchemaKey& key = keys.emplace_back();
    key.name = core::key_of(f.name, f.unit);
    key.may_be_left_out = f.absence == core::Absence::left_out;
    key.value = value_schema(f.unit);
    if (f.name == std::string_view("slow_bytes")) key.value.erase("minimum");  // T15
    if (f.absence == core::Absence::null) key.value = schema_or_null(std::move(key.value));
    key.value["description"] = f.what;
  }
  return keys;
}

SchemaKeys cost_keys(bool has_startup) {
  SchemaKeys keys;
  for (const core::NamedCost& cost : core::named_costs())
    keys.push_back({cost.name,
                    {{"$ref", "#/$defs/cost"}},
                    cost.is_left_out_at_0 || (!has_startup && cost.ticks == &Costs::ts)});
  return keys;
}

/// Nothing of a setting that has no key of its own.
std::optional<SchemaKey> setting_key(const core::Setting& setting) {
  if (const auto* choice = std::get_if<core::Choice>(&setting.held)) {
    SchemaKey key{setting.key(), {{"type", "string"}}};
    if (!choice->names.empty()) key.value = {{"enum", choice->names}};
    if (choice->may_be_none) {
      key.may_be_left_out = true;
      key.value["description"] = "As the option has it. Left out: none.";
    }
    return key;
  }
  const auto* amount = std::get_if<core::Amount>(&setting.held);
  if (amount == nullptr) return std::nullopt;
  SchemaKey key{setting.key(),
                {{"type", "integer"}, {"minimum", amount->is_left_out_at_0 ? 1 : amount->least}},
                amount->is_left_out_at_0};
  if (amount->may_be_none()) key.value = schema_or_null(std::move(key.value));
  if (amount->is_left_out_at_0)
    key.value["description"] = amount->is_bytes() ? "Bytes. Left out: 0." : "Left out: 0.";
  return key;
}

/// Keys of all settings, those that may be left out last.
SchemaKeys setting_keys() {
  SchemaKeys keys;
  for (const bool may_be_left_out : {false, true})
    for (const core::Setting& setting : core::settings())
      if (auto key = setting_key(setting); key && key->may_be_left_out == may_be_left_out)
        keys.push_back(*std::move(key));
  return keys;
}

/// Keys of a log's settings that are held as an Alternative.
template <class Alternative>
SchemaKeys log_keys() {
  SchemaKeys keys;
  for (const core::Setting& setting : core::settings())
    if (setting.is_in_log && std::holds_alternative<Alternative>(setting.held))
      keys.push_back(*setting_key(setting));
  return keys;
}

nlohmann::ordered_json head_of(const char* id, const char* title) {
  nlohmann::ordered_json json;
  json["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  json["$id"] = id;
  json["title"] = title;
  return json;
}

/// Adds a choice between definitions.
void add_choice(nlohmann::ordered_json& json, const std::vector<std::string>& names) {
  for (const std::string& name : names) json["oneOf"].push_back({{"$ref", "#/$defs/" + name}});
}

}  // namespace

nlohmann::ordered_json document_schema() {
  nlohmann::ordered_json json = head_of("toruscope-1.json", "A document of --format json");
  add_choice(json, {"runs", "verification", "algorithms", "machines", "one_machine", "items", "reproduction",
                    "phase", "verdicts", "class_totals", "synthesis"});
  json["$defs"] = read_schema(schema_notation("documents"), [](const std::string& name) -> SchemaKeys {
    if (name == "costs") return cost_keys(false);
    if (name == "settings") return setting_keys();
    return figure_keys(name == "result" ? "" : name, core::kInDocument);
  });
  return json;
}

nlohmann::ordered_json event_schema() {
  nlohmann::ordered_json json = head_of("toruscope-events-1.json", "A row of the event log of --events");
  nlohmann::ordered_json rows = read_schema(schema_notation("events"), [](const std::string& name) {
    if (name == "costs") return cost_keys(true);
    if (name == "rules") return log_keys<core::Choice>();
    if (name == "amounts") return log_keys<core::Amount>();
    return figure_keys(name, core::kInLog);
  });
  for (const auto& [name, row] : rows.items())
    if (name != "cost") json["oneOf"].push_back({{"$ref", "#/$defs/" + name}});
  rows["shape"]["enum"] = picture::network_kinds();
  for (int kind = 0; kind <= static_cast<int>(PathEvent::Kind::partner_wait); ++kind)
    rows["event"]["enum"].push_back(to_string(static_cast<PathEvent::Kind>(kind)));
  json["$defs"] = std::move(rows);
  return json;
}

}  // namespace toruscope::cli
