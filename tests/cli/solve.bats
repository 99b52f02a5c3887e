# superflip solve: what is printed, what is refused, and with which exit status.

setup() {
	bats_require_minimum_version 1.5.0
	load wait
	superflip=${SUPERFLIP:-build/release/superflip}
	superflip_cube=UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB
	hard="U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"  # 20 moves; seconds to hours away
}

@test "a short scramble is solved in as many moves, with a star" {
	run --separate-stderr "$superflip" solve "R U R' U'"
	[ "$status" -eq 0 ]
	[ "$output" = "4*  U R U' R'" ]
	[ -z "$stderr" ]
}

@test "one move away" {
	run "$superflip" solve R
	[ "$output" = "1*  R'" ]
}

@test "the empty argument and a scramble that cancels are solved cubes" {
	run "$superflip" solve "" "R R'"
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "1.  0*" ]
	[ "${lines[1]}" = "2.  0*" ]
}

@test "results come in the order of the arguments, with their numbers" {
	run "$superflip" solve "R U F" R "R U F D" "" "R2 F"
	[ "$status" -eq 0 ]
	[ "$(cut -d' ' -f1,3 <<<"$output" | tr '\n' ' ')" = "1. 3* 2. 1* 3. 4* 4. 0* 5. 2* " ]
}

@test "facelets and moves are the same cube" {
	run "$superflip" solve UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB
	[ "$output" = "1*  R'" ]
}

@test "an invalid argument is refused with its column, and the others are solved" {
	run --separate-stderr "$superflip" solve "R U" "R U X F" "F"
	[ "$status" -eq 3 ]
	[[ "$stderr" == "superflip: argument 2: column 5: 'X' "* ]]
	[ "${#lines[@]}" -eq 3 ]
	[[ "${lines[0]}" == "1.  2*  "* ]]
	[[ "${lines[1]}" == "2.  -  error: column 5: 'X' "* ]]
	[ "${lines[2]}" = "3.  1*  F'" ]
}

@test "an unsolvable cube is refused" {
	run "$superflip" solve -q UUUUUUUUFRRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
	[ "$status" -eq 3 ]
	[[ "$output" == "-  error: "* ]]
}

@test "standard input has one cube a line" {
	run --separate-stderr "$superflip" solve <<<$'R\n\n# no cube\nR U # two'
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 2 ]
}

@test "an invalid line of standard input is named with line and column" {
	run --separate-stderr "$superflip" solve <<<$'R\n\n1. F X'
	[ "$status" -eq 3 ]
	[[ "$stderr" == "superflip: standard input:3:6: 'X' "* ]]
}

@test "an answer comes before the next line is typed" {
	coproc talk { "$superflip" solve; }
	local solver=$talk_PID input=${talk[1]}  # bash forgets them when the program ends
	echo "R U" >&"${talk[1]}"
	read -r -t 30 answer <&"${talk[0]}"
	[[ "$answer" == "1.  2*  "* ]]
	echo "F" >&"${talk[1]}"
	read -r -t 30 answer <&"${talk[0]}"
	[ "$answer" = "2.  1*  F'" ]
	exec {input}>&-
	wait "$solver"
}

@test "a time limit gives a bound, its reason, and a solution without a star" {
	for metric in htm qtm; do
		run --separate-stderr "$superflip" solve --time-limit 0.2 --metric $metric "$hard"
		[ "$status" -eq 1 ]
		[[ "$output" =~ ^'>='[0-9]+'  at least '[0-9]+' moves; best found, not proved shortest (time limit): '[0-9]+'  '[URFDLB] ]]
		[[ "$output" != *"*"* ]]
	done
	"$superflip" solve --time-limit 0.2 --json "$hard" >"$BATS_TEST_TMPDIR/record" || true
	jq -e '.status == "bound" and .stopped == "time limit" and (.complete | not)' "$BATS_TEST_TMPDIR/record"
	jq -e '.length >= .lower_bound and (.solutions | length) == 1' "$BATS_TEST_TMPDIR/record"
	run "$superflip" verify "$BATS_TEST_TMPDIR/record"
	[ "$status" -eq 0 ]
}

