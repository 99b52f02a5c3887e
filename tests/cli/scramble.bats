#!/usr/bin/env bats
# superflip scramble: random positions and moves.

setup() {
	bats_require_minimum_version 1.5.0
	superflip=${SUPERFLIP:-build/release/superflip}
}

@test "a scramble is 54 facelets, nine of each face" {
	run "$superflip" scramble
	[ "$status" -eq 0 ]
	[ "${#output}" -eq 54 ]
	for face in U R F D L B; do
		[ "$(tr -cd "$face" <<<"$output" | wc -c)" -eq 9 ]
	done
}

@test "every scramble is a cube that show accepts" {
	for options in "" "--format cubies" "--type moves"; do
		# shellcheck disable=SC2086  # words
		[ "$("$superflip" scramble -n 200 $options | "$superflip" show | grep -c '^facelets ')" -eq 200 ]
	done
}

@test "without a seed no two scrambles are alike" {
	[ "$("$superflip" scramble -n 2000 | sort -u | wc -l)" -eq 2000 ]
	[ "$("$superflip" scramble)" != "$("$superflip" scramble)" ]
}

@test "a seed always repeats its scrambles" {
	run "$superflip" scramble --seed 1 --count 2 --format cubies
	[ "${lines[0]}" = "BU UR RD UL BD RB LB DF FU FR DL FL BRD RFD ULF FRU URB LUB LBD DFL" ]
	[ "${lines[1]}" = "LU RF RD DB FL DL UB LB UR DF UF BR LUB RUF LFU BRD URB DFL DLB DRF" ]
	[ "$("$superflip" scramble --seed 0x10)" = "$("$superflip" scramble --seed 16)" ]
}

@test "a longer list begins like a shorter one of the same seed" {
	[ "$("$superflip" scramble -s 7 -n 3)" = "$("$superflip" scramble -s 7 -n 30 | head -3)" ]
}

@test "the formats write the same cube" {
	a=$("$superflip" scramble -s 5 -n 20 -t moves -f cubies)
	b=$("$superflip" scramble -s 5 -n 20 -t moves | "$superflip" show | sed -n 's/^cubies *//p')
	[ "$a" = "$b" ]
	a=$("$superflip" scramble -s 5 -n 20 -f cubies)
	b=$("$superflip" scramble -s 5 -n 20 | "$superflip" show | sed -n 's/^cubies *//p')
	[ "$a" = "$b" ]
}

@test "random moves are 25, or as many as --length says" {
	[ "$("$superflip" scramble --type moves | wc -w)" -eq 25 ]
	[ "$("$superflip" scramble --length 100 | wc -w)" -eq 100 ]
	[ "$("$superflip" scramble --length 0)" = "" ]
	[ "$("$superflip" scramble --length 1000000 | wc -w)" -eq 1000000 ]
}

@test "no face is turned twice in a row" {
	run bash -c "'$superflip' scramble -n 200 --type moves | tr -d \"'2\" | grep -E '([URFDLB]) \\1'"
	[ "$status" -eq 1 ]
}

@test "the 2x2 is scrambled by 15 moves of U R F" {
	[ "$("$superflip" scramble --puzzle 2x2 | wc -w)" -eq 15 ]
	run bash -c "'$superflip' scramble -n 200 --puzzle 2x2 | grep '[DLB]'"
	[ "$status" -eq 1 ]
}

@test "a count of 0 is a usage error" {
	run "$superflip" scramble -n 0
	[ "$status" -eq 2 ]
	[[ "$output" == *"--count '0': expected a whole number from 1"* ]]
}

@test "random states of the 2x2 are printed as at most 11 moves, and as facelets" {
	run "$superflip" scramble -s 3 -n 200 --puzzle 2x2 --type state --format moves
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 200 ]
	[ "$(printf '%s\n' "${lines[@]}" | awk 'NF > 11' | wc -l)" -eq 0 ]
	[ "$("$superflip" scramble -s 3 -n 200 --puzzle 2x2 --type state --format facelets)" = \
	  "$(printf '%s\n' "${lines[@]}" | "$superflip" convert --puzzle 2x2 --to facelets)" ]
}

