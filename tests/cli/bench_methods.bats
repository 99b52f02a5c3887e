# superflip bench methods: the shape of the tables, what is exact in them, limits, and refusals.

load expect
load slow
load wait

# A table as CSV.
bench() {
	run -0 --separate-stderr "$SUPERFLIP" bench "$@" --format csv
}

# bench_refuses COMMAND OPTIONS...: each of the rest is refused.
bench_refuses() {
	local command=$1 options
	shift
	for options in "$@"; do
		run -2 --separate-stderr "$SUPERFLIP" bench $command $options
		[ -z "$output" ]
		[[ "$stderr" == "superflip: bench $command: "* || "$stderr" == "superflip: --"*": expected "* ]]
	done
}

nodes() {
	"$SUPERFLIP" bench methods --time-limit 60m --table 3 --format csv "$@" | grep '^[0-9]' | cut -d, -f1,3,5,7,9,11
}

@test "bench methods: the three tables have the rows and columns of Chen and Li" {
	bench methods --table 1 --instances 1 --depths 3..4
	[[ "$output" == *"
depth,simple_ms,simple_nodes,manhattan_ms,manhattan_nodes,pattern_ms,pattern_nodes,korf_manhattan_ms,"* ]]
	[[ "${lines[-2]}" == 3,* && "${lines[-1]}" == 4,* ]]
	bench methods --table 2 --instances 1 --depths 6
	[[ "$output" == *"
depth,corners_ms,corners_nodes,edges_1_ms,edges_1_nodes,edges_2_ms,edges_2_nodes"* ]]
	bench methods --table 3 --instances 1 --depths 1..3
	[[ "$output" == *"
depth,bfs_ms,bfs_nodes,dfs_ms,dfs_nodes,ida_ms,ida_nodes,ida_pq_ms,ida_pq_nodes,astar_ms,astar_nodes"* ]]
	[ "$(grep -c '^[0-9]' <<<"$output")" -eq 3 ]
}

@test "bench methods: a seed and a length give the same nodes, another seed others; one move needs the root and some of its children" {
	local three
	three=$(nodes --instances 3 --depths 3..5)
	[ "$three" = "$(nodes --instances 3 --depths 3..5)" ]
	[ "$three" != "$(nodes --instances 3 --depths 3..5 --seed 2)" ]
	[ "$(tail -n 1 <<<"$three")" = "$(nodes --instances 3 --depths 5)" ]
	IFS=, read -r depth bfs dfs ida ordered astar <<<"$(nodes --instances 1 --depths 1)"
	[ "$depth" -eq 1 ]
	[ "$bfs" -ge 2 ] && [ "$bfs" -le 19 ]
	[ "$dfs" -eq 20 ]    # the root twice, 18 children once
	[ "$ida" -eq 19 ] && [ "$ordered" -eq 19 ] && [ "$astar" -eq 19 ]
}

@test "bench methods: a limit of nodes, memory or time ends a column and says so" {
	bench methods --table 3 --instances 1 --depths 3..5 --node-limit 4000
	[[ "$output" == *"# bfs_ended: length "[45]" and up: node limit, at scramble 1 of 1"* ]]
	[[ "${lines[-1]}" == 5,,,,,* ]]
	bench methods --table 3 --instances 1 --depths 5 --memory 100k
	[[ "$output" == *"# bfs_ended: length 5 and up: memory limit"* && "$output" != *"# dfs_ended"* ]]
	bench methods --table 1 --instances 1 --depths 9 --time-limit 0.02
	[[ "$output" == *"# simple_ended: length 9 and up: time limit"* ]]
}

@test "bench methods: an interrupted run prints the complete rows, and where it stopped" {
	"$SUPERFLIP" bench methods --table 3 --instances 1000 --depths 2..8 --format csv > "$BATS_TEST_TMPDIR/out" 3>&- &
	pid=$!
	wait_until has_worked "$pid" 150  # amid the scrambles of a method: where one ends there is nothing that it was at
	kill -INT "$pid"
	status=0
	wait "$pid" || status=$?
	[ "$status" -eq 130 ]
	grep -q '^2,[0-9]' "$BATS_TEST_TMPDIR/out"
	[ "$(grep -c '^# .*and up: signal' "$BATS_TEST_TMPDIR/out")" -eq 1 ]
}

@test "bench methods: seed, version and processor are recorded in every format" {
	for format in text csv jsonl markdown latex; do
		run -0 "$SUPERFLIP" bench methods --table 1 --instances 1 --depths 3 --seed 77 --format "$format"
		[[ "$output" == *seed*77* && "$output" == *version* && "$output" == *processor* ]]
	done
}

@test "bench methods: impossible requests are refused" {
	bench_refuses methods "--table 4" "--table x" "--depths 0..3" "--depths 5..4" "--depths 3..16" "--instances 0" \
	              "--node-limit 0" "--time-limit never" "--memory lots" "--format xml" "--seed -1" "extra" \
	              "--branching 13" "--db-depth 0" "--depth-as turns"
}

@test "bench methods --table layers: the reference's means within three standard errors, whatever the threads" {
	slow "measures"
	bench methods --table layers --instances 20000 --faces 5 --turns 42
	awk -F, 'function check(mean) { if ($3 - mean > 3 * $4 + 0.05 || mean - $3 > 3 * $4 + 0.05) exit 1; n++ }
		/^all,quarter turns/ { check(353.24) } /^all,"?moves, filtered/ { sub(/"moves, filtered"/, "filtered"); $0 = $0; check(163.14) }
		/^white cross,quarter turns/ { check(25.1) } /^yellow corners,quarter turns/ { check(107.6) }
		END { if (n != 4) exit 2 }' <<<"$output"
	[ "$(grep -v '^#' <<<"$output")" = "$("$SUPERFLIP" bench methods --table layers --instances 20000 --faces 5 --threads 1 \
		--format csv | grep -v '^#')" ]
}

@test "bench methods --table layers --distribution: every cube is counted once in each column" {
	slow "measures"
	bench methods --table layers --instances 3000 --turns uniform --distribution
	[ "$(awk -F, '/^[0-9]/ { a += $2; b += $3; c += $4; d += $5 } END { print a, b, c, d }' <<<"$output")" = "3000 3000 3000 3000" ]
	[[ "$output" == *"# turns: uniform"* ]]
}

@test "bench methods --table people: every method has a row, and the optimum is the shortest" {
	bench methods --table people --instances 3 --time-limit 0.3 --heuristic korf
	[[ "$output" == *"
thistlethwaite,3,"* ]]
	[[ "$output" == *"
layers,3,"* ]]
	[[ "$output" == *"
\"optimal, korf, "* ]]
}

@test "bench methods --published: their cells, and only these are measured" {
	slow "measures"
	bench methods --table 3 --instances 1 --depths 2..7 --published
	[[ "$output" == *"
depth,bfs_ms,bfs_nodes,bfs_published_ms,dfs_ms,dfs_nodes,dfs_published_ms,ida_ms,"* ]]
	row=$(grep '^5,' <<<"$output")
	[ "$(cut -d, -f4,7 <<<"$row")" = "687,466" ]
	row=$(grep '^7,' <<<"$output")
	[ "$(cut -d, -f2-7 <<<"$row")" = ",,,,," ]
	[ "$(cut -d, -f10,13,15 <<<"$row")" = "0,0," ]
	bench methods --table 2 --instances 1 --depths 9 --published
	[ "$(grep '^9,' <<<"$output" | cut -d, -f4,7,10)" = "440,59,96" ]
}

@test "bench methods --db-depth 7: the theory's nodes are those of the reference" {
	bench methods --table 1 --instances 1 --depths 10..13 --db-depth 7 --time-limit 0.001
	[ "$(grep -v '^#' <<<"$output" | grep '^1' | awk -F, '{ printf "%.0f\n", $NF }' | tr '\n' ' ')" = "3930 52471 700410 9349414 " ]
}

@test "bench methods --branching 15: a node has 15 children" {
	bench methods --table 3 --instances 1 --depths 3 --branching 15 --depth-as rotations
	[[ "$output" == *"# children: 15"* && "$output" == *"# depth: random rotations"* ]]
}
