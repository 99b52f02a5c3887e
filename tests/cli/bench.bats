#!/usr/bin/env bats
# superflip bench: measurements that repeat, resume, and can be read by programs.

setup() {
	load expect
	superflip=$(realpath "${SUPERFLIP:-build/release/superflip}")
	record=$BATS_TEST_TMPDIR/record.jsonl
}

# The columns of a CSV table that do not depend on time: those that are named.
columns() {
	grep -v '^#' | awk -F, -v names="$1" '
		NR == 1 { n = split(names, wanted, " "); for (i = 1; i <= NF; i++) at[$i] = i }
		{ for (i = 1; i <= n; i++) printf "%s%s", $at[wanted[i]], i < n ? " " : "\n" }'
}

@test "the same seed gives the same node counts for any number of threads, another seed others" {
	counts="heuristic depth instances generated expanded lookups"
	one=$("$superflip" bench depth -d 8..11 -n 20 -t 1 --format csv | columns "$counts")
	two=$("$superflip" bench depth -d 8..11 -n 20 -t 2 --format csv | columns "$counts")
	[ "$(wc -l <<<"$one")" -eq 5 ]
	[ "$one" = "$two" ]
	other=$("$superflip" bench depth -d 8..11 -n 20 --seed 2 --format csv | columns "$counts")
	[ "$one" != "$other" ]
}

