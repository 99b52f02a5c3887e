/* What the goals that have names are, in words: those of the program, where these are plain. */
import { currentLanguage } from "./words.js";

export const IN_PLAIN_WORDS = {
  "f2l-1": "the first two layers but one pair", fb: "Roux: the first block, 1x2x3 at the bottom of a side (DL)", sb: "Roux: the second block alone (DR)",
  f2b: "Roux: both blocks (DL)", eo: "every edge oriented, so that F and B need only half turns (FB)", eoline: "every edge oriented, DF and DB in place (DF)",
  arrow: "every edge oriented, DF, DB and DL in place (DF)", eocross: "every edge oriented, and the cross (DF)",
  dr: "domino reduction: U, D and half turns solve the rest (UD)", htr: "half-turn reduction: half turns solve the rest",
  oll: "the last layer's top in one colour, as OLL makes it (U)", coll: "the last layer's corners solved and its edges oriented, as COLL makes them (U)",
  ll: "the last layer solved but for a turn of it (U)", pll: "the last layer's pieces in place, as PLL puts them (U)", ell: "the last layer's edges solved, as ELL solves them (U)",
  cmll: "Roux: both blocks and the last layer's corners, as CMLL solves them (DL)", "leave-slice": "all but the edges of one slice (UD)",
};

export const IN_FRENCH_WORDS = {
  cross: "les quatre arêtes d’une face (D)", xcross: "la croix et une paire à côté : n’importe laquelle, ou FR FL BL BR",
  xxcross: "la croix et deux paires", xxxcross: "la croix et trois paires", "f2l-1": "les deux premières couronnes sauf une paire : xxxcross",
  f2l: "les deux premières couronnes", "2x2x2": "un coin et les trois arêtes qui le touchent (DBL)",
  "2x2x3": "le bloc de deux coins et cinq arêtes le long d’une arête (DL)", fb: "Roux, premier bloc : 1x2x3 au bas d’un côté (DL)",
  sb: "Roux, second bloc seul (DR)", f2b: "Roux, les deux blocs (DL)", eo: "toutes les arêtes orientées : F et B par demi-tours seulement (FB)",
  eoline: "eo:FB avec DF et DB en place (DF : le bas, et un côté de l’axe)", arrow: "eoline avec DL aussi (DF)", eocross: "eo:FB avec la croix (DF)",
  dr: "réduction au domino : ce que font U, D et les demi-tours des autres (UD)", htr: "ce que font les demi-tours",
  "leave-slice": "tout sauf les arêtes d’une tranche (UD)", leave: "tout sauf trois coins ou trois arêtes quelconques, ou deux de chaque (3c)",
  oll: "le dessus de la dernière couronne d’une couleur, comme après OLL (U)",
  coll: "les coins de la dernière couronne résolus aussi, ses arêtes orientées", ll: "tout le cube à un tour de la dernière couronne près (U)",
  pll: "les pièces de la dernière couronne en place, comme les met PLL (U)", ell: "les arêtes de la dernière couronne résolues, comme par ELL (U)",
  cmll: "Roux, les deux blocs et tous les coins, à un tour de la dernière couronne près (DL)", corners: "tous les coins", edges: "toutes les arêtes",
};

/** A goal in the reader's language. @param picture  in the program's words */
export function sayGoal(name, picture) {
  return (currentLanguage() === "fr" ? IN_FRENCH_WORDS : IN_PLAIN_WORDS)[name] ?? picture;
}
