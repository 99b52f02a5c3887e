/* What is wrong with a cube: the program's words in those of who paints or types, and in the reader's language. */
import { currentLanguage, isText, say } from "./words.js";

/* A colour by its letter; the letters of other colour schemes stay as they are. */
function sayColour(letter) {
  return isText(`colour ${letter}`) ? say(`colour ${letter}`) : `'${letter}'`;
}

function sayColours(letters) {
  return new Intl.ListFormat(currentLanguage()).format(letters.split(" ").map(sayColour));
}

/* A place named by its faces: "top-right-front". */
function sayPlace(faces) {
  return [...faces].map((face) => say(`side ${face}`)).join("-");
}

const miscount = ([, letter, n, all]) => ({n, all, colours: isText(`stickers ${letter}`) ? say(`stickers ${letter}`) : `'${letter}'`});
const badCubie = ([, place, letters]) => ({place: sayPlace(place), colours: sayColours(letters)});
const cubieTwice = ([, one, other]) => ({one: sayPlace(one), other: sayPlace(other)});

/* What is wrong with stickers: [the program's message, a key of texts.js, its values]. */
const OF_STICKERS = [
  [/^'?(.+?)'? appears 1 time; .* must appear (\d) times$/, "fault count one", ([, letter, all]) => ({all, colour: sayColour(letter)})],
  [/^'?(.+?)'? appears (\d+) times; .* must appear (\d) times$/, "fault count", miscount],
  [/^the centres of (.) and (.) are both '(.+)'; /, "fault centres alike", ([, one, other, letter]) => ({one: sayPlace(one), other: sayPlace(other), colour: sayColour(letter)})],
  [/^the centres at U R F D L B are /, "fault centres", () => ({})],
  [/^the corner at (\w+) has stickers (.+); no such cubie$/, "fault corner", badCubie],
  [/^the corner at (\w+) has stickers (.+); no such cubie \(it is a mirror image\)$/, "fault mirrored", badCubie],
  [/^the corner at (DBL) has two stickers /, "fault corner colours", ([, place]) => ({place: sayPlace(place)})],
  [/^the edge at (\w+) has stickers (.+); no such cubie$/, "fault edge", badCubie],
  [/^corner \w+ appears twice, at (\w+) and at (\w+)$/, "fault corner twice", cubieTwice],
  [/^edge \w+ appears twice, at (\w+) and at (\w+)$/, "fault edge twice", cubieTwice],
  [/^'(.+)' must meet four /, "fault opposite", ([, letter]) => ({colour: sayColour(letter)})],
  [/^corner orientations sum to \d mod 3; /, "fault twisted", () => ({})],
  [/^edge orientations sum to 1 mod 2; /, "fault flipped", () => ({})],
  [/^corner and edge permutations differ in parity/, "fault swapped", () => ({})],
];

