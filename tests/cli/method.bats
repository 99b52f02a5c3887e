# --method of superflip solve and batch: every method solves, says what it proved, and refuses what it does not have.

load expect

setup() {
	# Annex E.5 of Boulanger and Ardisson's report, as facelets in the order U R F D L B.
	golden=LDRLURLLRDUDFRURBRDUFFFRLDBUBURDRDLUBBBFLDFDFBLUBBUFFL
}

@test "layers and thistlethwaite solve, without a star, and verify agrees" {
	for method in layers layers-folded thistlethwaite; do
		expect_error 0 "" solve --method "$method" "R U R' U'" "$golden" ""
		[ "${#lines[@]}" -eq 3 ]
		[[ "$output" != *"*"* ]]
		"$SUPERFLIP" solve --json --method "$method" "R U2 F' D B" L > "$BATS_TEST_TMPDIR/$method"
		run -0 "$SUPERFLIP" verify "$BATS_TEST_TMPDIR/$method"
	done
}

@test "layers: the example of the report has 170 moves, and its stages as many quarter turns; layers-folded is never longer" {
	run -0 "$SUPERFLIP" solve --method layers --explain "$golden"
	[[ "${lines[0]}" == "170  B2 U B' F R D2 F2 L U' F U F "* ]]
	[ "$(grep -o 'merged from [0-9]*' <<<"$output" | grep -o '[0-9]*' | tr '\n' ' ')" = "24 89 74 32 148 367 " ]
	[[ "$output" == *"as Boulanger and Ardisson write it: 2R;W;-R;O;G;2Y;2O;B;-W;"* ]]
	[[ "$output" == *"
      U U U
      U U U
      U U U
L L L F F F R R R B B B"* ]]
	layers=$("$SUPERFLIP" solve --method layers "$golden" | cut -d' ' -f1)
	folded=$("$SUPERFLIP" solve --method layers-folded "$golden" | cut -d' ' -f1)
	[ "$folded" -le "$layers" ]
}

@test "the moves of a method's stages are its solution, so that their numbers add up to its length" {
	local method
	for method in layers layers-folded thistlethwaite two-phase; do
		"$SUPERFLIP" scramble -n 30 --seed 7 --type state --format facelets | "$SUPERFLIP" solve --method $method --explain --json -q >"$BATS_TEST_TMPDIR/records"
		[ "$(wc -l <"$BATS_TEST_TMPDIR/records")" -eq 30 ]
		jq -se 'all(.[]; ([.stages[].merged_length] | add) == .length)' "$BATS_TEST_TMPDIR/records"
		jq -se 'all(.[]; ([.stages[].moves | select(. != "")] | join(" ")) == .solutions[0].moves)' "$BATS_TEST_TMPDIR/records"
	done
}

@test "thistlethwaite --explain: four stages, their moves, and the cube after each" {
	run -0 "$SUPERFLIP" solve --method thistlethwaite --explain --json "$golden"
	jq -e '.method == "thistlethwaite" and .status == "solved" and .heuristic == null and (.stages | length) == 4' <<<"$output"
	jq -e '[.stages[].length] | add <= 45' <<<"$output"
	jq -e '.stages[3].facelets == "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"' <<<"$output"
	jq -e '[.stages[1].moves | scan("[FB](?!2)")] == []' <<<"$output"
	jq -e '[.stages[3].moves | split(" ")[] | select(length != 2)] == []' <<<"$output"
}

@test "two-phase: a star where a shortest solution is proved, none where it is not" {
	run -0 "$SUPERFLIP" solve --method two-phase "R U F" "" "R U F2 D'"
	[ "${lines[0]}" = "1.  3*  F' U' R'" ]
	[ "${lines[1]}" = "2.  0*" ]
	[ "${lines[2]}" = "3.  4*  D F2 U' R'" ]
	expect 1 ">=3  none: proved that no solution has at most 2 moves" solve --method two-phase --max 2 "R U F"
}

@test "two-phase: a hundred random states, each of at most 22 moves, right by verify; a time limit leaves none without a solution" {
	"$SUPERFLIP" scramble -n 100 --seed 11 > "$BATS_TEST_TMPDIR/states"
	"$SUPERFLIP" batch -q --json --method two-phase --max 22 "$BATS_TEST_TMPDIR/states" > "$BATS_TEST_TMPDIR/out"
	[ "$(jq -s 'length == 100 and all(.length <= 22 and .method == "two-phase" and .lower_bound <= .length)' "$BATS_TEST_TMPDIR/out")" = true ]
	run -0 "$SUPERFLIP" verify "$BATS_TEST_TMPDIR/out"
	run -0 "$SUPERFLIP" solve --method two-phase --time-limit 0.001 "$golden" "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
	[ "${#lines[@]}" -eq 2 ]
	[[ "$output" != *">="* && "$output" != *"*"* ]]
}

@test "two-phase --explain: phase 1 leads into the subgroup of an axis, phase 2 stays in it" {
	run -0 "$SUPERFLIP" solve --method two-phase --max 22 --explain --json "$golden"
	jq -e '(.stages | length) == 2 and ([.stages[].length] | add) == .length and .length >= 17 and .length <= 22' <<<"$output"
	jq -e '.stages[1].facelets == "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"' <<<"$output"
	jq -e '[.stages[].name] | map(startswith("phase 1") or startswith("phase 2")) | all' <<<"$output"
}

@test "textbook searches find the shortest solution, with a star, or say which limit was hit and what they have proved" {
	for method in bfs dfs ida ida-pq astar bidirectional; do
		run -0 --separate-stderr "$SUPERFLIP" solve --quiet --method "$method" "R U F2 D'" ""
		[ "${lines[0]}" = "1.  4*  D F2 U' R'" ]
		[ "${lines[1]}" = "2.  0*" ]
		expect 0 "3\\*  U2 R'" solve --quiet --method "$method" --metric qtm "R U2"
	done
	expect 1 ">=4  at least 4 moves; no solution found (memory limit)" solve --method bfs --memory 1M "R U F L D B R2 U2"
	expect 1 ">=3  at least 3 moves; no solution found (node limit)" solve --method dfs --node-limit 1000 "R U F L D B R2 U2"
	run "$SUPERFLIP" solve --method bidirectional --memory 1M --json "R U F L D B R2 U2 L' F"
	jq -e '.status == "bound" and .stopped == "memory limit" and .method == "bidirectional" and .lower_bound >= 6' <<<"$output"
	expect 1 ">=4  none: proved that no solution has at most 3 moves" solve --quiet --method ida --max 3 "R U F L"
}

@test "random-walk: solves a turn, and tells how hopeless it is otherwise" {
	expect_output 0 "[12]  *" solve --method random-walk --max 2 R
	expect_output 0 "0*" solve --method random-walk --max 0 ""
	expect_output 1 ">=1  none: proved that no solution has at most 0 moves" solve --method random-walk --max 0 R
	expect_output 1 ">=0  no solution found (time limit)" solve --method random-walk --time-limit 0.3 "$golden"
	[[ "$stderr" == *"once in 43,252,003,274,489,856,000 turns, at this speed once in "*" years" ]]
}

@test "batch --method: a record for each line in order, invalid lines too" {
	printf 'R U F\nX\nB2 L\n' > "$BATS_TEST_TMPDIR/list"
	run -1 --separate-stderr "$SUPERFLIP" batch -q --method thistlethwaite "$BATS_TEST_TMPDIR/list"
	[ "${#lines[@]}" -eq 3 ]
	[[ "${lines[1]}" == *"'X' is not a move"* ]]
}

@test "a thousand random states through each method that searches nothing" {
	"$SUPERFLIP" scramble -n 1000 --seed 7 > "$BATS_TEST_TMPDIR/states"
	for method in layers thistlethwaite; do
		"$SUPERFLIP" batch -q --json --method "$method" "$BATS_TEST_TMPDIR/states" > "$BATS_TEST_TMPDIR/out"
		[ "$(wc -l < "$BATS_TEST_TMPDIR/out")" -eq 1000 ]
		run -0 "$SUPERFLIP" verify "$BATS_TEST_TMPDIR/out"
	done
}

@test "options that a method does not have are refused with its name" {
	while read -r options; do
		expect_output 2 "" solve $options R
		[ -n "$stderr" ]
	done <<-END
		--method nosuch
		--method layers --max 20
		--method layers --time-limit 3
		--method layers --all
		--method thistlethwaite --metric qtm
		--method thistlethwaite --node-limit 5
		--method thistlethwaite --heuristic korf
		--method cfop --puzzle 2x2
		--method layers --explain --csv
		--method bfs --explain
		--explain
	END
	[[ "$stderr" == *"--method"* ]]
}
