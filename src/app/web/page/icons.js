/* The symbols on buttons, drawn on 24 x 24. */
import { make } from "./elements.js";
import { describe } from "./words.js";

const PATHS = {
  start: "M6 5v14M19 5L9 12l10 7z", back: "M16 5L6 12l10 7z", play: "M7 5l12 7-12 7z", pause: "M8 5v14M16 5v14",
  step: "M8 5l10 7-10 7z", end: "M18 5v14M5 5l10 7-10 7z",
  net: "M9 3h6v18H9zM3 9h18v6H3z", flip: "M5 10a7 7 0 0 1 13-2v-4 4h-4M19 14a7 7 0 0 1-13 2v4-4h4",
};

export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", PATHS[name]);
  svg.append(path);
  return svg;
}

/** A button that has only a symbol; its text says what it is to screen readers, and beside the pointer. */
export function iconButton(name, key, action) {
  const button = make("button", "icon", icon(name));
  button.type = "button";
  button.addEventListener("click", action);
  return describe(button, key);
}