/* What is wrong with a text, and what goes wrong, in French; in English the program's words are good. */
const OF_TEXTS = [
  [/^facelet (\d+) is '(.+)'; expected one of six letters$/, "la facette $1 est « $2 » ; une lettre parmi six est attendue"],
  [/^facelet (\d+) is '(.+)'; expected one of (.+)$/, "la facette $1 est « $2 » ; attendu : $3"],
  [/^facelet (\d+) is '(.+)', a seventh colour; .*$/, "la facette $1 est « $2 », une septième couleur ; un 2x2x2 en a six, quatre facettes de chacune"],
  [/^(\d+) facelets; expected 54, .*$/, "$1 facettes ; il en faut 54, neuf par face, dans l’ordre U R F D L B"],
  [/^(\d+) heads such as .*$/, "$1 titres comme « Face U : » ; il en faut six"],
  [/^the head '(.+)' is missing$/, "le titre « $1 » manque"],
  [/^cubie (\d+) is '(.+)'; expected the (\d) stickers at (\w+), .*$/, "la pièce $1 est « $2 » ; il faut les $3 lettres de $4, parmi U R F D L B"],
  [/^(\d+) cubies; expected (\d+), .*$/, "$1 pièces ; il en faut $2, celles de UF UR UB … DBR"],
  [/^orientation (\d+) is (\d+); .*$/, "l’orientation $1 est $2 ; 1, 2 ou 3 est attendu"],
  [/^place (\d+) holds cubie (\d+); .*$/, "la place $1 a la pièce $2 ; de 1 à 7 est attendu"],
  [/^cubie (\d+) is at places (\d+) and (\d+)$/, "la pièce $1 est aux places $2 et $3"],
  [/^(\d+) numbers; expected 14: .*$/, "$1 nombres ; il en faut 14 : les pièces aux sept places, de 1 à 7, puis leurs orientations, de 1 à 3"],
  [/^the orientations sum to (\d) mod 3; .*$/, "la somme des orientations est $1 modulo 3 ; tout mouvement la laisse à 1"],
  [/^parentheses have two readings: .*$/, "les parenthèses ont deux sens : un groupe, ou des mouvements sur l’inverse (NISS) ; dites lequel"],
  [/^two readings: 54 facelets, or 54 moves; .*$/, "deux sens : 54 facettes, ou 54 mouvements ; écrivez les facettes sans espaces, ou un des mouvements comme R1"],
  [/^two readings: 24 facelets, or 24 turns; .*$/, "deux sens : 24 facettes, ou 24 mouvements ; écrivez les facettes sans espaces, ou un des mouvements comme R1"],
  [/^two readings: 24 facelets, but of no 2x2x2, .*$/, "deux sens : 24 facettes, qui ne sont pas d’un 2x2x2, ou 24 mouvements ; les mouvements s’écrivent séparés par des espaces"],
  [/^two readings: rows of nine facelets, .*$/, "deux sens : des rangs de neuf facettes, dont un cube a six, ou des mouvements ; les mouvements s’écrivent séparés par des espaces"],
  [/^two readings: cubies, .*$/, "deux sens : des pièces, dont un cube a vingt, ou des mouvements ; les mouvements s’écrivent séparés par des espaces"],
  [/^two readings, two cubes: .*$/, "deux sens, deux cubes ; des titres comme « Face U : » disent lequel"],
  [/^not a 3x3x3, but perhaps a 2x2x2$/, "ce n’est pas un 3x3x3, mais peut-être un 2x2x2"],
  [/^'(.*)' is not a move: rotations .*$/, "« $1 » n’est pas un mouvement : les rotations s’écrivent x y z"],
  [/^'(.*)' is not a move: slices .*$/, "« $1 » n’est pas un mouvement : les tranches s’écrivent M E S"],
  [/^'(.*)' is not a move: the letter .*$/, "« $1 » n’est pas un mouvement : la lettre peut être suivie de w, puis de 1, 2 ou 3, puis de ' (ou - ou i)"],
  [/^'(.*)' is not a move; expected a French face .*$/, "« $1 » n’est pas un mouvement ; attendu : une face H B A P G D, un mouvement large Hw ou h, M E S ou x y z"],
  [/^'(.*)' is not a move; .*$/, "« $1 » n’est pas un mouvement ; attendu : une face U R F D L B, un mouvement large Rw ou r, une tranche M E S ou une rotation x y z"],
  [/^'(.*)' is not a turn of the 2x2x2; .*$/, "« $1 » n’est pas un mouvement du 2x2x2 ; attendu : U R F D L B (ou r b d), puis 2 ou '"],
  [/^'(.*)': layer numbers .*$/, "« $1 » : les numéros de couches sont pour de plus grands cubes ; écrivez Rw ou r pour deux couches, M E S pour une tranche"],
  [/^'(.*)' contains (.*), which cannot be seen; delete it$/, "« $1 » contient un caractère invisible ($2) ; effacez-le"],
  [/^'x(\d*)' after a bracket has two readings: .*$/, "« x$1 » après une parenthèse a deux sens : répéter (écrivez *$1) ou tourner tout le cube (écrivez x x)"],
  [/^'(.)' is never closed by '(.)'$/, "« $1 » n’est jamais fermé par « $2 »"],
  [/^'(.*)' where '(.*)' was expected$/, "« $1 » là où « $2 » est attendu"],
  [/^'\[' begins a commutator .*$/, "« [ » commence un commutateur [A, B] ou un conjugué [A: B] ; il manque « , » ou « : »"],
  [/^a count after a bracket .*$/, "un nombre après une parenthèse est au plus 1000"],
  [/^a number must follow: .*$/, "un nombre doit suivre : combien de fois la parenthèse est faite"],
  [/^brackets are nested .*$/, "les parenthèses sont imbriquées plus de 64 fois"],
  [/^the brackets stand for .*$/, "les parenthèses font plus de 100 000 mouvements"],
  [/^they never bring a piece to where it belongs$/, "ils ne mettent jamais une pièce à sa place"],
  [/^they cannot turn a piece .*$/, "ils n’orientent jamais une pièce comme il faut (orientation)"],
  [/^they bring home each piece, .*$/, "ils placent chaque pièce, mais pas toutes à la fois (parité)"],
  [/^'(.*)' is there twice$/, "« $1 » y est deux fois"],
  [/^'(.*)' is no cost; .*$/, "« $1 » n’est pas un coût ; attendu : un nombre positif, au plus 1000, avec au plus trois décimales"],
  [/^'(.*)' has no cost; .*$/, "« $1 » n’a pas de coût ; attendu, par exemple : U=1.5"],
  [/^'(.*)' is no price of turns after others; .*$/, "« $1 » n’est pas un coût de mouvements après d’autres ; attendu, par exemple : U R after D=2"],
  [/^there are too many prices of turns after others that are not the same$/, "il y a trop de coûts différents de mouvements après d’autres"],
  [/^'(.*)' is not one of the turns that are permitted$/, "« $1 » n’est pas un des mouvements choisis"],
  [/^a rotation costs nothing in \w+; .*$/, "une rotation ne coûte rien ; donnez-lui un coût"],
  [/^(\w+): only with turns of faces .*$/, "$1 : pas avec des tranches, des mouvements larges ou des coûts"],
  [/^there is no goal '(.*)'; did you mean '(.*)'\?.*$/, "il n’y a pas de but « $1 » ; vouliez-vous dire « $2 » ?"],
  [/^there is no goal '(.*)'.*$/, "il n’y a pas de but « $1 »"],
  [/^'(.*)' is no side of '(.*)'; expected such as (.*)$/, "« $1 » n’est pas un côté de « $2 » ; attendu, par exemple : $3"],
  [/^'(.*)' is no slot beside this cross, .*$/, "« $1 » n’est pas une place à côté de cette croix, ou y est deux fois ; à côté d’une croix sur D : FR FL BL BR"],
  [/^'(.*)' has (\d) slots?, not (\d)$/, "« $1 » a $2 place(s), non $3"],
  [/^this cannot be joined with what comes before: .*$/, "ceci ne va pas avec ce qui précède : les pièces ne peuvent être orientées que le long d’un axe"],
  [/^bad corners and edges, and quarter turns, are counted beside dr .*$/, "les mauvais coins et arêtes et les quarts de tour se comptent à côté de dr seulement, par exemple : dr:UD+4c4e"],
  [/^no cube is at this goal$/, "aucun cube n’est à ce but"],
  [/^turns that are free before the first move .*$/, "les mouvements gratuits au début sont ceux d’une face ; pas avec « neutral »"],
  [/^centres count only where all stickers .*$/, "les centres ne comptent que si tous les autocollants sont connus"],
  [/^(?:centers: )?a free turn \(auf\) would turn a centre that counts$/, "un mouvement gratuit tournerait un centre qui compte"],
  [/^'\+' is expected here$/, "« + » est attendu ici"],
  [/^a goal has at most (\d+) characters$/, "un but a au plus $1 caractères"],
  [/^from all sides these are more than (\d+) goals$/, "de tous les côtés, cela fait plus de $1 buts"],
  [/^the \w+ that fit the stickers at (\w+) are all needed in other places$/, "les pièces qui vont en $1 sont toutes nécessaires ailleurs"],
  [/^what is seen at (\w+) fits several pieces, .* of (\d+) readings at most (\d+) .*$/, "ce qui est vu en $1 va à plusieurs pièces, dont toutes ne sont pas vues ainsi ; sur $2 lectures on en cherche $3 au plus ; montrez-en davantage"],
  [/^the stickers at (\w+) are not those of the solved cube; .*$/, "les couleurs en $1 ne sont pas celles du cube résolu ; un but en est une partie"],
  [/^which piece is at (\w+), or how it is turned, matters to the goal; .*$/, "la pièce en $1, ou son orientation, compte pour le but ; montrez-en davantage"],
  [/^the goal '(.*)' needs tables of (\d+) MiB, more than this tab builds$/, "le but « $1 » demande des tables de $2 Mio ; cet onglet en construit au plus 16"],
  [/^these steps need tables of (\d+) MiB, more than this tab builds$/, "ces étapes demandent des tables de $1 Mio ; cet onglet en construit au plus 16"],
  [/^(?:the goal '.*' needs|these turns need|these steps need) tables of (\d+) MiB, .*$/, "il faudrait des tables de $1 Mio, plus que ce serveur n’en construit pour des buts"],
  [/^'(.*)' does not follow: cubes that are there need not be at '(.*)', .*$/, "« $1 » ne suit pas : un cube qui y est n’est pas toujours au but d’avant, « $2 »"],
  [/^'(.*)' on the inverse is not '.*' on the cube; leave out inverse$/, "« $1 » sur l’inverse n’est pas « $1 » sur le cube ; retirez inverse"],
  [/^there is no step in this list$/, "il n’y a pas d’étape dans cette liste"],
  [/^expected NAME = GOAL, .*$/, "attendu : NOM = BUT, par exemple : cross = cross:D"],
  [/^'(.*)' is unknown here; expected turns, keep or inverse$/, "« $1 » est inconnu ici ; attendu : turns, keep ou inverse"],
  [/^a list has at most (\d+) steps$/, "une liste a au plus $1 étapes"],
  [/^not enough memory.*$/, "la mémoire ne suffit pas"],
  [/^(\d+) cubes? waiting, .*$/, "en attente : $1, et pas plus ne le peuvent ; réessayez plus tard"],
  [/^(\d+) of your cubes .*$/, "$1 de vos cubes attendent ou sont cherchés, et pas plus ne le peuvent ; réessayez plus tard"],
  [/^the server is stopping$/, "le serveur s’arrête"],
  [/^(\S+): not a pattern database$/, "$1 : ce n’est pas une table"],
];

