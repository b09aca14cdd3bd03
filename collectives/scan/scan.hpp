// SPDX-License-Identifier: Apache-2.0
// Prefix computation (scan) and its exclusive form, each by seven algorithms.
//
// a                    Algorithm A: one value on each of n PEs, the messages of scan/network.hpp with the machine's k and
//                      lambda; c is the result, e the exclusive one. n = 10, k = 2, lambda = 3: 6 steps.
// b                    Algorithm B: any number of values on each of p PEs. Combine one's own, run A's messages on the
//                      totals, then put what came before in front of each value. n = 80, p = 10: the same 6 steps.
// recursive_doubling   B with lambda = 1, whatever the machine: ceil(log_{k+1} p) rounds, PE i to i + t (k+1)^r.
// chain                B, but PE i waits for the prefix of PE i-1 and passes its own on: p - 1 messages, the fewest.
// pipelined_chain      The same with long values in parts (shapes/pipeline.hpp): all PEs are at work at once.
// pipelined_tree       B, in parts up and down a binary tree (scan/pipelined_tree.hpp): about 2 log2 p, not p, steps to fill.
// up_down              B, but the totals go up a binary tree and down again (scan/up_down.hpp): about 2p messages.
//
// Invariant  A PE's window is an interval of ranks that ends with itself, and what it takes in lies next to it, so
//            `left op right` keeps rank order: the operator need not commute, and needs no identity.
// Parts      a value of several elements goes in parts of --segment bytes (a, b: in one piece if none is asked for;
//            pipelined_*: of the best size); the others always send it in one piece.
// Volume     one value per message, never more.       Any p, n, k, topology (a: n = p). The exclusive form takes no
//            further step; the first value of all stays as it was.
// Source     Lin, Yeh, parallel prefix in the k-port postal model: Theorem 1, Algorithms A and B (with s_i = i q +
//            min(i, r) for the printed iq, n = p q + r). Doubling: Hillis, Steele, Comm. ACM 29(12), 1986;
//            chain: the serial circuit of Ladner, Fischer, J. ACM 27(4), 1980.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entries of the table; Entry: Scan or Exscan.
template <class Entry>
Entry scan_a();
template <class Entry>
Entry scan_b();
template <class Entry>
Entry scan_recursive_doubling();
template <class Entry>
Entry scan_chain();
template <class Entry>
Entry scan_pipelined_chain();
template <class Entry>
Entry scan_pipelined_tree();
template <class Entry>
Entry scan_up_down();

}  // namespace toruscope::collectives