@test "after a time limit no solution is told that is longer than --max" {
	run --separate-stderr "$superflip" solve --time-limit 0.2 --max 15 "$superflip_cube"
	[[ "$output" =~ ^'>='[0-9]+'  '.*'no solution found (time limit)'$ || "$output" == *"none: proved"* ]]
}

@test "a node limit gives a bound and its reason" {
	run "$superflip" solve --node-limit 1e5 "$hard"
	[ "$status" -eq 1 ]
	[[ "$output" =~ ^'>='[0-9]+'  at least '[0-9]+' moves; best found, not proved shortest (node limit): '[0-9]+'  '[URFDLB] ]]
}

@test "proved: no solution within --max" {
	run --separate-stderr "$superflip" solve --heuristic korf --max 9 "$superflip_cube"
	[ "$status" -eq 1 ]
	[ "$output" = ">=10  none: proved that no solution has at most 9 moves" ]
}

@test "--all finds the same set with one thread and with two" {
	"$superflip" solve --all -t 1 "R2 F2 R2 F2 R2 F2" | sort >"$BATS_TEST_TMPDIR/1"
	"$superflip" solve --all -t 2 "R2 F2 R2 F2 R2 F2" | sort >"$BATS_TEST_TMPDIR/2"
	cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2"
	[ -z "$(uniq -d "$BATS_TEST_TMPDIR/1")" ]
	[ "$(wc -l <"$BATS_TEST_TMPDIR/1")" -gt 1 ]
}

@test "256 solutions are 256, not none" {
	run --separate-stderr "$superflip" solve -n 256 -O 8 "R U"
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 256 ]
	[ -z "$(sort <<<"$output" | uniq -d)" ]
}

@test "only solutions of the optimal length have a star" {
	run --separate-stderr "$superflip" solve --all -O 6 "R L' U2"
	[ "$status" -eq 0 ]
	[[ "${lines[0]}" == "3*  "* ]]
	[ "$(grep -c '^[79]  ' <<<"$output")" -gt 0 ]
	[ "$(grep -c '^[4-9][*]' <<<"$output")" -eq 0 ]
}

@test "--min looks for longer solutions and does not call them optimal" {
	run --separate-stderr "$superflip" solve --min 6 R
	[ "$status" -eq 0 ]
	[[ "$output" =~ ^[0-9]+'  ' ]]
}

@test "the quarter-turn metric counts half turns twice" {
	run --separate-stderr "$superflip" solve -q --metric qtm "R2 U"
	[ "$status" -eq 0 ]
	[[ "$output" == "3*  "* ]]
}

@test "--deterministic gives the same solution with every number of threads" {
	for threads in 1 2; do
		"$superflip" solve --deterministic -t $threads "R L U2 F2 B D L2 R2 F2" >"$BATS_TEST_TMPDIR/$threads"
	done
	cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2"
}

@test "--json prints a line for each cube" {
	run --separate-stderr "$superflip" solve --json "R U" "R U X"
	[ "$status" -eq 3 ]
	[ "${#lines[@]}" -eq 2 ]
	[[ "${lines[0]}" == '{"schema":"superflip/1","id":1,'*'"status":"optimal"'*'"length":2'* ]]
	[[ "${lines[1]}" == '{"schema":"superflip/1","id":2,'*'"status":"error"'*'"column":5,"token":"X"'* ]]
}

@test "--csv has a header and a row for each solution" {
	run --separate-stderr "$superflip" solve --csv --all "R2 L2 U2 D2"
	[[ "${lines[0]}" == id,line,label,scramble,status,* ]]
	[ "${#lines[@]}" -gt 1 ]
}

@test "--link adds a link that shows the solution" {
	run --separate-stderr "$superflip" solve --link "U R2"
	[ "$output" = "2*  R2 U'  https://alpha.twizzle.net/edit/?setup-alg=U+R2&alg=R2+U%27&puzzle=3x3x3" ]
}

