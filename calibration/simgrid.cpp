// SPDX-License-Identifier: Apache-2.0
// Costs by size that a platform of SimGrid has in its <config>, as others have fitted them. From a
// size on: seconds, and seconds per byte; or a factor of the bandwidth, or latency, of the links.
//
//   <prop id="smpi/os" value="0:8.9e-06:7.7e-10;1420:1.4e-05:3.0e-10"/>
//   <prop id="smpi/bw-factor" value="0:0.81;65472:0.94"/>
//
// A message of m bytes takes os(m) + latency lat-factor(m) + m / (bandwidth bw-factor(m)) + or(m).
// The tables have that for powers of two and for the sizes at which pieces begin.

#include "calibration/readers.hpp"
#include "calibration/words.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/shown_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <pugixml.hpp>
#include <set>
#include <utility>

namespace toruscope::calibration {

namespace {

/// From `from` bytes on: a + b m.
struct SimgridPiece {
  double from = 0, a = 0, b = 0;
};
using SimgridPieces = std::vector<SimgridPiece>;

struct SimgridText {
  std::string_view file, text;

  [[nodiscard]] std::size_t line_of(const pugi::xml_node& node) const {
    return core::line_at(text, node.offset_debug());
  }
};

/// The value with its unit, as "50us", "1.25GBps" and "10Gbps" have them; a bare number is in
/// seconds or bytes per second.
std::optional<double> with_unit(std::string_view text, bool is_rate) {
  static constexpr std::array<std::pair<std::string_view, double>, 7> kTimes{
      {{"ps", 1e-12}, {"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}, {"m", 60}, {"h", 3600}}};
  static constexpr std::array<std::pair<std::string_view, double>, 9> kScales{{{"", 1},
                                                                               {"k", 1e3},
                                                                               {"M", 1e6},
                                                                               {"G", 1e9},
                                                                               {"T", 1e12},
                                                                               {"Ki", 1024.0},
                                                                               {"Mi", 1048576.0},
                                                                               {"Gi", 1073741824.0},
                                                                               {"Ti", 1099511627776.0}}};
  const std::size_t end = std::min(text.find_last_of("0123456789.") + 1, text.size());
  const auto value = number(text.substr(0, end));
  const std::string_view unit = core::trimmed(text.substr(end));
  if (!value || unit.empty()) return value;
  if (!is_rate) {
    for (const auto& [name, times] : kTimes)
      if (unit == name) return *value * times;
    return std::nullopt;
  }
  for (const auto& [end_of_unit, times] : {std::pair<std::string_view, double>{"Bps", 1}, {"bps", 0.125}})
    if (unit.ends_with(end_of_unit))
      for (const auto& [name, scale] : kScales)
        if (unit.substr(0, unit.size() - end_of_unit.size()) == name) return *value * scale * times;
  return std::nullopt;
}

class SimgridReader {
 public:
  SimgridReader(std::string_view file, std::string_view text) : text_{file, text} {
    const pugi::xml_parse_result result = document_.load_buffer(text.data(), text.size());
    if (!result)
      refuse(file, core::line_at(text, result.offset),
             fmt::format("not XML: {}", core::shown(result.description())));
  }

  void read(Reading& reading) {
    const pugi::xml_node platform = document_.child("platform");
    if (!platform) refuse(text_.file, 1, "an XML file, and no <platform> of SimGrid");
    walk(platform);
    if (send_.empty() && receive_.empty() && bandwidth_.empty())
      refuse(text_.file, 1,
             "a platform without costs by size: its <config> has none of smpi/os, smpi/or, smpi/bw-factor");
    const auto add = [&](Test test, std::size_t line, const char* title, const auto& seconds) {
      Table table{.file = std::string(text_.file), .line = line, .title = title, .test = test};
      for (const double m : sizes())
        if (const double t = seconds(m); t != 0)
          table.points.push_back(
              {.line = line, .bytes = m, .seconds = positive(text_.file, line, "a time", t)});
      if (!table.points.empty()) reading.tables.push_back(std::move(table));
    };
    add(Test::send, send_line_, "SimGrid smpi/os", [&](double m) { return cost(send_, m); });
    add(Test::receive, receive_line_, "SimGrid smpi/or", [&](double m) { return cost(receive_, m); });
    if (!rate_ || !delay_) {
      reading.notes.push_back(
          fmt::format("{}: no <cluster> or <link> with bandwidth and latency: the time of a message is "
                      "not known, its costs at the ends are",
                      core::escaped(text_.file)));
      return;
    }
    reading.notes.push_back(fmt::format(
        "{}:{}: the first element with a bandwidth, {}, stands for the whole platform: other <cluster> "
        "and <link> elements, and routes of several links, are passed over",
        core::escaped(text_.file), element_line_, element_));
    add(Test::ping_pong, line_, "SimGrid, time of a message", [&](double m) {
      return cost(send_, m) + cost(receive_, m) + *delay_ * factor(latency_, m) +
             m / (*rate_ * factor(bandwidth_, m));
    });
  }

 private:
  void walk(const pugi::xml_node& platform) {
    struct Walker : pugi::xml_tree_walker {
      explicit Walker(SimgridReader& r) : reader(r) {}
      bool for_each(pugi::xml_node& node) override {
        reader.take(node);
        return true;
      }
      SimgridReader& reader;
    } walker(*this);
    pugi::xml_node(platform).traverse(walker);
  }

  void take(const pugi::xml_node& node) {
    const std::string_view tag = node.name();
    if (tag == "prop") property(node);
    if ((tag == "cluster" || tag == "link") && !rate_) {
      const bool is_cluster = tag == "cluster";
      rate_ = unit(node, is_cluster ? "bw" : "bandwidth", true);
      delay_ = unit(node, is_cluster ? "lat" : "latency", false);
      element_ = fmt::format("<{} id=\"{}\">", tag, core::shown(node.attribute("id").value()));
      element_line_ = text_.line_of(node);
      // A message of a cluster goes up one link, perhaps through the backbone, and down another.
      if (is_cluster && delay_) *delay_ = 2 * *delay_ + unit(node, "bb_lat", false).value_or(0);
    }
  }

  [[nodiscard]] std::optional<double> unit(const pugi::xml_node& node, const char* name, bool is_rate) const {
    const std::string_view text = node.attribute(name).value();
    if (text.empty()) return std::nullopt;
    const auto value = with_unit(text, is_rate);
    if (!value || !std::isfinite(*value) || *value < 0 || (is_rate && *value == 0))
      refuse(text_.file, text_.line_of(node),
             fmt::format("{}: \"{}\" is no {}", name, core::shown(text), is_rate ? "bandwidth" : "time"));
    return value;
  }

  void property(const pugi::xml_node& node) {
    std::string id = node.attribute("id").value();
    std::replace(id.begin(), id.end(), '_', '-');
    SimgridPieces* into = nullptr;
    if (id == "smpi/os") into = &send_;
    if (id == "smpi/or") into = &receive_;
    if (id == "smpi/bw-factor" || id == "network/bandwidth-factor") into = &bandwidth_;
    if (id == "smpi/lat-factor" || id == "network/latency-factor") into = &latency_;
    if (into == nullptr) return;
    const bool is_factor = into == &bandwidth_ || into == &latency_;
    line_ = text_.line_of(node);
    if (into == &send_) send_line_ = line_;
    if (into == &receive_) receive_line_ = line_;
    into->clear();
    for (const std::string_view part : fields_of(node.attribute("value").value(), ';')) {
      if (part.empty()) continue;
      into->push_back(piece(part, id, is_factor));
    }
    std::sort(into->begin(), into->end(),
              [](const SimgridPiece& x, const SimgridPiece& y) { return x.from < y.from; });
  }

  [[nodiscard]] SimgridPiece piece(std::string_view part, const std::string& id, bool is_factor) const {
    std::vector<double> figures;
    for (const std::string_view word : fields_of(part, ':')) {
      const auto value = number(word);
      if (!value || !std::isfinite(*value) || *value < 0)
        refuse(text_.file, line_, fmt::format("{}: \"{}\" is no number from 0", id, core::shown(word)));
      figures.push_back(*value);
    }
    if (figures.size() < 2 || figures.size() > (is_factor ? 2U : 3U) || (is_factor && figures[1] == 0))
      refuse(text_.file, line_,
             fmt::format("{}: {} is needed, got \"{}\"", id,
                         is_factor ? "SIZE:FACTOR" : "SIZE:SECONDS:SECONDS PER BYTE", core::shown(part)));
    return {figures[0], figures[1], figures.size() == 3 ? figures[2] : 0};
  }

  static const SimgridPiece* at(const SimgridPieces& pieces, double m) {
    const SimgridPiece* found = nullptr;
    for (const SimgridPiece& one : pieces)
      if (one.from <= m || found == nullptr) found = &one;
    return found;
  }
  static double cost(const SimgridPieces& pieces, double m) {
    const SimgridPiece* const one = at(pieces, m);
    return one == nullptr ? 0 : one->a + one->b * m;
  }
  static double factor(const SimgridPieces& pieces, double m) {
    const SimgridPiece* const one = at(pieces, m);
    return one == nullptr ? 1 : one->a;
  }

  [[nodiscard]] std::set<double> sizes() const {
    constexpr int kPowers = 22;  // to 4 MiB
    constexpr std::size_t kMostSizes = 1000;
    std::set<double> all;
    for (int power = 0; power <= kPowers; ++power) all.insert(std::ldexp(1, power));
    for (const SimgridPieces* pieces : {&send_, &receive_, &bandwidth_, &latency_})
      for (const SimgridPiece& one : *pieces)
        if (one.from > 0 && one.from < std::ldexp(1, 40) && all.size() < kMostSizes)
          all.insert(std::floor(one.from));
    all.erase(0);
    return all;
  }

  SimgridText text_;
  pugi::xml_document document_;
  std::size_t line_ = 1;  ///< of the last property
  std::size_t send_line_ = 1, receive_line_ = 1;
  SimgridPieces send_, receive_, bandwidth_, latency_;
  std::optional<double> rate_, delay_;  ///< of the element
  std::string element_;
  std::size_t element_line_ = 1;
};

}  // namespace

bool is_xml(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == '<';
}

void read_simgrid(std::string_view file, std::string_view text, Reading& reading) {
  SimgridReader(file, text).read(reading);
}

}  // namespace toruscope::calibration
