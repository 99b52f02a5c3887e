#!/usr/bin/env bats
# superflip batch: an interrupted list goes on where it ended; cubes that are equal are solved once.

load expect
load wait
load slow
load list

setup() {
	cd "$BATS_TEST_TMPDIR"
}

@test "a batch killed again and again ends with the bytes of one that was not" {
	local kills=3
	! are_slow_wanted || kills=100
	make_list 1500
	for options in "--json --deterministic" "--csv --deterministic" "--deterministic -n 2 -t 1"; do
		[ "$options" = "--json --deterministic" ] || are_slow_wanted || continue
		rm -f out
		# shellcheck disable=SC2086  # words
		"$SUPERFLIP" batch -q $options list -o expected --force || [ $? -eq 1 ]
		kill_until_done "$kills" batch -q $options list -o out --resume
		cmp out expected
	done
}

@test "a batch killed again and again, without --deterministic, has every record once, in order, and right" {
	local kills=3
	! are_slow_wanted || kills=100
	make_list 1500
	kill_until_done "$kills" batch -q --json list -o out --resume
	[ "$(wc -l <out)" -eq 1500 ]
	sed 's/.*"id":\([0-9]*\),.*/\1/' out | cmp - <(seq 1500)
	"$SUPERFLIP" verify -q out >/dev/null
}

@test "whatever bytes a kill leaves at the end, they are cut off" {
	make_list 300
	"$SUPERFLIP" batch -q --json --deterministic list -o expected || [ $? -eq 1 ]
	# As it is in the middle of a run: cut off within a record, with zeros after it, with other records after it.
	for tail in "" "zeros" "records"; do
		rm -f out
		"$SUPERFLIP" batch -q --json --deterministic list -o out --resume &
		local run=$!
		until [ -s out ]; do sleep 0.01; done
		kill -9 $run 2>/dev/null || true
		wait $run 2>/dev/null || true
		local n_whole
		n_whole=$(wc -l <out)
		[ -z "$tail" ] || { [ "$tail" = zeros ] && head -c 3000 /dev/zero >>out || tail -3 expected >>out; }
		# A list that was solved to its end has no torn one.
		if [ "$n_whole" -lt 300 ]; then
			"$SUPERFLIP" batch -q --json --deterministic list -o out --resume || [ $? -eq 1 ]
			cmp out expected
		fi
	done
}

@test "a file that was cut off in its first bytes goes on, also in a head before its line end only" {
	printf 'R U\nF\n' >list
	"$SUPERFLIP" batch -q --csv --deterministic list -o expected
	local n_head
	n_head=$(head -1 expected | wc -c)
	for n in 1 20 $((n_head - 1)) "$n_head"; do
		head -c "$n" expected >out
		expect 0 "" batch -q --csv --deterministic list -o out --resume
		cmp out expected
	done
	printf '{"sch' >out
	expect 0 "" batch -q --json list -o out --resume
	# Another head is nothing to go on with.
	printf 'id,other' >out
	expect 4 "*does not begin with results*" batch -q --csv list -o out --resume
	[ "$(cat out)" = id,other ]
}

@test "an interrupted run says how many are left and how to go on, and an interrupted cube is solved then" {
	# 16 moves: a minute with Korf's tables, a moment with those of cosets.
	printf 'R\nR U\n%s\nF\n' "D2 B L' F2 B U L' F2 B' D2 R2 B R D F R" >list
	"$SUPERFLIP" batch -v -t 1 list -o out --resume --time-limit 1000 2>err &
	local run=$!
	has_two_lines() { [ "$(wc -l <out)" -eq 2 ]; }
	wait_until grep -q '^cube 3: ' err
	wait_until has_two_lines
	kill -INT $run
	ends_with 130 $run
	grep -q '^superflip: out: 2 of 4 cubes done, 2 left; the same command with --resume continues$' err
	grep -q '(interrupted)  # f 3 ' out
	expect_error 2 "*out: begun with other options: time-limit was 1000, is 0.1 now; *" batch list -o out --resume --time-limit 0.1
	all_tables
	run -0 --separate-stderr "$SUPERFLIP" batch -t 1 list -o out --resume --time-limit 1000
	[ "$(wc -l <out)" -eq 4 ]
	[ "$(grep -c interrupted out)" -eq 0 ]
	[[ "$(sed -n 4p out)" == "4.  1*  F'  # 0 4 "* ]]
	[[ "$stderr" == *"4 cubes: 4 solved, 0 unsolved, 0 invalid, 1 of them as duplicates, 2 by an earlier run; "* ]]
}

