// SPDX-License-Identifier: Apache-2.0
// Stages of algorithms that know islands: in each a PE exchanges data with the PEs that differ from
// it in one digit of the plan, all of them at once, each message straight to its destination.
//
// Blocks lie in nested order (IslandPlan::nested), so that the blocks of a stage are in one piece.

#pragma once

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/island_plan.hpp"

#include <toruscope/catalogue.hpp>
#include <toruscope/communicator.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace toruscope::collectives {

class IslandStages {
 public:
  explicit IslandStages(Communicator& comm) : comm_(comm), plan_(island_plan(comm.topology())) {}

  [[nodiscard]] const IslandPlan& plan() const { return *plan_; }
  [[nodiscard]] int count() const { return plan_->stages(); }

  /// Sends out(place) to each other place of the stage, and fills in(place) with what comes from
  /// it.
  template <class Out, class In>
  void exchange(int stage, const Out& out, const In& in) {
    const int q = plan_->radix(stage);
    const Rank me = comm_.rank();
    const int mine = plan_->place(me, stage);
    ExactReceives receives;
    comm_.round([&](Round& round) {
      for (int d = 1; d < q; ++d) {
        const int to = (mine + d) % q;
        round.send(plan_->partner(me, stage, to), out(to));
      }
      for (int d = 1; d < q; ++d) {
        const int from = (mine - d + q) % q;
        receives.post(round, plan_->partner(me, stage, from), in(from));
      }
    });
    receives.finish(comm_);
  }

  /// The piece of a stage's data that belongs to a place.
  [[nodiscard]] std::span<std::byte> piece(std::span<std::byte> data, int stage, int place) const {
    const std::size_t bytes = data.size() / static_cast<std::size_t>(plan_->radix(stage));
    return data.subspan(static_cast<std::size_t>(place) * bytes, bytes);
  }
  [[nodiscard]] std::span<std::byte> own_piece(std::span<std::byte> data, int stage) const {
    return piece(data, stage, plan_->place(comm_.rank(), stage));
  }

  /// Combines through the first stages; returns this PE's piece, with its sum. In the order of
  /// places.
  std::span<std::byte> reduce_scatter(std::span<std::byte> data, int stages, const Combine& op) {
    for (int stage = 0; stage < stages; ++stage) {
      const std::span<std::byte> mine = own_piece(data, stage);
      Buffer theirs = comm_.buffer(data.size());
      exchange(
          stage, [&](int to) { return piece(data, stage, to); },
          [&](int from) { return piece(theirs, stage, from); });
      const int me = plan_->place(comm_.rank(), stage);
      const auto of = [&](int place) { return place == me ? mine : piece(theirs, stage, place); };
      const std::span<std::byte> sum = of(0);
      for (int place = 1; place < plan_->radix(stage); ++place)
        op.combine(sum.data(), of(place).data(), sum.data(), mine.size() / op.element);
      if (me != 0) copy(sum, mine);
      data = mine;
    }
    return data;
  }

  /// Collects through the first stages, the last of them first: this PE's piece is there.
  void allgather(std::span<std::byte> data, int stages) {
    std::vector<std::span<std::byte>> parts;
    for (int stage = 0; stage < stages; ++stage) {
      parts.push_back(data);
      data = own_piece(data, stage);
    }
    for (int stage = stages - 1; stage >= 0; --stage) {
      const std::span<std::byte> part = parts[static_cast<std::size_t>(stage)];
      const std::span<std::byte> mine = own_piece(part, stage);
      exchange(
          stage, [&](int) { return mine; }, [&](int from) { return piece(part, stage, from); });
    }
  }

 private:
  Communicator& comm_;
  std::shared_ptr<const IslandPlan> plan_;
};

}  // namespace toruscope::collectives
