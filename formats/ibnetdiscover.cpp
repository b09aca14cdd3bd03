// SPDX-License-Identifier: Apache-2.0
// ibnetdiscover's text: records of a node line and port lines.
//
//   Switch 65 "S-2c5e.." # "leaf 1" enhanced port 0 lid 73 lmc 0
//   [1] "H-e09d.."[1](e09d..) # "host mlx5_5" lid 647 4xNDR
//   Ca 1 "H-e09d.." # "host mlx5_5"
//   [1](e09d..) "S-2c5e.."[1] # lid 647 lmc 0 "leaf 1" lid 73 4xNDR

#include "formats/ib_fabric.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>

namespace toruscope::formats {

namespace {

constexpr int kMostPorts = 255;
constexpr int kMostLid = 0xffff;

/// Data rate of a lane in Gbit/s, without its code's bits.
struct LaneRate {
  std::string_view name;
  double gigabits;
};
constexpr std::array<LaneRate, 9> kRates{{{"SDR", 2},
                                          {"DDR", 4},
                                          {"QDR", 8},
                                          {"FDR10", 10},
                                          {"FDR", 14.0625 * 64 / 66},
                                          {"EDR", 25},
                                          {"HDR", 50},
                                          {"NDR", 100},
                                          {"XDR", 200}}};

class IbnetdiscoverReader {
 public:
  IbnetdiscoverReader(const std::string& file, IbFabric& fabric) : file_(file), fabric_(fabric) {}

  void line(int number, std::string_view text) {
    number_ = number;
    rest_ = line_ = core::trimmed(text);
    if (rest_.empty() || rest_.front() == '#') return;
    if (rest_.front() == '[') return port();
    for (const std::string_view kind : {"Switch", "Ca", "Hca", "Rt"})
      if (rest_.starts_with(kind) && rest_.size() > kind.size() && is_blank(rest_[kind.size()])) {
        rest_.remove_prefix(kind.size());
        return node();
      }
    for (const std::string_view head : {"vendid=", "devid=", "sysimgguid=", "switchguid=", "caguid=", "rtguid=",
                                        "Chassis", "Non-Chassis", "\xef\xbb\xbf"})
      if (rest_.starts_with(head)) return;
    if (!fabric_.nodes.empty()) refuse("is no line of ibnetdiscover");
    fabric_.remarks.push_back(fmt::format("ignored before the first record: {}", core::shown(rest_)));
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }
  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigError(
        fmt::format("network: {}:{}: \"{}\" {}", core::escaped(file_), number_, core::shown(line_), why));
  }
  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  }
  bool take(char c) {
    skip_blanks();
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  int whole(int most, const char* what) {
    skip_blanks();
    int value = -1;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc() || value < 0 || value > most)
      refuse(fmt::format("begins with no {} of 0 to {}", what, most));
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }
  /// What stands up to `last`, behind `first`.
  std::string_view between(char first, char last, const char* what) {
    const std::size_t end = take(first) ? rest_.find(last) : std::string_view::npos;
    if (end == std::string_view::npos) refuse(fmt::format("has no {}", what));
    const std::string_view text = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return text;
  }
  /// "S-000b" as "Sb".
  std::string id() {
    std::string_view text = between('"', '"', "node in quotes");
    if (text.size() < 3 || std::string_view("SHR").find(text.front()) == std::string_view::npos ||
        text[1] != '-')
      refuse("has no node as \"S-...\", \"H-...\" or \"R-...\"");
    const char kind = text.front();
    text.remove_prefix(2);
    text.remove_prefix(std::min(text.find_first_not_of('0'), text.size()));
    return std::string(1, kind).append(text);
  }

  void node() {
    whole(kMostPorts, "number of ports");
    IbNode node;
    node.line = number_;
    node.id = id();
    if (take('#')) {
      skip_blanks();
      if (!rest_.empty() && rest_.front() == '"') node.name = between('"', '"', "name in quotes");
    }
    if (node.name.empty()) node.name = node.id;
    const auto [place, is_new] = fabric_.node_of.try_emplace(node.id, fabric_.nodes.size());
    if (!is_new)
      refuse(fmt::format("and line {} have the guid {}: guids are cut, or a record stands twice",
                         fabric_.nodes[place->second].line, core::shown(node.id)));
    fabric_.nodes.push_back(std::move(node));
  }

