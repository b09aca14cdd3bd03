# SPDX-License-Identifier: Apache-2.0
"""Operators of reductions."""
from __future__ import annotations

import operator
from typing import Any, Callable


class Op:
    """An operator: of buffers by its name, of objects a function."""

    def __init__(self, name: str, function: Callable[[Any, Any], Any]):
        self.name, self._function = name, function

    @staticmethod
    def Create(function: Callable[[Any, Any], Any], commute: bool = False) -> Op:
        """An operator of objects. They are combined in rank order, whether they commute or not."""
        return Op(getattr(function, "__name__", "function"), function)

    def Free(self) -> None:
        """Does nothing."""

    def __call__(self, left: Any, right: Any) -> Any:
        return self._function(left, right)

    def __repr__(self) -> str:
        return self.name.upper()


def _extreme(name, choose):
    def chosen(left, right):
        try:
            return choose(left, right)
        except ValueError:
            if hasattr(left, "__array__"):
                raise TypeError(f"{name} compares whole objects, and arrays have no order; Allreduce and Reduce combine them element by "
                                "element, and so does numpy's function as op") from None
            raise
    return chosen


def _located(choose):
    """(value, index) of the least or greatest value; of equal ones that of the least index."""
    def located(left, right):
        (value, index), (other, its) = left, right
        return (value, min(index, its)) if value == other else left if choose(value, other) == value else right
    return located


SUM, PROD = Op("sum", operator.add), Op("prod", operator.mul)
MIN, MAX = Op("min", _extreme("MIN", min)), Op("max", _extreme("MAX", max))
LAND, LOR = Op("land", lambda left, right: bool(left and right)), Op("lor", lambda left, right: bool(left or right))
LXOR = Op("lxor", lambda left, right: bool(left) != bool(right))
BAND, BOR, BXOR = Op("band", operator.and_), Op("bor", operator.or_), Op("bxor", operator.xor)
MINLOC, MAXLOC = Op("minloc", _located(min)), Op("maxloc", _located(max))
_OF_BUFFERS = (SUM, PROD, MIN, MAX, LAND, LOR, LXOR, BAND, BOR, BXOR)


def name_of(call: str, op: Op) -> str:
    """The name of an operator of buffers."""
    if not any(op is one for one in _OF_BUFFERS):
        raise TypeError(f"{call}: buffers are combined by SUM, PROD, MIN, MAX, LAND, LOR, LXOR, BAND, BOR or BXOR, got {op!r}; objects "
                        "have reduce, allreduce and scan, which take any function")
    return op.name
