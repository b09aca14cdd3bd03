// SPDX-License-Identifier: Apache-2.0
// Report of a run: virtual time and its parts, counts, waits, link loads, events, printed lines.
//
// Invariants  Everything outside `host` is the same in every run of a program on a machine.
// Link        toruscope::core

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

/// Use of a port of a PE.
struct PortUse {
  bool is_send = true;  ///< true: a send, false: a receive
  Rank partner = -1;    ///< the other PE; -1: none
};

/// A transfer that waited for its PE's port, and the one that held it or began less than g before.
struct PortWait {
  Ticks waited;      ///< length of the wait
  Ticks since;       ///< a send: when it was posted; a reception: arrival of its message
  PortUse transfer;  ///< transfer that waited
  PortUse held_by;   ///< transfer that held the port
};

/// Counts of one PE.
struct PeCounts {
  std::int64_t messages_sent = 0;      ///< messages sent, without those to itself
  std::int64_t bytes_sent = 0;         ///< bytes of these messages
  std::int64_t messages_received = 0;  ///< messages that it took
  Ticks link_wait;                     ///< waits for messages that had waited for links
  Ticks partner_wait;                  ///< other waits for partners, and waits in synchronize
  std::int64_t detours = 0;            ///< messages that it sent around a failed link
  std::int64_t port_conflicts = 0;     ///< its transfers that found a port of its own taken
  Ticks port_wait;                     ///< its transfers waited for its own ports
  PortWait longest_port_wait;          ///< the first of the longest; waited 0: none
};

/// A PE at the end of a run.
struct PeReport : PeCounts {
  Stamp finish;  ///< its clock at the end, and its critical path
};

/// A directed link that was used.
struct LinkReport {
  Node from = 0;              ///< the node where it begins
  Port port = 0;              ///< port of that node
  Node to = 0;                ///< the node where it ends
  std::int64_t messages = 0;  ///< messages that crossed it
  std::int64_t bytes = 0;     ///< bytes of these messages
  /// Messages through the link's lock-free channel; none inside a worker; by rings all.
  std::int64_t channel_pushes = 0;
  Ticks wait;  ///< headers waited for it
};

/// Sums over all PEs and links.
struct Totals {
  std::int64_t messages = 0;        ///< sent from one PE to another
  std::int64_t bytes = 0;           ///< bytes of these messages
  std::int64_t hops = 0;            ///< links that these messages crossed
  std::int64_t max_link_bytes = 0;  ///< bytes of the most loaded link
  std::int64_t link_conflicts = 0;  ///< messages that found a link of their route taken, each once
  std::int64_t port_conflicts = 0;  ///< transfers that found their port taken
  std::int64_t detours = 0;         ///< messages that went around a failed link
  Ticks port_wait;                  ///< sum over the PEs
  Ticks link_wait;                  ///< sum over the PEs
  Ticks partner_wait;               ///< sum over the PEs
  /// Headers' waits for links, sum over the links. PEs' link waits can be less: a PE may itself be
  /// late, or wait for a port meanwhile.
  Ticks header_wait;
};

/// Events of a run that its totals do not count.
struct Met {
  bool declared_operations = false;   ///< a PE declared local work by its operations
  bool long_sends = false;            ///< a message was longer than the eager limit
  bool short_worms = false;           ///< a worm was shorter than a flit
  bool pieces = false;                ///< a message had the costs of a piece
  bool handshakes = false;            ///< a send waited for its receive, by a handshake
  bool lacked_channel = false;        ///< a header found no channel or slot on a free link
  bool took_further_channel = false;  ///< true: a header went on another channel than the first two
  bool waited_in_slot = false;        ///< a worm waited in a buffer
  bool failed_poll = false;           ///< a poll of a PE was without success
  bool combined = false;              ///< a PE combined values
};

