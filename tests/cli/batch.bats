# superflip batch: lists of every shape, in order, whatever is wrong with one line.

setup() {
	bats_require_minimum_version 1.5.0
	load wait
	superflip=${SUPERFLIP:-build/release/superflip}
	cd_to=$BATS_TEST_TMPDIR
	hard="U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
}

@test "a list with a byte-order mark, CRLF, comments, numbers and an invalid line" {
	printf '\xef\xbb\xbf# head\r\n\r\n1. R U # two\r\n2) F\r\n(3) R Q\r\n12.34   R U F   @2024-01-01\r\n// tail\r\nD' >"$cd_to/list"
	run --separate-stderr "$superflip" batch "$cd_to/list"
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 5 ]
	[[ "${lines[0]}" == "1.  2*  U' R'  # 1. two" ]]
	[ "${lines[1]}" = "2.  1*  F'" ]
	[[ "${lines[2]}" == "3.  -  error: column 7: 'Q' "* ]]
	[[ "${lines[3]}" == "4.  3*  F' U' R'  # 12.34 @2024-01-01" ]]
	[ "${lines[4]}" = "5.  1*  D'" ]
	[[ "$stderr" == *"/list:5:7: 'Q' "* ]]
	[[ "$stderr" == *"5 cubes: 4 solved, 0 unsolved, 1 invalid"* ]]
}

@test "line numbers and labels arrive in the records" {
	printf '# head\n\nR U # größer\n' >"$cd_to/list"
	run --separate-stderr "$superflip" batch -q --json "$cd_to/list"
	[ "$status" -eq 0 ]
	[[ "$output" == '{"schema":"superflip/1","id":1,"line":3,"label":"größer",'* ]]
	[ -z "$stderr" ]
}

@test "nothing is lost in thousands of lines with blank lines, comments, CRLF and invalid lines" {
	n=10000
	[ "${SUPERFLIP_SLOW_TESTS:-}" != 1 ] || n=400000
	awk -v n=$n 'BEGIN {
		split("R U2 F'\'' D L2 B'\''", move, " ")
		for (i = 1; i <= n; i++) {
			if (i % 10 == 3) printf "\n"
			else if (i % 10 == 5) printf "# comment %d\r\n", i
			else if (i % 1000 == 7) printf "R U X\n"
			else printf "%s %s%s\n", move[i % 6 + 1], move[int(i / 6) % 3 + 1], i % 2 ? "\r" : " # label"
		}
	}' >"$cd_to/list"
	run "$superflip" batch -q --json "$cd_to/list" -o "$cd_to/out"
	[ "$status" -eq 1 ]
	[ "$(wc -l <"$cd_to/out")" -eq $((n * 8 / 10)) ]
	[ "$(grep -c '"status":"optimal"' "$cd_to/out")" -eq $((n * 799 / 1000)) ]
	[ "$(grep -c '"status":"error"' "$cd_to/out")" -eq $((n / 1000)) ]
	# In order: each record has the next id, and the number of the line that it came from.
	sed 's/.*"id":\([0-9]*\),"line":\([0-9]*\),.*/\1 \2/' "$cd_to/out" >"$cd_to/got"
	awk -v n=$n 'BEGIN { for (i = 1; i <= n; i++) if (i % 10 != 3 && i % 10 != 5) print ++id, i }' >"$cd_to/expected"
	cmp "$cd_to/got" "$cd_to/expected"
}

@test "a list without a scramble is refused, and what was skipped is named" {
	: >"$cd_to/list"
	run --separate-stderr "$superflip" batch "$cd_to/list"
	[ "$status" -eq 3 ]
	[ -z "$output" ]
	[[ "$stderr" == *"/list: no scramble found for the 3x3x3"* ]]
	printf '3x3x3 Round 1\n444 Cubes\nRw U\n' >"$cd_to/list"
	run "$superflip" batch "$cd_to/list"
	[ "$status" -eq 3 ]
	[[ "$output" == *"no scramble found for the 3x3x3; skipped: 2 titles, 1 scramble of another puzzle"* ]]
}

@test "lines with NUL bytes are invalid, and no other result is lost" {
	printf 'R\nR\0U\nF\n' >"$cd_to/list"
	run --separate-stderr "$superflip" batch "$cd_to/list"
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 3 ]
	[[ "${lines[1]}" == *"NUL"* ]]
}

@test "an existing result is only replaced with --force" {
	echo R >"$cd_to/list"
	echo precious >"$cd_to/out"
	run "$superflip" batch -q "$cd_to/list" -o "$cd_to/out"
	[ "$status" -eq 4 ]
	[[ "$output" == *"--force"* ]]
	[ "$(cat "$cd_to/out")" = precious ]
	run "$superflip" batch -q "$cd_to/list" -o "$cd_to/out" --force
	[ "$status" -eq 0 ]
	[ "$(cat "$cd_to/out")" = "1.  1*  R'" ]
}

@test "a directory is refused as output" {
	echo R >"$cd_to/list"
	run "$superflip" batch -q "$cd_to/list" -o "$cd_to"
	[ "$status" -eq 4 ]
	[[ "$output" == *": is a directory; "* ]]
}

