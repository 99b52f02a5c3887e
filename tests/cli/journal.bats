#!/usr/bin/env bats
# solve --journal and superflip journal: what was searched is not searched again. tests/cluster tests the journal itself.

load expect
load wait

setup() {
	cd "$BATS_TEST_TMPDIR" || exit 1
	# Without tables about a second, most of it in ten moves.
	ten="R U F2 D' L B2 U' R2 F D"
}

# Whether there is something to lose, or nothing any more.
has_begun() {
	[ "$(stat -c %s "$2" 2>/dev/null || echo 0)" -gt 300 ] || ! kill -0 "$1" 2>/dev/null
}

units() {
	"$SUPERFLIP" journal --units --format csv "$1" | grep -v '^#' | tail -n +2
}

@test "an interrupted search goes on: no unit twice, and in the end the record of one that was not interrupted" {
	"$SUPERFLIP" solve --deterministic --json --heuristic manhattan --journal whole.units "$ten" >whole.json
	"$SUPERFLIP" solve -t 1 --deterministic --json --heuristic manhattan --journal cut.units "$ten" >cut.json &
	local pid=$!
	wait_until has_begun "$pid" cut.units
	kill -9 "$pid" 2>/dev/null || true
	wait "$pid" || true
	"$SUPERFLIP" solve --deterministic --json --heuristic manhattan --journal cut.units "$ten" >cut.json
	diff whole.json cut.json
	[ -z "$(units cut.units | cut -d, -f1-3 | sort | uniq -d)" ]
	diff <(units whole.units | cut -d, -f1-6 | sort) <(units cut.units | cut -d, -f1-6 | sort)
}

@test "nodes and solution are those of a search without a journal; a second run adds nothing, and a resumed one tells no speed" {
	"$SUPERFLIP" solve --deterministic --json --heuristic manhattan "$ten" | jq -c '[.nodes, .solutions]' >without
	for _ in first second; do
		"$SUPERFLIP" solve --deterministic --json --heuristic manhattan --journal a.units "$ten" | jq -c '[.nodes, .solutions]' | diff without -
		units a.units | wc -l >>n
	done
	[ "$(sort -u n | wc -l)" = 1 ]
	[ "$(head -1 n)" -gt 10000 ]
	"$SUPERFLIP" solve -q --heuristic manhattan --journal a.units "$ten"
	"$SUPERFLIP" solve -v --heuristic manhattan --journal a.units "$ten" 2>err
	grep -Eq '^cube 1: 9 moves: [0-9]+ generated, .* s$' err
	"$SUPERFLIP" solve -v --heuristic manhattan "$ten" 2>err
	grep -Eq '^cube 1: 9 moves: [0-9]+ generated, .* s, [0-9.]+( million)? nodes/s$' err
}

@test "a journal has several cubes, and its table an iteration a line" {
	"$SUPERFLIP" solve -q --deterministic --heuristic manhattan --journal a.units "$ten" "F2 L D B' R2 U L2 F' D2"
	expect 0 "*# heuristic: manhattan*" journal --format csv a.units
	[[ $output == *"# metric: htm"* ]]
	grep -Eq '^1,9,[0-9]+,7614,' <<<"$output"
	grep -q "^1,10,.*,1,D' F' R2 U B2 L' D F2 U' R'\$" <<<"$output"
	grep -q "^2,9,.*,1,D2 F L2 U' R2 B D' L' F2\$" <<<"$output"
}

@test "a journal of other tables, no journal, and one that is in use are refused" {
	"$SUPERFLIP" solve -q --heuristic manhattan --journal a.units "$ten"
	run -4 "$SUPERFLIP" solve --heuristic manhattan8 --journal a.units "$ten"
	[[ $output == *"a.units: this journal is of another search: heuristic was manhattan, is manhattan8 now"* ]]
	expect 4 "*metric was htm, is qtm now*" solve --heuristic manhattan --metric qtm --journal a.units "$ten"
	echo text >b.units
	expect 4 "*b.units: not a file of this kind (superflip-units/2)*" solve --heuristic manhattan --journal b.units "$ten"
	[ "$(cat b.units)" = text ]
	run -4 "$SUPERFLIP" journal b.units
	expect 4 "*there is no such journal*" journal nothing.units
	exec 7<>a.units
	flock -n 7
	expect 4 "*another process is writing this journal*" solve --heuristic manhattan --journal a.units "$ten"
	run -0 "$SUPERFLIP" journal a.units
	exec 7>&-
}

@test "a torn end is cut off, and said; a full disk ends the search with a message and status 4" {
	"$SUPERFLIP" solve -q --deterministic --heuristic manhattan --journal a.units "$ten" >whole
	truncate -s -100 a.units
	run -0 --separate-stderr "$SUPERFLIP" solve --deterministic --heuristic manhattan --journal a.units "$ten"
	[ "$output" = "$(cat whole)" ]
	[[ $stderr == *"a.units: "*" bytes at the end were torn"* ]]
	ulimit -f 20
	run -4 "$SUPERFLIP" solve --deterministic --heuristic manhattan --journal b.units "$ten"
	[[ $output == *"b.units: cannot write the journal: File too large"* ]]
}

@test "--journal is for shortest solutions by all turns" {
	for options in "--method two-phase" "--moves UR" "--puzzle 2x2"; do
		# shellcheck disable=SC2086  # a list of words
		expect 2 "*--journal keeps units*" solve --journal a.units $options "R U"
	done
}
