// SPDX-License-Identifier: Apache-2.0
// Damage between an algorithm and the machine: one message, one application of the operator, or the
// root of a call is not what the algorithm asked for. Verification must find what that changes.
//
// A further kind is a line of kinds(), and what it does in one of Harm's three functions.

#pragma once

#include "runtime/pe/tap.hpp"

#include <toruscope/catalogue.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::test {

enum class Damaged {
  dropped,
  doubled,
  misaddressed,
  reordered,
  truncated,
  lengthened,
  lost_tail,
  flipped_bit,
  swapped_blocks,
  stale_send,
  stale_receive,
  early_send,
  wrong_operand_order,
  wrong_root,
};

/// What the number of a Site counts on its PE.
enum class Seam { send, receive, combine, call };

struct KindOfDamage {
  Damaged kind;
  const char* name;
  Seam seam;
  const char* what;
};
const std::vector<KindOfDamage>& kinds();
const KindOfDamage& kind(Damaged kind);

/// One thing to damage: of PE `pe` the `number`-th send, receive or combination; of a call
/// everything.
struct Site {
  Damaged kind = Damaged::dropped;
  Rank pe = 0;
  std::int64_t number = 0;
};

/// What happened at the seams of one PE.
struct Passed {
  std::int64_t sends = 0, receives = 0, combinations = 0;
  bool is_harmed = false;         ///< something that passed was changed
  std::vector<std::byte> result;  ///< all that the PE ended with, as it lies in its buffers
  std::string spared;             ///< or why the damage changed nothing: "the message was empty"
};

/// At how many places on a PE where this passed an algorithm of the operation can be damaged.
/// `moves`: it moves data.
std::int64_t places_on(const Passed& pe, const KindOfDamage& kind, const OperationTraits& operation,
                       bool moves);

/// Lies on one PE while an algorithm runs, counts, and does the damage at the site, if it is on
/// this PE.
class Harm : public core::Tap {
 public:
  /// The site, if any, and the counters outlive this.
  Harm(const Site* site, Passed& passed) : site_(site), passed_(passed) {}

  std::vector<Sending> send(Sending asked) override;
  void receive(const Receiving& message) override;
  /// The operator with the damage in it. Must not outlive this.
  Combine combining(const Combine& op);

 private:
  /// Memory that was written, and what it held before.
  struct Write {
    const std::byte* at;
    std::vector<std::byte> before;
  };

  [[nodiscard]] bool is(Damaged kind) const { return site_ != nullptr && site_->kind == kind; }
  [[nodiscard]] bool is_here(Seam seam, std::int64_t number) const;
  void spare(const char* why) { passed_.spared = why; }
  /// Notes that the damage has been done, unless nothing changed.
  void harm(bool has_changed, const char* else_why);
  std::vector<Sending> send_harmed(Sending asked);
  void change(std::vector<std::byte>& body);
  void send_too_early(Sending& s);

  const Site* site_;
  Passed& passed_;
  std::optional<Sending> held_;         // reordered: goes after the next one
  std::vector<std::byte> sent_before_;  // stale_send
  std::vector<Write> writes_;           // early_send: of receives and combinations, the latest last
  std::vector<std::byte> came_;         // early_send: the message that came last
};

/// The same algorithm, damaged at the site; nothing if it is only to be counted. `passed` has a
/// place for each PE.
template <class Entry>
Entry damaged(const Entry& sound, const Site* site, std::vector<Passed>& passed);

}  // namespace toruscope::test
