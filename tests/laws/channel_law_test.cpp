// SPDX-License-Identifier: Apache-2.0
// Every hop between two workers passes through the channel of its link, whatever the capacity and
// the workers, and neither changes a tick.

#include <toruscope/machine.hpp>

#include <gtest/gtest.h>
#include <map>
#include <sstream>
#include <vector>

namespace toruscope {
namespace {

/// Direct exchange: many long and crossing routes.
void exchange_directly(Communicator& comm) {
  const int p = comm.size();
  std::vector<int> out(static_cast<std::size_t>(p));
  std::vector<int> in(static_cast<std::size_t>(p));
  for (int i = 0; i < p; ++i) out[static_cast<std::size_t>(i)] = comm.rank() * p + i;
  for (int t = 0; t < p; ++t) {
    const int to = (comm.rank() + t) % p;
    const int from = (comm.rank() + p - t) % p;
    comm.sendrecv(to, std::span(&out[static_cast<std::size_t>(to)], 1), from,
                  std::span(&in[static_cast<std::size_t>(from)], 1));
  }
  for (int i = 0; i < p; ++i) EXPECT_EQ(in[static_cast<std::size_t>(i)], i * p + comm.rank());
}

std::string everything_but_host(const Report& report) {
  std::ostringstream text;
  write_events(text, report);
  for (const LinkReport& link : report.links)
    text << link.from << ' ' << link.port << ' ' << link.messages << ' ' << link.bytes << ' ' << link.wait.count
         << '\n';
  for (const PeReport& pe : report.pes)
    text << pe.finish.time.count << ' ' << pe.port_wait.count << ' ' << pe.link_wait.count << ' '
         << pe.partner_wait.count << '\n';
  return text.str();
}

class EveryMachine : public testing::TestWithParam<std::tuple<std::string, std::string>> {};

TEST_P(EveryMachine, PushesEachHopBetweenWorkersThroughItsLinksChannelWhateverTheHost) {
  const auto& [topology, preset_name] = GetParam();
  std::string expected;
  for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads})
    for (const int workers : {1, 2, 4})
      for (const std::size_t capacity : {1U, 2U, 64U})
        for (const std::optional<std::uint64_t> perturb :
             {std::optional<std::uint64_t>{}, {static_cast<std::uint64_t>(workers) * 7 + capacity}}) {
          Machine machine(parse_topology(topology), preset(preset_name),
                          {.engine = engine,
                           .network = NetworkEngine::hop,
                           .workers = workers,
                           .channel_capacity = capacity,
                           .perturb = perturb,
                           .record_events = true});

          const Report report = machine.run(exchange_directly);

          std::map<std::pair<Node, Node>, std::int64_t> crossed;  // by the event log
          for (const Event& event : report.events)
            if (event.kind == Event::Kind::hop) ++crossed[{event.from, event.to}];
          for (const LinkReport& link : report.links) {
            EXPECT_EQ(link.channel_pushes, link.messages);
            EXPECT_EQ((crossed[{link.from, link.to}]), link.messages);
          }
          if (expected.empty()) expected = everything_but_host(report);
          ASSERT_EQ(everything_but_host(report), expected)
              << topology << ' ' << preset_name << " workers " << workers << " capacity " << capacity;
        }
}

INSTANTIATE_TEST_SUITE_P(Machines, EveryMachine,
                         testing::Combine(testing::Values("ring:7", "torus:4x3", "torus:2x3x2", "complete:6"),
                                          testing::Values("generic", "paragon", "unit")));

}  // namespace
}  // namespace toruscope
