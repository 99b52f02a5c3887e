#!/usr/bin/env bats
# superflip show: a position drawn and described.

load expect

setup() {
	# Bounds of tables are read where they are what is tested.
	tables=$SUPERFLIP_PDB_DIR
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/none
	superflip_facelets=UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB
}

# The value that show prints after a label.
field() {
	sed -n "s/^$1 *//p" <<<"$output"
}

@test "the net and the numbers of a position: facelets, cubies, inverse, symmetries, parity and order" {
	run -0 "$SUPERFLIP" show U
	[ "${lines[0]}" = "      U U U" ]
	[ "${lines[3]}" = "F F F R R R B B B L L L" ]
	[ "${lines[4]}" = "L L L F F F R R R B B B" ]
	[ "${lines[8]}" = "      D D D" ]
	run "$SUPERFLIP" show "R U R' U'"
	[ "$(field facelets)" = UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB ]
	[ "$(field cubies)" = "UF FR UR UL DF DR DB DL UB FL BR BL FDR LUB URB ULF RUF DFL DLB DBR" ]
	[ "$(field moves)" = "R U R' U'" ]
	[ "$(field inverse)" = "U R U' R'" ]
	[ "$(field symmetries)" = "1 of 48" ]
	[ "$(field parity)" = even ]
	[ "$(field order)" = 6 ]
	run -0 "$SUPERFLIP" show ""
	[ "$(field order)" = 1 ]
}

@test "the superflip is the same in every notation" {
	for scramble in "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2" "$superflip_facelets" \
	                "FU RU BU LU FD RD BD LD RF LF RB LB UFR URB UBL ULF DRF DFL DLB DBR"; do
		run -0 "$SUPERFLIP" show "$scramble"
		[ "$(field facelets)" = "$superflip_facelets" ]
		[ "$(field symmetries)" = "48 of 48" ]
		[ "$(field order)" = 2 ]
	done
}

@test "a rotation of the whole cube is reported; French letters are read on request, colours are letters in the order of the centres" {
	run "$SUPERFLIP" show "Rw"
	[ "$(field moves)" = "L" ]
	[ "$(field turned)" = "U R F are where F R D were" ]
	run "$SUPERFLIP" show "R"
	[ -z "$(field turned)" ]
	run "$SUPERFLIP" show --french "H2 B'"
	[ "$(field mouvements)" = "H2 B'" ]
	[ "$(field inverse)" = "B H2" ]
	run -3 "$SUPERFLIP" show "H2 B'"
	run -0 "$SUPERFLIP" show WWWWWWWWWBBBBBBBBBRRRRRRRRRYYYYYYYYYGGGGGGGGGOOOOOOOOO
	[ "$(field order)" = 1 ]
}

@test "invalid input: status 3, argument or line, column in characters, token; the others are shown" {
	run bash -c "'$SUPERFLIP' show \"R U R4\" 2>/dev/null"
	[ "$status" -eq 3 ]
	[ -z "$output" ]
	expect 3 "superflip: argument 1: column 5: 'R4' is not a move*" show "R U R4"
	expect 3 "superflip: argument 1: column 7: 'Q' is not a move*" show "R’ U’ Q"
	run bash -c "printf '\xef\xbb\xbfR U\r\n\r\n# a remark\nR U Q\n// another\nF' | '$SUPERFLIP' show"
	[ "$status" -eq 3 ]
	[ "$(grep -c '^cubies' <<<"$output")" -eq 2 ]
	[[ "$output" == *"superflip: standard input:4:5: 'Q' is not a move"* ]]
	[ "$(field moves)" = $'R U\nF' ]
	run bash -c "printf 'R\0U\n' | '$SUPERFLIP' show"
	[ "$status" -eq 3 ]
}

@test "colour in a terminal or on request, not in a pipe, and none with NO_COLOR" {
	run "$SUPERFLIP" show U
	[[ "$output" != *$'\033'* ]]
	run "$SUPERFLIP" show --color always U
	[[ "$output" == *$'\033[38;5;16;48;5;231m U \033[0m'* ]]
	run "$SUPERFLIP" show --color=never U
	[[ "$output" != *$'\033'* ]]
	command -v script >/dev/null || skip "script(1) is not installed"
	run script -qec "env -u NO_COLOR '$SUPERFLIP' show U" /dev/null
	[[ "$output" == *$'\033[38;5;16;48;5;231m U \033[0m'* ]]
	run script -qec "env NO_COLOR=1 '$SUPERFLIP' show U" /dev/null
	[[ "$output" != *$'\033[38'* ]]
}

