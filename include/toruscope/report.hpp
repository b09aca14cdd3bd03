// SPDX-License-Identifier: Apache-2.0
// What a run tells: virtual time and what it is made of, counts, waits, link loads, events, printed lines.
//
// Invariants  Everything outside `host` is the same in every run of the same program on the same machine.

#pragma once

#include <toruscope/account.hpp>
#include <toruscope/topology.hpp>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {

/// What a port of a PE is used for.
struct PortUse {
  bool is_send = true;  ///< else a receive
  Rank partner = -1;    ///< the other PE; -1: none
};

/// A transfer that waited for a port of its own PE, and the transfer that held the port, or began less than g before.
struct PortWait {
  Ticks waited;      ///< for so long
  Ticks since;       ///< a send: when it was posted; a reception: when its message was at the mailbox
  PortUse transfer;  ///< which waited
  PortUse held_by;   ///< which held the port
};

/// What one PE did.
struct PeCounts {
  std::int64_t messages_sent = 0;      ///< not counting messages to itself
  std::int64_t bytes_sent = 0;         ///< of these messages
  std::int64_t messages_received = 0;  ///< messages that it took
  Ticks link_wait;                     ///< it waited for messages that had waited for links
  Ticks partner_wait;                  ///< it waited for partners otherwise, or in synchronize
  std::int64_t detours = 0;            ///< messages that it sent around a failed link
  std::int64_t port_conflicts = 0;     ///< its transfers that found a port of its own taken
  Ticks port_wait;                     ///< its transfers waited for its own ports
  PortWait longest_port_wait;  ///< the first of the longest waits for its own ports; waited 0: there is none
};

/// One PE at the end of a run.
struct PeReport : PeCounts {
  Stamp finish;  ///< its clock at the end, and its critical path
};

/// One directed link that was used.
struct LinkReport {
  Node from = 0;              ///< the node where it begins
  Port port = 0;              ///< that node's port
  Node to = 0;                ///< the node where it ends
  std::int64_t messages = 0;  ///< that crossed it
  std::int64_t bytes = 0;     ///< of these messages
  /// Messages that passed through the link's lock-free channel. Links inside a worker, and those served ring
  /// by ring, have none: as many as crossed it.
  std::int64_t channel_pushes = 0;
  Ticks wait;  ///< headers waited for it
};

/// Sums over all PEs and links.
struct Totals {
  std::int64_t messages = 0;        ///< sent from one PE to another
  std::int64_t bytes = 0;           ///< of these messages
  std::int64_t hops = 0;            ///< links that these messages crossed
  std::int64_t max_link_bytes = 0;  ///< of the most loaded link
  std::int64_t link_conflicts = 0;  ///< messages that found a link of their route taken, each once
  std::int64_t port_conflicts = 0;  ///< transfers that found their port taken
  std::int64_t detours = 0;         ///< messages that went around a failed link
  Ticks port_wait;                  ///< sum over the PEs
  Ticks link_wait;                  ///< sum over the PEs
  Ticks partner_wait;               ///< sum over the PEs
  /// Headers waited for links, sum over the links. The PEs' link waits can be less: a PE may be late itself, or wait for a port
  /// meanwhile.
  Ticks header_wait;
};

/// What a run met that its totals do not count.
struct Met {
  bool declared_operations = false;   ///< a PE declared local work by its operations
  bool long_sends = false;            ///< a message was longer than the eager limit
  bool short_worms = false;           ///< a worm was shorter than a flit
  bool lacked_channel = false;        ///< a header found no channel, or no slot, on a link that was free
  bool took_further_channel = false;  ///< one went on another channel than the first two
  bool waited_in_slot = false;        ///< a worm waited in a buffer
};

