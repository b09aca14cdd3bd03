// SPDX-License-Identifier: Apache-2.0
// OpenMP in the program of a rank, which has one thread: a region is a call, a worksharing
// construct gives its thread all, a task is done at once, and nobody excludes anybody. Nothing of
// it is kept by the thread, so other ranks may run in the middle of a region, at an MPI call.
//
// Not here    What needs no word with one thread: omp_get_num_threads and the like, of libgomp.
// Source      libgomp/libgomp_g.h of GCC 9 to 14 (libgomp.so.1): what GCC makes of pragmas.

#include "mpi/launch/process.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace toruscope::mpi {

namespace {

using Body = void(void*);
using Copy = void(void*, void*);
using Whole = unsigned long long;

Process& process_here() {
  return static_cast<Process&>(here());
}

/// Gives the range [begin, end), all of it; false if it is empty.
template <class Number>
bool give(Number begin, Number end, bool is_up, Number* from, Number* to) {
  if (is_up ? begin >= end : begin <= end) return false;
  *from = begin;
  *to = end;
  return true;
}

/// Runs the body of a region that is one loop: it asks for its range first.
void run_loop(Body* body, void* data, std::uint64_t begin, std::uint64_t end, bool is_empty) {
  Process& process = process_here();
  process.has_range = !is_empty;
  process.range_begin = begin;
  process.range_end = end;
  body(data);
  process.has_range = false;
}

template <class Number>
bool take_range(Number* from, Number* to) {
  Process& process = process_here();
  if (!process.has_range) return false;
  process.has_range = false;
  *from = static_cast<Number>(process.range_begin);
  *to = static_cast<Number>(process.range_end);
  return true;
}

/// A task's own copy of its data, for the time of its call.
class TaskData {
 public:
  TaskData(void* data, Copy* copy, long size, long alignment) : data_(data) {
    if (copy == nullptr && size == 0) return;
    const auto bytes = static_cast<std::size_t>(size),
               step = static_cast<std::size_t>(alignment < 1 ? 1 : alignment);
    memory_ = std::make_unique<std::byte[]>(bytes + step);
    const auto at = reinterpret_cast<std::uintptr_t>(memory_.get());
    void* const place = memory_.get() + ((at + step - 1) / step * step - at);
    if (copy != nullptr)
      copy(place, data);
    else
      std::memcpy(place, data, bytes);
    data_ = place;
  }
  [[nodiscard]] void* get() const { return data_; }

 private:
  std::unique_ptr<std::byte[]> memory_;
  void* data_;
};

template <class Number>
void run_taskloop(Body* body, void* data, Copy* copy, long size, long alignment, Number begin, Number end) {
  const TaskData own(data, copy, size, alignment);
  static_cast<Number*>(own.get())[0] = begin;
  static_cast<Number*>(own.get())[1] = end;
  body(own.get());
}

}  // namespace

// A loop by itself: its start gives all, what follows nothing. With a chunk's size, and without
// (schedule(runtime)). NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define TORUSCOPE_LOOP(kind, ...)                                                                       \
  bool GOMP_loop_##kind##_start(long begin, long end, long step, __VA_ARGS__ long* from, long* to) {    \
    return give(begin, end, step > 0, from, to);                                                        \
  }                                                                                                     \
  bool GOMP_loop_##kind##_next(long* from, long* to) {                                                  \
    return take_range(from, to);                                                                        \
  }                                                                                                     \
  bool GOMP_loop_ull_##kind##_start(bool is_up, Whole begin, Whole end, Whole, __VA_ARGS__ Whole* from, \
                                    Whole* to) {                                                        \
    return give(begin, end, is_up, from, to);                                                           \
  }                                                                                                     \
  bool GOMP_loop_ull_##kind##_next(Whole* from, Whole* to) {                                            \
    return take_range(from, to);                                                                        \
  }

#define TORUSCOPE_COMMA ,
#define TORUSCOPE_PARALLEL_LOOP(kind, ...)                                                          \
  void GOMP_parallel_loop_##kind(Body* body, void* data, unsigned, long begin, long end, long step, \
                                 __VA_ARGS__ unsigned) {                                            \
    run_loop(body, data, static_cast<std::uint64_t>(begin), static_cast<std::uint64_t>(end),        \
             step > 0 ? begin >= end : begin <= end);                                               \
  }
// NOLINTEND(cppcoreguidelines-macro-usage)

