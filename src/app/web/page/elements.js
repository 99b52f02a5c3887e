/* Elements made in one line. */
import { label } from "./words.js";

export function make(tag, className, ...children) {
  const e = document.createElement(tag);
  if (className) e.className = className;
  e.append(...children);
  return e;
}

/** A box to tick, with a text of texts.js. */
export function makeTick(key, onChange) {
  const input = make("input", "");
  input.type = "checkbox";
  input.addEventListener("change", onChange);
  return {input, element: make("label", "switch", input, label(make("span", ""), key))};
}

/** A button with a text of texts.js. */
export function makeButton(key, action, values) {
  const button = label(make("button", ""), key, values);
  button.type = "button";
  button.addEventListener("click", action);
  return button;
}
