/* The 2x2x2 as Laurent Théry numbers it, solved by his table of distances mod 3, and what can be wrong with a painted one:
 * the checks and the words of the program (src/engine/pocket). */
import { FACES, geometry, moveName } from "./faces.js";

export const PERMS = 5040, ORIS = 729, STATES = PERMS * ORIS;
const CORNERS = ["URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DBL", "DRB"];
/* Théry's places 1 to 7; the cubie at UFL never moves. */
const PLACES = ["URF", "DFR", "DLF", "UBR", "DRB", "DBL", "ULB"];
/* Held the other way up (x2), his right, back and down are the program's R, F and U, which leave DBL in its place. */
const TURNED = {U: "D", D: "U", F: "B", B: "F", R: "R", L: "L"};
/* A move is 3 * face + turns - 1. */
const MOVES = ["R", "F", "U"].flatMap((face) => [1, 2, 3].map((turns) => ({face, turns})));
const STEPS = {htm: [0, 1, 2, 3, 4, 5, 6, 7, 8], qtm: [0, 2, 3, 5, 6, 8]};

const at = new Map(geometry(2).stickers.map((sticker, i) => [sticker.position.join(), i]));

/* The facelet of a corner on face k of its name: on that face's side, in the layers of the other two. */
function facelet(corner, k) {
  const position = [0, 0, 0];
  for (const face of corner) {
    const axis = "RUFLDB".indexOf(face) % 3, sign = "RUF".includes(face) ? 1 : -1;
    position[axis] = sign * (face === corner[k] ? 2 : 1);
  }
  return at.get(position.join());
}
const FACELETS = Object.fromEntries(CORNERS.map((corner) => [corner, [0, 1, 2].map((k) => facelet(corner, k))]));

/* ---- what can be wrong ---- */
function opposite(facelets, colour) {
  const met = new Set([colour]);
  for (const corner of CORNERS) {
    const seen = FACELETS[corner].map((i) => facelets[i]);
    if (seen.includes(colour)) seen.forEach((c) => met.add(c));
  }
  const left = [...FACES].filter((c) => !met.has(c));
  return left.length === 1 ? left[0] : null;
}

function fault(message, ...stickers) {
  return {fault: {message, stickers}};
}

/* The colours by the faces that they are: the corner at DBL is in its place. */
function readFaces(facelets) {
  const face = {};
  for (let k = 0; k < 3; k++) {
    const colour = facelets[FACELETS.DBL[k]], other = opposite(facelets, colour);
    if (other === null)
      return fault(`'${colour}' must meet four of the other colours on corners and lie opposite the fifth; it does not`,
                   ...[...facelets].flatMap((c, i) => c === colour ? [i] : []));
    face[colour] = "DBL"[k];
    face[other] = "UFR"[k];
  }
  return Object.keys(face).length === 6 ? {face}
    : fault("the corner at DBL has two stickers of one colour, or of opposite ones; no such cubie", ...FACELETS.DBL);
}

function findCubie(seen) {
  for (let cubie = 0; cubie < 8; cubie++)
    for (let ori = 0; ori < 3; ori++)
      if ([0, 1, 2].every((k) => seen[(k + ori) % 3] === CORNERS[cubie][k])) return {cubie: CORNERS[cubie], ori};
  return null;
}

/** Read 24 facelets, colours in letters U R F D L B.
 * @return {corners: {URF: {cubie, ori}, ...}}, or {fault: {message, stickers}} */
export function readPocket(facelets) {
  for (const colour of [...new Set(facelets)]) {
    const stickers = [...facelets].flatMap((c, i) => c === colour ? [i] : []);
    if (stickers.length !== 4)
      return fault(`'${colour}' appears ${stickers.length} time${stickers.length === 1 ? "" : "s"}; each of six colours must appear 4 times`, ...stickers);
  }
  const faces = readFaces(facelets);
  if (faces.fault) return faces;
  const corners = {}, place = {};
  let twist = 0;
  for (const corner of CORNERS) {
    const seen = FACELETS[corner].map((i) => facelets[i]), named = seen.map((c) => faces.face[c]);
    const found = findCubie(named);
    if (found === null) {
      const mirrored = findCubie([named[0], named[2], named[1]]) !== null ? " (it is a mirror image)" : "";
      return fault(`the corner at ${corner} has stickers ${seen.join(" ")}; no such cubie${mirrored}`, ...FACELETS[corner]);
    }
    if (place[found.cubie])
      return fault(`corner ${found.cubie} appears twice, at ${place[found.cubie]} and at ${corner}`,
                   ...FACELETS[place[found.cubie]], ...FACELETS[corner]);
    place[found.cubie] = corner;
    corners[corner] = found;
    twist += found.ori;
  }
  if (twist % 3 !== 0)
    return fault(`corner orientations sum to ${twist % 3} mod 3; no sequence of turns solves this cube`);
  return {corners};
}

/* ---- numbers ---- */
function rankPerm(perm) {
  const sorted = [...perm];
  let index = 0;
  for (let i = 0; i < 6; i++) {
    const distance = sorted.indexOf(i, i) - i;
    [sorted[i], sorted[i + distance]] = [sorted[i + distance], sorted[i]];
    index = index * (7 - i) + distance;
  }
  return index;
}

