// SPDX-License-Identifier: Apache-2.0
// Where in a submission something went wrong: what the process tells of its own end, and of exceptions.

#pragma once

#include <toruscope/units.hpp>

#include <cstdint>
#include <vector>

namespace toruscope::labs {

/// From now on a fault of this process (SIGSEGV and its like, abort()) and the end of its processor time are
/// written to descriptor `channel`, as the line "end SIGNAL MESSAGES TICKS IS_OWN OFFSET..." (secret.hpp), and
/// the process ends with kStoppedCode: the calls in the shared object that `function` is of, by their offsets,
/// the last one first; IS_OWN is 1 if the fault lies in the object itself, not in what it called.
void tell_faults(int channel, const void* function);

/// The same for a program that asks for more memory than there is: SIGNAL is 0. While the submission is loaded, before
/// tell_faults(), the process says so by stop_runner().
[[noreturn]] void end_for_memory();

/// The calls in the object from which this PE threw its last exception, as offsets; empty if it threw none.
std::vector<std::uint64_t> thrown_from(Rank pe);
/// Exceptions thrown before count no longer.
void forget_exceptions();

}  // namespace toruscope::labs
