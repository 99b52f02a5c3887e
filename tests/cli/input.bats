#!/usr/bin/env bats
# What users type, paste and keep in files: every form of a cube, and what is refused because it has two readings.  What of a line or an
# export is label, number or scramble is tested in tests/input.

load expect

setup() {
	list=$BATS_TEST_TMPDIR/list
}

batch() {
	"$SUPERFLIP" batch -q --heuristic corners "$@"
}

@test "rows that are not a cube, and x in 54 letters, are refused with both readings" {
	printf 'LUULUUFFF\nLBBRRRRRR\n' >"$list"
	run batch "$list"
	[ "$status" -eq 1 ]
	[[ "${lines[0]}" == *"two readings: rows of nine facelets"*"moves"* ]]
	run -3 "$SUPERFLIP" solve -q "UUUUUUUUU RRRRRRRRR" "UF UR"
	[[ "${lines[0]}" == *"two readings"* && "${lines[1]}" == *"two readings: cubies"*"moves"* ]]
	expect 3 "*two readings: facelets with x for those that do not matter*or moves*" \
		solve -q xxxxUxxxxRRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
	[ "$("$SUPERFLIP" solve -q --heuristic corners "x R x'")" = "1*  R'" ]
}

@test "the drawing of show is read back, and an error in a net is named by its own line and column" {
	"$SUPERFLIP" show --color never "R U F" | head -9 >"$list"
	[[ "$(batch --json "$list")" == *'"status":"optimal"'*'"length":3,'* ]]
	"$SUPERFLIP" show --color always "R U F" | head -9 >"$list"
	[[ "$(batch --json "$list")" == *'"status":"optimal"'*'"length":3,'* ]]
	printf '# a net\n      U U U\n      U U U\n      L L D\nF F D F F R F B B L L L\nL L D F F R F R R U B B\n' >"$list"
	printf 'L L B D D R F R R U B X\n      R R U\n      D D B\n      D D B\n' >>"$list"
	expect_error 1 "*/list:7:23: *'X'*" batch --heuristic corners "$list"
}

@test "a zero-width space is named, and old Mac line ends separate scrambles" {
	expect 3 "*U+200B*" solve -q $'R\u200b U'
	printf 'R U\rF\r' >"$list"
	run batch "$list"
	[ "${#lines[@]}" -eq 2 ]
}

@test "an export without a cube of the puzzle is an error" {
	echo '{"solves":[],"sessions":[]}' >"$list"
	run batch "$list"
	[ "$status" -eq 3 ]
	[[ "$output" == *"no scramble found for the 3x3x3"* ]]
	echo '{"session1":[[[0,1000],"R U F","",1]],"properties":{"sessionData":"{\"1\":{\"opt\":{}}}"}}' >"$list"
	expect 3 "*no scramble found for the 2x2x2; skipped: 1 scramble of another puzzle*" batch -q --puzzle 2x2 "$list"
}

@test "a list may begin with a commutator of a commutator, which is no JSON" {
	printf '%s\n' "[[R, U], F]" "[[R, U]: F]" "R" >"$list"
	run -0 "$SUPERFLIP" convert --to moves "$list"
	[ "$output" = $'R U R\' U\' F U R U\' R\' F\'\nR U R\' U\' F U R U\' R\'\nR' ]
	printf '[\r\n[["R U"' >"$list"
	expect 3 "*not an export in JSON*" convert --to moves "$list"
}

@test "24 facelets and fourteen numbers are a 2x2x2" {
	run -0 "$SUPERFLIP" solve -q --puzzle 2x2 UUUURRRRFFFFDDDDLLLLBBBB "1 2 3 4 5 6 7 1 1 1 1 1 1 1" "2 5 3 1 4 6 7 2 3 1 3 2 1 1"
	[[ "${lines[0]}" == *"0*" && "${lines[1]}" == *"0*" && "${lines[2]}" == *"1*  "* ]]
	expect 3 "*orientations sum to 2 mod 3*" solve -q --puzzle 2x2 "1 2 3 4 5 6 7 1 1 1 1 1 1 2"
}

@test "bare parentheses are a group or NISS as --parentheses says" {
	expect 3 "*two readings*parentheses: group or niss says which*" solve -q "(R U) F"
	[[ "$("$SUPERFLIP" solve --heuristic corners --parentheses group "(R U) F")" == "3*  F' U' R'" ]]
	[[ "$("$SUPERFLIP" solve --heuristic corners --parentheses niss "(R U) F")" == "3*  F' R U" ]]
	[[ "$("$SUPERFLIP" solve --heuristic corners --parentheses niss --parentheses group "(R U) F")" == "3*  F' U' R'" ]]
}

@test "every program's lists have a name for --from" {
	printf '"333";"Normal";"12340";"1600000000000";"R U F";"0";""\n' >"$list"
	run batch --from twisty-timer --json "$list"
	[[ "$output" == *'"label":"12.34 @2020-09-13 12:26:40"'* ]]
	run batch --from cubedesk "$list"
	[ "$status" -eq 3 ]
	run batch --from nobody "$list"
	[ "$status" -eq 2 ]
	[[ "$output" == *"cstimer, tnoodle, cubedesk, twisty-timer, cube-explorer"* ]]
}

@test "turns without quotes and a list in the place of a cube are hinted at" {
	run -0 --separate-stderr "$SUPERFLIP" solve R U R2
	[ "${#lines[@]}" -eq 3 ]
	[[ "$stderr" == *"each argument is a cube of its own; quotes"*"\"R U ...\""* ]]
	expect_error 0 "" solve "R U" "R2 F"
	printf 'R U\n' >"$list.txt"
	cd "$BATS_TEST_TMPDIR"
	expect_error 3 "*list.txt is a file; \`superflip batch list.txt\` solves the cubes in it*" solve list.txt
	expect 4 "*batch takes a FILE; \`superflip solve \"R U\"\` solves a scramble*" batch "R U"
}

@test "what follows a label is a scramble, and only a line without turns is a title" {
	cat >"$list" <<-'END'
		3x3x3 Round 1
		Scramble: R U F
		Scramble #2:
		3x3: R U2 F
		Cube 7 - L D B
		T-perm,R U
		1: R
		[2] "F2"
		Scramble R U
	END
	run -1 --separate-stderr "$SUPERFLIP" batch --heuristic corners "$list"
	[ "${#lines[@]}" -eq 7 ]
	[[ "${lines[0]}" == "1.  3*  "*"# 3x3x3 Round 1 Scramble" ]]
	[[ "${lines[1]}" == "2.  3*  "*"# Scramble #2: 3x3" && "${lines[2]}" == "3.  3*  "*"# Scramble #2: Cube 7" ]]
	[[ "${lines[3]}" == "4.  2*  "*"T-perm" && "${lines[4]}" == "5.  1*  R'  # Scramble #2: 1" && "${lines[5]}" == "6.  1*  "* ]]
	[[ "${lines[6]}" == "7.  -  error: column 2: 'c' is not a move"* ]]
	[[ "$stderr" == *"7 cubes: 6 solved, 0 unsolved, 1 invalid; skipped: 2 titles; "* ]]
}

@test "a list without a scramble is an error for every command" {
	printf '# nothing\n4x4x4 Round 1\nRw U\n' >"$list"
	local why="no scramble found for the 3x3x3; skipped: 1 title, 1 scramble of another puzzle"
	expect 3 "*/list: $why*" batch "$list"
	expect 3 "*standard input: $why*" solve <"$list"
	expect 3 "*/list: $why*" convert --to moves "$list"
	expect 3 "*standard input: $why*" show <"$list"
	expect 3 "*/list: $why*" bench solve --heuristic corners "$list"
	expect 3 "*/list: $why*" coset --cosets "$list"
	expect 3 "*/list: $why*" batch --shard 1/2 -o "$BATS_TEST_TMPDIR" "$list"
	expect 3 "*no scramble found for the 2x2x2*" solve --puzzle 2x2 </dev/null
	expect 3 "*/dev/null: no result found to check*" verify /dev/null
}

@test "an argument is read as a line of a list is, and its error has the same column" {
	run -0 --separate-stderr "$SUPERFLIP" solve --heuristic corners "R U # two" "1. F // good" "T-perm: R" "E1 D" '"L"'
	[[ "${lines[0]}" == "1.  2*  U' R'  # two" && "${lines[1]}" == "2.  1*  F'  # 1. good" && "${lines[2]}" == "3.  1*  R'  # T-perm" ]]
	[[ "${lines[3]}" == "4.  1*  D'  # E1" && "${lines[4]}" == "5.  1*  L'" ]]
	run --separate-stderr "$SUPERFLIP" solve --json "12. R X"
	[[ "$stderr" == "superflip: argument 1: column 7: "* && "$output" == *'"column":7,'* ]]
	run --separate-stderr "$SUPERFLIP" solve --json <<<"12. R X"
	[[ "$stderr" == "superflip: standard input:1:7: "* && "$output" == *'"column":7,'* ]]
	expect 3 "*a comment without a scramble*" solve "# only a comment"
}

@test "links: what --link writes is read back, and one to another puzzle is refused" {
	link=$("$SUPERFLIP" solve --heuristic corners --link "R U F" | grep -o 'https.*')
	[ "$("$SUPERFLIP" convert --to moves <<<"$link")" = "R U F" ]
	expect 3 "*a link to another puzzle*" solve "https://alg.cubing.net/?puzzle=4x4x4&alg=R"
}
