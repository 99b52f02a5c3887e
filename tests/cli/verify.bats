# superflip verify: right solutions pass, wrong ones do not.

setup() {
	bats_require_minimum_version 1.5.0
	superflip=${SUPERFLIP:-build/release/superflip}
}

@test "the output of solve is right, and proved again by another heuristic" {
	"$superflip" solve -q --json --all -O 1 "R U F2 D'" "" "Rw U M'" "R2 L2" >"$BATS_TEST_TMPDIR/results"
	run --separate-stderr "$superflip" verify "$BATS_TEST_TMPDIR/results"
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 4 ]
	[[ "$stderr" == "superflip: 4 right, 0 wrong, 0 without a solution; 3 proofs not checked: see --optimal" ]]
	run --separate-stderr "$superflip" verify --optimal "$BATS_TEST_TMPDIR/results"
	[ "$status" -eq 0 ]
	[[ "${lines[0]}" == *": 4*  right, proved optimal" ]]
}

@test "a 2x2x2 is verified as a 2x2x2" {
	"$superflip" solve -q --json --puzzle 2x2 "R U F2 D' L" "B" >"$BATS_TEST_TMPDIR/results"
	run --separate-stderr "$superflip" verify --optimal "$BATS_TEST_TMPDIR/results"
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 2 ]
	sed -i 's/2x2x2/3x3x3/' "$BATS_TEST_TMPDIR/results"
	run --separate-stderr "$superflip" verify "$BATS_TEST_TMPDIR/results"
	[ "$status" -eq 1 ]
}

@test "records without a solution are counted, not judged" {
	"$superflip" solve -q --json --max 2 "R U F" X >"$BATS_TEST_TMPDIR/results" || true
	run --separate-stderr "$superflip" verify "$BATS_TEST_TMPDIR/results"
	[ "$status" -eq 0 ]
	[[ "$stderr" == *"0 right, 0 wrong, 2 without a solution; 1 proof not checked: see --optimal" ]]
}

# Records that prove a bound, that there are no solutions, that an answer is shortest, and that the turns do not reach the goal.
prove_something() {
	"$superflip" solve -q --json --max 2 "R U F" || true
	"$superflip" solve -q --json --min 4 --max 4 "R U F" || true
	"$superflip" solve -q --json --heuristic manhattan --node-limit 20 "R U F" || true
	"$superflip" solve -q --json --moves "R L" U || true
	"$superflip" solve -q --json "R U F"
}

@test "--optimal proves again whatever a record says does not exist" {
	prove_something >"$BATS_TEST_TMPDIR/results" 2>/dev/null
	run --separate-stderr "$superflip" verify --optimal "$BATS_TEST_TMPDIR/results"
	[ "$status" -eq 0 ]
	[[ "${lines[0]}" == *":1: >=3  right, proved" ]]
	[[ "${lines[1]}" == *":2: none of 4 to 4 moves  right, proved" ]]
	[[ "${lines[3]}" == *":4: unreachable  right, proved" ]]
	[[ "$stderr" == *": 5 right, 0 wrong, 0 without a solution" ]]
}

@test "--optimal finds forged claims: none, a lower bound, an optimum, lengths, turns that do not reach" {
	prove_something >"$BATS_TEST_TMPDIR/results" 2>/dev/null
	sed -i '1s/"lower_bound":3/"lower_bound":13/; 2s/"lengths":.4,4./"lengths":[3,4]/; 3s/"lower_bound":[0-9]*/"lower_bound":4/
		4s/"turns":"[^"]*"/"turns":"U R"/; 5s/"lower_bound":3/"lower_bound":4/' "$BATS_TEST_TMPDIR/results"
	run --separate-stderr "$superflip" verify --optimal "$BATS_TEST_TMPDIR/results"
	[ "$status" -eq 1 ]
	[ "$(grep -c ': wrong: ' <<<"$output")" -eq 5 ]
	[[ "${lines[0]}" == *": wrong: said to have no solution of at most 12 moves, but there is one of 3" ]]
	"$superflip" solve -q --csv --max 2 "R U F" | sed 's/,htm,,3,/,htm,,13,/' >"$BATS_TEST_TMPDIR/csv"
	run --separate-stderr "$superflip" verify --optimal "$BATS_TEST_TMPDIR/csv"
	[ "$status" -eq 1 ]
	[[ "$output" == *": wrong: said to have no solution of at most 12 moves, but there is one of 3" ]]
}

