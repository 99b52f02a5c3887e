# superflip verify: right solutions pass, wrong ones do not.

load expect

@test "the output of solve is right, and proved again by another heuristic" {
	"$SUPERFLIP" solve -q --json --all -O 1 "R U F2 D'" "" "Rw U M'" "R2 L2" >"$BATS_TEST_TMPDIR/results"
	run -0 --separate-stderr "$SUPERFLIP" verify "$BATS_TEST_TMPDIR/results"
	[ "${#lines[@]}" -eq 4 ]
	[[ "$stderr" == "superflip: 4 right, 0 wrong, 0 without a solution; 3 proofs not checked: see --optimal" ]]
	run -0 --separate-stderr "$SUPERFLIP" verify --optimal "$BATS_TEST_TMPDIR/results"
	[[ "${lines[0]}" == *": 4*  right, proved optimal" ]]
}

@test "a 2x2x2 is verified as a 2x2x2" {
	"$SUPERFLIP" solve -q --json --puzzle 2x2 "R U F2 D' L" "B" >"$BATS_TEST_TMPDIR/results"
	run -0 --separate-stderr "$SUPERFLIP" verify --optimal "$BATS_TEST_TMPDIR/results"
	[ "${#lines[@]}" -eq 2 ]
	sed 's/"puzzle"/"goal":"cross","puzzle"/' "$BATS_TEST_TMPDIR/results" >"$BATS_TEST_TMPDIR/goal"
	expect_output 1 "*:1: invalid: the goal: 'cross' is of the 3x3x3, and this is a 2x2x2"* verify "$BATS_TEST_TMPDIR/goal"
	sed -i 's/2x2x2/3x3x3/' "$BATS_TEST_TMPDIR/results"
	run -1 --separate-stderr "$SUPERFLIP" verify "$BATS_TEST_TMPDIR/results"
}

@test "rows of CSV and TSV say their puzzle; lines SCRAMBLE -> SOLUTION need --puzzle" {
	for format in csv tsv; do
		"$SUPERFLIP" solve -q --$format --puzzle 2x2 "R U F2 R' U F R2 F' U2" LLRRUDFRFBFURLDDBULDFUBB >"$BATS_TEST_TMPDIR/results"
		expect_error 0 "*: 2 right, 0 wrong, 0 without a solution" verify --optimal "$BATS_TEST_TMPDIR/results"
	done
	echo "U R F' -> F R' U'" | expect_output 0 "*:1: 3*  right, proved optimal" verify --optimal --puzzle 2x2
}

@test "a record of an error proves nothing, lengths that are none are invalid, and a row of CSV is judged whole" {
	local record='{"schema":"superflip/1","puzzle":"3x3x3","metric":"htm","scramble":"R U","status":'
	for claim in '"error","lower_bound":20' '"error","reachable":false' '"error","lengths":[0,9]'; do
		echo "$record$claim}" | expect_error 0 "*: 0 right, 0 wrong, 1 without a solution" verify --optimal
	done
	echo "$record\"none\",\"lengths\":[10,5]}" | expect_output 1 '*:1: invalid: "lengths": *of two the smaller first' verify --optimal
	for row in "optimal,htm,,2,L" "optimal,htm,,2,U' R'" "optimal,htm,,2," "none,htm,2,2,U' R'" "error,htm,2,2,U' R'"; do
		printf 'scramble,status,metric,length,lower_bound,solution\nR U,%s\n' "$row" |
			expect_output 1 "*:2: wrong: *" verify --optimal
	done
}

@test "a row of CSV with turns on the inverse is proved among all that turn there" {
	local state rows
	state=$("$SUPERFLIP" scramble --seed 1 --type state --format moves)
	rows=$("$SUPERFLIP" solve --csv -q --goal eo --niss -n 12 "$state")
	expect_error 0 "*: 12 right, *" verify --optimal <<<"$rows"
	# Five moves are the fewest without the inverse, four with it.
	rows=$(grep -e "^id," -e ",5,4,(B) U F' U F," <<<"$rows" | sed 's/,5,4,/,5,5,/')
	expect_output 1 "*:2: wrong: 5 moves are not optimal: there is a solution of 4" verify --optimal <<<"$rows"
}