@test "coordinates, phase 1 and the cycles of the superflip" {
	run "$SUPERFLIP" show "$superflip_facelets"
	[ "$(field coordinates)" = "edges 0, flips 2047, corners 0, twists 0" ]
	[ "$(field "phase 1")" = "flip 2047, slice 0, twist 0" ]
	[ "$(field cycles)" = "{2,36}{5,39}{8,37}{11,34}{13,20}{14,15}{16,17}{18,19}{22,44}{25,42}{28,45}{31,47}" ]
	run "$SUPERFLIP" show ""
	[ "$(field coordinates)" = "edges 0, flips 0, corners 0, twists 0" ]
	[ -z "$(field cycles)" ]
}

@test "every installed heuristic prints its bound, and none is too large" {
	run "$SUPERFLIP" show --pdb-dir "$tables" "R U F"
	[[ "$(field bounds)" == *"simple 3"*"korf 3"* ]]
	for bound in $(field bounds | grep -o '[0-9]*\(,\|$\)' | tr -d ,); do
		[ "$bound" -le 3 ]
	done
	run -0 "$SUPERFLIP" show --pdb-dir "$BATS_TEST_TMPDIR" "R U F"
	[[ "$(field bounds)" == *"simple 3"* && "$(field bounds)" != *korf* ]]
}

@test "--reduce merges turns, in the letters of the input" {
	run -0 "$SUPERFLIP" show --french --reduce "A B G D D' P H" "H H H"
	[ "${lines[0]}" = "A B G P H" ]
	[ "${lines[1]}" = "H'" ]
	run "$SUPERFLIP" show --reduce "U D U" "R R'"
	[ "${lines[0]}" = "U2 D" ]
	[ "${lines[1]}" = "" ]
	run -3 "$SUPERFLIP" show --reduce "R X"
	# What is left of a solution solves as it did, although the cube was turned on the way.
	run -0 "$SUPERFLIP" show --reduce "R x U" "y R U' r' M"
	[ "${lines[0]}" = "R F" ]
	run -0 "$SUPERFLIP" verify -q <<<"F' R' -> ${lines[0]}"$'\n'"M' r U R' y' -> ${lines[1]}"
	[[ "${lines[0]} ${lines[1]}" == *"right"*"right"* ]]
	[ "$("$SUPERFLIP" show --parentheses niss --reduce "y (U F) R")" = "B F' U'" ]
}

@test "--french shows a cube in French words and letters; what programs read stays" {
	run -0 --separate-stderr "$SUPERFLIP" show --french "D H D' H'" "x"
	[ "$(field parité)" = $'paire\npaire' ]
	[ "$(field arêtes)" = $'HD HP AD\nrésolu' ]
	[ "$(field EO | head -n 1)" = "AP résolu, DG 2 mauvaises arêtes, HB 2 mauvaises arêtes" ]
	[ "$(field cas)" = "f2l-1" ]
	[ "$(field tenu)" = "H D A sont où A D B étaient" ]
	[ "$(field facettes | head -n 1)" = "$("$SUPERFLIP" show "R U R' U'" | sed -n 's/^facelets *//p')" ]
	[[ "$("$SUPERFLIP" show --french --goal cross)" == *$'\nbut         cross\ntaille      '*$'\nfacettes  '*$'\nmotifs  '* ]]
	[[ "$("$SUPERFLIP" show --french --goals "D H")" == "but "*" mouvements  preuve  côté"* ]]
	[[ "$("$SUPERFLIP" show --french --goals --format csv "D H")" == "goal,moves,proof,side"* ]]
	run ! grep -Eqi 'corners|edges|solved|twisted|symmetries|bounds|moves|turned' <<<"$(grep -v ^bornes <<<"$output")"
}

