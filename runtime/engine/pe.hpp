// SPDX-License-Identifier: Apache-2.0
// One processing element: its clock, ports, mailbox and the state of the program that runs on it.
//
// Threads     Belongs to the worker of its node. In the network phase the owner of its router delivers to the mailbox.
// Invariants  State says where the PE lies: `runnable` in its worker's set, `running` on its worker's processor,
//             `waiting` in a mailbox, at a meeting or for its turn, `paused` nowhere (the run is being ended), `ended`
//             for good.

#pragma once

#include "runtime/core/prefetch.hpp"
#include "runtime/engine/completion_order.hpp"
#include "runtime/engine/compute_meter.hpp"
#include "runtime/engine/group.hpp"
#include "runtime/engine/last_arrivals.hpp"
#include "runtime/engine/pe_context.hpp"
#include "runtime/engine/pe_wait.hpp"
#include "runtime/engine/send_queue.hpp"
#include "runtime/model/port_ledger.hpp"
#include "runtime/model/port_watch.hpp"
#include "runtime/path/mailbox.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/report.hpp>

#include <boost/container/small_vector.hpp>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace toruscope::detail {

class Run;
class Tap;
struct Worker;

/// The PE that this thread runs now, or null.
Pe* current_pe();
void set_current_pe(Pe* pe);

class alignas(64) Pe {
 public:
  enum class State : std::uint8_t { runnable, running, waiting, paused, ended };
  using Wait = PeWait;

  Pe(Run& run, Worker& worker, Rank rank);
  Pe(const Pe&) = delete;
  Pe& operator=(const Pe&) = delete;
  ~Pe();

  // --- what the engine sees ----------------------------------------------------------------------------------
  [[nodiscard]] Rank rank() const { return rank_; }
  [[nodiscard]] Worker& worker() const { return worker_; }
  [[nodiscard]] State state() const { return state_; }
  [[nodiscard]] const Wait& waits_for() const { return wait_; }
  /// The requests of the call that waits, for reports.
  [[nodiscard]] std::vector<const RequestState*> awaited() const;
  [[nodiscard]] const Stamp& clock() const { return clock_; }
  [[nodiscard]] Mailbox& mailbox() { return mailbox_; }
  [[nodiscard]] const Mailbox& mailbox() const { return mailbox_; }
  [[nodiscard]] PeReport report() const;
  [[nodiscard]] std::vector<PrintedLine>& output() { return output_; }
  [[nodiscard]] const std::exception_ptr& error() const { return error_; }
  [[nodiscard]] Ticks error_time() const { return error_time_; }
  /// Ask the host for the memory that resume() will want, in this order, with other work in between. They change nothing.
  void prefetch() const;
  void prefetch_state() const;
  void prefetch_frames() const;
  void prefetch_messages() const;
  /// The same for deliver().
  void prefetch_mailbox() const;
  void prefetch_awaited() const;
  /// Runs it until it waits, pauses or ends, and those after it to whom control is handed on. Its context is made at the first
  /// time.
  void resume();
  [[nodiscard]] bool has_started() const { return context_ != nullptr; }
  /// It runs from now on, as soon as control is given to what is returned. Precondition: has_started().
  PeContext& go_on();
  /// Posts what the round sends for which it waits.
  void post_round_sends();
  /// Makes every further call in the program throw Unwound, and runs it to its end.
  void unwind();
  [[nodiscard]] bool is_unwinding() const { return is_unwinding_; }
  /// A message has arrived. True if the PE can go on now.
  [[nodiscard]] bool deliver(Message* message);
  /// The tail of a worm of this PE leaves it then. True if the PE can go on now.
  [[nodiscard]] bool tail_left(Message& m, Ticks when);
  /// When a send that is posted and has not begun can be booked, as far as that is known: of those before the first that
  /// waits for its receive, or `at_quiet_tick` of that one and the later ones.
  [[nodiscard]] Ticks next_start(bool at_quiet_tick);
  /// Books those that can be now. True if none is left.
  [[nodiscard]] bool start_sends(Ticks now, bool at_quiet_tick);
  /// Adds the sends that have not begun and wait for no receive.
  void add_not_begun(std::vector<Message*>& messages);
  /// One of the posted sends that have not begun waits for its receive, or did until it was found.
  [[nodiscard]] bool has_waiting_send() const;
  /// A send of this PE that waits for its receive: it has been found, so the send asks for its port then.
  void receive_found(const Message& m, const Stamp& when);
  /// An announcement has come, after all earlier messages of its sender. Those of unnamed receives are matched by settle().
  void deliver_announcement(Message* announcement);
  /// When an announcement here gets its receive if nothing else arrives; kNever if none does.
  [[nodiscard]] Ticks next_answer(Ticks complete_before);
  /// Under port policy `strict`: when this PE first broke its port rule, as far as that is known; kNever if it did
  /// not.
  [[nodiscard]] Ticks broke_ports_at() const { return watch_ ? watch_->broken_at() : kNever; }
  /// The error that says so. Precondition: all transfers that begin by then are known.
  [[nodiscard]] std::exception_ptr port_violation() const;
  /// When a PE that waits for its turn can go on if nothing else arrives; kNever if it cannot. Every mailbox has
  /// all that arrives before `complete_before`.
  [[nodiscard]] Ticks turn(Ticks complete_before);
  void give_turn() { given_turn_ = *turn_; }  ///< it can: then
  /// Matches what is here of what arrived at `until` or before, though the PE cannot go on yet.
  void settle(Ticks until);
  /// The meeting is over; the PE goes on from `latest`, the clock of PE `last`.
  void leave_meeting(const Stamp& latest, Rank last);
  [[nodiscard]] std::pair<int, int> split_by() const { return split_by_; }
  void join_split(Group& group, Rank rank) { split_result_ = {&group, rank}; }

