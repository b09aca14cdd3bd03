// SPDX-License-Identifier: Apache-2.0
// A topology of a user: a Hamming graph (flattened butterfly) of two dimensions.

#pragma once

#include <toruscope/topology.hpp>

/// "hamming:AxB": node (r, c) has a link to every other node of its row and of its column.
toruscope::TopologyEntry hamming_entry();
