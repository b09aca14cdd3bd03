// SPDX-License-Identifier: Apache-2.0
// Places of faults in a submission: reports of the process on its own end, and on exceptions.

#pragma once

#include <toruscope/units.hpp>

#include <cstdint>
#include <vector>

namespace toruscope::labs {

/// Reports from now on a fault of this process (SIGSEGV and its like, abort()) and the end of its
/// processor time: writes the line "end SIGNAL MESSAGES TICKS IS_OWN OFFSET..." (secret.hpp) to
/// descriptor `channel`, and ends with kStoppedCode. Offsets are of the calls in the shared object
/// of `function`, the last one first; IS_OWN is 1 if the fault lies in that object.
void tell_faults(int channel, const void* function);

/// Ends a program that asks for too much memory in that way, with SIGNAL 0; while the submission is
/// loaded, before tell_faults(), by stop_runner().
[[noreturn]] void end_for_memory();

/// Calls in the object that led to this PE's last exception, as offsets; empty if it threw none.
std::vector<std::uint64_t> thrown_from(Rank pe);
/// Forgets all exceptions thrown before.
void forget_exceptions();

}  // namespace toruscope::labs
