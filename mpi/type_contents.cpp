// SPDX-License-Identifier: Apache-2.0
// What a type was made of, and how many basic elements there are in so many bytes of it.

#include "mpi/state.hpp"
#include "mpi/status.hpp"

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace toruscope::mpi {

namespace {

/// Types within one element of another type, in their order.
struct InnerTypes {
  std::size_t count;
  TypePtr type;
};
std::vector<InnerTypes> parts_of(const Type& type) {
  const Recipe& recipe = *type.recipe;
  if (recipe.combiner != MPI_COMBINER_STRUCT) {  // all of one type
    const std::size_t size = recipe.types.front()->size();
    return {{size == 0 ? 0 : type.size() / size, recipe.types.front()}};
  }
  std::vector<InnerTypes> parts;
  for (std::size_t i = 0; i < recipe.types.size(); ++i)
    parts.push_back({static_cast<std::size_t>(recipe.numbers[i + 1]), recipe.types[i]});
  return parts;
}

/// Sizes of the basic elements of a predefined type: two of a pair.
std::vector<std::size_t> basics_of(const Type& type) {
  std::vector<std::size_t> sizes;
  for (const Layout::Piece& piece : type.layout->pieces()) sizes.insert(sizes.end(), piece.count, piece.bytes);
  if (sizes.size() == 1 && type.kind >= Kind::float_int) {
    const std::size_t second = type.kind == Kind::double_double ? sizeof(double) : sizeof(int);
    return {sizes.front() - second, second};
  }
  return sizes;
}

/// Basic elements in the first `bytes` bytes of data; nothing if these end within one.
std::optional<std::int64_t> basics_in(const Type& type, std::size_t bytes) {
  if (type.size() == 0) return 0;
  const std::size_t whole = bytes / type.size();
  std::int64_t count = 0;
  if (type.recipe == nullptr) {
    const std::vector<std::size_t> sizes = basics_of(type);
    count = static_cast<std::int64_t>(whole * sizes.size());
    bytes %= type.size();
    for (std::size_t i = 0; bytes > 0; ++i, ++count) {
      if (bytes < sizes[i]) return std::nullopt;
      bytes -= sizes[i];
    }
    return count;
  }
  const std::vector<InnerTypes> parts = parts_of(type);
  if (whole > 0)
    for (const InnerTypes& part : parts)
      count += static_cast<std::int64_t>(whole) * *basics_in(*part.type, part.count * part.type->size());
  bytes %= type.size();
  for (const InnerTypes& part : parts) {
    const std::size_t here = std::min(bytes, part.count * part.type->size());
    const auto found = basics_in(*part.type, here);
    if (!found) return std::nullopt;
    count += *found;
    bytes -= here;
  }
  return count;
}

/// A handle of a type within another one: its own if it is predefined, else a new one.
MPI_Datatype handle_for(State& state, const Type* type) {
  const auto* const known = std::find(std::begin(predefined_types), std::end(predefined_types), type);
  if (known != std::end(predefined_types))
    return handle_of<MPI_Datatype>(kFirstType + static_cast<int>(known - std::begin(predefined_types)));
  return handle_of<MPI_Datatype>(state.types.add(std::make_shared<Type>(*type)));
}

const Recipe& recipe_of(const Type& type) {
  static const Recipe named;
  return type.recipe == nullptr ? named : *type.recipe;
}

void tell_contents(State& state, const Type& type, int numbers, int places, int types, int* into_numbers,
                   MPI_Aint* into_places, MPI_Datatype* into_types) {
  const Recipe& recipe = recipe_of(type);
  if (recipe.combiner == MPI_COMBINER_NAMED) refuse(MPI_ERR_TYPE, "a predefined type has no contents");
  const auto has_room = [](int room, std::size_t size) {
    return room >= 0 && static_cast<std::size_t>(room) >= size;
  };
  if (!has_room(numbers, recipe.numbers.size()) || !has_room(places, recipe.places.size()) ||
      !has_room(types, recipe.types.size()))
    refuse(MPI_ERR_ARG, "an array is shorter than MPI_Type_get_envelope says");
  std::copy(recipe.numbers.begin(), recipe.numbers.end(), into_numbers);
  std::copy(recipe.places.begin(), recipe.places.end(), into_places);
  for (const TypePtr& inner : recipe.types) *into_types++ = handle_for(state, inner.get());
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Type_get_envelope(MPI_Datatype type, int* numbers, int* places, int* types, int* combiner) {
  return call(__func__, [&](State& s) {
    const Recipe& recipe = recipe_of(type_of(s, type));
    *numbers = static_cast<int>(recipe.numbers.size());
    *places = static_cast<int>(recipe.places.size());
    *types = static_cast<int>(recipe.types.size());
    *combiner = recipe.combiner;
  });
}

int MPI_Type_get_contents(MPI_Datatype type, int numbers, int places, int types, int* into_numbers,
                          MPI_Aint* into_places, MPI_Datatype* into_types) {
  return call(__func__, [&](State& s) {
    tell_contents(s, type_of(s, type), numbers, places, types, into_numbers, into_places, into_types);
  });
}

int MPI_Get_elements_x(const MPI_Status* status, MPI_Datatype type, MPI_Count* count) {
  return call(__func__, [&](State& s) {
    const auto found = basics_in(type_of(s, type), bytes_of(*status));
    *count = found ? MPI_Count{*found} : MPI_Count{MPI_UNDEFINED};
  });
}
int MPI_Get_elements(const MPI_Status* status, MPI_Datatype type, int* count) {
  return call(__func__, [&](State& s) {
    const auto found = basics_in(type_of(s, type), bytes_of(*status));
    *count = found && *found <= INT_MAX ? static_cast<int>(*found) : static_cast<int>(MPI_UNDEFINED);
  });
}

}  // extern "C"
