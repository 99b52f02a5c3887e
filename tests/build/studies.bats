#!/usr/bin/env bats
# The studies of bench/ in Python: known numbers on a small case.  tests/cli/studies.bats has those in C.

bats_require_minimum_version 1.5.0

setup_file() {
	export ROOT=$BATS_TEST_DIRNAME/../..
	export SUPERFLIP_LIBRARY=$(dirname "$SUPERFLIP")/lib/libsuperflip.so.1 PYTHONPATH=$ROOT/bindings/python/src
}

setup() {
	cd "$BATS_TEST_TMPDIR"
}

# study NAME ARGUMENT...: its table.
study() {
	PYTHONDONTWRITEBYTECODE=1 python3 "$ROOT/bench/$1.py" "${@:2}" >"$1"
}

draw() {
	! command -v gnuplot >/dev/null || { "$ROOT/scripts/plot-$1" "$2" picture && grep -q '</svg>' picture.svg; }
}

@test "heuristic: the means are those of the literature, and samples agree" {
	study heuristic korf corners --sample 1e4
	grep -qx "# mean of korf: 8.897831 if the tables are independent" heuristic
	grep -qx "# mean of corners: 8.764134 over all states" heuristic
	[ "$(awk -F, '/^korf,/ { n += $5 } END { print n }' heuristic)" -eq 10000 ]
	sed -n 's/^# mean of \(.*\): \(.*\) +- \(.*\) over the sample/\1 \2 \3/p' heuristic | awk '
		{ wanted = $1 == "korf" ? 8.897 : 8.764; off = ($2 - wanted) / $3; if (off > 4 || off < -4) exit 1 }'
	draw values heuristic
}

@test "predict: theory is that of 2001, beside what is measured; other heuristics are refused" {
	study predict --depths 10..17 --problems 20 --budget 1
	[ "$(tail -n +2 predict | cut -d, -f3 | xargs)" = "1510 20169 269229 3593800 47971732 640349193 8547681506 114098463567" ]
	[ "$(sed -n 2p predict | cut -d, -f4)" -eq 20 ]
	[[ "$(tail -n 1 predict)" == korf,17,114098463567,0,,,, ]]
	[ "$("$SUPERFLIP" bench depth -q -d 10 -n 20 -f csv | tail -n 1 | cut -d, -f5)" = "$(sed -n 2p predict | cut -d, -f5)" ]
	draw nodes predict
	study predict --heuristics corners --depths 10 --problems 1
	[[ "$(tail -n 1 predict)" == corners,10,263837,1,* ]]
	study predict --metric qtm --depths 10..12 --problems 1
	[ "$(tail -n +2 predict | cut -d, -f3 | xargs)" = "34 319 2996" ]
	run ! study predict --heuristics manhattan --depths 10
	# Estimates: the two samples, and the tree's recurrence from them on.
	study predict --depths 11..18 --estimate 40
	[ "$(cut -d, -f5 predict | sed -n '2p;3p' | xargs printf '%.1f ')" = "$(for i in 1 2; do
		"$SUPERFLIP" bench depth -q -d $((10 + i)) -n 40 --seed $i -f csv | tail -n 1 | cut -d, -f5; done | xargs printf '%.1f ')" ]
	tail -n +2 predict | awk -F, 'NR > 2 { off = $5 - 12 * a[NR - 1] - 18 * a[NR - 2]; if (off < 15 || off > 18) exit 1 } { a[NR] = $5 } END { if (NR != 8) exit 2 }'
	run ! study predict --metric qtm --estimate 5
}

@test "heuristic and predict say in one sentence that there is no superflip" {
	for arguments in "heuristic corners" "predict --heuristics corners"; do
		# shellcheck disable=SC2086  # several words
		SUPERFLIP=$PWD/none run -1 study $arguments
		[ "$output" = "$PWD/none: No such file or directory; put \`superflip\` into PATH, or its path into SUPERFLIP" ]
	done
}