@test "a link sets up the scramble itself; facelets and cubies become the inverse of the solution" {
	local scramble
	for scramble in "$("$superflip" show "U R2" | sed -n 's/^facelets *//p')" "$("$superflip" show "U R2" | sed -n 's/^cubies *//p')"; do
		run --separate-stderr "$superflip" solve --link "$scramble"
		[[ "$output" == *"?setup-alg=U+R2&alg=R2+U%27&"* ]] || { echo "$scramble: $output"; false; }
	done
	run --separate-stderr "$superflip" solve --french --link "D B"
	[[ "$output" == "2*  B' D'  "*"?setup-alg=R+D&alg=D%27+R%27&"* ]]
	run --separate-stderr "$superflip" solve -q --link "[r: U] x"
	[[ "$output" == *"?setup-alg=Rw+U+Rw%27+x&alg="* ]]
}

@test "a limit that is hit after everything is found changes nothing" {
	run --separate-stderr "$superflip" solve -t 1 --json --node-limit 50 "R U R' U'"
	[ "$status" -eq 0 ]
	[[ "$output" == *'"status":"optimal"'*'"complete":true'* ]]
	run --separate-stderr "$superflip" solve -t 1 --json --node-limit 50 --all "R U R' U'"
	[ "$status" -eq 1 ]
	[[ "$output" == *'"complete":false'*'"stopped":"node limit"'* ]]
}

@test "--verbose prints iterations on standard error, and nothing on standard output" {
	run --separate-stderr "$superflip" solve -v "R U F D L B"
	[ "${#lines[@]}" -eq 1 ]
	[[ "$stderr" == *$'\n'"cube 1: "*" generated, "*" expanded, "*" lookups, "* ]]
}

@test "numbers and names are read strictly" {
	local bad
	for bad in "-n 0" "-n -1" "-n 2x" "-n 18446744073709551616" "-t 5x" "-t 99999" "-M 41" "-m -2" "-O 1.5" \
		"--time-limit 0" "--time-limit 3d" "--time-limit 0x10" "--time-limit nan" "--node-limit 1e" "--node-limit 1e30" \
		"--memory 8X" "--memory 200%" "--metric stm" "--method twophase" "--heuristic none" "--puzzle 4x4" "--bogus" \
		"-Z" "--json --csv" "-m 5 -M 4" "--all=3"; do
		run --separate-stderr "$superflip" solve $bad R
		[ "$status" -eq 2 ] || { echo "$bad: status $status"; false; }
		[ -z "$output" ]
		[[ "$stderr" == "superflip: "* ]]
	done
}

@test "a refused number is named with its option" {
	run "$superflip" solve --threads 5x R
	[ "$output" = "superflip: --threads '5x': expected a whole number from 0 to 1024" ]
	run "$superflip" solve R -n
	[ "$status" -eq 2 ]
	[[ "$output" == *"needs a value"* ]]
}

@test "too little --memory is refused early, with the size needed" {
	run "$superflip" solve --memory 50M --heuristic korf R
	[ "$status" -eq 5 ]
	[[ "$output" == *"needs 82.7 MiB"*"--heuristic coset-30m"* ]]
}

@test "--help lists every option" {
	run --separate-stderr "$superflip" solve --help
	[ "$status" -eq 0 ]
	local option
	for option in heuristic threads solutions all over min max metric method deterministic json csv link time-limit \
		node-limit memory pdb-dir puzzle french from quiet verbose; do
		[[ "$output" == *"--$option"* ]]
	done
	[ -z "$stderr" ]
}

@test "an interrupt ends a search with the proved bound" {
	"$superflip" solve R "$hard" >"$BATS_TEST_TMPDIR/out" 2>/dev/null &
	local solver=$!
	wait_until grep -q R "$BATS_TEST_TMPDIR/out"  # the search of the second one is next, and takes an hour
	kill -INT $solver
	local code=0
	wait $solver || code=$?
	[ "$code" -eq 130 ]
	[[ "$(tail -n 1 "$BATS_TEST_TMPDIR/out")" == "2.  >="*"(interrupted)"* ]]
}

