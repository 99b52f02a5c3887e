/* The six colours, one of which is chosen; and blank. */
import { COLOUR, FACES } from "./faces.js";
import { describe } from "./words.js";

let count = 0;

/** @return {element, colour()}: the letter of the face that has the chosen colour when solved, '.' for blank */
export function createPalette() {
  const root = document.createElement("fieldset"), name = `palette-${count++}`;
  let chosen = "U";
  root.className = "palette";
  describe(root, "painting with");
  for (const colour of [...FACES, "."]) {
    const label = document.createElement("label"), input = document.createElement("input");
    Object.assign(input, {type: "radio", name, value: colour, checked: colour === chosen});
    input.style.setProperty("--colour", COLOUR[colour] ?? "var(--blank)");
    describe(input, `colour ${colour}`);
    input.addEventListener("change", () => { chosen = colour; });
    label.append(input);
    root.append(label);
  }
  return {element: root, colour: () => chosen};
}
