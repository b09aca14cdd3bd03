// SPDX-License-Identifier: Apache-2.0
// Toruscope: distributed-memory machines in one process, in exact virtual time. Include this one.
//
// Link        toruscope::toruscope

#pragma once

#include <toruscope/account.hpp>
#include <toruscope/algorithm_info.hpp>
#include <toruscope/buffer.hpp>
#include <toruscope/catalogue.hpp>
#include <toruscope/collectives.hpp>
#include <toruscope/communicator.hpp>
#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/main.hpp>
#include <toruscope/note.hpp>
#include <toruscope/operators.hpp>
#include <toruscope/parameters.hpp>
#include <toruscope/pipelined_broadcast.hpp>
#include <toruscope/premises.hpp>
#include <toruscope/report.hpp>
#include <toruscope/topology.hpp>
#include <toruscope/units.hpp>
