/* A button that copies a text, and tells what came of it. */
import { make, makeButton } from "./elements.js";
import { label } from "./words.js";

/** @param key     what the button says
 *  @param other   what is told where the browser does not let a page copy
 *  @param text()  what is copied
 *  @return {button, told: an element, clear()} */
export function createCopier(key, other, text) {
  const told = make("span", "hint");
  told.setAttribute("role", "status");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      label(told, "copied");
    } catch {
      label(told, other);
    }
  }
  return {
    button: makeButton(key, copy), told,
    clear() {
      delete told.dataset.say;
      told.textContent = "";
    },
  };
}
