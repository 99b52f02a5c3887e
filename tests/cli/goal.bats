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
	sum=$(sed 's/.*(\([0-9]*\) by symmetry)/\1/' <<<"$output" | paste -sd+ | xargs -I{} bash -c "echo \$(({}))")
	[ "$sum" -eq "$all" ]
	[ "${#lines[@]}" -lt "$all" ]
	run "$SUPERFLIP" solve --up-to-symmetry R
	[ "$status" -eq 2 ]
}
