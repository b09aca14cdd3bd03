// SPDX-License-Identifier: Apache-2.0

#include "labs/support/shared_object.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <memory>
#include <string>
#include <string_view>

// A function of the C library, which finds a thread's variables (ELF Handling For TLS, 3.4.2).
extern "C" void* __tls_get_addr(void*);

namespace toruscope::labs {

namespace {

/// Program headers of one object.
struct Segments {
  std::uintptr_t base = 0;  ///< of the object looked for
  std::byte* begin = nullptr;
  std::byte* end = nullptr;
  std::size_t thread_module = 0, thread_bytes = 0;
};

int note_segments(dl_phdr_info* info, std::size_t, void* into) {
  auto& found = *static_cast<Segments*>(into);
  if (info->dlpi_addr != found.base) return 0;
  std::uintptr_t fixed_end = 0;  // made read-only by the linker
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type == PT_GNU_RELRO) fixed_end = info->dlpi_addr + part.p_vaddr + part.p_memsz;
  }
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type == PT_TLS) {
      found.thread_module = info->dlpi_tls_modid;
      found.thread_bytes = part.p_memsz;
    }
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W) == 0) continue;
    constexpr std::uintptr_t kPage = 4096;
    const std::uintptr_t end = info->dlpi_addr + part.p_vaddr + part.p_memsz;
    const std::uintptr_t begin =
        std::max<std::uintptr_t>(info->dlpi_addr + part.p_vaddr, fixed_end / kPage * kPage);
    if (begin >= end) continue;
    found.begin = reinterpret_cast<std::byte*>(begin);
    found.end = reinterpret_cast<std::byte*>(end);
  }
  return 1;
}

/// Says "nobody defines helper(int)"; else the linker's words without the path, which changes.
std::string why_not_loaded(std::string words, const std::string& path) {
  const std::string before = path + ": ";
  if (words.starts_with(before)) words.erase(0, before.size());
  constexpr std::string_view kUndefined = "undefined symbol: ";
  if (!words.starts_with(kUndefined)) return "cannot be loaded: " + words;
  const std::string symbol = words.substr(kUndefined.size());
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  return "does not define " + (name ? std::string(name.get()) : symbol);
}

}  // namespace

SharedObject::SharedObject(const std::string& path) {
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) throw NotLoaded(why_not_loaded(dlerror(), path));
  functions_ = static_cast<void* const*>(dlsym(handle, kEntryTable));
  if (functions_ == nullptr) throw NotLoaded(std::string("it has no ") + kEntryTable);
  link_map* map = nullptr;
  dlinfo(handle, RTLD_DI_LINKMAP, &map);
  Segments segments{.base = map->l_addr};
  dl_iterate_phdr(note_segments, &segments);
  if (segments.begin != nullptr) add_statics({segments.begin, segments.end});
  thread_module_ = segments.thread_module;
  thread_bytes_ = segments.thread_bytes;
}

std::span<std::byte> SharedObject::thread_statics() const {
  if (thread_bytes_ == 0) return {};
  std::size_t index[2] = {thread_module_, 0};
  return {static_cast<std::byte*>(__tls_get_addr(index)), thread_bytes_};
}

PrivateStatics::PrivateStatics(const SharedObject& object) : object_(object) {}

void PrivateStatics::begin(int /*workers*/, int pes) {
  before_ = image();
  of_pe_.assign(static_cast<std::size_t>(pes), std::nullopt);
  running_ = -1;
  were_written_ = false;
}

void PrivateStatics::on_running(int /*worker*/, Rank pe) {
  if (pe == running_) return;
  if (running_ >= 0) {
    Image now = image();
    were_written_ = were_written_ || now != before_;
    of_pe_[static_cast<std::size_t>(running_)] = std::move(now);
  }
  running_ = pe;
  if (pe < 0) return;
  const std::optional<Image>& own = of_pe_[static_cast<std::size_t>(pe)];
  load(own ? *own : before_);
}

void PrivateStatics::restore() {
  on_running(0, -1);
  if (!of_pe_.empty()) load(before_);
}

std::vector<std::span<std::byte>> PrivateStatics::memory() const {
  std::vector<std::span<std::byte>> all = object_.statics();
  all.push_back(object_.thread_statics());
  return all;
}

PrivateStatics::Image PrivateStatics::image() const {
  Image image;
  for (const std::span<std::byte> part : memory()) image.insert(image.end(), part.begin(), part.end());
  return image;
}

void PrivateStatics::load(const Image& image) const {
  auto from = image.begin();
  for (const std::span<std::byte> part : memory()) {
    const auto end = from + std::ssize(part);
    std::copy(from, end, part.begin());
    from = end;
  }
}

}  // namespace toruscope::labs
