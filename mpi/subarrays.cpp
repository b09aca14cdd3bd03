// SPDX-License-Identifier: Apache-2.0
// Types that are a part of an array: a block of it, with the extent of the whole.

#include "mpi/state.hpp"
#include "mpi/transfers.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

struct Block {
  std::vector<int> sizes, lengths, starts;
};

void check(const Block& block, std::size_t d) {
  const int size = block.sizes[d], length = block.lengths[d], start = block.starts[d];
  if (size < 1 || length < 1 || length > size || start < 0 || start > size - length)
    refuse(MPI_ERR_ARG, "dimension " + std::to_string(d) + " has " + std::to_string(size) + " elements, not " +
                            std::to_string(length) + " from " + std::to_string(start) + " on");
}

/// The dimensions, the fastest first.
std::vector<std::size_t> fastest_first(std::size_t dimensions, int order) {
  std::vector<std::size_t> all(dimensions);
  for (std::size_t i = 0; i < dimensions; ++i) all[i] = order == MPI_ORDER_C ? dimensions - 1 - i : i;
  return all;
}

MPI_Datatype subarray(State& state, const Block& block, int order, MPI_Datatype handle) {
  if (block.sizes.empty()) refuse(MPI_ERR_ARG, "the number of dimensions is below 1");
  if (order != MPI_ORDER_C && order != MPI_ORDER_FORTRAN)
    refuse(MPI_ERR_ARG, "the order is neither MPI_ORDER_C nor MPI_ORDER_FORTRAN");
  const TypePtr element = (type_of(state, handle), keep_type(state, handle));
  LayoutPtr layout = element->layout;
  std::ptrdiff_t stride = element->extent;  // of the dimension
  std::ptrdiff_t first = 0;
  for (const std::size_t d : fastest_first(block.sizes.size(), order)) {
    check(block, d);
    auto longer = std::make_shared<Layout>();
    longer->append(0, static_cast<std::size_t>(block.lengths[d]), stride, layout);
    layout = std::move(longer);
    first += block.starts[d] * stride;
    stride *= block.sizes[d];
  }
  auto placed = std::make_shared<Layout>();
  placed->append(first, 1, 0, layout);
  Recipe recipe{MPI_COMBINER_SUBARRAY, {static_cast<int>(block.sizes.size())}, {}, {element}};
  for (const std::vector<int>* all : {&block.sizes, &block.lengths, &block.starts})
    recipe.numbers.insert(recipe.numbers.end(), all->begin(), all->end());
  recipe.numbers.push_back(order);
  auto type = std::make_shared<Type>();
  type->layout = std::move(placed);
  type->extent = stride;
  type->alignment = element->alignment;
  type->has_lower = type->has_upper = true;
  type->recipe = std::make_shared<Recipe>(std::move(recipe));
  return handle_of<MPI_Datatype>(state.types.add(std::move(type)));
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Type_create_subarray(int dimensions, const int* sizes, const int* lengths, const int* starts, int order,
                             MPI_Datatype type, MPI_Datatype* made) {
  return call(__func__, [&](State& s) {
    const std::ptrdiff_t n = dimensions > 0 ? dimensions : 0;
    *made = subarray(s, {{sizes, sizes + n}, {lengths, lengths + n}, {starts, starts + n}}, order, type);
  });
}

}  // extern "C"