@test "--french says results in French words" {
	local outside="D H D' H' P"
	export SUPERFLIP_PDB_DIR=$tables
	[[ "$("$SUPERFLIP" show --french --goal cross+neutral)" == *$'\ntaille      190,080 états chacun\n'* ]]
	run -1 --separate-stderr "$SUPERFLIP" solve --french --heuristic korf --max 2 "$outside" "$outside D"
	[ "${lines[0]}" = "1.  >=5  aucune : prouvé qu’aucune solution n’a au plus 2 mouvements" ]
	run -1 "$SUPERFLIP" solve --french --heuristic korf --min 1 --max 1 "$outside"
	[ "$output" = ">=5  aucune : prouvé qu’aucune solution n’a de 1 à 1 mouvements" ]
	run -1 "$SUPERFLIP" solve --french --heuristic korf --node-limit 10 "H D2 A P2 D P2 D H2 G P2 D H' B' D2 A D' G P2 H2 A2"
	[[ "$output" == ">="*"  au moins "*" mouvements ; la meilleure trouvée, sans preuve qu’elle soit la plus courte (limite de nœuds) : "* ]]
	expect 3 "*-  erreur : colonne 3 : *" solve --french --heuristic korf "D Q"
	expect 0 "1\*  P'  (cross:D, jaune)" solve --french --goal cross+neutral "$outside"
	# Programs read what they read.
	[ "$("$SUPERFLIP" solve --french --goal cross+neutral --json "$outside" | jq -r '.status, .solutions[0].color' | xargs)" = "optimal yellow" ]
	"$SUPERFLIP" solve --french --heuristic korf --json "$outside" | "$SUPERFLIP" verify --french --heuristic korf --optimal >"$BATS_TEST_TMPDIR/verified"
	[ "$(cat "$BATS_TEST_TMPDIR/verified")" = "standard input:1: 5*  juste, optimalité prouvée" ]
	run -1 --separate-stderr "$SUPERFLIP" verify --french <<<"D H -> H"
	[[ "$output" == "standard input:1: faux: "* ]]
}

