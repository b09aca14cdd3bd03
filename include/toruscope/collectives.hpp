// SPDX-License-Identifier: Apache-2.0
// Collective operations on typed ranges. Each is a thin inline over an algorithm of the catalogue.
//
// Errors    ProgramError if sizes do not fit, or PEs of one communicator call different collectives; ConfigError
//           if the named algorithm refuses this case, with the reason and one that fits.

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/communicator.hpp>

#include <functional>
#include <string_view>

namespace toruscope {

namespace detail {
void alltoall_bytes(Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                    std::size_t element, std::string_view algorithm);
void broadcast_bytes(Communicator& comm, Rank root, std::span<std::byte> data, std::string_view algorithm);
void reduce_bytes(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& combine,
                  std::string_view algorithm);

template <class T, class Operator>
Combine combine_with(Operator op, bool commutative) {
  return {sizeof(T), commutative,
          [op](const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
            const auto* a = reinterpret_cast<const T*>(left);
            const auto* b = reinterpret_cast<const T*>(right);
            auto* c = reinterpret_cast<T*>(into);
            for (std::size_t i = 0; i < n; ++i) c[i] = op(a[i], b[i]);
          }};
}
}  // namespace detail

/// Complete exchange: block d of `send` goes to PE d, block s of `receive` comes from PE s.
/// Shape     send, receive: size() * n elements each, the same n on every PE (0 allowed); they do not overlap.
template <detail::ContiguousRange Send, detail::WritableRange Receive>
void alltoall(Communicator& comm, const Send& send, Receive&& receive, std::string_view algorithm = "auto") {
  using T = std::ranges::range_value_t<Send>;
  static_assert(std::is_same_v<T, std::ranges::range_value_t<Receive>>);
  detail::alltoall_bytes(comm, detail::bytes_of(send), detail::writable_bytes_of(receive), sizeof(T),
                         algorithm);
}

/// Every PE ends with the root's data. Shape: data: n elements, the same n on every PE.
template <detail::WritableRange R>
void broadcast(Communicator& comm, Rank root, R&& data, std::string_view algorithm = "auto") {
  detail::broadcast_bytes(comm, root, detail::writable_bytes_of(data), algorithm);
}

/// At the root, data[i] ends as op over the PEs' data[i] in rank order; elsewhere data is unchanged.
/// Shape     data: n elements, the same n on every PE. op: associative; it need not commute.
template <detail::WritableRange R, class Operator = std::plus<>>
void reduce(Communicator& comm, Rank root, R&& data, Operator op = {}, std::string_view algorithm = "auto") {
  using T = std::ranges::range_value_t<R>;
  detail::reduce_bytes(comm, root, detail::writable_bytes_of(data),
                       detail::combine_with<T>(std::move(op), false), algorithm);
}

/// No PE leaves before every PE has entered.
void barrier(Communicator& comm, std::string_view algorithm = "auto");

}  // namespace toruscope
