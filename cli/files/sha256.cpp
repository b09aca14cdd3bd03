// SPDX-License-Identifier: Apache-2.0

#include "cli/files/sha256.hpp"

#include <array>
#include <fmt/core.h>
#include <fstream>
#include <memory>
#include <openssl/evp.h>
#include <system_error>

namespace toruscope::cli {

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
