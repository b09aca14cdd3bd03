// SPDX-License-Identifier: Apache-2.0
#include "collectives/broadcast/eager_pipeline.hpp"

#include "collectives/shapes/torus_tree.hpp"
#include "runtime/local_work.hpp"
#include "runtime/port_wait.hpp"

#include <algorithm>
#include <deque>
#include <vector>

namespace toruscope::collectives {

namespace {

class EagerPe {
 public:
  EagerPe(Communicator& comm, Rank root, std::span<std::byte> data, const Segments& parts,
          const BlockWork& work)
      : comm_(comm),
        data_(data),
        parts_(parts),
        work_(work),
        is_root_(comm.rank() == root),
        parent_(is_root_ ? root : TorusTree(comm.sides(), root).parent(comm.rank())),
        children_(TorusTree(comm.sides(), root).children(comm.rank())) {}

  void run() {
    for (; is_root_ && accepted_ < parts_.count(); ++accepted_) accept(accepted_);
    while (accepted_ < parts_.count() || !to_send_.empty()) {
      if (accepted_ < parts_.count() && !receive_.is_pending())
        receive_ = comm_.irecv(parent_, parts_.of(data_, accepted_));
      if (is_reception_next())
        receive();
      else
        send();
    }
    comm_.wait_all(sends_);
    core::take_time(work_left_);
  }

 private:
  struct Due {
    std::size_t part;
    Rank child;
    Ticks ready;
  };

  void accept(std::size_t part) {
    for (const Rank child : children_) to_send_.push_back({part, child, comm_.now()});
    if (work_) work_left_ += core::call_program_untimed([&] { work_(parts_.of(data_, part)); });
  }

  /// False: the clock is at the beginning of the next send.
  bool is_reception_next() {
    if (to_send_.empty()) return true;
    const Ticks before = comm_.now();
    const bool is_next =
        core::message_before_port(comm_, receive_, to_send_.front().child, to_send_.front().ready);
    if (!is_next) work_while(comm_.now() - before);
    return is_next;
  }

  void receive() {
    const Ticks before = comm_.now();
    comm_.wait(receive_);
    work_while(comm_.now() - comm_.costs().tr - before);
    accept(accepted_++);
  }

  void send() {
    const Due due = to_send_.front();
    to_send_.pop_front();
    sends_.push_back(comm_.isend(due.child, parts_.of(data_, due.part)));
  }

  void work_while(Ticks idle) { work_left_ = work_left_ - std::min(work_left_, idle); }

  Communicator& comm_;
  const std::span<std::byte> data_;
  const Segments& parts_;
  const BlockWork& work_;
  const bool is_root_;
  const Rank parent_;
  const std::vector<Rank> children_;
  std::size_t accepted_ = 0;  // parts that have arrived
  std::deque<Due> to_send_;
  Request receive_;  // for part number accepted_
  std::vector<Request> sends_;
  Ticks work_left_;
};

}  // namespace

void broadcast_eagerly(Communicator& comm, Rank root, std::span<std::byte> data, const Segments& parts,
                       const BlockWork& work) {
  const Parameters& machine = comm.parameters();
  if (machine.switching == Switching::wormhole && machine.injection == Injection::direct)
    comm.fail(
        "pipelined_broadcast: by policy eager a PE must know when its port is free, which no worm tells ahead; "
        "take buffered injection, or another policy");
  EagerPe(comm, root, data, parts, work).run();
}

}  // namespace toruscope::collectives
