// SPDX-License-Identifier: Apache-2.0
// Forwarding tables of InfiniBand switches, as text:
//
//   Unicast lids [0x0-0x16] of switch Lid 6 guid 0x0000000000200003 (leaf3):
//   0x0001 005 : (Channel Adapter portguid 0x0000000000100001: 'h0')
//   22 valid lids dumped
//
// dump_fts names the switch by a route, `switch DR path slid 0; dlid 0; 0,1,5 guid 0x..`; OpenSM's
// own dump has decimal lids in its head and ` # ` in its lines. Port 0 is the switch, 255 is none.

#include "formats/ib_fabric.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <charconv>
#include <fmt/core.h>

namespace toruscope::formats {

namespace {

constexpr int kMostUnicastLid = 0xbfff;
constexpr int kNoRoute = 255;

std::string_view first_word(std::string_view text) {
  return text.substr(0, text.find_first_of(" \t"));
}

/// A whole number of a base; -1 for another text.
int whole_number(std::string_view text, int base) {
  int value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return error == std::errc() && end == text.data() + text.size() ? value : -1;
}

/// The id of the switch in a head: "S200003"; empty if there is none.
std::string switch_of(std::string_view head) {
  const std::size_t guid = head.find("guid 0x");
  if (guid == std::string_view::npos) return {};
  head.remove_prefix(guid + std::string_view("guid 0x").size());
  head.remove_prefix(std::min(head.find_first_not_of('0'), head.size()));
  return "S" + std::string(head.substr(0, head.find_first_not_of("0123456789abcdef")));
}

}  // namespace

void read_forwarding_tables(const std::string& file, std::string_view text, IbFabric& fabric) {
  std::vector<int>* table = nullptr;
  bool has_lmc = false;
  for (core::Lines lines(text); lines.next();) {
    const std::string_view line = core::trimmed(lines.text());
    const auto refuse = [&](const std::string& why) {
      throw ConfigError(fmt::format("network: {}:{}: \"{}\" {}", core::escaped(file), lines.number(),
                                    core::shown(line), why));
    };
    if (line.empty()) continue;
    if (line.starts_with("Unicast lids")) {
      const std::string id = switch_of(line);
      if (id.empty()) refuse("names no switch by its guid");
      const auto [place, is_new] = fabric.tables.try_emplace(id);
      if (!is_new) refuse("is a second table of that switch");
      table = &place->second;
      continue;
    }
    if (!line.starts_with("0x")) {
      const bool is_other = line.starts_with("Lid") || line.starts_with("Port") ||
                            line.find("valid lids dumped") != std::string_view::npos ||
                            line.find("lids dumped") != std::string_view::npos || line.front() == '#' ||
                            whole_number(first_word(line), 10) >= 0;
      if (is_other || table == nullptr) continue;
      refuse("is no line of a forwarding table");
    }
    if (table == nullptr) refuse("is the line of no table: a head \"Unicast lids ...\" is missing");
    const std::string_view lid_text = first_word(line);
    const std::string_view port_text = first_word(core::trimmed(line.substr(lid_text.size())));
    const int lid = whole_number(lid_text.substr(2), 16);
    const int port = whole_number(port_text, 10);
    if (lid < 0 || lid > kMostUnicastLid) refuse("has no unicast lid of 0x1 to 0xbfff");
    if (port < 0 || port > kNoRoute) refuse("has no port of 0 to 255");
    has_lmc = has_lmc || line.find("path #") != std::string_view::npos;
    if (table->size() <= static_cast<std::size_t>(lid)) table->resize(static_cast<std::size_t>(lid) + 1, -1);
    (*table)[static_cast<std::size_t>(lid)] = port == kNoRoute ? -1 : port;
  }
  if (fabric.tables.empty())
    throw ConfigError(fmt::format("network: {} has no table of a switch", core::escaped(file)));
  if (has_lmc) fabric.remarks.push_back("ignored: further paths to the lids of LMC; the base lids' are taken");
  fabric.remarks.push_back("not in forwarding tables: groups of adaptive routing, service levels and lanes");
}

}  // namespace toruscope::formats
