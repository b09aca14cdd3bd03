// SPDX-License-Identifier: Apache-2.0
// AT2: PEs coloured like a chess board exchange in both dimensions at once by AR1; then two swaps.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>
#include <utility>
#include <vector>

namespace {

using Names = std::vector<std::pair<int, int>>;  // (origin, destination)

int mod(int a, int p) {
  return (a % p + p) % p;
}

int rounds(int p) {
  return p <= 2 ? p - 1 : (p + 3) / 4 + 1;
}

/// AR1 as in lab 5: the round of member j of a ring of p.
struct Step {
  int to, from;
  Names bundles;
};

Step step(int p, int j, int t) {
  const int h = p / 2;
  const int right = j % 2 == 0 ? 1 : -1;
  Step s;
  const auto add = [&](int origin, int destination) {
    s.bundles.emplace_back(mod(origin, p), mod(destination, p));
  };
  if (t == 0) {
    s.to = s.from = mod(j - right, p);
    for (int i = 1; i <= h; ++i) add(j, j - right * i);
  } else if (t < rounds(p) - 1) {
    const int k = t - 1;
    s.to = mod(j + 2 * right, p);
    s.from = mod(j - 2 * right, p);
    for (int origin = 0; origin < 2; ++origin)
      for (int i = 2; i <= h - 1 - 2 * k; ++i) add(j - right * (2 * k + origin), j + right * i);
  } else {
    s.to = s.from = mod(j + right, p);
    for (int i = 0; i < h - h % 2; ++i) add(j - right * i, j + right);
  }
  return s;
}

class Exchange {
 public:
  Exchange(Communicator& comm, std::span<const double> send)
      : comm_(comm),
        sides_(comm.sides()),
        b_(send.size() / static_cast<std::size_t>(comm.size())),
        held_(send.size() * static_cast<std::size_t>(comm.size())) {
    std::copy(send.begin(), send.end(), block({comm.rank(), 0}).begin());
  }

  /// Works along dimension d if q is 0 for this PE's colour, else along the other one.
  void stage(int q) {
    const int me = comm_.rank();
    const int d = (at(me, 0) + at(me, 1) + q) % 2;
    const int n = sides_[static_cast<std::size_t>(d)] / 2;
    for (int t = 0; t < rounds(n); ++t) {
      const Step mine = step(n, at(me, d) / 2, t);
      Names out, in;
      for (const auto& [o, to] : mine.bundles) append(out, bundle(q, d, o, to));
      for (const auto& [o, to] : step(n, mine.from, t).bundles) append(in, bundle(q, d, o, to));
      move(member(d, mine.to), out, member(d, mine.from), in);
    }
    comm_.synchronize();
  }

  /// Exchanges between the PEs of a pair along dimension d.
  void swap(int d) {
    const int partner = moved(d, at(comm_.rank(), d) ^ 1);
    move(partner, for_partner(comm_.rank(), d), partner, for_partner(partner, d));
  }

  void finish(std::span<double> receive) {
    for (int s = 0; s < comm_.size(); ++s) {
      const auto mine = block({s, comm_.rank()});
      std::copy(mine.begin(), mine.end(),
                receive.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(s) * b_));
    }
  }

 private:
  [[nodiscard]] int at(int pe, int d) const { return d == 0 ? pe / sides_[1] : pe % sides_[1]; }
  /// This PE with another coordinate in dimension d.
  [[nodiscard]] int moved(int d, int coordinate) const {
    return comm_.rank() + (coordinate - at(comm_.rank(), d)) * (d == 0 ? sides_[1] : 1);
  }
  /// Member i of the PEs of this colour on this line.
  [[nodiscard]] int member(int d, int i) const { return moved(d, 2 * i + at(comm_.rank(), d) % 2); }
  std::span<double> block(std::pair<int, int> name) {
    return std::span(held_).subspan(static_cast<std::size_t>(name.first * comm_.size() + name.second) * b_, b_);
  }
  static void append(Names& all, const Names& more) { all.insert(all.end(), more.begin(), more.end()); }

  template <class Holds>
  Names names(Holds holds) const {
    Names all;
    for (int s = 0; s < comm_.size(); ++s)
      for (int r = 0; r < comm_.size(); ++r)
        if (holds(s, r)) all.emplace_back(s, r);
    return all;
  }
  /// Blocks of member o of this line for the pair of member `to` when stage q begins.
  [[nodiscard]] Names bundle(int q, int d, int o, int to) const {
    const int me = comm_.rank();
    const int e = 1 - d;
    return names([&](int s, int r) {
      const bool is_from =
          at(s, d) == 2 * o + at(me, d) % 2 && (q == 0 ? at(s, e) == at(me, e) : at(s, e) % 2 == at(me, e) % 2);
      return is_from && at(r, d) / 2 == to && (q == 0 || at(r, e) / 2 == at(me, e) / 2);
    });
  }
  /// Blocks of PE u for its partner along dimension d.
  [[nodiscard]] Names for_partner(int u, int d) const {
    return names([&](int s, int r) {
      if (at(s, 1) % 2 != at(u, 1) % 2 || at(r, d) != (at(u, d) ^ 1)) return false;
      return d == 0 ? at(s, 0) % 2 == at(u, 0) % 2 && at(r, 1) / 2 == at(u, 1) / 2 : at(r, 0) == at(u, 0);
    });
  }
  void move(int to, const Names& out, int from, const Names& in) {
    std::vector<double> sent, got(in.size() * b_);
    for (const auto& name : out) sent.insert(sent.end(), block(name).begin(), block(name).end());
    comm_.sendrecv(to, sent, from, got);
    for (std::size_t i = 0; i < in.size(); ++i)
      std::copy_n(got.begin() + static_cast<std::ptrdiff_t>(i * b_), b_, block(in[i]).begin());
  }

  Communicator& comm_;
  std::vector<int> sides_;
  std::size_t b_;
  std::vector<double> held_;  // block (origin, destination)
};

}  // namespace

void exchange_on_torus(Communicator& comm, std::span<const double> send, std::span<double> receive) {
  Exchange exchange(comm, send);
  exchange.stage(0);
  exchange.stage(1);
  exchange.swap(0);
  exchange.swap(1);
  exchange.finish(receive);
}
