// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/schemas.hpp"

#include "cli/runs/figures.hpp"
#include "cli/tables/schema_notation.hpp"
#include "runtime/model/settings.hpp"
#include "view/description.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace toruscope::cli {

namespace {

constexpr std::string_view kDocuments = R"(
...head = schema: 'toruscope/1', version: text

...machine = name: text, ...settings, tick: text, ticks_per_step?: whole, costs: @costs
costs = { ...costs } "Without ts in a document of phase over ts/tw."
cost = { time: text, ticks: integer, ticks_by_dimension?: [integer] }
slow = { from to: whole, factor: number }
machine = { ...machine, slow?: [@slow],
  links_with_costs?: [{ from to: whole, tw? th?: whole }]
    "Costs in ticks of directed links that have their own by the network's description." }
  "Rules and costs, in the words of the description and in ticks."
preset = { ...machine, description source: text, slow?: [@slow], topology?: text, figures?: @figures }
figures = [{ of says: text, confidence: 'published' | 'unchecked' | 'assumed', source: text }]
  "Costs and rules of a preset, what their sources say, and how well they are known."
machines = { ...head, machines: [@preset] } "Of machine list."
one_machine = { ...head, machine: @machine, inputs: [text | null],
  topology?: { name: text, pes degree diameter bisection: whole, bisection_is_upper_bound?: yes_or_no, note?: text,
    routes?: { channels: whole, virtual_channels?: whole from 1, dependencies: whole } },
  block_bytes?: whole, lower_bounds?: { *: @bound | null }, figures?: @figures }
  "Of machine show and machine check."

time = { ...virtual_time } "A virtual time; steps only on a machine that counts them."
account = { ...critical_path }
totals = { ...totals }
prediction = { ...predicted }
bound = { ...lower_bound }
bandwidth = { ...bandwidth }
scaling = { ...scaling }
run_host = { ...host }
link = { from to: whole, direction: text, messages bytes wait: whole }
links = { ...links, most_loaded longest_waits: [@link] }
port_use = { kind: 'send' | 'receive', partner: integer }
port_wait = { pe conflicts wait: whole, longest: { wait since: whole, transfer held_by: @port_use } }
longest_wait = { from to wait: whole }
path_step =
  { begin end from to bytes startup transmission hop link_wait receive latency gap compute: whole,
    longest_link_wait?: @longest_wait }
  | { begin end pe bytes startup transmission hop link_wait receive latency gap compute: whole,
    longest_link_wait?: @longest_wait }
path_event = { kind: text, begin end: whole, from? to? pe? peer? bytes? count?: whole, receives?: true }
result = { operation algorithm: text, auto?: true, topology: text, topology_note?: text, pes: whole,
  ports switching: text, block_bytes: whole | null, root?: whole, operator?: text,
  values? shift? partner? window? segment_bytes?: whole, reading?: { *: text }, data?: 'none', reproducible?: false,
  virtual_time: @time | null, critical_path: @account | null,
  critical_path_steps?: [@path_step], critical_path_events?: [@path_event], latency?: @time,
  bandwidth: @bandwidth | null, totals: @totals | null, port_waits?: [@port_wait], links?: @links,
  predicted: @prediction | null, predicted_communication?: @prediction, lower_bound: @bound | null, ...result,
  verified: yes_or_no | null, faults?: [text], error?: text, exit_code?: integer, host: @run_host,
  sweep?: @sweep, machine?: @machine, scaling?: @scaling | null, check?: text, findings?: [text] } "A run."

sweep = { +: text } "Each option that is swept and its value, as it was written."
host = { workers?: whole, engine? network?: text, command compiler build: text, commit: text | null, date: text,
  bytes_per_pe?: integer, cores? free_memory_bytes?: whole, search_seconds?: number }
  "How and where the document was made."
ground = 'formula' | 'estimate' | 'table order'
miss = { fastest: text, ticks: whole | null, beyond_tolerance: yes_or_no | null }
refused = { algorithm reason: text, where?: [text] }
runs = { ...head, machine?: @machine, seed: whole, inputs: [text | null], results: [@result],
  auto?: text, auto_by?: @ground, auto_missed?: @miss | null, refused?: [@refused],
  rankings?: [{ sweep: @sweep, auto: text, auto_by: @ground, auto_missed: @miss | null, refused: [@refused] }],
  left_out?: [{ topology: text, block_bytes: [whole], reason: text }],
  refused_sizes?: [{ pes: whole, reason: text, sweep?: @sweep }], explanation?: @explanation, host: @host }
  "Of run, verify, compare, bench, info."
explanation = { parts: [{ part name: text, count: integer | null, ticks: whole, share: number }],
  what_if: [{ change: text, T_relative: number | null, refusal: text | null }], slices: [text] }
phase = { ...head, operation: text, over: 'p' | 'ts/tw', machine: @machine, runs: whole,
  cells: [{ block_bytes: whole, pes?: whole from 1, ts_over_tw?: number, topology fastest: text | null,
    ticks: integer | null, seconds: number | null, formula formula_by: text | null, formula_ticks: integer | null,
    differs: yes_or_no, reason: text | null }], host: @host } "Of phase."

verification = { ...head, results: [{ operation algorithm: text, runs predictions_compared bounds_compared: whole,
  claims_of_no_conflicts_compared refused: whole, restrictions: text,
  failures: [{ command: text, exit_code: integer, faults: [text] }] }], error?: text, host: @host } "Of verify --all."
algorithm = { operation algorithm summary textbook restrictions synchronisation: text,
  conflict_free conflict_free_premise formula source: text, topology?: text | null,
  rounds?: [{ round start: whole, transfers: [{ from to: whole, bytes? blocks?: whole }] }] | null }
algorithms = { ...head, algorithms: [@algorithm] } "Of algo list and algo show; rounds of the latter."

items = { ...head, results: [{ item title paper: text }] } "Of reproduce."
reproduction = { ...head, results: [{ item place subject quantity: text, printed formula measured: integer | text | null,
  verdict: 'agrees' | 'differs' | 'wrong', because erratum: text | null }], host?: @host } "Of reproduce ITEM."

verdicts = { ...head, results: [{ submission: text, student: text | null "As names of files and folders tell.",
  lab: text, points: whole | null, of: whole,
  ending: 'graded' | 'not built' | 'stopped' | 'foul' | 'not graded', lost: [text] "Items without points.",
  reason: text | null "If it was not graded.", hint: text | null, compiler: text | null "What the compiler said.",
  items: [{ item: text, points: whole | null, of: whole, title: text,
    trial: text | null "The run with the first fault.", found hint: text | null,
    printed: text | null "What PEs printed in that run, as far as there is room." } "A line of the rubric."] }],
  passed_over: [text] "What in folders is no submission, and why.",
  host: { containment: [{ what: text, enforced: yes_or_no, how: text }] } "What the kernel of this computer enforces." }
  "Of grade."
class_totals = { ...head, results: [{ student: text,
  labs: { *: integer | null "Points by the number of the lab; null: nothing was handed in." }, points: whole }] }
  "Of grade --totals."

status = 'optimal' | 'feasible' | 'infeasible'
least = { value: whole, reason: text }
synthesis = { ...head, machine: @machine, seed: whole, inputs: [text | null], results: [@result],
  synthesis: { operation: text, chunks: whole from 1, rounds_allowed hops most_in_message: whole | null, status: @status,
    rounds volume chunks_sent: whole | null,
    parts: [{ operation: text, status: @status, least_rounds least_volume: @least, formulas variables clauses: whole }
      "A search: of allreduce there are two."] },
  rows: [{ round: whole from 1, from to: whole, chunks: [text], combines: yes_or_no } "A message."], host: @host }
  "Of synth. No results and no rows if infeasible."
)";

