// SPDX-License-Identifier: Apache-2.0

#include "runtime/model/settings.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/model/switching.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope::core {

namespace {

template <auto Member, auto Parse, auto... All>
Choice choice() {
  return {[](const Parameters& m) { return to_string(m.*Member); },
          [](Parameters& m, std::string_view text) { m.*Member = Parse(text); },
          {to_string(All)...}};
}

constexpr int kMostBuffers = 1 << 20;

void check_ports(const Parameters& machine) {
  const Ports ports = machine.ports;
  const bool has_k = ports.rule == Ports::Rule::k || ports.rule == Ports::Rule::all;
  if (has_k ? ports.k < 1 || ports.k > kMostPorts : ports.k != 1)
    throw ConfigError(
        has_k ? fmt::format("ports: k is a number from 1 to {}, got {}", kMostPorts, ports.k)
              : fmt::format("ports: rule {} has no more than one port each way, got {}; use k_ports({})",
                            to_string(ports), ports.k, ports.k));
}

void check_channels(const Parameters& machine) {
  if (machine.virtual_channels < 1 || machine.virtual_channels > kMostChannels)
    throw ConfigError(
        fmt::format("virtual channels: 1 to {} of each link, got {}", kMostChannels, machine.virtual_channels));
}

void check_buffers(const Parameters& machine) {
  if (!machine.buffers) return;
  const int least = machine.switching == Switching::wormhole ? 0 : 1;
  if (*machine.buffers < least || *machine.buffers > kMostBuffers)
    throw ConfigError(fmt::format("buffers: with {} switching {} to {} messages, got {}",
                                  to_string(machine.switching), least, kMostBuffers, *machine.buffers));
  const std::vector<Time>& th_of = machine.th_of;
  const bool is_free = th_of.empty()
                           ? machine.th.is_zero()
                           : std::any_of(th_of.begin(), th_of.end(), [](Time th) { return th.is_zero(); });
  if (*machine.buffers > 0 && is_free)
    throw ConfigError(
        "buffers: a hop must take time where they are limited; give --th, or leave --buffers out");
}

/// True if a PE had several transfers in a direction, or in all if both share a port.
bool had_several(const Report& report, bool share_a_port) {
  return std::any_of(report.pes.begin(), report.pes.end(), [&](const PeReport& pe) {
    return pe.messages_sent > 1 || pe.messages_received > 1 ||
           (share_a_port && pe.messages_sent + pe.messages_received > 1);
  });
}

bool are_narrow(Ports ports) {
  return ports.rule == Ports::Rule::half || ports.rule == Ports::Rule::telephone;
}

constexpr const char* kNoMessage = "no PE sent another one a message";
constexpr const char* kNoSecond = "no PE sent two messages or took two";

std::string no_message(const Report& report) {
  return report.totals.messages == 0 ? kNoMessage : "";
}

std::string no_byte(const Report& report) {
  if (report.totals.bytes != 0) return "";
  return report.totals.messages == 0 ? kNoMessage : "no message carried a byte";
}

/// Reason why no gap was kept: no PE had two sends or two takes, or, on one shared port, transfers.
std::string no_gap(const Report& report) {
  return had_several(report, report.parameters.ports.rule == Ports::Rule::half) ? "" : kNoSecond;
}

std::string text_of_rendezvous(const Parameters& machine) {
  return machine.rendezvous ? plain_text(*machine.rendezvous) : "none";
}

void read_rendezvous(Parameters& machine, std::string_view text) {
  machine.rendezvous.reset();
  if (text != "none") machine.rendezvous = Time::parse(text, "rendezvous");
}

std::string no_operation(const Report& report) {
  if (!report.is_reproducible) return "local work costs what it took on this computer, not what was declared";
  return report.met.declared_operations ? "" : "no PE declared operations";
}

std::string nothing_combined(const Report& report) {
  return report.met.combined ? "" : "no PE combined values";
}

std::string no_failed_poll(const Report& report) {
  return report.met.failed_poll ? "" : "no poll of a PE was without success";
}

std::string no_second_transfer(const Report& report) {
  const Ports ports = report.parameters.ports;
  if (ports.k > 1 && !had_several(report, false)) return kNoSecond;
  return are_narrow(ports) && !had_several(report, true) ? "no PE had two transfers" : "";
}

std::string no_taken_port(const Report& report) {
  return had_several(report, are_narrow(report.parameters.ports))
             ? ""
             : "no PE had two transfers that could want one port";
}

std::string no_other_way(const Report& report) {
  const Parameters& machine = report.parameters;
  if (machine.switching == Switching::store_and_forward)
    return report.totals.hops == report.totals.messages ? "no message crossed two links" : "";
  return has_equal_links(*report.topology, machine) && report.totals.header_wait == Ticks{}
             ? "no message waited on its way, so that all went as with cut-through"
             : "";
}

/// Reason why channels and buffers did not matter: no message had to wait, or would have had to.
std::string no_channel(const Report& report) {
  const Parameters& machine = report.parameters;
  if (!holds_while_waiting(machine))
    return fmt::format(
        "messages hold none on a machine with {} switching and room for any number of them; they do with "
        "--switching wormhole or with --buffers",
        to_string(machine.switching));
  if (machine.virtual_channels == 1) return report.met.lacked_channel ? "" : "no message had to wait for one";
  return report.met.took_further_channel ? "" : "no message went on another than the first two";
}

std::string no_buffer(const Report& report) {
  const bool is_worm = report.parameters.switching == Switching::wormhole;
  if (report.parameters.buffers == 0 || (is_worm ? report.met.waited_in_slot : report.met.lacked_channel))
    return "";
  return is_worm ? "no message waited where one had room for it" : "no message found one without room";
}

std::string no_short_message(const Report& report) {
  if (report.met.short_worms) return "";
  const Switching switching = report.parameters.switching;
  if (switching == Switching::wormhole) return "no message was shorter";
  return fmt::format(
      "with {} switching messages are passed on whole; worms have flits, with --switching wormhole",
      to_string(switching));
}

Setting time_row(const NamedCost& time, const char* help, std::string (*why_unused)(const Report&)) {
  return {.name = time.name,
          .value = "TIME",
          .help = help,
          .part = HelpPart::costs,
          .held = time,
          .why_unused = why_unused};
}

std::vector<Setting> rows() {
  return {
      {.name = "ports",
       .value = "RULE",
       .help =
           "transfers that a PE may have under way: one (default; a send and a receive), half (one of them), "
           "telephone or bi (both, with one partner), k=3 of each, or all (as many as it has links)",
       .part = HelpPart::brief,
       .held = choice<&Parameters::ports, parse_ports>(),
       .shown = ports_text,
       .check = check_ports,
       .why_unused = no_second_transfer},
      {.name = "port policy",
       .value = "POLICY",
       .help = "what a taken port means: queue (default: to wait), or strict (the run ends)",
       .held = choice<&Parameters::port_policy, parse_port_policy, PortPolicy::queue, PortPolicy::strict>(),
       .is_in_log = false,
       .shown = [](const Parameters&) { return std::string(); },  // with the ports
       .why_unused = no_taken_port},
      {.name = "switching",
       .value = "KIND",
       .help = "how a message crosses the network: cut-through (default), store-and-forward, or wormhole",
       .held = choice<&Parameters::switching, parse_switching, Switching::cut_through,
                      Switching::store_and_forward, Switching::wormhole>(),
       .phrase = [](const Parameters& m) { return to_string(m.switching); },
       .why_unused = no_other_way},
      {.name = "injection",
       .value = "KIND",
       .help = "when a send is complete: direct or buffered",
       .part = HelpPart::ends,
       .held = choice<&Parameters::injection, parse_injection, Injection::direct, Injection::buffered>(),
       .is_understood = true,
       .phrase = [](const Parameters& m) { return to_string(m.injection) + " injection"; },
       .why_unused = no_message},
      {.name = "virtual channels",
       .value = "N",
       .help = "of each link, 1 to 4, default 2; for wormhole switching and for limited buffers",
       .held = Amount{&Parameters::virtual_channels, "virtual channel", 1, kMostChannels},
       .phrase =
           [](const Parameters& m) {
             const bool are_held = m.switching == Switching::wormhole || m.buffers;
             return are_held ? counted(m.virtual_channels, "virtual channel") : "";
           },
       .shown =
           [](const Parameters& m) {
             return fmt::format("{} on a link, for worms and finite buffers", m.virtual_channels);
           },
       .check = check_channels,
       .why_unused = no_channel},
      {.name = "buffers",
       .value = "N",
       .help = "messages that a router has room for per incoming link and virtual channel; default any number, "
               "wormhole 0",
       .held = Amount{&Parameters::buffers, "message", 0, kMostBuffers},
       .phrase =
           [](const Parameters& m) { return m.buffers ? "buffers of " + counted(*m.buffers, "message") : ""; },
       .check = check_buffers,
       .why_unused = no_buffer},
      {.name = "flit",
       .value = "BYTES",
       .help = "with wormhole switching: least length of a message on its links; default 0",
       .held = Amount{.member = &Parameters::flit, .noun = "byte", .is_left_out_at_0 = true},
       .phrase = [](const Parameters& m) { return m.flit != 0 ? "flits of " + counted(m.flit, "byte") : ""; },
       .why_unused = no_short_message},
      {.name = "eager",
       .value = "BYTES",
       .help = "a message longer than this starts once its receive is posted; default: no message waits",
       .held = Amount{.member = &Parameters::eager, .noun = "byte"},
       .phrase = [](const Parameters& m) { return m.eager ? "eager up to " + counted(*m.eager, "byte") : ""; },
       .why_unused = [](const Report& report) -> std::string {
         return report.met.long_sends ? "" : "no message was longer, so none waited for its receive";
       }},
      {.name = "tick",
       .value = "TIME",
       .help = "length of a tick; default 1ps, or finer where a cost asks for it",
       .part = HelpPart::last,
       .held = NamedCost{"tick", "tick", nullptr, "", &Parameters::tick, nullptr}},
      time_row({"ts", "ts", "alpha", "startup of a message", &Parameters::ts, &Costs::ts},
               "startup of a message (alpha): 75us; on a step machine a bare number", no_message),
      time_row({"tr", "tr", nullptr, "receive overhead", &Parameters::tr, &Costs::tr}, "receive overhead",
               no_message),
      time_row({"tm", "tm", nullptr, "transmission, per message", &Parameters::tm, &Costs::tm},
               "transmission, per message", no_message),
      {.name = "tw",
       .second_name = "bandwidth",
       .value = "TIME|RATE",
       .help = "transmission, per byte (beta), as a time or as a bandwidth: 80ps, 12.5GB/s, 100Gb/s; with "
               "commas: one for each dimension",
       .part = HelpPart::costs,
       .held = NamedCost{"tw", "tw", "beta", "transmission, per byte", &Parameters::tw, &Costs::tw,
                         &Parameters::tw_of},
       .why_unused = no_byte},
      time_row({"th", "th", nullptr, "one hop", &Parameters::th, &Costs::th, &Parameters::th_of},
               "one hop: router and link; with commas: one for each dimension", no_message),
      {.name = "slow",
       .value = "3-4=2,0->12=1.5",
       .help = "links on which a transmission takes so many times longer: 3-4 both ways, 3->4 one way",
       .part = HelpPart::costs,
       .held = Links{}},
      {.name = "pieces",
       .value = "1K:ts=2us;32K:tw=80ps",
       .help = "costs of messages from a size on, in place of the machine's: ts, tr, tm, tw, latency; default: "
               "none",
       .part = HelpPart::costs,
       .held = Choice{[](const Parameters& m) { return to_string(m.pieces); },
                      [](Parameters& m, std::string_view text) { m.pieces = parse_pieces(text); },
                      {},
                      true},
       .phrase = [](const Parameters& m) { return m.pieces.empty() ? "" : "pieces " + to_string(m.pieces); },
       .check = check_pieces,
       .why_unused = [](const Report& report) -> std::string {
         return report.met.pieces ? "" : "no message was that long";
       }},
      {.name = "rendezvous",
       .value = "TIME",
       .help = "one of the two messages of the handshake of a send that waits for its receive; default: none",
       .part = HelpPart::costs,
       .held = Choice{text_of_rendezvous, read_rendezvous, {}, true},
       .phrase =
           [](const Parameters& m) { return m.rendezvous ? "rendezvous " + plain_text(*m.rendezvous) : ""; },
       .why_unused = [](const Report& report) -> std::string {
         return report.met.handshakes ? "" : "no send waited for its receive";
       }},
      time_row({"latency", "L", nullptr, "latency", &Parameters::latency, &Costs::latency},
               "flight time whatever the distance", no_message),
      time_row({"gap", "g", nullptr, "gap between sends", &Parameters::gap, &Costs::gap},
               "least distance of two send starts of a PE", no_gap),
      time_row({"flop", "flop", nullptr, "one operation", &Parameters::flop, &Costs::flop},
               "one arithmetic operation of declared local work", no_operation),
      time_row(
          {.name = "poll",
           .symbol = "poll",
           .textbook = nullptr,
           .says = "a poll without success",
           .time = &Parameters::poll,
           .ticks = &Costs::poll,
           .is_left_out_at_0 = true},
          "a test or probe that finds nothing, the n-th in a row n times as much; default 0: the second at one "
          "clock waits for an arrival",
          no_failed_poll),
      time_row({.name = "gamma",
                .symbol = "gamma",
                .textbook = nullptr,
                .says = "a byte combined",
                .time = &Parameters::gamma,
                .ticks = &Costs::gamma,
                .is_left_out_at_0 = true},
               "combining a byte of a reduction or scan; default 0", nothing_combined),
      {.name = "lambda",
       .value = "STEPS",
       .help =
           "step machines: latency in steps, 3 or 3/2: the receiver has a message so many steps after its send "
           "began",
       .part = HelpPart::brief,
       .held = Change{[](Parameters& m, std::string_view text) {
         const auto [numerator, denominator] = parse_fraction(text, "lambda");
         m = with_lambda(std::move(m), numerator, denominator);
       }},
       .warns_as = "latency"},
  };
}

std::vector<NamedCost> times(bool has_tick) {
  std::vector<NamedCost> all;
  for (const Setting& setting : settings())
    if (const auto* time = std::get_if<NamedCost>(&setting.held);
        time != nullptr && (has_tick || time->ticks != nullptr))
      all.push_back(*time);
  return all;
}

}  // namespace

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = rows();
  return all;
}

const Setting* find_setting(std::string_view name) {
  for (const Setting& setting : settings())
    if (setting.name == name) return &setting;
  return nullptr;
}

const std::vector<NamedCost>& named_costs() {
  static const std::vector<NamedCost> all = times(false);
  return all;
}

const std::vector<NamedCost>& named_times() {
  static const std::vector<NamedCost> all = times(true);
  return all;
}

}  // namespace toruscope::core