@test "wrong numbers are usage errors that name the option and the value" {
	for value in -1 x 5x "" " 5" 1e3 18446744073709551616 99999999999999999999999999; do
		run "$superflip" scramble --count "$value"
		[ "$status" -eq 2 ]
		[[ "$output" == "superflip: --count '$value': expected a whole number"* ]]
		run "$superflip" scramble --seed "$value"
		[ "$status" -eq 2 ]
		run "$superflip" scramble --length "$value"
		[ "$status" -eq 2 ]
	done
}

@test "wrong choices are usage errors that list the right ones" {
	run "$superflip" scramble --type foo
	[ "$status" -eq 2 ]
	[ "$output" = "superflip: --type 'foo': expected state or moves" ]
	run "$superflip" scramble --puzzle 4x4
	[ "$status" -eq 2 ]
	run "$superflip" scramble --format json
	[ "$status" -eq 2 ]
	[ "$output" = "superflip: --format 'json': expected facelets, cubies or moves" ]
}

@test "a random state as moves makes the state that the seed gives, in at most 22 moves" {
	"$superflip" scramble -n 20 --seed 3 >"$BATS_TEST_TMPDIR/states"
	"$superflip" scramble -n 20 --seed 3 --type state --format moves >"$BATS_TEST_TMPDIR/moves"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/moves")" -eq 20 ]
	while IFS=$'\t' read -r state moves; do
		"$superflip" show --same "$state" "$moves"
		[ "$(wc -w <<<"$moves")" -le 22 ]
	done < <(paste "$BATS_TEST_TMPDIR/states" "$BATS_TEST_TMPDIR/moves")
	"$superflip" scramble -n 20 --seed 3 --type state --format moves | cmp - "$BATS_TEST_TMPDIR/moves"
}

@test "moves of a random state, short answers and --method two-phase need no table, and leave none behind" {
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/tables
	mkdir "$SUPERFLIP_PDB_DIR"
	"$superflip" scramble --seed 3 --type state --format moves
	"$superflip" scramble --seed 3 --type state --format facelets | "$superflip" convert --to moves
	run "$superflip" solve --method two-phase --time-limit 0.01 "$("$superflip" scramble --seed 4 --type state)"
	[ "$status" -eq 0 ]
	[[ $output != *building* ]]
	[ -z "$(ls -A "$SUPERFLIP_PDB_DIR")" ]
}

@test "contradictory options are usage errors" {
	for options in "--type state --length 5" "-n 0" \
	               "--puzzle 2x2 --format cubies" "one more" "--unknown" "-q" "-n" "--seed"; do
		run "$superflip" scramble $options
		[ "$status" -eq 2 ]
		[[ "$output" == "superflip: scramble: "* || "$output" == "superflip: --"* ]]
	done
}

@test "--help goes to standard output" {
	run bash -c "'$superflip' scramble --help 2>/dev/null"
	[ "$status" -eq 0 ]
	[[ "$output" == "usage: superflip scramble"* ]]
}

@test "a full disk is an error" {
	run bash -c "'$superflip' scramble -n 100000 >/dev/full"
	[ "$status" -eq 4 ]
}

@test "an interrupt ends a very long list with status 130 and whole lines" {
	load wait
	output_file=$BATS_TEST_TMPDIR/scrambles
	"$superflip" scramble -n 18446744073709551615 >"$output_file" &
	pid=$!
	wait_until test -s "$output_file"
	kill -INT $pid
	status=0
	wait $pid || status=$?
	[ "$status" -eq 130 ]
	[ "$(tail -1 "$output_file" | tr -d '\n' | wc -c)" -eq 54 ]
}