/* How the program has read the text; a hint may follow. */
const READ_AS = / \(read as [^;)]*(; moves need blanks between them|, as the puzzle 2x2 has)?\)$/;
/* Options are of the command; the page has a choice in their place. */
const IN_LIST = /^(?:steps: )?line (\d+), column (\d+): (.*)$/s;  /* of a list of steps */
const SAYS_WHICH = /; parentheses: group or niss says which$/;

function sayHint(hint) {
  return hint === undefined ? "" : say(hint.startsWith("; moves") ? "fault blanks" : "fault other puzzle");
}

function sayWithoutReading(message) {
  for (const [known, key, values] of OF_STICKERS) {
    const found = known.exec(message);
    if (found) return say(key, values(found));
  }
  if (currentLanguage() !== "fr") return message.replace(SAYS_WHICH, "; say which");
  const [known, french] = OF_TEXTS.find(([english]) => english.test(message)) ?? [/^(.*)$/s, "le programme dit, en anglais : « $1 »"];
  return message.replace(known, french);
}

/** A message of the program in the reader's language.
 * @param isPainted  nobody who paints means moves: no hint says how they are written */
export function sayFault(message, isPainted = false) {
  const reading = READ_AS.exec(message), inList = IN_LIST.exec(message);
  if (inList) return say("in list", {line: inList[1], column: inList[2]}) + sayFault(inList[3], isPainted);
  return reading ? sayWithoutReading(message.slice(0, reading.index)) + (isPainted ? "" : sayHint(reading[1])) : sayWithoutReading(message);
}
