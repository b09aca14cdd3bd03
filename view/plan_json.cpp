// SPDX-License-Identifier: Apache-2.0

#include "view/plan_json.hpp"

#include "picture/network_plan.hpp"
#include "view/columns.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fmt/core.h>
#include <vector>

namespace toruscope::view {

namespace {

using picture::NetworkPlan;
using picture::PlannedLink;
using picture::Point;

/// Largest complete network of which all links are drawn; of a larger one, those that were used.
constexpr int kMostPesOfComplete = 96;

picture::NetworkFacts facts_of(const Json& network) {
  picture::NetworkFacts facts{.kind = network.at("shape"),
                              .name = network.at("name"),
                              .sides = network.at("sides"),
                              .nodes = network.at("nodes"),
                              .pes = network.at("pes"),
                              .links = network.at("links"),
                              .has_all_links = network.value("all_links", true),
                              .has_failed_links = network.at("failed_links")};
  std::sort(facts.links.begin(), facts.links.end());
  return facts;
}

/// A unit of which all places are multiples, or one too small to be seen.
double unit_of(const std::vector<Point>& places) {
  double most = 0;
  bool are_whole = true;
  for (const Point& place : places)
    for (const double value : {place.x, place.y}) {
      most = std::max(most, std::abs(value));
      are_whole = are_whole && value == std::floor(value);
    }
  constexpr double kParts = 1 << 19;  // three bytes each
  return are_whole ? 1 : most / kParts;
}

/// A coordinate of all places, in units, as differences.
std::string places_text(const std::vector<Point>& places, double Point::*coordinate, double unit) {
  std::vector<std::int64_t> values;
  std::int64_t last = 0;
  for (const Point& place : places) {
    const auto value = std::llround(place.*coordinate / unit);
    values.push_back(value - std::exchange(last, value));
  }
  return packed(values);
}

Json point_json(const Point& point) {
  return Json::array({point.x, point.y});
}

Json way_json(const picture::LinkWay& way) {
  Json json = Json::object();
  if (way.is_arc) json["arc"] = true;
  if (way.is_bow) json["bow"] = true;
  if (way.rise != 0) json["rise"] = way.rise;
  if (way.stub) json["stub"] = point_json(*way.stub);
  if (way.is_between_planes) json["out"] = true;
  return json;
}

/// Adds the ends of links, and their ways: each once, and runs of links that have the same.
void add_links(Json& json, const std::vector<PlannedLink>& links) {
  std::vector<std::int64_t> from;
  std::vector<std::int64_t> step;
  std::vector<std::int64_t> way;
  std::vector<std::int64_t> run;
  std::vector<picture::LinkWay> ways;
  std::int64_t last = 0;
  for (const PlannedLink& link : links) {
    from.push_back(link.from - std::exchange(last, link.from));
    step.push_back(link.to - link.from);
    const auto found = std::find(ways.begin(), ways.end(), link.way) - ways.begin();
    if (found == std::ssize(ways)) ways.push_back(link.way);
    if (way.empty() || way.back() != found) {
      way.push_back(found);
      run.push_back(0);
    }
    ++run.back();
  }
  json["link_from"] = packed(from);
  json["link_step"] = packed(step);
  json["failed"] = std::count_if(links.begin(), links.end(), [](const PlannedLink& l) { return l.has_failed; });
  json["ways"] = Json::array();
  for (const picture::LinkWay& one : ways) json["ways"].push_back(way_json(one));
  json["link_way"] = packed(way);
  json["link_run"] = packed(run);
}

Json fields_json(const std::vector<picture::PlannedField>& fields) {
  Json json = Json::array();
  for (const picture::PlannedField& field : fields) {
    Json corners = Json::array();
    for (const Point& corner : field.corners) corners.push_back(point_json(corner));
    json.push_back({{"label", fmt::format("{} – {}", field.first, field.last)}, {"corners", corners}});
  }
  return json;
}

}  // namespace

Json plan_json(const Json& network) {
  const picture::NetworkFacts facts = facts_of(network);
  NetworkPlan plan = picture::plan_of(facts);
  const bool is_full = plan.kind == NetworkPlan::Kind::complete && facts.pes > kMostPesOfComplete;
  if (is_full) plan.links.clear();
  const double unit = unit_of(plan.nodes);
  Json json;
  json["kind"] = picture::to_string(plan.kind);
  json["note"] = is_full || !facts.has_all_links        ? "only links that were used are drawn"
                 : plan.kind == NetworkPlan::Kind::flat ? "drawn flat: a grid of grids"
                                                        : "";
  json["unit"] = unit;
  json["x"] = places_text(plan.nodes, &Point::x, unit);
  json["y"] = places_text(plan.nodes, &Point::y, unit);
  add_links(json, plan.links);
  json["fields"] = fields_json(plan.fields);
  return json;
}

}  // namespace toruscope::view
