// SPDX-License-Identifier: Apache-2.0
// View of the machine for the program of a PE: ranks, messages, rounds, virtual time.
//
// Threads     A Communicator belongs to its PE. Use by another, or after the run: ProgramError.
// Errors      All functions throw ProgramError, naming operation, PE, partner, tag, sizes and
//             virtual time, for a rank or tag out of range, a message longer than its buffer, a
//             time beyond 2^61 ticks.
// Link        toruscope::core

#pragma once

#include <toruscope/account.hpp>
#include <toruscope/buffer.hpp>
#include <toruscope/detail/buffer.hpp>
#include <toruscope/detail/group_handle.hpp>
#include <toruscope/parameters.hpp>
#include <toruscope/random.hpp>
#include <toruscope/request.hpp>
#include <toruscope/topology.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope {

namespace core {
class Pe;
struct Place;
struct Successor;
}  // namespace core

class Catalogue;
class Communicator;

/// Transfers that go on together in one step of an algorithm. Made by Communicator::round.
class Round {
 public:
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;
  ~Round();

  /// Reads the data now: in their state before the receives of this round.
  template <class R>
  void send(Rank to, const R& data, Tag tag = 0) {
    send_bytes(to, detail::bytes_of(data), tag);
  }
  /// Sends the vector itself: nothing is copied.
  template <detail::Owned T>
  void send(Rank to, std::vector<T>&& data, Tag tag = 0) {
    send_owned(to, detail::OwnedBuffer(std::move(data)), tag);
  }
  /// Fills `data` when the round returns; a shorter one leaves the rest. Takes any_source, any_tag.
  template <class R>
  void recv(Rank from, R&& data, Tag tag = 0) {
    recv_into(from, {detail::lasting_bytes_of(std::forward<R>(data)), nullptr, nullptr}, tag);
  }
  /// Makes the message's own memory `data` when the round returns, whatever its length.
  template <class T>
  void adopt(Rank from, std::vector<T>& data, Tag tag = 0) {
    recv_into(from, detail::adopt_into(data), tag);
  }
  /// Sends the buffer itself.
  void send(Rank to, Buffer&& data, Tag tag = 0) { send_owned(to, detail::OwnedBuffer(std::move(data)), tag); }
  /// Receives into a buffer, which becomes the message's own memory.
  void adopt(Rank from, Buffer& data, Tag tag = 0) { recv_into(from, detail::adopt_into(data), tag); }

 private:
  friend class Communicator;
  explicit Round(Communicator& comm);
  void send_bytes(Rank to, std::span<const std::byte> data, Tag tag);
  void send_owned(Rank to, detail::OwnedBuffer data, Tag tag);
  void recv_into(Rank from, detail::Destination into, Tag tag);
  void carry_out();

  Communicator& comm_;
  bool is_real_ = false;  // not while the PE is being unwound
  bool is_described_ = false;
};