@test "links are verified by shards as they are without; a reconstruction is not divided" {
	local link="https://alg.cubing.net/?setup=R_U&alg="
	printf '%s\n' "${link}U-_R-" "${link}U_R" "${link}R2" >"$BATS_TEST_TMPDIR/links"
	expect_error 1 "*: 1 right, 2 wrong, 0 without a solution" verify "$BATS_TEST_TMPDIR/links"
	for k in 1 2; do
		run "$SUPERFLIP" verify -q --shard $k/2 -o "$BATS_TEST_TMPDIR/shards" "$BATS_TEST_TMPDIR/links"
	done
	expect_error 1 "*: 1 right, 2 wrong, 0 unproved, 0 invalid, 0 without a solution" merge "$BATS_TEST_TMPDIR/shards"
	printf 'Scramble: R U\nU%s\nR%s\n' "'" "'" >"$BATS_TEST_TMPDIR/solve"
	expect_error 2 "*:1: --shard divides lines*" verify --shard 1/2 -o "$BATS_TEST_TMPDIR/shards" "$BATS_TEST_TMPDIR/solve"
}

@test "records without a solution are counted, not judged; a missing file is not an empty one" {
	"$SUPERFLIP" solve -q --json --max 2 "R U F" X >"$BATS_TEST_TMPDIR/results" || true
	expect_error 0 "*0 right, 0 wrong, 2 without a solution; 1 proof not checked: see --optimal" verify "$BATS_TEST_TMPDIR/results"
	run -4 "$SUPERFLIP" verify "$BATS_TEST_TMPDIR/nothing"
	run -2 "$SUPERFLIP" verify a b
}

# Records that prove a bound, that there are no solutions, that an answer is shortest, and that the turns do not reach the goal.
prove_something() {
	"$SUPERFLIP" solve -q --json --max 2 "R U F" || true
	"$SUPERFLIP" solve -q --json --min 4 --max 4 "R U F" || true
	"$SUPERFLIP" solve -q --json --heuristic manhattan --node-limit 20 "R U F" || true
	"$SUPERFLIP" solve -q --json --moves "R L" U || true
	"$SUPERFLIP" solve -q --json "R U F"
}

@test "--optimal proves again whatever a record says does not exist" {
	prove_something >"$BATS_TEST_TMPDIR/results" 2>/dev/null
	run -0 --separate-stderr "$SUPERFLIP" verify --optimal "$BATS_TEST_TMPDIR/results"
	[[ "${lines[0]}" == *":1: >=3  right, proved" ]]
	[[ "${lines[1]}" == *":2: none of 4 to 4 moves  right, proved" ]]
	[[ "${lines[3]}" == *":4: unreachable  right, proved" ]]
	[[ "$stderr" == *": 5 right, 0 wrong, 0 without a solution" ]]
}

@test "lengths that no solution has are whole costs, also where turns cost no whole numbers or only even ones" {
	local cost range words
	for cost in 0.7 2 1.5 0.1; do
		for range in "3 3" "1 2" "4 5"; do
			"$SUPERFLIP" solve -q --json --goal cross --cost "U=$cost D=$cost R=$cost L=$cost F=$cost B=$cost" \
				--min "${range% *}" --max "${range#* }" "R F L2 U" >"$BATS_TEST_TMPDIR/results" || true
			words="none of ${range% *} to ${range#* } moves"
			! grep -q '"status":"none"' "$BATS_TEST_TMPDIR/results" ||
				expect_output 0 "*:1: $words  right, proved" verify --optimal "$BATS_TEST_TMPDIR/results"
			expect_error 0 "*, 0 wrong*" verify --optimal "$BATS_TEST_TMPDIR/results"
		done
	done
	# Four turns of 1.5.
	"$SUPERFLIP" solve -q --json --goal cross --cost "U=1.5 D=1.5 R=1.5 L=1.5 F=1.5 B=1.5" --max 4 "R F L2 U" |
		sed 's/"lengths":.0,4./"lengths":[5,8]/; s/"lower_bound":6/"lower_bound":0/' >"$BATS_TEST_TMPDIR/results"
	expect_output 1 "*: wrong: said to have no solution of at most 7.5 in htm, but there is one of 6" \
		verify --optimal "$BATS_TEST_TMPDIR/results"
}