  // --- what the program does (called by Communicator, from inside the PE) --------------------------------------
  /// Throws Unwound if the run is being ended, a ProgramError that could not be thrown where it happened. False if
  /// the call is made by a destructor while the PE is being unwound: then it is to do nothing.
  [[nodiscard]] inline bool check(const char* operation);
  /// The same for a call that never waits. When the run is to be ended, the PE goes on for so many of them (`patience`): its
  /// next call that may wait ends it, for destructors often make this kind and must not throw.
  [[nodiscard]] inline bool check_brief(const char* operation, int patience = kPatience);
  static constexpr int kPatience = 1 << 20;
  [[noreturn]] void fail(const std::string& message) const;
  /// The check of a call that names a partner: to whom, or from whom (perhaps any) it wants a message.
  [[nodiscard]] inline bool check_send(const char* operation, const Group& group, Rank to, int tag);
  [[nodiscard]] inline bool check_receive(const char* operation, const Group& group, Rank from, int tag);
  /// Errors: ProgramError if no transfer can be with this partner and tag.
  inline void check_partner(const char* operation, const Group& group, Rank partner, int tag,
                            bool is_receive) const;
  /// The check of a send's length and route; made before its message is, so that nothing is lost by it.
  inline void check_way(const Group& group, Rank to, std::size_t bytes) const;
  /// Errors: ProgramError if no memory can hold a buffer of so many bytes.
  void check_size(const char* operation, std::size_t bytes) const;
  /// The check of a send that waits for its receive: nobody has gone on who might have to know of it.
  void check_synchronous(const Group& group, Rank to) const;

