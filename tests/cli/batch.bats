# superflip batch: lists of every shape, in order, whatever is wrong with one line.

load expect
load wait

setup() {
	cd "$BATS_TEST_TMPDIR"
}

@test "a list with a byte-order mark, CRLF, comments, numbers and an invalid line" {
	printf '\xef\xbb\xbf# head\r\n\r\n1. R U # two\r\n2) F\r\n(3) R Q\r\n12.34   R U F   @2024-01-01\r\n// tail\r\nD' >list
	run -1 --separate-stderr "$SUPERFLIP" batch list
	[ "${#lines[@]}" -eq 5 ]
	[[ "${lines[0]}" == "1.  2*  U' R'  # 1. two" ]]
	[ "${lines[1]}" = "2.  1*  F'" ]
	[[ "${lines[2]}" == "3.  -  error: column 7: 'Q' "* ]]
	[[ "${lines[3]}" == "4.  3*  F' U' R'  # 12.34 @2024-01-01" ]]
	[ "${lines[4]}" = "5.  1*  D'" ]
	[[ "$stderr" == *"list:5:7: 'Q' "* ]]
	[[ "$stderr" == *"5 cubes: 4 solved, 0 unsolved, 1 invalid"* ]]
}

@test "line numbers and labels arrive in the records; NUL bytes and brackets are a line like any other" {
	printf '# head\n\nR U # größer\n' >list
	expect_output 0 '{"schema":"superflip/1","id":1,"line":3,"label":"größer",*' batch -q --json list
	[ -z "$stderr" ]
	printf 'R\nR\0U\nF\n' >list
	run -1 --separate-stderr "$SUPERFLIP" batch list
	[ "${#lines[@]}" -eq 3 ]
	[[ "${lines[1]}" == *"NUL"* ]]
	printf '[R: U]\nR U\n{F}\n' >list
	run -1 --separate-stderr "$SUPERFLIP" batch list
	[ "${#lines[@]}" -eq 3 ]
	[[ "${lines[0]}" == "1.  3*  "* && "${lines[1]}" == "2.  2*  "* && "${lines[2]}" == "3.  -  error: "* ]]
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
	}' >list
	run -1 "$SUPERFLIP" batch -q --json list -o out
	[ "$(wc -l <out)" -eq $((n * 8 / 10)) ]
	[ "$(grep -c '"status":"optimal"' out)" -eq $((n * 799 / 1000)) ]
	[ "$(grep -c '"status":"error"' out)" -eq $((n / 1000)) ]
	# In order: each record has the next id, and the number of the line that it came from.
	sed 's/.*"id":\([0-9]*\),"line":\([0-9]*\),.*/\1 \2/' out >got
	awk -v n=$n 'BEGIN { for (i = 1; i <= n; i++) if (i % 10 != 3 && i % 10 != 5) print ++id, i }' >expected
	cmp got expected
}

@test "a list without a scramble is refused with what was skipped; a missing list and a missing argument are told apart" {
	: >list
	expect_output 3 "" batch list
	[[ "$stderr" == *"list: no scramble found for the 3x3x3"* ]]
	printf '3x3x3 Round 1\n444 Cubes\nRw U\n' >list
	expect 3 "*no scramble found for the 3x3x3; skipped: 2 titles, 1 scramble of another puzzle*" batch list
	expect 4 "*nothing: No such file*" batch nothing
	run -2 "$SUPERFLIP" batch
	run -2 "$SUPERFLIP" batch a b
}