/// A group of PEs in which this PE has a rank, with its own space of messages.
///
/// Data that are sent or received are a range in one piece (std::vector, std::array, std::span, a C
/// array) of trivially copyable values, or one such value: comm.send(1, x).
class Communicator {
 public:
  // --- who am I, and what does my machine look like ----------------------------------------------
  [[nodiscard]] Rank rank() const;  ///< rank of this PE, 0 .. size() - 1
  [[nodiscard]] int size() const;   ///< p: PEs of the communicator
  /// The PE's number in the whole machine.
  [[nodiscard]] Rank world_rank() const;
  /// The communicator's grid; ranks are row-major, the last dimension fastest. {size()} if it has
  /// none (after split, on a complete graph).
  [[nodiscard]] const std::vector<int>& sides() const;
  /// True if each dimension of the grid is a ring of the machine.
  [[nodiscard]] bool is_torus() const;
  /// True if neighbours along each dimension of the grid are linked, closed to a ring or not.
  [[nodiscard]] bool is_mesh() const;
  /// dimensions of the grid
  [[nodiscard]] int dimensions() const { return static_cast<int>(sides().size()); }
  [[nodiscard]] int coordinate(int dimension) const;  ///< this PE's coordinate in the grid
  /// The rank at these coordinates, each taken modulo its side.
  [[nodiscard]] Rank rank_at(std::span<const int> coordinates) const;
  /// The rank `distance` steps (negative: backwards) from here along a dimension, around its end: a
  /// cyclic shift, whether the machine has a link there or not.
  [[nodiscard]] Rank shift(int dimension, int distance) const;
  /// The rank at that distance along a dimension; nothing beyond the border of a mesh.
  [[nodiscard]] std::optional<Rank> neighbour(int dimension, int distance) const;
  /// Transfers in each direction at once (k of k-port machines; rule `all`: most links of a node).
  [[nodiscard]] int ports() const;
  /// Numbers of this PE's islands (Topology::islands), innermost first, as colours of split. Empty:
  /// the machine has none.
  [[nodiscard]] std::vector<int> islands() const;
  [[nodiscard]] const Costs& costs() const;            ///< costs of the machine, in ticks
  [[nodiscard]] const Parameters& parameters() const;  ///< parameters of the machine, as described
  [[nodiscard]] const Topology& topology() const;      ///< the network of the whole machine
  /// Tables for the collective calls of this run; null: those of Toruscope.
  [[nodiscard]] const std::shared_ptr<const Catalogue>& algorithms() const;

  // --- memory for data that need not be there ----------------------------------------------------
  /// False in a run without data: messages have lengths only, buffers no memory (buffer.hpp).
  [[nodiscard]] bool carries_data() const;
  /// A buffer of `bytes` zeros, or of that length.
  [[nodiscard]] Buffer buffer(std::size_t bytes) const;
  /// A copy of the data, or its length.
  [[nodiscard]] Buffer copy_of(std::span<const std::byte> data) const;

  // --- blocking messages -------------------------------------------------------------------------
  /// Returns when the buffer may be used again and the send port's transfer is over (T2).
  template <class R>
  void send(Rank to, const R& data, Tag tag = 0) {
    send_bytes(to, detail::bytes_of(data), tag);
  }
  /// Sends the vector itself: nothing is copied.
  template <detail::Owned T>
  void send(Rank to, std::vector<T>&& data, Tag tag = 0) {
    send_owned(to, detail::OwnedBuffer(std::move(data)), tag);
  }
  /// Sends the buffer itself.
  void send(Rank to, Buffer&& data, Tag tag = 0) { send_owned(to, detail::OwnedBuffer(std::move(data)), tag); }
  /// Sends no earlier than the receive of its message is posted (T11).
  template <class R>
  void ssend(Rank to, const R& data, Tag tag = 0) {
    ssend_bytes(to, detail::bytes_of(data), tag);
  }
  /// A shorter message than the buffer leaves the rest as it was; a longer one is a ProgramError.
  template <detail::Deduced = detail::Deduced::yes, class R>
  Received recv(Rank from, R&& data, Tag tag = 0) {
    return recv_into(from, {detail::lasting_bytes_of(std::forward<R>(data)), nullptr, nullptr}, tag);
  }
  /// Receives the message's own memory, of any length: a std::vector<T>, or a Buffer if T is one.
  template <class T>
  [[nodiscard]] typename detail::Adopted<T>::Type recv(Rank from, Tag tag = 0) {
    typename detail::Adopted<T>::Type data;
    adopt(from, data, tag);
    return data;
  }
  /// Receives and also tells where the message came from: its own memory becomes `data`.
  template <class T>
  Received adopt(Rank from, std::vector<T>& data, Tag tag = 0) {
    return recv_into(from, detail::adopt_into(data), tag);
  }
  /// Receives into a buffer, and also tells where the message came from.
  Received adopt(Rank from, Buffer& data, Tag tag = 0) {
    return recv_into(from, detail::adopt_into(data), tag);
  }
  /// The message that recv(from, ..., tag) would take, if one is at the mailbox by now; it stays
  /// there. It is a poll: where the machine has a cost of a poll, one without success takes time
  /// (T14); else a second one at the same clock waits for an arrival (T10). Errors: a ConfigError
  /// if it would end after the longest virtual time.
  [[nodiscard]] std::optional<Received> probe(Rank from, Tag tag = any_tag);
  /// Waits until there is such a message, but no longer than until `deadline`, which is in time
  /// (T14). Without success the clock is `deadline`. With a past deadline it is a probe.
  [[nodiscard]] std::optional<Received> probe_until(Rank from, Ticks deadline, Tag tag = any_tag);
  /// A round of one send and one receive. The two buffers may be the same.
  template <class Out, class In>
  void sendrecv(Rank to, const Out& out, Rank from, In&& in, Tag tag = 0) {
    sendrecv_bytes(to, detail::bytes_of(out), from,
                   {detail::lasting_bytes_of(std::forward<In>(in)), nullptr, nullptr}, tag);
  }