  /// `request`, if given, is told when the send is complete.
  void post_send(const Place& place, Rank to, Message* message, int tag, RequestState* request,
                 bool is_synchronous = false);
  inline Message* copy_of(std::span<const std::byte> data);
  Message* carrying(OwnedBuffer data);
  /// Returns when it is complete.
  void send(const Place& place, Rank to, Message* message, int tag, bool is_synchronous);
  RequestState* isend(const Place& place, Rank to, Message* message, int tag, bool is_synchronous);
  /// `is_blocking`: the PE's clock does not change before it is complete.
  RequestState* post_receive(const Place& place, Rank from, Destination into, int tag, bool is_blocking);
  /// Waits until all are complete, takes what has arrived, releases the requests. Returns the last one received.
  Received complete(std::span<RequestState* const> requests, const char* operation, bool pays_startup);
  /// The second half of complete(): takes what all requests have got, and releases them.
  Received finish(std::span<RequestState* const> requests, bool pays_startup);
  [[nodiscard]] FirstPending& first_pending() { return first_pending_; }
  /// Waits until one of those that are pending is complete. Returns the first by virtual time, which is still to be finished;
  /// null if the PE gives up.
  RequestState* await_any(std::span<const Request> requests);
  /// A handle of the program names this request from now on.
  static void name(RequestState* request, const Request* handle);
  /// runtime/port_wait.hpp says what it is.
  bool message_before_port(const Communicator& comm, const Request& receive, Rank to, Ticks ready);
  /// True if the request is complete by the PE's clock. May wait (T10).
  bool test(RequestState* request);
  /// The message that a receive would take, if it is there by the PE's clock. May wait (T10).
  std::optional<Received> probe(const Place& place, Rank from, int tag);
  /// The answer to a destructor while the PE is being unwound: every second time an empty message, so that a loop until
  /// there is one and a loop until there is none both end.
  std::optional<Received> probe_unwound();
  void abandon(RequestState* request) noexcept;
  /// Gives up on requests, received or not: the messages of those that had one lie in the mailbox as if these receives
  /// had never been posted.
  void release_all(std::span<RequestState* const> requests);
  /// The requests of the wait that is being put together; kept, so that waiting allocates nothing.
  [[nodiscard]] std::vector<RequestState*>& waited_for() { return waited_for_; }

  void begin_round();
  void round_send(const Place& place, Rank to, Message* message, int tag);
  void round_receive(const Place& place, Rank from, Destination into, int tag);
  void end_round();
  void cancel_round() noexcept;
  void sendrecv(const Place& place, Rank to, std::span<const std::byte> data, Rank from, Destination into,
                int tag);

  /// Declared work. Costs nothing where work is measured.
  void compute(Ticks duration);
  /// The program calls the library, or ends: what it has computed is charged, if that is measured.
  void leave_program() {
    if (meter_) charge_work();
  }
  /// The program goes on.
  void enter_program() {
    if (meter_) meter_->start();
  }
  [[nodiscard]] ComputeMeter* meter() { return meter_.get(); }  ///< null: work is not measured
  /// Local work takes its time: declared if none is measured, or measured.
  void work(Ticks duration);
  /// What is computed from now on is added to `sum` and takes no time; null: it takes its time. Returns what was there.
  Ticks* exchange_postponed(Ticks* sum) { return std::exchange(postponed_, sum); }
  void synchronize(Group& group, Rank rank);
  /// Null if the PE gives up.
  std::pair<Group*, Rank> split(Group& group, Rank rank, int colour, int key);
  void enter_collective(Group& group, Rank rank, CollectiveCall call);
  void print(std::string_view text);
  [[nodiscard]] RandomSource& random() { return random_; }
  void note_caller(const Communicator& communicator) { caller_ = &communicator; }  ///< of a transfer
  [[nodiscard]] Run& run() { return run_; }
  /// Puts a test between the program and the machine, or null for nothing; returns what was there.
  Tap* exchange_tap(Tap* tap) { return std::exchange(tap_, tap); }

 private:
  /// What is left of a call when the PE has waited for it.
  struct Rest {
    bool is_left = false;  // to whoever resumes it
    bool pays_startup = false;
    Received received{};
    std::exception_ptr error{};
  };
  /// The place of the first is in the PE itself.
  template <class T>
  using FewOf = boost::container::small_vector<T*, 1>;