@test "quartiles: means, medians and quartiles by group and number of threads" {
	{
		echo "heuristic,threads,instance,length,seconds,processor_seconds,generated,expanded,lookups,kernel"
		for i in 1 2 3 4 5; do echo "a,1,$i,9,$i,$i,9,9,$((i * 1000)),k"; done
		for i in 1 2 3 4 5; do echo "a,2,$i,9,0.$i,0.$i,9,9,7,k"; done
	} >results
	study quartiles results
	[ "$(tail -n 1 quartiles)" = "a,9,5,3,2,3,4,0.3,0.2,0.3,0.4,10,3000,1e+06" ]
	study quartiles --by kernel --markdown results
	[ "$(cat quartiles)" = "| k | 5 | 3.00 | 3.00 (2.00 to 4.00) | 0.300 | 0.300 (0.200 to 0.400) | 10.00 | 3.00e3 | 1000000.0 |" ]
}

@test "studies that doc/results.md names run, in a cheap form" {
	mkdir pdb
	ln -s "$SUPERFLIP_PDB_DIR"/* "$COSET_30M_DIR"/* pdb
	export SUPERFLIP_PDB_DIR=$PWD/pdb
	cd "$ROOT"
	run -0 scripts/check-commands doc/results.md "make study"
}

@test "layers: the reference's means within three standard errors, and every cube is counted once" {
	study layers --cubes 2000 --faces 5
	[ "$(tail -n +2 layers | wc -l)" -eq 24 ]
	awk -F, 'function check(mean) { if ($3 - mean > 3 * $4 + 0.05 || mean - $3 > 3 * $4 + 0.05) exit 1; n++ }
		/^all,quarter turns/ { check(353.24) } /^all,moves filtered/ { check(163.14) } /^all,moves folded/ { check(161.34) }
		/^white cross,quarter turns/ { check(25.1) } /^yellow corners,quarter turns/ { check(107.6) }
		END { if (n != 5) exit 2 }' layers
	study layers --cubes 500 --turns uniform --distribution
	[ "$(awk -F, 'NR > 1 { a += $2; b += $3; c += $4; d += $5 } END { print a, b, c, d }' layers)" = "500 500 500 500" ]
	# The fold is that of the program.
	"$SUPERFLIP" scramble --type state --seed 1 -n 500 | "$SUPERFLIP" batch -q --no-dedup --method layers-folded --csv - |
		awk -F, 'NR > 1 { n[$7]++ } END { for (i in n) print i, n[i] }' | sort -n >folded
	awk -F, 'NR > 1 && $4 > 0 { print $1, $4 }' layers | cmp - folded
}

@test "people: every method has a row, two-phase two, and the states are those of scramble" {
	study people --cubes 3 --seconds 1 --table korf
	[ "$(tail -n +2 people | cut -d, -f1 | head -n 5 | paste -sd,)" = "two-phase 10 ms,two-phase 100 ms,thistlethwaite,layers,layers-folded" ]
	"$SUPERFLIP" scramble --type state --seed 1 -n 3 | "$SUPERFLIP" batch -q --method thistlethwaite --csv - |
		awk -F, 'NR > 1 { sum += $7 } END { printf "%.3f\n", sum / 3 }' >mean
	[ "$(sed -n 's/^thistlethwaite,3,\([^,]*\),.*/\1/p' people)" = "$(cat mean)" ]
	study people --cubes 3 --seconds 1 --table korf --distribution
	[ "$(awk -F, 'NR > 1 { n += $4 } END { print n }' people)" -eq 3 ]
	draw people people
}

@test "chen_li: the columns of the three tables, the root and its children, limits, and the published cells" {
	study chen_li --table 3 --depths 1..4 --cubes 2 --nodes 4000
	[ "$(head -n 1 chen_li)" = "depth,bfs_ms,bfs_nodes,dfs_ms,dfs_nodes,ida_ms,ida_nodes,ida_pq_ms,ida_pq_nodes,astar_ms,astar_nodes" ]
	[ "$(sed -n 2p chen_li | cut -d, -f1,5,7,9,11)" = "1,20,19,19,19" ]  # dfs: the root twice, 18 children once
	grep -qx "# bfs: length 4 and up: node limit" chen_li
	[[ "$(grep '^4' chen_li)" == 4,,,,,* ]]
	study chen_li --table 1 --depths 3 --cubes 1
	[[ "$(head -n 1 chen_li)" == depth,simple_ms,simple_nodes,manhattan_ms,manhattan_nodes,pattern_ms,pattern_nodes,korf_manhattan_ms,* ]]
	study chen_li --table 2 --depths 6..9 --cubes 1 --published --nodes 1
	[ "$(grep '^9,' chen_li | cut -d, -f4,7,10)" = "440,59,96" ]
}
