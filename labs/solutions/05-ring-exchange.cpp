// SPDX-License-Identifier: Apache-2.0
// AR1: neighbours divide the work, even PEs turn right and odd PEs left by twos, neighbours
// deliver.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>
#include <utility>
#include <vector>

namespace {

int mod(int a, int p) {
  return (a % p + p) % p;
}

int rounds(int p) {
  return p <= 2 ? p - 1 : (p + 3) / 4 + 1;
}

/// A round of PE j: the blocks that it sends, each (origin, destination), in the order of the
/// message.
struct Step {
  int to, from;
  std::vector<std::pair<int, int>> blocks;
};

Step step(int p, int j, int t) {
  const int h = p / 2;
  const int right = j % 2 == 0 ? 1 : -1;  // where the work of this PE lies
  Step s;
  const auto add = [&](int origin, int destination) {
    s.blocks.emplace_back(mod(origin, p), mod(destination, p));
  };
  if (t == 0) {  // the partner takes over the half on its side
    s.to = s.from = mod(j - right, p);
    for (int i = 1; i <= h; ++i) add(j, j - right * i);
  } else if (t < rounds(p) - 1) {
    const int k = t - 1;
    s.to = mod(j + 2 * right, p);
    s.from = mod(j - 2 * right, p);
    for (int origin = 0; origin < 2; ++origin)
      for (int i = 2; i <= h - 1 - 2 * k; ++i) add(j - right * (2 * k + origin), j + right * i);
  } else {  // blocks kept for the neighbour
    s.to = s.from = mod(j + right, p);
    for (int i = 0; i < h - h % 2; ++i) add(j - right * i, j + right);
  }
  return s;
}

}  // namespace

void exchange_on_ring(Communicator& comm, std::span<const double> send, std::span<double> receive) {
  const int p = comm.size();
  const std::size_t b = send.size() / static_cast<std::size_t>(p);
  // Block (origin, destination).
  std::vector<double> held(send.size() * static_cast<std::size_t>(p));
  const auto block = [&](std::pair<int, int> name) {
    return std::span(held).subspan(static_cast<std::size_t>(name.first * p + name.second) * b, b);
  };
  std::copy(send.begin(), send.end(), block({comm.rank(), 0}).begin());
  for (int t = 0; t < rounds(p); ++t) {
    const Step mine = step(p, comm.rank(), t);
    std::vector<double> out;
    for (const auto& name : mine.blocks) out.insert(out.end(), block(name).begin(), block(name).end());
    const auto coming = step(p, mine.from, t).blocks;
    std::vector<double> in(coming.size() * b);
    comm.sendrecv(mine.to, out, mine.from, in);
    for (std::size_t i = 0; i < coming.size(); ++i)
      std::copy_n(in.begin() + static_cast<std::ptrdiff_t>(i * b), b, block(coming[i]).begin());
  }
  for (int s = 0; s < p; ++s)
    std::copy_n(block({s, comm.rank()}).begin(), b,
                receive.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(s) * b));
}
