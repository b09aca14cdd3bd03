// SPDX-License-Identifier: Apache-2.0
// Collective operations on typed data. Each is a thin inline over an algorithm of the catalogue.
//
// Data      A range in one piece of trivially copyable values, or, where a range may have one
//           value, that value by itself: broadcast(comm, 0, x). A static_assert explains refusals.
// Operators The sum, unless another one is given; operators.hpp says which commute. Others are
//           applied in rank order, these in an order that is the same in every run. Of data that
//           are bytes the operator may be a Combine: the length of an element, and a function.
// Errors    ProgramError if sizes do not fit, or PEs of one communicator call different
//           collectives; ConfigError if the named algorithm refuses this case, with the reason and
//           one that fits.
// Link        toruscope::collectives

#pragma once

#include <toruscope/catalogue.hpp>
#include <toruscope/communicator.hpp>
#include <toruscope/operators.hpp>

#include <concepts>
#include <functional>
#include <optional>
#include <ranges>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace toruscope {

namespace detail {
template <class R>
concept NoSingleValue = !SingleValue<std::remove_cvref_t<R>>;
/// Data that can be combined in place: a range or a variable, no constant and no temporary value.
template <class R>
concept InPlace = NoSingleValue<R> ||
    (std::is_lvalue_reference_v<R> && !std::is_const_v<std::remove_reference_t<R>>);

using In = std::span<const std::byte>;
using Out = std::span<std::byte>;
using Name = std::string_view;
void alltoall_bytes(Communicator& comm, In send, Out receive, std::size_t element, Name algorithm);
void alltoallv_bytes(Communicator& comm, In send, std::vector<std::size_t> send_counts, Out receive,
                     std::vector<std::size_t> receive_counts, std::size_t element, Name algorithm);
void broadcast_bytes(Communicator& comm, Rank root, Out data, Name algorithm);
void reduce_bytes(Communicator& comm, Rank root, Out data, const Combine& combine, Name algorithm);
/// Entry: Scan or Exscan. `values`: number in all, if known to every PE.
template <class Entry>
void scan_bytes(Communicator& comm, Out data, const Combine& combine, std::optional<std::int64_t> values,
                Name algorithm);
void gather_bytes(Communicator& comm, Rank root, In block, Out all, Name algorithm);
void gatherv_bytes(Communicator& comm, Rank root, In block, Out all, std::vector<std::size_t> counts,
                   std::size_t element, Name algorithm);
void scatter_bytes(Communicator& comm, Rank root, In all, Out block, Name algorithm);
void scatterv_bytes(Communicator& comm, Rank root, In all, std::vector<std::size_t> counts, Out block,
                    std::size_t element, Name algorithm);
void allgather_bytes(Communicator& comm, In block, Out all, Name algorithm);
void allgatherv_bytes(Communicator& comm, In block, Out all, std::vector<std::size_t> counts,
                      std::size_t element, Name algorithm);
void allreduce_bytes(Communicator& comm, Out data, const Combine& combine, Name algorithm);
void reduce_scatter_bytes(Communicator& comm, In all, Out block, const Combine& combine, Name algorithm);
void reduce_scatterv_bytes(Communicator& comm, In all, std::vector<std::size_t> counts, Out block,
                           const Combine& combine, std::size_t element, Name algorithm);
void shift_bytes(Communicator& comm, int distance, Out data, Name algorithm);

template <std::ranges::input_range Counts>
std::vector<std::size_t> counts_of(const Counts& counts) {
  std::vector<std::size_t> result;
  for (const auto count : counts) result.push_back(static_cast<std::size_t>(count));
  return result;
}

/// Number of a scan's values, if known: variables are one value on each PE, ranges any number.
template <class R>
std::optional<std::int64_t> values_in_all(const Communicator& comm) {
  return NoSingleValue<R> ? std::nullopt : std::optional<std::int64_t>(comm.size());
}

/// Elements of a range, one to a value.
template <class T, class Operator>
Combine combine_with(Operator op) {
  constexpr bool kFits = std::is_invocable_r_v<T, const Operator&, const T&, const T&>;
  static_assert(
      kFits,
      "toruscope: the operator must make one value of two: T op(const T& left, const T& right), T being the "
      "type of the values, and not change itself");
  Combine combine;
  combine.element = sizeof(T);
  combine.commutative = is_commutative<Operator, T>;
  combine.exact = std::is_integral_v<T>;
  combine.combine = [op](const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
    const auto* a = reinterpret_cast<const T*>(left);
    const auto* b = reinterpret_cast<const T*>(right);
    auto* c = reinterpret_cast<T*>(into);
    if constexpr (kFits)
      for (std::size_t i = 0; i < n; ++i) c[i] = op(a[i], b[i]);
  };
  return combine;
}
/// Bytes, of which the operator says how many are an element.
template <class T, std::same_as<Combine> Operator>
Combine combine_with(Operator op) {
  static_assert(sizeof(T) == 1, "toruscope: a Combine says how long an element is; give it data of std::byte");
  op.per_value = 1;
  return op;
}
/// Combines ranges as one value each.
template <class T, class Operator>
Combine combine_vectors(Operator op, std::size_t bytes, std::size_t segment) {
  Combine combine = combine_with<T>(std::move(op));
  combine.per_value = combine.element == 0 ? 0 : bytes / combine.element;
  combine.segment = segment * combine.element;
  return combine;
}
}  // namespace detail