/// A row of the event log. Which members apply depends on `kind`.
struct Event {
  /// Kinds of events.
  enum class Kind { message, hop, compute, synchronize, poll };
  Kind kind = Kind::message;  ///< kind of the event
  Rank source = 0;            ///< message, hop: sender. Others: the PE.
  /// message, hop: the index of the message among those of its sender. poll: the n-th in its row;
  /// 0: a wait that ended with its deadline.
  std::int64_t sequence = 0;
  // message
  Rank destination = 0;    ///< the PE that receives
  int tag = 0;             ///< tag of the message
  std::int64_t bytes = 0;  ///< bytes of the message
  int hops = 0;            ///< links of its way
  Ticks posted;            ///< time at which the program sent it
  Ticks start;             ///< time at which it got the send port
  Ticks left;              ///< time at which its tail left the PE
  Ticks arrival;           ///< time at which it was at the mailbox
  Ticks available;         ///< time at which it was through the receive port
  Ticks taken;             ///< time at which the PE had it
  int send_port = -1;      ///< port, of the k ports, with Execution::record_spans; else -1
  int receive_port = -1;   ///< port of the receive, likewise
  // hop
  int index = 0;            ///< index of the hop on the way, from 0
  Node from = 0;            ///< node at which the link begins
  Node to = 0;              ///< node at which the link ends
  int virtual_channel = 0;  ///< channel on which the message crosses the link
  Ticks asked;              ///< time at which the header came to the link
  Ticks granted;            ///< time at which it entered the link
  /// Time at which the tail has passed, and the link (of a worm: its virtual channel) is free; with
  /// Execution::record_spans, else -1.
  Ticks released{-1};
  // compute, synchronize, poll
  Ticks begin;  ///< begin of the interval
  Ticks end;    ///< end of the interval
};

/// An interval of a PE's virtual time: a collective call, or a round.
struct Span {
  /// Kinds of intervals.
  enum class Kind { collective, round };
  Kind kind = Kind::collective;  ///< kind of the interval
  Rank pe = 0;                   ///< PE whose virtual time it is
  std::int64_t sequence = 0;     ///< index among the PE's spans of this kind, by begin
  std::int64_t outer = -1;       ///< sequence of the collective call around it; -1: none
  Ticks begin;                   ///< begin of the interval
  Ticks end;                     ///< end of the interval
  // collective
  std::string operation{};  ///< name of the operation on the command line
  std::string algorithm{};  ///< name of the algorithm on the command line
  int communicator = 0;     ///< 0: all PEs; others are numbered in the order of spans
  Rank rank = 0;            ///< rank of the PE in the communicator
  Rank root = 0;            ///< in the communicator
  std::int64_t bytes = 0;   ///< bytes of a block or value, for which the algorithm was chosen
  // round
  int index = 0;  ///< in its collective call, or among all rounds of the program, from 0
};

/// Rank of data that are for several PEs, or a combination.
inline constexpr Rank kForSeveral = -1;

/// A piece of a block that a message carries, in one run of its body.
struct CarriedBlock {
  Rank source = 0;                 ///< source of the message
  std::int64_t sequence = 0;       ///< send count of the message
  int index = 0;                   ///< index of the piece in the message, in the order of the body
  Rank origin = 0;                 ///< PE of the block; of a combination the first PE
  Rank last = 0;                   ///< last PE of a combination; else the origin
  Rank destination = kForSeveral;  ///< the one PE that is to get it
  std::int64_t offset = -1;        ///< begin of the piece in its block; -1: a combination
  std::int64_t bytes = 0;          ///< bytes of the piece
};

/// A link of the critical path: the chain of causes from time 0 to the end of the last PE.
struct PathEvent {
  /// Kinds of time.
  enum class Kind {
    startup,  ///< startup of a message between `pe` and `peer`
    /// header's wait for the link from node `pe` to `peer`; with a `count`, for its way's links
    link_wait,
    hop,           ///< hop over that link
    transmission,  ///< transmission of its bytes; under store-and-forward one for each hop
    latency,       ///< L
    gap,           ///< g, kept by the PE
    receive,       ///< tr
    compute,       ///< local work
    polling,       ///< a poll without success, or a wait that ended with its deadline (T14)
    // Links that take no time: the link before has the time waited.
    port_wait,     ///< a transfer of the PE had waited for its port, held by one with `peer`
    receive_wait,  ///< a send had waited until `peer` posted its receive
    synchronize,   ///< the PE had waited for `peer`, who came last
    partner_wait,  ///< a test or probe had waited for what `peer` did
  };
  Kind kind = Kind::startup;  ///< kind of time
  Ticks begin;                ///< begin of the interval
  Ticks end;                  ///< end of the interval
  int pe = 0;                 ///< a PE; of one hop and one link wait the node where the link begins
  int peer = -1;              ///< the other end; -1: there is none
  std::int64_t bytes = 0;     ///< transmission: of all
  /// Number of them: above 1 where a way's links differ in cost, or, for the link wait of a worm
  /// that has not left its PE, the links of its way.
  std::int64_t count = 1;
  bool receives = false;  ///< startup, transmission: in a receive; port_wait: held by one
};

/// Writes "link wait", "port wait" and so on.
std::string to_string(PathEvent::Kind kind);

