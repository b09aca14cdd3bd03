// SPDX-License-Identifier: Apache-2.0
#include "collectives/scan/prefix.hpp"

#include <algorithm>
#include <string>

namespace toruscope::collectives {

void Prefix::put_before(const Buffer& left, Buffer& right) const {
  if (left.empty()) return;
  if (right.empty())
    right = left;
  else
    op_.combine(left.data(), right.data(), right.data(), right.size() / op_.element);
}

void Prefix::check(const Communicator& comm, const Buffer& window) const {
  if (!window.empty() && window.size() != bytes_)
    comm.fail("scan: got " + std::to_string(window.size()) + " bytes to combine with " +
              std::to_string(bytes_) + "; every PE must use values of the same size");
}

void Prefix::absorb(const Communicator& comm, std::span<Buffer> windows) {
  for (const Buffer& window : windows) check(comm, window);
  Buffer& sum = windows.back();  // temp of the paper
  for (auto window = windows.rbegin() + 1; window != windows.rend(); ++window) put_before(*window, sum);
  put_before(sum, window_);
  put_before(sum, before_);
}

Buffer total_of(const Communicator& comm, std::span<const std::byte> data, const Combine& op) {
  const std::size_t bytes = op.value_bytes();
  Buffer total = comm.copy_of(data.first(std::min(bytes, data.size())));
  for (std::size_t at = bytes; at < data.size(); at += bytes)
    op.combine(total.data(), data.data() + at, total.data(), op.per_value);
  return total;
}

void finish_run(const Communicator& comm, std::span<std::byte> data, Buffer before, const Combine& op,
                bool is_exclusive) {
  Buffer value = comm.buffer(op.value_bytes());
  for (std::size_t at = 0; at < data.size(); at += value.size()) {
    const std::span<std::byte> place = data.subspan(at, value.size());
    copy(place, value);
    if (before.empty()) {
      before = value;
      continue;
    }
    if (is_exclusive) copy(before, place);
    op.combine(before.data(), value.data(), before.data(), op.per_value);
    if (!is_exclusive) copy(before, place);
  }
}

}  // namespace toruscope::collectives