@test "without tables the default ones are built, with a message" {
	run --separate-stderr "$superflip" solve --pdb-dir "$BATS_TEST_TMPDIR/new" "R U"
	[ "$status" -eq 4 ]
	[[ "$stderr" == *"/new: no such directory; \`superflip pdb build korf --pdb-dir"* ]]
	[ ! -e "$BATS_TEST_TMPDIR/new" ]
	mkdir "$BATS_TEST_TMPDIR/new"
	run --separate-stderr "$superflip" solve --pdb-dir "$BATS_TEST_TMPDIR/new" "R U"
	[ "$status" -eq 0 ]
	[[ "$output" == "2*  "* ]]
	[[ "$stderr" == *"building the tables of 'korf' (htm)"* ]]
	run --separate-stderr "$superflip" solve --pdb-dir "$BATS_TEST_TMPDIR/new" "R U"
	[ -z "$stderr" ]
}

@test "a named heuristic whose tables are missing is not built silently" {
	run "$superflip" solve --pdb-dir "$BATS_TEST_TMPDIR/none" --heuristic korf R
	[ "$status" -eq 4 ]
	[[ "$output" == *"run \`superflip pdb build korf --pdb-dir $BATS_TEST_TMPDIR/none\`" ]]
}

@test "a full disk is an error" {
	[ -w /dev/full ] || skip "there is no /dev/full here"
	"$superflip" solve -q R >/dev/full 2>"$BATS_TEST_TMPDIR/err" && false
	[ "$(cat "$BATS_TEST_TMPDIR/err")" = "superflip: cannot write the results: No space left on device" ]
}

@test "the 2x2x2 is solved, and options that do not apply are refused" {
	run --separate-stderr "$superflip" solve --puzzle 2x2 "R U R' U'" "" "U D'"
	[ "$status" -eq 0 ]
	[[ "${lines[0]}" == "1.  4*  "* ]]
	[ "${lines[1]}" = "2.  0*" ]
	[ "${lines[2]}" = "3.  0*" ]
	run "$superflip" solve --puzzle 2x2 --all R
	[ "$status" -eq 2 ]
}

@test "--all --max N finds all solutions of at most N moves, --over limits how much longer they may be" {
	run --separate-stderr "$superflip" solve --all "R2 L2 U2"
	[ "$output" = "3*  U2 R2 L2" ]
	run --separate-stderr "$superflip" solve --all --max 5 "R2 L2 U2"
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 2 ]
	[ "${lines[0]}" = "3*  U2 R2 L2" ]
	[ "${lines[1]}" = "5  D2 R2 L2 U2 D2" ]
	run --separate-stderr "$superflip" solve --all --max 5 --over 0 "R2 L2 U2"
	[ "$output" = "3*  U2 R2 L2" ]
	"$superflip" solve --all --max 5 --json "R2 L2 U2" | jq -e '.complete and (.solutions | length) == 2'
}

@test "one warning a list for scrambles that move the centres" {
	run --separate-stderr "$superflip" solve <<<$'r U\nR\nM\nx R'
	[ "$status" -eq 0 ]
	[ "$(grep -c centres <<<"$stderr")" -eq 2 ]
	[[ "$stderr" == *"standard input:1: the scramble moves the centres"*"standard input: 3 scrambles move the centres"* ]]
	run --separate-stderr "$superflip" solve "R r"
	[ "$(grep -c centres <<<"$stderr")" -eq 1 ]
}

@test "more threads than the machine can use are not started, and that is said" {
	run --separate-stderr "$superflip" solve --json --threads 1024 "R U"
	[ "$status" -eq 0 ]
	[ "$(jq .threads <<<"$output")" -lt 1024 ]
	[[ "$stderr" == *"--threads 1024: more than "*" are of no use on this machine"* ]]
}
