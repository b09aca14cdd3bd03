// SPDX-License-Identifier: Apache-2.0
#include "collectives/scan/prefix.hpp"

#include <algorithm>
#include <string>

namespace toruscope::detail {

void Prefix::put_before(const Bytes& left, Bytes& right) const {
  if (left.empty()) return;
  if (right.empty())
    right = left;
  else
    op_.combine(left.data(), right.data(), right.data(), right.size() / op_.element);
}

void Prefix::check(const Communicator& comm, const Bytes& window) const {
  if (!window.empty() && window.size() != bytes_)
    comm.fail("scan: got " + std::to_string(window.size()) + " bytes to combine with " +
              std::to_string(bytes_) + "; every PE must use values of the same size");
}

void Prefix::absorb(const Communicator& comm, std::span<Bytes> windows) {
  for (const Bytes& window : windows) check(comm, window);
  Bytes& sum = windows.back();  // temp of the paper
  for (auto window = windows.rbegin() + 1; window != windows.rend(); ++window) put_before(*window, sum);
  put_before(sum, window_);
  put_before(sum, before_);
}

Prefix::Bytes total_of(std::span<const std::byte> data, const Combine& op) {
  const std::size_t bytes = op.value_bytes();
  Prefix::Bytes total(data.begin(), data.begin() + static_cast<std::ptrdiff_t>(std::min(bytes, data.size())));
  for (std::size_t at = bytes; at < data.size(); at += bytes)
    op.combine(total.data(), data.data() + at, total.data(), op.per_value);
  return total;
}

void finish_run(std::span<std::byte> data, Prefix::Bytes before, const Combine& op, bool is_exclusive) {
  Prefix::Bytes value(op.value_bytes());
  for (std::size_t at = 0; at < data.size(); at += value.size()) {
    std::byte* place = data.data() + at;
    std::copy_n(place, value.size(), value.begin());
    if (before.empty()) {
      before = value;
      continue;
    }
    if (is_exclusive) std::copy(before.begin(), before.end(), place);
    op.combine(before.data(), value.data(), before.data(), op.per_value);
    if (!is_exclusive) std::copy(before.begin(), before.end(), place);
  }
}

}  // namespace toruscope::detail
