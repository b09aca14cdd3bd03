// SPDX-License-Identifier: Apache-2.0
// A PE as an OS thread, for debuggers and as the fibers' oracle. It runs only while its worker
// waits for it.
//
// Order       G give:   semaphore release by the worker, acquired by the PE.
//             B back:   semaphore release by the PE, acquired by the worker.

#include "runtime/core/check.hpp"
#include "runtime/engine/fault_report.hpp"
#include "runtime/engine/pe_context.hpp"

#include <toruscope/error.hpp>

#include <cstring>
#include <fmt/core.h>
#include <pthread.h>
#include <semaphore>
#include <utility>

namespace toruscope::core {

namespace {

class PeThread final : public PeContext {
 public:
  PeThread(const StackPool& stacks, int index, std::function<void()> body, Rank pe)
      : stacks_(stacks), body_(std::move(body)) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    int failure = pthread_attr_setstack(&attributes, stacks.bottom(index), stacks.size());
    if (failure == 0) failure = pthread_create(&thread_, &attributes, &PeThread::enter, this);
    pthread_attr_destroy(&attributes);
    if (failure != 0)
      throw HostLimitError(
          fmt::format("threads: this computer refuses a thread for PE {}: {}; use --engine fibers", pe,
                      std::strerror(failure)));
    pthread_setname_np(thread_, fmt::format("pe {}", pe).c_str());
  }
  PeThread(const PeThread&) = delete;
  PeThread& operator=(const PeThread&) = delete;
  ~PeThread() override { pthread_join(thread_, nullptr); }

  void resume() override {
    go_.release();    // G
    back_.acquire();  // B
  }
  void suspend(PeContext* next) override {
    TORUSCOPE_CHECK(next == nullptr, "a thread gives control to its worker only");
    back_.release();  // B
    go_.acquire();    // G
  }

 private:
  static void* enter(void* self) {
    auto& pe = *static_cast<PeThread*>(self);
    const FaultWatch watch(pe.stacks_);
    pe.go_.acquire();  // G
    pe.body_();
    pe.back_.release();  // B
    return nullptr;
  }

  const StackPool& stacks_;
  std::function<void()> body_;
  std::binary_semaphore go_{0};
  std::binary_semaphore back_{0};
  pthread_t thread_{};
};

}  // namespace

std::unique_ptr<PeContext> make_thread(Rank pe, const StackPool& stacks, int index,
                                       std::function<void()> body) {
  return std::make_unique<PeThread>(stacks, index, std::move(body), pe);
}

}  // namespace toruscope::core
