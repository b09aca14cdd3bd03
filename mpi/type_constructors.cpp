// SPDX-License-Identifier: Apache-2.0
// Types made of other types. Each constructor says blocks of elements at displacements in bytes.

#include "mpi/state.hpp"
#include "mpi/transfers.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace toruscope::mpi {

namespace {

/// Makes a type out of blocks, in their order.
class Maker {
 public:
  /// Appends `count` blocks of `length` elements of a type, `stride` bytes apart.
  void add(std::ptrdiff_t displacement, std::size_t count, std::ptrdiff_t stride, std::size_t length,
           const Type& type) {
    alignment_ = std::max(alignment_, type.alignment);
    if (count == 0 || length == 0) return;
    bound(displacement, count, stride, length, type);
    if (length == 1) return layout_->append(displacement, count, stride, type.layout);
    if (count == 1) return layout_->append(displacement, length, type.extent, type.layout);
    auto row = std::make_shared<Layout>();
    row->append(0, length, type.extent, type.layout);
    layout_->append(displacement, count, stride, row);
  }
  /// Keeps the type. A structure ends where the next one may begin.
  MPI_Datatype publish(State& state, Recipe recipe) {
    const bool is_structure = recipe.combiner == MPI_COMBINER_STRUCT;
    auto type = std::make_shared<Type>();
    type->layout = layout_;
    type->lower = lower_.value;
    type->extent = upper_.value - lower_.value;
    type->alignment = alignment_;
    type->has_lower = lower_.is_given;
    type->has_upper = upper_.is_given;
    const auto step = static_cast<std::ptrdiff_t>(alignment_);
    if (is_structure && !lower_.is_given && !upper_.is_given && type->extent % step != 0)
      type->extent += step - type->extent % step;
    type->recipe = std::make_shared<Recipe>(std::move(recipe));
    return handle_of<MPI_Datatype>(state.types.add(std::move(type)));
  }

 private:
  struct Bound {
    std::ptrdiff_t value = 0;
    bool is_there = false;
    bool is_given = false;  // by MPI_Type_create_resized
  };
  template <class Better>
  static void improve(Bound& bound, std::ptrdiff_t value, bool is_given, Better better) {
    if (bound.is_given && !is_given) return;
    if (!bound.is_there || (is_given && !bound.is_given) || better(value, bound.value)) bound.value = value;
    bound.is_there = true;
    bound.is_given = bound.is_given || is_given;
  }
  void bound(std::ptrdiff_t displacement, std::size_t count, std::ptrdiff_t stride, std::size_t length,
             const Type& type) {
    const std::ptrdiff_t far_block = static_cast<std::ptrdiff_t>(count - 1) * stride;
    const std::ptrdiff_t far_element = static_cast<std::ptrdiff_t>(length - 1) * type.extent;
    const auto low = std::min<std::ptrdiff_t>(0, far_block) + std::min<std::ptrdiff_t>(0, far_element);
    const auto high = std::max<std::ptrdiff_t>(0, far_block) + std::max<std::ptrdiff_t>(0, far_element);
    const bool is_marker = type.is_predefined && type.size() == 0;  // MPI_LB, MPI_UB
    if (!is_marker || type.has_lower)
      improve(lower_, displacement + low + type.lower, type.has_lower, std::less<>());
    if (!is_marker || type.has_upper)
      improve(upper_, displacement + high + type.upper(), type.has_upper, std::greater<>());
  }

