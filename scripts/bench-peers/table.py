#!/usr/bin/env python3
"""Prints the rows of all harnesses as one table a data set, with ratios.

usage: table.py RESULTS.tsv
"""

import collections
import statistics
import sys

HEAD = f"{'':24}{'Ambit':>10}  {'times as fast as the best peer':34}others"


def read(path):
    """Medians over the rounds: data, points -> operation -> name -> value."""
    rounds = collections.defaultdict(
        lambda: collections.defaultdict(lambda: collections.defaultdict(list))
    )
    with open(path, encoding="utf-8") as rows:
        for row in rows:
            fields = row.rstrip("\n").split("\t")
            if len(fields) == 11:
                name, _, data, count, operation, median = fields[:6]
                rounds[data, int(count)][operation][name].append(float(median))
    return {
        case: {
            operation: {name: statistics.median(values) for name, values in names.items()}
            for operation, names in operations.items()
        }
        for case, operations in rounds.items()
    }


def print_set(data, count, operations):
    kind = {"C": "clustered like people", "U": "uniform"}.get(data, data)
    print(f"\n{count:,} points, {kind}: microseconds (load: s; memory: bytes a point)\n{HEAD}")
    for operation, values in operations.items():
        ours = values.get("ambit")
        if ours is None:
            continue
        # Many at once: the peers do them one by one.
        values = operations.get(operation.removesuffix("_many"), values)
        values = {name: value for name, value in values.items() if name != "ambit"}
        ranking = sorted(values.items(), key=lambda item: item[1])
        best = f"{ranking[0][1] / ours:.2f}  {ranking[0][0]} {ranking[0][1]:.3g}" if ranking else ""
        others = ", ".join(f"{name} {value:.3g}" for name, value in ranking[1:])
        print(f"{operation:24}{ours:10.3g}  {best:34}{others}")


def print_growth(table, data):
    """What ten times the points cost for the same number found."""
    small, large = table.get((data, 1_000_000)), table.get((data, 10_000_000))
    if not small or not large:
        return
    print(f"\n{data}: ten million over one million, same number found")
    for operation in ("radius5km_of_million", "knn1", "knn10", "knn100"):
        if operation in small and operation in large:
            ratio = large[operation]["ambit"] / small[operation]["ambit"]
            print(f"{operation:24}{ratio:10.2f}")


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    table = read(sys.argv[1])
    for data in sorted({data for data, _ in table}):
        print_growth(table, data)
    for (data, count), operations in table.items():
        print_set(data, count, operations)


if __name__ == "__main__":
    main()
