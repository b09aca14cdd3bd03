// SPDX-License-Identifier: Apache-2.0

#include "rotation.hpp"

#include <toruscope/premises.hpp>

#include <algorithm>

using namespace toruscope;

Alltoall rotation() {
  Alltoall a;
  a.name = "rotation";
  a.summary = "p - 1 steps; in step i to the PE i further on";
  a.restrictions = "at least 2 PEs";
  a.formula = "(p-1) (ts + m tw) where every pair has a link";
  a.source = "textbook";
  a.refusal = [](const Case& c) {
    return c.p >= 2 ? std::nullopt : std::optional<std::string>("needs at least 2 PEs");
  };
  a.predicted = [](const Case& c) -> std::optional<Prediction> {
    if (!c.is_complete || !costs_only_ts_tw_th(c)) return std::nullopt;
    const std::int64_t steps = c.p - 1;
    const std::int64_t bytes = steps * static_cast<std::int64_t>(c.bytes);
    return Prediction{steps, bytes, steps, steps * (c.costs.ts + c.costs.th) + bytes * c.costs.tw};
  };
  a.run = [](Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive, std::size_t m) {
    const int p = comm.size();
    const auto block = [&](auto whole, Rank r) { return whole.subspan(static_cast<std::size_t>(r) * m, m); };
    const Rank me = comm.rank();
    std::ranges::copy(block(send, me), block(receive, me).begin());
    for (int i = 1; i < p; ++i) {
      const Rank to = (me + i) % p;
      const Rank from = (me - i + p) % p;
      comm.sendrecv(to, block(send, to), from, block(receive, from));
    }
  };
  return a;
}
