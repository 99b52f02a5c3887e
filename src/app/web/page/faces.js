/* Cubes of n layers as stickers: where each lies, and where turns of a face take it.
 * Facelets are numbered as the program writes them: faces U R F D L B, each row by row. */
export const FACES = "URFDLB";
const FRENCH = "HDABGP";

/* Directions: x to the right, y up, z towards the viewer. */
const NORMAL = {U: [0, 1, 0], R: [1, 0, 0], F: [0, 0, 1], D: [0, -1, 0], L: [-1, 0, 0], B: [0, 0, -1]};

/* A clockwise quarter turn as seen from the outside of a face. */
function quarter(face, [x, y, z]) {
  switch (face) {
    case "R": return [x, z, -y];
    case "L": return [x, -z, y];
    case "U": return [-z, y, x];
    case "D": return [z, y, -x];
    case "F": return [y, -x, z];
    default: return [-y, x, z];
  }
}

/* Row r and column c of a face; distances between layers are 2, so that all coordinates are whole. */
function place(face, n, r, c) {
  const low = 1 - n, high = n - 1, out = n;
  const across = low + 2 * c, down = high - 2 * r;
  switch (face) {
    case "U": return [across, out, low + 2 * r];
    case "R": return [out, down, high - 2 * c];
    case "F": return [across, down, out];
    case "D": return [across, -out, high - 2 * r];
    case "L": return [-out, down, low + 2 * c];
    default: return [high - 2 * c, down, -out];
  }
}

/* ---- positions: facelets as the program writes them; of a cube of three layers whose centres are marked also six digits, by how many
 * clockwise quarter turns the mark on each face is turned from the upper row of the face in the net ---- */
const SUFFIXES = ["", "+", "2", "-"];

/** @param centres  "U+ R2 F-": those that are turned */
export function withCentres(facelets, centres) {
  return facelets + [...FACES].map((face) => Math.max(0, SUFFIXES.indexOf(new RegExp(`${face}(.)`).exec(centres)?.[1]))).join("");
}

/** The turns of the six centres; null: they are not marked. */
export function centresOf(position) {
  return position.length === 60 ? [...position.slice(54)].map(Number) : null;
}

/** Them as the program writes them. @param names  of the centres, which may have been painted */
export function writeCentres(turns, names = FACES) {
  return turns.flatMap((n, face) => n === 0 ? [] : names[face] + SUFFIXES[n]).join(" ");
}

/* The direction of a mark. */
function directionOf(face, turns) {
  let v = place(face, 3, 0, 1).map((x, axis) => (x - place(face, 3, 1, 1)[axis]) / 2);
  for (let i = 0; i < turns; i++) v = quarter(face, v);
  return v;
}

/* The marks after a clockwise quarter turn. */
function turnCentres(turns, move) {
  const {stickers} = geometry(3), after = [...turns];
  [...FACES].forEach((face, i) => {
    if (!isTurned(stickers[9 * i + 4], move, 3)) return;
    const to = [...FACES].findIndex((other) => quarter(move.face, NORMAL[face]).join() === NORMAL[other].join());
    const direction = quarter(move.face, directionOf(face, turns[i])).join();
    after[to] = [0, 1, 2, 3].find((n) => directionOf(FACES[to], n).join() === direction);
  });
  return after;
}

const geometries = {};

/** The stickers of a cube with n layers: for each its face, row, column and position. */
export function geometry(n) {
  if (geometries[n]) return geometries[n];
  const stickers = [], index = new Map();
  for (const face of FACES)
    for (let r = 0; r < n; r++)
      for (let c = 0; c < n; c++) {
        const position = place(face, n, r, c);
        index.set(position.join(), stickers.length);
        stickers.push({face, r, c, position});
      }
  geometries[n] = {n, stickers, index, from: {}};
  return geometries[n];
}

/* The stickers that a move turns, the centre of its face among them. */
function isTurned({position}, {face, layers = "near"}, n) {
  const height = dot(position, NORMAL[face]);
  return layers.includes(height >= n - 1 ? "near" : height <= 1 - n ? "far" : "middle");
}

function permutation({n, stickers, index}, move) {
  const from = stickers.map((_, i) => i);
  stickers.forEach((sticker, i) => {
    if (isTurned(sticker, move, n)) from[index.get(quarter(move.face, sticker.position).join())] = i;
  });
  return from;
}

/* Which sticker comes to each place by a quarter turn of a move. */
function fromOf(n, move) {
  const known = geometry(n), name = move.layers ? `${move.face} ${move.layers}` : move.face;
  known.from[name] ??= permutation(known, move);
  return known.from[name];
}

/** The numbers of the stickers in the layers of a move. */
export function layerOf(move, n) {
  const {stickers} = geometry(n);
  return [...stickers.keys()].filter((i) => isTurned(stickers[i], move, n));
}

