// SPDX-License-Identifier: Apache-2.0
#include "view/log_description.hpp"

#include "runtime/core/shown_text.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/trace/figures.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <variant>

namespace toruscope::view {

namespace {

/// A sentence that ends the reading.
class Wrong : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class Is { text, whole, count, yes_or_no };

bool is(const Json& value, Is what) {
  switch (what) {
    case Is::text:
      return value.is_string();
    case Is::whole:
      return value.is_number_integer() && value >= 0;
    case Is::count:
      return is(value, Is::whole) && value < std::numeric_limits<int>::max();
    case Is::yes_or_no:
      return value.is_boolean();
  }
  return false;
}

const char* name_of(Is what) {
  switch (what) {
    case Is::text:
      return "a text";
    case Is::whole:
      return "a whole number from 0";
    case Is::count:
      return "a whole number from 0, below 2^31 - 1";
    case Is::yes_or_no:
      break;
  }
  return "true or false";
}

/// An object of the row, by the name that sentences give it.
class Part {
 public:
  Part(const Json& json, std::string name) : json_(json), name_(std::move(name)) {
    if (!json_.is_object()) throw Wrong(name_ + " should be an object");
  }

  [[nodiscard]] const Json& at(const char* key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) throw Wrong(fmt::format("{} has no {}", name_, key));
    return *found;
  }
  [[nodiscard]] Part part(const char* key) const { return {at(key), fmt::format("{} of {}", key, name_)}; }
  void require(Is what, std::initializer_list<const char*> keys) const {
    for (const char* key : keys) check(key, at(key), what, "");
  }
  /// Checks keys whose values may be null.
  void require_or_null(Is what, std::initializer_list<const char*> keys) const {
    for (const char* key : keys)
      if (!at(key).is_null()) check(key, at(key), what, " or null");
  }
  [[nodiscard]] bool has(const char* key) const { return json_.contains(key); }
  /// Checks a key that may be left out.
  void require_if_given(Is what, const char* key) const {
    if (json_.contains(key)) check(key, at(key), what, "");
  }

 private:
  void check(const char* key, const Json& value, Is what, const char* other) const {
    if (!is(value, what))
      throw Wrong(fmt::format("{} of {} is {}, and should be {}{}", key, name_, core::shown(value.dump()),
                              name_of(what), other));
  }

  const Json& json_;
  std::string name_;
};

void check_machine(const Part& machine) {
  machine.require(Is::text, {"name"});
  machine.require(Is::yes_or_no, {"equal_links"});
  for (const core::Setting& setting : core::settings()) {
    if (!setting.is_in_log) continue;
    const std::string key = setting.key();
    const auto* amount = std::get_if<core::Amount>(&setting.held);
    if (const auto* choice = std::get_if<core::Choice>(&setting.held); choice != nullptr && choice->may_be_none)
      machine.require_if_given(Is::text, key.c_str());
    else if (choice != nullptr)
      machine.require(Is::text, {key.c_str()});
    if (amount == nullptr) continue;
    if (amount->is_left_out_at_0)
      machine.require_if_given(Is::whole, key.c_str());
    else if (amount->may_be_none())
      machine.require_or_null(Is::whole, {key.c_str()});
    else
      machine.require(Is::whole, {key.c_str()});
  }
  const Part costs = machine.part("costs");
  for (const core::NamedCost& cost : core::named_costs()) {
    if (cost.is_left_out_at_0 && !costs.has(cost.name)) continue;
    const Part one = costs.part(cost.name);
    one.require(Is::text, {"symbol", "text"});
    one.require(Is::whole, {"ticks"});
  }
}

bool is_number_below(const Json& value, int most) {
  return is(value, Is::whole) && value < most;
}

bool is_link_of(const Json& link, int nodes) {
  return link.is_array() && link.size() == 2 && is_number_below(link[0], nodes) &&
         is_number_below(link[1], nodes);
}

void check_network(const Part& network) {
  network.require(Is::text, {"name", "note", "shape"});
  network.require(Is::count, {"nodes", "pes"});
  network.require(Is::yes_or_no, {"failed_links"});
  network.require_if_given(Is::yes_or_no, "all_links");
  const int nodes = network.at("nodes").get<int>();
  const int pes = network.at("pes").get<int>();
  if (pes < 1 || nodes < pes) throw Wrong(fmt::format("a network of {} nodes with {} PEs", nodes, pes));
  for (const Json& link : network.at("links"))
    if (!is_link_of(link, nodes)) throw Wrong("a link between nodes that are not there: " + link.dump());
  for (const Json& side : network.at("sides"))
    if (!is(side, Is::count) || side < 1) throw Wrong("a side of the network is " + side.dump());
}

void check_early_end(const Part& early, int pes, int nodes) {
  early.require(Is::text, {"reason"});
  for (const Json& one : early.at("waiting")) {
    const Part waiting(one, "a PE that waits");
    if (!is_number_below(waiting.at("pe"), pes) || !is(waiting.at("since"), Is::whole) ||
        !is(waiting.at("what"), Is::text))
      throw Wrong("early_end has a PE that waits without pe, since or what: " + one.dump());
    const auto whom = one.find("whom");  // a PE, or -1
    if (whom != one.end() && *whom != -1 && !is_number_below(*whom, pes))
      throw Wrong("early_end has a PE that waits for a PE that is not there: " + one.dump());
  }
  for (const Json& one : early.at("stuck")) {
    const Part stuck(one, "a message that is stuck");
    Json links = stuck.at("holds");
    links.push_back(stuck.at("wants"));
    for (const Json& link : links)
      if (!is_link_of(link, nodes))
        throw Wrong("early_end has a link between nodes that are not there: " + link.dump());
    if (!is_number_below(stuck.at("source"), pes) || !is_number_below(stuck.at("destination"), pes))
      throw Wrong("early_end has a message of PEs that are not there: " + one.dump());
  }
}

/// Requires the figures of the group that a log holds.
template <class Source>
void require_figures(const Part& part, core::Figures<Source> figures, std::string_view group) {
  for (const core::Figure<Source>& figure : figures)
    if (figure.group == group && (figure.places & core::kInLog) != 0)
      part.require(figure.unit == core::Unit::text ? Is::text : Is::whole, {figure.name});
}

void check_run(const Json& row) {
  const Part run(row, "the run");
  run.require(Is::text, {"version", "title", "operation", "algorithm", "command"});
  run.require_or_null(Is::whole, {"block_bytes", "predicted"});
  run.require_or_null(Is::yes_or_no, {"verified"});
  const Part time = run.part("time");
  time.require(Is::whole, {"ticks"});
  time.require(Is::whole,
               {row["time"].contains("ticks_per_step") ? "ticks_per_step" : "femtoseconds_per_tick"});
  check_machine(run.part("machine"));
  check_network(run.part("network"));
  require_figures(run.part("account"), core::report_figures(), "critical_path");
  require_figures(run.part("totals"), core::report_figures(), "totals");
  if (!run.at("bound").is_null()) require_figures(run.part("bound"), core::bound_figures(), "");
  if (row.contains("early_end"))
    check_early_end(run.part("early_end"), row["network"]["pes"], row["network"]["nodes"]);
}

}  // namespace

std::optional<std::string> fault_of_description(const Json& run) try {
  check_run(run);
  return std::nullopt;
} catch (const Wrong& wrong) {
  return wrong.what();
} catch (const Json::exception& error) {
  return fmt::format("the description of the run is not as write_log writes it ({})", error.what());
}

}  // namespace toruscope::view
