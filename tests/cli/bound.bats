#!/usr/bin/env bats
# Reid's bound at the command line.  SUPERFLIP is the program under test.

load expect
load slow

setup() {
	SUPERFLIP=${SUPERFLIP:-build/release/superflip}
}

needs_minutes() {
	slow "takes a minute"
}

@test "bound refuses what it does not know, and at once without memory; --help says what is proved and what it takes" {
	expect 2 "*furlongs*" bound --metric furlongs
	run -2 "$SUPERFLIP" bound "R U"
	run -2 "$SUPERFLIP" bound --no-such-option
	expect 0 "*upper bound*" bound --help
	[[ "$output" == *"memory"* ]]
	run bash -c "ulimit -v 300000; '$SUPERFLIP' bound -q"
	[ "$status" -eq 5 ]
	[[ "$output" == *"memory"* ]]
}

@test "bound: 12 + 18 moves, and Reid's 29; 13 + 30 quarter turns, and Reid's 42; the same from one thread" {
	needs_minutes
	expect_output 0 "*12 + 18 = 30 moves solve every position.*" bound -q
	[[ "$output" == *"max(12 + 17, 11 + 18) = 29 moves solve every position"* ]]
	[[ $output =~ \ 12\ +476\ +2,176,344,160 ]]
	[[ $output =~ \ 18\ +1,352 ]]
	needs_minutes
	expect_output 0 "*13 + 30 = 43 quarter turns solve every position.*" bound -q --metric qtm -t 1
	[[ "$output" == *"= 42 quarter turns solve every position"* ]]
	one=$output
	expect_output 0 "$one" bound -q --metric qtm -t 2
}
