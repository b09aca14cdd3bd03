// SPDX-License-Identifier: Apache-2.0
#include "collectives/scan/network.hpp"

#include <algorithm>

namespace toruscope::detail {

PrefixNetwork::PrefixNetwork(int p, int k, int lambda)
    : p_(p),
      k_(k),
      lambda_(lambda),
      reach_(Ticks{1}, Ticks{lambda}, k, p),
      steps_(static_cast<int>(reach_.time().count)) {}

std::vector<Rank> PrefixNetwork::destinations(Rank x, int j) const {
  std::vector<Rank> all;
  if (j > steps_ - lambda_ + 1) return all;
  std::int64_t y = x + grown(j + lambda_ - 2);
  for (int t = 0; t < k_ && y < p_; ++t, y += grown(j - 1)) all.push_back(static_cast<Rank>(y));
  return all;
}

std::vector<Rank> PrefixNetwork::sources(Rank y, int j) const {
  std::vector<Rank> all;
  if (j < lambda_) return all;
  std::int64_t x = y - grown(j - 1);
  for (int t = 0; t < k_ && x >= 0; ++t, x -= grown(j - lambda_)) all.push_back(static_cast<Rank>(x));
  return all;
}

void PrefixNetwork::run(Communicator& comm, Prefix& prefix) const {
  for (int j = 1; j <= steps_; ++j) {
    const std::vector<Rank> to = destinations(comm.rank(), j);
    const std::vector<Rank> from = sources(comm.rank(), j);
    if (to.empty() && from.empty()) continue;
    std::vector<Prefix::Bytes> windows(from.size());
    comm.round([&](Round& round) {
      for (const Rank y : to) round.send(y, prefix.window());
      for (std::size_t i = 0; i < from.size(); ++i) round.adopt(from[i], windows[i]);
    });
    std::reverse(windows.begin(), windows.end());  // e_1 < ... < e_h
    prefix.absorb(comm, windows);
  }
}

}  // namespace toruscope::detail
