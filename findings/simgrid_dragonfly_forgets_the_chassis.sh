#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# SimGrid 3.32 (Debian 12, libsimgrid3.32 3.32-2+b2): within a group of a DRAGONFLY cluster, a route that starts in a later
# chassis and changes the blade goes on as if it were in chassis 0. Here a group has 2 chassis of 3 blades, a router each, with 2 hosts
# on a router: hosts 0, 1 are on router 0 (chassis 0, blade 0), 4, 5 on router 2 (chassis 0, blade 2), 6, 7 on router 3 (chassis 1,
# blade 0), 10, 11 on router 5 (chassis 1, blade 2).
#                 right                                            seen
#   n0  -> n11    green of chassis 0, black                        the same
#   n11 -> n0     green of chassis 1, black between the chassis    green of chassis 1; no black link: it arrives in chassis 0 all the same
#   n10 -> n6     green of chassis 1; both are in chassis 1        green of chassis 1, and the black link besides
# So a message from n11 to n0 shares no link with one from n7 to n1, and one within a chassis waits for those between chassis. Nothing
# is printed. Runs without Toruscope. Exit code 0 if it is still so, 1 if not. Takes seconds; needs g++ and Debian 12's packages.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
apt-get -q -o APT::Sandbox::User=root download libsimgrid3.32=3.32-2+b2 libsimgrid-dev=3.32-2+b2 libns3.37=3.37-2 libgsl27=2.7.1+dfsg-5+deb12u1 \
  libgslcblas0=2.7.1+dfsg-5+deb12u1 libboost-context1.74.0=1.74.0+ds1-21 libboost-stacktrace1.74.0=1.74.0+ds1-21 libboost1.74-dev=1.74.0+ds1-21 \
  libsqlite3-0 libgfortran5 libquadmath0 >&2
for package in *.deb; do dpkg-deb -x "$package" .; done

cat >platform.xml <<'END'
<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <cluster id="machine" topology="DRAGONFLY" prefix="n" suffix="" radical="0-35" speed="1Gf" bw="1GBps" lat="1us"
           topo_parameters="3,4;2,2;3,3;2"/>
</platform>
END
cat >routes.cpp <<'END'
#include <cstdio>
#include <simgrid/s4u.hpp>
#include <string>
#include <vector>
int main(int argc, char** argv) {
  simgrid::s4u::Engine engine(&argc, argv);
  engine.load_platform("platform.xml");
  for (const auto& [from, to] : {std::pair{"n0", "n11"}, std::pair{"n11", "n0"}, std::pair{"n10", "n6"}}) {
    std::vector<simgrid::s4u::Link*> links;
    double latency = 0;
    simgrid::s4u::Host::by_name(from)->route_to(simgrid::s4u::Host::by_name(to), links, &latency);
    std::printf("%s -> %s:", from, to);
    for (const auto* link : links)  // but for the hosts' own; without the number and the direction at its end
      if (const std::string name = link->get_name(); name.rfind("local", 0) != 0)
        std::printf(" %s", name.substr(0, name.rfind('_', name.rfind('_') - 1)).c_str());
    std::printf("\n");
  }
}
END
g++ -std=c++17 -Iusr/include routes.cpp -o routes -Lusr/lib -Lusr/lib/x86_64-linux-gnu -lsimgrid -Wl,--allow-shlib-undefined
LD_LIBRARY_PATH=usr/lib:usr/lib/x86_64-linux-gnu ./routes | tee seen

cat >expected <<'END'
n0 -> n11: green_link_in_chassis_0_between_routers_0_and_2 black_link_in_group_0_between_chassis_0_and_1_blade_2
n11 -> n0: green_link_in_chassis_1_between_routers_0_and_2
n10 -> n6: green_link_in_chassis_1_between_routers_0_and_2 black_link_in_group_0_between_chassis_0_and_1_blade_0
END
cmp seen expected
echo "SimGrid 3.32: still so"
