#!/usr/bin/env bats
# superflip insert: maneuvers put into a skeleton, compared with a brute force on stickers (tests/oracle/insert.py).

load expect
load slow

scramble="D R U R' D' R U' R' F2 L D2 B" skeleton="B' D2 L' F2"

check() {
	run -0 python3 "$BATS_TEST_DIRNAME/../oracle/insert.py" "$SUPERFLIP" "$@"
}

@test "one insertion: solutions solve, are made of what is said to be inserted, and none is shorter" {
	check 6 1 30 1
}

@test "one insertion of corners" {
	check 8 1 2 2 corners
}

@test "two insertions, one into what the other has made" {
	check 6 2 2 1
}

@test "more cases" {
	slow "a minute of Python"
	check 8 1 10 2 corners
	check 8 1 10 3 edges
	check 6 2 20 4
	check 7 2 2 5
}

@test "the best solutions, all of the least length, and turns on the inverse" {
	expect_output 0 "9  B' D' L' U L D' L' U' F2
    B' D2 L' \[L D L' U L D' L' U'\] F2  (8 moves, 3 cancelled)
11  *" insert -q -n 2 "$scramble" "$skeleton"
	expect_output 0 "9  B' D' L' U L D' L' U' F2
*" insert -q --parentheses niss "$scramble" "(F2) B' D2 L'"
	run -0 --separate-stderr "$SUPERFLIP" insert --all "$scramble" "$skeleton"
	[ "${#lines[@]}" = 2 ]
	[[ $stderr == *"3 corners and 0 edges are left; 1 insertion of at most 10 moves"*proved* ]]
}

@test "a skeleton that solves needs nothing; one that leaves too much, or longer maneuvers only, is not solved" {
	expect_output 0 "2  F' R'" insert "R F" "F' R'"
	expect_output 1 "-  none: *" insert -M 4 "R F" "F'"
	expect_output 1 "-  none: *" insert -q -M 7 --insertions 1 "$scramble" "$skeleton"
}

@test "corners and edges, swaps of two of each, and three insertions" {
	if are_slow_wanted; then
		# A J permutation.
		expect_output 0 "10  *" insert -q --insertions 1 "R U2 R' U' R U2 L' U R' U' L" ""
	fi
	run -0 "$SUPERFLIP" insert -q --json -M 8 "R' L F2 R L' U2 R U R' D R U' R' D'" ""
	[ "$(jq -c '[.insert.corners, .insert.edges, .insert.insertions, .insert.complete]' <<<"$output")" = "[3,3,2,true]" ]
	"$SUPERFLIP" verify -q <<<"$output"
	[ "$(jq '.solutions[0].insertions | length' <<<"$output")" = 2 ]
}

@test "errors name the argument and what is wrong" {
	expect_error 2 "*expected a SCRAMBLE and a SKELETON*" insert "$scramble"
	expect_error 3 "*argument 1: column 3: 'X'*" insert "R X" U
	expect_error 3 "*argument 2: column 3: 'X'*" insert R "U X"
	expect_error 3 "*argument 2: *parentheses have two readings*" insert R "(U) R"
	expect_error 3 "*argument 2: a skeleton has at most 90 moves*" insert R "$(printf 'U R %.0s' {1..46})"
	expect_error 2 "*--max '13': expected a whole number from 1 to 12*" insert -M 13 R U
}
