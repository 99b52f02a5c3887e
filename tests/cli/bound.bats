#!/usr/bin/env bats
# Reid's bound at the command line.  SUPERFLIP is the program under test.

load expect
load slow

@test "bound refuses what it does not know, and at once without memory; --help says what is proved and what it takes" {
	expect 2 "*furlongs*" bound --metric furlongs
	run -2 "$SUPERFLIP" bound "R U"
	run -2 "$SUPERFLIP" bound --no-such-option
	expect 0 "*upper bound*" bound --help
	[[ "$output" == *"memory"* ]]
	expect_of 5 "*GB of memory are needed, 0.[012]* GB are free" bash -c "ulimit -v 200000; '$SUPERFLIP' bound -q"
}

@test "bound: 12 + 18 moves, and Reid's 29; 13 + 30 quarter turns, and Reid's 42; the same from one thread" {
	slow "takes a minute"
	expect_output 0 "*12 + 18 = 30 moves solve every position.*" bound -q
	[[ "$output" == *"max(12 + 17, 11 + 18) = 29 moves solve every position"* ]]
	[[ $output =~ \ 12\ +476\ +2,176,344,160 ]]
	[[ $output =~ \ 18\ +1,352 ]]
	expect_output 0 "*13 + 30 = 43 quarter turns solve every position.*" bound -q --metric qtm -t 1
	[[ "$output" == *"= 42 quarter turns solve every position"* ]]
	one=$output
	run -0 --separate-stderr "$SUPERFLIP" bound -q --metric qtm -t 2
	[ "$output" = "$one" ]
}
