// SPDX-License-Identifier: Apache-2.0
// The application `matvec`: products of a block matrix on a grid of PEs, once or repeated.

#pragma once

#include "apps/application.hpp"

namespace toruscope::apps {

Application matvec_application();

}  // namespace toruscope::apps
