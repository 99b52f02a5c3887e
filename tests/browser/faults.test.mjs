/* What is wrong with a cube, in the words of who paints or types: messages of the program, in both languages. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { run, superflip, test } from "./browser.mjs";

/* What the page's words want of a browser. */
globalThis.navigator ??= {language: "en"};
globalThis.document = {documentElement: {}, querySelectorAll: () => []};
const { setLanguage } = await import("../../src/app/web/page/words.js");
const { sayFault } = await import("../../src/app/web/page/faults.js");
const { IN_FRENCH_WORDS, IN_PLAIN_WORDS, sayGoal } = await import("../../src/app/web/page/pictures.js");

function told(text, ...options) {
  const message = JSON.parse(run(["solve", "--json", "-q", ...options, text], [2, 3])).error?.message;
  assert.ok(message, `nothing is wrong with ${text}`);
  return message;
}

/* Why a goal is refused, without the command's advice; null: it is none that is. */
function refusal(goal) {
  const said = spawnSync(superflip, ["solve", "-q", "--goal", goal, ""], {encoding: "utf8"}).stderr;
  return /column \d+: (.*?)(; `superflip help goals` lists goals)?$/m.exec(said)?.[1] ?? null;
}

function say(language, message, isPainted) {
  setLanguage(language);
  return sayFault(message, isPainted);
}

/* The solved cube with some stickers painted anew. */
function painted(...stickers) {
  const net = [..."URFDLB"].flatMap((face) => Array(9).fill(face));
  for (const [i, colour] of stickers) net[i] = colour;
  return net.join("");
}

test("faults of a painted net are said in a painter's words", () => {
  const faults = [
    [painted([0, "F"]), "10 stickers are green; there are 9 of each colour", "10 autocollants sont verts ; il y en a 9 de chaque couleur"],
    [painted([5, "R"], [10, "U"]), "One edge is flipped: turns of the faces cannot solve this cube",
     "Une arête est retournée : aucune suite de mouvements ne résout ce cube"],
    [painted([8, "R"], [9, "F"], [20, "U"]), "One corner is twisted: turns of the faces cannot solve this cube",
     "Un coin est tourné sur place : aucune suite de mouvements ne résout ce cube"],
    [painted([10, "F"], [19, "R"]), "Two pieces are swapped: turns of the faces cannot solve this cube",
     "Deux pièces sont échangées : aucune suite de mouvements ne résout ce cube"],
    [painted([8, "R"], [9, "U"]), "The top-right-front corner is red, white, and green: the piece has these colours the other way round",
     "Le coin haut-droite-avant porte rouge, blanc et vert : la pièce a ces couleurs dans l’autre sens"],
    [painted([8, "D"], [29, "U"]), "The top-right-front corner is yellow, red, and green: the piece has these colours the other way round",
     "Le coin haut-droite-avant porte jaune, rouge et vert : la pièce a ces couleurs dans l’autre sens"],
    [painted([4, "R"], [13, "U"]), "The centres do not lie as on a cube, however it is held",
     "Les centres ne sont pas placés comme sur un cube, de quelque façon qu’on le tienne"],
    [painted([4, "R"], [14, "U"]), "The top centre and the right centre are both red", "Les centres haut et droite sont tous deux de couleur rouge"],
    [painted([32, "U"], [7, "D"]), "One edge is there twice: top-right and bottom-right", "Une arête est là deux fois : haut-droite et bas-droite"],
    [painted([10, "D"], [28, "R"]), "The top-right edge is white and yellow: there is no such piece",
     "L’arête haut-droite porte blanc et jaune : cette pièce n’existe pas"],
  ];
  for (const [facelets, english, french] of faults) {
    const message = told(facelets);
    assert.equal(say("en", message, true), english, message);
    assert.equal(say("fr", message, true), french, message);
  }
});

test("in French every message is French", () => {
  const texts = ["R U X", "R U q", "Rw5", "2R", "m", "R\u200bU", "(R U", "R)", "[R, U", "[R U]", "(R U)1001", "(R U)*", "(R U)x3", "((R U)100 (R U)100)1000",
                 `${"(".repeat(70)}R${")".repeat(70)}`, "R (U F) D", "UUUUUUUUU RRRRRRRRR", "UF UR", "UUUURRRRFFFFDDDDLLLLBBBB", 
                 painted([3, "é"]), painted([0, "F"]), painted([8, "U"], [9, "U"], [20, "R"]),
                 [..."URFDLB"].map((face) => `${face} `.repeat(9)).join(""), "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBX",
                 "Face U :\nUUUUUUUUU\nRRRRRRRRR\n"];
  const ofPocket = ["R U X", "Rw", "UUUURRRRFFFFDDDDLLLLBBBU", "UUUURRRRFFFFDDDDLLLLBBXY", "UURRRRUUFFFFDDDDLLLLBBBB", "1 2 3 4 5 6 8 1 1 1 1 1 1 1", "1 2 3 4 5 6 6 1 1 1 1 1 1 1",
                    "1 2 3 4 5 6 7 1 1 1 1 1 1 2", "1 2 3 4 5 6 7 1 1 1 1 1 1 4", "1 2 3 4 5 6 7 1 1 1 1 1 1"];
  const messages = [...texts.map((text) => told(text)), ...["R U X", "q"].map((text) => told(text, "--french")), ...ofPocket.map((text) => told(text, "--puzzle", "2x2"))];
  const parts = [[0, 7], [9, 12], [9, 9]].map(([first, last]) => painted().replace(/./g, (c, i) => (i % 9 === 4 || (i >= first && i <= last) ? c : ".")));
  const goals = ["crss", "cross:X", "xcross:FR,FL", "xcross:UF", "eo:FB+eo:RL", "eo+2c", "dr+2c+0qt", "eo+crs%", `cross${"+cross".repeat(20)}`, "U.U.U........R.....F..F....D...D........L........B....",
                 ...parts.map((part) => part.replace("R", "F"))];
  messages.push(...goals.map(refusal).filter((message) => message !== null));
  assert.ok(messages.length > texts.length + ofPocket.length + 8);
  for (const message of messages) {
    const french = say("fr", message);
    assert.notEqual(french, message);
    assert.doesNotMatch(french, /le programme dit|\b(the|is|are|of|expected|move|read|turns)\b/, message);
  }
});

test("every goal that the program lists is said in French; words of the page's own are of goals that there are, and differ from the program's", () => {
  const listed = new Map(run(["help", "goals"]).match(/^ {2}\S+ +.*$/gm).map((line) => /^ {2}([^ :]+)\S* +(.*?)(?:: [\d,]+ (?:states|cubes).*)?$/.exec(line).slice(1)));
  const isOther = (name, words) => ["solved", "auf", "preauf", "neutral"].includes(name) || /^[a-z]+:[A-Z]+$/.test(words);  /* another name */
  setLanguage("fr");
  for (const [name, words] of listed)
    if (!isOther(name, words)) assert.notEqual(sayGoal(name, words), words, name);
  for (const table of [IN_PLAIN_WORDS, IN_FRENCH_WORDS])
    for (const [name, words] of Object.entries(table)) assert.ok(listed.has(name) && words !== listed.get(name), name);
});

test("a message without French words says whose words it has", () => {
  assert.equal(say("fr", "something new"), "le programme dit, en anglais : « something new »");
  assert.equal(say("en", "something new"), "something new");
});
