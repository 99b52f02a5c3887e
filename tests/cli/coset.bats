#!/usr/bin/env bats
# Whole cosets at the command line.  SUPERFLIP is the program under test.

setup() {
	load expect
	SUPERFLIP=${SUPERFLIP:-build/release/superflip}
	work=$(mktemp -d)
}

teardown() {
	rm -rf "$work"
}

needs_minutes() {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "slow: needs 3.6 GB and minutes; set SUPERFLIP_SLOW_TESTS=1"
}

# The column of positions, from the first distance that has any.
positions() {
	awk '/^ +[0-9]+ / { gsub(",", "", $2); if ($2 + 0 > 0) printf "%s ", $2 }'
}

@test "coset refuses what does not fit together" {
	for arguments in "--depth 21" "--within 0" "--depth 12 --within 20" "--search 15" "--list --journal x" "--sample 0" \
	                 "--random R" "--format pictures" "-n 3" "R U" "--positions x --within 20" "--sample 2 --positions x" \
	                 "--cosets x R" "--cosets x --journal y" "--cosets x -n 3" "--cosets x --random" "--cosets x --depth 3 --within 20" \
	                 "--force" "--cosets x --search 3" "--cosets x --record y --shard 1/2" "--sample 2 --within 20"; do
		run -2 "$SUPERFLIP" coset $arguments
	done
	run "$SUPERFLIP" coset --sample 2 --list --within 20
	[[ "$output" == *"--within is not for --list and --sample" ]]  # of two actions the last one counts
}

@test "coset --journal: another kind of file is named, never to be removed, and left as it is" {
	"$SUPERFLIP" solve -q --journal "$work/solve" "R U F2 L" > "$work/answer"
	echo "hello" > "$work/text"
	printf 'superflip-coset/2\n' > "$work/torn"
	for file in solve text torn; do
		cp "$work/$file" "$work/before"
		run -4 "$SUPERFLIP" coset -q --depth 1 --journal "$work/$file" R
		[[ $output == *"$work/$file: "*"give --journal another name"* ]]
		[[ $output != *remove* && $output != *delete* ]]
		cmp "$work/$file" "$work/before"
	done
	run "$SUPERFLIP" coset -q --depth 1 --journal "$work/solve" R
	[[ $output == *'the journal of `superflip solve`'* ]]
}

@test "coset --positions: a file that exists is refused before any work, unless --force" {
	echo "precious" > "$work/list"
	expect 4 "*$work/list: exists; --force replaces it*" coset -q --depth 1 --positions "$work/list" R
	[ "$(cat "$work/list")" = precious ]
	run "$SUPERFLIP" coset -q --depth 1 --memory 1 --positions "$work/list" --force R
	[ "$status" -eq 5 ]  # the file would do, the memory does not
}

@test "coset: a scramble that is none is named, exit 3" {
	expect 3 "*column 3*" coset "R Q"
}

@test "coset says how much memory it needs where it may not have it" {
	expect 5 "*GiB of memory are needed, --memory allows 1.0 MiB*" coset --memory 1M "R U"
}

# The largest resident set of a process so far, in bytes.
peak_of() {
	awk '/^VmHWM:/ { print $2 * 1024 }' "/proc/$1/status"
}

# H has symmetries and is joined to its inverses, the other coset has none.
@test "coset takes the memory that it states before it begins" {
	needs_minutes
	for trial in "1 R U" "2 R U" "2"; do
		read -r threads moves <<< "$trial"
		: > "$work/out" # not what the trial before has written
		"$SUPERFLIP" coset -t "$threads" --depth 15 "$moves" > "$work/out" 2> "$work/err" &
		program=$!
		# The set is extended at distance 11 (H: 9, and joined), so all of its pages are there.
		until grep -q "^ *11 " "$work/out"; do
			kill -0 $program
			sleep 0.2
		done
		taken=$(peak_of $program)
		kill -9 $program
		wait $program || true
		echo "$trial: $taken bytes, $(head -1 "$work/err")"
		awk -v taken="$taken" '/ GB of memory: / { stated = $3 * 1e9; n++ }
			END { exit !(n == 1 && taken <= stated * 1.005 && taken >= stated * 0.9) }' "$work/err"
	done
}

@test "coset --cosets: a line that is no position, or none at all, is named before anything is solved" {
	printf '# comment\n1) R U F\n\nR Q\n' > "$work/list"
	run -3 "$SUPERFLIP" coset --cosets "$work/list" --depth 5
	[[ "$output" == *"list:4:3: "*"'Q'"* ]]
	echo "# nothing" > "$work/list"
	expect 3 "*no scramble found for the 3x3x3*" coset --cosets "$work/list" --depth 5
	run -4 "$SUPERFLIP" coset --cosets "$work/none" --depth 5
}

@test "coset --list: the cosets by distance, 138,639,780 classes" {
	needs_minutes
	run -0 --separate-stderr "$SUPERFLIP" coset --list -q -n 2 --seed 1
	[[ $output =~ 2,217,093,120\ +138,639,780 ]]
	[[ "$output" == *"55,882,296"* ]]
}

