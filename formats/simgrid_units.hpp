// SPDX-License-Identifier: Apache-2.0
// Quantities with units, as platforms of SimGrid have them: "10Gbps", "125MBps", "50us".

#pragma once

#include "formats/xml_text.hpp"

#include <cstdint>
#include <string>

namespace toruscope::formats {

/// Errors    ConfigError with file and line for what is none. `node` is what is refused.
double simgrid_gigabits(const XmlText& xml, const pugi::xml_node& node, const std::string& text);
std::int64_t simgrid_picoseconds(const XmlText& xml, const pugi::xml_node& node, const std::string& text);

}  // namespace toruscope::formats
