// SPDX-License-Identifier: Apache-2.0
// The partial sum of a PE in a reduction. Its own data are not copied before the first message
// comes, whose memory becomes the sum.

#pragma once

#include <toruscope/catalogue.hpp>

#include <span>
#include <string>
#include <utility>

namespace toruscope::collectives {

class PartialSum {
 public:
  PartialSum(std::span<const std::byte> own, const Combine& op) : own_(own), op_(op) {}

  void absorb(const Communicator& comm, Buffer&& theirs, bool theirs_is_higher) {
    if (theirs.size() != own_.size())
      comm.fail("reduce: got " + std::to_string(theirs.size()) + " bytes to combine with " +
                std::to_string(own_.size()) + "; every PE must give the same number");
    const std::byte* mine = bytes().data();
    op_.combine(theirs_is_higher ? mine : theirs.data(), theirs_is_higher ? theirs.data() : mine, theirs.data(),
                own_.size() / op_.element);
    sum_ = std::move(theirs);
    is_own_ = false;
  }
  void send_to(Communicator& comm, Rank to) {
    if (is_own_)
      comm.send(to, own_);
    else
      comm.send(to, std::move(sum_));
  }
  /// Writes the sum over the PE's own data.
  void finish(std::span<std::byte> data) const {
    if (!is_own_) copy(sum_, data);
  }
  [[nodiscard]] std::span<const std::byte> bytes() const {
    return is_own_ ? own_ : std::span<const std::byte>(sum_);
  }

 private:
  std::span<const std::byte> own_;
  const Combine& op_;
  Buffer sum_;
  bool is_own_ = true;
};

}  // namespace toruscope::collectives
