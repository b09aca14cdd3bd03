// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/strand_stacks.hpp"

#include <utility>

namespace toruscope::core {

class StrandStacks::Context final : public PeContext {
 public:
  Context(StrandStacks& home, std::unique_ptr<StackPool> stack, Rank pe, std::function<void()> body)
      : home_(home), stack_(std::move(stack)) {
    home_.free_.reserve(home_.free_.size() + 1);  // to give it back allocates nothing
    context_ = home_.kind_.make(pe, *stack_, 0, std::move(body));
  }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;
  ~Context() override {
    context_.reset();
    home_.free_.push_back(std::move(stack_));
  }

  void resume() override { context_->resume(); }
  void suspend(PeContext* next) override { context_->suspend(next); }
  [[nodiscard]] bool is_below(const void* address) const override {
    return stack_->overflowed(address).has_value();
  }

 private:
  StrandStacks& home_;
  std::unique_ptr<StackPool> stack_;
  std::unique_ptr<PeContext> context_;
};

StrandStacks::StrandStacks(const ContextKind& kind, std::size_t bytes) : kind_(kind), bytes_(bytes) {}

StrandStacks::~StrandStacks() = default;

std::unique_ptr<PeContext> StrandStacks::make_context(Rank pe, std::function<void()> body) {
  std::unique_ptr<StackPool> stack;
  if (free_.empty()) {
    stack = std::make_unique<StackPool>(1, bytes_, kind_.stack_extra);
  } else {
    stack = std::move(free_.back());
    free_.pop_back();
  }
  return std::make_unique<Context>(*this, std::move(stack), pe, std::move(body));
}

}  // namespace toruscope::core
