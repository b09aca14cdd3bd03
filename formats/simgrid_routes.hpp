// SPDX-License-Identifier: Apache-2.0
// Platforms of SimGrid that name hosts, links and routes one by one, in one zone with Full routing.
//
// A link is a cable between two nodes of its own, which routes pass in one direction: in SimGrid
// both directions share it. One of SPLITDUPLEX is two cables. From a host to a link, and from link
// to link, cables cost nothing. So each message waits for and pays what its route says.

#pragma once

#include "formats/fabric.hpp"
#include "formats/xml_text.hpp"

namespace toruscope::formats {

/// The zone with hosts of its own, in zones that have nothing else; empty if there is none.
pugi::xml_node zone_of_hosts(pugi::xml_node zone);

/// Errors    ConfigError with file and line for other routing than Full, a link or host that is not
///           there, two hosts without a route, and tags that are not read, by name.
Fabric read_simgrid_routes(const XmlText& xml, const pugi::xml_node& zone);

}  // namespace toruscope::formats
