// SPDX-License-Identifier: Apache-2.0

#include "cli/files/input_files.hpp"

#include "collectives/operations.hpp"
#include "formats/entries.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/input_file.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <fstream>
#include <memory>
#include <openssl/evp.h>
#include <string_view>
#include <system_error>

namespace toruscope::cli {

namespace {

constexpr std::string_view kFile = "file:";
/// Bytes of what is combined.
constexpr std::size_t kInputValue = 8;
/// A schedule of a thousand steps a GPU for 64 GPUs has about 10 MB.
constexpr std::uint64_t kLongestSchedule = std::uint64_t{1} << 28U;

/// Refuses a schedule of another operation than the command names.
void check_operation(const Text& subject, const std::filesystem::path& file,
                     const formats::Schedule& schedule) {
  if (!subject) return;
  const collectives::Operation* const asked = collectives::find_operation(*subject);
  const std::string_view found = formats::to_string(schedule.collective);
  if (asked != nullptr && asked->name != found)
    throw ConfigError(
        fmt::format("schedule: {}: it is a schedule of {}, and {} is asked for; name another file, or take {}",
                    core::escaped(file.string()), found, asked->name, found));
}

}  // namespace

std::vector<std::filesystem::path> schedule_files(const CommandOptions& options) {
  std::vector<std::filesystem::path> files;
  const auto add = [&](const std::string& name) {
    if (!name.starts_with(kFile)) return;
    const std::filesystem::path file = name.substr(kFile.size());
    if (std::find(files.begin(), files.end(), file) == files.end()) files.push_back(file);
  };
  if (options.algorithm)
    for (const std::string& name : split(*options.algorithm, ',')) add(name);
  if (options.subject) add(*options.subject);
  return files;
}

Tables with_schedules(const Tables& tables, CommandOptions& options) {
  Tables all = tables;
  for (const std::filesystem::path& file : schedule_files(options)) {
    if (file.empty()) throw ConfigError("schedule: \"file:\" names no file; write file:NAME.xml");
    const std::string text = core::read_input("schedule: ", file, kLongestSchedule);
    const formats::Schedule schedule = formats::read_msccl(file.string(), text);
    check_operation(options.subject, file, schedule);
    formats::add_schedule(all.algorithms, std::string(kFile) + file.string(), schedule);
    options.default_block =
        std::max(options.default_block, kInputValue * static_cast<std::size_t>(schedule.chunks_per_block()));
  }
  return all;
}

std::optional<std::string> sha256_of_file(const std::filesystem::path& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream file(path, std::ios::binary);
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
  bool is_good = file.is_open() && context && EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr) == 1;
  std::array<char, 64 * 1024> part{};
  while (is_good && file) {
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    is_good = EVP_DigestUpdate(context.get(), part.data(), static_cast<std::size_t>(file.gcount())) == 1;
  }
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int length = 0;
  is_good = is_good && file.eof() && EVP_DigestFinal_ex(context.get(), digest.data(), &length) == 1;
  if (!is_good) return std::nullopt;
  std::string text;
  for (unsigned int i = 0; i < length; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

}  // namespace toruscope::cli
