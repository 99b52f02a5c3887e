/* A cube in space and a net, whose stickers are buttons: a click or a key paints one. */
import { make } from "./elements.js";
import { centresOf, COLOUR, FACES, geometry, moveName } from "./faces.js";
import { iconButton } from "./icons.js";
import { netPlace, netSize } from "./net.js";
import { createPalette } from "./palette.js";
import { createSolid } from "./solid.js";
import { createViewer } from "./viewer.js";
import { describe, keep, say } from "./words.js";

/* The sticker nearest to one in a direction of the drawing. */
function neighbour(places, i, dx, dy) {
  let best = i, least = Infinity;
  places.forEach(([x, y], k) => {
    const along = (x - places[i][0]) * dx + (y - places[i][1]) * dy;
    const aside = Math.abs((x - places[i][0]) * dy) + Math.abs((y - places[i][1]) * dx);
    const distance = along + 3 * aside;
    if (along > 0 && distance < least) [best, least] = [k, distance];
  });
  return best;
}

const ARROWS = {ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1]};

/** A net to paint, with or without the cube in space, which is painted as well. Keys on a sticker: arrows go to the next one, 1 to 6 or
 * the letters of the faces paint it, Delete blanks it; a drag paints all stickers that it meets. Where centres are marked a click turns
 * one that is painted, as + and - do.
 * @param onChange(facelets)  after each sticker painted, or centre turned, by hand; '.' stands for a blank one
 * @param options  {letters(): in which the faces are named on their centres, blank: a key of texts.js: what a blank sticker is; unless it
 *                 is only not painted yet, it is what is painted first, isSolid: with the cube in space}
 * @return {element, show(facelets), showCentres(their turns, as centresOf() has them), mark(stickers at fault), facelets(), centres(),
 *          lend(): {solid, net: {show()}} for a player, which shows other positions on both until release()} */
