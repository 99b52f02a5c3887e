# superflip solve: what is printed, what is refused, and with which exit status.

load expect
load wait

setup() {
	superflip_cube=UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB
}

@test "a shortest solution has a star; the empty argument, facelets, a longer --min, quarter turns and a proof that there is none" {
	expect_output 0 "4\\*  U R U' R'" solve "R U R' U'"
	[ -z "$stderr" ]
	expect 0 "1\\*  R'" solve R
	run -0 "$SUPERFLIP" solve "" "R R'"
	[ "${lines[0]}" = "1.  0*" ]
	[ "${lines[1]}" = "2.  0*" ]
	expect 0 "1\\*  R'" solve UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB
	expect_output 0 '3\*  *' solve -q --metric qtm "R2 U"
	run -0 --separate-stderr "$SUPERFLIP" solve --min 6 R
	[[ "$output" =~ ^[0-9]+'  ' ]]
	expect_output 1 ">=10  none: proved that no solution has at most 9 moves" solve --heuristic korf --max 9 "$superflip_cube"
}

@test "results come in the order of the arguments, with their numbers" {
	run -0 "$SUPERFLIP" solve "R U F" R "R U F D" "" "R2 F"
	[ "$(cut -d' ' -f1,3 <<<"$output" | tr '\n' ' ')" = "1. 3* 2. 1* 3. 4* 4. 0* 5. 2* " ]
}

@test "what is no cube is refused with its column, or its line of standard input, and the others are solved" {
	expect_error 3 "superflip: argument 2: column 5: 'X' *" solve "R U" "R U X F" "F"
	[ "${#lines[@]}" -eq 3 ]
	[[ "${lines[0]}" == "1.  2*  "* ]]
	[[ "${lines[1]}" == "2.  -  error: column 5: 'X' "* ]]
	[ "${lines[2]}" = "3.  1*  F'" ]
	expect 3 "-  error: *" solve -q UUUUUUUUFRRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
	run -0 --separate-stderr "$SUPERFLIP" solve <<<$'R\n\n# no cube\nR U # two'
	[ "${#lines[@]}" -eq 2 ]
	expect_error 3 "superflip: standard input:3:6: 'X' *" solve <<<$'R\n\n1. F X'
}

@test "an answer comes before the next line is typed" {
	coproc talk { "$SUPERFLIP" solve; }
	local solver=$talk_PID input=${talk[1]}  # bash forgets them when the program ends
	echo "R U" >&"${talk[1]}"
	read -r -t 300 answer <&"${talk[0]}"
	[[ "$answer" == "1.  2*  "* ]]
	echo "F" >&"${talk[1]}"
	read -r -t 300 answer <&"${talk[0]}"
	[ "$answer" = "2.  1*  F'" ]
	exec {input}>&-
	wait "$solver"
}

@test "a limit gives a bound, its reason, and a solution without a star no longer than --max; after everything is found it changes nothing" {
	# Of a short solution the tables take half a second: each claim has one form.
	run -1 --separate-stderr "$SUPERFLIP" solve -t 1 --time-limit 0.05 --metric qtm "$hard"
	[[ "$output" =~ ^'>='[0-9]+'  at least '[0-9]+' moves; best found, not proved shortest (time limit): '[0-9]+'  '[URFDLB] ]]
	[[ "$output" != *"*"* ]]
	"$SUPERFLIP" solve -t 1 --time-limit 0.05 --json "$hard" >"$BATS_TEST_TMPDIR/record" || true
	jq -e '.status == "bound" and .stopped == "time limit" and (.complete | not)' "$BATS_TEST_TMPDIR/record"
	jq -e '.length >= .lower_bound and (.solutions | length) == 1' "$BATS_TEST_TMPDIR/record"
	run -0 "$SUPERFLIP" verify "$BATS_TEST_TMPDIR/record"
	run --separate-stderr "$SUPERFLIP" solve -t 1 --time-limit 0.05 --max 15 "$superflip_cube"
	[[ "$output" =~ ^'>='[0-9]+'  '.*'no solution found (time limit)'$ || "$output" == *"none: proved"* ]]
	run -1 "$SUPERFLIP" solve --node-limit 1e5 "$hard"
	[[ "$output" =~ ^'>='[0-9]+'  at least '[0-9]+' moves; best found, not proved shortest (node limit): '[0-9]+'  '[URFDLB] && "$output" != *"*"* ]]
	expect_output 0 '*"status":"optimal"*"complete":true*' solve -t 1 --json --node-limit 50 "R U R' U'"
	expect_output 1 '*"complete":false*"stopped":"node limit"*' solve -t 1 --json --node-limit 50 --all "R U R' U'"
}