@test "without --resume an interrupted -o can be continued all the same, and there is no file but the results" {
	printf 'R\n%s\n' "$hard" >list
	"$SUPERFLIP" batch -q list -o out &
	local run=$!
	until [ -s out ]; do sleep 0.05; done
	kill -9 $run
	wait $run 2>/dev/null || true
	expect 4 "*out: exists; --resume continues it, --force replaces it" batch -q list -o out
	printf 'R\nF\n' >other
	"$SUPERFLIP" batch -q other -o done
	[ "$(ls)" = "done
list
other
out" ]
}

@test "a list that changed is refused, with the first line that differs" {
	make_list 200
	"$SUPERFLIP" batch -q --json list -o out --resume || [ $? -eq 1 ]
	cp out before
	for change in '150s/$/ U/' '$d'; do
		sed "$change" list >changed
		first=$(diff list changed | sed -n '1s/^\([0-9]*\).*/\1/p')
		cp list saved; mv changed list
		run --separate-stderr "$SUPERFLIP" batch -q --json list -o out --resume
		cp saved list
		[ "$status" -eq 3 ]
		[[ "$stderr" == "superflip: list:$first: not what was there when out was begun: the list has changed; "* ||
			("$change" = '$d' && "$stderr" == "superflip: list: it has fewer cubes than when out was begun: the list has changed; "*) ]] ||
			{ echo "$change $first: $stderr"; false; }
		cmp out before
	done
	# Blanks, numbers and comments of their own lines are not part of a cube.
	sed -i '1i # a head' list
	run -1 "$SUPERFLIP" batch -q --json list -o out --resume
	cmp out before
}

@test "a list to which cubes were added goes on with these; a finished one is not solved again, and changed results are not believed" {
	printf 'R\nR U\n' >list
	"$SUPERFLIP" batch -q --csv --deterministic list -o out --resume
	cp out before
	printf 'F2 B\nD\n' >>list
	"$SUPERFLIP" batch -q --csv --deterministic list -o out --resume
	[ "$(head -3 out)" = "$(cat before)" ]
	"$SUPERFLIP" batch -q --csv --deterministic list -o expected
	cmp out expected
	"$SUPERFLIP" batch -q --csv --deterministic list -o out --resume
	cmp out expected
	# Shorter, and the list longer: what is there stays.
	sed -i '$d' out
	printf 'D2 R\n' >>list
	"$SUPERFLIP" batch -q --csv --deterministic list -o out --resume
	"$SUPERFLIP" batch -q --csv --deterministic list -o expected --force
	cmp out expected
	rm -f out
	make_list 100
	"$SUPERFLIP" batch -q --csv list -o out --resume || [ $? -eq 1 ]
	cp out before
	expect_error 1 "*100 by an earlier run*" batch --csv list -o out --resume
	cmp out before
	echo more >>out
	expect 4 "*was changed since it was completed*" batch -q --csv list -o out --resume
}

@test "files that are no results are refused and left alone; time limits that differ little differ" {
	echo R >list
	# Those of an older version, of another command, and of other programs.
	for content in "$("$SUPERFLIP" solve -q R F)" "$("$SUPERFLIP" solve -q --json R)" "$("$SUPERFLIP" batch -q --csv list)" \
	               "1.  1*  R'" '{"a":1}' $'id,name\n1,x'; do
		for end in "" $'\n'; do
			# A first record without its end may be one that was cut off.
			[[ "$end" = "" && ("$content" == "1.  1*  R'" || "$content" == '{"schema"'*) ]] && continue
			printf '%s%s' "$content" "$end" >out
			cp out before
			for options in "" --json --csv; do
				# shellcheck disable=SC2086  # words
				run -4 --separate-stderr "$SUPERFLIP" batch -q $options list -o out --resume
				[[ "$stderr" == "superflip: out: "*"; start again with --force" ]] || { echo "$stderr"; false; }
				cmp out before
			done
		done
	done
	for one in "" --json --csv --tsv; do
		# shellcheck disable=SC2086  # words
		"$SUPERFLIP" batch -q $one list -o out --force
		cp out before
		for other in "" --json --csv --tsv; do
			# shellcheck disable=SC2086  # words
			[ "$one" = "$other" ] || expect 2 "superflip: out: begun with other options: *format*; repeat*" batch -q $other list -o out --resume
			cmp out before
		done
	done
	rm out
	rm -f out
	"$SUPERFLIP" batch -q list -o out --resume --time-limit 1234567.25
	expect 2 "*time-limit was 1234567.25, is 1234567.5 now*" batch -q list -o out --resume --time-limit 1234567.5
}

@test "results of a version with another column are refused, and the column is named" {
	make_other_version
	for format in --csv --tsv; do
		echo R >list
		./other_version batch -q $format list -o out --resume --force
		cp out before
		echo "R U" >>list
		expect 4 "superflip: out: $other_columns; start again with --force" batch -q $format list -o out --resume
		cmp out before
	done
	# JSON and text have no columns.
	echo R >list
	./other_version batch -q --json list -o out --resume --force
	expect 0 "" batch -q --json list -o out --resume
}

@test "standard input goes on, too, if the same comes again" {
	make_list 400
	mkfifo open
	{ head -200 list; cat open; } | "$SUPERFLIP" batch -q --json --deterministic - -o out --resume &
	local run=$!
	until [ -f out ] && [ "$(wc -l <out)" -ge 50 ]; do sleep 0.02; done
	kill -9 $run
	: >open  # the list ends only now
	wait $run 2>/dev/null || true
	expect 3 "*standard input:1: not what was there when out was begun*" batch -q --json --deterministic - -o out --resume <<<"F"
	"$SUPERFLIP" batch -q --json --deterministic - -o out --resume <list || [ $? -eq 1 ]
	"$SUPERFLIP" batch -q --json --deterministic - -o expected <list || [ $? -eq 1 ]
	cmp out expected
}

@test "results of another goal are not taken over, however long its text is" {
	echo R >list
	local long="U U' U U' U U' U U' U U' U U' U U' U U' U U' U U' U U' U U' U U' U U'"
	for option in "--goal" "--moves" "--exclude"; do
		rm -f out
		local one="$long R" other="$long F"
		[ "$option" != --moves ] || { one="U2 U' D2 D' L2 L' B2 B' F2 F' R2 R'"; other="$one U"; }
		[ "$option" != --exclude ] || { one="U U2 U'"; other="U U2 D"; }
		"$SUPERFLIP" batch -q --json list -o out --resume $option "$one"
		cp out before
		expect 2 "*out: begun with other options: *" batch -q --json list -o out --resume $option "$other"
		cmp out before
	done
	# Two texts of one goal are one goal.
	rm -f out
	"$SUPERFLIP" batch -q --json list -o out --resume --goal "U R"
	"$SUPERFLIP" batch -q --json list -o out --resume --goal "U R F F'"
	rm -f out
	"$SUPERFLIP" batch -q --json list -o out --resume --goal cross --neutral UD
	"$SUPERFLIP" batch -q --json list -o out --resume --goal cross+neutral:UD
	expect 2 "*out: begun with other options: *" batch -q --json list -o out --resume --goal cross --neutral UF
	# The five best of a goal may be longer than the shortest.
	rm -f out
	"$SUPERFLIP" batch -q --json list -o out --resume --goal cross -n 5
	expect 2 "*out: begun with other options: *" batch -q --json list -o out --resume --goal cross -n 5 --over 0
}

@test "two runs do not write one file, and neither begins it again" {
	echo "$hard" >list
	"$SUPERFLIP" scramble --type moves -l 6 -n 200 -s 1 | cat - list >long
	"$SUPERFLIP" batch -q --json --deterministic long -o out &
	local run=$!
	until [ -f out ] && [ "$(wc -l <out)" -eq 200 ]; do sleep 0.02; done
	cp out before
	for options in "" "--force" "--resume" "--resume --force"; do
		# shellcheck disable=SC2086  # words
		expect 4 "*out: another run is writing it; wait for its end" batch -q --json --deterministic long -o out $options
		cmp out before
	done
	kill $run
	wait $run || true
}

@test "--force keeps the old results until there is a new one" {
	printf 'R U\nF\n' >list
	: >empty
	for format in --json --csv; do
		"$SUPERFLIP" batch -q $format list -o out --force
		cp out before
		expect 4 "*not installed*" batch -q $format list -o out --force --heuristic korf --pdb-dir "$BATS_TEST_TMPDIR"
		cmp out before
		expect 3 "*no scramble found*" batch -q $format empty -o out --force
		cmp out before
		echo D2 | expect 0 "" batch -q $format --deterministic -o out --force -
		echo D2 | "$SUPERFLIP" batch -q $format --deterministic -o expected --force -
		cmp out expected
	done
}

@test "a link to nothing is followed; of a run that can write nothing nothing is left" {
	echo R >list
	expect_of 4 "*superflip: out: cannot write the results: File too large*" bash -c 'ulimit -f 0; exec "$0" batch list -o out' "$SUPERFLIP"
	[ "$(echo out*)" = 'out*' ]
	echo R >list
	ln -s elsewhere out
	"$SUPERFLIP" batch -q list -o out
	[ -s elsewhere ]
	expect 4 "*out: exists; --resume continues it, --force replaces it" batch -q list -o out
}

# Start two runs at the same moment, or one soon after the other; of these one has the file, and it is whole.
race() {
	local first second code_first=0 code_second=0
	# shellcheck disable=SC2086  # words
	"$SUPERFLIP" batch -q --json --deterministic list -o out $1 2>err.1 &
	first=$!
	sleep "0.0$(printf %02d $((RANDOM % 30)))"
	# shellcheck disable=SC2086  # words
	"$SUPERFLIP" batch -q --json --deterministic list -o out $2 2>err.2 &
	second=$!
	wait $first || code_first=$?
	wait $second || code_second=$?
	echo "$code_first $code_second"
}

@test "two runs with one output never tear it: it has every record once, whoever wins" {
	slow "takes many seconds"
	seed_chance
	"$SUPERFLIP" scramble --type moves -l 8 -n 200 -s 3 >list
	"$SUPERFLIP" batch -q --json --deterministic list -o expected
	local n_rounds=200 n_refused=0 n_torn=0 codes
	for ((round = 0; round < n_rounds; round++)); do
		for options in "|" "--force|--force" "--resume|--resume" "--resume|--force"; do
			rm -f out
			codes=$(race "${options%|*}" "${options#*|}")
			[[ $codes != *4* ]] || ((++n_refused))
			cmp -s out expected || { ((++n_torn)); echo "round $round, '$options': $codes"; cat err.1 err.2; }
		done
	done
	echo "# $((4 * n_rounds)) pairs of runs: one refused in $n_refused, $n_torn torn" >&3
	[ "$n_torn" -eq 0 ]
	[ "$n_refused" -gt 0 ]
}

@test "-o - is standard output, and devices and pipes are no files to keep" {
	echo R >list
	expect 0 "*1\\*  R'" batch -q list -o -
	[ ! -e ./- ]
	"$SUPERFLIP" batch -q list -o /dev/null
	mkfifo pipe
	"$SUPERFLIP" batch -q list -o pipe &
	[[ "$(cat pipe)" == *"1*  R'" ]]
	wait $!
	run -2 "$SUPERFLIP" batch -q list -o - --resume
	[ "$(ls)" = "list
pipe" ]
}

# ---- duplicates ----

@test "an interrupt ends the wait for a reader of a pipe" {
	mkfifo pipe
	printf 'R\n' >list
	"$SUPERFLIP" batch -q --csv --shard 1/1 list -o shards
	for command in "batch list -o pipe" "solve R --html pipe" "merge shards -o pipe" "algs pll-T --html pipe"; do
		for signal in TERM HUP; do
			# shellcheck disable=SC2086  # words
			env --default-signal=HUP "$SUPERFLIP" $command >out 2>err &
			local run=$!
			wait_until catches_term $run
			kill -$signal $run
			ends_with $((128 + $(kill -l $signal))) $run
		done
	done
}

@test "cubes that are equal up to symmetry and inversion are searched once, and each answer is right" {
	# The same, turned, mirrored, inverted; and one that is none of these.
	printf '%s\n' "R U2 F' L" "R U2 F' L" "B U2 R' F" "L' U2 F R'" "L' F U2 R'" "R U2 F L" >list
	run -0 --separate-stderr "$SUPERFLIP" batch --json list
	[ "$(sed 's/.*"duplicate_of":\([a-z0-9]*\),.*/\1/' <<<"$output" | tr '\n' ' ')" = "null 1 1 1 1 null " ]
	[[ "$stderr" == *"6 cubes: 6 solved, 0 unsolved, 0 invalid, 4 of them as duplicates; "* ]]
	"$SUPERFLIP" verify --optimal <<<"$output"
	[ "$(sed 's/.*"nodes":\([0-9]*\),.*/\1/' <<<"$output" | sed -n '2,5p' | tr '\n' ' ')" = "0 0 0 0 " ]
	run --separate-stderr "$SUPERFLIP" batch --json --no-dedup list
	[ "$(grep -c '"duplicate_of":null' <<<"$output")" -eq 6 ]
}

@test "all solutions of a duplicate are all that it has" {
	printf '%s\n' "R2 L2 U2 D2" "F2 B2 U2 D2" "U2 D2 R2 L2" "R U R' U' F" "F' U R U' R'" >list
	for options in "--all" "--all -O 2" "--all --metric qtm -O 2" "-n 3 --deterministic"; do
		# shellcheck disable=SC2086  # words
		"$SUPERFLIP" batch -q --json $options list >deduplicated
		grep -q '"duplicate_of":[0-9]' deduplicated
		"$SUPERFLIP" verify -q deduplicated >/dev/null
		[[ $options != --all* ]] || cmp <(sed 's/.*"solutions":\(\[[^]]*\]\).*/\1/' deduplicated) \
			<("$SUPERFLIP" batch -q --json --no-dedup $options list | sed 's/.*"solutions":\(\[[^]]*\]\).*/\1/')
	done
}

@test "a cube that waits for its equal gets what that one got, also a limit" {
	printf '%s\n%s\n' "$hard" "$hard" >list
	run --separate-stderr "$SUPERFLIP" batch --json --time-limit 0.3 list
	[[ "${lines[0]}" == *'"stopped":"time limit"'* && "${lines[1]}" == *'"stopped":"time limit","duplicate_of":1'* ]]
	[ "$(grep -o '"lower_bound":[0-9]*' <<<"${lines[0]}")" = "$(grep -o '"lower_bound":[0-9]*' <<<"${lines[1]}")" ]
	"$SUPERFLIP" verify -q <<<"$output" >/dev/null
}