@test "--optimal finds forged claims: none, a lower bound, an optimum, lengths, turns that do not reach" {
	prove_something >"$BATS_TEST_TMPDIR/results" 2>/dev/null
	sed -i '1s/"lower_bound":3/"lower_bound":13/; 2s/"lengths":.4,4./"lengths":[3,4]/; 3s/"lower_bound":[0-9]*/"lower_bound":4/
		4s/"turns":"[^"]*"/"turns":"U R"/; 5s/"lower_bound":3/"lower_bound":4/' "$BATS_TEST_TMPDIR/results"
	run -1 --separate-stderr "$SUPERFLIP" verify --optimal "$BATS_TEST_TMPDIR/results"
	[ "$(grep -c ': wrong: ' <<<"$output")" -eq 5 ]
	[[ "${lines[0]}" == *": wrong: said to have no solution of at most 12 moves, but there is one of 3" ]]
	"$SUPERFLIP" solve -q --csv --max 2 "R U F" | sed 's/,htm,,3,/,htm,,13,/' >"$BATS_TEST_TMPDIR/csv"
	expect_output 1 "*: wrong: said to have no solution of at most 12 moves, but there is one of 3" \
		verify --optimal "$BATS_TEST_TMPDIR/csv"
}

@test "results as text have no scrambles: that is said once, with status 3" {
	for list in $'R U\nR U F' "R U"; do
		run bash -c '"$0" batch -q - <<<"$1" 2>/dev/null | "$0" verify' "$SUPERFLIP" "$list"
		[ "$status" -eq 3 ]
		[ "${#lines[@]}" -eq 1 ]
		[[ "$output" == *":1: a result as text, without its scramble; make the results with --json, --csv or --tsv"* ]]
	done
	for answer in ">=13  none: proved that no solution has at most 12 moves" "0*" "12.  -  error: column 1: 'X' is not a move" "17  R U"; do
		run -3 "$SUPERFLIP" verify <<<"$answer"
	done
}

@test "changed moves, lengths and statuses are found" {
	"$SUPERFLIP" solve -q --json "R U" >"$BATS_TEST_TMPDIR/good"
	local change
	while read -r kind change; do
		sed "$change" "$BATS_TEST_TMPDIR/good" >"$BATS_TEST_TMPDIR/bad"
		cmp -s "$BATS_TEST_TMPDIR/good" "$BATS_TEST_TMPDIR/bad" && { echo "no change: $change"; false; }
		expect_output 1 "*/bad:1: $kind: *" verify "$BATS_TEST_TMPDIR/bad"
	done <<-'END'
		wrong s/U' R'/U' R2/
		wrong s/"length":2/"length":3/g
		wrong s/"solutions":\[[^]]*\]/"solutions":[]/
		invalid s/"scramble":"R U"/"scramble":"R U Q"/
		invalid s/"metric":"htm"/"metric":"xtm"/
		invalid s/superflip.1/superflip\/9/
		invalid s/}$//
		invalid s/"status":"optimal"/"status":"best"/
		invalid s/"lower_bound":2/"lower_bound":-1/
		invalid s/"lower_bound":2/"lower_bound":"2"/
		invalid s/"scramble":"/"scramble":"\\u0000/
		wrong s/"checksum":"[^"]*/"checksum":"0/
		wrong s/"label":null/"label":"another"/
	END
	sed 's/"lower_bound":2/"lower_bound":-1/' "$BATS_TEST_TMPDIR/good" >"$BATS_TEST_TMPDIR/bad"
	expect_output 1 '*:1: invalid: "lower_bound": expected a whole number from 0*' verify "$BATS_TEST_TMPDIR/bad"
	sed 's/R U/\\u0000/' "$BATS_TEST_TMPDIR/good" >"$BATS_TEST_TMPDIR/bad"
	expect_output 1 '*:1: invalid: column *: not JSON: a NUL character, \\u0000, is not allowed' verify "$BATS_TEST_TMPDIR/bad"
	"$SUPERFLIP" solve -q --csv "R U" >"$BATS_TEST_TMPDIR/good"
	for change in s/,optimal,/,best,/ s/,2,2,/,2,-1,/ s/,2,2,/,two,2,/; do
		expect_of 1 "*:2: invalid: *" bash -c 'sed "$1" "$2" | "$0" verify -q' "$SUPERFLIP" "$change" "$BATS_TEST_TMPDIR/good"
	done
}

