/* The unfolded cube: U on top, L F R B in a row, D below. */
import { centresOf, COLOUR, FACES, geometry, layersOf } from "./faces.js";
import { say } from "./words.js";

const AT = {U: [1, 0], L: [0, 1], F: [1, 1], R: [2, 1], B: [3, 1], D: [1, 2]};
const SVG = "http://www.w3.org/2000/svg";
const SIDE = 20, GAP = 6;

/** An element of a drawing. */
export function drawing(name, attributes) {
  const e = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) e.setAttribute(key, value);
  return e;
}

/** The corner of sticker i in the drawing. */
export function netPlace(sticker, n) {
  const [column, row] = AT[sticker.face];
  return [column * (n * SIDE + GAP) + sticker.c * SIDE, row * (n * SIDE + GAP) + sticker.r * SIDE];
}

export function netSize(n) {
  return [4 * n * SIDE + 3 * GAP, 3 * n * SIDE + 2 * GAP];
}

/** What a screen reader says of a net. */
export function netText(facelets) {
  const perFace = layersOf(facelets) ** 2, centres = centresOf(facelets);
  return [...FACES].map((face, i) =>
    `${face}: ${[...facelets.slice(i * perFace, (i + 1) * perFace)].map((c) => say(`colour ${c}`)).join(" ")}` +
    (centres?.[i] > 0 ? `, ${say("centre turned", {n: 90 * centres[i]})}` : "")).join("; ");
}

/** A drawing of a net that can be drawn again.
 * @return {element, show(facelets, moved)}: moved, stickers to mark */
export function createNet(n) {
  const {stickers} = geometry(n);
  const [width, height] = netSize(n);
  const svg = drawing("svg", {viewBox: `-2 -2 ${width + 4} ${height + 4}`, role: "img", class: "net"});
  const title = drawing("title", {});
  svg.append(title);
  const rects = stickers.map((sticker) => {
    const [x, y] = netPlace(sticker, n);
    const rect = drawing("rect", {x: x + 1, y: y + 1, width: SIDE - 2, height: SIDE - 2, rx: 3});
    svg.append(rect);
    return rect;
  });
  const marks = n !== 3 ? [] : [...FACES].map((_, face) => {
    const mark = drawing("rect", {x: -1.5, y: -8, width: 3, height: 6, rx: 1, class: "notch"});
    svg.append(mark);
    return {mark, at: netPlace(stickers[9 * face + 4], n).map((x) => x + SIDE / 2)};
  });
  return {
    element: svg,
    show(facelets, moved = []) {
      const centres = centresOf(facelets);
      if (layersOf(facelets) !== n) throw new Error("a net of another cube");
      rects.forEach((rect, i) => {
        rect.setAttribute("fill", COLOUR[facelets[i]] ?? "var(--blank)");
        rect.classList.toggle("moved", moved.includes(i));
      });
      marks.forEach(({mark, at}, face) => mark.setAttribute("transform", `translate(${at}) rotate(${90 * (centres?.[face] ?? 0)})`));
      svg.classList.toggle("marked", centres !== null);
      title.textContent = netText(facelets);
    },
  };
}
