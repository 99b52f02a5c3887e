#!/usr/bin/env bats
# superflip convert: every form of writing to every other.

load expect

setup() {
	list=$BATS_TEST_TMPDIR/list
	facelets=UUUUUULLDFBBFRRFRRFFRFFRDDRRRUDDBDDBFFDLLDLLBLLLUBBUBB  # R U F
	cubies="LF UB UL UF RD BR DB DL RF FD UR BL DRF UBL ULF LDF UFR RDB DLB BUR"
}

@test "moves become moves, French letters, facelets and cubies" {
	[ "$("$SUPERFLIP" convert --to moves <<<"R3 (U F')2 [R: D2]")" = "R' U F' U F' R D2 R'" ]
	[ "$("$SUPERFLIP" convert --to moves <<<"x U")" = "U" ]
	[ "$("$SUPERFLIP" convert --to french <<<"R U2 F'")" = "D H2 A'" ]
	[ "$("$SUPERFLIP" convert --french --to moves <<<"D H2 A'")" = "R U2 F'" ]
	[ "$("$SUPERFLIP" convert --to facelets <<<"R U F")" = "$facelets" ]
	[ "$("$SUPERFLIP" convert --to cubies <<<"R U F")" = "$cubies" ]
	[ "$("$SUPERFLIP" convert --to reid <<<"$facelets")" = "$cubies" ]
	[ "$("$SUPERFLIP" convert --to facelets <<<"$cubies")" = "$facelets" ]
}

@test "--inverse writes what undoes each cube of a list, in every form" {
	[ "$("$SUPERFLIP" convert --to moves --inverse <<<"R3 (U F')2 [R: D2]")" = "R D2 R' F U' F U' R" ]
	[ "$("$SUPERFLIP" convert --to french --inverse --labels <<<"R U2 F'  # one")" = "A H2 D'  # one" ]
	[ "$("$SUPERFLIP" convert --to facelets --inverse <<<"F' U' R'")" = "$facelets" ]
	diff <("$SUPERFLIP" convert --to facelets --centers --inverse <<<R) \
		<("$SUPERFLIP" convert --to facelets --centers <<<"R'")
	[ "$("$SUPERFLIP" convert --to moves --metric stm --inverse <<<"M U")" = "U' M'" ]
	"$SUPERFLIP" scramble -n 20 -s 4 --metric etm >"$list"
	cd "$BATS_TEST_TMPDIR"
	for form in cubies digits; do
		"$SUPERFLIP" convert --to $form --inverse "$list" >inverses
		"$SUPERFLIP" convert --to cubies --inverse inverses >cubies
		diff <("$SUPERFLIP" convert --to cubies "$list") cubies
	done
	for options in "" "--metric stm" "--metric etm"; do
		# shellcheck disable=SC2086  # words
		"$SUPERFLIP" convert --to moves $options --inverse "$list" | paste -d ' ' "$list" - |
			"$SUPERFLIP" convert --to cubies >cubies
		[ "$(sort -u cubies)" = "$("$SUPERFLIP" convert --to cubies <<<"U U'")" ]
	done
	expect 3 "*not all stickers*" convert --to cubies --inverse \
		<<<.D..U........RD.D.....F........DF.D.....L.....R.BB..L.
	expect 2 "*convert: --inverse is for a 3x3" convert --to moves --puzzle 2x2 --inverse <<<"R U"
}

@test "digits have heads and are read back" {
	printf 'R U F\nD2 # two\n' | "$SUPERFLIP" convert --to digits >"$list"
	[ "$(head -4 "$list")" = $'Face U :\n0 0 0\n0 0 0\n1 1 5' ]
	[ "$(wc -l <"$list")" -eq 49 ]
	run -0 "$SUPERFLIP" convert --to facelets "$list"
	[ "${lines[0]}" = "$facelets" ]
	[ "${lines[1]}" = "$("$SUPERFLIP" convert --to facelets <<<D2)" ]
}

@test "what has no moves gets some that make it" {
	run -0 --separate-stderr "$SUPERFLIP" convert --to moves <<<"$facelets"
	[ "$("$SUPERFLIP" convert --to facelets <<<"$output")" = "$facelets" ]
	run --separate-stderr "$SUPERFLIP" convert --to french <<<"$cubies"
	[ "$("$SUPERFLIP" convert --french --to cubies <<<"$output")" = "$cubies" ]
}

@test "a solved cube among others is not an empty line, which lists skip" {
	printf "R\ny x\nUUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB  # solved\n" >"$list"
	for options in "--to moves --labels" "--to french" "--to moves --inverse" "--to moves --metric stm"; do
		local reads=
		[ "$options" != "--to french" ] || reads=--french
		# shellcheck disable=SC2086  # words
		"$SUPERFLIP" convert $options "$list" | "$SUPERFLIP" convert --to facelets $reads - >"$BATS_TEST_TMPDIR/back"
		[ "$(wc -l <"$BATS_TEST_TMPDIR/back")" -eq 3 ]
		[ "$(grep -c UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB "$BATS_TEST_TMPDIR/back")" -ge 1 ]
	done
}

@test "moves become turns of a set, and back; the centres stay where the moves had them" {
	while IFS='|' read -r options moves answer; do
		eval "set -- $options"
		[ "$("$SUPERFLIP" convert --to moves "$@" <<<"$moves")" = "$answer" ]
	done <<-'END'
		--metric stm|R L' x'|M
		--metric stm|(R L' x')2 U|M2 U
		--metric htm|M|R L' x'
		--metric stm|R L'|M x
		--metric stm|r U|L F x
		--metric etm|x R|R x
		--moves "r U M"|L F x|Rw U
		--moves "M U" --cost "M=2"|R L' B x'|M U
		--moves "U1 R1 F1"|U' R2|U U U R R
	END
	printf "R L\nM # slice\nU'\n" >"$list"
	run -3 --separate-stderr "$SUPERFLIP" convert --to moves --moves "M U" --labels "$list"
	[ "$output" = "M  # slice
U'" ]
	[[ "$stderr" = "superflip: $list:1:1: the turns of --metric, --moves and --cost cannot replace these, axis by axis" ]]
	"$SUPERFLIP" scramble -n 30 -s 1 --metric etm >"$list"
	for set in "--metric stm" "--metric atm" "--metric htm" "--metric stm --moves r,u,f,d,R,U,F,M"; do
		# shellcheck disable=SC2086  # words
		"$SUPERFLIP" convert --to moves $set "$list" | "$SUPERFLIP" convert --to moves --metric htm | cmp - <("$SUPERFLIP" convert --to moves --metric htm "$list")
	done
	expect 2 "*are for --to moves of a 3x3" convert --to facelets --metric stm "$list"
	expect 2 "*'M' is there twice" convert --to moves --moves "M M" "$list"
}

@test "a 2x2 is moves, facelets and numbers" {
	[ "$("$SUPERFLIP" convert --puzzle 2x2 --to digits <<<"")" = "" ]
	[ "$("$SUPERFLIP" convert --puzzle 2x2 --to digits <<<"r")" = "2 5 3 1 4 6 7 2 3 1 3 2 1 1" ]
	[ "$("$SUPERFLIP" convert --puzzle 2x2 --to facelets <<<"R")" = UFUFRRRRFDFDDBDBLLLLUBUB ]
	moves=$("$SUPERFLIP" convert --puzzle 2x2 --to moves <<<"2 5 3 1 4 6 7 2 3 1 3 2 1 1")
	[ "$("$SUPERFLIP" convert --puzzle 2x2 --to digits <<<"$moves")" = "2 5 3 1 4 6 7 2 3 1 3 2 1 1" ]
	run -2 "$SUPERFLIP" convert --puzzle 2x2 --to cubies <<<R
}

@test "what cannot be read is named, and the rest is converted" {
	printf 'R\nR Q\n1. F # last\n' >"$list"
	run -3 --separate-stderr "$SUPERFLIP" convert --to moves --labels "$list"
	[ "$output" = $'R\nF  # 1. last' ]
	[[ "$stderr" == "superflip: $list:2:3: 'Q' is not a move"* ]]
}

@test "the form must be named, and be one that exists; a scramble in the place of the file is told where it belongs" {
	expect 2 "*--to FORM is missing*as in echo \"R U\" | superflip convert --to facelets" convert "$list"
	run -2 "$SUPERFLIP" convert --to svg
	run -4 "$SUPERFLIP" convert --to moves "$list.none"
	expect 2 "*there is none named 'R U'; for a scramble: echo \"R U\" | superflip convert --to facelets" \
		convert --to facelets "R U"
	expect 2 "*expected one FILE*echo \"R U\" | superflip convert --to moves" convert --to moves R U F
}

@test "an output that cannot be written ends it with a message, at the first cube" {
	[ -w /dev/full ] || skip "there is no /dev/full here"
	seq 5000 | sed 's/.*/R U/' >"$list"
	for form in moves facelets digits; do
		expect_of 4 "superflip: standard output: No space left on device" \
			bash -c '"$0" convert --to "$1" "$2" >/dev/full' "$SUPERFLIP" $form "$list"
	done
}
