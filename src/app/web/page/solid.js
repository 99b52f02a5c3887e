/* The cube in space, by CSS alone: a sticker is a square plate, and a turn is an animated rotation of nine to twenty-one. A drag turns
 * the cube as a whole; one that begins on a sticker may paint instead. */
import { make } from "./elements.js";
import { centresOf, COLOUR, geometry, layerOf, normalOf, oppositeOf } from "./faces.js";

/* Rotations that carry a plate facing the viewer to its face. */
const FACING = {
  U: "rotateX(90deg)", R: "rotateY(90deg)", F: "", D: "rotateX(-90deg)", L: "rotateY(-90deg)", B: "rotateY(180deg)",
};

/* The angle of a clockwise quarter turn, in CSS coordinates (y down): about x, y and z. */
const AXIS = {R: [1, 0, 0, 90], L: [1, 0, 0, -90], U: [0, 1, 0, -90], D: [0, 1, 0, 90], F: [0, 0, 1, 90], B: [0, 0, 1, -90]};

function placed({face, position: [x, y, z]}, n) {
  const half = `calc(var(--cube) / ${2 * n})`;
  const at = (v) => `calc(${v} * ${half})`;
  return `translate3d(${at(x)}, ${at(-y)}, ${at(z)}) ${FACING[face]}`;
}

function turned(face, turns) {
  const [x, y, z, degrees] = AXIS[face];
  return `rotate3d(${x}, ${y}, ${z}, ${degrees * (turns === 3 ? -1 : turns)}deg)`;
}

function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/* The dark plates between the layers, which are seen while one of them turns: two below each outer layer, one of which turns with it. */
function createInside(n) {
  const plates = [];
  for (const face of "URFDLB") {
    const plate = document.createElement("div");
    plate.className = "inside";
    plate.dataset.middle = face;
    const layer = `calc(var(--cube) * ${(n - 2) / (2 * n)})`;
    const [x, y, z] = normalOf(face);
    plate.style.transform = `translate3d(calc(${x} * ${layer}), calc(${-y} * ${layer}), calc(${z} * ${layer})) ${FACING[face]}`;
    plates.push(plate);
    const below = plate.cloneNode();
    delete below.dataset.middle;
    below.dataset.near = face;
    plates.push(below);
  }
  return plates;
}

const TILT = -26, SPIN = -34, STEEPEST = 85, DEGREES_A_PIXEL = 0.6;

/* Let the view follow the pointer. @return flip(): look at the other three faces */
function followPointer(scene, cube, plates, paintAt) {
  let tilt, spin, from = null, painted = -1;

  function look(nextTilt, nextSpin) {
    tilt = Math.max(-STEEPEST, Math.min(STEEPEST, nextTilt));
    spin = nextSpin;
    cube.style.transform = `rotateX(${tilt}deg) rotateY(${spin}deg)`;
  }
  scene.addEventListener("pointerdown", (event) => {
    const i = event.button === 0 ? plates.indexOf(event.target) : -1;
    from = event;
    painted = i >= 0 && paintAt(i, false) ? i : -1;
    scene.setPointerCapture(event.pointerId);
    event.preventDefault();  /* no text is selected */
  });
  scene.addEventListener("pointermove", (event) => {
    if (from === null || event.pointerId !== from.pointerId) return;
    if (painted < 0) look(tilt - DEGREES_A_PIXEL * (event.clientY - from.clientY), spin + DEGREES_A_PIXEL * (event.clientX - from.clientX));
    else {
      const i = plates.indexOf(document.elementFromPoint(event.clientX, event.clientY));
      if (i >= 0 && i !== painted) paintAt(painted = i, true);
    }
    from = event;
  });
  for (const name of ["pointerup", "pointercancel"]) scene.addEventListener(name, () => { from = null; });
  look(TILT, SPIN);
  return () => {
    cube.classList.add("flipping");
    look(-tilt, spin + 180);
    setTimeout(() => cube.classList.remove("flipping"), 400);
  };
}

/** A cube in space; screen readers are told by the net beside it.
 * @param paintAt(i, isDrag)  a press on sticker i, or a drag over it. @return whether it paints; otherwise the drag turns the view
 * @return {element, show(facelets), turn(after, move, seconds), mark(stickers), flip()}: turn() resolves when the turn has ended */
export function createSolid(n, paintAt = () => false) {
  const {stickers} = geometry(n);
  const scene = document.createElement("div"), cube = document.createElement("div");
  scene.className = "scene";
  scene.setAttribute("aria-hidden", "true");
  cube.className = "solid";
  cube.style.setProperty("--n", n);
  scene.append(cube);
  const inside = createInside(n);
  cube.append(...inside);
  const plates = stickers.map((sticker) => {
    const plate = document.createElement("div");
    plate.className = "plate";
    plate.style.transform = placed(sticker, n);
    if (n === 3 && sticker.r === 1 && sticker.c === 1) plate.append(make("span", "mark"));  /* turned by --quarters */
    cube.append(plate);
    return plate;
  });
  const flip = followPointer(scene, cube, plates, paintAt);
  let ends = null;  /* ends the turn that is under way */

  function show(facelets) {
    if (ends) ends();
    const centres = centresOf(facelets);
    plates.forEach((plate, i) => { plate.style.setProperty("--colour", COLOUR[facelets[i]] ?? "var(--blank)"); });
    cube.classList.toggle("marked", centres !== null);
    centres?.forEach((turns, face) => plates[9 * face + 4].style.setProperty("--quarters", turns));
  }
  function layer(move) {
    const {face, layers = "near"} = move, pair = [face, oppositeOf(face)];
    return layerOf(move, n).map((i) => plates[i]).concat(inside.filter(({dataset}) =>
      layers.includes("near") && dataset.near === face || layers.includes("far") && dataset.near === pair[1]
      || layers.includes("middle") && pair.includes(dataset.middle)));
  }
  function turn(after, move, seconds) {
    if (ends) ends();
    if (seconds <= 0 || still()) {
      show(after);
      return Promise.resolve();
    }
    cube.classList.add("turning");
    const rotation = turned(move.face, move.turns), zero = turned(move.face, 0).replace(/[-\d.]+deg/, "0deg");
    const runs = layer(move).map((plate) => plate.animate(
      [{transform: `${zero} ${plate.style.transform}`}, {transform: `${rotation} ${plate.style.transform}`}],
      {duration: seconds * 1000, easing: "ease-in-out", fill: "forwards"}));
    return new Promise((resolve) => {
      const timer = setTimeout(() => ends?.(), seconds * 1000);
      ends = () => {
        ends = null;
        clearTimeout(timer);
        runs.forEach((run) => run.cancel());
        cube.classList.remove("turning");
        show(after);
        resolve();
      };
    });
  }
  return {
    element: scene, show, turn, flip,
    mark: (stickers) => plates.forEach((plate, i) => plate.classList.toggle("fault", stickers.includes(i))),
  };
}