@test "a field of CSV that goes on after its closing quotation mark is refused, with line and column" {
	"$SUPERFLIP" solve -q --csv "R U" "F" >"$BATS_TEST_TMPDIR/good"
	sed '2s/,R U,/,"R" U,/' "$BATS_TEST_TMPDIR/good" >"$BATS_TEST_TMPDIR/bad"
	expect_output 1 "*:2: invalid: column 9: text after a closing quotation mark"$'\n'"*:3: 1 *right" verify "$BATS_TEST_TMPDIR/bad"
	# Two lines that make one record.
	sed "2s/,U' R',/,\"U' R',/; 3s/,F',/,\"F',/" "$BATS_TEST_TMPDIR/good" >"$BATS_TEST_TMPDIR/bad"
	expect_output 1 "*:3: invalid: column *: text after a closing quotation mark" verify "$BATS_TEST_TMPDIR/bad"
	sed '2s/,R U,/,"R U,/' "$BATS_TEST_TMPDIR/good" >"$BATS_TEST_TMPDIR/bad"
	expect_output 1 "*:2: invalid: column 5: a quotation mark is never closed" verify "$BATS_TEST_TMPDIR/bad"
}

@test "a checksum is of the scramble and the label as they were read; bytes that are not UTF-8 are lost and do not count" {
	printf 'T-perm: R U // d\351j\340\nlabel 2: F\n' >"$BATS_TEST_TMPDIR/list"
	"$SUPERFLIP" batch -q --json "$BATS_TEST_TMPDIR/list" >"$BATS_TEST_TMPDIR/results"
	grep -q '"label":"label 2' "$BATS_TEST_TMPDIR/results"
	grep -q $'\xEF\xBF\xBD' "$BATS_TEST_TMPDIR/results"
	expect_error 0 "*2 right, 0 wrong*" verify "$BATS_TEST_TMPDIR/results"
	sed 's/label 2/label 3/' "$BATS_TEST_TMPDIR/results" >"$BATS_TEST_TMPDIR/bad"
	expect_output 1 '*:2: wrong: the record is damaged: its "checksum" is *' verify "$BATS_TEST_TMPDIR/bad"
}

@test "text lines: an arrow or a tab, rotations and slices; what is wrong, and what is right but not optimal" {
	run -0 --separate-stderr "$SUPERFLIP" verify <<<$'R U -> U\' R\'\n\n# comment\nRw\tLi\nR U ->U\' R\'  '
	[ "$output" = $'standard input:1: 2  right\nstandard input:4: 1  right\nstandard input:5: 2  right' ]
	run -0 --separate-stderr "$SUPERFLIP" verify <<<$'F -> y L\'\nM -> M\'\nR -> x R\' y2'
	run -1 --separate-stderr "$SUPERFLIP" verify <<<$'R U -> R\' U\'\nR U\nR -> Q\nQ -> R'
	[ "$(grep -c ': wrong: ' <<<"$output")" -eq 1 ]
	[ "$(grep -c ': invalid: ' <<<"$output")" -eq 3 ]
	[[ "$stderr" == *"0 right, 1 wrong, 3 invalid, 0 without a solution" ]]
	expect_error 1 "*0 right, 0 wrong, 1 invalid, 0 without a solution" verify <<<"R U"
	run -0 --separate-stderr "$SUPERFLIP" verify <<<"R U -> U' R R2"
	expect_output 1 "*there is a solution of 2" verify --optimal <<<"R U -> U' R R2"
}

@test "a proof that hits a limit is not one" {
	local solution="F2 U2 B2 L' R F' R2 D U R' B2 L' U2 R' B2 R' B' F' R2 U'"
	expect_output 1 "*: 20  right, not proved optimal: time limit, at least *" \
		verify --optimal --time-limit 0.2 <<<"$hard -> $solution"
	[[ "$stderr" == *"0 right, 0 wrong, 1 unproved, 0 without a solution" ]]
}

