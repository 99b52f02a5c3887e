/* The six colours, one of which is chosen; and blank. */
import { COLOUR, FACES } from "./faces.js";
import { describe } from "./words.js";

let count = 0;

/** @param blank  a key of texts.js, as createPainter() has it
 * @return {element, colour()}: the letter of the face that has the chosen colour when solved, '.' for blank */
export function createPalette(blank) {
  const root = document.createElement("fieldset"), name = `palette-${count++}`;
  let chosen = blank === "colour ." ? "U" : ".";
  root.className = "palette";
  describe(root, "painting with");
  for (const colour of [...FACES, "."]) {
    const label = document.createElement("label"), input = document.createElement("input");
    Object.assign(input, {type: "radio", name, value: colour, checked: colour === chosen});
    input.style.setProperty("--colour", COLOUR[colour] ?? "var(--blank)");
    describe(input, colour === "." ? blank : `colour ${colour}`);
    input.addEventListener("change", () => { chosen = colour; });
    label.append(input);
    root.append(label);
  }
  return {element: root, colour: () => chosen};
}
