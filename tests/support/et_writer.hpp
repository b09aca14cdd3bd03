// SPDX-License-Identifier: Apache-2.0
// Chakra's protobuf form, written by hand: messages field by field.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::test {

/// A message of protobuf.
class Message {
 public:
  Message& number(int field, std::uint64_t value) { return tag(field, 0).varint(value); }
  Message& fixed64(int field, std::uint64_t value) { return tag(field, 1).fixed(value, 8); }
  Message& fixed32(int field, std::uint32_t value) { return tag(field, 5).fixed(value, 4); }
  Message& text(int field, std::string_view value) {
    tag(field, 2).varint(value.size());
    bytes_ += value;
    return *this;
  }
  Message& part(int field, const Message& message) { return text(field, message.bytes_); }
  /// Several numbers in one field.
  Message& packed(int field, const std::vector<std::uint64_t>& values) {
    Message list;
    for (const std::uint64_t value : values) list.varint(value);
    return part(field, list);
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  /// The message behind its length.
  [[nodiscard]] std::string delimited() const { return Message().varint(bytes_.size()).bytes_ + bytes_; }

 private:
  Message& tag(int field, unsigned type) { return varint(static_cast<std::uint64_t>(field) << 3U | type); }
  Message& varint(std::uint64_t value) {
    for (; value >= 128; value >>= 7U) bytes_ += static_cast<char>((value & 127U) | 128U);
    bytes_ += static_cast<char>(value);
    return *this;
  }
  Message& fixed(std::uint64_t value, int length) {
    for (; length > 0; --length, value >>= 8U) bytes_ += static_cast<char>(value & 255U);
    return *this;
  }

  std::string bytes_;
};

/// A trace: these messages, each behind its length.
inline std::string et(const std::vector<Message>& messages) {
  std::string file;
  for (const Message& message : messages) file += message.delimited();
  return file;
}

/// GlobalMetadata with a version.
inline Message et_version(std::string_view version = "0.0.4") {
  return Message().text(1, version);
}

/// The fields of AttributeProto's value that are written here.
enum EtType : int { kInt32 = 7, kInt64 = 9, kUint64 = 13, kBool = 27 };

inline Message et_attribute(std::string_view name, std::uint64_t value, int type = kInt64) {
  return Message().text(1, name).number(type, value);
}
inline Message et_attribute(std::string_view name, std::string_view value) {
  constexpr int kString = 29;
  return Message().text(1, name).text(kString, value);
}

/// A node without a name; id 0 is left out, as protobuf does.
struct EtNode {
  std::uint64_t id = 0;
  std::uint64_t type = 4;
  std::vector<std::uint64_t> needs{};
  std::uint64_t duration = 0;  // in microseconds
  std::vector<Message> attributes{};

  operator Message() const {  // NOLINT: a node is a message
    Message node;
    if (id != 0) node.number(1, id);
    node.number(3, type);
    if (!needs.empty()) node.packed(5, needs);
    if (duration != 0) node.number(7, duration);
    for (const Message& attribute : attributes) node.part(10, attribute);
    return node;
  }
};

inline Message et_collective(std::uint64_t id, std::uint64_t type, std::uint64_t size,
                             const std::vector<std::uint64_t>& needs = {}) {
  return EtNode{.id = id,
                .type = 7,
                .needs = needs,
                .attributes = {et_attribute("is_cpu_op", 0, kBool), et_attribute("comm_type", type),
                               et_attribute("comm_size", size)}};
}

}  // namespace toruscope::test