@test "results as text have no scrambles: that is said once, with status 3" {
	for list in $'R U\nR U F' "R U"; do
		run bash -c '"$0" batch -q - <<<"$1" 2>/dev/null | "$0" verify' "$superflip" "$list"
		[ "$status" -eq 3 ]
		[ "${#lines[@]}" -eq 1 ]
		[[ "$output" == *":1: a result as text, without its scramble; make the results with --json, --csv or --tsv"* ]]
	done
	for answer in ">=13  none: proved that no solution has at most 12 moves" "0*" "12.  -  error: column 1: 'X' is not a move" "17  R U"; do
		run "$superflip" verify <<<"$answer"
		[ "$status" -eq 3 ]
	done
}

@test "changed moves, lengths and statuses are found" {
	"$superflip" solve -q --json "R U" >"$BATS_TEST_TMPDIR/good"
	local change
	for change in "s/U' R'/U' R2/" 's/"length":2/"length":3/g' 's/"solutions":\[[^]]*\]/"solutions":[]/' \
		's/"scramble":"R U"/"scramble":"R U Q"/' 's/"metric":"htm"/"metric":"xtm"/' 's/superflip.1/superflip\/9/' 's/}$//'; do
		sed "$change" "$BATS_TEST_TMPDIR/good" >"$BATS_TEST_TMPDIR/bad"
		cmp -s "$BATS_TEST_TMPDIR/good" "$BATS_TEST_TMPDIR/bad" && { echo "no change: $change"; false; }
		run --separate-stderr "$superflip" verify "$BATS_TEST_TMPDIR/bad"
		[ "$status" -eq 1 ] || { echo "$change: $output"; false; }
		[[ "$output" == *"/bad:1: wrong: "* ]]
	done
}

@test "text lines: an arrow or a tab" {
	run --separate-stderr "$superflip" verify <<<$'R U -> U\' R\'\n\n# comment\nRw\tLi\nR U ->U\' R\'  '
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "standard input:1: 2  right" ]
	[ "${lines[1]}" = "standard input:4: 1  right" ]
	[ "${lines[2]}" = "standard input:5: 2  right" ]
}

@test "solutions with rotations and slices solve the cube as it is held" {
	run --separate-stderr "$superflip" verify <<<$'F -> y L\'\nM -> M\'\nR -> x R\' y2'
	[ "$status" -eq 0 ]
}

@test "text lines that are wrong" {
	run --separate-stderr "$superflip" verify <<<$'R U -> R\' U\'\nR U\nR -> Q\nQ -> R'
	[ "$status" -eq 1 ]
	[ "$(grep -c ': wrong: ' <<<"$output")" -eq 4 ]
}

@test "a longer solution is right, but not optimal" {
	run --separate-stderr "$superflip" verify <<<"R U -> U' R R2"
	[ "$status" -eq 0 ]
	run --separate-stderr "$superflip" verify --optimal <<<"R U -> U' R R2"
	[ "$status" -eq 1 ]
	[[ "$output" == *"there is a solution of 2" ]]
}

@test "a proof that hits a limit is not one" {
	local hard="U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
	local solution="F2 U2 B2 L' R F' R2 D U R' B2 L' U2 R' B2 R' B' F' R2 U'"
	run --separate-stderr "$superflip" verify --optimal --time-limit 0.2 <<<"$hard -> $solution"
	[ "$status" -eq 1 ]
	[[ "$output" == *": 20  right, not proved optimal: time limit, at least "* ]]
	[[ "$stderr" == *"0 right, 0 wrong, 1 unproved, 0 without a solution" ]]
}