function unrankPerm(index) {
  const perm = [0, 1, 2, 3, 4, 5, 6];
  for (let i = 5; i >= 0; i--) {
    const other = i + index % (7 - i);
    [perm[i], perm[other]] = [perm[other], perm[i]];
    index = Math.floor(index / (7 - i));
  }
  return perm;
}

function rankOri(ori) {
  return ori.slice(0, 6).reduceRight((index, o) => index * 3 + o, 0);
}

function unrankOri(index) {
  const ori = [];
  for (let i = 0; i < 6; i++, index = Math.floor(index / 3)) ori.push(index % 3);
  return [...ori, (3 - ori.reduce((a, b) => a + b) % 3) % 3];
}

/* A place of the program's cube, or a cubie, held the other way up: a corner's name with its first letter U or D first. */
const OTHER_WAY_UP = Object.fromEntries(CORNERS.map((corner) => {
  const letters = [...corner].map((face) => TURNED[face]);
  return [corner, CORNERS.find((c) => letters.every((face) => c.includes(face)))];
}));

/** Théry's state of corners read by readPocket(), so that his r b d are R F U here. */
export function stateOf(corners) {
  const perm = [], ori = [];
  PLACES.forEach((place, i) => {
    const {cubie, ori: twist} = corners[OTHER_WAY_UP[place]];
    perm[i] = PLACES.indexOf(OTHER_WAY_UP[cubie]);
    ori[i] = (3 - twist) % 3;
  });
  return {perm, ori};
}

export function rank({perm, ori}) {
  return rankPerm(perm) * ORIS + rankOri(ori);
}

/* The facelets of a state, colours as if DBL were solved. */
export function faceletsOf(index) {
  const perm = unrankPerm(Math.floor(index / ORIS)), ori = unrankOri(index % ORIS);
  const facelets = [];
  const draw = (place, cubie, twist) => [0, 1, 2].forEach((k) => { facelets[FACELETS[place][(k + twist) % 3]] = cubie[k]; });
  PLACES.forEach((place, i) => draw(OTHER_WAY_UP[place], OTHER_WAY_UP[PLACES[perm[i]]], (3 - ori[i]) % 3));
  draw("DBL", "DBL", 0);
  return facelets.join("");
}

/* ---- turns of numbers ---- */
/* Théry's r, b and d on his places and orientations. */
const CYCLES = {
  R: {places: [1, 4, 2, 0, 3, 5, 6], twists: [1, 2, 0, 2, 1, 0, 0]},
  F: {places: [0, 1, 2, 4, 5, 6, 3], twists: [0, 0, 0, 1, 2, 1, 2]},
  U: {places: [0, 2, 5, 3, 1, 4, 6], twists: [0, 0, 0, 0, 0, 0, 0]},
};

function afterTurn({perm, ori}, {face, turns}) {
  const {places, twists} = CYCLES[face];
  for (let i = 0; i < turns; i++) {
    const p = perm, o = ori;
    perm = places.map((from) => p[from]);
    ori = places.map((from, k) => (o[from] + twists[k]) % 3);
  }
  return {perm, ori};
}

let steps = null;

/** The moves as tables on the two halves of an index: perm[9 * i + move], ori[9 * i + move]. */
export function moveTables() {
  if (steps) return steps;
  steps = {perm: new Uint16Array(PERMS * 9), ori: new Uint16Array(ORIS * 9)};
  MOVES.forEach((move, m) => {
    for (let i = 0; i < PERMS; i++)
      steps.perm[9 * i + m] = rankPerm(afterTurn({perm: unrankPerm(i), ori: unrankOri(0)}, move).perm);
    for (let i = 0; i < ORIS; i++)
      steps.ori[9 * i + m] = rankOri(afterTurn({perm: unrankPerm(0), ori: unrankOri(i)}, move).ori);
  });
  return steps;
}

/* ---- the table ---- */
/** The table from the text that the page carries (base64). */
export function decodeTable(base64) {
  const bytes = atob(base64);
  const table = new Uint8Array(bytes.length);
  for (let i = 0; i < bytes.length; i++) table[i] = bytes.charCodeAt(i);
  return table;
}

function entry(table, index) {
  return table[index >> 2] >> (index & 3) * 2 & 3;
}

/** The moves of a shortest solution: of all steps one leads closer, and the table says which.
 * @param table   of distances mod 3, in the metric
 * @return moves as faces.js has them; in QTM two equal quarter turns are one half turn */
export function solveByTable(table, metric, index) {
  const {perm, ori} = moveTables();
  const moves = [];
  let p = Math.floor(index / ORIS), o = index % ORIS;
  while (p !== 0 || o !== 0) {
    const closer = (entry(table, p * ORIS + o) + 2) % 3;
    const step = STEPS[metric].find((m) => entry(table, perm[9 * p + m] * ORIS + ori[9 * o + m]) === closer);
    if (step === undefined || moves.length > 14) throw new Error("the table is damaged");
    p = perm[9 * p + step];
    o = ori[9 * o + step];
    const last = moves[moves.length - 1], move = MOVES[step];
    if (last && moveName(last) === moveName(move)) moves[moves.length - 1] = {face: move.face, turns: 2};
    else moves.push(move);
  }
  return moves;
}
