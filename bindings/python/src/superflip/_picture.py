"""Pictures for notebooks: the net of a cube, and a player of a solution; HTML that needs no network."""

from __future__ import annotations

from html import escape
from itertools import count
from typing import Sequence

_COLOURS = {"U": "#f4f4f4", "R": "#c41e3a", "F": "#009b48", "D": "#ffd500", "L": "#ff7a1a", "B": "#1d5fc4"}
#: Where the faces are in the net, in faces.
_PLACES = {"U": (1, 0), "R": (2, 1), "F": (1, 1), "D": (1, 2), "L": (0, 1), "B": (3, 1)}
_PITCH = 16

_numbers = count()


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
            f'fill="{_COLOURS[letter]}"/>'
        )
    width, height = 4 * n * _PITCH + 12, 3 * n * _PITCH + 8
    return f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-label="{facelets}">{"".join(squares)}</svg>'


_PLAYER = """<div id="{id}"><div>{title}</div>{net}<div>
<button aria-label="back">&#9664;</button> <input type="range" min="0" max="{last}" value="0" aria-label="moves made" style="vertical-align:middle">
<button aria-label="on">&#9654;</button> <code></code></div></div>
<script>(() => {{
const states = {states}, moves = {moves}, colours = {colours}, box = document.getElementById("{id}");
const slider = box.querySelector("input"), [back, on] = box.querySelectorAll("button");
const show = n => {{
  slider.value = n;
  box.querySelectorAll(".f").forEach((square, i) => square.setAttribute("fill", colours[states[n][i]]));
  box.querySelector("code").textContent = moves.slice(0, n).join(" ");
}};
slider.oninput = () => show(+slider.value);
back.onclick = () => show(Math.max(0, +slider.value - 1));
on.onclick = () => show(Math.min(moves.length, +slider.value + 1));
}})()</script>"""


def player(title: str, states: Sequence[str], moves: Sequence[str]) -> str:
    """A net with buttons.

    states  facelets before the first move, and after each
    """
    return _PLAYER.format(
        id=f"superflip-{next(_numbers)}", title=escape(title), net=net(states[0]), last=len(moves), states=list(states),
        moves=list(moves), colours=_COLOURS,
    )
