#!/usr/bin/env bats
# Reid's bound at the command line.  SUPERFLIP is the program under test.
bats_require_minimum_version 1.5.0

setup() {
	SUPERFLIP=${SUPERFLIP:-build/release/superflip}
}

needs_minutes() {
	[ "${SUPERFLIP_SLOW_TESTS:-0}" = 1 ] || skip "takes a minute; set SUPERFLIP_SLOW_TESTS=1"
}

@test "bound refuses what it does not know" {
	run "$SUPERFLIP" bound --metric furlongs
	[ "$status" -eq 2 ]
	[[ "$output" == *"furlongs"* ]]
	run "$SUPERFLIP" bound "R U"
	[ "$status" -eq 2 ]
	run "$SUPERFLIP" bound --no-such-option
	[ "$status" -eq 2 ]
}

@test "bound --help says what is proved and what it takes" {
	run "$SUPERFLIP" bound --help
	[ "$status" -eq 0 ]
	[[ "$output" == *"upper bound"* ]]
	[[ "$output" == *"memory"* ]]
}

@test "bound is refused without memory, at once" {
	run bash -c "ulimit -v 300000; '$SUPERFLIP' bound -q"
	[ "$status" -eq 5 ]
	[[ "$output" == *"memory"* ]]
}

@test "bound: 12 + 18 moves, and Reid's 29" {
	needs_minutes
	run --separate-stderr "$SUPERFLIP" bound -q
	[ "$status" -eq 0 ]
	[[ "$output" == *"12 + 18 = 30 moves solve every position."* ]]
	[[ "$output" == *"max(12 + 17, 11 + 18) = 29 moves solve every position"* ]]
	[[ $output =~ \ 12\ +476\ +2,176,344,160 ]]
	[[ $output =~ \ 18\ +1,352 ]]
}

@test "bound: 13 + 30 quarter turns, and Reid's 42; the same from one thread" {
	needs_minutes
	run --separate-stderr "$SUPERFLIP" bound -q --metric qtm -t 1
	[ "$status" -eq 0 ]
	[[ "$output" == *"13 + 30 = 43 quarter turns solve every position."* ]]
	[[ "$output" == *"= 42 quarter turns solve every position"* ]]
	one=$output
	run --separate-stderr "$SUPERFLIP" bound -q --metric qtm -t 2
	[ "$output" = "$one" ]
}