  // --- non-blocking messages ---------------------------------------------------------------------
  /// Begins a send. The data are read now: they may be changed as soon as the call returns.
  template <class R>
  Request isend(Rank to, const R& data, Tag tag = 0) {
    return isend_bytes(to, detail::bytes_of(data), tag);
  }
  /// Sends the vector itself, without waiting.
  template <detail::Owned T>
  Request isend(Rank to, std::vector<T>&& data, Tag tag = 0) {
    return isend_owned(to, detail::OwnedBuffer(std::move(data)), tag);
  }
  /// Sends the buffer itself, without waiting.
  Request isend(Rank to, Buffer&& data, Tag tag = 0) {
    return isend_owned(to, detail::OwnedBuffer(std::move(data)), tag);
  }
  /// Sends like ssend, without waiting: complete no earlier than its receive is posted.
  template <class R>
  Request issend(Rank to, const R& data, Tag tag = 0) {
    return issend_bytes(to, detail::bytes_of(data), tag);
  }
  /// Begins a receive, which owns the buffer until the wait.
  template <class R>
  Request irecv(Rank from, R&& data, Tag tag = 0) {
    return irecv_into(from, {detail::lasting_bytes_of(std::forward<R>(data)), nullptr, nullptr}, tag);
  }
  /// Makes the message's own memory `data` at the wait; until then it belongs to the receive.
  template <class T>
  Request iadopt(Rank from, std::vector<T>& data, Tag tag = 0) {
    return irecv_into(from, detail::adopt_into(data), tag);
  }
  /// Receives into a buffer without waiting.
  Request iadopt(Rank from, Buffer& data, Tag tag = 0) {
    return irecv_into(from, detail::adopt_into(data), tag);
  }
  /// Waits, and returns what was received; meaningless for a send or a completed request.
  Received wait(Request& request);
  /// Waits for all; receptions are booked in the order of arrival (T5), not of the array.
  void wait_all(std::span<Request> requests);
  /// Completes all of these.
  template <std::same_as<Request>... R>
  void wait_all(Request& first, R&... rest) {
    Request* all[] = {&first, &rest...};
    wait_each(all);
  }

  /// Waits until one is complete, releases it, and returns its index: the first in virtual time (a
  /// receive: at the mailbox; ties: sends in the order of `requests`, then receives by source and
  /// its send count). `got` gets what it received. Errors: ProgramError if none is pending.
  std::size_t wait_any(std::span<Request> requests, Received* got = nullptr);
  /// Completes the request if its send is over or its message at the mailbox by now; a poll, like
  /// probe.
  [[nodiscard]] std::optional<Received> test(Request& request);

  /// Ends a receive without a message, as if it had never been posted: true, and the request is
  /// complete. False if its message is at the mailbox by now, or a send that waited for a receive
  /// has found this one by now (T11): the request is pending still. False if it is complete
  /// already. A question like test, at no cost (T10). Errors: ProgramError for a send, beside
  /// started operations, and under port policy strict.
  [[nodiscard]] bool cancel(Request& request);