@test "several solutions: all of them, each once, with any number of threads, and a star on the shortest only" {
	"$SUPERFLIP" solve --all -t 1 "R2 F2 R2 F2 R2 F2" | sort >"$BATS_TEST_TMPDIR/1"
	"$SUPERFLIP" solve --all -t 2 "R2 F2 R2 F2 R2 F2" | sort >"$BATS_TEST_TMPDIR/2"
	cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2"
	[ -z "$(uniq -d "$BATS_TEST_TMPDIR/1")" ]
	[ "$(wc -l <"$BATS_TEST_TMPDIR/1")" -gt 1 ]
	run -0 --separate-stderr "$SUPERFLIP" solve -n 256 -O 8 "R U"
	[ "${#lines[@]}" -eq 256 ]
	[ -z "$(sort <<<"$output" | uniq -d)" ]
	run -0 --separate-stderr "$SUPERFLIP" solve --all -O 6 "R L' U2"
	[[ "${lines[0]}" == "3*  "* ]]
	[ "$(grep -c '^[79]  ' <<<"$output")" -gt 0 ]
	[ "$(grep -c '^[4-9][*]' <<<"$output")" -eq 0 ]
	expect_output 0 '3\*  U2 R2 L2' solve --all "R2 L2 U2"
	run -0 --separate-stderr "$SUPERFLIP" solve --all --max 5 "R2 L2 U2"
	[ "${#lines[@]}" -eq 2 ]
	[ "${lines[0]}" = "3*  U2 R2 L2" ]
	[ "${lines[1]}" = "5  D2 R2 L2 U2 D2" ]
	expect_output 0 '3\*  U2 R2 L2' solve --all --max 5 --over 0 "R2 L2 U2"
	"$SUPERFLIP" solve --all --max 5 --json "R2 L2 U2" | jq -e '.complete and (.solutions | length) == 2'
}

@test "fewer shortest solutions than --solutions are told, and that --over finds longer ones" {
	expect 0 "3\*  F' U' R'*superflip: fewer than 5 solutions of 1 cube; --over K finds longer ones" solve -n 5 "R U F"
	expect 0 "3\*  F' U' R'" solve -q -n 5 "R U F"
	expect 0 "3\*  F' U' R'" solve -n 1 "R U F"
}

@test "--deterministic gives the same solution with every number of threads" {
	for threads in 1 2; do
		"$SUPERFLIP" solve --deterministic -t $threads "R L U2 F2 B D L2 R2 F2" >"$BATS_TEST_TMPDIR/$threads"
	done
	cmp "$BATS_TEST_TMPDIR/1" "$BATS_TEST_TMPDIR/2"
}

@test "--json prints a line for each cube, --csv a head and a row for each solution" {
	run -3 --separate-stderr "$SUPERFLIP" solve --json "R U" "R U X"
	[ "${#lines[@]}" -eq 2 ]
	[[ "${lines[0]}" == '{"schema":"superflip/1","id":1,'*'"status":"optimal"'*'"length":2'* ]]
	[[ "${lines[1]}" == '{"schema":"superflip/1","id":2,'*'"status":"error"'*'"column":5,"token":"X"'* ]]
	run --separate-stderr "$SUPERFLIP" solve --csv --all "R2 L2 U2 D2"
	[[ "${lines[0]}" == id,line,label,scramble,status,* ]]
	[ "${#lines[@]}" -gt 1 ]
}

@test "--link adds a link that sets up the scramble itself; facelets and cubies become the inverse of the solution" {
	expect_output 0 "2\\*  R2 U'  https://alpha.twizzle.net/edit/\\?setup-alg=U+R2&alg=R2+U%27&puzzle=3x3x3" solve --link "U R2"
	for form in facelets cubies; do
		expect_output 0 '*\?setup-alg=U+R2&alg=R2+U%27&*' solve --link "$("$SUPERFLIP" show "U R2" | sed -n "s/^$form *//p")"
	done
	expect_output 0 "2\\*  B' D'  *\\?setup-alg=R+D&alg=D%27+R%27&*" solve --french --link "D B"
	expect_output 0 '*\?setup-alg=Rw+U+Rw%27+x&alg=*' solve -q --link "[r: U] x"
}

@test "--verbose prints iterations on standard error, and nothing on standard output" {
	run --separate-stderr "$SUPERFLIP" solve -v "R U F D L B"
	[ "${#lines[@]}" -eq 1 ]
	[[ "$stderr" == *$'\n'"cube 1: "*" generated, "*" expanded, "*" lookups, "* ]]
}

