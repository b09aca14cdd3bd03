// SPDX-License-Identifier: Apache-2.0
// Chakra's protobuf form, read field by field: a varint length before each message, GlobalMetadata
// first, then a Node each.
//
// Source  protobuf's encoding; mlcommons/chakra, et_def.proto.

#include "formats/chakra_forms.hpp"
#include "runtime/core/known_forms.hpp"

#include <algorithm>
#include <bit>
#include <fmt/core.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/wire_format_lite.h>
#include <limits>

namespace toruscope::formats {

namespace {

using google::protobuf::internal::WireFormatLite;
using google::protobuf::io::CodedInputStream;

/// Bytes of one message: a whole input file may stand in the metadata.
constexpr std::size_t kMostMessage = std::size_t{1} << 28;

enum WireType : int { varint = 0, fixed64 = 1, bytes = 2, fixed32 = 5 };

/// Bytes that are no message.
struct Malformed {};

/// The fields of a message, one after the other.
class Fields {
 public:
  explicit Fields(std::string_view message)
      : message_(message),
        in_(reinterpret_cast<const std::uint8_t*>(message.data()), static_cast<int>(message.size())) {}

  /// Goes to the next field. False at the end.
  bool next() {
    tag_ = in_.ReadTag();
    if (tag_ == 0 && !in_.ConsumedEntireMessage()) throw Malformed{};
    return tag_ != 0;
  }
  [[nodiscard]] int field() const { return WireFormatLite::GetTagFieldNumber(tag_); }
  [[nodiscard]] bool has(WireType type) const { return static_cast<int>(tag_ & 7U) == type; }

  /// The value, which must be of that wire type.
  std::uint64_t number(WireType type) {
    if (!has(type)) throw Malformed{};
    std::uint64_t value = 0;
    std::uint32_t half = 0;
    const bool is_read = type == varint    ? in_.ReadVarint64(&value)
                         : type == fixed64 ? in_.ReadLittleEndian64(&value)
                                           : in_.ReadLittleEndian32(&half);
    if (!is_read) throw Malformed{};
    return type == fixed32 ? half : value;
  }
  std::string_view part() {
    std::uint64_t length = 0;
    if (!has(bytes) || !in_.ReadVarint64(&length)) throw Malformed{};
    const auto at = static_cast<std::size_t>(in_.CurrentPosition());
    if (length > message_.size() - at || !in_.Skip(static_cast<int>(length))) throw Malformed{};
    return message_.substr(at, static_cast<std::size_t>(length));
  }
  /// Adds the numbers of a repeated field, packed or one by one.
  template <class Use>
  void each_number(const Use& use) {
    if (has(varint)) return use(number(varint));
    Numbers numbers(part());
    while (!numbers.is_at_end()) use(numbers.next());
  }
  void skip() {
    if (!WireFormatLite::SkipField(&in_, tag_)) throw Malformed{};
  }

 private:
  /// Varints one behind the other.
  class Numbers {
   public:
    explicit Numbers(std::string_view packed)
        : size_(static_cast<int>(packed.size())),
          in_(reinterpret_cast<const std::uint8_t*>(packed.data()), size_) {}
    [[nodiscard]] bool is_at_end() const { return in_.CurrentPosition() == size_; }
    std::uint64_t next() {
      std::uint64_t value = 0;
      if (!in_.ReadVarint64(&value)) throw Malformed{};
      return value;
    }

   private:
    int size_;
    CodedInputStream in_;
  };

  std::string_view message_;
  CodedInputStream in_;
  std::uint32_t tag_ = 0;
};

std::int64_t as_signed(std::uint64_t value) {
  return static_cast<std::int64_t>(value);
}
/// An unsigned number, cut to the largest signed one, which no attribute may be.
std::int64_t as_whole(std::uint64_t value) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::min(value, kMost));
}
std::int64_t low_half(std::uint64_t value) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
}

std::vector<bool> flags_of(std::string_view list) {
  std::vector<bool> flags;
  for (Fields fields(list); fields.next();) {
    if (fields.field() == 1)
      fields.each_number([&](std::uint64_t flag) { flags.push_back(flag != 0); });
    else
      fields.skip();
  }
  return flags;
}

struct Attribute {
  std::string_view name;
  ChakraValue value = std::int64_t{0};  // that is what a default means, which is left out
};

/// Reads the field of AttributeProto's value that this is: each type has its number.
ChakraValue value_of(Fields& fields) {
  switch (fields.field()) {
    case 3:  // double
      return std::bit_cast<double>(fields.number(fixed64));
    case 5:  // float
      return double{std::bit_cast<float>(static_cast<std::uint32_t>(fields.number(fixed32)))};
    case 7:  // int32
      return low_half(fields.number(varint));
    case 9:  // int64
      return as_signed(fields.number(varint));
    case 11:  // uint32
      return std::int64_t{static_cast<std::uint32_t>(fields.number(varint))};
    case 13:  // uint64
      return as_whole(fields.number(varint));
    case 15:  // sint32
      return std::int64_t{WireFormatLite::ZigZagDecode32(static_cast<std::uint32_t>(fields.number(varint)))};
    case 17:  // sint64
      return WireFormatLite::ZigZagDecode64(fields.number(varint));
    case 19:  // fixed32
      return as_signed(fields.number(fixed32));
    case 21:  // fixed64
      return as_whole(fields.number(fixed64));
    case 23:  // sfixed32
      return low_half(fields.number(fixed32));
    case 25:  // sfixed64
      return as_signed(fields.number(fixed64));
    case 27:  // bool
      return std::int64_t{fields.number(varint) != 0 ? 1 : 0};
    case 28:
      return flags_of(fields.part());
    case 29:
      return std::string(fields.part());
    default:
      fields.skip();
      return {};
  }
}