export function createPainter(n, onChange, {letters = () => "english", blank = "colour .", isSolid = false} = {}) {
  const {stickers} = geometry(n), places = stickers.map((sticker) => netPlace(sticker, n));
  const [width, height] = netSize(n);
  const root = make("div", "painter"), net = make("div", "paint-net"), palette = createPalette(blank);
  const solid = isSolid ? createSolid(n, touch) : null;
  let now = ".".repeat(stickers.length), faulty = [], centres = null, drawn = -1, viewer = null;
  net.style.aspectRatio = `${width} / ${height}`;
  net.dataset.ownKeys = "";
  net.setAttribute("role", "group");
  describe(net, "net to paint");
  if (isSolid) {
    const netButton = iconButton("net", "show net", () => showNet(net.hidden)), space = make("div", "space", solid.element);
    const showNet = (isShown) => {
      net.hidden = !isShown;
      netButton.setAttribute("aria-pressed", String(isShown));
    };
    showNet(matchMedia("(min-width: 44rem)").matches);
    space.append(make("div", "corner", iconButton("flip", "other side", solid.flip), netButton));
    root.append(space);
  }
  root.append(palette.element, net);

  function paint(i, colour) {
    if (viewer !== null || now[i] === colour) return;
    now = now.slice(0, i) + colour + now.slice(i + 1);
    renew();
    onChange(now);
  }

  function isMarked(i) {
    return centres !== null && i % 9 === 4 && now[i] !== ".";
  }

  function turn(i, quarters) {
    if (viewer !== null) return;
    centres[(i - 4) / 9] = (centres[(i - 4) / 9] + quarters) % 4;
    renew();
    onChange(now);
  }

  /* A click on a sticker, or a drag that comes to it. */
  function touch(i, isDrag) {
    if (!isMarked(i)) paint(i, palette.colour());
    else if (!isDrag) turn(i, 1);
    return viewer === null;
  }

  function focus(i) {
    buttons.forEach((button, k) => { button.tabIndex = k === i ? 0 : -1; });
    buttons[i].focus();
  }

  const buttons = stickers.map((sticker, i) => {
    const button = make("button", "sticker"), [x, y] = places[i];
    button.type = "button";
    button.tabIndex = i === 0 ? 0 : -1;
    button.style.left = `${100 * x / width}%`;
    button.style.top = `${100 * y / height}%`;
    button.style.width = `${2000 / width}%`;
    button.style.height = `${2000 / height}%`;
    button.addEventListener("click", () => {
      focus(i);
      touch(i, false);
    });
    button.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const arrow = ARROWS[event.key], key = event.key.toUpperCase();
      const colour = FACES["123456".indexOf(key)] ?? (FACES.includes(key) ? key : ["DELETE", "BACKSPACE", "."].includes(key) ? "." : null);
      const quarters = isMarked(i) ? {"+": 1, "-": 3}[key] : undefined;
      if (!arrow && colour === null && quarters === undefined) return;
      event.preventDefault();
      if (arrow) focus(neighbour(places, i, ...arrow));
      else if (quarters !== undefined) turn(i, quarters);
      else paint(i, colour);
    });
    if (n === 3 && i % 9 === 4) button.append(make("span", "mark"));
    net.append(button);
    return button;
  });
  net.addEventListener("pointerdown", (event) => { drawn = buttons.indexOf(event.target); });
  net.addEventListener("pointermove", (event) => {
    const i = event.buttons === 1 && drawn >= 0 ? buttons.indexOf(document.elementFromPoint(event.clientX, event.clientY)) : -1;
    if (i < 0 || i === drawn) return;
    touch(drawn, true);
    touch(drawn = i, true);
  });

  /* @param moved  stickers that a move has brought */
  function draw(facelets, turns, moved = []) {
    buttons.forEach((button, i) => {
      const {face, r, c} = stickers[i], colour = facelets[i], quarters = i % 9 === 4 && colour !== "." ? turns?.[(i - 4) / 9] : undefined, isFaulty = faulty.includes(i);
      button.style.background = COLOUR[colour] ?? "var(--blank)";
      button.classList.toggle("fault", isFaulty);
      button.classList.toggle("moved", moved.includes(i));
      if (n % 2 === 1 && r === (n - 1) / 2 && c === r) button.dataset.face = moveName({face, turns: 1}, letters());
      button.setAttribute("aria-label", say("sticker", {face: say(`face ${face}`), row: r + 1, column: c + 1, colour: say(colour === "." ? blank : `colour ${colour}`)}) +
        (quarters === undefined ? "" : `, ${say("centre turned", {n: 90 * quarters})}`) + (isFaulty ? `, ${say("at fault")}` : ""));
      button.classList.toggle("marked", quarters !== undefined);
      if (quarters !== undefined) button.style.setProperty("--quarters", quarters);
    });
  }

  function renew() {
    root.dataset.facelets = now;
    root.dataset.centres = centres?.join("") ?? "";
    palette.show(now);
    if (viewer !== null) return;
    draw(now, centres);
    solid?.show(now + (centres ?? []).join(""));
    solid?.mark(faulty);
  }
  keep(renew);
  return {
    element: root,
    facelets: () => now, centres: () => centres,
    show(facelets) {
      now = facelets;
      renew();
    },
    showCentres(turns) {
      centres = turns;
      renew();
    },
    mark(stickersAtFault) {
      faulty = stickersAtFault;
      renew();
    },
    lend() {
      if (viewer === null) {
        viewer = createViewer(n, solid);
        if (viewer !== solid) solid.element.replaceWith(viewer.element);
        root.classList.add("lent");
        palette.element.disabled = true;
      }
      return {solid: viewer, net: {show: (position, moved) => draw(position, centresOf(position), moved)}};
    },
    release() {
      if (viewer === null) return;
      if (viewer !== solid) viewer.element.replaceWith(solid.element);
      viewer = null;
      root.classList.remove("lent");
      palette.element.disabled = false;
      renew();
    },
  };
}
