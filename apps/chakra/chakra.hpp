// SPDX-License-Identifier: Apache-2.0
// The application `chakra`: runs execution traces of NPUs, with the table's collectives.

#pragma once

#include "apps/application.hpp"

namespace toruscope::apps {

Application chakra_application();

}  // namespace toruscope::apps