  void main();
  void charge_work();
  [[nodiscard]] bool check_at_length(const char* operation, int patience = 0);
  /// Something that cannot be thrown where it is found; the next call throws it.
  void note_misuse(std::string what);
  [[noreturn]] void fail_for_misuse();
  void give_up_receives();
  void record_error(const std::exception_ptr& error);
  [[nodiscard]] std::exception_ptr told(const std::exception_ptr& error) const;
  /// False: the run is ended, and this is a call of a destructor on the way of an exception, which gives up what it waits for.
  /// Errors: Unwound if the run is ended.
  [[nodiscard]] bool suspend(State state);
  [[nodiscard]] bool suspend_with(std::span<RequestState* const> requests);
  [[nodiscard]] bool expects_more(std::span<RequestState* const> requests);
  void finish_for_program();
  /// What may end the wait of an unsuccessful test or probe.
  struct NextEvent {
    Ticks time = kNever;
    const Message* arrival = nullptr;  // either this
    const Stamp* sent = nullptr;       // or this one's time
  };
  [[nodiscard]] bool needs_turn(std::span<RequestState* const> requests) const;
  [[nodiscard]] bool await_turn(const Wait& wait);  // as suspend(), and the other awaits
  [[nodiscard]] bool is_awaited(const RequestState& receive) const;
  [[nodiscard]] RequestState* first_known(std::span<const Request> requests);
  void note_known(RequestState& request) {
    if (completions_ != nullptr) completions_->news().push_back(&request);
  }
  void leave_order(RequestState& request) {
    if (request.is_ordered) completions_->remove(request);
  }
  void withdraw(RequestState& receive);
  [[nodiscard]] bool await_event(std::span<RequestState* const> requests, const char* operation);
  [[nodiscard]] Ticks find_turn();
  [[nodiscard]] Ticks all_complete_at();
  [[nodiscard]] Ticks any_complete_at();
  [[nodiscard]] NextEvent next_event();
  void watch_send(const Message& m, Ticks asks);
  void note_port_wait(Ticks since, Ticks until, PortUse transfer, PortUse held_by);
  void watch_reception(const Message& m);
  void note_violation(Ticks before);
  void note_wait(const Message& m, Ticks waited);
  void expect(const Arrival& expected);
  void expect_in_port(const Message& m, const Stamp& available);
  void keep_expected(const Message* next);
  void know_with(Message& announcement, const Stamp& arrival, std::int64_t sequence);
  void note_arrival(const Message& m);
  void note_arrivals_so_far();
  [[nodiscard]] bool meet(Group& group, const char* operation);
  void send_through_tap(const Place& place, Rank to, Message* message, int tag, RequestState* request,
                        bool is_synchronous);
  [[nodiscard]] inline bool is_bookable_later() const;
  /// A send of this message is booked when it is posted, and nobody asks how that came about.
  [[nodiscard]] inline bool is_booked_at_once(const Message& m) const;
  [[nodiscard]] inline bool waits_for_receive(const Message& m) const;
  inline void fill_envelope(const Place& place, Rank to, Message& m, int tag);
  void send_to_self(Message* message);
  void prepare_way(Message& m);
  /// Posts a send that is booked at once; its envelope is filled. Returns when it is complete: to be read before the next.
  const Stamp& post_at_once(Message* message);
  void keep_round_end();
  [[nodiscard]] std::span<RequestState* const> round() const { return {round_.data(), round_.size()}; }
  void post_later(Message* message, bool waits);
  /// When a send whose end is not known asks for its port; kNever while it waits for its receive.
  [[nodiscard]] Ticks asks_at(const RequestState& send) const;
  [[nodiscard]] Ticks start_of(const QueuedSend& send);
  void start_later_send(Message& m, const Stamp& asks);
  const Stamp& start_send(Message& m, const Stamp& asks);
  [[nodiscard]] bool send_is_complete(Message& m, const Stamp& complete);
  [[nodiscard]] bool shares_ports() const;
  [[nodiscard]] bool has_unknown_ends() const;
  [[nodiscard]] inline bool may_wait_for_own_sends() const;
  [[nodiscard]] bool await_own_sends(std::span<RequestState* const> requests);
  /// A message and the request that sent it need each other no more.
  inline static void forget_request(Message& m);
  /// The account of a message at the mailbox; not noted yet.
  [[nodiscard]] inline Stamp arrival_of(const Message& m) const;
  /// `arrived`, if given, becomes no earlier than when the message was at the mailbox.
  void take(RequestState& receive, Stamp& cursor, Stamp* arrived);
  Received finish_one(RequestState& receive, bool pays_startup);
  [[noreturn]] void refuse_partner(const char* operation, const Group& group, Rank partner, int tag,
                                   bool is_receive) const;
  void check_long(const Group& group, Rank to, std::size_t bytes) const;
  /// ConfigError: a clock that would pass the longest virtual time.
  [[noreturn]] void refuse_length(const char* operation, std::size_t bytes, const char* what) const;

  void record(const Message& m, Ticks arrival, Ticks available, Ticks taken);
  Received store(RequestState& receive);
  RequestState* add_request();
  inline RequestState* new_request(RequestState::Kind kind, Rank partner, Rank world_partner, int tag);
  inline void release(RequestState* request);
  void give_up(RequestState* request);
  void match_again();
  /// The clock, or what will be one, has come about by this, if the run is asked for its critical path.
  void note(Stamp& stamp, Moment::Kind kind, Rank peer = -1, std::int64_t sequence = -1) const {
    if (paths_ != nullptr) paths_->note(stamp, {kind, rank_, peer, sequence});
  }

