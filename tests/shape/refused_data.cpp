// SPDX-License-Identifier: Apache-2.0
// Mistakes in what is sent, received and combined: each line that says "refused" must be refused
// with these words, by one error.

#include <toruscope/toruscope.hpp>

#include <list>
#include <string>
#include <utility>
#include <vector>

using namespace toruscope;

void refused(Communicator& comm, const std::vector<double>& constant, const float number, double* pointer) {
  double x = 0;
  std::vector<std::string> words(3);
  std::list<double> scattered(3);
  std::vector<bool> bits(3);
  std::pair<double, int> pair;
  std::vector<float> floats(3);
  std::vector<short> shorts(3);

  broadcast(comm, 0, words);                              // refused: must be trivially copyable
  broadcast(comm, 0, constant);                           // refused: they are const
  broadcast(comm, 0, number);                             // refused: they are const
  broadcast(comm, 0, 3L);                                 // refused: into a temporary
  allreduce(comm, scattered);                             // refused: must lie in one piece
  allreduce(comm, pair);                                  // refused: not a std::string, std::vector
  reduce(comm, 0, pointer);                               // refused: addresses mean nothing
  allreduce(comm, floats, [](float a) { return a; });     // refused: the operator must make one
  gather(comm, 0, x, floats);                             // refused: values of different types
  scan(comm, std::vector<std::vector<int>>(3));           // refused: must be trivially copyable
  comm.send(1, bits);                                     // refused: holds packed bits
  comm.send(1, std::vector<std::vector<double>>(3));      // refused: must be trivially copyable
  comm.send(1, &x);                                       // refused: std::span(pointer, count)
  comm.isend(1, floats.begin()).is_pending();             // refused: a pointer or iterator
  comm.recv(0, shorts.begin());                           // refused: a pointer or iterator
  comm.recv(0, std::vector<short>(3));                    // refused: into a temporary
  comm.sendrecv(1, 3, 0, 4ULL);                           // refused: into a temporary
  comm.irecv(0, std::as_const(shorts)).is_pending();      // refused: they are const
  comm.round([&](Round& round) { round.recv(1, 'a'); });  // refused: into a temporary
}
