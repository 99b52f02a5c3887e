/* The six colours, one of which is chosen, each with how many stickers of it are missing; and blank. */
import { COLOUR, FACES } from "./faces.js";
import { make } from "./elements.js";
import { describe, say } from "./words.js";

let count = 0;

/** @param blank  a key of texts.js, as createPainter() has it
 * @return {element, colour(): the letter of the face that has the chosen colour when solved, '.' for blank,
 *          show(facelets): how many of each colour they lack} */
export function createPalette(blank) {
  const root = make("fieldset", "palette"), name = `palette-${count++}`, missing = {};
  let chosen = blank === "colour ." ? "U" : ".";
  describe(root, "painting with");
  for (const colour of [...FACES, "."]) {
    const input = make("input", "");
    Object.assign(input, {type: "radio", name, value: colour, checked: colour === chosen});
    input.style.setProperty("--colour", COLOUR[colour] ?? "var(--blank)");
    input.addEventListener("change", () => { chosen = colour; });
    missing[colour] = {input, badge: make("span", "badge")};
    root.append(make("label", "", input, missing[colour].badge));
  }
  return {
    element: root, colour: () => chosen,
    show(facelets) {
      const isWanted = blank === "colour ." && facelets.includes(".");
      for (const [colour, {input, badge}] of Object.entries(missing)) {
        const n = facelets.length / 6 - facelets.split(colour).length + 1, tells = isWanted && colour !== "." && n !== 0;
        badge.textContent = tells ? n : "";
        if (tells) describe(input, "colour missing", {colour: say(`colour ${colour}`), n});
        else describe(input, colour === "." ? blank : `colour ${colour}`);
      }
    },
  };
}