  // By lines of the host's cache: first what a program of sends, receives and rounds with named partners needs on most machines.
  Run& run_;
  Worker& worker_;
  const Rank rank_;
  State state_ = State::runnable;
  bool is_unwinding_ = false;
  bool is_in_round_ = false;
  bool is_misused_ = false;
  bool round_pays_startup_ = false;
  bool is_answering_ = false;  // in its worker's list of those with announcements
  bool has_probed_unwound_ = false;
  bool was_throwing_ = false;         // when the run was ended: an exception of its own was on its way
  PathLog* const paths_;              // its worker's, if the run is asked for its critical path
  Tap* tap_ = nullptr;                // engine/tap.hpp
  std::unique_ptr<PortWatch> watch_;  // under port policy `strict`
  std::unique_ptr<ComputeMeter> meter_;

  alignas(64) std::unique_ptr<PeContext> context_;
  Wait wait_;
  std::optional<Ticks> turn_;  // while it waits for its turn: when that is, if nothing has come since

  alignas(64) Rest rest_;
  RequestState* free_requests_ = nullptr;
  std::size_t live_requests_ = 0;
  std::int64_t sends_ = 0;
  // In the call that waits: receives without a message, and sends without an end. For a turn: sends.
  int awaiting_ = 0;

  alignas(64) FewOf<RequestState> round_;  // of the round being described
  FewOf<Message> round_sends_;             // what it sends, to be posted when its PE waits

  alignas(64) Ticks round_length_;         // of these, on a port, one after the other
  const Stamp* round_sent_ = nullptr;      // if it has sent: the latest end of its sends that have no requests
  SendQueue queued_sends_;                 // posted, not begun: engine/pe_sends.cpp
  const void* caller_ = nullptr;           // the communicator of its last transfer
  const std::byte* reads_next_ = nullptr;  // the body of its next message, if it sends block after block
  std::int64_t expected_in_port_ = -1;  // of `expected_`, the send count of one that lies in the reception port

  alignas(64) Stamp clock_;
  TakeSpacing takes_;
  alignas(64) PortLedger ports_;
  alignas(64) Mailbox mailbox_;
  alignas(64) PeReport book_;

  std::string misuse_;                    // found where nothing could be thrown
  const std::byte* last_read_ = nullptr;  // where the body of the last message asked for was read, for the tap
  Stamp round_end_;                       // what round_sent_ is, while others are sent
  std::vector<const Message*> worms_;     // sends under way whose end is not known
  std::int64_t sends_to_self_ = 0;        // counted apart: they are in no total
  Message* heard_ =
      nullptr;        // what was known first of a message that has come since, while a test or probe waits
  Ticks given_turn_;  // when it goes on that waited for its turn, whatever has come since it was given
  Ticks deadline_ = kNever;  // it waits for one of several no longer than until then
  Ticks unsuccessful_{-1};   // the clock of the last unsuccessful test or probe
  int brief_calls_ = 0;      // since the run is to be ended
  Ticks known_by_;           // while it waits for a turn: the latest of what was known before
  std::unique_ptr<CompletionOrder> completions_;  // once wait_any has been called with many requests
  FirstPending first_pending_;                    // of the array of the last wait_any
  std::vector<RequestState*> waited_for_;
  std::vector<std::unique_ptr<RequestState>> requests_;
  std::vector<Arrival> expected_;  // taken, had no announcement, and may be to come in virtual time
  std::unique_ptr<LastArrivals> last_arrivals_;  // by sender, instead of these, once there was an announcement
  std::pair<int, int> split_by_{};               // colour, key
  std::pair<Group*, Rank> split_result_{};
  std::unordered_map<const Group*, std::uint64_t> calls_;  // collectives called, by group
  Ticks* postponed_ = nullptr;                             // the sum of work that is to take no time yet
  RandomSource random_;
  std::vector<PrintedLine> output_;
  std::exception_ptr error_;
  Ticks error_time_;
};

}  // namespace toruscope::detail