@test "a result is only replaced with --force, a directory and the list itself never; a full disk is an error" {
	echo R >list
	echo precious >out
	expect 4 "*--force*" batch -q list -o out
	[ "$(cat out)" = precious ]
	run -0 "$SUPERFLIP" batch -q list -o out --force
	[[ "$(cat out)" == "1.  1*  R'  # 0 1 "* ]]
	echo R >list
	expect 4 "*: is a directory; *" batch -q list -o .
	echo R >list
	run -4 "$SUPERFLIP" batch -q list -o list --force
	[ "$(cat list)" = R ]
	[ -w /dev/full ] || skip "there is no /dev/full here"
	echo R >list
	run -4 "$SUPERFLIP" batch -q list -o /dev/full --force
	[[ "${lines[0]}" == "superflip: /dev/full: cannot write the results: No space left on device" ]]
}

@test "a name that promises another format is warned of" {
	echo R >list
	expect 0 "*-o out.jsonl: the results are written as text; add --json to write what the name says*" \
		batch list -o out.jsonl
	run "$SUPERFLIP" batch --json list -o out.csv
	[[ "$output" == *"the results are written as JSON Lines; add --csv to write what the name says"* ]]
	run "$SUPERFLIP" batch --tsv list -o out.tsv
	[[ "$output" != *"the results are written"* ]]
}

@test "TSV keeps quotation marks: a field that begins with one is quoted, for spreadsheets and for another run" {
	printf 'scramble\tlabel\nR U\t"""a"" b"\nF\t12" x\nD\tthe "good"\n' >list
	"$SUPERFLIP" batch -q --tsv list >once
	[ "$(cut -f 3 once)" = $'label\n"""a"" b"\n12" x\nthe "good"' ]
	[ "$("$SUPERFLIP" batch -q --tsv once | cut -f 4)" = "$(cut -f 4 once)" ]
	expect_error 0 "*3 right, 0 wrong*" verify once
}

@test "a hard cube delays later results, but does not lose them" {
	printf 'R\n%s\nF\nD X\n' "$hard" >list
	run -1 --separate-stderr "$SUPERFLIP" batch --node-limit 1e7 list
	[ "${lines[0]}" = "1.  1*  R'" ]
	[[ "${lines[1]}" == "2.  >="*"best found, not proved shortest (node limit): "* ]]
	[ "${lines[2]}" = "3.  1*  F'" ]
	[[ "${lines[3]}" == "4.  -  error: "* ]]
}

@test "an interrupt flushes the results in order and exits with 130" {
	printf 'R\n%s\nF\n' "$hard" >list
	"$SUPERFLIP" batch -v list -o out 2>err &
	local solver=$!
	wait_until grep -q '^cube 2: ' err
	wait_until grep -q R out
	[[ "$(cat out)" == "1.  1*  R'  # 0 1 "* ]]
	kill -INT $solver
	ends_with 130 $solver
	[[ "$(sed -n 1p out)" == "1.  1*  R'  # 0 1 "* ]]
	[[ "$(sed -n 2p out)" == "2.  >="*"(interrupted)  # f 2 "* ]]
}

@test "exports of csTimer and TNoodle are detected" {
	printf 'No.;Time;Comment;Scramble;Date;P.1\r\n1;12.34;"so; so";R U;2024-01-01;12.34\r\n' >list.csv
	expect_output 0 '*"line":2,"label":"1. 12.34 so; so @2024-01-01"*"scramble":"R U"*' batch --json list.csv
	echo '{"session1":[[[0,1],"R U F","",1]],"properties":{}}' >cstimer.json
	expect_output 0 '1.  3\*  *' batch --from cstimer cstimer.json
	echo '{"wcif":{"events":[{"id":"444","rounds":[{"id":"444-r1","scrambleSets":[{"scrambles":["Rw"]}]}]},
	{"id":"333","rounds":[{"id":"333-r1","scrambleSets":[{"scrambles":["F"]}]}]}]}}' >tnoodle.json
	expect_output 0 "1.  1\\*  F'  # 333-r1 A1" batch tnoodle.json
	[[ "$stderr" == *"1 cube: 1 solved, 0 unsolved, 0 invalid; skipped: 1 scramble of another puzzle; "* ]]
	run -3 "$SUPERFLIP" batch --from tnoodle cstimer.json
}
