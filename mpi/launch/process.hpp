// SPDX-License-Identifier: Apache-2.0
// A rank as the launcher keeps it: what a process of its own would have, its arguments, its output,
// the hidden state of the C library's functions.
//
// Threads     As Rank. Before the run the thread that loads programs has them all.

#pragma once

#include "mpi/launch/option_words.hpp"
#include "mpi/launch/output.hpp"
#include "mpi/launch/random_state.hpp"
#include "mpi/launch/source_lines.hpp"
#include "mpi/launch/streams.hpp"
#include "mpi/rank.hpp"

#include <csetjmp>
#include <cstdint>
#include <ctime>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace toruscope::mpi {

/// A function that is called at the end of a rank: of atexit, or the destructor of a static object.
struct EndCall {
  void (*call)(void*);
  void* argument;
};

/// Where the program has copies of optarg and its kin; null: it uses those of OptionWords.
struct OptionPlaces {
  char** argument = nullptr;
  int *index = nullptr, *tells = nullptr, *option = nullptr;
};

struct Process : Rank {
  using Main = int (*)(int, char**, char**);
  Main entry = nullptr;
  std::vector<std::string> words{};    ///< the program and its arguments; it may change them
  std::vector<char*> arguments{};      ///< of `words`, then null
  std::jmp_buf out{};                  ///< where leave() goes
  std::exception_ptr why{};            ///< what leave() was given
  std::uintptr_t base = 0;             ///< where its copy of the program lies
  const SourceLines* lines = nullptr;  ///< of the program
  std::vector<EndCall> at_exit{}, at_quick_exit{};
  std::vector<void (*)()> endings{};  ///< of the program's file, called after at_exit
  Output output{};
  std::unique_ptr<Streams> streams{};  ///< cin, cout, cerr, clog, where the program names them
  std::FILE* input = nullptr;          ///< stdin
  OptionWords options{};               ///< getopt
  RandomState random{};                ///< rand, random, drand48
  char* rest_of_tokens = nullptr;      ///< strtok
  std::tm broken_down_time{};          ///< localtime, gmtime
  char time_text[64]{};                ///< asctime, ctime
  // OpenMP: the range of a loop that its region is about to ask for, sections under way
  bool has_range = false;
  std::uint64_t range_begin = 0, range_end = 0;
  struct Sections {
    unsigned next, count;
  };
  std::vector<Sections> sections{};
  // Fortran
  std::map<int, int> units{};                ///< number in libgfortran of each unit of the program
  std::vector<std::int32_t> fortran_seed{};  ///< of random_number, while another rank draws
  OptionPlaces option_places{};
};

/// The place in the program's copy from which the MPI function that is under way was called, as an
/// address of the program's file; 0 if there is none.
std::uintptr_t call_place(const Process& process);
/// "in MPI_Recv, heat.c:41"; empty outside of MPI's functions.
std::string call_text(const Process& process);

/// The rank whose program called from `caller`; null outside of ranks, and for what the launcher
/// and the libraries in it call themselves while a rank runs.
Process* caller_rank(const void* caller);

/// Runs the program of the rank to its end, on the rank's stack.
void live(Process& process, Communicator& world);

/// Calls what was registered for the end of the rank, the last one first.
void call_ends(std::vector<EndCall>& ends);

/// What exit() does before it ends: calls those of at_exit, then the endings of the program's file.
void end_program(Process& process);

/// Makes an exception that nobody catches end its rank.
void set_terminate_of_ranks();

/// What stands for the launcher's own calls while it lives: no rank.
class Outside {
 public:
  Outside();
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;
  ~Outside();

 private:
  Rank* const rank_;
};

/// Calls work(world) of a rank from a function that its program called. What it throws ends the
/// rank.
template <class Work>
void in_engine(Process& process, const Work& work) {
  std::exception_ptr why;
  try {
    work(*process.world);
    if (process.watch != nullptr) process.watch->check(process);
  } catch (...) {
    why = std::current_exception();
  }
  set_here(&process);
  if (why) leave(process, 0, std::move(why));
}

}  // namespace toruscope::mpi