@test "coset counts what others have published, and the same from one thread" {
	needs_minutes
	run -0 --separate-stderr "$SUPERFLIP" coset -q --depth 13 "L3 F2 R1 D3 U1 B3 U3 F2 U3"
	[ "$(positions <<< "$output")" = "12 283 3909 50440 625227 " ]
	run --separate-stderr "$SUPERFLIP" coset -q -t 1 --depth 13 "B3 L1 F1 L2 D1 B2 R1 B1 L3 U2"
	[ "$(positions <<< "$output")" = "14 534 11657 196080 " ]
}

@test "coset --journal goes on after an interruption" {
	needs_minutes
	"$SUPERFLIP" coset -q --depth 15 --journal "$work/j" "B3 L1 F1 L2 D1 B2 R1 B1 L3 U2" > "$work/first" &
	program=$!
	until grep -q "^ *13 " "$work/first"; do
		kill -0 $program
		sleep 0.2
	done
	kill -INT $program
	status=0
	wait $program || status=$?
	[ "$status" -eq 130 ]
	[ -s "$work/j" ]
	run -0 --separate-stderr "$SUPERFLIP" coset -q --depth 14 --journal "$work/j" "B3 L1 F1 L2 D1 B2 R1 B1 L3 U2"
	[ "$(positions <<< "$output")" = "14 534 11657 196080 2937991 " ]
	expect 4 "*another coset*" coset -q --depth 12 --journal "$work/j" "R U"
}

@test "coset --sample estimates all positions of the cube, with standard errors" {
	needs_minutes
	run -0 --separate-stderr "$SUPERFLIP" coset -q --sample 3 --depth 12 --seed 1
	[[ "$output" == *"standard_error"* ]]
	[[ "$output" == *"40,374,425,656,248"* ]]
	[[ "$output" == *"years on this machine"* ]]
}

@test "coset --journal: interrupted and killed at random moments, it counts the same" {
	needs_minutes
	load slow
	seed_chance
	# Later runs are left more and more time, so that the last ones end by themselves.
	for trial in $(seq 60); do
		"$SUPERFLIP" coset -q --depth 14 --journal "$work/j" "B3 L1 F1 L2 D1 B2 R1 B1 L3 U2" > "$work/out" 2> "$work/err" &
		program=$!
		signal=$([ $((RANDOM % 2)) = 0 ] && echo INT || echo KILL)
		(sleep $((RANDOM % (5 * trial) + 3)); kill -$signal $program 2> /dev/null) &
		killer=$!
		status=0
		wait $program || status=$?
		kill $killer 2> /dev/null || true
		wait $killer || true
		[ "$status" -ne 0 ] || break
		[ "$status" -eq 130 ] || [ "$status" -eq 137 ]
	done
	[ "$status" -eq 0 ]
	[ "$(positions < "$work/out")" = "14 534 11657 196080 2937991 " ]
}

@test "coset --positions: the optimal solver finds the distances that the coset tells" {
	needs_minutes
	run -0 --separate-stderr "$SUPERFLIP" coset -q --depth 13 --positions "$work/list" -n 60 --seed 34
	[ "$(wc -l < "$work/list")" -eq 60 ]
	"$SUPERFLIP" batch -q --csv --heuristic coset-30m --pdb-dir "$COSET_30M_DIR" "$work/list" -o "$work/out"
	awk -F, 'NR > 1 {
		far = sub("more than ", "", $3)
		if ($5 != "optimal" || (far ? $7 <= $3 : $7 != $3)) { print; wrong = 1 }
		n[far]++
	}
	END { exit wrong || n[0] < 10 || n[1] < 10 }' "$work/out"
}

@test "coset answers SIGUSR1, and says how far it is at every depth" {
	needs_minutes
	trap '' USR1  # until the program has its own answer
	"$SUPERFLIP" coset -q --depth 14 "B3 L1 F1 L2 D1 B2 R1 B1 L3 U2" > "$work/out" 2> "$work/err" &
	program=$!
	while kill -USR1 $program 2> /dev/null; do
		sleep 0.05
	done
	wait $program
	grep -Eq '^superflip: coset: cosets of H, [0-9]+ %' "$work/err"
	grep -Eq '^superflip: coset: searching, [0-9]+ %' "$work/err"
}

# T. Rokicki, "Twenty-five moves suffice for Rubik's Cube" (2008), Table 1.
@test "coset: H to its very end, and 100 of its positions one by one (ten minutes)" {
	needs_minutes
	run -0 --separate-stderr "$SUPERFLIP" coset -q --heuristic coset-30m --pdb-dir "$COSET_30M_DIR" --positions "$work/list" -n 100
	[ "$(positions <<< "$output")" = "1 10 67 456 3079 20076 125218 756092 4331124 23639531 122749840 582017108 2278215506 5790841966 7240785011 3319565322 145107245 271112 36 " ]
	[[ "$output" == *"every position of the coset is solved in 18 moves or less (htm)"* ]]
	"$SUPERFLIP" batch -q --csv --heuristic coset-30m --pdb-dir "$COSET_30M_DIR" "$work/list" -o "$work/out"
	awk -F, 'NR > 1 && ($5 != "optimal" || $7 != $3) { print; wrong = 1 } END { exit wrong || NR != 101 }' "$work/out"
}