@test "--pair: ratios over the same states, from a record of both heuristics, too" {
	"$superflip" bench depth --heuristics edges,corners -n 6 -d 7..8 --record "$record" >/dev/null
	# Means of the pairs' nodes, their ratio, and its interval by the residuals, computed from the record.
	want=$(sed 1d "$record" | jq -r '[.depth, .instance, .heuristic, .generated] | @tsv' | sort -k1n -k2n -k3r | awk '
		{ value[$1, $2, $3] = $4; sum[$1, $3] += $4 }
		END { for (d = 7; d <= 8; d++) {
			r = sum[d, "corners"] / sum[d, "edges"]; squares = 0
			for (i = 0; i < 6; i++) { x = value[d, i, "corners"] - r * value[d, i, "edges"]; squares += x * x }
			wide = exp(1.96 * sqrt(squares / 5 / 6) / (sum[d, "corners"] / 6))
			printf "%d 6 %.2f %.2f %.3f %.3f %.3f\n", d, sum[d, "edges"] / 6, sum[d, "corners"] / 6, r, r / wide, r * wide } }')
	run -0 "$superflip" bench depth --pair edges,corners -n 6 -d 7..8 --record "$record" --format csv
	[ "$(columns "depth instances generated_a generated_b nodes_ratio nodes_low nodes_high" <<<"$output" | sed 1d |
		awk '{ printf "%d %d %.2f %.2f %.3f %.3f %.3f\n", $1, $2, $3, $4, $5, $6, $7 }')" = "$want" ]
	[ "$(wc -l <"$record")" -eq 25 ]
	# Measured in turns, the nodes are the same.
	[ "$("$superflip" bench depth --pair edges,corners -n 6 -d 7..8 -t 1 --format csv | columns "nodes_ratio nodes_low")" = "$(columns "nodes_ratio nodes_low" <<<"$output")" ]
	expect_of 2 "*--pair 'korf': expected two names" "$superflip" bench depth --pair korf
	expect_of 2 "*--heuristics 'edges': expected fewer names" "$superflip" bench depth --pair korf,corners --heuristics edges
}

@test "every format holds the same values" {
	run "$superflip" bench depth -d 8..9 -n 3 --format csv
	[ "$(grep -v '^#' <<<"$output" | awk -F, '{ print NF }' | sort -u)" = 13 ]
	[ "$(columns depth <<<"$output" | xargs)" = "depth 8 9" ]
	generated=$(columns generated <<<"$output" | tail -n 1)
	run "$superflip" bench depth -d 8..9 -n 3 --format jsonl
	[ "${#lines[@]}" -eq 3 ]
	[[ ${lines[0]} == '{"schema":"superflip-bench/1","bench":"depth","metric":"htm","seed":1,"heuristics":["korf"],"threads":'[0-9]*'}' ]]
	# The same names of columns in every format.
	names=$(sed -n 2p <<<"$output" | grep -o '"[a-z_]*":' | tr -d '":' | xargs)
	[ "$("$superflip" bench depth -d 8..9 -n 3 --format csv | grep -v '^#' | head -n 1 | tr , ' ')" = "$names" ]
	[ "$("$superflip" bench depth -d 8..9 -n 3 --format text | grep -v '^#' | head -n 1 | xargs)" = "$names" ]
	[ "$("$superflip" bench depth -d 8..9 -n 3 --format markdown | grep '^| h' | tr -d '|\\' | xargs)" = "$names" ]
	for fact in version processor threads tables date; do
		[[ ${lines[0]} == *"\"$fact\":"* ]]
	done
	[[ ${lines[2]} == '{"heuristic":"korf","bytes":86667840,"depth":9,"instances":3,"generated":'"$generated"*'}' ]]
	"$superflip" bench depth -d 9 -n 3 --format text | grep -q "^korf *86,667,840 *9 *3 *$(cut -c1-4 <<<"$generated")"
	"$superflip" bench depth -d 9 -n 3 --format markdown | grep -q '^| korf | 86,667,840 | 9 | 3 | '
}

@test "a killed run resumes without repeating or losing an instance" {
	whole=$("$superflip" bench depth -d 11..12 -n 30 --format csv | columns "depth instances generated generated_error")
	"$superflip" bench depth -d 11..12 -n 30 --record "$record" >/dev/null 2>&1 &
	pid=$!
	while [ "$(cat "$record" 2>/dev/null | wc -l)" -lt 10 ]; do sleep 0.01; done
	kill -9 $pid
	wait $pid || true
	before=$(wc -l <"$record")
	[ "$before" -ge 10 ]
	head -n "$before" "$record" >"$record.before"
	resumed=$("$superflip" bench depth -d 11..12 -n 30 --record "$record" --format csv |
		columns "depth instances generated generated_error")
	[ "$whole" = "$resumed" ]
	[ "$(wc -l <"$record")" -eq 61 ]
	head -n "$before" "$record" | cmp - "$record.before"
	[ "$(tail -n +2 "$record" | grep -o '"depth":[0-9]*,"instance":[0-9]*' | sort -u | wc -l)" -eq 60 ]
	# Nothing is left to do: a third run only reads.
	"$superflip" bench depth -d 11..12 -n 30 --record "$record" >/dev/null
	[ "$(wc -l <"$record")" -eq 61 ]
}

@test "a record with other parameters is refused and left unchanged" {
	"$superflip" bench depth -d 8 -n 2 --seed 1 --record "$record" >/dev/null
	cp "$record" "$record.copy"
	run -3 "$superflip" bench depth -d 8 -n 2 --seed 2 --record "$record"
	[[ $output == *"seed is 1 there, not 2; it was begun with "*"\"heuristics\": [\"korf\"]"* ]]
	run -3 "$superflip" bench depth --heuristics corners -d 8 -n 2 --record "$record"
	cmp "$record" "$record.copy"
}

@test "a time budget ends the run with the results so far" {
	"$superflip" bench depth -d 3..5 -n 10 --record "$record" >/dev/null
	expect_of 1 "*korf,86667840,5,10,*" "$superflip" bench depth -d 3..20 -n 10 --time-budget 0.5 --format csv --record "$record"
	[[ $output != *"korf,86667840,20,10,"* ]]
}

@test "nodes of a symmetric cube grow as others do: no first moves are left out" {
	# U2 D2 R2 L2 F2 B2, which 48 symmetries leave as it is.
	echo "U2 D2 R2 L2 F2 B2" >"$BATS_TEST_TMPDIR/pons"
	run "$superflip" bench depth --heuristics manhattan -d 8..9 --format csv "$BATS_TEST_TMPDIR/pons"
	# tests/search/test_nodes.c has the same from a plain enumeration.
	[ "$(columns generated <<<"$output" | tail -n +2 | xargs)" = "353188 3787858" ]
}

@test "korf's table has every iteration, cumulative counts, and a partial last iteration" {
	# 11 random moves, a solution of at most 11.
	"$superflip" scramble --type moves --length 11 --seed 3 -n 2 >"$BATS_TEST_TMPDIR/list"
	run -0 "$superflip" bench korf "$BATS_TEST_TMPDIR/list" --record "$record" --format csv
	columns "instance generated cumulative" <<<"$output" | tail -n +2 | awk '
		$1 != last { sum = 0; last = $1 } { sum += $2; if (sum != $3) exit 1 }'
	"$superflip" bench korf "$BATS_TEST_TMPDIR/list" --record "$record" --format csv >"$BATS_TEST_TMPDIR/again"
	[ "$(grep -v '^#' <<<"$output")" = "$(grep -v '^#' "$BATS_TEST_TMPDIR/again")" ]
	for instance in 1 2; do
		scramble=$(sed -n ${instance}p "$BATS_TEST_TMPDIR/list")
		length=$("$superflip" solve -q "$scramble" | sed 's/[^0-9].*//')
		columns "instance depth solution" <<<"$output" | grep "^$instance $length [URFDLB]"
	done
}

@test "korf's instances resume with the next iteration" {
	"$superflip" scramble --seed 5 -n 2 >"$BATS_TEST_TMPDIR/list"
	run -1 "$superflip" bench korf "$BATS_TEST_TMPDIR/list" --max 11 --record "$record"
	n=$(wc -l <"$record")
	run -1 "$superflip" bench korf "$BATS_TEST_TMPDIR/list" --max 12 --record "$record" --format csv
	[ "$(wc -l <"$record")" -eq $((n + 2)) ]
	[ "$(columns "instance depth" <<<"$output" | sort | uniq -d | wc -l)" -eq 0 ]
	echo "U R2" >>"$BATS_TEST_TMPDIR/list"
	run -3 "$superflip" bench korf "$BATS_TEST_TMPDIR/list" --record "$record"
}

@test "threads fill their table" {
	run -0 --separate-stderr "$superflip" bench threads -d 11 -t 3 --repeats 1 --format csv
	[ "$(columns threads <<<"$output" | xargs)" = "threads 1 2 3" ]
	[ "$(columns generated <<<"$output" | tail -n +2 | sort -u | wc -l)" -eq 1 ]
}

@test "an interrupt ends a run with its signal's status" {
	"$superflip" bench depth -d 17 -n 5 --record "$record" >/dev/null 2>&1 &
	pid=$!
	while [ ! -s "$record" ]; do sleep 0.05; done
	kill -INT $pid
	status=0
	wait $pid || status=$?
	[ "$status" -eq 130 ]
}

@test "errors on the command line are explained, with status 2, an invalid line of a list by its name" {
	printf 'R U\nR X\n' >"$BATS_TEST_TMPDIR/list"
	expect_of 3 "*list:2:3: *" "$superflip" bench korf "$BATS_TEST_TMPDIR/list"
	for arguments in "" "speed" "depth --depths 9..8" "depth --heuristics none" "depth --heuristics korf,korf" \
		"depth -d 40" "korf" "depth --format xml" "threads -d 8..9"; do
		# shellcheck disable=SC2086  # words
		run -2 "$superflip" bench $arguments
		[ -n "$output" ]
	done
	for measurement in depth korf solve threads; do
		run -0 "$superflip" bench "$measurement" --help
		[[ ${lines[0]} == "usage: superflip bench $measurement "* ]]
		run -2 "$superflip" bench "$measurement" --frobnicate
		[[ "$output" == *"bench $measurement: option --frobnicate is unknown"*"superflip bench $measurement --help"* ]]
	done
}

@test "solved lists are reported by length, and every number of threads finds the same lengths" {
	cd "$BATS_TEST_TMPDIR"
	printf '%s\n' "R U" "F2 B" "R U F" >two_lengths
	run -0 --separate-stderr "$superflip" bench solve --heuristics korf,corners --threads 1,2 two_lengths --format csv
	[ -z "$stderr" ]
	[ "$(columns "heuristic threads length states" <<<"$output" | tail -n +2 | tr '\n' ';')" = \
		"korf 1 2 2;korf 1 3 1;korf 2 2 2;korf 2 3 1;corners 1 2 2;corners 1 3 1;corners 2 2 2;corners 2 3 1;" ]
}

@test "the lookups of a list are those of superflip solve" {
	cd "$BATS_TEST_TMPDIR"
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR
	"$superflip" pdb build -q orientation
	echo "R U F D L B" >one
	lookups=$("$superflip" solve --heuristic orientation -t 1 --json <one | grep -o '"lookups":[0-9]*' | awk -F: '{ n += $2 } END { print n }')
	[ "$("$superflip" bench solve --heuristics orientation one --format csv | columns lookups | tail -n 1)" = "$lookups" ]
	[ "$("$superflip" bench solve --heuristics orientation one --format csv --build | columns lookups | tail -n 1)" = "$lookups" ]
}

@test "only the first cubes of each list, and those that are solved in time" {
	cd "$BATS_TEST_TMPDIR"
	printf '%s\n' R "R U" "R U F" >first
	printf '%s\n' "D" "D L" >second
	run --separate-stderr "$superflip" bench solve --heuristics korf -n 1 first second --format csv
	[ "$(columns "length states" <<<"$output" | tail -n 1)" = "1 2" ]
	superflip_cube=UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB
	run -1 --separate-stderr "$superflip" bench solve --heuristics korf --time-limit 0.2 - --format csv <<<"$superflip_cube"
	[[ $stderr == *"1 searches did not solve their cube and are left out"* ]]
	run -2 --separate-stderr "$superflip" bench solve --heuristics korf
	run -2 --separate-stderr "$superflip" bench solve --heuristics korf --threads 1,0 first
}

@test "bench/last_layer lists the classes of the states at a goal with their numbers of states" {
	run -0 --separate-stderr "$(dirname "$COMPARE")/last_layer" -l f2l
	[ "${#lines[@]}" -eq 4623 ]
	awk '{ n += $3 } END { exit n != 62208 }' <<<"$output"
	run -1 --separate-stderr "$(dirname "$COMPARE")/last_layer" -l f3l
	[[ $stderr == *"there is no goal 'f3l'"* ]]
}

@test "plots are drawn from csv and jsonl alike" {
	command -v gnuplot >/dev/null || skip "gnuplot is not installed"
	cd "$BATS_TEST_TMPDIR"
	scripts=$BATS_TEST_DIRNAME/../../scripts
	for format in csv jsonl; do
		"$superflip" bench depth -d 8..9 -n 20 --heuristics corners,korf --format $format >depth
		"$scripts/plot-nodes" depth nodes-$format
		"$scripts/plot-table-size" depth table-size-$format
		"$superflip" bench threads -d 10 -t 2 --repeats 1 --format $format >threads
		"$scripts/plot-threads" threads threads-$format
	done
	printf '%s\n' solver,threads,bytes,seconds_each korf,1,86680128,0.5 fake,1,7,1 korf,2,86680128,0.25 >peers
	"$scripts/plot-peers" peers peers-csv
	for picture in nodes table-size threads peers; do
		grep -q '</svg>' $picture-csv.svg
		[ "$(head -c 4 $picture-csv.png | tail -c 3)" = PNG ]
	done
	# gnuplot's output has no date in it: the same numbers make the same picture.
	"$superflip" bench depth -d 8..9 -n 20 --heuristics corners,korf --format csv >depth
	"$scripts/plot-nodes" depth nodes-again
	cmp nodes-csv.svg nodes-again.svg
	run -2 "$scripts/plot-nodes"
}

@test "bench solve: a row for each cube, and standard errors of the means over a length" {
	cd "$BATS_TEST_TMPDIR"
	printf '%s\n' "R U F" "R U F D L" "F' L2 U" >list
	run -0 --separate-stderr "$superflip" bench solve --heuristics korf --each list --format csv
	[ "$(columns "instance length" <<<"$output" | xargs)" = "instance length 1 3 2 5 3 3" ]
	nodes=$(columns "length generated" <<<"$output" | awk '$1 == 3 { print $2 }' | xargs)
	run --separate-stderr "$superflip" bench solve --heuristics korf list --format csv
	# Of two numbers the standard error is half their distance.
	read -r a b <<<"$nodes"
	columns "length states generated generated_error" <<<"$output" | awk -v a="$a" -v b="$b" '
		$1 == 3 { d = a > b ? a - b : b - a; exit !($2 == 2 && $3 == (a + b) / 2 && ($4 - d / 2) ^ 2 < 1e-6) }'
}

@test "bench depth searches the cubes of a list" {
	cd "$BATS_TEST_TMPDIR"
	"$superflip" scramble --type state --seed 1 -n 4 --format facelets >list
	counts="depth instances generated generated_error expanded lookups"
	[ "$("$superflip" bench depth -d 8..9 list --format csv | columns "$counts")" = "$("$superflip" bench depth -d 8..9 -n 4 --format csv | columns "$counts")" ]
	[ "$("$superflip" bench depth -d 9 list list -n 1 --format csv | columns instances | tail -n 1)" -eq 2 ]
	# Another list does not continue a record.
	"$superflip" bench depth -d 8 list --record "$record" >/dev/null
	head -n 3 list >shorter
	run -3 "$superflip" bench depth -d 8 shorter --record "$record"
	run -4 "$superflip" bench depth -d 8 missing
}

@test "every head tells commit, compiler and flags" {
	head=$("$superflip" bench depth -d 5 -n 1 --format jsonl | head -n 1)
	for fact in commit compiler flags; do
		[[ $head =~ \"$fact\":\"[^\"]+\" ]] || { echo "$fact"; false; }
	done
}

# Where it is meant to change, bench/signature changes in the same commit (doc/contributing.md).
@test "the signature is that of the tree: every search visits the nodes that it has visited" {
	all_tables
	shared_tables "$SUPERFLIP_PDB_DIR" qtm coset-30m
	shared_tables "$SUPERFLIP_PDB_DIR" stm coset-30m
	run -0 --separate-stderr "$superflip" bench signature -q -f csv
	[[ $output == *$'\n# commit: '* ]]
	[ "${lines[-1]}" = "signature,,,,$(cat "$BATS_TEST_DIRNAME/../../bench/signature")" ]
}
