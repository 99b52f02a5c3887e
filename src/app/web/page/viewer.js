/* What shows a cube in space: ours, unless the page was built with another one (with-cubing.js). */
import { createSolid } from "./solid.js";

let create = (n, ours) => ours ?? createSolid(n);

/** @param other  like createSolid(); it also gets load(script) before the first show(), and show() and turn() the number of
 *                moves made as their last argument */
export function setViewer(other) {
  create = other;
}

/** @param ours  a cube in space of createSolid() that may be taken */
export function createViewer(n, ours) {
  return create(n, ours);
}