constexpr std::string_view kEvents = R"(
run = { kind: 'run', schema: 'toruscope-run/1', version title operation algorithm command: text,
  block_bytes: integer | null, verified: yes_or_no | null,
  time: { ticks: whole, femtoseconds_per_tick? ticks_per_step?: whole from 1 },
  machine: { name: text, ...rules, costs: { ...costs }, equal_links: yes_or_no, ...amounts },
  network: { name note: text, shape: @shape, sides: [whole from 1], nodes pes: whole from 1, failed_links: yes_or_no,
    links: [[whole; 2]] },
  account: { ...critical_path }, totals: { ...totals }, predicted: integer | null, bound: { ...lower_bound } | null,
  early_end?: { reason: text, waiting: [{ pe since: whole, what: text, whom: whole from -1 }],
    stuck: [{ source destination: whole, holds: [[whole; 2]], wants: [whole; 2] }] } }
cost = { symbol text: text, ticks: whole }
message = { kind: 'message', source sequence destination: whole, tag: integer, bytes hops: whole,
  posted start left arrival available taken: whole, send_port? receive_port?: whole }
hop = { kind: 'hop', source sequence index from to virtual_channel asked granted: whole, released?: whole }
compute = { kind: 'compute' | 'synchronize', pe begin end: whole }
collective = { kind: 'collective', pe sequence: whole, outer: whole from -1, operation algorithm: text,
  communicator rank: whole, root: integer, bytes begin end: whole }
