/* <twisty-player> of cubing.js in place of our cube in space (make web). Needs a bundler. */
import { TwistyPlayer } from "cubing/twisty";
import { centresOf, inverseMove, isSolved, moveName } from "./faces.js";
import { createSolid } from "./solid.js";
import { setViewer } from "./viewer.js";

function text(moves) {
  return moves.map((move) => moveName(move)).join(" ");
}

function hasWebGl() {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return context !== null;
}

/* It knows positions by the moves that make them: the start is what the moves to come solve. */
function createTwisty(n) {
  const player = new TwistyPlayer({
    puzzle: `${n}x${n}x${n}`, controlPanel: "none", background: "none", hintFacelets: "none", viewerLink: "none", visualization: "3D",
  });
  const element = document.createElement("div"), ours = createSolid(n);
  let script = null, isOurs = false;
  element.className = "twisty";
  element.setAttribute("aria-hidden", "true");
  element.append(player, ours.element);
  const made = (at) => text(script.moves.slice(0, at));
  return {
    element,
    load(what) {
      script = what;
      isOurs = !isSolved(script.positions[script.positions.length - 1]) || centresOf(script.positions[0]) !== null;
      player.hidden = isOurs;
      ours.element.hidden = !isOurs;
      player.experimentalSetupAlg = text(script.moves.map(inverseMove).reverse());
    },
    show(facelets, at) {
      if (isOurs) ours.show(facelets);
      player.alg = made(at);
      player.jumpToEnd();
    },
    turn(after, move, seconds, at) {
      if (isOurs || seconds <= 0) {
        this.show(after, at);
        return Promise.resolve();
      }
      player.alg = made(at - 1);
      player.tempoScale = (move.turns === 2 ? 1.5 : 1) / seconds;
      player.experimentalAddMove(moveName(move));
      return new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });
    },
  };
}

if (hasWebGl()) setViewer(createTwisty);
