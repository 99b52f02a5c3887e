"""The command in short: python -m superflip "R U R' U'".

A line of output for each cube, as the command `superflip` prints it; cubes come from the arguments, or a line each from standard input.
Exit status: 0 all are solved; 1 some are not, or are no cubes; 2 wrong usage.
"""

from __future__ import annotations

import argparse
import json
import sys
from itertools import chain
from typing import Iterator, Optional, Sequence

from . import Outcome, Result, Solver, SuperflipError, __version__


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="superflip", description="Finds provably shortest solutions of the Rubik's Cube.")
    parser.add_argument("cube", nargs="*", help="moves, facelets or cubies; without any, lines of standard input")
    parser.add_argument("--version", action="version", version=f"superflip {__version__}")
    parser.add_argument("--puzzle", choices=("3x3", "2x2"), default="3x3")
    parser.add_argument("--metric", choices=("htm", "qtm"), default="htm")
    parser.add_argument("--table", default="auto", help="what to search with (auto: the strongest that is installed)")
    parser.add_argument("--threads", type=int, default=0, help="0: all processors")
    parser.add_argument("--all", action="store_const", const="all", default=1, dest="n", help="all shortest solutions")
    parser.add_argument("--max", type=int, dest="max_length", help="no longer solutions")
    parser.add_argument("--time", type=float, dest="time_limit", help="seconds for each cube")
    parser.add_argument("--json", action="store_true", help="a JSON object for each cube")
    return parser


def _print(result: Result, as_json: bool) -> None:
    if as_json:
        print(json.dumps(result.as_dict()))
        return
    star = "*" if result.is_optimal else ""
    print("\n".join(f"{s.length}{star}  {s}".rstrip() for s in result.solutions) or result, flush=True)


def main(arguments: Optional[Sequence[str]] = None) -> int:
    options = _parser().parse_args(arguments)
    cubes: Iterator[str] = chain(options.cube) if options.cube else (line.strip() for line in sys.stdin if line.strip())
    status = 0
    try:
        with Solver(options.table, options.threads, puzzle=options.puzzle, metric=options.metric) as solver:
            for result in solver.solve_many(
                cubes, on_error="return", n=options.n, max_length=options.max_length, time_limit=options.time_limit
            ):
                _print(result, options.json)
                status |= result.outcome is not Outcome.SOLVED
    except SuperflipError as error:
        print(f"superflip: {error}", file=sys.stderr)
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
