/* What is already wrong with a net that is painted in part: the checks and the words of the program (src/engine/cube). A net of the 2x2x2
 * has no centres that say which colours lie opposite, so that only its colours are counted. */
import { FACES, geometry, layersOf, normalOf } from "./faces.js";

const CORNER_PLACES = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"];
const EDGE_PLACES = ["UR", "UF", "UL", "UB", "DR", "DF", "DL", "DB", "FR", "FL", "BL", "BR"];
export const CENTRE_STICKERS = [...FACES].map((_, face) => 9 * face + 4);

/* The stickers of the cubie at a place named by its faces, in the order of the name: they lie in the layers of these faces and in the
 * middle of the other axes. */
function stickersOfCubie(name, n) {
  const {stickers} = geometry(n);
  const isThere = ({position}) => ["RL", "UD", "FB"].every((pair, axis) => {
    const face = [...pair].find((f) => name.includes(f));
    return face === undefined ? Math.abs(position[axis]) < n - 1 : position[axis] * (face === pair[0] ? 1 : -1) >= n - 1;
  });
  return [...name].map((face) => stickers.findIndex((sticker) => sticker.face === face && isThere(sticker)));
}

/* The commonest colour; of several the one that is first on a centre, then on the net. */
function findMiscount(facelets, n) {
  const centres = n === 3 ? CENTRE_STICKERS.map((i) => facelets[i]) : [], count = (colour) => [...facelets].filter((c) => c === colour).length;
  const colours = [...new Set([...centres, ...facelets])].filter((c) => c !== "."), most = Math.max(0, ...colours.map(count));
  if (most <= n * n) return null;
  const colour = colours.find((c) => count(c) === most);
  return n === 3 ? `${colour} appears ${most} times; every colour must appear 9 times`
    : `'${colour}' appears ${most} times; each of six colours must appear 4 times`;
}

/* A rotation keeps opposite faces opposite and does not mirror. */
function isRotation([u, r, f, d, l, b]) {
  const areOpposite = [[u, d], [r, l], [f, b]].every(([one, other]) => normalOf(one).every((x, axis) => x === -normalOf(other)[axis]));
  const [x, y, z] = [r, u, f].map(normalOf);
  const volume = x.reduce((sum, _, i) => sum + x[i] * (y[(i + 1) % 3] * z[(i + 2) % 3] - y[(i + 2) % 3] * z[(i + 1) % 3]), 0);
  return areOpposite && volume === 1;
}

function findCentres(centres) {
  for (let face = 1; face < 6; face++) {
    const other = centres.indexOf(centres[face]);
    if (centres[face] !== "." && other < face)
      return `the centres of ${FACES[other]} and ${FACES[face]} are both '${centres[face]}'; the six centres must have six colours`;
  }
  return centres.includes(".") || isRotation(centres) ? null
    : `the centres at U R F D L B are ${centres.join(" ")}; no rotation of the cube puts them there`;
}

/* A cubie shows the letters of its name from any of them on. */
function shows(name, faces) {
  return (name + name).includes(faces);
}

function findCubies(facelets, kind, names, centres) {
  const isKnown = !centres.includes("."), placeOf = {};
  for (const place of names) {
    const colours = stickersOfCubie(place, 3).map((i) => facelets[i]);
    const isPossible = !isKnown && new Set(colours).size === colours.length;
    if (colours.includes(".") || isPossible) continue;
    const faces = colours.map((c) => FACES[centres.indexOf(c)]), cubie = names.find((name) => shows(name, faces.join("")));
    if (!isKnown || cubie === undefined) {
      const isMirrored = isKnown && kind === "corner" && names.some((name) => shows(name, [...faces].reverse().join("")));
      return `the ${kind} at ${place} has stickers ${colours.join(" ")}; no such cubie${isMirrored ? " (it is a mirror image)" : ""}`;
    }
    if (placeOf[cubie]) return `${kind} ${cubie} appears twice, at ${placeOf[cubie]} and at ${place}`;
    placeOf[cubie] = place;
  }
  return null;
}

/** @param facelets  colours in letters U R F D L B, '.' for a blank sticker
 * @return a message, or null: nothing is wrong yet */
export function findFault(facelets) {
  const n = layersOf(facelets), counted = findMiscount(facelets, n);
  if (counted || n === 2) return counted;
  const centres = CENTRE_STICKERS.map((i) => facelets[i]);
  return findCentres(centres) ?? findCubies(facelets, "corner", CORNER_PLACES, centres) ?? findCubies(facelets, "edge", EDGE_PLACES, centres);
}

/** The stickers that a message about facelets names. */
export function stickersAtFault(message, facelets) {
  const n = Math.round(Math.sqrt(facelets.length / 6));
  const colour = /^'?(.)'? (appears \d+ times?|must meet)/.exec(message), facelet = /^facelet (\d+) is/.exec(message);
  const centres = /^the centres of (.) and (.)/.exec(message);
  if (colour) return [...facelets].flatMap((c, i) => c === colour[1] ? [i] : []);
  if (facelet) return [Number(facelet[1]) - 1];
  if (centres) return centres.slice(1).map((face) => FACES.indexOf(face) * n * n + (n * n - 1) / 2);
  return [...message.matchAll(/\bat ([URFDLB]{2,3})\b/g)].flatMap(([, name]) => stickersOfCubie(name, n));
}