/// Complete exchange: block d of `send` goes to PE d, block s of `receive` comes from PE s.
/// Shape     send, receive: size() * n elements, n equal on all PEs (0 allowed), no overlap.
template <class Send, class Receive>
void alltoall(Communicator& comm, const Send& send, Receive&& receive, std::string_view algorithm = "auto") {
  using T = detail::Element<Send>;
  detail::check_same_elements<Send, Receive>();
  detail::alltoall_bytes(comm, detail::bytes_of(send),
                         detail::writable_bytes_of(std::forward<Receive>(receive)), sizeof(T), algorithm);
}

/// Complete exchange of blocks of different sizes, which lie one after the other in rank order.
/// Shape     send_counts, receive_counts: size() numbers of elements; on PE r send_counts[d] is
///           what receive_counts[r] is on PE d. send, receive: as many elements as their counts
///           have in all; they do not overlap.
template <class Send, std::ranges::input_range SendCounts, class Receive,
          std::ranges::input_range ReceiveCounts>
void alltoallv(Communicator& comm, const Send& send, const SendCounts& send_counts, Receive&& receive,
               const ReceiveCounts& receive_counts, std::string_view algorithm = "auto") {
  using T = detail::Element<Send>;
  detail::check_same_elements<Send, Receive>();
  detail::alltoallv_bytes(comm, detail::bytes_of(send), detail::counts_of(send_counts),
                          detail::writable_bytes_of(std::forward<Receive>(receive)),
                          detail::counts_of(receive_counts), sizeof(T), algorithm);
}

/// Every PE ends with the root's data. Shape: data: n elements, the same n on every PE.
template <class R>
void broadcast(Communicator& comm, Rank root, R&& data, std::string_view algorithm = "auto") {
  detail::broadcast_bytes(comm, root, detail::writable_bytes_of(std::forward<R>(data)), algorithm);
}

/// Combines at the root: its data[i] ends as op over the PEs' data[i]; elsewhere data is unchanged.
/// Shape     data: n elements, the same n on every PE. op: associative; it need not commute.
template <class R, class Operator = std::plus<>>
void reduce(Communicator& comm, Rank root, R&& data, Operator op = {}, std::string_view algorithm = "auto") {
  using T = detail::Element<R>;
  detail::reduce_bytes(comm, root, detail::writable_bytes_of(std::forward<R>(data)),
                       detail::combine_with<T>(std::move(op)), algorithm);
}

/// The PEs' data, or variables, in rank order are v(0), v(1), ..; v(x) becomes v(0) op ... op v(x).
/// Shape     data: any number of values on each PE. op: associative; it need not commute.
template <detail::InPlace R, class Operator = std::plus<>>
void scan(Communicator& comm, R&& data, Operator op = {}, std::string_view algorithm = "auto") {
  using T = detail::Element<R>;
  detail::scan_bytes<Scan>(comm, detail::writable_bytes_of(std::forward<R>(data)),
                           detail::combine_with<T>(std::move(op)), detail::values_in_all<R>(comm), algorithm);
}
/// Combines ranks 0 .. rank(), for one value on each PE, a constant or a temporary.
template <detail::SingleValue T, class Operator = std::plus<>>
[[nodiscard]] T scan(Communicator& comm, const T& value, Operator op = {},
                     std::string_view algorithm = "auto") {
  T result = value;
  scan(comm, result, std::move(op), algorithm);
  return result;
}

