// SPDX-License-Identifier: Apache-2.0

#include "cli/process/progress.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/core/fold.hpp"

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace toruscope::cli {

namespace {

constexpr std::chrono::milliseconds kBetweenLines{100};

std::size_t columns_of_terminal() {
  winsize size{};
  const bool is_known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return is_known ? size.ws_col : core::kPageWidth;
}

std::string count_text(std::size_t count) {
  return core::grouped(static_cast<std::int64_t>(count));
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
  // The last column stays free: a line that fills it would be folded, and could not be written over.
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

}  // namespace toruscope::cli
