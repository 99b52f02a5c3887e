/* Faults of nets that are painted in part, against the program's words for the whole net. */
import assert from "node:assert/strict";
import { solvedFacelets } from "../../src/app/web/page/faces.js";
import { findFault, stickersAtFault } from "../../src/app/web/page/partial.js";
import { run, test } from "./browser.mjs";

const CENTRES = [4, 13, 22, 31, 40, 49];

function pick(n) {
  return Math.floor(Math.random() * n);
}

function randomNets(n) {
  return run(["scramble", "--type", "state", "--format", "facelets", "-n", String(n)]).trim().split("\n");
}

/* What the program says of a net; undefined if nothing is wrong. */
function told(facelets) {
  return JSON.parse(run(["solve", "--method", "layers", "--json", "-q", facelets], [0, 3])).error?.message.replace(/ \(read as facelets;.*$/, "");
}

function blank(facelets, isKept) {
  return [...facelets].map((c, i) => isKept(i) ? c : ".").join("");
}

/* Faults of the whole cube cannot be seen while stickers are blank. */
function isOfWhole(message) {
  return /^(corner|edge) orientations|^corner and edge permutations/.test(message);
}

test("what is wrong with a net is said in the program's words, also when only the stickers at fault and the centres are painted", () => {
  const seen = new Set();
  const facelets = randomNets(90).map((net, i) => {
    const stickers = [...net];
    for (let k = 0; k <= i % 5; k++) {
      const a = i % 6 === 5 ? CENTRES[pick(6)] : pick(54), b = i % 6 === 5 ? CENTRES[pick(6)] : pick(54);
      if (i % 3 === 0) stickers[a] = stickers[b];
      else [stickers[a], stickers[b]] = [stickers[b], stickers[a]];
    }
    return stickers.join("");
  });
  for (const net of facelets) {
    const message = told(net), expected = message === undefined || isOfWhole(message) ? null : message;
    seen.add(message?.replace(/\b[URFDLB]{1,3}\b/g, "").split(";")[0]);
    assert.equal(findFault(net), expected, net);
    if (expected === null || expected.startsWith("the centres at")) continue;
    const kept = [...CENTRES, ...stickersAtFault(expected, net)];
    assert.equal(findFault(blank(net, (i) => kept.includes(i))), expected, net);
  }
  assert.ok(seen.size >= 5, [...seen].join("\n"));
});

test("of a cube that turns can solve nothing is said, whatever is blank", () => {
  for (const net of randomNets(50)) {
    const share = Math.random();
    assert.equal(findFault(blank(net, () => Math.random() < share)), null, net);
  }
});

test("without all centres a colour twice on a cubie, twice on the centres or ten times is enough", () => {
  const paint = (...painted) => {
    const net = [...".".repeat(54)];
    for (const [i, c] of painted) net[i] = c;
    return net.join("");
  };
  assert.equal(findFault(paint([5, "R"], [10, "R"])), "the edge at UR has stickers R R; no such cubie");
  assert.equal(findFault(paint([8, "R"], [9, "U"], [20, "R"])), "the corner at URF has stickers R U R; no such cubie");
  assert.equal(findFault(paint([8, "R"], [9, "U"], [20, "F"])), null);
  assert.equal(findFault(paint([4, "R"], [49, "R"])), "the centres of U and B are both 'R'; the six centres must have six colours");
  assert.equal(findFault(`UUUUUUUUUU${".".repeat(44)}`), "U appears 10 times; every colour must appear 9 times");
  assert.equal(findFault(`UUUUU${".".repeat(19)}`), "'U' appears 5 times; each of six colours must appear 4 times");
  assert.equal(findFault(blank(solvedFacelets(2), (i) => i > 3)), null);
});