  void port() {
    if (fabric_.nodes.empty()) refuse("is a port without a node");
    IbNode& node = fabric_.nodes.back();
    IbPort port;
    port.line = number_;
    take('[');
    const int number = whole(kMostPorts, "port");
    if (!take(']')) refuse("has no ] behind the port");
    skip_blanks();
    while (!rest_.empty() && (rest_.front() == '[' || rest_.front() == '('))
      between(rest_.front(), rest_.front() == '[' ? ']' : ')', "end of a bracket"), skip_blanks();
    port.peer = id();
    if (!take('[')) refuse("has no port of the other end");
    port.peer_port = whole(kMostPorts, "port");
    if (!take(']')) refuse("has no ] behind the port");
    details(port);
    if (!node.ports.try_emplace(number, port).second)
      refuse(fmt::format("is a second line of port {}", number));
  }

  /// "# lid 647 lmc 0 "leaf" lid 73 4xNDR": an adapter's lid stands before the name.
  void details(IbPort& port) {
    const std::size_t name = rest_.find('"');
    const std::string_view before = rest_.substr(0, name);
    if (const std::size_t lid = before.find("lid "); lid != std::string_view::npos) {
      const char* const begin = before.data() + lid + 4;
      std::from_chars(begin, before.data() + before.size(), port.lid);
      if (port.lid < 0 || port.lid > kMostLid) refuse("has a lid that is none");
    }
    std::string_view behind = rest_.substr(std::min(rest_.rfind('"') + 1, rest_.size()));
    while (!behind.empty()) {
      behind = core::trimmed(behind);
      const std::string_view word = behind.substr(0, behind.find_first_of(" \t"));
      behind.remove_prefix(word.size());
      read_width(word, port);
    }
  }

  /// "4xNDR": lanes and what one carries.
  void read_width(std::string_view word, IbPort& port) const {
    const std::size_t x = word.find('x');
    int lanes = 0;
    if (x == std::string_view::npos ||
        std::from_chars(word.data(), word.data() + x, lanes).ptr != word.data() + x || lanes < 1)
      return;
    const auto rate = std::find_if(kRates.begin(), kRates.end(),
                                   [&](const LaneRate& r) { return r.name == word.substr(x + 1); });
    if (rate == kRates.end() || lanes > 12) return;
    port.width = word;
    port.gigabits = lanes * rate->gigabits;
  }

  const std::string& file_;
  IbFabric& fabric_;
  int number_ = 0;
  std::string_view line_, rest_;
};

/// Requires that both ends of each cable say the same.
void check_ends(const IbFabric& fabric) {
  for (const IbNode& node : fabric.nodes)
    for (const auto& [number, port] : node.ports) {
      const auto peer = fabric.node_of.find(port.peer);
      if (peer == fabric.node_of.end()) continue;
      const auto& back = fabric.nodes[peer->second].ports;
      const auto other = back.find(port.peer_port);
      if (other == back.end() || (other->second.peer == node.id && other->second.peer_port == number)) continue;
      throw ConfigError(
          fmt::format("network: {}: line {} says that port {} of \"{}\" leads to port {} of \"{}\", line {} "
                      "that this leads "
                      "elsewhere; take a dump that was made in one go",
                      core::escaped(fabric.file), port.line, number, core::shown(node.name), port.peer_port,
                      core::shown(fabric.nodes[peer->second].name), other->second.line));
    }
}

}  // namespace

void read_ibnetdiscover(const std::string& file, std::string_view text, IbFabric& fabric) {
  if (!fabric.nodes.empty())
    throw ConfigError(fmt::format("network: {} and {} are two fabrics; give one", core::escaped(fabric.file),
                                  core::escaped(file)));
  fabric.file = file;
  IbnetdiscoverReader reader(file, fabric);
  for (core::Lines lines(text); lines.next();) reader.line(static_cast<int>(lines.number()), lines.text());
  if (fabric.nodes.empty())
    throw ConfigError(
        fmt::format("network: {} has no record of a switch or channel adapter", core::escaped(file)));
  check_ends(fabric);
}

}  // namespace toruscope::formats
