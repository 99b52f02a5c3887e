"""Pictures for notebooks: the net of a cube, and the pages' player of solutions; HTML that needs no network."""

from __future__ import annotations

import json
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any

_COLOURS = {"U": "#f4f4f4", "R": "#c41e3a", "F": "#009b48", "D": "#ffd500", "L": "#ff7a1a", "B": "#1d5fc4"}
#: Where the faces are in the net, in faces.
_PLACES = {"U": (1, 0), "R": (2, 1), "F": (1, 1), "D": (1, 2), "L": (0, 1), "B": (3, 1)}
_PITCH = 16


def net(facelets: str) -> str:
    """An SVG of 54 (or 24) facelets; each has the class f."""
    n = 3 if len(facelets) == 54 else 2
    squares = []
    for i, letter in enumerate(facelets):
        face, place = divmod(i, n * n)
        column, row = _PLACES["URFDLB"[face]]
        x, y = (column * n + place % n) * _PITCH + 4 * column, (row * n + place // n) * _PITCH + 4 * row
        squares.append(
            f'<rect class="f" x="{x + 1}" y="{y + 1}" width="{_PITCH - 2}" height="{_PITCH - 2}" rx="2" stroke="#333" '
            f'fill="{_COLOURS.get(letter, "#b9c0cb")}"/>'
        )
    width, height = 4 * n * _PITCH + 12, 3 * n * _PITCH + 8
    return f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-label="{facelets}">{"".join(squares)}</svg>'


@lru_cache(maxsize=None)
def _page() -> str | None:
    """The page that `superflip solve --html` writes, with a mark in place of its cubes; None: it was not built."""
    here = Path(__file__).resolve()
    places = [here.with_name("player.html"), *(root / "build/web/file.html" for root in list(here.parents)[4:5])]  # the wheel's, the source tree's
    return next((place.read_text(encoding="utf-8") for place in places if place.is_file()), None)


def player(facelets: str, record: dict[str, Any], seen: str | None, sides: dict[str, str | None], metric: str) -> str:
    """The player of that page, in a frame of its own.

    record  as a line of `superflip solve --json`
    seen    the goal's facelets, '.' for those that it leaves open; None: the solved cube
    sides   those of each side from which a solution reaches it
    """
    page = _page()
    if page is None:
        return net(facelets)
    data = {"puzzle": None, "metric": metric, "cubes": [{"record": record, "facelets": facelets, "seen": seen, "seen_from": sides}]}
    text = page.replace("<!-- data -->", json.dumps(data).replace("<", "\\u003c"))
    return f'<iframe title="superflip" style="width:100%;height:44rem;border:0" srcdoc="{escape(text)}"></iframe>'
