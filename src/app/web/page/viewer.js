/* What shows a cube in space: ours, unless the page was built with another one (with-cubing.js). */
import { createSolid } from "./solid.js";

let create = createSolid;

/** @param other  like createSolid(); it also gets load(script) before the first show(), and show() and turn() the number of
 *                moves made as their last argument */
export function setViewer(other) {
  create = other;
}

export function createViewer(n) {
  return create(n);
}