/// A row of the event log. Which members apply depends on `kind`.
struct Event {
  /// What happened.
  enum class Kind { message, hop, compute, synchronize };
  Kind kind = Kind::message;  ///< what happened
  Rank source = 0;            ///< message, hop: sender. compute, synchronize: the PE.
  std::int64_t sequence = 0;  ///< message, hop: the index of the message among those of its sender
  // message
  Rank destination = 0;    ///< the PE that receives
  int tag = 0;             ///< of the message
  std::int64_t bytes = 0;  ///< of the message
  int hops = 0;            ///< links of its way
  Ticks posted;            ///< when the program sent it
  Ticks start;             ///< when it got the send port
  Ticks left;              ///< when its tail left the PE
  Ticks arrival;           ///< when it was at the mailbox
  Ticks available;         ///< when it was through the receive port
  Ticks taken;             ///< when the PE had it
  int send_port = -1;      ///< of the k ports, with Execution::record_spans; else -1
  int receive_port = -1;   ///< the same
  // hop
  int index = 0;            ///< of the hop on the way, from 0
  Node from = 0;            ///< where the link begins
  Node to = 0;              ///< where the link ends
  int virtual_channel = 0;  ///< on which the message crosses the link
  Ticks asked;              ///< when the header came to the link
  Ticks granted;            ///< when it entered the link
  /// The message's tail has passed, and the link (of a worm: its virtual channel) is free for another one. With
  /// Execution::record_spans; else -1.
  Ticks released{-1};
  // compute, synchronize
  Ticks begin;  ///< of the interval
  Ticks end;    ///< of the interval
};

/// An interval of a PE's virtual time: a collective call, or a round.
struct Span {
  /// What the interval is.
  enum class Kind { collective, round };
  Kind kind = Kind::collective;  ///< what the interval is
  Rank pe = 0;                   ///< whose virtual time
  std::int64_t sequence = 0;     ///< the index among the PE's spans of this kind, in the order of their begins
  std::int64_t outer = -1;  ///< the collective call that it is part of, by its sequence; -1: the program's own
  Ticks begin;              ///< of the interval
  Ticks end;                ///< of the interval
  // collective
  std::string operation{};  ///< as the command line names it
  std::string algorithm{};  ///< as the command line names it
  int communicator = 0;     ///< 0: of all PEs; others are numbered as they first come in the order of spans
  Rank rank = 0;            ///< of the PE, in the communicator
  Rank root = 0;            ///< in the communicator
  std::int64_t bytes = 0;   ///< of a block or value, as the algorithm was chosen for
  // round
  int index = 0;  ///< in its collective call, from 0; of the program's own rounds among all of these
};

/// No single PE is to get it: it is for several, or a combination.
inline constexpr Rank kForSeveral = -1;

/// A piece of a block that a message carries: so many bytes in one run of its body.
struct CarriedBlock {
  Rank source = 0;            ///< with `sequence` the message, as in Event
  std::int64_t sequence = 0;  ///< of the message
  int index = 0;              ///< of the piece in the message, in the order of the body
  Rank origin = 0;  ///< the PE whose block it is; of a combination the first of the PEs that contributed
  Rank last = 0;    ///< of a combination the last PE; else the origin
  Rank destination = kForSeveral;  ///< the one PE that is to get it
  std::int64_t offset = -1;        ///< where the piece begins in its block; -1: a combination does not tell
  std::int64_t bytes = 0;          ///< of the piece
};

/// A link of the critical path: the chain of what led, one after the other, from time 0 to the end of the PE that ends last.
struct PathEvent {
  /// What the time was spent on.
  enum class Kind {
    startup,  ///< of a message between `pe` and `peer`
    link_wait,  ///< its header waits for the link from node `pe` to node `peer`; with a `count`, for links of its way
    hop,        ///< it crosses that link
    transmission,  ///< of its bytes; under store-and-forward one for each hop
    latency,       ///< L
    gap,           ///< g, kept by the PE
    receive,       ///< tr
    compute,       ///< local work
    // These take no time of their own: what was waited for is the link before.
    port_wait,     ///< a transfer of the PE had waited for its port, which a transfer with `peer` held
    receive_wait,  ///< a send had waited until `peer` posted its receive
    synchronize,   ///< the PE had waited for `peer`, who came last
    partner_wait,  ///< a test or probe had waited for what `peer` did
  };
  Kind kind = Kind::startup;  ///< what the time was spent on
  Ticks begin;                ///< of the interval
  Ticks end;                  ///< of the interval
  int pe = 0;                 ///< a PE; of one hop and one link wait the node where the link begins
  int peer = -1;              ///< the other end; -1: there is none
  std::int64_t bytes = 0;     ///< transmission: of all
  /// So many of them. Above 1 where links differ in cost, and a way's are told in one; of the link wait of a worm that has not left
  /// its PE: the links of its way.
  std::int64_t count = 1;
  bool receives =
      false;  ///< startup, transmission: as the PE's port took the message in; port_wait: as did who held it
};

/// "link wait", "port wait".
std::string to_string(PathEvent::Kind kind);