/// Replaces v(x) by v(0) op ... op v(x-1); the very first value stays. Otherwise like scan.
template <detail::InPlace R, class Operator = std::plus<>>
void exscan(Communicator& comm, R&& data, Operator op = {}, std::string_view algorithm = "auto") {
  using T = detail::Element<R>;
  detail::scan_bytes<Exscan>(comm, detail::writable_bytes_of(std::forward<R>(data)),
                             detail::combine_with<T>(std::move(op)), detail::values_in_all<R>(comm), algorithm);
}
/// Combines ranks 0 .. rank()-1, for one constant or temporary on each PE; on PE 0 its own.
template <detail::SingleValue T, class Operator = std::plus<>>
[[nodiscard]] T exscan(Communicator& comm, const T& value, Operator op = {},
                       std::string_view algorithm = "auto") {
  T result = value;
  exscan(comm, result, std::move(op), algorithm);
  return result;
}

/// Scans element by element: data[i] ends as op over data[i] of ranks 0 .. rank(). Long vectors go
/// in parts.
/// Shape     data: n elements, the same n on every PE. op: associative; it need not commute.
///           segment: elements of a part, 0: as many as suit the machine.
template <class R, class Operator = std::plus<>>
void scan_vectors(Communicator& comm, R&& data, Operator op = {}, std::string_view algorithm = "auto",
                  std::size_t segment = 0) {
  using T = detail::Element<R>;
  const auto bytes = detail::writable_bytes_of(std::forward<R>(data));
  detail::scan_bytes<Scan>(comm, bytes, detail::combine_vectors<T>(std::move(op), bytes.size(), segment),
                           comm.size(), algorithm);
}
/// Combines over ranks 0 .. rank()-1; on PE 0 data stays as it was.
template <class R, class Operator = std::plus<>>
void exscan_vectors(Communicator& comm, R&& data, Operator op = {}, std::string_view algorithm = "auto",
                    std::size_t segment = 0) {
  using T = detail::Element<R>;
  const auto bytes = detail::writable_bytes_of(std::forward<R>(data));
  detail::scan_bytes<Exscan>(comm, bytes, detail::combine_vectors<T>(std::move(op), bytes.size(), segment),
                             comm.size(), algorithm);
}

/// Collects at the root: `all` ends with the blocks of all PEs in rank order.
/// Shape     block: n elements, the same n on every PE. all: size() * n at the root, else ignored.
template <class Block, class All>
void gather(Communicator& comm, Rank root, const Block& block, All&& all, std::string_view algorithm = "auto") {
  detail::check_same_elements<Block, All>();
  detail::gather_bytes(comm, root, detail::bytes_of(block), detail::writable_bytes_of(std::forward<All>(all)),
                       algorithm);
}

/// Collects blocks of different sizes, which lie one after the other in rank order.
/// Shape     counts: size() numbers of elements at the root, counts[r] of PE r; else ignored. all:
///           as many elements as they are together at the root; else ignored.
template <class Block, class All, std::ranges::input_range Counts>
void gatherv(Communicator& comm, Rank root, const Block& block, All&& all, const Counts& counts,
             std::string_view algorithm = "auto") {
  detail::check_same_elements<Block, All>();
  detail::gatherv_bytes(comm, root, detail::bytes_of(block), detail::writable_bytes_of(std::forward<All>(all)),
                        detail::counts_of(counts), sizeof(detail::Element<Block>), algorithm);
}

/// PE i ends with block i of the root's `all`.
/// Shape     block: n elements, the same n on every PE. all: size() * n at the root, else ignored.
template <class All, class Block>
void scatter(Communicator& comm, Rank root, const All& all, Block&& block,
             std::string_view algorithm = "auto") {
  detail::check_same_elements<Block, All>();
  detail::scatter_bytes(comm, root, detail::bytes_of(all),
                        detail::writable_bytes_of(std::forward<Block>(block)), algorithm);
}