export function dot(a, b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function oppositeOf(face) {
  return FACES[(FACES.indexOf(face) + 3) % 6];
}

export function normalOf(face) {
  return NORMAL[face];
}

/** How many layers a cube has that is written with so many facelets. */
export function layersOf(facelets) {
  return Math.round(Math.sqrt(facelets.length / 6));
}

export function solvedFacelets(n) {
  return [...FACES].map((face) => face.repeat(n * n)).join("");
}

/** Whether every face has one colour, grey stickers left out. */
export function isSolved(facelets) {
  const perFace = layersOf(facelets) ** 2;
  return [...FACES].every((_, face) => new Set(facelets.slice(face * perFace, (face + 1) * perFace).replaceAll(".", "")).size <= 1);
}

/* Turns of other layers than one of the outside: like which face, and which layers as seen from it. */
const WIDE = "near middle", SLICES = {M: "L", E: "D", S: "F"}, ROTATIONS = {x: "R", y: "U", z: "F"};

function turnOf(letter, letters) {
  const names = letters === "french" ? FRENCH : FACES, face = FACES[names.indexOf(letter[0])];
  if (letter in SLICES) return {letter, face: SLICES[letter], layers: "middle"};
  if (letter in ROTATIONS) return {letter, face: ROTATIONS[letter], layers: "near middle far"};
  return letter.endsWith("w") ? {letter, face, layers: WIDE} : {face};
}

/** A move: {face, turns}, turns 1 clockwise, 2 half, 3 counter-clockwise; of slices, wide turns and rotations also their letter and their
 * layers as seen from the face. */
export function parseMoves(text, letters) {
  return text.trim().split(/\s+/).filter((word) => word !== "").map((word) => {
    const [, letter, suffix] = /^([A-Za-z]w?)(.*)$/.exec(word) ?? [], turns = {"": 1, "2": 2, "'": 3}[suffix];
    const turn = letter === undefined ? {} : turnOf(letter, letters);
    if (turn.face === undefined || turns === undefined) throw new Error(`'${word}' is not a turn`);
    return {...turn, turns};
  });
}

export function moveName({face, turns, letter}, letters) {
  const names = letters === "french" ? FRENCH : FACES;
  return (letter ?? names[FACES.indexOf(face)]) + ["", "", "2", "'"][turns];
}

export function inverseMove(move) {
  return {...move, turns: 4 - move.turns};
}

/** The position after a move. */
export function afterMove(facelets, move) {
  const from = fromOf(layersOf(facelets), move);
  let now = facelets, centres = centresOf(facelets);
  for (let i = 0; i < move.turns; i++) {
    now = from.map((j) => now[j]).join("");
    centres &&= turnCentres(centres, move);
  }
  return now + (centres ?? []).join("");
}

export function afterMoves(facelets, moves) {
  return moves.reduce(afterMove, facelets);
}

/** A position with the stickers grey that a goal leaves open, which the moves are followed back to; as it is where the moves end at another
 * view of the goal, and for goals of the last layer, whose other stickers help to see what is done.
 * @param seen  stickers of the goal, '.' where it leaves them open */
export function withoutOpen(facelets, goal, seen, moves) {
  const isOpen = (i) => seen[i] === ".", hasSeen = [...seen].some((c, i) => c !== "." && i % 9 !== 4);
  const end = afterMoves(facelets, moves);
  if (/\b([pe]|co|cm)?ll\b/.test(goal) || !hasSeen || [...end].some((c, i) => !isOpen(i) && c !== seen[i])) return facelets;
  const open = afterMoves(seen.replace(/[^.]/g, "x"), moves.map(inverseMove).reverse());
  return [...facelets].map((c, i) => (open[i] === "." ? "." : c)).join("");
}

/** The colours of the first sides that a goal names, "fb:DL", as letters of a position's centres; "" where it names none, or an axis. */
export function coloursOfSide(goal, facelets) {
  const sides = [...(goal ?? "").matchAll(/:([URFDLB]+)(?=[+,]|$)/g)].map(([, faces]) => faces), faces = sides.find(([a, b]) => oppositeOf(a) !== b) ?? "";
  return [...faces].map((face) => facelets[9 * FACES.indexOf(face) + 4]).map((colour, i) => (colour === "." ? faces[i] : colour)).join("");
}

/** What moves cost: a half turn is one move in HTM, two in QTM. */
export function costOf(moves, metric) {
  return moves.reduce((sum, {turns}) => sum + (metric === "qtm" && turns === 2 ? 2 : 1), 0);
}

/** The stickers that a move takes to another place. */
export function stickersOf(move, n) {
  const from = fromOf(n, move);
  return from.map((j, i) => j !== i ? i : -1).filter((i) => i >= 0);
}

/** The colours of the faces: the western scheme, as in the program's pictures. */
export const COLOUR = {U: "#ffffff", R: "#c41e3a", F: "#009b48", D: "#ffd500", L: "#ff5800", B: "#0051ba"};
