// SPDX-License-Identifier: Apache-2.0
// Whether a program may start operations that run beside it (T13).

#pragma once

namespace toruscope::core {

/// True in the emulator; false where there is none, over real MPI.
bool can_start();

}  // namespace toruscope::core
