// SPDX-License-Identifier: Apache-2.0
// The ping-pong of exchanges.c by native calls, on the machine of mpirun: ping_pong N.

#include <toruscope/toruscope.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>

int main(int, char** argv) {
  using namespace toruscope;
  return guarded([argv] {
    const int times = std::stoi(argv[1]);
    Execution execution;
    execution.workers = 1;
    execution.stack_bytes = std::size_t{8} << 20U;  // as of a rank
    Parameters machine = preset("generic");
    machine.eager = 16 * 1024;
    Machine(complete(2), machine, execution).run([times](Communicator& comm) {
      std::array<char, 8> bytes{};
      const std::span<char> data(bytes);
      for (int i = 0; i < times; ++i)
        if (comm.rank() == 0) {
          comm.send(1, data);
          comm.recv(1, data);
        } else {
          comm.recv(0, data);
          comm.send(0, data);
        }
    });
  });
}
