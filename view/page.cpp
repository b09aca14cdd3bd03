// SPDX-License-Identifier: Apache-2.0
// The page that plays a run, or two side by side: its sources with the run's data in their place.
// view/README.md says what the data are.

#include "view/page.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"
#include "view/columns.hpp"
#include "view/page_texts.hpp"
#include "view/plan_json.hpp"
#include "view/words_json.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <ostream>
#include <string_view>
#include <utility>

namespace toruscope {

namespace view {

namespace {

constexpr std::int64_t kMostNodes = 64 * kMostPesInView;

void check_size(const std::string& network, std::int64_t pes, std::int64_t nodes) {
  if (pes > kMostPesInView)
    throw ConfigError(
        fmt::format("view: {} has {} PEs; a page shows up to {}; take a smaller machine, or show "
                    "a part of it by --trace FILE --trace-filter pe=0-255",
                    network, core::grouped(pes), core::grouped(kMostPesInView)));
  if (nodes > kMostNodes)
    throw ConfigError(fmt::format("view: {} has {} nodes; a page shows up to {}; take a smaller machine",
                                  network, core::grouped(nodes), core::grouped(kMostNodes)));
}

/// Refuses a run that no page can show.
void check(const RunData& run) {
  const Json& network = run.description.at("network");
  check_size(network.at("name").get<std::string>(), network.at("pes").get<std::int64_t>(),
             network.at("nodes").get<std::int64_t>());
  const std::int64_t events = messages_and_hops_of(run.rows);
  if (events > kMostEventsInView)
    throw ConfigError(
        fmt::format("view: the run has {} messages and hops; a page shows up to {}; take fewer PEs or "
                    "blocks, or show a part of the run by --trace FILE --trace-filter pe=0-15",
                    core::grouped(events), core::grouped(kMostEventsInView)));
  const auto time = run.description.at("time").at("ticks").get<std::int64_t>();
  if (time > std::int64_t{1} << 53)
    throw ConfigError(fmt::format("view: T is {} ticks; a browser counts up to 2^53; give a longer --tick",
                                  core::grouped(time)));
  const auto messages = run.description.at("totals").at("messages").get<std::int64_t>();
  const auto& rows = run.rows.events;
  if (rows.empty() ? messages != 0 : rows.front().kind == Event::Kind::message && rows.front().send_port < 0)
    throw ConfigError(
        "view: the run recorded no events with their ports; set record_events, record_spans and "
        "record_critical_path of its Execution");
  const bool has_path = !run.description.contains("early_end");
  if (has_path && run.rows.critical_path.empty() && time != 0)
    throw ConfigError("view: the run recorded no critical path; set record_critical_path of its Execution");
}

/// The data that the page of a run carries.
Json page_json(const RunData& run) {
  Json json = run.description;
  json["plan"] = plan_json(json["network"]);
  json["network"].erase("links");
  json["words"] = words_json(run.description);
  for (int kind = 0; kind <= static_cast<int>(PathEvent::Kind::partner_wait); ++kind)
    json["path_kinds"].push_back(core::key_of(static_cast<PathEvent::Kind>(kind)));
  for (const Span& span : run.rows.spans)
    if (span.kind == Span::Kind::collective)
      json["calls"].push_back(span.algorithm.empty() ? span.operation
                                                     : span.operation + " / " + span.algorithm);
  for (const Column& column : columns_of(run.rows)) json["columns"][column.name] = column.text;
  return json;
}

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// A text that stands in HTML as it is.
std::string escaped_html(std::string text) {
  for (const auto& [what, by] : {std::pair{"&", "&amp;"}, std::pair{"<", "&lt;"}, std::pair{">", "&gt;"}})
    text = replaced(std::move(text), what, by);
  return text;
}

/// Joins all sources of a folder whose names end so.
std::string joined(std::string_view folder, std::string_view ending) {
  std::string text;
  for (const PageText& source : page_texts())
    if (source.name.starts_with(folder) && source.name.ends_with(ending)) text += source.text;
  return text;
}

using Filling = std::pair<std::string_view, std::string>;

/// The page of a folder, its marks filled in, in their order.
std::string filled(std::string_view folder, const std::vector<Filling>& fillings) {
  const std::string page = joined(folder, ".html");
  std::string_view rest = page;
  std::string text;
  for (const auto& [mark, filling] : fillings) {
    const std::size_t at = rest.find(mark);
    text += rest.substr(0, at);
    text += filling;
    rest.remove_prefix(at + mark.size());
  }
  return text.append(rest);
}

/// Text of the document in a script, where "</" could end it, and "<!--" begin a comment.
std::string script_text(const Json& json) {
  return replaced(json.dump(-1, ' ', false, Json::error_handler_t::replace), "<", "\\u003c");
}

std::string page_text(const std::string& title, const std::string& data) {
  return filled("page/", {{"@title@", escaped_html(title)},
                          {"@style@", joined("page/", ".css")},
                          {"@data@", data},
                          {"@script@", joined("page/", ".js")}});
}

}  // namespace

std::string with_note(std::string page, const std::string& note) {
  const std::size_t at = page.find("<main>");  // no text of others stands before it unescaped
  if (at == std::string::npos) return page;
  return page.insert(at, fmt::format("<pre class=\"note\" tabindex=\"0\">{}</pre>\n", escaped_html(note)));
}

std::int64_t messages_and_hops_of(const Rows& rows) {
  return std::count_if(rows.events.begin(), rows.events.end(), [](const Event& e) {
    return e.kind == Event::Kind::message || e.kind == Event::Kind::hop;
  });
}

RunData data_of(const Report& report, const ViewFacts& facts) {
  return {description_of(report, facts), {report.events, report.spans, report.critical_path, report.blocks}};
}

void write_page(std::ostream& out, const RunData& run) {
  check(run);
  const Json json = page_json(run);
  out << page_text(json["title"].get<std::string>(), script_text(json));
}

void write_page_of_several(std::ostream& out, const std::vector<RunData>& runs) {
  if (runs.size() < 2) throw ConfigError("view: a comparison needs two runs or more; name a further one");
  std::int64_t events = 0;
  const auto tick = [](const RunData& run) {
    Json time = run.description.at("time");
    time.erase("ticks");
    return time;
  };
  for (const RunData& run : runs) {
    check(run);
    events += messages_and_hops_of(run.rows);
    if (tick(run) != tick(runs.front()))
      throw ConfigError("view: the runs differ in the length of a tick; give all of them the same");
  }
  if (events > kMostEventsInView)
    throw ConfigError(
        fmt::format("view: the {} runs have {} messages and hops; a page shows up to {}; name fewer of "
                    "them, or take fewer PEs",
                    runs.size(), core::grouped(events), core::grouped(kMostEventsInView)));
  Json all = Json::array();
  for (const RunData& run : runs) all.push_back(page_json(run));
  const Json& first = runs.front().description;
  const std::string title =
      first.at("operation").get<std::string>() + " on " + first.at("network").at("name").get<std::string>();
  // The page of one run, into which the script puts the data of each of the two that are shown.
  const Json inner = page_text("a run", "@data@");
  out << filled("pair/", {{"@title@", escaped_html(title)},
                          {"@style@", joined("page/theme", ".css") + joined("pair/", ".css")},
                          {"@page@", script_text(inner)},
                          {"@data@", script_text(all)},
                          {"@script@", joined("pair/", ".js")}});
}

}  // namespace view

void prepare_view(const Topology& topology, Execution& execution) {
  view::check_size(topology.name(), topology.pes(), topology.nodes());
  execution.event_limit = {
      kMostEventsInView,
      fmt::format(
          "view: the run has more messages and hops than a page shows, up to {}; it was ended early; take "
          "fewer PEs or blocks, or show a part of the run by --trace FILE --trace-filter pe=0-15",
          core::grouped(kMostEventsInView))};
}

void write_view(std::ostream& out, const Report& report, const ViewFacts& facts) {
  view::write_page(out, view::data_of(report, facts));
}

void write_comparison(std::ostream& out, const std::vector<ViewedRun>& runs) {
  std::vector<view::RunData> all;
  all.reserve(runs.size());
  for (const ViewedRun& run : runs) all.push_back(view::data_of(*run.report, run.facts));
  view::write_page_of_several(out, all);
}

}  // namespace toruscope
