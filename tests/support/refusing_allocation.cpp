// SPDX-License-Identifier: Apache-2.0

#include "tests/support/refusing_allocation.hpp"

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <dlfcn.h>
#include <new>
#include <pthread.h>

namespace toruscope::refusing {

namespace {

std::atomic<long> left{-1};  // negative: no end
std::atomic<bool> is_for_good{false};
std::atomic<bool> was_refused{false};
std::atomic<long> most_threads{-1};  // negative: no end
std::atomic<long> threads{0};

void* allocate(std::size_t bytes, std::size_t alignment) {
  if (left.load() >= 0 && left.fetch_sub(1) <= 0) {
    left = is_for_good ? 0 : -1;
    was_refused = true;
    throw std::bad_alloc();
  }
  void* memory = alignment <= alignof(std::max_align_t)
                     ? std::malloc(bytes == 0 ? 1 : bytes)
                     : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void grant(long allocations, bool from_then_on) {
  is_for_good = from_then_on;
  was_refused = false;
  left = allocations;
}

void grant_all() {
  left = -1;
}

bool has_refused() {
  return was_refused;
}

void grant_threads(long count) {
  threads = 0;
  most_threads = count;
}

long threads_asked_for() {
  return threads;
}

static bool refuses_thread() {
  const long before = threads.fetch_add(1);
  const long most = most_threads;
  return most >= 0 && before >= most;
}

}  // namespace toruscope::refusing

void* operator new(std::size_t bytes) {
  return toruscope::refusing::allocate(bytes, 0);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
  return toruscope::refusing::allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument) {
  if (toruscope::refusing::refuses_thread()) return EAGAIN;
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  return create(thread, attributes, start, argument);
}
