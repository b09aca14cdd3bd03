// SPDX-License-Identifier: Apache-2.0
#include "collectives/scan/network.hpp"

#include <algorithm>
#include <vector>

namespace toruscope::collectives {

PrefixNetwork::PrefixNetwork(int p, int k, int lambda)
    : p_(p),
      k_(k),
      lambda_(lambda),
      reach_(Ticks{1}, Ticks{lambda}, k, p),
      steps_(static_cast<int>(reach_.time().count)) {}

PrefixNetwork::Ranks PrefixNetwork::destinations(Rank x, int j) const {
  Ranks all;
  if (j > steps_ - lambda_ + 1) return all;
  std::int64_t y = x + grown(j + lambda_ - 2);
  for (int t = 0; t < k_ && y < p_; ++t, y += grown(j - 1)) all.push_back(static_cast<Rank>(y));
  return all;
}

PrefixNetwork::Ranks PrefixNetwork::sources(Rank y, int j) const {
  Ranks all;
  if (j < lambda_) return all;
  std::int64_t x = y - grown(j - 1);
  for (int t = 0; t < k_ && x >= 0; ++t, x -= grown(j - lambda_)) all.push_back(static_cast<Rank>(x));
  return all;
}

void PrefixNetwork::run(Communicator& comm, std::span<Prefix> parts) const {
  if (p_ == 1) return;
  std::vector<Buffer> windows;  // kept from step to step to reuse its memory
  const int sending = static_cast<int>(parts.size()) * turn();
  for (int step = 1; step < sending + lambda_; ++step) {
    const int taking = step - lambda_;  // the step of the sends lambda - 1 steps ago, less lambda
    Ranks to;
    Ranks from;
    if (step <= sending) to = destinations(comm.rank(), 1 + (step - 1) % turn());
    if (taking >= 0) from = sources(comm.rank(), lambda_ + taking % turn());
    if (to.empty() && from.empty()) continue;
    windows.resize(std::max(windows.size(), from.size()));
    const auto taken = std::span(windows).first(from.size());  // e_1 < ... < e_h
    comm.round([&](Round& round) {
      for (const Rank y : to) round.send(y, parts[static_cast<std::size_t>((step - 1) / turn())].window());
      for (std::size_t i = 0; i < from.size(); ++i) round.adopt(from[i], taken[taken.size() - 1 - i]);
    });
    if (from.empty()) continue;
    parts[static_cast<std::size_t>(taking / turn())].absorb(comm, taken);
  }
}

}  // namespace toruscope::collectives
