// SPDX-License-Identifier: Apache-2.0
// The untyped halves of the typed functions: check the call, choose an algorithm, announce it, run it.
//
// Every collective runs on a communicator of its own (separate), so its messages never meet the caller's.

#include <toruscope/collectives.hpp>

#include <functional>
#include <string>

namespace toruscope {

namespace {

void check_root(const Communicator& comm, const char* operation, Rank root) {
  if (root < 0 || root >= comm.size())
    comm.fail(std::string(operation) + ": root " + std::to_string(root) +
              " is not a rank of this communicator (ranks are 0.." + std::to_string(comm.size() - 1) + ")");
}

bool overlap(std::span<const std::byte> a, std::span<const std::byte> b) {
  const std::less<> before;  // a total order, also of pointers into different arrays
  return !a.empty() && !b.empty() && before(a.data(), b.data() + b.size()) &&
         before(b.data(), a.data() + a.size());
}

void check_blocks(const Communicator& comm, std::span<const std::byte> send, std::span<const std::byte> receive,
                  std::size_t element) {
  const auto p = static_cast<std::size_t>(comm.size());
  const std::string counts = "alltoall: send has " + std::to_string(send.size() / element) +
                             " elements, receive has " + std::to_string(receive.size() / element);
  if (send.size() != receive.size()) comm.fail(counts + "; they must be equal");
  if (send.size() / element % p != 0)
    comm.fail(counts + ", no multiple of " + std::to_string(p) + " PEs; give every PE a block of equal size");
  if (overlap(send, receive)) comm.fail("alltoall: send and receive overlap; give it two buffers");
}

}  // namespace

namespace detail {

void alltoall_bytes(Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                    std::size_t element, std::string_view algorithm) {
  check_blocks(comm, send, receive, element);
  const std::size_t block = send.size() / static_cast<std::size_t>(comm.size());
  const Alltoall& chosen =
      choose(builtin_catalogue().alltoall(), "alltoall", algorithm, case_of(comm, block, 0, element));
  comm.enter_collective("alltoall", chosen.name, 0, block);
  Communicator own = comm.separate();
  chosen.run(own, send, receive, block);
}

void broadcast_bytes(Communicator& comm, Rank root, std::span<std::byte> data, std::string_view algorithm) {
  check_root(comm, "broadcast", root);
  const Broadcast& chosen =
      choose(builtin_catalogue().broadcast(), "broadcast", algorithm, case_of(comm, data.size(), root));
  comm.enter_collective("broadcast", chosen.name, root, data.size());
  Communicator own = comm.separate();
  chosen.run(own, root, data);
}

void reduce_bytes(Communicator& comm, Rank root, std::span<std::byte> data, const Combine& combine,
                  std::string_view algorithm) {
  check_root(comm, "reduce", root);
  const Reduce& chosen = choose(builtin_catalogue().reduce(), "reduce", algorithm,
                                case_of(comm, data.size(), root, combine.element));
  comm.enter_collective("reduce", chosen.name, root, data.size());
  Communicator own = comm.separate();
  chosen.run(own, root, data, combine);
}

}  // namespace detail

void barrier(Communicator& comm, std::string_view algorithm) {
  const Barrier& chosen = choose(builtin_catalogue().barrier(), "barrier", algorithm, case_of(comm, 0));
  comm.enter_collective("barrier", chosen.name, 0, 0);
  Communicator own = comm.separate();
  chosen.run(own);
}

}  // namespace toruscope
