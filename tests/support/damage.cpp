// SPDX-License-Identifier: Apache-2.0
#include "tests/support/damage.hpp"

#include "runtime/pe/group.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>

namespace toruscope::test {

namespace {

using Bytes = std::vector<std::byte>;

constexpr std::size_t kWord = 8;

/// A rank of the communicator that is neither this PE nor the one that was asked for; if there is
/// none, this PE.
Rank another(const core::Place& place, Rank to) {
  for (int i = 1; i < place.group.size(); ++i) {
    const Rank other = (to + i) % place.group.size();
    if (other != place.rank) return other;
  }
  return place.rank;
}

}  // namespace

const std::vector<KindOfDamage>& kinds() {
  static const std::vector<KindOfDamage> table{
      {Damaged::dropped, "dropped", Seam::send, "the message is not sent"},
      {Damaged::doubled, "doubled", Seam::send, "the message is sent twice"},
      {Damaged::misaddressed, "misaddressed", Seam::send, "the message goes to another PE"},
      {Damaged::reordered, "reordered", Seam::send, "the message goes after the PE's next one"},
      {Damaged::truncated, "truncated", Seam::send, "the message loses its second half"},
      {Damaged::lengthened, "lengthened", Seam::send, "the message has a byte more"},
      {Damaged::lost_tail, "lost tail", Seam::receive,
       "the last quarter of the message does not get into the buffer"},
      {Damaged::flipped_bit, "flipped bit", Seam::send, "one bit of the message is another"},
      {Damaged::swapped_blocks, "swapped blocks", Seam::send, "the halves of the message change places"},
      {Damaged::stale_send, "stale send", Seam::send, "the message has what the PE's last one had"},
      {Damaged::stale_receive, "stale receive", Seam::receive, "the buffer keeps what it had"},
      {Damaged::early_send, "early send", Seam::send, "the message goes before what it passes on has come"},
      {Damaged::wrong_operand_order, "wrong operand order", Seam::combine,
       "right op left instead of left op right"},
      {Damaged::wrong_root, "wrong root", Seam::call, "all PEs, or one, take the next PE for the root"},
  };
  return table;
}

const KindOfDamage& kind(Damaged kind) {
  return *std::find_if(kinds().begin(), kinds().end(), [&](const KindOfDamage& k) { return k.kind == kind; });
}

std::int64_t places_on(const Passed& pe, const KindOfDamage& kind, const OperationTraits& operation,
                       bool moves) {
  switch (kind.seam) {
    case Seam::send:
      return std::max<std::int64_t>(0, pe.sends - (kind.kind == Damaged::reordered ? 1 : 0));
    case Seam::receive:
      return pe.receives;
    case Seam::combine:
      return pe.combinations;
    case Seam::call:
      return operation.has_root && moves ? 2 : 0;  // of nothing any root is as good
  }
  return 0;
}

bool Harm::is_here(Seam seam, std::int64_t number) const {
  return site_ != nullptr && kind(site_->kind).seam == seam && site_->number == number;
}

void Harm::harm(bool has_changed, const char* else_why) {
  if (has_changed)
    passed_.is_harmed = true;
  else
    spare(else_why);
}

std::vector<core::Tap::Sending> Harm::send(Sending asked) {
  const bool is_here_now = is_here(Seam::send, passed_.sends++);
  Bytes body = asked.data;
  std::vector<Sending> sent;
  if (is_here_now) {
    sent = send_harmed(std::move(asked));
  } else {
    sent.push_back(std::move(asked));
    if (held_) {
      sent.push_back(*held_);
      held_.reset();
    }
  }
  sent_before_ = std::move(body);
  return sent;
}

std::vector<core::Tap::Sending> Harm::send_harmed(Sending asked) {
  std::vector<Sending> sent;
  switch (site_->kind) {
    case Damaged::dropped:
      harm(true, "");
      return sent;
    case Damaged::doubled:
      harm(true, "");
      sent.push_back(asked);
      break;
    case Damaged::misaddressed:
      asked.to = another(asked.place, asked.to);
      harm(true, "");
      break;
    case Damaged::reordered:
      held_.emplace(std::move(asked));
      harm(true, "");
      return sent;
    case Damaged::early_send:
      send_too_early(asked);
      break;
    default:
      change(asked.data);
  }
  sent.push_back(std::move(asked));
  return sent;
}

/// What is done to the body alone.
void Harm::change(Bytes& body) {
  if (is(Damaged::lengthened)) {
    body.push_back(std::byte{0x5a});
    harm(true, "");
    return;
  }
  const Bytes before = body;
  if (before.empty()) {
    spare("the message is empty");
    return;
  }
  const auto middle = static_cast<std::ptrdiff_t>(body.size() / 2);
  if (is(Damaged::truncated)) body.resize(body.size() / 2);
  if (is(Damaged::flipped_bit)) body[body.size() / 2] ^= std::byte{0x10};
  if (is(Damaged::swapped_blocks)) std::rotate(body.begin(), body.begin() + middle, body.end());
  if (is(Damaged::stale_send)) {
    sent_before_.resize(body.size());
    body = sent_before_;
  }
  harm(body != before, "the message has the same bytes");
}

/// What came or was combined last is taken out of the message again.
void Harm::send_too_early(Sending& s) {
  const Bytes before = s.data;
  const std::less<> is_before;
  for (auto write = writes_.rbegin(); write != writes_.rend() && s.data == before; ++write)
    for (std::size_t i = 0; i < s.data.size(); ++i) {
      const std::byte* at = s.source + i;
      if (!is_before(at, write->at) && is_before(at, write->at + write->before.size()))
        s.data[i] = write->before[static_cast<std::size_t>(at - write->at)];
    }
  // a copy is sent
  for (std::size_t i = 0; i + kWord <= s.data.size() && s.data == before; i += kWord)
    for (std::size_t k = 0; k + kWord <= came_.size(); k += kWord)
      if (std::memcmp(before.data() + i, came_.data() + k, kWord) == 0)
        std::memset(s.data.data() + i, 0, kWord);
  harm(s.data != before, before.empty() ? "the message is empty" : "it passes nothing on that has come");
}

void Harm::receive(const Receiving& r) {
  const bool is_here_now = is_here(Seam::receive, passed_.receives++);
  if (is(Damaged::early_send)) {
    if (!r.buffer.empty()) writes_.push_back({r.buffer.data(), {r.buffer.begin(), r.buffer.end()}});
    came_.assign(r.message.begin(), r.message.end());
  }
  if (!is_here_now) return;
  if (r.message.empty()) {
    spare("the message is empty");
    return;
  }
  const Bytes before(r.message.begin(), r.message.end());
  Bytes stale(r.buffer.begin(), r.buffer.end());
  stale.resize(before.size());
  const std::size_t lost = is(Damaged::lost_tail) ? (before.size() + 3) / 4 : before.size();
  std::copy(stale.end() - static_cast<std::ptrdiff_t>(lost), stale.end(),
            r.message.end() - static_cast<std::ptrdiff_t>(lost));
  harm(!std::equal(before.begin(), before.end(), r.message.begin()), "the buffer held the same bytes");
}

Combine Harm::combining(const Combine& op) {
  Combine own = op;
  own.combine = [this, &op](const std::byte* left, const std::byte* right, std::byte* into, std::size_t n) {
    const std::size_t bytes = n * op.element;
    if (is(Damaged::early_send)) writes_.push_back({into, {into, into + bytes}});
    if (!is_here(Seam::combine, passed_.combinations++)) {
      op.combine(left, right, into, n);
      return;
    }
    Bytes right_order(bytes);
    op.combine(left, right, right_order.data(), n);
    op.combine(right, left, into, n);
    harm(!std::equal(right_order.begin(), right_order.end(), into),
         n == 0 ? "nothing is combined" : "these operands commute");
  };
  return own;
}

namespace {

/// One PE's call of an algorithm, its message seam already damaged.
struct Call {
  Communicator& comm;
  const Site* site;
  Harm& harm;
  Passed& passed;

