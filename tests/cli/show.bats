#!/usr/bin/env bats
# superflip show: a position drawn and described.

setup() {
	superflip=${SUPERFLIP:-build/release/superflip}
	superflip_facelets=UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB
}

# The value that show prints after a label.
field() {
	sed -n "s/^$1 *//p" <<<"$output"
}

@test "the net of one turn" {
	run "$superflip" show U
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "      U U U" ]
	[ "${lines[3]}" = "F F F R R R B B B L L L" ]
	[ "${lines[4]}" = "L L L F F F R R R B B B" ]
	[ "${lines[8]}" = "      D D D" ]
}

@test "facelets, cubies, inverse, symmetries, parity and order of moves" {
	run "$superflip" show "R U R' U'"
	[ "$(field facelets)" = UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB ]
	[ "$(field cubies)" = "UF FR UR UL DF DR DB DL UB FL BR BL FDR LUB URB ULF RUF DFL DLB DBR" ]
	[ "$(field moves)" = "R U R' U'" ]
	[ "$(field inverse)" = "U R U' R'" ]
	[ "$(field symmetries)" = "1 of 48" ]
	[ "$(field parity)" = even ]
	[ "$(field order)" = 6 ]
}

@test "the superflip is the same in every notation" {
	for scramble in "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2" "$superflip_facelets" \
	                "FU RU BU LU FD RD BD LD RF LF RB LB UFR URB UBL ULF DRF DFL DLB DBR"; do
		run "$superflip" show "$scramble"
		[ "$status" -eq 0 ]
		[ "$(field facelets)" = "$superflip_facelets" ]
		[ "$(field symmetries)" = "48 of 48" ]
		[ "$(field order)" = 2 ]
	done
}

@test "an empty scramble is the solved cube" {
	run "$superflip" show ""
	[ "$status" -eq 0 ]
	[ "$(field order)" = 1 ]
}

@test "a rotation of the whole cube is reported" {
	run "$superflip" show "Rw"
	[ "$(field moves)" = "L" ]
	[ "$(field turned)" = "U R F are where F R D were" ]
	run "$superflip" show "R"
	[ -z "$(field turned)" ]
}

@test "French letters are read on request" {
	run "$superflip" show --french "H2 B'"
	[ "$(field moves)" = "U2 D'" ]
	run "$superflip" show "H2 B'"
	[ "$status" -eq 3 ]
}

@test "colours are letters in the order of the centres" {
	run "$superflip" show WWWWWWWWWBBBBBBBBBRRRRRRRRRYYYYYYYYYGGGGGGGGGOOOOOOOOO
	[ "$status" -eq 0 ]
	[ "$(field order)" = 1 ]
}

@test "invalid input: status 3, argument, column, token, and nothing on standard output" {
	run bash -c "'$superflip' show \"R U R4\" 2>/dev/null"
	[ "$status" -eq 3 ]
	[ -z "$output" ]
	run "$superflip" show "R U R4"
	[[ "$output" == "superflip: argument 1: column 5: 'R4' is not a move"* ]]
}

@test "columns count characters, not bytes" {
	run "$superflip" show "R’ U’ Q"
	[[ "$output" == "superflip: argument 1: column 7: 'Q' is not a move"* ]]
}

@test "standard input: one scramble a line, comments and empty lines skipped, invalid lines named" {
	run bash -c "printf '\xef\xbb\xbfR U\r\n\r\n# a remark\nR U Q\n// another\nF' | '$superflip' show"
	[ "$status" -eq 3 ]
	[ "$(grep -c '^cubies' <<<"$output")" -eq 2 ]
	[[ "$output" == *"superflip: standard input:4:5: 'Q' is not a move"* ]]
	[ "$(field moves)" = $'R U\nF' ]
}

@test "a zero byte does not hide the rest of its line" {
	run bash -c "printf 'R\0U\n' | '$superflip' show"
	[ "$status" -eq 3 ]
}

@test "no colour in a pipe, colour on request, none with NO_COLOR alone" {
	run "$superflip" show U
	[[ "$output" != *$'\033'* ]]
	run "$superflip" show --color always U
	[[ "$output" == *$'\033[38;5;16;48;5;231m U \033[0m'* ]]
	run "$superflip" show --color=never U
	[[ "$output" != *$'\033'* ]]
}

@test "colour in a terminal, unless NO_COLOR is set" {
	command -v script >/dev/null || skip "script(1) is not installed"
	run script -qec "env -u NO_COLOR '$superflip' show U" /dev/null
	[[ "$output" == *$'\033[38;5;16;48;5;231m U \033[0m'* ]]
	run script -qec "env NO_COLOR=1 '$superflip' show U" /dev/null
	[[ "$output" != *$'\033[38'* ]]
}

@test "coordinates, phase 1 and the cycles of the superflip" {
	run "$superflip" show "$superflip_facelets"
	[ "$(field coordinates)" = "edges 0, flips 2047, corners 0, twists 0" ]
	[ "$(field "phase 1")" = "flip 2047, slice 0, twist 0" ]
	[ "$(field cycles)" = "{2,36}{5,39}{8,37}{11,34}{13,20}{14,15}{16,17}{18,19}{22,44}{25,42}{28,45}{31,47}" ]
	run "$superflip" show ""
	[ "$(field coordinates)" = "edges 0, flips 0, corners 0, twists 0" ]
	[ -z "$(field cycles)" ]
}

