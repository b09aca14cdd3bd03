// SPDX-License-Identifier: Apache-2.0
// SimGrid without MPI: peer_s4u PLATFORM OPERATION BYTES REPETITIONS STEPS [--cfg=...]. An actor
// with a mailbox for each host n-0, n-1, ... A mailbox gives what comes first: pairwise exchange
// sums up what it got, in whatever order.

#include "workload.hpp"

#include <simgrid/s4u.hpp>
#include <vector>

namespace {

namespace sg = simgrid::s4u;

/// A block travels as itself: it is the sender's until it is taken.
class Pe {
 public:
  Pe(int me, const peers::Work& work, const std::vector<sg::Mailbox*>& boxes)
      : me_(me), work_(work), boxes_(boxes), out_(size()), in_(size()) {}

  bool run() {
    if (work_.operation == "pingpong") return ping_pong();
    if (work_.operation == "ring") return ring_around();
    return pairwise();
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(work_.bytes); }
  sg::Mailbox* box(int pe) const { return boxes_[static_cast<std::size_t>(pe)]; }
  void put(int to) { box(to)->put(out_.data(), static_cast<std::uint64_t>(work_.bytes)); }
  void take() { std::memcpy(in_.data(), box(me_)->get<char>(), in_.size()); }
  void exchange(int to) {
    const auto sending = box(to)->put_async(out_.data(), static_cast<std::uint64_t>(work_.bytes));
    take();
    sending->wait();
  }

  bool ping_pong() {
    const int partner = work_.partner();
    if (me_ != 0 && me_ != partner) return true;
    bool ok = true;
    for (int i = 0; i < work_.repetitions; ++i) {
      if (me_ == 0) {
        peers::put(out_.data(), peers::mark(0, partner, i));
        put(partner);
        take();
        ok = ok && peers::holds(in_.data(), peers::mark(partner, 0, i));
      } else {
        take();
        ok = ok && peers::holds(in_.data(), peers::mark(0, partner, i));
        peers::put(out_.data(), peers::mark(partner, 0, i));
        put(0);
      }
    }
    return ok;
  }

  bool ring_around() {
    const int p = work_.p;
    peers::put(out_.data(), peers::mark(me_, 0, 0));
    for (int i = 0; i < work_.repetitions; ++i) {
      exchange((me_ + 1) % p);
      out_.swap(in_);
    }
    const int origin = (me_ + p - work_.repetitions % p) % p;
    return peers::holds(out_.data(), peers::mark(origin, 0, 0));
  }

  bool pairwise() {
    std::uint64_t missing = 0;
    for (int i = 0; i < work_.repetitions; ++i)
      for (int step = 0; step < work_.steps; ++step) {
        const int d = work_.distance(step);
        const int to = (me_ + d) % work_.p;
        const int from = (me_ + work_.p - d) % work_.p;
        peers::put(out_.data(), peers::mark(me_, to, i));
        exchange(to);
        std::uint64_t got = 0;
        std::memcpy(&got, in_.data(), sizeof got);
        missing += peers::mark(from, me_, i) - got;
      }
    return missing == 0;
  }

  int me_;
  const peers::Work& work_;
  const std::vector<sg::Mailbox*>& boxes_;
  std::vector<char> out_, in_;
};

}  // namespace

int main(int argc, char** argv) {
  sg::Engine engine(&argc, argv);
  if (argc < 2) {
    std::fputs("peer_s4u: needs a platform\n", stderr);
    return 2;
  }
  engine.load_platform(argv[1]);
  const int p = static_cast<int>(engine.get_host_count());
  const peers::Work work = peers::read_work(argv + 2, argc - 2, p);
  std::vector<sg::Mailbox*> boxes;
  for (int pe = 0; pe < p; ++pe) boxes.push_back(sg::Mailbox::by_name(std::to_string(pe)));
  int wrong = 0;
  for (int me = 0; me < p; ++me)
    sg::Actor::create("pe", sg::Host::by_name("n-" + std::to_string(me)), [me, &work, &boxes, &wrong] {
      if (!Pe(me, work, boxes).run()) ++wrong;
    });
  peers::Stopwatch watch;
  engine.run();
  watch.stop();
  peers::print_result(work, sg::Engine::get_clock(), watch.wall, watch.cpu, wrong == 0);
  return 0;
}