  std::shared_ptr<Layout> layout_ = std::make_shared<Layout>();
  Bound lower_;
  Bound upper_;
  std::size_t alignment_ = 1;
};

std::size_t checked_count(int count) {
  check_count(count);
  return static_cast<std::size_t>(count);
}

/// Blocks of a type, at displacements that `place(i)` gives in bytes.
template <class Length, class Place>
void blocks(State& state, int count, Length length, Place place, MPI_Datatype handle, Recipe recipe,
            MPI_Datatype* made) {
  const Type& type = type_of(state, handle);
  Maker maker;
  for (std::size_t i = 0; i < checked_count(count); ++i)
    maker.add(place(i, type.extent), 1, 0, checked_count(length(i)), type);
  recipe.types.push_back(keep_type(state, handle));
  *made = maker.publish(state, std::move(recipe));
}

/// A number, or one and another, and then an array.
std::vector<int> numbers_of(std::vector<int> first, int count, const int* array) {
  first.insert(first.end(), array, array + checked_count(count));
  return first;
}
std::vector<MPI_Aint> places_of(int count, const MPI_Aint* array) {
  return {array, array + checked_count(count)};
}

void vector(State& state, int count, int length, std::ptrdiff_t stride, MPI_Datatype handle, Recipe recipe,
            MPI_Datatype* made) {
  Maker maker;
  maker.add(0, checked_count(count), stride, checked_count(length), type_of(state, handle));
  recipe.types.push_back(keep_type(state, handle));
  *made = maker.publish(state, std::move(recipe));
}

std::shared_ptr<Type> copy_of(State& state, MPI_Datatype handle, Recipe recipe) {
  auto copy = std::make_shared<Type>(type_of(state, handle));
  recipe.types.push_back(keep_type(state, handle));
  copy->recipe = std::make_shared<Recipe>(std::move(recipe));
  copy->is_predefined = false;
  copy->name.clear();
  return copy;
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Type_contiguous(int count, MPI_Datatype type, MPI_Datatype* made) {
  return call(__func__, [&](State& s) {
    vector(s, 1, count, 0, type, {MPI_COMBINER_CONTIGUOUS, {count}}, made);
  });
}
int MPI_Type_vector(int count, int length, int stride, MPI_Datatype type, MPI_Datatype* made) {
  return call(__func__, [&](State& s) {
    vector(s, count, length, stride * type_of(s, type).extent, type,
           {MPI_COMBINER_VECTOR, {count, length, stride}}, made);
  });
}
int MPI_Type_create_hvector(int count, int length, MPI_Aint stride, MPI_Datatype type, MPI_Datatype* made) {
  return call(__func__, [&](State& s) {
    vector(s, count, length, stride, type, {MPI_COMBINER_HVECTOR, {count, length}, {stride}}, made);
  });
}
int MPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype type, MPI_Datatype* made) {
  return MPI_Type_create_hvector(count, length, stride, type, made);
}

int MPI_Type_indexed(int count, const int* lengths, const int* places, MPI_Datatype type, MPI_Datatype* made) {
  return call(__func__, [&](State& s) {
    blocks(
        s, count, [&](std::size_t i) { return lengths[i]; },
        [&](std::size_t i, std::ptrdiff_t extent) { return places[i] * extent; }, type,
        {MPI_COMBINER_INDEXED, numbers_of(numbers_of({count}, count, lengths), count, places)}, made);
  });
}
int MPI_Type_create_hindexed(int count, const int* lengths, const MPI_Aint* places, MPI_Datatype type,
                             MPI_Datatype* made) {
  return call(__func__, [&](State& s) {
    blocks(
        s, count, [&](std::size_t i) { return lengths[i]; },
        [&](std::size_t i, std::ptrdiff_t) { return places[i]; }, type,
        {MPI_COMBINER_HINDEXED, numbers_of({count}, count, lengths), places_of(count, places)}, made);
  });
}
int MPI_Type_hindexed(int count, int* lengths, MPI_Aint* places, MPI_Datatype type, MPI_Datatype* made) {
  return MPI_Type_create_hindexed(count, lengths, places, type, made);
}
int MPI_Type_create_indexed_block(int count, int length, const int* places, MPI_Datatype type,
                                  MPI_Datatype* made) {
  return call(__func__, [&](State& s) {
    blocks(
        s, count, [&](std::size_t) { return length; },
        [&](std::size_t i, std::ptrdiff_t extent) { return places[i] * extent; }, type,
        {MPI_COMBINER_INDEXED_BLOCK, numbers_of({count, length}, count, places)}, made);
  });
}
int MPI_Type_create_hindexed_block(int count, int length, const MPI_Aint* places, MPI_Datatype type,
                                   MPI_Datatype* made) {
  return call(__func__, [&](State& s) {
    blocks(
        s, count, [&](std::size_t) { return length; }, [&](std::size_t i, std::ptrdiff_t) { return places[i]; },
        type, {MPI_COMBINER_HINDEXED_BLOCK, {count, length}, places_of(count, places)}, made);
  });
}

int MPI_Type_create_struct(int count, const int* lengths, const MPI_Aint* places, const MPI_Datatype* types,
                           MPI_Datatype* made) {
  return call(__func__, [&](State& s) {
    Maker maker;
    for (std::size_t i = 0; i < checked_count(count); ++i)
      maker.add(places[i], 1, 0, checked_count(lengths[i]), type_of(s, types[i]));
    Recipe recipe{MPI_COMBINER_STRUCT, numbers_of({count}, count, lengths), places_of(count, places)};
    for (int i = 0; i < count; ++i) recipe.types.push_back(keep_type(s, types[i]));
    *made = maker.publish(s, std::move(recipe));
  });
}
int MPI_Type_struct(int count, int* lengths, MPI_Aint* places, MPI_Datatype* types, MPI_Datatype* made) {
  return MPI_Type_create_struct(count, lengths, places, types, made);
}

int MPI_Type_create_resized(MPI_Datatype type, MPI_Aint lower, MPI_Aint extent, MPI_Datatype* made) {
  return call(__func__, [&](State& s) {
    auto copy = copy_of(s, type, {MPI_COMBINER_RESIZED, {}, {lower, extent}});
    copy->lower = lower;
    copy->extent = extent;
    copy->has_lower = copy->has_upper = true;
    copy->is_committed = false;
    copy->kind = Kind::none;
    *made = handle_of<MPI_Datatype>(s.types.add(std::move(copy)));
  });
}
int MPI_Type_dup(MPI_Datatype type, MPI_Datatype* made) {
  return call(__func__, [&](State& s) {
    *made = handle_of<MPI_Datatype>(s.types.add(copy_of(s, type, {MPI_COMBINER_DUP})));
  });
}

// --- life and size -------------------------------------------------------------------------------

int MPI_Type_commit(MPI_Datatype* type) {
  return call(__func__, [&](State& s) {
    Type& known = type_of(s, *type);
    if (!known.is_predefined) known.is_committed = true;
  });
}
int MPI_Type_free(MPI_Datatype* type) {
  return call(__func__, [&](State& s) {
    if (type_of(s, *type).is_predefined) refuse(MPI_ERR_TYPE, "a predefined type cannot be freed");
    s.types.take(number_of(*type));
    *type = MPI_DATATYPE_NULL;
  });
}

int MPI_Type_size(MPI_Datatype type, int* size) {
  return call(__func__, [&](State& s) {
    const std::size_t bytes = type_of(s, type).size();
    *size = bytes > INT32_MAX ? static_cast<int>(MPI_UNDEFINED) : static_cast<int>(bytes);
  });
}
int MPI_Type_size_x(MPI_Datatype type, MPI_Count* size) {
  return call(__func__, [&](State& s) { *size = static_cast<MPI_Count>(type_of(s, type).size()); });
}
int MPI_Type_get_extent(MPI_Datatype type, MPI_Aint* lower, MPI_Aint* extent) {
  return call(__func__, [&](State& s) {
    const Type& known = type_of(s, type);
    *lower = known.lower;
    *extent = known.extent;
  });
}
int MPI_Type_get_true_extent(MPI_Datatype type, MPI_Aint* lower, MPI_Aint* extent) {
  return call(__func__, [&](State& s) {
    const Layout& layout = *type_of(s, type).layout;
    *lower = layout.first();
    *extent = layout.behind() - layout.first();
  });
}
int MPI_Type_extent(MPI_Datatype type, MPI_Aint* extent) {
  return call(__func__, [&](State& s) { *extent = type_of(s, type).extent; });
}
int MPI_Type_lb(MPI_Datatype type, MPI_Aint* lower) {
  return call(__func__, [&](State& s) { *lower = type_of(s, type).lower; });
}
int MPI_Type_ub(MPI_Datatype type, MPI_Aint* upper) {
  return call(__func__, [&](State& s) { *upper = type_of(s, type).upper(); });
}

int MPI_Get_address(const void* place, MPI_Aint* address) {
  *address = reinterpret_cast<MPI_Aint>(place);
  return MPI_SUCCESS;
}
int MPI_Address(void* place, MPI_Aint* address) {
  return MPI_Get_address(place, address);
}

int MPI_Type_set_name(MPI_Datatype type, const char* name) {
  return call(__func__, [&](State& s) {
    Type& known = type_of(s, type);
    if (known.is_predefined) refuse(MPI_ERR_TYPE, "the name of a predefined type cannot be changed");
    known.name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1);
  });
}
int MPI_Type_get_name(MPI_Datatype type, char* name, int* length) {
  return call(__func__, [&](State& s) {
    const std::string& known = type_of(s, type).name;
    std::memcpy(name, known.c_str(), known.size() + 1);
    *length = static_cast<int>(known.size());
  });
}

}  // extern "C"
