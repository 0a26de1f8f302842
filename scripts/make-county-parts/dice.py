"""Chance that is the same on every machine: whole numbers only, one stream for each purpose."""

import hashlib

_WORD = (1 << 64) - 1


class Dice:
    """SplitMix64, seeded by a purpose, so that a change in one part moves nothing in another.

    Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators",
    OOPSLA 2014.
    """

    def __init__(self, purpose):
        digest = hashlib.sha256(("Curlew County: " + purpose).encode()).digest()
        self._state = int.from_bytes(digest[:8], "big")

    def _next(self):
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return mixed ^ (mixed >> 31)

    def below(self, end):
        """A whole number from 0 to end - 1."""
        return (self._next() * end) >> 64

    def between(self, low, high):
        """A whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def percent(self, chance):
        """True in so many of a hundred cases."""
        return self.below(100) < chance

    def pick(self, items):
        """One of the items."""
        return items[self.below(len(items))]

    def bell(self, spread):
        """A whole number around 0, rarely beyond twice the spread, never beyond three times."""
        return sum(self.between(-spread, spread) for _ in range(3))

    def shuffled(self, items):
        """The items in another order."""
        items = list(items)
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items
