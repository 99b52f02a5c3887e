/* What turns cost a hand, as doc/prices/hand.prices has it; a test compares them. Of turns that fit the last one counts. */
export const HAND = {
  turns: [["*", 1.5], ["R R' U U' r r'", 1], ["R2 U2 r2", 1.4], ["F F' L L' D D'", 1.3], ["F2 L2 D2", 1.8], ["B B'", 2], ["B2", 2.6], ["M M' M2", 1.4]],
  pairs: [["R* L*", 0.3], ["L* R*", 0.3], ["R* B*", 0.5], ["B* R*", 0.5], ["F* B*", 0.8], ["B* F*", 0.8], ["U R'", -0.1], ["R U", -0.1], ["R U'", -0.1]],
};

function fits(pattern, turn) {
  return pattern === "*" || pattern === turn || (pattern.endsWith("*") && turn.replace(/[2']+$/, "") === pattern.slice(0, -1));
}

/** @param moves  in English letters */
export function handPrice(moves) {
  const turns = moves.split(" ").filter(Boolean);
  return turns.reduce((sum, turn, i) => sum + HAND.turns.findLast(([patterns]) => patterns.split(" ").some((pattern) => fits(pattern, turn)))[1] +
    HAND.pairs.reduce((extra, [pair, price]) => {
      const [first, second] = pair.split(" ");
      return extra + (i > 0 && fits(first, turns[i - 1]) && fits(second, turn) ? price : 0);
    }, 0), 0);
}
