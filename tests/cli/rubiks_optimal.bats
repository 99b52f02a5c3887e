# A second opinion on quarter-turn lengths: Reid's optimal solver, in Debian's package rubiks.

setup() {
	bats_require_minimum_version 1.5.0
	superflip=${SUPERFLIP:-build/release/superflip}
}

# Twenty random walks of 2 to 12 quarter turns, the same ones everywhere: Park and Miller's generator.
walks() {
	awk 'function below(n) { return int((x = x * 16807 % 2147483647) / 2147483647 * n) }
	BEGIN {
		x = 2026
		for (walk = 1; walk <= 20; walk++) {
			line = ""
			for (turn = 1; turn <= 2 + walk % 11; turn++)
				line = line substr("URFDLB", 1 + below(6), 1) (below(2) ? " " : "'\'' ")
			print line
		}
	}'
}

# One length for each cube of what rubiks_optimal prints: the first solution's "(5q*, 4f)".
reid_lengths() {
	awk '/^enter cube/ { is_open = 1 }
	is_open && /cube is already solved/ { print 0; is_open = 0 }
	is_open && match($0, /\([0-9]+q\*/) { print substr($0, RSTART + 1, RLENGTH - 3); is_open = 0 }'
}

@test "quarter-turn lengths are those of Reid's solver" {
	load slow
	slow "his program builds tables at every start"
	command -v rubiks_optimal >/dev/null || skip "rubiks_optimal (Debian package rubiks) is not installed"
	tmp=$BATS_TEST_TMPDIR
	walks >"$tmp/walks"
	"$superflip" solve --metric qtm --json <"$tmp/walks" >"$tmp/json"
	sed -n 's/.*"status":"optimal","metric":"qtm","method":"optimal","length":\([0-9]*\),.*/\1/p' "$tmp/json" >"$tmp/ours"
	[ "$(wc -l <"$tmp/ours")" -eq 20 ]
	"$superflip" show <"$tmp/walks" | sed -n 's/^cubies *//p' >"$tmp/cubies"
	[ "$(wc -l <"$tmp/cubies")" -eq 20 ]
	rubiks_optimal <"$tmp/cubies" | reid_lengths >"$tmp/theirs"
	diff "$tmp/ours" "$tmp/theirs"
}