Attribute attribute_of(std::string_view message) {
  constexpr int kFirstValue = 3, kLastValue = 32;
  Attribute attribute;
  for (Fields fields(message); fields.next();) {
    if (fields.field() == 1)
      attribute.name = fields.part();
    else if (fields.field() >= kFirstValue && fields.field() <= kLastValue)
      attribute.value = value_of(fields);
    else
      fields.skip();
  }
  return attribute;
}

class ProtobufReader {
 public:
  ProtobufReader(std::string_view rest, ChakraTraceBuilder& builder)
      : all_(rest), rest_(rest), builder_(builder) {}

  void read() {
    for (; !rest_.empty(); ++number_) {
      at_ = all_.size() - rest_.size();
      try {
        const std::string_view message = next();
        number_ == 1 ? read_metadata(message) : add_node(message);
      } catch (const Malformed&) {
        refuse_malformed();
      }
    }
  }

 private:
  [[noreturn]] void refuse_malformed() const {
    // A damaged trace still begins like one.
    if (const std::string form = core::other_form(all_, "a trace is Chakra's .et or its JSON");
        number_ == 1 && !form.empty() && form.find("run chakra") == std::string::npos)
      builder_.refuse_file(form);
    builder_.refuse_file(fmt::format(
        "message {}, at byte {}, is no message of protobuf; a trace (.et) is GlobalMetadata and then nodes, "
        "each behind its length; copy it anew, as binary",
        number_, at_));
  }

  /// The next message, without its length.
  std::string_view next() {
    constexpr std::size_t kLongestLength = 10;
    const std::string_view head = rest_.substr(0, kLongestLength);
    CodedInputStream in(reinterpret_cast<const std::uint8_t*>(head.data()), static_cast<int>(head.size()));
    std::uint64_t length = 0;
    if (!in.ReadVarint64(&length)) throw Malformed{};
    rest_.remove_prefix(static_cast<std::size_t>(in.CurrentPosition()));
    if (number_ == 1 && length > rest_.size()) throw Malformed{};
    if (length > rest_.size())
      builder_.refuse_file(
          fmt::format("message {}, at byte {}, has {} bytes, and the file ends after {} of them; "
                      "copy it anew",
                      number_, at_, length, rest_.size()));
    if (length > kMostMessage)
      builder_.refuse_file(fmt::format("message {}, at byte {}, has {} bytes, and a message may have {}",
                                       number_, at_, length, kMostMessage));
    const std::string_view message = rest_.substr(0, static_cast<std::size_t>(length));
    rest_.remove_prefix(message.size());
    return message;
  }

  /// Reads GlobalMetadata: the version, and attributes of which `schema` is one.
  void read_metadata(std::string_view message) {
    for (Fields fields(message); fields.next();) {
      if (fields.field() == 1 && fields.has(varint))
        builder_.refuse_file(
            "it begins with a node and not with metadata, so it is of Chakra's version 0.0.1 to 0.0.3, whose "
            "numbers mean other things; write it anew with a converter of version 0.0.4 or later");
      if (fields.field() == 1) {
        builder_.check_version(fields.part());
      } else if (fields.field() == 2) {
        const Attribute attribute = attribute_of(fields.part());
        const auto* const text = std::get_if<std::string>(&attribute.value);
        if (attribute.name == "schema" && text != nullptr) builder_.check_version(*text);
      } else {
        throw Malformed{};
      }
    }
  }

  void add_node(std::string_view message) {
    ChakraNode node;
    std::vector<std::string_view> attributes;
    std::string_view inputs;
    std::uint64_t id = 0, duration = 0;
    for (Fields fields(message); fields.next();) switch (fields.field()) {
        case 1:
          id = fields.number(varint);
          break;
        case 3:
          node.type = low_half(fields.number(varint));
          break;
        case 4:
          fields.each_number([&](std::uint64_t other) { node.ctrl_deps.push_back(as_whole(other)); });
          break;
        case 5:
          fields.each_number([&](std::uint64_t other) { node.data_deps.push_back(as_whole(other)); });
          break;
        case 7:
          duration = fields.number(varint);
          break;
        case 8:
          inputs = fields.part();
          break;
        case 10:
          attributes.push_back(fields.part());
          break;
        default:
          fields.skip();
      }
    node.id = as_whole(id);
    node.work = builder_.work(node, static_cast<double>(duration), std::to_string(duration));
    for (const std::string_view one : attributes) {
      const Attribute attribute = attribute_of(one);
      builder_.set(node, attribute.name, attribute.value);
    }
    builder_.add_groups(node, values_of(inputs));
    builder_.add(std::move(node));
  }

  /// The field `values` of IOInfo.
  static std::string_view values_of(std::string_view inputs) {
    std::string_view values;
    for (Fields fields(inputs); fields.next();) {
      if (fields.field() == 1)
        values = fields.part();
      else
        fields.skip();
    }
    return values;
  }

  std::string_view all_, rest_;
  ChakraTraceBuilder& builder_;
  std::int64_t number_ = 1;  // of the message that is read
  std::size_t at_ = 0;       // its place
};

}  // namespace

bool has_protobuf() {
  return true;
}

void read_chakra_protobuf(std::string_view bytes, ChakraTraceBuilder& builder) {
  ProtobufReader(bytes, builder).read();
}

}  // namespace toruscope::formats
