#!/usr/bin/env bats
# Other goals than the solved cube, fewer turns than all, solutions up to symmetry.

setup() {
	bats_require_minimum_version 1.5.0
}

@test "--goal leads from one position to another" {
	run --separate-stderr "$SUPERFLIP" solve --goal "R U" "F R"
	[ "$status" -eq 0 ]
	[ "$output" = "4*  R' F' R U" ]
	# Whatever the goal is written as: the scramble, then the solution, is the goal.
	goal=$("$SUPERFLIP" convert --to facelets <<<"R U")
	run --separate-stderr "$SUPERFLIP" solve --goal "$goal" "F R"
	[ "$output" = "4*  R' F' R U" ]
	[ "$("$SUPERFLIP" solve -q --goal "R U" "R U")" = "0*" ]
	run "$SUPERFLIP" solve --goal "R Q" R
	[ "$status" -eq 2 ]
	[[ "$output" == *"--goal: column 3: 'Q'"* ]]
}

@test "--goal leads from one 2x2x2 to another" {
	for command in "solve --puzzle 2x2"; do
		run --separate-stderr "$SUPERFLIP" $command --goal "R U" "F R"
		[ "$output" = "4*  R' F' R U" ]
		[ "$("$SUPERFLIP" $command --goal "U2 R2 F" "U2 R2 F")" = "0*" ]
		# From the solved cube to the goal is as far as from the goal to the solved cube.
		goal=$("$SUPERFLIP" convert --puzzle 2x2 --to facelets <<<"R U F2 R' U2 F R2 U'")
		there=$("$SUPERFLIP" $command --goal "$goal" "")
		back=$("$SUPERFLIP" $command "$goal")
		[ "${there%%\**}" = "${back%%\**}" ]
		"$SUPERFLIP" $command --json --goal "$goal" "R U R' U'" >"$BATS_TEST_TMPDIR/record"
		"$SUPERFLIP" verify --optimal "$BATS_TEST_TMPDIR/record"
		run "$SUPERFLIP" $command --goal "R Q" R
		[ "$status" -eq 2 ]
		[[ "$output" == *"--goal: column 3: 'Q'"* ]]
	done
}

@test "permitted turns go through the pool: every thread, any heuristic, limits, progress of iterations" {
	run --separate-stderr "$SUPERFLIP" solve -t 2 --heuristic corners --moves "U R F" -v --json "U R F' U2 R F U' R2 F"
	[ "$status" -eq 0 ]
	[[ "$output" == *'"heuristic":"corners","threads":2}' ]]
	[[ "$stderr" == *"cube 1: 9 moves: "* ]]
	"$SUPERFLIP" verify --optimal <<<"$output"
	run --separate-stderr "$SUPERFLIP" solve -q --heuristic manhattan --moves "U R F" --node-limit 100k "U R F2 U2 R' F U R2 F' U' R U2 R2 F U' R' U2 R U' R2 F U R'"
	[ "$status" -eq 1 ]
	[[ "$output" == ">="*"node limit"* ]]
}

@test "--moves uses only these turns, in either metric" {
	run --separate-stderr "$SUPERFLIP" solve -q --moves "U R" "R U R' U'"
	[ "$output" = "4*  U R U' R'" ]
	run --separate-stderr "$SUPERFLIP" solve -q --moves "<U2, R>" "U2 R"
	[ "$output" = "2*  R' U2" ]
	run --separate-stderr "$SUPERFLIP" solve -q --moves "U' R" "U'"
	[ "$output" = "3*  U' U' U'" ]
	run --separate-stderr "$SUPERFLIP" solve -q --metric qtm --moves "U2 R" "U2 R"
	[ "$output" = "3*  R' U2" ]
}

@test "--exclude uses all turns but these, and finds the long way round" {
	run --separate-stderr "$SUPERFLIP" solve -q --exclude "U2" "U2"
	[ "$output" = "2*  U U" ]
	run --separate-stderr "$SUPERFLIP" solve --all --exclude "U2" "U2"
	[ "$output" = $'2*  U U\n2*  U\' U\'' ]
}

@test "the text says when no solution can exist" {
	run --separate-stderr "$SUPERFLIP" solve --moves "U R" F
	[ "$status" -eq 1 ]
	[[ "$output" == "-  none: no sequence of U U2 U' R R2 R' "*"73483200 positions"* ]]
	run --separate-stderr "$SUPERFLIP" solve --json --moves "U2 D2 R2 L2 F2 B2" "R U"
	[ "$status" -eq 1 ]
	[[ "$output" == *'"status":"none"'*'"reachable":false'*'"lower_bound":null'* ]]
	# The group has the cube but not the goal, or the other way round.
	run --separate-stderr "$SUPERFLIP" solve --moves "U R" --goal "U F" "F U"
	[[ "$output" == *"ends at the goal"* ]]
	run --separate-stderr "$SUPERFLIP" solve --moves "U R" --goal "F U" "F R"
	[ "$output" = "2*  R' U" ]
}

@test "turns that are no turns of faces are refused" {
	for bad in "Q" "Rw" "M" "x" "" "R4"; do
		run "$SUPERFLIP" solve --moves "$bad" R
		[ "$status" -eq 2 ] || { echo "$bad"; false; }
	done
	run "$SUPERFLIP" solve --exclude "U R F D L B" R
	[ "$status" -eq 2 ]
	[[ "$output" == *"leave no turn"* ]]
	run "$SUPERFLIP" solve --puzzle 2x2 --moves "U R" R
	[ "$status" -eq 2 ]
	run "$SUPERFLIP" solve --method two-phase --moves "U R" R
	[ "$status" -eq 2 ]
}

# The chessboard has all 48 symmetries; its solutions of six half turns differ by the order of axes.
@test "--up-to-symmetry tells one solution of each class and how many it stands for" {
	all=$("$SUPERFLIP" solve --all "R2 L2 U2 D2 F2 B2" | wc -l)
	run --separate-stderr "$SUPERFLIP" solve --all --up-to-symmetry "R2 L2 U2 D2 F2 B2"
	[ "$status" -eq 0 ]
	# Eight solutions: in 4 classes by symmetries alone, in 3 with inversion.
	[ "$("$SUPERFLIP" solve --all "R2 U2 R2 U2 R2 U2" | wc -l)" -eq 8 ]
	[ "$("$SUPERFLIP" solve --all --up-to-symmetry "R2 U2 R2 U2 R2 U2" | wc -l)" -eq 3 ]
	run --separate-stderr "$SUPERFLIP" solve --all --up-to-symmetry "R2 L2 U2 D2 F2 B2"
	sum=$(sed 's/.*(\([0-9]*\) by symmetry)/\1/' <<<"$output" | paste -sd+ | xargs -I{} bash -c "echo \$(({}))")
	[ "$sum" -eq "$all" ]
	[ "${#lines[@]}" -lt "$all" ]
	run "$SUPERFLIP" solve --up-to-symmetry R
	[ "$status" -eq 2 ]
}