extern "C" {

void GOMP_parallel(Body* body, void* data, unsigned, unsigned) {
  body(data);
}

TORUSCOPE_LOOP(static, long TORUSCOPE_COMMA)
TORUSCOPE_LOOP(dynamic, long TORUSCOPE_COMMA)
TORUSCOPE_LOOP(guided, long TORUSCOPE_COMMA)
TORUSCOPE_LOOP(nonmonotonic_dynamic, long TORUSCOPE_COMMA)
TORUSCOPE_LOOP(nonmonotonic_guided, long TORUSCOPE_COMMA)
TORUSCOPE_LOOP(runtime, )
TORUSCOPE_LOOP(nonmonotonic_runtime, )
TORUSCOPE_LOOP(maybe_nonmonotonic_runtime, )
TORUSCOPE_LOOP(ordered_static, long TORUSCOPE_COMMA)
TORUSCOPE_LOOP(ordered_dynamic, long TORUSCOPE_COMMA)
TORUSCOPE_LOOP(ordered_guided, long TORUSCOPE_COMMA)
TORUSCOPE_LOOP(ordered_runtime, )

TORUSCOPE_PARALLEL_LOOP(static, long TORUSCOPE_COMMA)
TORUSCOPE_PARALLEL_LOOP(dynamic, long TORUSCOPE_COMMA)
TORUSCOPE_PARALLEL_LOOP(guided, long TORUSCOPE_COMMA)
TORUSCOPE_PARALLEL_LOOP(nonmonotonic_dynamic, long TORUSCOPE_COMMA)
TORUSCOPE_PARALLEL_LOOP(nonmonotonic_guided, long TORUSCOPE_COMMA)
TORUSCOPE_PARALLEL_LOOP(runtime, )
TORUSCOPE_PARALLEL_LOOP(nonmonotonic_runtime, )
TORUSCOPE_PARALLEL_LOOP(maybe_nonmonotonic_runtime, )

void GOMP_loop_end() {}
void GOMP_loop_end_nowait() {}
bool GOMP_loop_end_cancel() {
  return false;
}

unsigned GOMP_sections_start(unsigned count) {
  process_here().sections.push_back({2, count});
  return count > 0 ? 1 : 0;
}
unsigned GOMP_sections_next() {
  auto& all = process_here().sections;
  if (all.empty() || all.back().next > all.back().count) return 0;
  return all.back().next++;
}
void GOMP_sections_end_nowait() {
  auto& all = process_here().sections;
  if (!all.empty()) all.pop_back();
}
void GOMP_sections_end() {
  GOMP_sections_end_nowait();
}
bool GOMP_sections_end_cancel() {
  GOMP_sections_end_nowait();
  return false;
}
void GOMP_parallel_sections(Body* body, void* data, unsigned, unsigned count, unsigned) {
  process_here().sections.push_back({1, count});  // the body asks for the next, and ends them
  body(data);
}

bool GOMP_single_start() {
  return true;
}
void* GOMP_single_copy_start() {
  return nullptr;
}
void GOMP_single_copy_end(void*) {}

void GOMP_barrier() {}
bool GOMP_barrier_cancel() {
  return false;
}
void GOMP_critical_start() {}
void GOMP_critical_end() {}
void GOMP_critical_name_start(void**) {}
void GOMP_critical_name_end(void**) {}
void GOMP_atomic_start() {}
void GOMP_atomic_end() {}
void GOMP_ordered_start() {}
void GOMP_ordered_end() {}

void GOMP_task(Body* body, void* data, Copy* copy, long size, long alignment, bool, unsigned, void**, int) {
  const TaskData own(data, copy, size, alignment);
  body(own.get());
}
void GOMP_taskloop(Body* body, void* data, Copy* copy, long size, long alignment, unsigned, unsigned long, int,
                   long begin, long end, long) {
  run_taskloop(body, data, copy, size, alignment, begin, end);
}
void GOMP_taskloop_ull(Body* body, void* data, Copy* copy, long size, long alignment, unsigned, unsigned long,
                       int, Whole begin, Whole end, Whole) {
  run_taskloop(body, data, copy, size, alignment, begin, end);
}
void GOMP_taskwait() {}
void GOMP_taskwait_depend(void**) {}
void GOMP_taskyield() {}
void GOMP_taskgroup_start() {}
void GOMP_taskgroup_end() {}

}  // extern "C"

}  // namespace toruscope::mpi
