/* A net whose stickers are buttons: a click or a key paints one. */
import { make } from "./elements.js";
import { COLOUR, FACES, geometry, moveName } from "./faces.js";
import { netPlace, netSize } from "./net.js";
import { createPalette } from "./palette.js";
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

/** A net to paint. Keys on a sticker: arrows go to the next one, 1 to 6 or the letters of the faces paint it, Delete blanks it.
 * Where centres are marked a click turns one that is painted, as + and - do.
 * @param onChange(facelets)  after each sticker painted, or centre turned, by hand; '.' stands for a blank one
 * @param letters()           in which the faces are named on their centres
 * @param blank               a key of texts.js: what a blank sticker is; unless it is only not painted yet, it is what is painted first
 * @return {element, show(facelets), showCentres(their turns, as centresOf() has them), mark(stickers at fault), facelets(), centres()} */
export function createPainter(n, onChange, letters = () => "english", blank = "colour .") {
  const {stickers} = geometry(n), places = stickers.map((sticker) => netPlace(sticker, n));
  const [width, height] = netSize(n);
  const root = document.createElement("div"), net = document.createElement("div");
  const palette = createPalette(blank);
  let now = ".".repeat(stickers.length), faulty = [], centres = null;
  root.className = "painter";
  net.className = "paint-net";
  net.style.aspectRatio = `${width} / ${height}`;
  net.dataset.ownKeys = "";
  net.setAttribute("role", "group");
  describe(net, "net to paint");
  root.append(palette.element, net);

  function paint(i, colour) {
    now = now.slice(0, i) + colour + now.slice(i + 1);
    renew();
    onChange(now);
  }

  function isMarked(i) {
    return centres !== null && i % 9 === 4 && now[i] !== ".";
  }

  function turn(i, quarters) {
    centres[(i - 4) / 9] = (centres[(i - 4) / 9] + quarters) % 4;
    renew();
    onChange(now);
  }

  function focus(i) {
    buttons.forEach((button, k) => { button.tabIndex = k === i ? 0 : -1; });
    buttons[i].focus();
  }

  const buttons = stickers.map((sticker, i) => {
    const button = document.createElement("button"), [x, y] = places[i];
    button.type = "button";
    button.className = "sticker";
    button.tabIndex = i === 0 ? 0 : -1;
    button.style.left = `${100 * x / width}%`;
    button.style.top = `${100 * y / height}%`;
    button.style.width = `${2000 / width}%`;
    button.style.height = `${2000 / height}%`;
    button.addEventListener("click", () => {
      focus(i);
      if (isMarked(i)) turn(i, 1);
      else paint(i, palette.colour());
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

  function renew() {
    buttons.forEach((button, i) => {
      const {face, r, c} = stickers[i];
      button.style.background = COLOUR[now[i]] ?? "var(--blank)";
      button.classList.toggle("fault", faulty.includes(i));
      if (n % 2 === 1 && r === (n - 1) / 2 && c === r) button.dataset.face = moveName({face, turns: 1}, letters());
      button.setAttribute("aria-label", say("sticker", {face: say(`face ${face}`), row: r + 1, column: c + 1, colour: say(now[i] === "." ? blank : `colour ${now[i]}`)}) +
        (isMarked(i) ? `, ${say("centre turned", {n: 90 * centres[(i - 4) / 9]})}` : "") + (faulty.includes(i) ? `, ${say("at fault")}` : ""));
      button.classList.toggle("marked", isMarked(i));
      if (isMarked(i)) button.style.setProperty("--quarters", centres[(i - 4) / 9]);
    });
    root.dataset.facelets = now;
    root.dataset.centres = centres?.join("") ?? "";
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
  };
}
