// SPDX-License-Identifier: Apache-2.0

#include "cli/process/progress.hpp"

#include "cli/process/ending.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/fold.hpp"
#include "runtime/core/thread_limits.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fmt/core.h>
#include <iterator>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace toruscope::cli {

namespace {

constexpr std::chrono::milliseconds kBetweenLines{100};

std::size_t columns_of_terminal() {
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return is_known ? size.ws_col : core::kPageWidth;
}

std::string count_text(std::size_t count) {
  return core::grouped(count);
}

}  // namespace

std::string duration_text(double seconds) {
  constexpr std::int64_t kMinute = 60;
  constexpr std::int64_t kHour = 60 * kMinute;
  const auto whole = static_cast<std::int64_t>(std::ceil(seconds));
  if (whole < kMinute) return fmt::format("{} s", whole);
  if (whole < kHour) return fmt::format("{} min {} s", whole / kMinute, whole % kMinute);
  return fmt::format("{} h {} min", whole / kHour, whole % kHour / kMinute);
}

std::string progress_text(std::size_t done, std::size_t total, std::string_view noun, double seconds) {
  std::string text = total == 0 ? fmt::format("{} {}", count_text(done), noun)
                                : fmt::format("{} of {} {}", count_text(done), count_text(total), noun);
  if (done == 0 || seconds <= 0) return text;
  const double rate = static_cast<double>(done) / seconds;
  text += rate >= 1 ? fmt::format(", {:.1f} per s", rate) : fmt::format(", {:.1f} s each", 1 / rate);
  if (total > done) text += fmt::format(", {} left", duration_text(static_cast<double>(total - done) / rate));
  return text;
}

void draw_progress_line(const std::string& line) {
  // The last column stays free: a full line would be folded, and not be written over.
  std::fputs(("\r\033[K" + line.substr(0, columns_of_terminal() - 1)).c_str(), stderr);
}

Progress::~Progress() {
  if (has_drawn_) draw_progress_line("");
}

void Progress::step() {
  ++done_;
  const auto now = Clock::now();
  if (!is_shown_ || now - start_ < kFirstProgress || now - drawn_at_ < kBetweenLines) return;
  draw_progress_line(progress_text(done_, total_, "runs", std::chrono::duration<double>(now - start_).count()));
  drawn_at_ = now;
  has_drawn_ = true;
}

namespace {

constexpr std::chrono::milliseconds kLook{100};   // how often the watchdog looks
constexpr std::chrono::seconds kGrace{60};        // to end in order, and to write report and files
constexpr std::chrono::milliseconds kStill{300};  // for a PE that runs to call the library

[[noreturn]] void report_and_end(const std::string& report, ExitCode code) {
  std::fputs(report.c_str(), stderr);
  std::fflush(stderr);
  end_process(code);  // the PE's thread still runs: nothing can be destroyed
}

}  // namespace

Watchdog::Watchdog(std::string what, Execution& execution, const Parameters& parameters, bool shows_progress,
                   std::optional<Ticks> expected)
    : what_(std::move(what)),
      parameters_(parameters),
      limit_(execution.time_limit),
      shows_progress_(shows_progress),
      expected_(expected) {
  execution.monitor = &monitor_;
  execution.interrupt = &listen_for_interrupt();
  thread_ = core::within_thread_limits([this] { return std::thread([this] { watch(); }); });
}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
  }
  end_.notify_one();
  thread_.join();
  if (has_drawn_) draw_progress_line("");
}

void Watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!end_.wait_for(lock, kLook, [this] { return has_ended_; })) {
    const auto now = Clock::now();
    if (interrupt_flag().load(std::memory_order_relaxed) && !interrupted_at_) interrupted_at_ = now;
    end_if_overdue(now);
    if (shows_progress_ && now - start_ >= kFirstProgress) draw_progress();
  }
}

void Watchdog::end_if_overdue(Clock::time_point now) {
  const bool is_late = limit_ && now - start_ > *limit_;
  if (!is_late && !interrupted_at_) return;
  const Clock::time_point since = interrupted_at_ ? *interrupted_at_ : start_ + *limit_;
  if (const std::string state = state_text(); state != last_state_) {
    last_state_ = state;
    still_since_ = now;
  }
  const bool hangs = runs_a_pe() && now - still_since_ > kStill;
  if (now - since <= kGrace && !hangs) return;
  if (interrupted_at_)
    report_and_end(
        fmt::format("toruscope: {}: interrupted, and the run did not end by itself\n{}", what_, last_state_),
        ExitCode::interrupted);
  report_and_end(fmt::format("toruscope: {}: the time limit passed, and the run did not end by itself\n{}",
                             what_, last_state_),
                 ExitCode::host_limit);
}

bool Watchdog::runs_a_pe() const {
  return std::any_of(std::begin(monitor_.running), std::end(monitor_.running),
                     [](const auto& pe) { return pe.load(std::memory_order_relaxed) > 0; });
}

std::string Watchdog::state_text() const {
  const Ticks reached{monitor_.virtual_time.load(std::memory_order_relaxed)};
  std::string text = fmt::format(
      "  virtual time {}, {} delivered, {} of {} PEs have ended\n", core::time_text(reached, parameters_),
      core::counted(monitor_.messages.load(std::memory_order_relaxed), "message"),
      monitor_.finished.load(std::memory_order_relaxed), monitor_.pes.load(std::memory_order_relaxed));
  for (int w = 0; w < RunMonitor::kWorkers; ++w)
    if (const int pe = monitor_.running[w].load(std::memory_order_relaxed); pe > 0)
      text += fmt::format("  PE {} runs on worker {} and has not called the library\n", pe - 1, w);
  return text;
}

std::string run_progress_text(const std::string& what, double seconds, const RunMonitor& monitor,
                              const Parameters& machine, std::optional<Ticks> expected) {
  const Ticks reached{monitor.virtual_time.load(std::memory_order_relaxed)};
  const std::int64_t messages = monitor.messages.load(std::memory_order_relaxed);
  std::string text =
      fmt::format("{}: {}, {} of {} PEs ended, {} ({} per s)", what, core::time_text(reached, machine),
                  monitor.finished.load(std::memory_order_relaxed), monitor.pes.load(std::memory_order_relaxed),
                  core::counted(messages, "message"),
                  core::grouped(static_cast<std::int64_t>(static_cast<double>(messages) / seconds)));
  if (!expected || reached <= Ticks{} || reached >= *expected) return text;
  const double share = static_cast<double>(reached.count) / static_cast<double>(expected->count);
  return text + fmt::format(", {:.0f} % of the predicted T, {} left", 100 * share,
                            duration_text(seconds * (1 - share) / share));
}

void Watchdog::draw_progress() {
  const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
  draw_progress_line(run_progress_text(what_, seconds, monitor_, parameters_, expected_));
  has_drawn_ = true;
}

}  // namespace toruscope::cli
