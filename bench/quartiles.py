#!/usr/bin/env python3
"""What are the medians and quartiles of recorded searches?

    make study NAME=quartiles ARGS="[--by COLUMN,...] [--markdown] FILE..."

FILEs are results of `superflip bench solve --each --format csv`; their searches are grouped by the columns
(heuristic,length). A row has the number of states; for each number of threads the mean of the seconds, the
lower quartile, the median and the upper quartile; the seconds of one thread divided by those of two, by
their sums; and, with the fewest threads, the mean number of lookups and the nanoseconds of each. --markdown:
rows as doc/results.md has them. At once.
"""

import argparse
import csv
import statistics
import sys


def digits(value):
    """Three significant ones."""
    return f"{value:#.3g}".rstrip(".") if value < 1000 else f"{value:.0f}"


def exponent(value):
    mantissa, power = f"{value:.2e}".split("e")
    return f"{mantissa}e{int(power)}"


def read(paths, columns):
    """By group and number of threads: [(seconds, lookups), ...]."""
    groups = {}
    for path in paths:
        with open(path) as file:
            for row in csv.DictReader(line for line in file if not line.startswith("#")):
                if row["instance"] == "instance":  # files may be joined
                    continue
                group = groups.setdefault(tuple(row[column] for column in columns), {})
                group.setdefault(int(row["threads"]), []).append((float(row["seconds"]), int(row["lookups"])))
    return groups


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--by", default="heuristic,length")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()

    columns = arguments.by.split(",")
    groups = read(arguments.files, columns)
    threads = sorted({n for group in groups.values() for n in group})
    titles = [*columns, "states"]
    for n in threads:
        titles += [f"{what}_{n}" for what in ("mean", "lower", "median", "upper")]
    titles += ["speed_up", "lookups", "nanoseconds"]

    rows = []
    for names, group in groups.items():
        row = dict(zip(columns, names))
        for n, searches in group.items():
            seconds = [s for s, _ in searches]
            quarters = statistics.quantiles(seconds, method="inclusive") if len(seconds) > 1 else seconds * 3
            row["states"] = len(seconds)
            row |= zip((f"mean_{n}", f"lower_{n}", f"median_{n}", f"upper_{n}"),
                       (statistics.fmean(seconds), *quarters))
        if 2 in group and 1 in group:
            row["speed_up"] = row["mean_1"] / row["mean_2"]
        fewest = group[min(group)]
        row["lookups"] = statistics.fmean(n for _, n in fewest)
        row["nanoseconds"] = sum(s for s, _ in fewest) * min(group) / sum(n for _, n in fewest) * 1e9
        rows.append(row)

    if arguments.markdown:
        for row in rows:
            cells = [f"`{row[column]}`" if column == "heuristic" else row[column] for column in columns]
            cells.append(row["states"])
            for n in threads:
                cells.append(digits(row[f"mean_{n}"]))
                cells.append("{} ({} to {})".format(*(digits(row[f"{what}_{n}"])
                                                      for what in ("median", "lower", "upper"))))
            cells += [f"{row['speed_up']:.2f}"] if "speed_up" in row else []
            cells += [exponent(row["lookups"]), f"{row['nanoseconds']:.1f}"]
            print("|", " | ".join(str(cell) for cell in cells), "|")
        return
    table = csv.DictWriter(sys.stdout, titles, lineterminator="\n")
    table.writeheader()
    for row in rows:
        table.writerow({title: f"{value:.6g}" if isinstance(value, float) else value for title, value in row.items()})


if __name__ == "__main__":
    main()
