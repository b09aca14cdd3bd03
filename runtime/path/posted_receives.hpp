// SPDX-License-Identifier: Apache-2.0
// A mailbox's waiting receives, found by a message: the first posted one that it fits.
//
// Cost        Expected constant. A few lie in one chain; more in chains by (context, source, tag),
//             of which at most four are looked at: for each used way to leave source or tag open.
// Invariants  In a chain receives of one key lie in the order of posting; in the only one all do.

#pragma once

#include "runtime/path/request.hpp"

#include <array>
#include <vector>

namespace toruscope::core {

class PostedReceives {
 private:
  using Chain =
      boost::intrusive::list<RequestState,
                             boost::intrusive::member_hook<RequestState, ListHook, &RequestState::chain>,
                             boost::intrusive::constant_time_size<false>>;

 public:
  PostedReceives() = default;
  PostedReceives(const PostedReceives&) = delete;
  PostedReceives& operator=(const PostedReceives&) = delete;
  ~PostedReceives() = default;

  [[nodiscard]] bool is_empty() const { return count_ == 0; }
  /// Inserts a receive that was posted after all that are here.
  [[gnu::always_inline]] void insert(RequestState& receive) {
    if (count_ >= kFew && count_ >= 2 * chains_.size()) grow();
    counted_chain(receive).push_back(receive);
  }
  void erase(RequestState& receive) { static_cast<void>(take_out(receive)); }
  /// The first posted one that the message fits; null if there is none.
  [[nodiscard]] RequestState* first_fitting(const Message& message) {
    if (!chains_.empty()) return first_in_chains(message);
    for (RequestState& r : one_)
      if (r.fits(message)) return &r;
    return nullptr;
  }

  /// Receives taken out for a while; the last one returns first.
  using Place = Chain::iterator;
  [[nodiscard]] Place take_out(RequestState& receive) {
    receive.is_indexed = false;
    --count_;
    if (!chains_.empty()) [[unlikely]]
      return take_out_of_chains(receive);
    return one_.erase(Chain::s_iterator_to(receive));
  }
  void put_in(RequestState& receive, const Place& place) { counted_chain(receive).insert(place, receive); }

 private:
  /// Kind of a receive by its open names: none, the source, the tag, both.
  static std::size_t kind_of(const RequestState& r) {
    return (r.names_source() ? 0U : 1U) + (r.names_tag() ? 0U : 2U);
  }
  Chain& chain_of(std::uint32_t context, Rank source, int tag) {
    return chains_.empty() ? one_ : chains_[hash_of(context, source, tag) & (chains_.size() - 1)];
  }
  Chain& chain_of(const RequestState& r) { return chain_of(r.context, r.world_partner, r.tag); }
  /// Chain of a receive that comes in, and is counted.
  [[gnu::always_inline]] Chain& counted_chain(RequestState& receive) {
    receive.is_indexed = true;
    ++count_;
    if (chains_.empty()) [[likely]]
      return one_;
    ++of_kind_[kind_of(receive)];
    return chain_of(receive);
  }
  [[nodiscard]] RequestState* first_in_chains(const Message& message);
  [[gnu::noinline]] Place take_out_of_chains(RequestState& receive) {
    --of_kind_[kind_of(receive)];
    return chain_of(receive).erase(Chain::s_iterator_to(receive));
  }
  void grow();

  static constexpr std::uint32_t kFew = 8;

  std::uint32_t count_ = 0;
  Chain one_;
  std::vector<Chain> chains_;               // none while there are few; else a power of two
  std::array<std::uint32_t, 4> of_kind_{};  // in the chains
};

}  // namespace toruscope::core
