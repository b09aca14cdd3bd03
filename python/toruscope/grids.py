# SPDX-License-Identifier: Apache-2.0
"""Grids of PEs as MPI has them: row by row, with dimensions that close or do not."""
from __future__ import annotations

import math
import operator
from typing import Sequence

from . import pe
from .requests import PROC_NULL


def Compute_dims(nnodes: int, dims: int | Sequence[int]) -> list[int]:
    """Sides of a grid of nnodes PEs, as equal as can be and in falling order. dims: their number, or a list in which 0 is free."""
    given = [0] * dims if isinstance(dims, int) else [operator.index(side) for side in dims]
    fixed = math.prod(side for side in given if side)
    if nnodes < 1 or any(side < 0 for side in given) or nnodes % fixed or (0 not in given and fixed != nnodes):
        raise ValueError(f"Compute_dims: {nnodes} PEs have no grid with sides {given}")
    free = _sides(nnodes // fixed, given.count(0))
    return [side or free.pop(0) for side in given]


def _sides(count: int, dimensions: int) -> list[int]:
    """As equal as can be: the greatest side is least, then the next."""
    if dimensions <= 1:
        return [count] * dimensions
    best = None
    for side in range(1, count + 1):
        if count % side == 0 and side ** dimensions >= count:
            rest = _sides(count // side, dimensions - 1)
            if not rest or rest[0] <= side:
                best = [side, *rest]
                break
    return best


def create(comm: pe.Comm, dims: Sequence[int], periods) -> Cartcomm | None:
    """The grid of the first PEs of a communicator; None on those that are left over."""
    sides = [operator.index(side) for side in dims]
    closes = [bool(periods)] * len(sides) if isinstance(periods, (bool, int)) else [bool(one) for one in periods]
    if not sides or min(sides) < 1 or math.prod(sides) > comm.size:
        raise ValueError(f"Create_cart: dims: sides of 1 or more for at most {comm.size} PEs are needed, got {list(dims)}")
    if len(closes) != len(sides):
        raise ValueError(f"Create_cart: periods: one for each of {len(sides)} dimensions is needed, got {list(periods)}")
    is_in = comm.rank < math.prod(sides)
    part = comm.Split(0 if is_in else 1, comm.rank)
    return Cartcomm(part, sides, closes) if is_in else None


class Cartcomm(pe.Comm):
    """A communicator whose PEs stand in a grid."""

    def __init__(self, comm, dims, periods):
        super().__init__(comm._native, comm._key)
        self._dims, self._periods = list(dims), list(periods)

    @property
    def dims(self) -> list[int]:
        """The sides."""
        return list(self._dims)

    @property
    def periods(self) -> list[bool]:
        """Whether the dimensions close."""
        return list(self._periods)

    @property
    def coords(self) -> list[int]:
        """This PE's place."""
        return self.Get_coords(self.rank)

    def Get_dim(self) -> int:
        """The number of dimensions."""
        return len(self._dims)

    dim = ndim = property(Get_dim, doc="The number of dimensions.")

    def Get_topo(self) -> tuple[list[int], list[bool], list[int]]:
        """(dims, periods, coords)"""
        return self.dims, self.periods, self.coords

    def Get_coords(self, rank: int) -> list[int]:
        """The place of a rank."""
        if not 0 <= rank < self.size:
            raise ValueError(f"Get_coords: {rank} is not a rank (ranks are 0..{self.size - 1})")
        coords = []
        for side in reversed(self._dims):
            rank, at = divmod(rank, side)
            coords.insert(0, at)
        return coords

    def Get_cart_rank(self, coords: Sequence[int]) -> int:
        """The rank at a place; in dimensions that close, around their ends."""
        if len(coords) != len(self._dims):
            raise ValueError(f"Get_cart_rank: {len(self._dims)} coordinates are needed, got {list(coords)}")
        rank = 0
        for at, side, closes in zip(coords, self._dims, self._periods):
            if not closes and not 0 <= at < side:
                raise ValueError(f"Get_cart_rank: {list(coords)} is outside of the grid of {'x'.join(map(str, self._dims))}")
            rank = rank * side + at % side
        return rank

    def Shift(self, direction: int, disp: int = 1) -> tuple[int, int]:
        """(source, dest) of a step along a dimension: the ranks disp before and behind this one; PROC_NULL past an end."""
        if not 0 <= direction < len(self._dims):
            raise ValueError(f"Shift: direction: 0 .. {len(self._dims) - 1} is needed, got {direction}")

        def at(distance):
            coords = self.coords
            coords[direction] += distance
            is_in = self._periods[direction] or 0 <= coords[direction] < self._dims[direction]
            return self.Get_cart_rank(coords) if is_in else PROC_NULL

        return at(-disp), at(disp)

    def Sub(self, remain_dims: Sequence[bool]) -> Cartcomm:
        """The grid of the PEs that differ from this one in the dimensions marked True alone."""
        if len(remain_dims) != len(self._dims):
            raise ValueError(f"Sub: one mark for each of {len(self._dims)} dimensions is needed, got {list(remain_dims)}")
        color = 0
        for at, side, stays in zip(self.coords, self._dims, remain_dims):
            color = color if stays else color * side + at
        part = self.Split(color, self.rank)
        kept = [(side, closes) for side, closes, stays in zip(self._dims, self._periods, remain_dims) if stays]
        return Cartcomm(part, [side for side, _ in kept], [closes for _, closes in kept])
