/* What needs no search: cubes turned, inverted, drawn at random, solutions verified, by functions of include/superflip.h
 * that the module exports. The worker answers requests for lib/NAME with it. */
"use strict";

/* Structures of superflip.h where pointers and size_t have 32 bits: what is read of them. */
const ERROR = {bytes: 1024, row: 8, column: 12, token: 16, text: 336, field: 992};
const VERDICT = {bytes: 16, solves: 4, isPermitted: 5, nMoves: 8, length: 12};
const READ = {french: 1, group: 2, niss: 4, centers: 32};
const PUZZLES = {"3x3x3": 0, "2x2x2": 1}, FACELETS = 1, TEXT_BYTES = 128, LARGEST = 0xFFFFFFFF;
const FIRST_FAULT = 10, OF_THE_MACHINE = 20, BAD_TEXT = 11;  /* of superflip_status */

/* Memory and handles of the library that live as long as act(). */
function withLibrary(act) {
  const releases = [];
  const allocate = (size) => {
    const at = module._malloc(size);
    if (at === 0) throw new Refusal(503, "not enough memory");
    releases.push(() => module._free(at));
    view().fill(0, at, at + size);
    return at;
  };
  const lib = {
    allocate,
    text(string) {
      const size = module.lengthBytesUTF8(string) + 1, at = allocate(size);
      module.stringToUTF8(string, at, size);
      return at;
    },
    /* Call a function whose last argument is an error. */
    call(name, ...args) {
      const error = allocate(ERROR.bytes), status = module[`_superflip_${name}`](...args, error);
      if (status >= FIRST_FAULT) throw refusalOf(status, error);
    },
    /* The same of one that makes a handle. @return it; released by superflip_NAME_free() */
    make(kind, name, ...args) {
      const out = allocate(4);
      lib.call(name, ...args, out);
      const handle = word(out);
      releases.push(() => module[`_superflip_${kind}_free`](handle));
      return handle;
    },
  };
  try {
    return act(lib);
  } finally {
    releases.reverse().forEach((release) => release());
  }
}

/* Memory that has grown has other views. */
function view() {
  return module.wasmMemory ? new Uint8Array(module.wasmMemory.buffer) : module.HEAPU8;
}

function word(at) {
  const bytes = view();
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
}

function refusalOf(status, error) {
  const column = word(error + ERROR.column), row = word(error + ERROR.row), token = module.UTF8ToString(error + ERROR.token);
  const field = word(error + ERROR.field), message = module.UTF8ToString(error + ERROR.text);
  return new Refusal(status < OF_THE_MACHINE ? 422 : 503, message, {
    ...(field ? {field: module.UTF8ToString(field)} : {}),
    ...(status === BAD_TEXT && column > 0 ? {column, token, ...(row > 0 ? {row: row + 1} : {})} : {}),
  });
}

function optionsOf({letters, parentheses, centers}) {
  return (letters === "french" ? READ.french : 0) | (READ[parentheses] ?? 0) | (centers ? READ.centers : 0);
}

function puzzleOf({puzzle = "3x3x3"}) {
  if (!(puzzle in PUZZLES)) throw new Refusal(422, `puzzle: '${puzzle}'; expected 3x3x3 or 2x2x2`);
  return PUZZLES[puzzle];
}

function readCube(lib, body) {
  return lib.make("cube", "cube_parse", puzzleOf(body), lib.text(body.cube), optionsOf(body));
}

/* Facelets, with marks of the centres that are turned. */
function writeCube(lib, cube) {
  const at = lib.allocate(TEXT_BYTES);
  module._superflip_cube_write(cube, FACELETS, at, TEXT_BYTES);
  return module.UTF8ToString(at);
}

/* Fields of a problem as its setter takes them: texts, and yes. */
function setFields(lib, problem, {puzzle, letters, ...fields}) {
  const given = {...fields, puzzle: puzzle?.slice(0, 3), french: letters === "french"};
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && value !== null && value !== false)
      lib.call("problem_set", problem, lib.text(name), lib.text(value === true ? "yes" : String(value)));
}

const LIBRARY = {
  apply: (lib, body) => ({cube: writeCube(lib, lib.make("cube", "cube_turned_by", readCube(lib, body), lib.text(body.moves), optionsOf(body)))}),

  inverse: (lib, body) => ({cube: writeCube(lib, lib.make("cube", "cube_inverse", readCube(lib, body)))}),

  random(lib, {n = 1, seed, ...body}) {
    const given = seed === undefined ? null : BigInt.asUintN(64, BigInt(seed));
    const source = given === null ? lib.make("random", "random_from_system")
      : lib.make("random", "random_from_seed", Number(given & 0xFFFFFFFFn), Number(given >> 32n));
    return {cubes: Array.from({length: n}, () => withLibrary((each) => writeCube(each, each.make("cube", "cube_random", source, puzzleOf(body)))))};
  },

  verify(lib, {cube, solution, ...fields}) {
    const problem = lib.make("problem", "problem_create"), verdict = lib.allocate(VERDICT.bytes);
    setFields(lib, problem, fields);
    view()[verdict] = VERDICT.bytes;
    lib.call("problem_verify", problem, readCube(lib, {cube, ...fields}), lib.text(solution), verdict);
    const bytes = view(), units = word(verdict + VERDICT.length);
    return {
      solves: bytes[verdict + VERDICT.solves] !== 0, is_permitted: bytes[verdict + VERDICT.isPermitted] !== 0,
      n_moves: word(verdict + VERDICT.nMoves), length: units === LARGEST ? null : module._superflip_problem_cost(problem, units),
    };
  },
};

function askLibrary({path, body}) {
  const act = LIBRARY[path.slice("lib/".length)];
  if (act === undefined) throw new Refusal(404, `no ${path}`);
  return withLibrary((lib) => act(lib, body));
}
