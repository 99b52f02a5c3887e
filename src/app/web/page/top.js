/* A case of the last layer as cubers draw it: the top with the stickers beside it, and arrows where pieces are only exchanged. */
import { COLOUR } from "./faces.js";
import { drawing } from "./net.js";

/* The places around the top, clockwise from the back left: column, row, and the stickers beside them, each with its side. */
const PLACES = [
  [0, 0, {B: 47, L: 36}], [1, 0, {B: 46}], [2, 0, {B: 45, R: 11}], [2, 1, {R: 10}], [2, 2, {R: 9, F: 20}], [1, 2, {F: 19}], [0, 2, {F: 18, L: 38}], [0, 1, {L: 37}],
];
const CENTRE = {U: 4, R: 13, F: 22, L: 40, B: 49}, LOWER = {R: 9, F: 18, D: 27, L: 36, B: 45};
const CELL = 20, BAR = 6, EDGE = 9;

/** Whether all that is seen below the last layer is solved, so that the top says everything. */
export function isOfLastLayer(facelets) {
  return facelets.length === 54 && Object.values(LOWER).every((first) => [...facelets.slice(first + (first === 27 ? 0 : 3), first + 9)].every((c) => c === "." || c === facelets[first + 4]));
}

/* Where each piece belongs, [from, to] as numbers of places, after the turn of the top that leaves most where they are. */
function exchanges(facelets) {
  if ([...facelets.slice(0, 9)].some((c) => c !== facelets[4] || c === ".")) return [];
  const colours = PLACES.map(([, , beside]) => Object.values(beside).map((i) => facelets[i]).sort().join());
  const homes = PLACES.map(([, , beside]) => Object.keys(beside).map((side) => facelets[CENTRE[side]]).sort().join());
  const to = colours.map((seen) => homes.indexOf(seen));
  if (to.includes(-1)) return [];
  const all = [0, 2, 4, 6].map((turn) => to.map((home, from) => [from, (home + turn) % 8]).filter(([from, home]) => from !== home));
  return all.sort((a, b) => a.length - b.length)[0];
}

/** @param facelets  54; '.' is grey */
export function drawTop(facelets) {
  const size = 3 * CELL + 2 * EDGE, at = (i) => EDGE + CELL * (i + 0.5), svg = drawing("svg", {viewBox: `0 0 ${size} ${size}`, role: "img", class: "top"});
  const add = (x, y, width, height, colour) => svg.append(drawing("rect", {x, y, width, height, rx: 2, fill: COLOUR[colour] ?? "var(--blank)"}));
  for (let i = 0; i < 9; i++) add(EDGE + CELL * (i % 3) + 1, EDGE + CELL * Math.floor(i / 3) + 1, CELL - 2, CELL - 2, facelets[i]);
  for (const [column, row, beside] of PLACES)
    for (const [side, i] of Object.entries(beside)) {
      if ("FB".includes(side)) add(EDGE + CELL * column + 1, side === "B" ? 1 : size - BAR - 1, CELL - 2, BAR, facelets[i]);
      else add(side === "L" ? 1 : size - BAR - 1, EDGE + CELL * row + 1, BAR, CELL - 2, facelets[i]);
    }
  const arrows = exchanges(facelets);
  for (const [from, to] of arrows) {
    const [x, y] = PLACES[from].slice(0, 2).map(at), [toX, toY] = PLACES[to].slice(0, 2).map(at), length = Math.hypot(toX - x, toY - y);
    const [dx, dy] = [(toX - x) / length, (toY - y) / length], [endX, endY] = [toX - 3 * dx, toY - 3 * dy];
    svg.append(drawing("path", {class: "arrow", d: `M${x} ${y}L${endX} ${endY}M${endX - 5 * dx + 3 * dy} ${endY - 5 * dy - 3 * dx}L${endX} ${endY}L${endX - 5 * dx - 3 * dy} ${endY - 5 * dy + 3 * dx}`}));
  }
  svg.dataset.arrows = arrows.length;
  return svg;
}
