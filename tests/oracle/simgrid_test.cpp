// SPDX-License-Identifier: Apache-2.0
// SimGrid's model CM02 as a judge, where the two models coincide: one message over h links, a
// chain, a pair that meets on a link. docs/classical_models.md says where they do not.
//
// SimGrid is fluid: a message of m bytes takes the latencies of its links, then m at the rate that
// it is given; flows share a link. Ours takes th for each link, then x = m tw, and links serve one
// message after the other. Alone a message takes h th + m tw in both; of two that meet the last one
// ends at the same time, as the link is never idle in either.

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>
#include <map>
#include <set>
#include <simgrid/s4u.hpp>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

namespace s4u = simgrid::s4u;

constexpr int kRows = 4;  // of the torus
constexpr int kColumns = 18;

/// The PEs that it goes by: one after the other are neighbours, and it is the way that our torus
/// takes.
struct Message {
  std::vector<Rank> way;
  std::size_t bytes = 0;
};
/// Messages that all start at once, or each when the one before it has been received.
struct Scenario {
  std::string name;
  std::vector<Message> messages;
  bool one_after_the_other = false;
};

std::vector<Rank> along_the_row(Rank from, int links) {
  std::vector<Rank> way;
  for (Rank pe = from; pe <= from + links; ++pe) way.push_back(pe);
  return way;
}

std::vector<Scenario> scenarios() {
  std::vector<Scenario> all;
  for (int h = 1; h <= 8; ++h)
    for (const std::size_t bytes : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 20U})
      all.push_back({"one message of " + std::to_string(bytes) + " bytes over " + std::to_string(h) + " links",
                     {{along_the_row(0, h), bytes}}});
  for (const std::size_t bytes : {std::size_t{64}, std::size_t{65'536}}) {
    const std::string size = ", " + std::to_string(bytes) + " bytes";
    Scenario chain{"a chain" + size, {}, true};
    for (Rank pe = 0; pe < 8; ++pe) chain.messages.push_back({along_the_row(pe, 1), bytes});
    all.push_back(chain);
    all.push_back(
        {"two on links of their own" + size, {{along_the_row(0, 3), bytes}, {along_the_row(4, 3), bytes}}});
    // from the rows above and below into one link of row 1
    const Rank above = 0;
    const Rank middle = kColumns;
    const Rank below = 2 * kColumns;
    all.push_back({"two that meet on a link" + size,
                   {{{above, middle, middle + 1}, bytes}, {{below, middle, middle + 1}, bytes}}});
  }
  return all;
}

// --- the judge -----------------------------------------------------------------------------------

constexpr double kLatency = 50e-9;  // s a link
constexpr double kBandwidth = 1e9;  // bytes/s

s4u::Host* host(Rank pe) {
  return s4u::Host::by_name("pe" + std::to_string(pe));
}

void make_routes(s4u::NetZone& zone) {
  for (Rank pe = 0; pe < kRows * kColumns; ++pe) zone.create_host("pe" + std::to_string(pe), 1e9);
  std::map<std::pair<Rank, Rank>, s4u::Link*> links;
  std::set<std::pair<Rank, Rank>> routes;
  for (const Scenario& scenario : scenarios())
    for (const Message& message : scenario.messages) {
      std::vector<s4u::LinkInRoute> route;
      for (std::size_t i = 0; i + 1 < message.way.size(); ++i) {
        s4u::Link*& link = links[{message.way[i], message.way[i + 1]}];
        if (link == nullptr)
          link = zone.create_link("link" + std::to_string(links.size()), kBandwidth)
                     ->set_latency(kLatency)
                     ->seal();
        route.emplace_back(link);
      }
      const Rank from = message.way.front();
      const Rank to = message.way.back();
      if (routes.emplace(from, to).second)
        zone.add_route(host(from)->get_netpoint(), host(to)->get_netpoint(), nullptr, nullptr, route, false);
    }
  zone.seal();
}

/// Starts a message; its receiver waits already.
std::pair<s4u::ActorPtr, s4u::ActorPtr> start(const Message& message, const std::string& name) {
  auto* mailbox = s4u::Mailbox::by_name(name);
  static char payload = 0;
  auto receiver = s4u::Actor::create("to", host(message.way.back()),
                                     [mailbox] { static_cast<void>(mailbox->get<char>()); });
  auto sender = s4u::Actor::create("from", host(message.way.front()), [mailbox, bytes = message.bytes] {
    mailbox->put(&payload, static_cast<std::uint64_t>(bytes));
  });
  return {sender, receiver};
}

void play(const Scenario& scenario) {
  std::vector<std::pair<s4u::ActorPtr, s4u::ActorPtr>> under_way;
  const auto wait_for_all = [&] {
    for (const auto& [sender, receiver] : under_way) {
      receiver->join();
      sender->join();
    }
    under_way.clear();
  };
  for (std::size_t i = 0; i < scenario.messages.size(); ++i) {
    under_way.push_back(start(scenario.messages[i], scenario.name + std::to_string(i)));
    if (scenario.one_after_the_other) wait_for_all();
  }
  wait_for_all();
}

/// Seconds by scenario. SimGrid has one engine in a process.
std::map<std::string, double> judged_times() {
  static char program[] = "oracle";
  static char* arguments[] = {program, nullptr};
  int count = 1;
  s4u::Engine engine(&count, arguments);
  for (const char* setting : {"network/model:CM02", "network/crosstraffic:0", "network/TCP-gamma:0",
                              "network/latency-factor:1", "network/bandwidth-factor:1", "surf/precision:1e-12"})
    s4u::Engine::set_config(setting);
  make_routes(*s4u::create_full_zone("torus"));
  std::map<std::string, double> times;
  s4u::Actor::create("conductor", host(0), [&] {
    for (const Scenario& scenario : scenarios()) {
      const double begun = s4u::Engine::get_clock();
      play(scenario);
      times[scenario.name] = s4u::Engine::get_clock() - begun;
    }
  });
  engine.run();
  return times;
}

// --- ours ----------------------------------------------------------------------------------------

double our_time(const Scenario& scenario) {
  Parameters machine = without_costs();
  machine.th = 50ns;
  machine.tw = 1ns;
  machine.ports = k_ports(2);  // SimGrid knows no ports: two messages may come at once
  const Report report = Machine(torus(kRows, kColumns), machine).run([&](Communicator& comm) {
    std::vector<char> data(std::size_t{1} << 20U);
    comm.round([&](Round& round) {
      if (scenario.one_after_the_other) return;
      for (const Message& message : scenario.messages) {
        const auto part = std::span(data).first(message.bytes);
        if (comm.rank() == message.way.front()) round.send(message.way.back(), part);
        if (comm.rank() == message.way.back()) round.recv(message.way.front(), part);
      }
    });
    for (const Message& message : scenario.messages) {
      if (!scenario.one_after_the_other) break;
      const auto part = std::span(data).first(message.bytes);
      if (comm.rank() == message.way.front()) comm.send(message.way.back(), part);
      if (comm.rank() == message.way.back()) comm.recv(message.way.front(), part);
    }
  });
  return static_cast<double>(report.finish.time.count) * 1e-12;
}

TEST(SimGrid, AgreesWhereTheModelsCoincide) {
  const std::map<std::string, double> judged = judged_times();
  for (const Scenario& scenario : scenarios()) {
    const double time = our_time(scenario);
    EXPECT_NEAR(judged.at(scenario.name), time, 1e-6 * time) << scenario.name;
  }
}

}  // namespace
}  // namespace toruscope
