// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/prefetch.hpp"

#include "runtime/core/prefetch.hpp"

#include <algorithm>

namespace toruscope::core {

namespace {

/// Prefetches some of the PE's lines of memory (pe/prefetch.hpp).
template <HotLines lines>
void prefetch_own(const Pe& pe) {
  constexpr std::size_t kLine = 64;
  prefetch_lines<lines.count>(reinterpret_cast<const std::byte*>(&pe) + lines.first * kLine);
}

/// Prefetches what the PE waits for, and its state.
void prefetch_control(const Pe& pe) {
  prefetch_own<kIdentity>(pe);
  prefetch_own<HotLines{kCalls.first, 1}>(pe);
}

/// Prefetches what its context needs to go on.
void prefetch_context(const Pe& pe) {
  constexpr std::size_t kContext = 2;
  if (pe.body().has_started()) prefetch_lines<kContext>(&pe.body().context());
}

/// Prefetches the page of its stack.
void prefetch_page(const Pe& pe) {
  if (pe.body().has_started()) prefetch_lines<1>(pe.body().context().frame());
}

/// Prefetches the rest of what is hot.
void prefetch_state(const Pe& pe) {
  prefetch_own<kCore>(pe);
  prefetch_own<kCalls>(pe);
  prefetch_own<kMatching>(pe);
  prefetch_lines<1>(pe.waits_for().requests.data());
}

/// Prefetches the frames of its stack from the switch to the program's call, and the requests that
/// it waits for.
void prefetch_frames(const Pe& pe) {
  constexpr std::size_t kFrames = 13;
  constexpr std::size_t kRequest = 2;
  if (pe.body().has_started()) prefetch_lines<kFrames>(pe.body().context().frame());
  if (pe.waits_for().until == PeWait::Until::matched)
    for (const RequestState* r : pe.waits_for().requests) prefetch_lines<kRequest>(r);
}

/// Prefetches the messages that it has got, and what its program is likely to read next.
void prefetch_messages(const Pe& pe) {
  constexpr std::size_t kEnvelope = 3;
  constexpr std::size_t kStartAndBody = 3;
  if (pe.waits_for().until == PeWait::Until::matched)
    for (const RequestState* r : pe.waits_for().requests) {
      prefetch_lines<kEnvelope>(r->message);
      if (r->message != nullptr) prefetch_lines<kStartAndBody>(&r->message->complete);
      prefetch_lines<1>(r->into.bytes.data());
    }
  prefetch_lines<1>(pe.posting().reads_next());
  prefetch_lines<1>(pe.posting().caller());
}

}  // namespace

void prefetch_after(const std::vector<Pe*>& pes, std::size_t i) {
  // Each step reads what the step before it has prefetched. Each stack has its own page, so the
  // first prefetch of a stack needs a walk through the page tables. The processor does several
  // walks at once but stalls on a single one, so pages are prefetched in groups.
  constexpr std::size_t kPages = 4;
  if (i + 2 * kPages + 1 < pes.size()) prefetch_control(*pes[i + 2 * kPages + 1]);
  if (i + 2 * kPages < pes.size()) prefetch_context(*pes[i + 2 * kPages]);
  if (i % kPages == 0)
    for (std::size_t k = i + kPages; k < std::min(i + 2 * kPages, pes.size()); ++k) prefetch_page(*pes[k]);
  if (i + 3 < pes.size()) prefetch_state(*pes[i + 3]);
  if (i + 2 < pes.size()) prefetch_frames(*pes[i + 2]);
  if (i + 1 < pes.size()) prefetch_messages(*pes[i + 1]);
}

void prefetch_for_delivery(const Pe& pe) {
  // they begin in the second line
  constexpr HotLines kReceives{kMatching.first + 1, kMatching.count - 1};
  prefetch_own<kIdentity>(pe);
  prefetch_own<HotLines{kCalls.first, 1}>(pe);
  prefetch_own<kReceives>(pe);
}

void prefetch_wait(const Pe& pe) {
  prefetch_lines<1>(pe.waits_for().requests.data());
}

void prefetch_awaited(const Pe& pe) {
  if (pe.state() == Pe::State::waiting && pe.waits_for().until == PeWait::Until::matched)
    for (const RequestState* r : pe.waits_for().requests) prefetch_lines<1>(r);
}

}  // namespace toruscope::core