@test "solve's records of French scrambles are read back: the scramble is French, the solution never" {
	"$superflip" solve -q --french --json "D B'" >"$BATS_TEST_TMPDIR/results"
	run --separate-stderr "$superflip" verify --french "$BATS_TEST_TMPDIR/results"
	[ "$status" -eq 0 ]
	[[ "$stderr" == *"1 right, 0 wrong, 0 without a solution"* ]]
	run --separate-stderr "$superflip" verify --french <<<"D B -> B' D'"
	[ "$status" -eq 0 ]
}

@test "a missing file" {
	run "$superflip" verify "$BATS_TEST_TMPDIR/nothing"
	[ "$status" -eq 4 ]
	run "$superflip" verify a b
	[ "$status" -eq 2 ]
}

@test "every arrow, and the rows of CSV and TSV" {
	printf "R U → U' R'\nR => R'\nF\tF'\n" >"$BATS_TEST_TMPDIR/arrows"
	run "$SUPERFLIP" verify -q "$BATS_TEST_TMPDIR/arrows"
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 3 ]
	for format in csv tsv; do
		"$SUPERFLIP" solve -q --heuristic corners "--$format" "R U" "U2 F" Q >"$BATS_TEST_TMPDIR/$format" || true
		run --separate-stderr "$SUPERFLIP" verify --optimal "$BATS_TEST_TMPDIR/$format"
		[ "$status" -eq 0 ]
		[[ "$stderr" == *"2 right, 0 wrong, 1 without a solution"* ]]
		sed -i "s/U' R'/U' R/" "$BATS_TEST_TMPDIR/$format"
		run "$SUPERFLIP" verify -q "$BATS_TEST_TMPDIR/$format"
		[ "$status" -eq 1 ]
		[[ "$output" == *"does not solve the scramble"* ]]
	done
}

@test "a scramble of several lines in CSV is one row" {
	printf 'UUUUUULLD\nFBBFRRFRR\nFFRFFRDDR\nRRUDDBDDB\nFFDLLDLLB\nLLLUBBUBB\nR\n' >"$BATS_TEST_TMPDIR/list"
	"$SUPERFLIP" batch -q --heuristic corners --csv "$BATS_TEST_TMPDIR/list" >"$BATS_TEST_TMPDIR/csv"
	run --separate-stderr "$SUPERFLIP" verify "$BATS_TEST_TMPDIR/csv"
	[ "$status" -eq 0 ]
	[[ "$stderr" == *"2 right, 0 wrong"* ]]
}

@test "French records say their letters" {
	"$SUPERFLIP" solve -q --heuristic corners --french --json "D2 A" >"$BATS_TEST_TMPDIR/french"
	run "$SUPERFLIP" verify -q "$BATS_TEST_TMPDIR/french"
	[ "$status" -eq 0 ]
}

@test "records with a goal and with fewer turns are judged by them" {
	"$SUPERFLIP" solve -q --json --goal "R U" "F R" >"$BATS_TEST_TMPDIR/goal"
	"$SUPERFLIP" solve -q --json --moves "U' R" "U' R U" >>"$BATS_TEST_TMPDIR/goal"
	run "$SUPERFLIP" verify -q --optimal "$BATS_TEST_TMPDIR/goal"
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 2 ]
	sed -i 's/"goal":"R U"/"goal":"R"/; s/"turns":"[^"]*"/"turns":"U R"/' "$BATS_TEST_TMPDIR/goal"
	run "$SUPERFLIP" verify -q "$BATS_TEST_TMPDIR/goal"
	[ "$status" -eq 1 ]
	[[ "${lines[0]}" == *"does not solve"* && "${lines[1]}" == *"turns that are not permitted"* ]]
}

@test "one of a thing is singular" {
	run "$superflip" solve -v "R"
	[[ "$output" != *"1 moves"* && "$output" != *"1 lookups"* && "$output" == *"cube 1: 1 move: "* ]]
	run "$superflip" batch -v /dev/stdin <<<"R"
	[[ "$output" == *"1 cube: 1 solved"* && "$output" != *"1 moves"* ]]
}
