/* The random walk of Théry's article: turn at random until the cube is solved. Of the nine moves those of the face that was
 * turned last are left out. */
import { moveTables, ORIS } from "./pocket.js";

/* xorshift32 (Marsaglia 2003), good enough to stray. */
function next(walk) {
  walk.random ^= walk.random << 13;
  walk.random ^= walk.random >>> 17;
  walk.random ^= walk.random << 5;
  return walk.random >>> 0;
}

export function walkFrom(index) {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0];
  return {perm: Math.floor(index / ORIS), ori: index % ORIS, last: -1, turns: 0, random: seed | 1};
}

export function walkIndex(walk) {
  return walk.perm * ORIS + walk.ori;
}

export function walkIsHome(walk) {
  return walk.perm === 0 && walk.ori === 0;
}

/** Make up to so many turns, until the cube is solved. */
export function walkOn(walk, turns) {
  const {perm, ori} = moveTables();
  for (let i = 0; i < turns && !walkIsHome(walk); i++) {
    const face = walk.last < 0 ? next(walk) % 3 : (walk.last + 1 + next(walk) % 2) % 3;
    const move = 3 * face + next(walk) % 3;
    walk.perm = perm[9 * walk.perm + move];
    walk.ori = ori[9 * walk.ori + move];
    walk.last = face;
    walk.turns++;
  }
}
