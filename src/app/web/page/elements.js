/* Elements made in one line. */
import { describe, label } from "./words.js";

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

/** A list to choose from. @return {select, element: with its text, fill(values, text(value)): what is chosen stays, if it is among them} */
export function makeSelect(key, onChange) {
  const select = describe(make("select", ""), key);
  select.addEventListener("change", onChange);
  return {
    select, element: make("label", "field", label(make("span", ""), key), select),
    fill(values, text) {
      const {value} = select;
      select.replaceChildren(...values.map((option) => Object.assign(make("option", "", text(option)), {value: option})));
      select.value = values.map(String).includes(value) ? value : values[0];
    },
  };
}

/** A button with a text of texts.js. */
export function makeButton(key, action, values) {
  const button = label(make("button", ""), key, values);
  button.type = "button";
  button.addEventListener("click", action);
  return button;
}
