// SPDX-License-Identifier: Apache-2.0
// Small changes of a program, after most of which it may deadlock.

#pragma once

#include "tests/support/program.hpp"

namespace toruscope::test {

/// Moves the operation at this place (both modulo what there is) to the front of its PE's program
/// if it names no request: afterwards the program may wait for itself.
void hasten(Program& program, int pe, int operation);

/// Takes the computing out of the operation at this place: afterwards its polls may wait for what
/// never comes.
void hurry(Program& program, int pe, int operation);

/// Lets no poll that computes between its tries go on for ever.
void limit_polls(Program& program);

/// Lets the receives of the operation at this place name nothing: afterwards they may take what
/// others wait for.
void unname(Program& program, int pe, int operation);

/// Lets the sends of the operation at this place wait for their receives (T11), be they ever so
/// short.
void await_receive(Program& program, int pe, int operation);

/// Cancels every second receive before the wait for it, and posts it anew if that is a success. Not
/// where another one of its kind is pending, for they would change places, nor beside started
/// operations.
void cancel_before_waits(Program& program);

}  // namespace toruscope::test
