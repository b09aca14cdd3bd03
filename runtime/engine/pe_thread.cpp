// SPDX-License-Identifier: Apache-2.0
// A PE as an OS thread, for debuggers and as the fibers' oracle. It runs only while its worker waits.
//
// Order       G give:   semaphore release by the worker, or by another of its PEs, acquired by the PE.
//             B back:   semaphore release by the PE that has control, acquired by the worker.

#include "runtime/engine/fault_report.hpp"
#include "runtime/engine/pe_context.hpp"

#include <toruscope/error.hpp>

#include <cstring>
#include <fmt/format.h>
#include <pthread.h>
#include <semaphore>
#include <utility>

namespace toruscope::detail {

namespace {

class PeThread final : public PeContext {
 public:
  PeThread(const StackPool& stacks, int index, std::function<void()> body)
      : stacks_(stacks), body_(std::move(body)) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    int failure = pthread_attr_setstack(&attributes, stacks.bottom(index), stacks.size());
    if (failure == 0) failure = pthread_create(&thread_, &attributes, &PeThread::enter, this);
    pthread_attr_destroy(&attributes);
    if (failure != 0)
      throw HostLimitError(
          fmt::format("threads: this computer refuses a thread for PE {}: {}; use --engine fibers", index,
                      std::strerror(failure)));
    pthread_setname_np(thread_, fmt::format("pe {}", index).c_str());
  }
  PeThread(const PeThread&) = delete;
  PeThread& operator=(const PeThread&) = delete;
  ~PeThread() override { pthread_join(thread_, nullptr); }

  void resume() override {
    thread_local std::binary_semaphore back{0};
    give(back);
    back.acquire();  // B
  }
  void suspend(PeContext* next) override {
    if (next != nullptr)
      static_cast<PeThread&>(*next).give(*back_);
    else
      back_->release();  // B
    go_.acquire();       // G
  }

 private:
  void give(std::binary_semaphore& back) {
    back_ = &back;
    go_.release();  // G
  }
  static void* enter(void* self) {
    auto& pe = *static_cast<PeThread*>(self);
    const FaultWatch watch(pe.stacks_);
    pe.go_.acquire();  // G
    pe.body_();
    pe.back_->release();  // B
    return nullptr;
  }

  const StackPool& stacks_;
  std::function<void()> body_;
  std::binary_semaphore go_{0};
  std::binary_semaphore* back_ = nullptr;  // its worker's
  pthread_t thread_{};
};

}  // namespace

std::unique_ptr<PeContext> make_thread(const StackPool& stacks, int index, std::function<void()> body) {
  return std::make_unique<PeThread>(stacks, index, std::move(body));
}

}  // namespace toruscope::detail
