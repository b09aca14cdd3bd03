// SPDX-License-Identifier: Apache-2.0
// A stage of an all-to-all algorithm on a torus: a complete exchange along one axis of blocks.
//
// A node holds a product between stages: in every dimension i a set of origins times a set of
// destinations, N_i pairs. So its N blocks are an array N_1 x ... x N_k whose axis i runs over
//
//   untouched            destinations 0 .. N_i-1                      (the caller's send buffer)
//   after a ring stage   origins by cells: x -> origin (x div g) g + my residue,
//                        destination (x mod g) of my cell
//   after halvings to u  x -> origin (x div u) u + my residue mod u,
//                        destination (x mod u) of my cell of u
//   after a cell stage   origins 0 .. N_i-1                           (the caller's receive buffer)
//
// and a stage exchanges along axis i only. Seen from there the array is  runs x slots x run:
//
//   ring stage (i, g)   the N_i/g nodes of my line that share my residue mod g; slot = x div g
//   cell stage (i, g)   the g nodes of my aligned cell;                          slot = x mod g
//   halving (i, u)      the node u places on in my aligned cell of 2u;       slot = (x div u) mod 2
//
// Slot b holds at first this node's units for logical node b, in the end b's units for this node.
//
// Invariant   Each unit (slot) outside the array has a free slot in it: a message passed on stays
//             in the memory in which it came.
// Source      Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, sections 4, 5; the array:
//             ours.

#pragma once

#include "collectives/alltoall/carrier.hpp"
#include "collectives/alltoall/ring_program.hpp"
#include "collectives/shapes/line.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace toruscope::collectives {

/// runs x slots x run bytes; one slot has `runs` pieces of `run` bytes.
struct SlotArray {
  std::byte* data = nullptr;
  int slots = 1;
  std::size_t run = 0;
  std::size_t runs = 1;

  [[nodiscard]] std::size_t unit() const { return run * runs; }
  void copy_out(int slot, std::byte* to) const;
  void copy_in(int slot, const std::byte* from) const;
};

/// Copies what is to be sent to the receive buffer, in which all stages work.
void begin_exchange(std::span<const std::byte> send, std::span<std::byte> receive);

/// Action of a node after round t of its ring, if any.
using AfterRound = std::function<void(int t)>;

/// Complete exchange between the nodes of `ring` by `program`, one slot per node, in place.
void exchange(Carrier& carrier, const Line& ring, const RingProgram& program, const SlotArray& array,
              const AfterRound& after_round = {});

/// Stage in dimension i with stride g: among the nodes of my line with my residue mod g.
void ring_stage(Carrier& carrier, int dimension, int g, const RingProgram& program, std::span<std::byte> blocks,
                std::size_t block, const AfterRound& after_round = {});
/// Stage in dimension i: among the nodes of my aligned cell of g, both ways. Cells of 4 or more
/// that are no whole ring synchronise where the direction changes.
void cell_stage(Carrier& carrier, int dimension, int g, std::span<std::byte> blocks, std::size_t block);
/// Stage in dimension i after one with stride 2u: half of everything changes places with the node u
/// places on in my aligned cell of 2u. Afterwards the stride is u.
void halving_stage(Carrier& carrier, int dimension, int u, std::span<std::byte> blocks, std::size_t block);

/// One stage of a PE in PTk.
struct PtStage {
  int dimension = 0;
  bool is_ring = false;
  int u = 1;  ///< ring: its stride k; else the distance of the partner

  friend bool operator==(const PtStage&, const PtStage&) = default;
};
/// Stages of the PE at these coordinates in PTk (ptk.cpp), in order.
std::vector<PtStage> pt_stages(const std::vector<int>& coordinates);

}  // namespace toruscope::collectives