/// A line that a PE printed.
struct PrintedLine {
  Ticks time;        ///< the PE's clock
  Rank rank = 0;     ///< the PE
  std::string text;  ///< without a line break at the end
};

/// What the emulation cost here. Differs from run to run.
struct HostReport {
  double wall_seconds = 0;          ///< of the run, as one waits for it
  double cpu_seconds = 0;           ///< of all threads
  std::int64_t peak_rss_bytes = 0;  ///< the most memory that the process ever had
  int workers = 0;                  ///< threads that served the network and the PEs
  int threads = 0;                  ///< distinct OS threads that ran PEs
  std::string engine;               ///< "fibers" or "threads"
  std::string network;              ///< "hop" or "ring"
  std::int64_t channel_waits = 0;   ///< a producer found a link's channel full and waited
  std::int64_t crossings = 0;       ///< hops, or (ring) messages, that change workers
  int stacks_per_guard = 1;         ///< above 1: the kernel allows no guard page for every stack
  std::int64_t windows = 0;         ///< times the network was advanced to a horizon
};

/// A PE that waited when its run could not go on.
struct WaitingPe {
  Rank pe = 0;       ///< which
  Ticks since;       ///< its clock when it began to wait
  std::string what;  ///< for what it waited: "allreduce by ring: recv from 3, tag 0"
  Rank whom = -1;    ///< the PE that it waited for first; -1: for none by name
};

/// A message that waited in the network when its run could not go on. A link is (from, to).
struct StuckTransfer {
  Rank source = 0;       ///< the PE that sent it
  Rank destination = 0;  ///< the PE that is to get it
  std::vector<std::pair<Node, Node>>
      holds;                    ///< links on which it had a channel or a buffer slot, in the order of its route
  std::pair<Node, Node> wants;  ///< the link that it waited for
};

/// Why a run ended before its program did.
struct EarlyEnd {
  std::string reason;                ///< what the error of the run says
  std::vector<WaitingPe> waiting;    ///< in a deadlock, by rank
  std::vector<StuckTransfer> stuck;  ///< in a deadlock of the network, by (source, send count)
};

/// What a run was: times, counts, and, where asked for, every event.
struct Report {
  TopologyPtr topology;           ///< the network
  Parameters parameters;          ///< the machine, as described
  Costs costs;                    ///< the machine, in ticks
  Stamp finish;                   ///< the latest PE's clock (ties: the lowest rank) and its critical path
  Totals totals;                  ///< sums
  Met met;                        ///< what the run met besides
  std::vector<PeReport> pes;      ///< by rank
  std::vector<LinkReport> links;  ///< those that carried a message, by (node, port)
  std::vector<Event> events;      ///< if asked for; ordered by (source, sequence, kind, index) per kind
  std::vector<Span> spans;        ///< if asked for; ordered by (kind, pe, sequence)
  /// What messages carry, where Execution::read_blocks tells; ordered by (source, sequence, index). Nothing of a run of more than
  /// kMostCarriedBlocks.
  std::vector<CarriedBlock> blocks;
  /// If asked for. Each begins where the one before ends, the last ends at finish.time; together they make finish.account.
  std::vector<PathEvent> critical_path;
  std::vector<PrintedLine> output;  ///< what PEs printed, by (time, rank)
  bool is_reproducible = true;      ///< false: local work was measured, so times differ from run to run
  /// A sentence for each of the machine's settings, a preset's too, that this run never used; it begins with the setting's name.
  std::vector<std::string> unused;
  HostReport host;  ///< what it cost here
  /// Of a run that failed (Execution::failed_report). Such a report has what had happened by finish.time: messages that were taken
  /// by then with their hops, local work up to then, and calls, rounds and synchronisations that had ended. PEs, links and totals
  /// count the recorded messages and hops, no port waits. It has no account and no critical path.
  std::optional<EarlyEnd> early_end;
};

/// Largest Report::blocks.
inline constexpr std::int64_t kMostCarriedBlocks = 400'000;

/// What a user reads: the lines that PEs printed, then a table of time, critical path, totals, the most loaded
/// links.
std::ostream& operator<<(std::ostream& out, const Report& report);

/// JSON lines, one object per event and span, keys as the members are called. Without spans: as of a run that recorded none. Of a
/// run that failed the last line says when and why.
void write_events(std::ostream& out, const Report& report, bool with_spans = true);

}  // namespace toruscope
