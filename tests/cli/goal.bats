#!/usr/bin/env bats
# Other goals than the solved cube, fewer turns than all, solutions up to symmetry.

load expect

@test "--goal leads from one position to another" {
	expect_output 0 "4\\*  R' F' R U" solve --goal "R U" "F R"
	# Whatever the goal is written as: the scramble, then the solution, is the goal.
	goal=$("$SUPERFLIP" convert --to facelets <<<"R U")
	expect_output 0 "4\\*  R' F' R U" solve --goal "$goal" "F R"
	[ "$("$SUPERFLIP" solve -q --goal "R U" "R U")" = "0*" ]
	expect 2 "*--goal: column 3: 'Q'*" solve --goal "R Q" R
}

@test "--goal leads from one 2x2x2 to another" {
	for command in "solve --puzzle 2x2"; do
		expect_output 0 "4\\*  R' F' R U" $command --goal "R U" "F R"
		[ "$("$SUPERFLIP" $command --goal "U2 R2 F" "U2 R2 F")" = "0*" ]
		# From the solved cube to the goal is as far as from the goal to the solved cube.
		goal=$("$SUPERFLIP" convert --puzzle 2x2 --to facelets <<<"R U F2 R' U2 F R2 U'")
		there=$("$SUPERFLIP" $command --goal "$goal" "")
		back=$("$SUPERFLIP" $command "$goal")
		[ "${there%%\**}" = "${back%%\**}" ]
		"$SUPERFLIP" $command --json --goal "$goal" "R U R' U'" >"$BATS_TEST_TMPDIR/record"
		"$SUPERFLIP" verify --optimal "$BATS_TEST_TMPDIR/record"
		expect 2 "*--goal: column 3: 'Q'*" $command --goal "R Q" R
	done
}

@test "permitted turns go through the pool: every thread, any heuristic, limits, progress of iterations" {
	expect_output 0 '*"heuristic":"corners","threads":2}' \
		solve -t 2 --heuristic corners --moves "U R F" -v --json "U R F' U2 R F U' R2 F"
	[[ "$stderr" == *"cube 1: 9 moves: "* ]]
	"$SUPERFLIP" verify --optimal <<<"$output"
	expect_output 1 ">=*node limit*" \
		solve -q --heuristic manhattan --moves "U R F" --node-limit 100k "U R F2 U2 R' F U R2 F' U' R U2 R2 F U' R' U2 R U' R2 F U R'"
}

@test "--moves uses only these turns, --exclude all but these, in either metric, and finds the long way round" {
	expect_output 0 "4\\*  U R U' R'" solve -q --moves "U R" "R U R' U'"
	expect_output 0 "2\\*  R' U2" solve -q --moves "<U2, R>" "U2 R"
	expect_output 0 "3\\*  U' U' U'" solve -q --moves "U' R2" "U'"
	expect_output 0 "3\\*  R' U2" solve -q --metric qtm --moves "U2 R" "U2 R"
	expect_output 0 '2\*  U U' solve -q --exclude "U2" "U2"
	run --separate-stderr "$SUPERFLIP" solve --all --exclude "U2" "U2"
	[ "$output" = "2*  U U" ]
}

@test "the text says when no solution can exist" {
	expect_output 1 "-  none: no sequence of U U2 U' R R2 R' *73483200 positions*" solve --moves "U R" F
	expect_output 1 '*"status":"none"*"reachable":false*"lower_bound":null*' solve --json --moves "U2 D2 R2 L2 F2 B2" "R U"
	# The group has the cube but not the goal, or the other way round.
	expect_output 1 "*ends at the goal*" solve --moves "U R" --goal "U F" "F U"
	expect_output 0 "2\\*  R' U" solve --moves "U R" --goal "F U" "F R"
}

@test "turns that are none, and rotations that cost nothing, are refused" {
	for bad in "Q" "x" "" "R4"; do
		run -2 "$SUPERFLIP" solve --moves "$bad" R
	done
	expect 2 "*leave no turn*" solve --exclude "U R F D L B" R
	run -2 "$SUPERFLIP" solve --puzzle 2x2 --moves "U R" R
	run -2 "$SUPERFLIP" solve --method two-phase --moves "U R" R
}

# The chessboard has all 48 symmetries; its solutions of six half turns differ by the order of axes.
@test "--up-to-symmetry tells one solution of each class and how many it stands for" {
	all=$("$SUPERFLIP" solve --all "R2 L2 U2 D2 F2 B2" | wc -l)
	run -0 --separate-stderr "$SUPERFLIP" solve --all --up-to-symmetry "R2 L2 U2 D2 F2 B2"
	# Eight solutions: in 4 classes by symmetries alone, in 3 with inversion.
	[ "$("$SUPERFLIP" solve --all "R2 U2 R2 U2 R2 U2" | wc -l)" -eq 8 ]
	[ "$("$SUPERFLIP" solve --all --up-to-symmetry "R2 U2 R2 U2 R2 U2" | wc -l)" -eq 3 ]
	run --separate-stderr "$SUPERFLIP" solve --all --up-to-symmetry "R2 L2 U2 D2 F2 B2"
	sum=$(sed 's/.*(\([0-9]*\) by symmetry)/\1/' <<<"$output" | paste -sd+ | xargs -I{} bash -c "echo \$(({}))")
	[ "$sum" -eq "$all" ]
	[ "${#lines[@]}" -lt "$all" ]
	run -2 "$SUPERFLIP" solve --up-to-symmetry R
}