  // T14. A list of pointers names requests that lie apart; a null pointer and a request that is
  // complete already count for nothing. Beside started operations all these are refused, as test
  // is.

  /// Completes the request that wait_any would, if one is complete by now, and returns its index.
  /// `got` gets what it received. One poll. Errors: ProgramError if none is pending.
  [[nodiscard]] std::optional<std::size_t> test_any(std::span<Request> requests, Received* got = nullptr);
  /// The same of pointers; so below.
  [[nodiscard]] std::optional<std::size_t> test_any(std::span<Request* const> requests,
                                                    Received* got = nullptr);
  /// Completes all, as wait_all does, if all are complete by now; else none. One poll; true if none
  /// is pending.
  [[nodiscard]] bool test_all(std::span<Request> requests);
  [[nodiscard]] bool test_all(std::span<Request* const> requests);  ///< of pointers
  /// Waits until one is complete; completes all that are then, and returns their indices in the
  /// order of wait_any. `got` gets what each received. Returns none if none is pending.
  std::vector<std::size_t> wait_some(std::span<Request> requests, std::vector<Received>* got = nullptr);
  /// The same of pointers.
  std::vector<std::size_t> wait_some(std::span<Request* const> requests, std::vector<Received>* got = nullptr);
  /// Waits like wait, but no longer than until `deadline`, which is in time: a message that is at
  /// the mailbox by then is received. Without success the clock is `deadline`, and the request is
  /// pending still. With a past deadline it is a test.
  [[nodiscard]] std::optional<Received> wait_until(Request& request, Ticks deadline);

  /// Carries out one step of an algorithm: calls describe(Round&), which names transfers, then does
  /// them together (T6) until complete. If describe throws, earlier sends are made.
  template <std::invocable<Round&> F>
  void round(F&& describe) {
    Round r(*this);
    std::forward<F>(describe)(r);
    r.carry_out();
  }

  // --- virtual time ------------------------------------------------------------------------------
  /// The clock of this PE.
  [[nodiscard]] Ticks now() const;
  /// The clock of this PE in seconds, like MPI_Wtime. ConfigError on a machine that counts steps.
  [[nodiscard]] double seconds() const { return toruscope::seconds(now(), parameters()); }
  /// Works locally for a declared length.
  void compute(Ticks duration);
  /// Works locally for a declared number of arithmetic operations, each of the machine's `flop`.
  void compute_operations(std::int64_t operations);
  /// Combines so many bytes, each of the machine's `gamma`; collective calls do so by themselves.
  void compute_combining(std::int64_t bytes);
  /// Synchronises the PEs of this communicator to the latest of their clocks, at no cost: the
  /// papers' barrier between stages.
  void synchronize();

  // --- other groups ------------------------------------------------------------------------------
  /// The PEs of one colour, ordered by (key, rank). Synchronises the clocks of this communicator.
  [[nodiscard]] Communicator split(int colour, int key = 0);
  /// The PEs that differ from this one only in the dimensions marked true, as their grid. No
  /// communication. Errors: ProgramError if `keep` has not one mark per dimension.
  [[nodiscard]] Communicator sub(const std::vector<bool>& keep) const;
  /// The line through this PE along one dimension.
  [[nodiscard]] Communicator line(int dimension) const;
  /// These PEs, given by their ranks here, as a group in this order; called by them alone. The n-th
  /// call of a PE with these ranks meets the n-th of the others. No communication. Errors:
  /// ProgramError if a rank does not exist or stands twice, or the PE's own is missing.
  [[nodiscard]] Communicator subset(std::span<const Rank> ranks) const;
  /// All PEs of this communicator in their grid, as a group with messages, meetings and collective
  /// calls of its own. The n-th call of a PE meets the n-th of the others. No communication.
  [[nodiscard]] Communicator duplicate() const;
  /// A communicator of the same group with another space of messages, for collectives. Meetings and
  /// collective calls stay the group's.
  [[nodiscard]] Communicator separate() const;

