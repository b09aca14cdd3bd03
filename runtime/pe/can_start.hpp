// SPDX-License-Identifier: Apache-2.0
// Whether programs may start operations beside themselves (T13).

#pragma once

namespace toruscope::core {

/// True in the emulator; false where there is none, over real MPI.
bool can_start();

}  // namespace toruscope::core