@test "French records say their letters: the scramble is French, the solution never" {
	"$SUPERFLIP" solve -q --french --json "D B'" >"$BATS_TEST_TMPDIR/results"
	expect_error 0 "*1 right, 0 wrong, 0 without a solution*" verify --french "$BATS_TEST_TMPDIR/results"
	run -0 --separate-stderr "$SUPERFLIP" verify --french <<<"D B -> B' D'"
	"$SUPERFLIP" solve -q --heuristic corners --french --json "D2 A" >"$BATS_TEST_TMPDIR/french"
	run -0 "$SUPERFLIP" verify -q "$BATS_TEST_TMPDIR/french"
	# The turns that are permitted, too: B and G are no turns, or others, in English.
	"$SUPERFLIP" solve -q --heuristic corners --french --moves "B G" --json "B G" | "$SUPERFLIP" verify -q
	"$SUPERFLIP" solve -q --heuristic corners --french --moves "B G" --csv "B G" | "$SUPERFLIP" verify -q --french
	expect_output 1 "-  aucune : aucune suite de H H2 H' D D2 D' ne finit * : ils ne mettent jamais une pièce à sa place" solve -q --heuristic corners --french --moves "H D" B
}

@test "every arrow, the rows of CSV and TSV, and a scramble of several lines in one row" {
	# Rows that are longer than the shortest, which has no moves.
	"$SUPERFLIP" solve --csv --all --over 2 -q "" | "$SUPERFLIP" verify --optimal
	printf "R U → U' R'\nR => R'\nF\tF'\n" >"$BATS_TEST_TMPDIR/arrows"
	run -0 "$SUPERFLIP" verify -q "$BATS_TEST_TMPDIR/arrows"
	[ "${#lines[@]}" -eq 3 ]
	for format in csv tsv; do
		"$SUPERFLIP" solve -q --heuristic corners "--$format" "R U" "U2 F" Q >"$BATS_TEST_TMPDIR/$format" || true
		expect_error 0 "*2 right, 0 wrong, 1 without a solution*" verify --optimal "$BATS_TEST_TMPDIR/$format"
		sed -i "s/U' R'/U' R/" "$BATS_TEST_TMPDIR/$format"
		expect 1 "*does not solve the scramble*" verify -q "$BATS_TEST_TMPDIR/$format"
	done
	printf 'UUUUUULLD\nFBBFRRFRR\nFFRFFRDDR\nRRUDDBDDB\nFFDLLDLLB\nLLLUBBUBB\nR\nU\tF\n' >"$BATS_TEST_TMPDIR/list"
	"$SUPERFLIP" batch -q --heuristic corners --csv "$BATS_TEST_TMPDIR/list" >"$BATS_TEST_TMPDIR/csv"
	expect_error 0 "*3 right, 0 wrong, 0 without*" verify "$BATS_TEST_TMPDIR/csv"
}

@test "records with a goal and with fewer turns are judged by them" {
	"$SUPERFLIP" solve -q --json --goal "R U" "F R" >"$BATS_TEST_TMPDIR/goal"
	"$SUPERFLIP" solve -q --json --moves "U' R" "U' R U" >>"$BATS_TEST_TMPDIR/goal"
	run -0 "$SUPERFLIP" verify -q --optimal "$BATS_TEST_TMPDIR/goal"
	[ "${#lines[@]}" -eq 2 ]
	sed -i 's/"goal":"R U"/"goal":"R"/; s/"turns":"[^"]*"/"turns":"U R"/' "$BATS_TEST_TMPDIR/goal"
	run -1 "$SUPERFLIP" verify -q "$BATS_TEST_TMPDIR/goal"
	[[ "${lines[0]}" == *"does not solve"* && "${lines[1]}" == *"turns that are not permitted"* ]]
}

@test "one of a thing is singular" {
	run "$SUPERFLIP" solve -v "R"
	[[ "$output" != *"1 moves"* && "$output" != *"1 lookups"* && "$output" == *"cube 1: 1 move: "* ]]
	run "$SUPERFLIP" batch -v /dev/stdin <<<"R"
	[[ "$output" == *"1 cube: 1 solved"* && "$output" != *"1 moves"* ]]
}