round = { kind: 'round', pe sequence: whole, outer: whole from -1, index begin end: whole }
block = { kind: 'block', source sequence index origin last: whole, destination offset: whole from -1, bytes: whole from 1 }
path = { kind: 'path', event: @event, begin end pe: whole, peer: whole from -1, bytes: whole, count: whole from 1,
  receives: yes_or_no }
early_end = { kind: 'early_end', at: whole, reason: text }
)";

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
    if (f.absence == core::Absence::null) key.value = schema_or_null(std::move(key.value));
    key.value["description"] = f.what;
  }
  return keys;
}

SchemaKeys cost_keys(bool has_startup) {
  SchemaKeys keys;
  for (const core::NamedCost& cost : core::named_costs())
    keys.push_back({cost.name, {{"$ref", "#/$defs/cost"}}, !has_startup && cost.ticks == &Costs::ts});
  return keys;
}

/// Nothing of a setting that has no key of its own.
std::optional<SchemaKey> setting_key(const core::Setting& setting) {
  if (const auto* choice = std::get_if<core::Choice>(&setting.held)) {
    SchemaKey key{setting.key(), {{"type", "string"}}};
    if (!choice->names.empty()) key.value = {{"enum", choice->names}};
    return key;
  }
  const auto* amount = std::get_if<core::Amount>(&setting.held);
  if (amount == nullptr) return std::nullopt;
  SchemaKey key;
  key.name = setting.key();
  key.may_be_left_out = amount->is_left_out_at_0;
  key.value = {{"type", "integer"}, {"minimum", amount->is_left_out_at_0 ? 1 : amount->least}};
  if (amount->may_be_none()) key.value = schema_or_null(std::move(key.value));
  if (amount->is_left_out_at_0)
    key.value["description"] = amount->is_bytes() ? "Bytes. Left out: 0." : "Left out: 0.";
  return key;
}

/// Those that may be left out are last.
SchemaKeys setting_keys() {
  SchemaKeys keys;
  for (const bool may_be_left_out : {false, true})
    for (const core::Setting& setting : core::settings())
      if (auto key = setting_key(setting); key && key->may_be_left_out == may_be_left_out)
        keys.push_back(*std::move(key));
  return keys;
}

/// Those of a log that are held as an Alternative.
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

/// One of these definitions.
void add_choice(nlohmann::ordered_json& json, const std::vector<std::string>& names) {
  for (const std::string& name : names) json["oneOf"].push_back({{"$ref", "#/$defs/" + name}});
}

}  // namespace

nlohmann::ordered_json document_schema() {
  nlohmann::ordered_json json = head_of("toruscope-1.json", "A document of --format json");
  add_choice(json, {"runs", "verification", "algorithms", "machines", "one_machine", "items", "reproduction",
                    "phase", "verdicts", "class_totals", "synthesis"});
  json["$defs"] = read_schema(kDocuments, [](const std::string& name) -> SchemaKeys {
    if (name == "costs") return cost_keys(false);
    if (name == "settings") return setting_keys();
    return figure_keys(name == "result" ? "" : name, core::kInDocument);
  });
  return json;
}

nlohmann::ordered_json event_schema() {
  nlohmann::ordered_json json = head_of("toruscope-events-1.json", "A row of the event log of --events");
  nlohmann::ordered_json rows = read_schema(kEvents, [](const std::string& name) {
    if (name == "costs") return cost_keys(true);
    if (name == "rules") return log_keys<core::Choice>();
    if (name == "amounts") return log_keys<core::Amount>();
    return figure_keys(name, core::kInLog);
  });
  for (const auto& [name, row] : rows.items())
    if (name != "cost") json["oneOf"].push_back({{"$ref", "#/$defs/" + name}});
  rows["shape"]["enum"] = view::shape_names();
  for (int kind = 0; kind <= static_cast<int>(PathEvent::Kind::partner_wait); ++kind)
    rows["event"]["enum"].push_back(to_string(static_cast<PathEvent::Kind>(kind)));
  json["$defs"] = std::move(rows);
  return json;
}

}  // namespace toruscope::cli