/// Deals blocks of different sizes.
/// Shape     counts and all: as of gatherv. block: counts[i] of the root on PE i.
template <class All, std::ranges::input_range Counts, class Block>
void scatterv(Communicator& comm, Rank root, const All& all, const Counts& counts, Block&& block,
              std::string_view algorithm = "auto") {
  detail::check_same_elements<All, Block>();
  detail::scatterv_bytes(comm, root, detail::bytes_of(all), detail::counts_of(counts),
                         detail::writable_bytes_of(std::forward<Block>(block)), sizeof(detail::Element<All>),
                         algorithm);
}

/// Every PE ends with the blocks of all PEs in rank order.
/// Shape     block: n elements, the same n on every PE. all: size() * n.
template <class Block, class All>
void allgather(Communicator& comm, const Block& block, All&& all, std::string_view algorithm = "auto") {
  detail::check_same_elements<Block, All>();
  detail::allgather_bytes(comm, detail::bytes_of(block), detail::writable_bytes_of(std::forward<All>(all)),
                          algorithm);
}

/// The same for blocks of different sizes.
/// Shape     counts: size() numbers of elements, the same on every PE, counts[r] of PE r. block:
///           its own count. all: as many as they are together.
template <class Block, class All, std::ranges::input_range Counts>
void allgatherv(Communicator& comm, const Block& block, All&& all, const Counts& counts,
                std::string_view algorithm = "auto") {
  detail::check_same_elements<Block, All>();
  detail::allgatherv_bytes(comm, detail::bytes_of(block), detail::writable_bytes_of(std::forward<All>(all)),
                           detail::counts_of(counts), sizeof(detail::Element<Block>), algorithm);
}

/// Combines on every PE: data[i] ends as op over the PEs' data[i]; so does a variable.
/// Shape     data: n elements, the same n on every PE. op: associative; it need not commute.
template <detail::InPlace R, class Operator = std::plus<>>
void allreduce(Communicator& comm, R&& data, Operator op = {}, std::string_view algorithm = "auto") {
  using T = detail::Element<R>;
  detail::allreduce_bytes(comm, detail::writable_bytes_of(std::forward<R>(data)),
                          detail::combine_with<T>(std::move(op)), algorithm);
}

/// Returns the combination of all values, for one value on each PE, a constant or a temporary.
template <detail::SingleValue T, class Operator = std::plus<>>
[[nodiscard]] T allreduce(Communicator& comm, const T& value, Operator op = {},
                          std::string_view algorithm = "auto") {
  T result = value;
  allreduce(comm, result, std::move(op), algorithm);
  return result;
}

/// PE i ends with block i of the allreduce of `all`.
/// Shape     block: n elements, n equal on all PEs. all: size() * n. op: associative.
template <class All, class Block, class Operator = std::plus<>>
void reduce_scatter(Communicator& comm, const All& all, Block&& block, Operator op = {},
                    std::string_view algorithm = "auto") {
  using T = detail::Element<Block>;
  detail::check_same_elements<All, Block>();
  detail::reduce_scatter_bytes(comm, detail::bytes_of(all),
                               detail::writable_bytes_of(std::forward<Block>(block)),
                               detail::combine_with<T>(std::move(op)), algorithm);
}

/// The same for blocks of different sizes.
/// Shape     counts: size() numbers of elements, the same on every PE. all: as many as they are
///           together. block: counts[i] on PE i. op: associative.
template <class All, std::ranges::input_range Counts, class Block, class Operator = std::plus<>>
void reduce_scatterv(Communicator& comm, const All& all, const Counts& counts, Block&& block, Operator op = {},
                     std::string_view algorithm = "auto") {
  using T = detail::Element<Block>;
  detail::check_same_elements<All, Block>();
  detail::reduce_scatterv_bytes(comm, detail::bytes_of(all), detail::counts_of(counts),
                                detail::writable_bytes_of(std::forward<Block>(block)),
                                detail::combine_with<T>(std::move(op)), sizeof(T), algorithm);
}

/// Replaces `data` by that of the PE `distance` ranks before, in a circle; negative: behind.
/// Shape     data: n elements, the same n on every PE.
template <class R>
void shift(Communicator& comm, int distance, R&& data, std::string_view algorithm = "auto") {
  detail::shift_bytes(comm, distance, detail::writable_bytes_of(std::forward<R>(data)), algorithm);
}

/// Waits for all PEs: none leaves before every PE has entered.
void barrier(Communicator& comm, std::string_view algorithm = "auto");

}  // namespace toruscope
