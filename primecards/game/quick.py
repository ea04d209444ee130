"""Frozen values made quickly: a game makes two states and two views a turn."""

from __future__ import annotations

from dataclasses import fields, make_dataclass
from typing import Any, TypeVar, cast

T = TypeVar("T")


def quick(frozen: type[T]) -> type[T]:
    """Return what makes the same values as *frozen*, a dataclass with slots, in a tenth of the time.

    A frozen dataclass is the slower to make because each of its fields is set by a call. Its twin here has the same
    slots, is not frozen, and becomes a *frozen* as soon as they are filled. All fields have to be given.
    """

    def freeze(self: Any) -> None:
        self.__class__ = frozen

    names = [(field.name, Any) for field in fields(frozen)]  # type: ignore[arg-type]
    twin = make_dataclass(frozen.__name__, names, slots=True, namespace={"__post_init__": freeze})
    return cast(type[T], twin)
