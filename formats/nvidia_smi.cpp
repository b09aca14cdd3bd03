// SPDX-License-Identifier: Apache-2.0
// The table of nvidia-smi topo -m, with tabs or blanks, and perhaps with a terminal's codes:
//
//           GPU0  GPU1  NIC0  CPU Affinity  NUMA Affinity
//   GPU0     X    NV12  PXB   0-31          0
//   GPU1    NV12   X    SYS   32-63         1
//   NIC0    PXB   SYS    X
//
//   Legend:
//   ...

#include "formats/gpu_links.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/lines.hpp"
#include "runtime/core/numbers.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <set>

namespace toruscope::formats {

namespace {

constexpr std::size_t kMostSmiGpus = 512;
/// More NVLinks than any GPU has had: 18 of H100 and B200.
constexpr int kMostOfAGpu = 18;
constexpr int kMostOfACell = 1024;

/// The text without codes that underline: ESC [ ... m.
std::string without_codes(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::size_t code = std::min(text.find("\x1b["), text.size());
    plain += text.substr(0, code);
    text.remove_prefix(code);
    const std::size_t end = text.find('m');
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return plain;
}

std::vector<std::string> cells_of(std::string_view line) {
  std::vector<std::string> words;
  for (line = core::trimmed(line); !line.empty(); line = core::trimmed(line)) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    words.emplace_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

bool is_among(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_gpu(std::string_view word) {
  return word.size() > 3 && word.starts_with("GPU") &&
         word.find_first_not_of("0123456789", 3) == std::string_view::npos;
}

class NvidiaSmiReader {
 public:
  NvidiaSmiReader(const std::string& file, bool are_direct) : are_direct_(are_direct) { links_.file = file; }

  void line(std::size_t number, std::string_view text) {
    number_ = number;
    const std::string plain = without_codes(text);
    line_ = core::trimmed(plain);
    const std::vector<std::string> words = cells_of(line_);
    if (words.empty()) return;
    if (is_gpu(words.front()) && words.size() > 1 && words[1] != "X" && !is_cell(words[1])) return head(words);
    if (columns_.empty()) return note("ignored before the table", line_);
    if (is_in_legend_ || words.front() == "Legend:" || line_ == "NIC Legend:") {
      is_in_legend_ = true;
    } else if (const auto column = std::find(columns_.begin(), columns_.end(), words.front());
               column == columns_.end()) {
      if (rows_.size() < links_.gpus.size()) refuse("is no row of nvidia-smi topo -m");
      note("ignored behind the table", line_);
    } else if (is_gpu(words.front())) {
      row(column - columns_.begin(), words);
    }
  }

  GpuLinks end() {
    for (const std::string& gpu : links_.gpus)
      if (!rows_.contains(gpu)) refuse_file(fmt::format("its heading has {}, which has no row", gpu));
    for (std::size_t a = 0; a < gpus_.size(); ++a)
      for (std::size_t b = a + 1; b < gpus_.size(); ++b) {
        const std::string &there = cell(a, b), &back = cell(b, a);
        if (there != back)
          refuse_file(fmt::format("line {} has {} from {} to {}, and line {} has {} back", line_of_[gpus_[a]],
                                  core::shown(there), links_.gpus[a], links_.gpus[b], line_of_[gpus_[b]],
                                  core::shown(back)));
        if (const int count = count_of(there); count > 0)
          links_.direct[{static_cast<int>(a), static_cast<int>(b)}] = count;
        else
          distances_.insert(there);
      }
    std::vector<std::string> told{
        fmt::format("nvidia-smi topo -m: {}", core::counted(links_.gpus.size(), "GPU"))};
    find_switch(told);
    if (!others_.empty()) told.push_back("ignored: " + some_of(others_));
    if (!distances_.empty())
      told.push_back("ignored, as they are distances and not links: " + core::joined(distances_, ", "));
    links_.remarks.insert(links_.remarks.begin(), told.begin(), told.end());
    return std::move(links_);
  }

 private:
  [[noreturn]] void refuse_file(const std::string& why) const {
    throw ConfigError(fmt::format("network: {}: {}", core::escaped(links_.file), why));
  }
  [[noreturn]] void refuse(const std::string& why) const {
    throw ConfigError(
        fmt::format("network: {}:{}: \"{}\" {}", core::escaped(links_.file), number_, core::shown(line_), why));
  }
  void note(const char* what, const std::string& text) {
    links_.remarks.push_back(fmt::format("{}: {}", what, core::shown(text)));
  }

  static int count_of(std::string_view cell) {
    if (!cell.starts_with("NV")) return 0;
    const int count = core::read_number<int>(cell.substr(2)).value_or(0);
    return count > 0 && count <= kMostOfACell ? count : 0;
  }
  static bool is_distance(std::string_view cell) {
    return is_among(cell, {"PIX", "PXB", "PHB", "NODE", "SYS", "SOC"});
  }
  static bool is_access(std::string_view cell) {
    return is_among(cell, {"OK", "CNS", "GNS", "TNS", "NS", "DR", "U"});
  }
  static bool is_cell(std::string_view cell) {
    return count_of(cell) > 0 || is_distance(cell) || is_access(cell);
  }
  [[nodiscard]] const std::string& cell(std::size_t a, std::size_t b) {
    return rows_[links_.gpus[a]][static_cast<std::size_t>(gpus_[b])];
  }

  /// Columns up to that of a processor's affinity are of GPUs and network adapters.
  void head(const std::vector<std::string>& words) {
    if (!columns_.empty()) refuse("is the heading of a second table; give a file for each computer");
    std::size_t end = 0;
    while (end < words.size() && !is_among(words[end], {"CPU", "NUMA", "GPU"})) ++end;
    columns_.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(end));
    for (std::size_t i = 0; i < end; ++i) {
      if (std::count(columns_.begin(), columns_.end(), words[i]) > 1) refuse("names a column twice");
      if (!is_gpu(words[i])) {
        others_.push_back(words[i]);
        continue;
      }
      gpus_.push_back(static_cast<int>(i));
      links_.gpus.push_back(words[i]);
    }
    if (links_.gpus.size() > kMostSmiGpus) refuse(fmt::format("has more than {} GPUs", kMostSmiGpus));
    const std::string rest = core::joined(
        std::vector<std::string>(words.begin() + static_cast<std::ptrdiff_t>(end), words.end()), " ");
    for (const char* const known : {"CPU Affinity", "GPU NUMA ID", "NUMA Affinity"})
      if (rest.find(known) != std::string::npos) others_.emplace_back(known);
  }

  void row(std::ptrdiff_t here, const std::vector<std::string>& words) {
    line_of_[static_cast<int>(here)] = number_;
    if (words.size() <= columns_.size())
      refuse(fmt::format("has {} cells, and the heading {} columns", words.size() - 1, columns_.size()));
    std::vector<std::string> cells(words.begin() + 1,
                                   words.begin() + 1 + static_cast<std::ptrdiff_t>(columns_.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (!is_gpu(columns_[i])) continue;
      const bool is_self = static_cast<std::ptrdiff_t>(i) == here;
      if (is_access(cells[i]))
        refuse(
            fmt::format("has {}, as nvidia-smi topo -p2p, which says who may read whose memory and not by "
                        "which links; give nvidia-smi topo -m",
                        core::shown(cells[i])));
      if (is_self != (cells[i] == "X") || (!is_self && !is_cell(cells[i])))
        refuse(fmt::format("has {} in column {}, which is no NV# and no distance there", core::shown(cells[i]),
                           columns_[i]));
    }
    if (!rows_.try_emplace(words.front(), std::move(cells)).second) refuse("is a second row of this GPU");
  }

  /// Decides whether the links lead to a switch: all pairs have equally many, or a GPU has more
  /// links than any can have.
  void find_switch(std::vector<std::string>& told) {
    const std::size_t n = gpus_.size();
    if (n < 3 || links_.direct.empty()) return;
    std::vector<int> most(n, 0), sum(n, 0);
    for (const auto& [pair, count] : links_.direct)
      for (const int gpu : {pair.first, pair.second}) {
        const auto i = static_cast<std::size_t>(gpu);
        most[i] = std::max(most[i], count);
        sum[i] += count;
      }
    const bool is_possible = *std::max_element(sum.begin(), sum.end()) <= kMostOfAGpu;
    // Of two ports at a switch the smaller one says how many links a pair has.
    const bool fits =
        links_.direct.size() == n * (n - 1) / 2 &&
        std::all_of(links_.direct.begin(), links_.direct.end(), [&](const auto& link) {
          const auto [a, b] = link.first;
          return link.second == std::min(most[static_cast<std::size_t>(a)], most[static_cast<std::size_t>(b)]);
        });
    const bool are_equal = fits && std::count(most.begin(), most.end(), most.front()) == std::ssize(most);
    if (are_direct_ && !is_possible)
      refuse_file(
          fmt::format("a GPU with {} NVLinks of its own is not known, so they lead to a switch; leave "
                      "--direct out",
                      *std::max_element(sum.begin(), sum.end())));
    if (are_direct_ || (is_possible && !are_equal)) return;
    if (!fits)
      refuse_file(
          fmt::format("a GPU has {} NVLinks to others, more than the {} that are known, and a switch's "
                      "would be the same to all",
                      *std::max_element(sum.begin(), sum.end()), kMostOfAGpu));
    links_.to_switch = most;
    links_.direct.clear();
    if (is_possible)
      told.push_back(
          fmt::format("assumed: NV{} between all pairs leads to a switch; the {} NVLinks of a GPU may "
                      "also be cables to the others: --direct",
                      most.front(), sum.front()));
  }

  bool are_direct_;
  GpuLinks links_;
  std::size_t number_ = 0;
  std::string line_;
  std::vector<std::string> columns_;                      // of GPUs and others
  std::vector<int> gpus_;                                 // columns of GPUs
  std::map<std::string, std::vector<std::string>> rows_;  // of GPUs, by name
  std::map<int, std::size_t> line_of_;                    // of rows, by column
  std::vector<std::string> others_;                       // columns that are ignored
  std::set<std::string> distances_;
  bool is_in_legend_ = false;
};

}  // namespace

GpuLinks read_nvidia_smi(const std::string& file, std::string_view text, bool are_direct) {
  NvidiaSmiReader reader(file, are_direct);
  for (core::Lines lines(text); lines.next();) reader.line(lines.number(), lines.text());
  return reader.end();
}

}  // namespace toruscope::formats
