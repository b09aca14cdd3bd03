// SPDX-License-Identifier: Apache-2.0

#include "formats/simgrid_units.hpp"

#include "runtime/core/shown_text.hpp"

#include <charconv>
#include <cmath>
#include <fmt/core.h>
#include <map>
#include <utility>

namespace toruscope::formats {

namespace {

/// A number in front of its unit.
std::pair<double, std::string> quantity_of(const XmlText& xml, const pugi::xml_node& node,
                                           const std::string& text, const char* what) {
  double value = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value) || value < 0)
    xml.refuse(node, fmt::format("has the {} \"{}\", which is none", what, core::shown(text)));
  return {value, std::string(end)};
}

}  // namespace

double simgrid_gigabits(const XmlText& xml, const pugi::xml_node& node, const std::string& text) {
  auto [value, unit] = quantity_of(xml, node, text, "bandwidth");
  static const std::map<std::string, double> kScales{{"", 1},        {"k", 1e3},     {"M", 1e6},
                                                     {"G", 1e9},     {"T", 1e12},    {"Ki", 1024.},
                                                     {"Mi", 0x1p20}, {"Gi", 0x1p30}, {"Ti", 0x1p40}};
  if (unit.empty()) unit = "Bps";
  const bool is_bits = unit.ends_with("bps");
  const auto scale =
      is_bits || unit.ends_with("Bps") ? kScales.find(unit.substr(0, unit.size() - 3)) : kScales.end();
  const double all = scale == kScales.end() ? 0 : value * scale->second * (is_bits ? 1 : 8) / 1e9;
  if (!(all >= 1e-6 && all <= 1e6))
    xml.refuse(node, fmt::format("has the bandwidth \"{}\"; write it as 125MBps or 10Gbps", core::shown(text)));
  return all;
}

std::int64_t simgrid_picoseconds(const XmlText& xml, const pugi::xml_node& node, const std::string& text) {
  const auto [value, unit] = quantity_of(xml, node, text, "latency");
  static const std::map<std::string, double> kUnits{{"", 1e12},  {"s", 1e12}, {"ms", 1e9},
                                                    {"us", 1e6}, {"ns", 1e3}, {"ps", 1}};
  const auto scale = kUnits.find(unit);
  if (scale == kUnits.end() || value * scale->second > 1e15)
    xml.refuse(node, fmt::format("has the latency \"{}\"; write it as 50us", core::shown(text)));
  return std::llround(value * scale->second);
}

}  // namespace toruscope::formats
