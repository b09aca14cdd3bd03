// SPDX-License-Identifier: Apache-2.0
// Traffic that meets everywhere, and the comparison of its runs on two engines.

#pragma once

#include "tests/support/whole_report.hpp"

#include <toruscope/toruscope.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope {

/// Each PE sends messages of different lengths to PEs that it draws; who gets how many is known to
/// all.
inline void random_traffic(Communicator& comm) {
  constexpr int kMessages = 12;
  RandomSource shared(7);  // the same draws on every PE
  std::vector<Request> requests;
  std::deque<std::vector<char>> taken;
  for (Rank from = 0; from < comm.size(); ++from)
    for (int i = 0; i < kMessages; ++i) {
      const auto to = static_cast<Rank>(shared() % static_cast<std::uint64_t>(comm.size()));
      const auto bytes = static_cast<std::size_t>(shared() % 9);
      if (from == comm.rank()) requests.push_back(comm.isend(to, std::vector<char>(bytes)));
      if (to == comm.rank()) requests.push_back(comm.irecv(from, taken.emplace_back(bytes)));
    }
  comm.wait_all(requests);
}

/// Served in this way, on any number of workers, a program's run is as it is hop by hop.
inline void expect_as_hop_by_hop(NetworkEngine network, const TopologyPtr& topology,
                                 const Parameters& parameters,
                                 const std::function<void(Communicator&)>& program, const std::string& what) {
  const auto run = [&](NetworkEngine served, int workers) {
    Machine machine(topology, parameters,
                    {.network = served, .workers = workers, .record_events = true, .record_spans = true});
    const Report report = machine.run(program);
    EXPECT_EQ(report.host.network, served == NetworkEngine::hop ? "hop" : "ring");
    return test::everything(report);
  };
  const std::string expected = run(NetworkEngine::hop, 1);
  for (const int workers : {1, 2, 3})
    EXPECT_EQ(run(network, workers), expected) << topology->name() << " " << what << " workers " << workers;
}

/// Why a network is not served in this way; empty if it is.
inline std::string refusal(const char* topology, const Parameters& parameters, NetworkEngine network) {
  try {
    Machine(parse_topology(topology), parameters, {.network = network}).run([](Communicator&) {});
  } catch (const ConfigError& e) {
    return e.what();
  }
  return {};
}

}  // namespace toruscope
