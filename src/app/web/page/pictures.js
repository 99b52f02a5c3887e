/* What the goals that have names are, in words: the program's are English. */
import { currentLanguage } from "./words.js";

const IN_FRENCH_WORDS = {
  cross: "les quatre arêtes d’une face (D)", xcross: "la croix et une paire à côté : n’importe laquelle, ou FR FL BL BR",
  xxcross: "la croix et deux paires", xxxcross: "la croix et trois paires", "f2l-1": "les deux premières couronnes sauf une paire : xxxcross",
  f2l: "les deux premières couronnes", "2x2x2": "un coin et les trois arêtes qui le touchent (DBL)",
  "2x2x3": "le bloc de deux coins et cinq arêtes le long d’une arête (DL)", fb: "Roux, premier bloc : 1x2x3 au bas d’un côté (DL)",
  sb: "Roux, second bloc seul (DR)", f2b: "Roux, les deux blocs (DL)", eo: "toutes les arêtes orientées : F et B par demi-tours seulement (FB)",
  eoline: "eo:FB avec DF et DB en place (DF : le bas, et un côté de l’axe)", arrow: "eoline avec DL aussi (DF)", eocross: "eo:FB avec la croix (DF)",
  dr: "réduction au domino : ce que font U, D et les demi-tours des autres (UD)", htr: "ce que font les demi-tours",
  "leave-slice": "tout sauf les arêtes de la tranche entre deux faces (UD)", oll: "les deux premières couronnes, et la dernière orientée (U)",
  coll: "les coins de la dernière couronne résolus aussi, ses arêtes orientées", ll: "tout le cube à un tour de la dernière couronne près (U)",
  pll: "ce que PLL atteint : comme ll", ell: "ce que ELL atteint : comme ll",
  cmll: "Roux, les deux blocs et tous les coins, à un tour de la dernière couronne près (DL)", corners: "tous les coins", edges: "toutes les arêtes",
};

/** A goal in the reader's language. @param picture  in the program's words */
export function sayGoal(name, picture) {
  return currentLanguage() === "fr" ? IN_FRENCH_WORDS[name] ?? picture : picture;
}
