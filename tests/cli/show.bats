#!/usr/bin/env bats
# superflip show: a position drawn and described.

setup() {
	superflip=${SUPERFLIP:-build/release/superflip}
	superflip_facelets=UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB
}

# The value that show prints behind a label.
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

@test "the superflip is itself in every notation" {
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

@test "a turn of the whole cube is told" {
	run "$superflip" show "Rw"
	[ "$(field moves)" = "L" ]
	[ "$(field turned)" = "U R F are where F R D were" ]
	run "$superflip" show "R"
	[ -z "$(field turned)" ]
}

@test "French letters are read when asked for" {
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

@test "bad input: status 3, argument, column, token, and nothing on standard output" {
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

@test "standard input: one scramble a line, remarks and empty lines skipped, invalid lines named" {
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

@test "no colour in a pipe, colour when asked for, never with NO_COLOR on its own" {
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

@test "bad options are usage errors" {
	for options in "--color sometimes" "--color" "--wat" "-x"; do
		run "$superflip" show $options
		[ "$status" -eq 2 ]
		[[ "$output" == "superflip: show: "* ]]
	done
}

@test "--help explains on standard output" {
	run bash -c "'$superflip' show --help 2>/dev/null"
	[ "$status" -eq 0 ]
	[[ "$output" == "usage: superflip show"* ]]
}
