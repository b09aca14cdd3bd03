// SPDX-License-Identifier: Apache-2.0
// Section 4.1.5: "easily extended to any number of processes" - Algorithm 4.2 for other p than 2^d.
//
// printed    the claim: nobody is left out, whatever the source
// measured   PEs that end without the data, one number per source: by Algorithm 4.2, whose partners
//            beyond p - 1 are left out; by the catalogue's halving of intervals

#include "reproduce/broadcast/algorithm41.hpp"
#include "reproduce/item.hpp"
#include "reproduce/runs.hpp"

#include <atomic>
#include <fmt/core.h>
#include <functional>
#include <optional>
#include <span>
#include <string>

namespace toruscope::reproduce {

namespace {

/// Sources' numbers of PEs left out, by an independent simulation of Algorithm 4.2; or nothing.
std::optional<std::string> known_to_be_left_out(int p) {
  switch (p) {
    case 3:
      return "0 1 0";
    case 5:
      return "0 1 1 1 0";
    case 6:
      return "0 0 2 2 0 0";
    case 7:
      return "0 1 0 3 0 1 0";
    case 9:
      return "0 1 1 1 1 1 1 1 0";
    case 12:
      return "0 0 0 0 4 4 4 4 0 0 0 0";
    default:
      return std::nullopt;
  }
}

using BroadcastProgram = std::function<void(Communicator&, Rank source, std::span<std::byte> data)>;

/// PEs left out, a number for each source.
std::string left_out(const Runs& runs, int p, const BroadcastProgram& broadcast) {
  std::string all;
  for (Rank source = 0; source < p; ++source) {
    std::atomic<int> without{0};
    runs.program("broadcast from every source", ring(p), preset("unit"), [&](Communicator& comm) {
      std::byte data{static_cast<unsigned char>(comm.rank() == source ? 42 : 0)};
      broadcast(comm, source, std::span(&data, 1));
      if (data != std::byte{42}) ++without;
    });
    all += fmt::format("{}{}", all.empty() ? "" : " ", without.load());
  }
  return all;
}

void compare_line(const Runs& runs, int p, Reproduction& result) {
  std::string nobody;
  for (int source = 0; source < p; ++source) nobody += nobody.empty() ? "0" : " 0";
  Row row{.place = "section 4.1.5, Algorithm 4.2",
          .subject = fmt::format("p = {}", p),
          .quantity = "PEs left out, by source",
          .printed = nobody,
          .measured = left_out(runs, p, [](Communicator& comm, Rank source, std::span<std::byte> data) {
            doubling_broadcast(comm, First::far, source, data);
          })};
  if (const auto known = known_to_be_left_out(p)) {
    row.erratum = "broadcast-2";
    row.corrected = known;
  }
  result.rows.push_back(row);
  result.rows.push_back({.place = "section 4.1.5, by halving intervals",
                         .subject = fmt::format("p = {}", p),
                         .quantity = "PEs left out, by source",
                         .printed = nobody,
                         .measured = left_out(runs, p, Runs::named<Broadcast>("recursive_doubling").run)});
}

Reproduction reproduce_any_p(Runs& runs) {
  Reproduction result;
  for (const int p : {3, 4, 5, 6, 7, 8, 9, 12}) compare_line(runs, p, result);
  return result;
}

}  // namespace

Item broadcast_any_p() {
  return {"broadcast-any-p", kBroadcastPaper, "section 4.1.5: any number of PEs, any source", reproduce_any_p};
}

}  // namespace toruscope::reproduce