@test "each text of words.tsv is one of the program's, with the same values and width; stages are those of the page" {
	local root=$BATS_TEST_DIRNAME/../.. words=$BATS_TEST_DIRNAME/../../doc/words.tsv english
	cut -f1 "$words" | while IFS= read -r english; do
		[[ "$english" =~ ^[UDRLFB][UDRLFB2\']{0,2}$|^case, ]] || grep -rqF "\"$english\"" "$root"/src/app "$root"/src/engine/{goal,steps} \
			|| grep -qE "^$english *=" "$root"/doc/steps/*.steps
	done
	python3 - "$words" "$root/src/app/web/page/texts.js" <<-'END'
		import re, sys
		rows = [line.rstrip("\n").split("\t") for line in open(sys.argv[1], encoding="utf-8")]
		words = dict(rows)
		assert len(words) == len(rows)
		for english, french in rows:
		    assert re.findall(r"%z?.", english) == re.findall(r"%z?.", french), english
		    labels = [re.findall(r"(?:^|\\n)(\w+ ?\d? +)", text) for text in (english, french)]
		    if re.match(r"\w+ {2,}(%|[A-Z]|$)", english):
		        assert list(map(len, labels[0])) == list(map(len, labels[1])), english
		page = open(sys.argv[2], encoding="utf-8").read().split("IN_FRENCH = ")[1]
		stages = re.findall(r'"stage (.+?)": "(.+?)"', page)
		assert len(stages) > 25 and all(words[name] == text for name, text in stages)
	END
}

@test "--same: two sequences for one position, status 0; different positions, status 1" {
	expect 0 "la même position" show --french --same "A D' A' D" "H' D H D' A' H A H'"
	run -1 "$SUPERFLIP" show --same R "R'"
	run -2 "$SUPERFLIP" show --same R
	run -3 "$SUPERFLIP" show --same R Q
}

# [SCRAMBLE] [OPTION...]: where the stickers are, and how the cube is held
shown() {
	"$SUPERFLIP" show --puzzle "$puzzle" "${@:2}" "$1" | grep -E "^(facelets|turned)"
}

@test "powers and products" {
	run "$SUPERFLIP" show --power 6 "R U R' U'"
	[ "$(field order)" = 1 ]
	run "$SUPERFLIP" show --power -1 "R U"
	inverse=$(field facelets)
	run "$SUPERFLIP" show "U' R'"
	[ "$(field facelets)" = "$inverse" ]
	run "$SUPERFLIP" show --product "R U" F "U' R'"
	product=$(field facelets)
	run "$SUPERFLIP" show "R U F U' R'"
	[ "$(field facelets)" = "$product" ]
	# Turns of the whole cube carry over to what follows, and are undone.
	local puzzle held
	for puzzle in 3x3 2x2; do
		for held in "x R" "R y F z'" "z x U F"; do
			[ "$(shown "$held" --power 3)" = "$(shown "($held)3")" ]
			[ "$(shown "$held" --power -2)" = "$(shown "($held)-2")" ]
			[ "$(shown "$held" --product F "x U2")" = "$(shown "F x U2 $held")" ]
		done
	done
	run -2 "$SUPERFLIP" show --power 1x R
}

@test "--svg prints one document" {
	run -0 "$SUPERFLIP" show --svg "$superflip_facelets"
	[ "${lines[0]:0:4}" = "<svg" ]
	[ "$(grep -c '<rect' <<<"$output")" -eq 54 ]
	run -2 "$SUPERFLIP" show --svg U R
	run bash -c "printf 'U\nR\n' | '$SUPERFLIP' show --svg"
	[ "$status" -eq 2 ]
	[ "$(grep -c '<svg' <<<"$output")" -eq 1 ]
}

@test "wrong options are usage errors; --help goes to standard output" {
	for options in "--color sometimes" "--color" "--wat" "-x"; do
		run -2 "$SUPERFLIP" show $options
		[[ "$output" == "superflip: show: "* || "$output" == "superflip: --color 'sometimes': expected auto, always or never" ]]
	done
	run bash -c "'$SUPERFLIP' show --help 2>/dev/null"
	[ "$status" -eq 0 ]
	[[ "$output" == "usage: superflip show"* ]]
}

@test "cycles of pieces are named: each goes to the next place, and a turned one says so" {
	run "$SUPERFLIP" show U
	[ "$(field corners)" = "UFR UFL UBL UBR" ]
	[ "$(field edges)" = "UR UF UL UB" ]
	run "$SUPERFLIP" show "R U R' U R U2 R'"  # Sune
	[ "$(field corners)" = "UFR UBL twisted anticlockwise, UFL UBR twisted clockwise" ]
	[ "$(field edges)" = "UR UB UL" ]
	run "$SUPERFLIP" show "$superflip_facelets"
	[ "$(field corners)" = solved ]
	[[ "$(field edges)" == "UR flipped, UF flipped, "*"BR flipped" ]]
}

@test "edge orientation and domino reduction are told by axis" {
	run "$SUPERFLIP" show F
	[ "$(field EO)" = "FB 4 bad edges, RL solved, UD solved" ]
	[ "$(field DR)" = "FB solved, RL 4c 4e, UD 4c 4e" ]
	[ "$(field HTR)" = no ]
	run "$SUPERFLIP" show "R2 U2 F2 L2"
	[ "$(field DR)" = "FB solved, RL solved, UD solved" ]
	[ "$(field HTR)" = solved ]
	run "$SUPERFLIP" show "R2 U F2 D"  # domino reduced on one axis: half turns do not suffice
	[[ "$(field DR)" == "FB "[1-9]*", UD solved" ]]
	[ "$(field HTR)" = no ]
}

@test "show --parentheses says what (R U) means" {
	run -3 "$SUPERFLIP" show "(R U) F"
	run "$SUPERFLIP" show --parentheses niss "(R U) F"
	[ "$(field moves)" = "U' R' F" ]
	run "$SUPERFLIP" show --parentheses group "(R U) F"
	[ "$(field moves)" = "R U F" ]
	run -2 "$SUPERFLIP" show --parentheses square "(R U) F"
}

@test "stickers that do not matter are grey, and what matters is the goal" {
	hidden=".D..U........RD.D.....F........DF.D.....L.....R.BB..L."
	run -0 "$SUPERFLIP" show --color never "$hidden"
	[ "$(field facelets)" = "$hidden" ]
	[ "$(field cubies)" = "?? ?? DR ?? ?? FD DL ?? ?? ?? BD ?? ??? ??? ??? ??? ??? ??? ??? ???" ]
	[ "$(field goal)" = "....U........R..R.....F..F..D.DDD.D.....L..L.....B..B." ]
	[ "$("$SUPERFLIP" show --color always "$hidden" | grep -o '48;5;244m' | wc -l)" -eq 40 ]
	[ "$("$SUPERFLIP" show --svg "$hidden" | grep -c '#808080')" -eq 40 ]
	[[ "$("$SUPERFLIP" show --color never "${hidden/.D./UD.}")" == *"goal        home:..U.U........R..R.....F..F..D.DDD.D.....L..L.....B..B."* ]]
	[[ "$("$SUPERFLIP" show --color never "U.U.U........R.....F..F....D...D........L........B....")" == *"goal        none: what is seen at UBR fits several pieces"* ]]
	[[ "$("$SUPERFLIP" show UUUUUUUU..RRRRRRRRFF.FFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB)" == *"order       1"* ]]
	run -3 "$SUPERFLIP" show --power 2 "$hidden"
	[[ "$output" == *"a whole cube is needed here"* ]]
	run -0 "$SUPERFLIP" convert --to cubies <<<"$hidden"
	[ "$("$SUPERFLIP" convert --to facelets <<<"$output")" = "$hidden" ]
	run -3 "$SUPERFLIP" convert --to moves <<<"$hidden"
}

@test "show --goal draws a goal, show --goals tells how far a scramble is from each" {
	run -0 "$SUPERFLIP" show --goal 2x2x2:URF --color never
	[ "$(field facelets)" = "....UU.UURR.RR.....FF.FF.......D........L........B...." ]
	run -2 "$SUPERFLIP" show --goal crss
	run -2 "$SUPERFLIP" show --goal cross R
	run -2 "$SUPERFLIP" show --goals --svg R
	mkdir "$BATS_TEST_TMPDIR/pdb"
	run -0 "$SUPERFLIP" show --goals --format csv --pdb-dir "$BATS_TEST_TMPDIR/pdb" "D2 F' R2 B U2 R F L2 D' B2 U R2 D F2 L"
	while read -r row; do
		grep -qx "$row" <<<"$output"
	done <<-END
		cross,5,exact,.
		eo,4,exact,UD
		2x2x2,5,exact,DBL
		fb,6,exact,DL
		f2l,6,bound,.
	END
	[[ "$("$SUPERFLIP" show --goals --format jsonl --pdb-dir "$BATS_TEST_TMPDIR/pdb" "U")" == *'{"goal":"ll","moves":0,"proof":"exact"'* ]]
	# By tables of whole cubes, too: a permutation of the last layer is at oll, ten moves from solved or not.
	ln -s "$tables"/{corners,edges-URUFULUBFRFL,edges-DRDFDLDBBLBR}-htm.pdb "$BATS_TEST_TMPDIR/pdb"
	[[ "$("$SUPERFLIP" show --goals --format csv --pdb-dir "$BATS_TEST_TMPDIR/pdb" "R U R' U' R' F R2 U' R' U' R U R' F'")" == *$'\noll,0,exact,'* ]]
}

@test "the name of a case is shown as its stickers, and drawn as cubers do" {
	cd "$BATS_TEST_TMPDIR"
	local name stickers
	for name in pll-T oll-27 wv-2 zbll-U-3 coll-L-5 vls-UB-9; do
		run --separate-stderr "$SUPERFLIP" algs -q --pdb-dir "$tables" --heuristic korf --max 1 --json "$name" --html "$name.html"
		stickers=$(jq -r .stickers <<<"$output")
		[ "$("$SUPERFLIP" show "$name" | sed -n 's/^facelets *//p')" = "$stickers" ]
		"$SUPERFLIP" show --svg "$name" | cmp - <(sed -n '/<svg/,/<.svg>/p' "$name.html")
	done
	# Turns have spaces between them.
	"$SUPERFLIP" show --same "z b l l-3" "z b l2"
	expect 3 "*'p' is not a move*" show pll-Q
	expect 3 "superflip: argument 1: *" show zbll-494
}
