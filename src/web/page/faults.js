/* What is wrong with a cube: the program's words in the reader's language. */
import { currentLanguage } from "./words.js";

const NO_TURNS = "aucune suite de mouvements ne résout ce cube";
const IN_FRENCH_WORDS = [
  [/^(.+) appears (\d+) times?; every colour must appear 9 times$/, "$1 apparaît $2 fois ; chaque couleur doit apparaître 9 fois"],
  [/^'(.+)' appears (\d+) times?; each of six colours must appear 4 times$/, "« $1 » apparaît $2 fois ; chacune des six couleurs doit apparaître 4 fois"],
  [/^facelet (\d+) is '(.+)'; expected one of (.+)$/, "la facette $1 est « $2 » ; attendu : $3"],
  [/^the centres of (.) and (.) are both '(.+)'; .*$/, "les centres de $1 et de $2 sont tous deux « $3 » ; les six centres doivent avoir six couleurs"],
  [/^the centres at U R F D L B are (.+); no rotation .*$/, "les centres de U R F D L B sont $1 ; aucune rotation du cube ne les met ainsi"],
  [/^the corner at (\w+) has stickers (.+); no such cubie \(it is a mirror image\)$/, "le coin en $1 porte $2 ; il n’existe pas (c’est une image en miroir)"],
  [/^the corner at (\w+) has stickers (.+); no such cubie$/, "le coin en $1 porte $2 ; il n’existe pas"],
  [/^the corner at DBL has two stickers .*$/, "le coin en DBL porte deux fois une couleur, ou des couleurs opposées ; il n’existe pas"],
  [/^the edge at (\w+) has stickers (.+); no such cubie$/, "l’arête en $1 porte $2 ; elle n’existe pas"],
  [/^corner (\w+) appears twice, at (\w+) and at (\w+)$/, "le coin $1 apparaît deux fois, en $2 et en $3"],
  [/^edge (\w+) appears twice, at (\w+) and at (\w+)$/, "l’arête $1 apparaît deux fois, en $2 et en $3"],
  [/^'(.+)' must meet four .*$/, "« $1 » doit rencontrer quatre autres couleurs sur les coins et être opposée à la cinquième"],
  [/^corner orientations sum to (\d) mod 3; .*$/, `la somme des orientations des coins est $1 modulo 3 ; ${NO_TURNS}`],
  [/^edge orientations sum to 1 mod 2; .*$/, `la somme des orientations des arêtes est 1 modulo 2 ; ${NO_TURNS}`],
  [/^corner and edge permutations differ in parity.*$/, `les permutations des coins et des arêtes n’ont pas la même parité, comme si deux pièces étaient échangées ; ${NO_TURNS}`],
  [/^parentheses have two readings: .*$/, "les parenthèses ont deux sens : un groupe, ou des mouvements sur l’inverse (NISS) ; dites lequel"],
  [/^'(.*)' is not a move: (.*)$/, "« $1 » n’est pas un mouvement : $2"],
  [/^'(.*)' is not a move$/, "« $1 » n’est pas un mouvement"],
];

/* Options are of the command; the page has a choice in their place. */
function withoutOptions(message) {
  return message.replace(/; --parentheses group or --parentheses niss says which.*$/, "; say which");
}

/** A message of the program in the reader's language. What has no French words here stays as it is. */
export function sayFault(message) {
  if (currentLanguage() === "fr")
    for (const [english, french] of IN_FRENCH_WORDS)
      if (english.test(message)) return message.replace(english, french);
  return withoutOptions(message);
}
