"""The source of random numbers."""
from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Stream(Random):
    """Random with quick small choices: most of the corpus is filler, and most of its cost was in drawing words without
    a bias of 2^-53 that nobody here can see."""

    def choice(self, options: Sequence[T]) -> T:
        return options[int(self.random() * len(options))]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        low, high = (0, start) if stop is None else (start, stop)
        if step != 1 or high - low > 1 << 40:
            return super().randrange(low, high, step)
        return low + int(self.random() * (high - low))

    def randint(self, low: int, high: int) -> int:
        return self.randrange(low, high + 1)
