// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/model/all_times.hpp"
#include "runtime/model/link_costs.hpp"
#include "runtime/model/settings.hpp"

#include <toruscope/error.hpp>
#include <toruscope/parameters.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <numeric>
#include <utility>

namespace toruscope {

namespace {

/// Values of a rule, by their names for users.
template <class Rule>
using Names = std::vector<std::pair<std::string, Rule>>;

const Names<PortPolicy>& policy_names() {
  static const Names<PortPolicy> names{{"queue", PortPolicy::queue}, {"strict", PortPolicy::strict}};
  return names;
}
const Names<Switching>& switching_names() {
  static const Names<Switching> names{{"cut-through", Switching::cut_through},
                                      {"store-and-forward", Switching::store_and_forward},
                                      {"wormhole", Switching::wormhole}};
  return names;
}
const Names<Injection>& injection_names() {
  static const Names<Injection> names{{"direct", Injection::direct}, {"buffered", Injection::buffered}};
  return names;
}

const Names<Confidence>& confidence_names() {
  static const Names<Confidence> names{{"published", Confidence::published},
                                       {"unchecked", Confidence::unchecked},
                                       {"assumed", Confidence::assumed}};
  return names;
}

template <class Rule>
std::string name_of(const Names<Rule>& names, Rule rule) {
  for (const auto& [name, value] : names)
    if (value == rule) return name;
  return "?";
}

template <class Rule>
Rule parse_rule(const char* what, const Names<Rule>& names, std::string_view text) {
  std::vector<std::string> known;
  for (const auto& [name, value] : names) {
    if (name == text) return value;
    known.push_back(name);
  }
  throw ConfigError(fmt::format("{}: \"{}\" is not available; available: {}.{}", what, text,
                                core::joined(known, ", "), core::did_you_mean(text, known)));
}

constexpr std::int64_t kMostTicks = std::int64_t{1}
                                    << 45;  // half a minute of picoseconds: sums of many stay exact

/// The longest tick of which every cost, and the given tick, is a whole number.
Time common_tick(const Parameters& parameters) {
  std::int64_t tick = parameters.tick.value();
  core::for_each_cost(parameters, [&](Time time) {
    if (time.is_physical()) tick = std::gcd(tick, time.value());
  });
  return Time::femtoseconds(tick);
}

Ticks resolve_one(const char* name, Time time, const Parameters& parameters) {
  if (time.value() < 0)
    throw ConfigError(fmt::format("{}: a cost is never negative, got {}", name, to_string(time)));
  if (time.is_zero()) return {};
  const std::int64_t tick = parameters.tick.value();
  const auto within_limit = [&](std::int64_t ticks) {
    if (ticks > kMostTicks)
      throw ConfigError(fmt::format("{}: {} is more than 2^45 ticks, the longest cost that a machine may have",
                                    name, to_string(time)));
    return Ticks{ticks};
  };
  if (tick == 0) {
    if (!time.is_physical()) return within_limit(time.value());
    throw ConfigError(
        fmt::format("{}: machine {} counts steps, which have no length, got {}; write a bare number of ticks",
                    name, parameters.name, to_string(time)));
  }
  if (!time.is_physical())
    throw ConfigError(
        fmt::format("{}: a tick of machine {} lasts {}, so a time needs its unit, got {}; write {}us "
                    "or the like",
                    name, parameters.name, to_string(parameters.tick), time.value(), time.value()));
  if (time.value() % tick != 0)
    throw ConfigError(fmt::format("{}: {} is no whole number of ticks of {}; a tick of {} would do", name,
                                  to_string(time), to_string(parameters.tick),
                                  to_string(common_tick(parameters))));
  return within_limit(time.value() / tick);
}

const Names<Ports>& port_names() {
  static const Names<Ports> names{
      {"half", half_port}, {"one", one_port}, {"telephone", telephone}, {"all", all_ports}};
  return names;
}

}  // namespace

std::string to_string(Ports ports) {
  for (const auto& [name, value] : port_names())
    if (value.rule == ports.rule) return name;
  return fmt::format("k={}", ports.k);
}
std::string to_string(PortPolicy policy) {
  return name_of(policy_names(), policy);
}
std::string to_string(Switching switching) {
  return name_of(switching_names(), switching);
}
std::string to_string(Injection injection) {
  return name_of(injection_names(), injection);
}
std::string to_string(Confidence confidence) {
  return name_of(confidence_names(), confidence);
}

Ports parse_ports(std::string_view text) {
  if (text == "bi") return telephone;
  std::vector<std::string> known;
  for (const auto& [name, value] : port_names()) {
    if (name == text) return value;
    known.push_back(name);
  }
  if (text.starts_with("k=")) {
    const std::string_view digits = text.substr(2);
    const int k = core::read_number<int>(digits).value_or(0);
    if (k >= 1 && k <= kMostPorts) return k_ports(k);
    throw ConfigError(
        fmt::format("ports: k is a number from 1 to {}, got \"{}\"; write k=3", kMostPorts, digits));
  }
  throw ConfigError(
      fmt::format("ports: \"{}\" is not available; available: {}, k=N (k=3: up to 3 sends and 3 "
                  "receives).{}",
                  text, core::joined(known, ", "), core::did_you_mean(text, known)));
}
PortPolicy parse_port_policy(std::string_view text) {
  return parse_rule("port policy", policy_names(), text);
}
Switching parse_switching(std::string_view text) {
  return parse_rule("switching", switching_names(), text);
}
Injection parse_injection(std::string_view text) {
  return parse_rule("injection", injection_names(), text);
}

Ticks core::in_ticks(const char* name, Time time, const Parameters& parameters) {
  return resolve_one(name, time, parameters);
}

void core::set_flit(Costs& costs, const Parameters& parameters) {
  if (parameters.switching != Switching::wormhole) return;
  costs.flit = parameters.flit;
  const Costs most = costs.most();
  std::int64_t ticks = 0;
  if (__builtin_mul_overflow(costs.flit, most.tw.count, &ticks) ||
      __builtin_add_overflow(ticks, most.tm.count, &ticks) || ticks > kMostTicks)
    throw ConfigError(
        fmt::format("flit: one of {} bytes takes more than 2^45 ticks, the longest cost that a machine may "
                    "have; give fewer bytes, or a shorter tw or tm",
                    costs.flit));
}

void core::set_pieces(Costs& costs, const Parameters& parameters) {
  costs.pieces.clear();
  for (const Piece& piece : parameters.pieces) {
    const auto ticks = [&](const std::optional<Time>& time, Ticks own) {
      return time ? resolve_one("pieces", *time, parameters) : own;
    };
    costs.pieces.push_back({piece.from,
                            {ticks(piece.ts, costs.ts), ticks(piece.tr, costs.tr), ticks(piece.tm, costs.tm),
                             ticks(piece.tw, costs.tw), ticks(piece.latency, costs.latency)}});
  }
}

Parameters without_costs() {
  return {.ts = Time{}, .tw = Time{}, .th = Time{}, .flop = Time{}};
}

Parameters completed(Parameters parameters) {
  const bool is_physical = !parameters.tick.is_zero();
  for (const core::NamedCost& cost : core::named_costs()) {
    Time& time = parameters.*cost.time;
    if (!time.is_left_out()) continue;
    const bool is_by_dimension = cost.by_dimension != nullptr && !(parameters.*cost.by_dimension).empty();
    time = is_physical && !is_by_dimension ? preset("generic").*cost.time : Time{};
  }
  return parameters;
}

Costs resolve(const Parameters& described) {
  const Parameters parameters = completed(described);
  core::check_settings(parameters);
  const Time tick = parameters.tick;
  if (tick.value() < 0 || (!tick.is_zero() && !tick.is_physical()))
    throw ConfigError(
        fmt::format("tick: its length is a time with a unit, or 0 for a machine that counts steps, got {}",
                    to_string(tick)));
  if (parameters.ticks_per_step < 1 || (!tick.is_zero() && parameters.ticks_per_step != 1))
    throw ConfigError(fmt::format(
        "ticks per step: at least 1, and 1 on a machine whose tick has a length, got {} on machine {}",
        parameters.ticks_per_step, parameters.name));
  Costs costs;
  for (const core::NamedCost& cost : core::named_costs())
    costs.*cost.ticks = resolve_one(cost.name, parameters.*cost.time, parameters);
  const auto cheapest = [&](const char* name, const std::vector<Time>& times, Ticks& cost) {
    for (const Time& time : times) {
      const Ticks ticks = resolve_one(name, time, parameters);
      cost = &time == &times.front() ? ticks : std::min(cost, ticks);
    }
  };
  cheapest("tw", parameters.tw_of, costs.tw);
  cheapest("th", parameters.th_of, costs.th);
  for (const SlowLink& link : parameters.slow) core::check_factor(link);
  if (parameters.rendezvous) costs.rendezvous = resolve_one("rendezvous", *parameters.rendezvous, parameters);
  core::set_pieces(costs, parameters);
  core::set_flit(costs, parameters);
  return costs;
}

Parameters with_lambda(Parameters machine, std::int64_t numerator, std::int64_t denominator) {
  const auto refuse = [&](const std::string& why) {
    const std::string lambda =
        denominator == 1 ? std::to_string(numerator) : fmt::format("{}/{}", numerator, denominator);
    throw ConfigError(fmt::format("lambda: {} (machine {}, lambda {})", why, machine.name, lambda));
  };
  if (!machine.tick.is_zero())
    refuse("only a machine that counts steps has one; give --latency a time instead");
  if (machine.ticks_per_step < 1) refuse("a step has at least 1 tick");
  if (denominator < 1 || numerator < denominator) refuse("a message takes at least one step, so at least 1");
  const std::int64_t common = std::gcd(numerator, denominator);
  numerator /= common;
  denominator /= common;
  if (numerator > kMostTicks) refuse("too large or too fine for exact times");
  const std::int64_t finer = denominator / std::gcd(machine.ticks_per_step, denominator);
  const auto scaled = [&](std::int64_t value, std::int64_t factor) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(value, factor, &product)) refuse("too large or too fine for exact times");
    return product;
  };
  machine.ticks_per_step = scaled(machine.ticks_per_step, finer);
  core::for_each_cost(machine, [&](Time& time) {
    if (!time.is_physical()) time = Ticks{scaled(time.value(), finer)};
  });
  machine.latency = Ticks{scaled(numerator - denominator, machine.ticks_per_step / denominator)};
  return machine;
}

}  // namespace toruscope
