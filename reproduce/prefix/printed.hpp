// SPDX-License-Identifier: Apache-2.0
// The worked examples of Lin and Yeh, sections 3.2 and 4, as they are printed: n = 10 values (n =
// 80 for Algorithm B), 10 PEs, k = 2, lambda = 3. Typed from the paper.

#pragma once

#include <array>

namespace toruscope::reproduce {

inline constexpr int kExamplePes = 10;
inline constexpr int kExampleSteps = 6;

/// C_0 .. C_6 of Algorithm A.
inline constexpr std::array<const char*, kExampleSteps + 1> kPrintedA = {
    "0 1 2 3 4 5 6 7 8 9",
    "0 1 2 3 4 5 6 7 8 9",
    "0 1 2 3 4 5 6 7 8 9",
    "0 0:1 0:2 1:3 2:4 3:5 4:6 5:7 6:8 7:9",
    "0 0:1 0:2 0:3 0:4 1:5 2:6 3:7 4:8 5:9",
    "0 0:1 0:2 0:3 0:4 0:5 0:6 1:7 2:8 3:9",
    "0 0:1 0:2 0:3 0:4 0:5 0:6 0:7 0:8 0:9"};

/// U of steps 1 to 4 as "sender>receiver"; steps 5 and 6 send nothing.
inline constexpr std::array<const char*, kExampleSteps> kPrintedSends = {
    "0>1 0>2 1>2 1>3 2>3 2>4 3>4 3>5 4>5 4>6 5>6 5>7 6>7 6>8 7>8 7>9 8>9",
    "0>3 0>4 1>4 1>5 2>5 2>6 3>6 3>7 4>7 4>8 5>8 5>9 6>9",
    "0>5 0>6 1>6 1>7 2>7 2>8 3>8 3>9 4>9",
    "0>7 1>8 2>9",
    "-",
    "-"};

/// W of each step as "sender>receiver". Step 3 prints W(1) = {10}.
inline constexpr std::array<const char*, kExampleSteps> kPrintedReceives = {
    "-",
    "-",
    "0>2 1>2 1>3 2>3 2>4 3>4 3>5 4>5 4>6 5>6 5>7 6>7 6>8 7>8 7>9 8>9 10>1",
    "0>3 0>4 1>4 1>5 2>5 2>6 3>6 3>7 4>7 4>8 5>8 5>9 6>9",
    "0>5 0>6 1>6 1>7 2>7 2>8 3>8 3>9 4>9",
    "0>7 1>8 2>9"};

/// C_0 .. C_6 of Algorithm B.
inline constexpr std::array<const char*, kExampleSteps + 1> kPrintedC = {
    "0:7 8:15 16:23 24:31 32:39 40:47 48:55 56:63 64:71 72:79",
    "0:7 8:15 16:23 24:31 32:39 40:47 48:55 56:63 64:71 72:79",
    "0:7 8:15 16:23 24:31 32:39 40:47 48:55 56:63 64:71 72:79",
    "0:7 0:15 0:23 8:31 16:39 24:47 32:55 40:63 48:71 56:79",
    "0:7 0:15 0:23 0:31 0:39 8:47 16:55 24:63 32:71 40:79",
    "0:7 0:15 0:23 0:31 0:39 0:47 0:55 8:63 16:71 24:79",
    "0:7 0:15 0:23 0:31 0:39 0:47 0:55 0:63 0:71 0:79"};

/// D_0 .. D_6.
inline constexpr std::array<const char*, kExampleSteps + 1> kPrintedD = {
    "0 8 16 24 32 40 48 56 64 72",
    "0 8 16 24 32 40 48 56 64 72",
    "0 8 16 24 32 40 48 56 64 72",
    "0 0:8 0:16 8:24 16:32 24:40 32:48 40:56 48:64 56:72",
    "0 0:8 0:16 0:24 0:32 8:40 16:48 24:56 32:64 40:72",
    "0 0:8 0:16 0:24 0:32 0:40 0:48 8:56 16:64 24:72",
    "0 0:8 0:16 0:24 0:32 0:40 0:48 0:56 0:64 0:72"};

/// Section 3.1, figure 1: the tree T_0, step by step.
inline constexpr const char* kPrintedT0 = "0>1 0>2 | 0>3 0>4 | 0>5 0>6 | 0>7 1>8 2>9";

}  // namespace toruscope::reproduce