@test "numbers and names are read strictly, and refused with their option; too little --memory and too many threads are told" {
	local bad
	for bad in "-n 0" "-n -1" "-n 2x" "-n 18446744073709551616" "-t 5x" "-t 99999" "-M 41" "-m -2" "-O 1.5" \
		"--time-limit 0" "--time-limit 3d" "--time-limit 0x10" "--time-limit nan" "--node-limit 1e" "--node-limit 1e30" \
		"--memory 8X" "--memory 200%" "--metric xtm" "--method twophase" "--heuristic none" "--puzzle 4x4" "--bogus" \
		"-Z" "--json --csv" "-m 5 -M 4" "--all=3"; do
		expect_error 2 "superflip: *" solve $bad R
		[ -z "$output" ]
	done
	expect 2 "superflip: --threads '5x': expected a whole number from 0 to 1024" solve --threads 5x R
	expect 2 "*needs a value*" solve R -n
	expect 5 "*needs 82.7 MiB*--heuristic coset-30m*" solve --memory 50M --heuristic korf R
	run -0 --separate-stderr "$SUPERFLIP" solve --json --threads 1024 "R U"
	[ "$(jq .threads <<<"$output")" -lt 1024 ]
	[[ "$stderr" == *"--threads 1024: more than "*" are of no use on this machine"* ]]
}

@test "--help lists every option" {
	run -0 --separate-stderr "$SUPERFLIP" solve --help
	local option
	for option in heuristic threads solutions all over min max metric method deterministic json csv link time-limit \
		node-limit memory pdb-dir puzzle french from quiet verbose; do
		[[ "$output" == *"--$option"* ]]
	done
	[ -z "$stderr" ]
}

@test "an interrupt ends a search with the proved bound" {
	"$SUPERFLIP" solve -v R "$hard" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" &
	local solver=$!
	wait_until grep -q '^cube 2: ' "$BATS_TEST_TMPDIR/err"  # its search takes an hour
	kill -INT $solver
	ends_with 130 $solver
	[[ "$(tail -n 1 "$BATS_TEST_TMPDIR/out")" == "2.  >="*"(interrupted)"* ]]
}

@test "without tables the default ones are built, with a message; those of a named heuristic, or in a directory that is not there, are not" {
	expect_error 4 "*/new: no such directory; \`superflip pdb build korf --pdb-dir*" solve --pdb-dir "$BATS_TEST_TMPDIR/new" "R U"
	expect_error 4 "*/new: no such directory; *" solve --method cfop --pdb-dir "$BATS_TEST_TMPDIR/new" "R U"
	expect_error 4 "*/new: no such directory; *" serve --pdb-dir "$BATS_TEST_TMPDIR/new"
	[ ! -e "$BATS_TEST_TMPDIR/new" ]
	mkdir "$BATS_TEST_TMPDIR/new"
	ln -s "$SUPERFLIP_PDB_DIR"/{corners,edges-DRDFDLDBBLBR}-htm.pdb "$BATS_TEST_TMPDIR/new"  # one of three is missing
	expect_output 0 '2\*  *' solve --pdb-dir "$BATS_TEST_TMPDIR/new" "R U"
	[[ "$stderr" == *"building the tables of 'korf' (htm) in "*", once: 87 MB, about "* ]]
	expect_error 0 "" solve --pdb-dir "$BATS_TEST_TMPDIR/new" "R U"
	expect 4 "*run \`superflip pdb build korf --pdb-dir $BATS_TEST_TMPDIR/none\`" \
		solve --pdb-dir "$BATS_TEST_TMPDIR/none" --heuristic korf R
}

@test "a full disk is an error" {
	[ -w /dev/full ] || skip "there is no /dev/full here"
	"$SUPERFLIP" solve -q R >/dev/full 2>"$BATS_TEST_TMPDIR/err" && false
	[ "$(cat "$BATS_TEST_TMPDIR/err")" = "superflip: standard output: cannot write the results: No space left on device" ]
}

@test "the 2x2x2 is solved, and options that do not apply are refused" {
	run -0 --separate-stderr "$SUPERFLIP" solve --puzzle 2x2 "R U R' U'" "" "U D'"
	[[ "${lines[0]}" == "1.  4*  "* ]]
	[ "${lines[1]}" = "2.  0*" ]
	[ "${lines[2]}" = "3.  0*" ]
	run -2 "$SUPERFLIP" solve --puzzle 2x2 --heuristic korf R
}

@test "one warning a list for scrambles that move the centres" {
	run -0 --separate-stderr "$SUPERFLIP" solve <<<$'r U\nR\nM\nx R'
	[ "$(grep -c centres <<<"$stderr")" -eq 2 ]
	[[ "$stderr" == *"standard input:1: the scramble moves the centres"*"standard input: 3 scrambles move the centres"* ]]
	run --separate-stderr "$SUPERFLIP" solve "R r"
	[ "$(grep -c centres <<<"$stderr")" -eq 1 ]
}
