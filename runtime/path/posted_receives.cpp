// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/posted_receives.hpp"

#include <toruscope/communicator.hpp>

namespace toruscope::core {

void PostedReceives::grow() {
  std::vector<Chain> old(chains_.empty() ? 2 * kFew : 2 * chains_.size());
  old.swap(chains_);
  of_kind_ = {};
  const auto move = [&](RequestState* r) {
    ++of_kind_[kind_of(*r)];
    chain_of(*r).push_back(*r);
  };
  one_.clear_and_dispose(move);
  for (Chain& chain : old) chain.clear_and_dispose(move);
}

RequestState* PostedReceives::first_in_chains(const Message& message) {
  RequestState* first = nullptr;
  for (std::size_t kind = 0; kind < of_kind_.size(); ++kind) {
    if (of_kind_[kind] == 0) continue;
    const Rank source = (kind & 1U) == 0 ? message.source : any_source;
    const int tag = (kind & 2U) == 0 ? message.tag : any_tag;
    for (RequestState& r : chain_of(message.context, source, tag)) {
      if (r.world_partner != source || r.tag != tag || r.context != message.context) continue;
      if (first == nullptr || r.posted < first->posted) first = &r;
      break;
    }
  }
  return first;
}

}  // namespace toruscope::core