  // --- conveniences ------------------------------------------------------------------------------
  /// Prints a whole line; lines come out ordered by (virtual time, rank, sequence).
  void print(std::string_view line);
  /// The source seeded by (seed of the run, rank in the machine).
  [[nodiscard]] RandomSource& random();
  /// Announces a collective call, to report calls that differ between PEs. `operation` is a
  /// literal, distance that of a shift, segment the bytes of a part, 0: not asked for.
  void enter_collective(const char* operation, std::string_view algorithm, Rank root, std::size_t bytes,
                        int distance = 0, std::size_t segment = 0);
  /// Throws ProgramError of this PE with its virtual time in front.
  [[noreturn]] void fail(const std::string& message) const;

 private:
  friend class Note;
  friend class Round;
  friend class core::Pe;
  template <std::invocable<Communicator&> F>
  friend Request start(Communicator& comm, F&& code);
  Communicator(core::Pe* pe, core::Group& group, std::uint32_t context, Rank rank, std::uint64_t run)
      : pe_(pe), group_(group), run_(run), context_(context), rank_(rank) {}

  void check_owner(const char* operation) const;
  [[noreturn]] void refuse_use(const char* operation) const;
  void send_bytes(Rank to, std::span<const std::byte> data, Tag tag);
  void send_owned(Rank to, detail::OwnedBuffer data, Tag tag);
  void ssend_bytes(Rank to, std::span<const std::byte> data, Tag tag);
  Received recv_into(Rank from, detail::Destination into, Tag tag);
  void sendrecv_bytes(Rank to, std::span<const std::byte> data, Rank from, detail::Destination into, Tag tag);
  Request isend_bytes(Rank to, std::span<const std::byte> data, Tag tag);
  Request isend_owned(Rank to, detail::OwnedBuffer data, Tag tag);
  Request issend_bytes(Rank to, std::span<const std::byte> data, Tag tag);
  Request irecv_into(Rank from, detail::Destination into, Tag tag);
  Request start_code(std::function<void(Communicator&)> code);
  void wait_each(std::span<Request*> requests);
  [[nodiscard]] bool begin_wait(const char* operation);
  void add_to_wait(Request& request);
  Received end_wait();
  void check_request(const char* operation, const Request& request) const;
  struct Several;
  [[nodiscard]] bool begin_several(const char* operation, std::span<Request* const> requests,
                                   Several& several) const;
  void complete_several(std::span<Request* const> requests, Several& several, std::size_t count,
                        std::vector<std::size_t>* indices, std::vector<Received>* got);
  [[nodiscard]] core::Place place() const;
  [[nodiscard]] Communicator successor(const core::Successor& what, Rank rank) const;
  core::Pe* pe_;
  detail::GroupHandle group_;
  std::uint64_t run_;
  std::uint32_t context_;
  Rank rank_;
};

/// Starts an operation: `code(c)` runs beside what the PE does next, until its request has been
/// waited for. `c` has the ranks and grid of `comm` and messages of its own: the n-th operation
/// that a PE starts on `comm` meets the n-th of each other PE. So all PEs of `comm` start the same
/// operations in the same order; any blocking code will do, such as a collective.
///
///     Request sum = start(comm, [&](Communicator& c) { allreduce(c, values); });
///     comm.compute_operations(1000000);   // messages travel meanwhile
///     comm.wait(sum);                     // from here on `values` is the PE's again
///
/// The operation and the program share the PE's processor and ports in virtual time (rules.md,
/// T13): startups, receives and `compute` exclude each other, in the order in which they are asked
/// for. `code` is copied; what it names by reference must stay until the wait. What it throws is
/// the PE's error.
/// Errors    ProgramError where an operation cannot go on beside another: under port policy strict,
///           with an eager limit, while a synchronous send or a receive without a source is
///           pending. Until it has ended, the PE may not call split, probe, test, wait_any, ssend,
///           nor receive from any_source.
template <std::invocable<Communicator&> F>
Request start(Communicator& comm, F&& code) {
  return comm.start_code(std::function<void(Communicator&)>(std::forward<F>(code)));
}

}  // namespace toruscope
