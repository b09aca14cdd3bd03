// SPDX-License-Identifier: Apache-2.0
// A collective of a user: complete exchange by rotation.

#pragma once

#include <toruscope/catalogue.hpp>

/// In step i every PE sends to the PE i further on and receives from the PE i before it.
toruscope::Alltoall rotation();