  /// Number 0: all PEs are wrong about the root; else only the PE of the site.
  [[nodiscard]] Rank taken_for(Rank root) const {
    if (site == nullptr || site->kind != Damaged::wrong_root) return root;
    if (site->number != 0 && comm.rank() != site->pe) return root;
    passed.is_harmed = comm.size() > 1;
    if (!passed.is_harmed) passed.spared = "there is one PE";
    return (root + 1) % comm.size();
  }
  /// The buffer of p blocks that only a root has: who is wrong about the root may lack it.
  template <class Span>
  [[nodiscard]] Span for_root(Rank root, Span all, std::size_t block, Bytes& substitute) const {
    if (comm.rank() != root) return {};
    if (!all.empty()) return all;
    substitute.resize(block * static_cast<std::size_t>(comm.size()));
    return substitute;
  }
  /// Likewise the sizes of such blocks.
  [[nodiscard]] std::vector<std::size_t> sizes_for_root(Rank root, std::span<const std::size_t> sizes,
                                                        std::size_t block) const {
    if (comm.rank() != root) return {};
    if (!sizes.empty()) return {sizes.begin(), sizes.end()};
    return std::vector<std::size_t>(static_cast<std::size_t>(comm.size()), block);
  }
};

void run(const Alltoall& a, Call c, std::span<const std::byte> send, std::span<std::byte> receive,
         std::size_t block) {
  a.run(c.comm, send, receive, block);
}
void run(const Alltoallv& a, Call c, std::span<const std::byte> send, std::span<const std::size_t> send_bytes,
         std::span<std::byte> receive, std::span<const std::size_t> receive_bytes) {
  a.run(c.comm, send, send_bytes, receive, receive_bytes);
}
void run(const Broadcast& a, Call c, Rank root, std::span<std::byte> data) {
  a.run(c.comm, c.taken_for(root), data);
}
void run(const Reduce& a, Call c, Rank root, std::span<std::byte> data, const Combine& op) {
  a.run(c.comm, c.taken_for(root), data, c.harm.combining(op));
}
void run(const Shift& a, Call c, int distance, std::span<std::byte> data) {
  a.run(c.comm, distance, data);
}
void run(const Pingpong& a, Call c, Rank first, Rank partner, std::span<const std::byte> send,
         std::span<std::byte> receive) {
  a.run(c.comm, c.taken_for(first), partner, send, receive);
}
template <class Entry>  // Bandwidth, Bibandwidth
void run(const Entry& a, Call c, Rank first, Rank partner, std::int64_t window, std::span<const std::byte> send,
         std::span<std::byte> receive) {
  a.run(c.comm, c.taken_for(first), partner, window, send, receive);
}
void run(const MultiPair& a, Call c, std::int64_t window, std::span<const std::byte> send,
         std::span<std::byte> receive) {
  a.run(c.comm, window, send, receive);
}
template <class Entry>  // Sendrecv, Bisection
void run(const Entry& a, Call c, std::span<const std::byte> send, std::span<std::byte> receive) {
  a.run(c.comm, send, receive);
}
void run(const Barrier& a, Call c) {
  a.run(c.comm);
}
template <class Entry>  // Scan, Exscan, Allreduce
void run(const Entry& a, Call c, std::span<std::byte> data, const Combine& op) {
  a.run(c.comm, data, c.harm.combining(op));
}
void run(const Gather& a, Call c, Rank root, std::span<const std::byte> block, std::span<std::byte> all) {
  Bytes substitute;
  const Rank taken = c.taken_for(root);
  a.run(c.comm, taken, block, c.for_root(taken, all, block.size(), substitute));
}
void run(const Scatter& a, Call c, Rank root, std::span<const std::byte> all, std::span<std::byte> block) {
  Bytes substitute;
  const Rank taken = c.taken_for(root);
  a.run(c.comm, taken, c.for_root(taken, all, block.size(), substitute), block);
}
void run(const Gatherv& a, Call c, Rank root, std::span<const std::byte> block, std::span<std::byte> all,
         std::span<const std::size_t> sizes) {
  Bytes substitute;
  const Rank taken = c.taken_for(root);
  const std::vector<std::size_t> own = c.sizes_for_root(taken, sizes, block.size());
  a.run(c.comm, taken, block, c.for_root(taken, all, block.size(), substitute), own);
}
void run(const Scatterv& a, Call c, Rank root, std::span<const std::byte> all,
         std::span<const std::size_t> sizes, std::span<std::byte> block) {
  Bytes substitute;
  const Rank taken = c.taken_for(root);
  const std::vector<std::size_t> own = c.sizes_for_root(taken, sizes, block.size());
  a.run(c.comm, taken, c.for_root(taken, all, block.size(), substitute), own, block);
}
void run(const Allgatherv& a, Call c, std::span<const std::byte> block, std::span<std::byte> all,
         std::span<const std::size_t> sizes) {
  a.run(c.comm, block, all, sizes);
}
void run(const ReduceScatterv& a, Call c, std::span<const std::byte> all, std::span<const std::size_t> sizes,
         std::span<std::byte> block, const Combine& op) {
  a.run(c.comm, all, sizes, block, c.harm.combining(op));
}
void run(const Allgather& a, Call c, std::span<const std::byte> block, std::span<std::byte> all) {
  a.run(c.comm, block, all);
}
void run(const ReduceScatter& a, Call c, std::span<const std::byte> all, std::span<std::byte> block,
         const Combine& op) {
  a.run(c.comm, all, block, c.harm.combining(op));
}

/// What an algorithm may have written; of other arguments nothing.
void keep(Bytes& result, std::span<std::byte> written) {
  result.insert(result.end(), written.begin(), written.end());
}
template <class Argument>
void keep(Bytes&, const Argument&) {}

}  // namespace

template <class Entry>
Entry damaged(const Entry& sound, const Site* site, std::vector<Passed>& passed) {
  Entry entry = sound;
  entry.run = [sound, site, &passed](Communicator& comm, const auto&... arguments) {
    Passed& mine = passed[static_cast<std::size_t>(comm.rank())];
    mine = {};
    Harm harm(site != nullptr && site->pe == comm.rank() ? site : nullptr, mine);
    const core::TapScope scope(harm);
    run(sound, Call{comm, site, harm, mine}, arguments...);
    (keep(mine.result, arguments), ...);
  };
  return entry;
}

template Alltoall damaged(const Alltoall&, const Site*, std::vector<Passed>&);
template Alltoallv damaged(const Alltoallv&, const Site*, std::vector<Passed>&);
template Broadcast damaged(const Broadcast&, const Site*, std::vector<Passed>&);
template Reduce damaged(const Reduce&, const Site*, std::vector<Passed>&);
template Barrier damaged(const Barrier&, const Site*, std::vector<Passed>&);
template Scan damaged(const Scan&, const Site*, std::vector<Passed>&);
template Exscan damaged(const Exscan&, const Site*, std::vector<Passed>&);
template Gather damaged(const Gather&, const Site*, std::vector<Passed>&);
template Gatherv damaged(const Gatherv&, const Site*, std::vector<Passed>&);
template Scatter damaged(const Scatter&, const Site*, std::vector<Passed>&);
template Scatterv damaged(const Scatterv&, const Site*, std::vector<Passed>&);
template Allgather damaged(const Allgather&, const Site*, std::vector<Passed>&);
template Allgatherv damaged(const Allgatherv&, const Site*, std::vector<Passed>&);
template Allreduce damaged(const Allreduce&, const Site*, std::vector<Passed>&);
template ReduceScatter damaged(const ReduceScatter&, const Site*, std::vector<Passed>&);
template ReduceScatterv damaged(const ReduceScatterv&, const Site*, std::vector<Passed>&);
template Shift damaged(const Shift&, const Site*, std::vector<Passed>&);
template Pingpong damaged(const Pingpong&, const Site*, std::vector<Passed>&);
template Bandwidth damaged(const Bandwidth&, const Site*, std::vector<Passed>&);
template Bibandwidth damaged(const Bibandwidth&, const Site*, std::vector<Passed>&);
template Sendrecv damaged(const Sendrecv&, const Site*, std::vector<Passed>&);
template MultiPair damaged(const MultiPair&, const Site*, std::vector<Passed>&);
template Bisection damaged(const Bisection&, const Site*, std::vector<Passed>&);

}  // namespace toruscope::test