/// A line that a PE printed.
struct PrintedLine {
  Ticks time;        ///< the PE's clock
  Rank rank = 0;     ///< the PE
  std::string text;  ///< text without a line break at the end
};

/// A message that nobody received.
struct UnclaimedMessage {
  Rank source = 0;         ///< the PE that sent it
  Rank destination = 0;    ///< the PE that did not receive it
  int tag = 0;             ///< its tag
  std::int64_t bytes = 0;  ///< its length
  Ticks posted;            ///< time at which it was sent
  Ticks arrival;           ///< time at which it was at the mailbox
};

/// Costs of the emulation on this computer. They differ from run to run.
struct HostReport {
  double wall_seconds = 0;          ///< wall time of the run
  double cpu_seconds = 0;           ///< processor time of all threads
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
  Rank pe = 0;       ///< rank of the PE
  Ticks since;       ///< its clock when it began to wait
  std::string what;  ///< thing that it waited for: "allreduce by ring: recv from 3, tag 0"
  Rank whom = -1;    ///< the PE that it waited for first; -1: for none by name
};

/// A message that waited in the network when its run could not go on. A link is (from, to).
struct StuckTransfer {
  Rank source = 0;                           ///< the PE that sent it
  Rank destination = 0;                      ///< the PE that is to get it
  std::vector<std::pair<Node, Node>> holds;  ///< links where it had a channel or slot, in order
  std::pair<Node, Node> wants;               ///< the link that it waited for
};

/// How collective operations of a run were done.
struct CollectiveUse {
  std::string operation;   ///< "allreduce"
  std::string algorithm;   ///< "ring": the one that `auto` took, or that was named
  std::int64_t calls = 0;  ///< each once for its group; those within others count, too

  friend bool operator==(const CollectiveUse&, const CollectiveUse&) = default;
};

/// Reason of an end before the program's.
struct EarlyEnd {
  std::string reason;                ///< words of the error of the run
  std::vector<WaitingPe> waiting;    ///< in a deadlock, by rank
  std::vector<StuckTransfer> stuck;  ///< in a deadlock of the network, by (source, send count)
};

/// A run: times, counts, and, where asked for, every event.
struct Report {
  TopologyPtr topology;           ///< the network
  Parameters parameters;          ///< the machine, as described
  Costs costs;                    ///< the machine, in ticks
  Stamp finish;                   ///< the latest clock (ties: lowest rank) and its critical path
  Totals totals;                  ///< sums
  Met met;                        ///< things that the run met besides
  std::vector<PeReport> pes;      ///< counts of PEs, by rank
  std::vector<LinkReport> links;  ///< links that carried a message, by (node, port)
  std::vector<Event> events;      ///< if asked for; by (source, sequence, kind, index) per kind
  std::vector<Span> spans;        ///< spans if asked for; ordered by (kind, pe, sequence)
  /// Contents of messages, by Execution::read_blocks, ordered by (source, sequence, index). Empty
  /// for a run of more than kMostCarriedBlocks.
  std::vector<CarriedBlock> blocks;
  /// The critical path, if asked for: each event begins where the one before ends, the last ends at
  /// finish.time; together they make finish.account.
  std::vector<PathEvent> critical_path;
  std::vector<CollectiveUse> collectives;  ///< by operation and algorithm
  std::vector<PrintedLine> output;         ///< lines that PEs printed, by (time, rank)
  /// Messages that nobody received, with Execution::tell_unclaimed, by (destination, source, send
  /// count).
  std::vector<UnclaimedMessage> unclaimed;
  bool is_reproducible = true;  ///< false: times differ from run to run, with measured work
  /// Sentences on the machine's settings, a preset's too, that this run never used; names first.
  std::vector<std::string> unused;
  HostReport host;  ///< costs on this computer
  /// Early end of a run that failed (Execution::failed_report). Its report has what had happened by
  /// finish.time: messages taken with their hops, local work up to then, calls, rounds and
  /// synchronisations that had ended. PEs, links and totals count recorded messages and hops, no
  /// port waits. No account and no critical path.
  std::optional<EarlyEnd> early_end;
};

/// Largest Report::blocks.
inline constexpr std::int64_t kMostCarriedBlocks = 400'000;

/// Writes the report for a user: printed lines, then a table of time, critical path, totals, loads.
std::ostream& operator<<(std::ostream& out, const Report& report);

/// Writes JSON lines, an object per event and span, with the members' names as keys; `with_spans`
/// false: without spans. The last line of a run that failed says when and why.
void write_events(std::ostream& out, const Report& report, bool with_spans = true);

}  // namespace toruscope
