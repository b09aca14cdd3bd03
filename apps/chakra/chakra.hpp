// SPDX-License-Identifier: Apache-2.0
// The application `chakra`: runs the execution traces of NPUs, their collectives by algorithms of
// the table.

#pragma once

#include "apps/application.hpp"

namespace toruscope::apps {

Application chakra_application();

}  // namespace toruscope::apps