@test "a first line in brackets that is not JSON is a line like any other" {
	printf '[R: U]\nR U\n{F}\n' >"$cd_to/list"
	run --separate-stderr "$superflip" batch "$cd_to/list"
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 3 ]
	[[ "${lines[0]}" == "1.  3*  "* && "${lines[1]}" == "2.  2*  "* && "${lines[2]}" == "3.  -  error: "* ]]
}

@test "a name that promises another format is warned of" {
	echo R >"$cd_to/list"
	run "$superflip" batch "$cd_to/list" -o "$cd_to/out.jsonl"
	[ "$status" -eq 0 ]
	[[ "$output" == *"-o $cd_to/out.jsonl: the results are written as text; add --json to write what the name says"* ]]
	run "$superflip" batch --json "$cd_to/list" -o "$cd_to/out.csv"
	[[ "$output" == *"the results are written as JSON Lines; add --csv to write what the name says"* ]]
	run "$superflip" batch --tsv "$cd_to/list" -o "$cd_to/out.tsv"
	[[ "$output" != *"the results are written"* ]]
}

@test "the input list itself is not overwritten" {
	echo R >"$cd_to/list"
	run "$superflip" batch -q "$cd_to/list" -o "$cd_to/list" --force
	[ "$status" -eq 4 ]
	[ "$(cat "$cd_to/list")" = R ]
}

@test "a hard cube delays later results, but does not lose them" {
	printf 'R\n%s\nF\nD X\n' "$hard" >"$cd_to/list"
	run --separate-stderr "$superflip" batch --node-limit 1e7 "$cd_to/list"
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "1.  1*  R'" ]
	[[ "${lines[1]}" == "2.  >="*"best found, not proved shortest (node limit): "* ]]
	[ "${lines[2]}" = "3.  1*  F'" ]
	[[ "${lines[3]}" == "4.  -  error: "* ]]
}

@test "an interrupt flushes the results in order and exits with 130" {
	printf 'R\n%s\nF\n' "$hard" >"$cd_to/list"
	"$superflip" batch -q "$cd_to/list" -o "$cd_to/out" &
	local solver=$!
	wait_until grep -q R "$cd_to/out"
	[ "$(cat "$cd_to/out")" = "1.  1*  R'" ]
	kill -INT $solver
	local code=0
	wait $solver || code=$?
	[ "$code" -eq 130 ]
	[ "$(sed -n 1p "$cd_to/out")" = "1.  1*  R'" ]
	[[ "$(sed -n 2p "$cd_to/out")" == "2.  >="*"(interrupted)" ]]
}

@test "SIGUSR1 prints a status line" {
	printf 'R\n%s\n' "$hard" >"$cd_to/list"
	"$superflip" batch "$cd_to/list" >"$cd_to/out" 2>"$cd_to/err" &
	local solver=$!
	wait_until grep -q R "$cd_to/out"
	kill -USR1 $solver
	wait_until grep -q '^superflip: 1 done' "$cd_to/err"
	kill -INT $solver
	wait $solver || true
	grep -q '^superflip: 1 done, .* cubes/s, 0 invalid' "$cd_to/err"
}

@test "exports of csTimer and TNoodle are detected" {
	printf 'No.;Time;Comment;Scramble;Date;P.1\r\n1;12.34;"so; so";R U;2024-01-01;12.34\r\n' >"$cd_to/list.csv"
	run --separate-stderr "$superflip" batch --json "$cd_to/list.csv"
	[[ "$output" == *'"line":2,"label":"1. 12.34 so; so @2024-01-01"'*'"scramble":"R U"'* ]]
	echo '{"session1":[[[0,1],"R U F","",1]],"properties":{}}' >"$cd_to/cstimer.json"
	run --separate-stderr "$superflip" batch --from cstimer "$cd_to/cstimer.json"
	[[ "$output" == "1.  3*  "* ]]
	echo '{"wcif":{"events":[{"id":"444","rounds":[{"id":"444-r1","scrambleSets":[{"scrambles":["Rw"]}]}]},
	{"id":"333","rounds":[{"id":"333-r1","scrambleSets":[{"scrambles":["F"]}]}]}]}}' >"$cd_to/tnoodle.json"
	run --separate-stderr "$superflip" batch "$cd_to/tnoodle.json"
	[ "$output" = "1.  1*  F'  # 333-r1 A1" ]
	[[ "$stderr" == *"1 cube: 1 solved, 0 unsolved, 0 invalid; skipped: 1 scramble of another puzzle; "* ]]
	run "$superflip" batch --from tnoodle "$cd_to/cstimer.json"
	[ "$status" -eq 3 ]
}

@test "a missing list and a missing argument are told apart" {
	run "$superflip" batch "$cd_to/nothing"
	[ "$status" -eq 4 ]
	[[ "$output" == *"/nothing: No such file"* ]]
	run "$superflip" batch
	[ "$status" -eq 2 ]
	run "$superflip" batch a b
	[ "$status" -eq 2 ]
}

@test "a full disk is an error" {
	[ -w /dev/full ] || skip "there is no /dev/full here"
	echo R >"$cd_to/list"
	run "$superflip" batch -q "$cd_to/list" -o /dev/full --force
	[ "$status" -eq 4 ]
	[[ "${lines[0]}" == "superflip: /dev/full: cannot write the results: No space left on device" ]]
}