@test "every installed heuristic prints its bound, and none is too large" {
	run "$superflip" show "R U F"
	[[ "$(field bounds)" == *"simple 3"*"korf 3"* ]]
	for bound in $(field bounds | grep -o '[0-9]*\(,\|$\)' | tr -d ,); do
		[ "$bound" -le 3 ]
	done
	run "$superflip" show --pdb-dir "$BATS_TEST_TMPDIR" "R U F"
	[ "$status" -eq 0 ]
	[[ "$(field bounds)" == *"simple 3"* && "$(field bounds)" != *korf* ]]
}

@test "--reduce merges turns, in the letters of the input" {
	run "$superflip" show --french --reduce "A B G D D' P H" "H H H"
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "A B G P H" ]
	[ "${lines[1]}" = "H'" ]
	run "$superflip" show --reduce "U D U" "R R'"
	[ "${lines[0]}" = "U2 D" ]
	[ "${lines[1]}" = "" ]
	run "$superflip" show --reduce "R X"
	[ "$status" -eq 3 ]
}

@test "--same: two sequences for one position, status 0; different positions, status 1" {
	run "$superflip" show --french --same "A D' A' D" "H' D H D' A' H A H'"
	[ "$status" -eq 0 ]
	[ "$output" = "the same position" ]
	run "$superflip" show --same R "R'"
	[ "$status" -eq 1 ]
	run "$superflip" show --same R
	[ "$status" -eq 2 ]
	run "$superflip" show --same R Q
	[ "$status" -eq 3 ]
}

@test "powers and products" {
	run "$superflip" show --power 6 "R U R' U'"
	[ "$(field order)" = 1 ]
	run "$superflip" show --power -1 "R U"
	inverse=$(field facelets)
	run "$superflip" show "U' R'"
	[ "$(field facelets)" = "$inverse" ]
	run "$superflip" show --product "R U" F "U' R'"
	product=$(field facelets)
	run "$superflip" show "R U F U' R'"
	[ "$(field facelets)" = "$product" ]
	run "$superflip" show --power 1x R
	[ "$status" -eq 2 ]
}

@test "--svg prints one document" {
	run "$superflip" show --svg "$superflip_facelets"
	[ "$status" -eq 0 ]
	[ "${lines[0]:0:4}" = "<svg" ]
	[ "$(grep -c '<rect' <<<"$output")" -eq 54 ]
	run "$superflip" show --svg U R
	[ "$status" -eq 2 ]
	run bash -c "printf 'U\nR\n' | '$superflip' show --svg"
	[ "$status" -eq 2 ]
	[ "$(grep -c '<svg' <<<"$output")" -eq 1 ]
}

@test "wrong options are usage errors" {
	for options in "--color sometimes" "--color" "--wat" "-x"; do
		run "$superflip" show $options
		[ "$status" -eq 2 ]
		[[ "$output" == "superflip: show: "* || "$output" == "superflip: --color 'sometimes': expected auto, always or never" ]]
	done
}

@test "--help goes to standard output" {
	run bash -c "'$superflip' show --help 2>/dev/null"
	[ "$status" -eq 0 ]
	[[ "$output" == "usage: superflip show"* ]]
}

@test "cycles of pieces are named: each goes to the next place, and a turned one says so" {
	run "$superflip" show U
	[ "$(field corners)" = "UFR UFL UBL UBR" ]
	[ "$(field edges)" = "UR UF UL UB" ]
	run "$superflip" show "R U R' U R U2 R'"  # Sune
	[ "$(field corners)" = "UFR UBL twisted anticlockwise, UFL UBR twisted clockwise" ]
	[ "$(field edges)" = "UR UB UL" ]
	run "$superflip" show "$superflip_facelets"
	[ "$(field corners)" = solved ]
	[[ "$(field edges)" == "UR flipped, UF flipped, "*"BR flipped" ]]
}

@test "edge orientation and domino reduction are told by axis" {
	run "$superflip" show F
	[ "$(field EO)" = "FB 4 bad edges, RL solved, UD solved" ]
	[ "$(field DR)" = "FB solved, RL 4c 4e, UD 4c 4e" ]
	[ "$(field HTR)" = no ]
	run "$superflip" show "R2 U2 F2 L2"
	[ "$(field DR)" = "FB solved, RL solved, UD solved" ]
	[ "$(field HTR)" = solved ]
	run "$superflip" show "R2 U F2 D"  # domino reduced on one axis: half turns do not suffice
	[[ "$(field DR)" == "FB "[1-9]*", UD solved" ]]
	[ "$(field HTR)" = no ]
}

@test "show --parentheses says what (R U) means" {
	run "$superflip" show "(R U) F"
	[ "$status" -eq 3 ]
	run "$superflip" show --parentheses niss "(R U) F"
	[ "$(field moves)" = "F U' R'" ]
	run "$superflip" show --parentheses group "(R U) F"
	[ "$(field moves)" = "R U F" ]
	run "$superflip" show --parentheses square "(R U) F"
	[ "$status" -eq 2 ]
}
