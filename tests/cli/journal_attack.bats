#!/usr/bin/env bats
# A table is overwritten in place in the middle of a journaled search, restored, and the search is resumed: whatever the journal kept
# must lead to the right length.

load slow

setup() {
	slow "takes minutes"
	cd "$BATS_TEST_TMPDIR" || exit 1
	mkdir tables
	table=tables/coset-30m-htm.pdb
	sound=$COSET_30M_DIR/coset-30m-htm.pdb
	cp "$sound" $table
	head -c 20M /dev/zero | tr '\0' '\377' >entries
	sixteen="D2 B L' F2 B U L' F2 B' D2 R2 B R D F R"
	seed_chance
}

solve() {
	"$SUPERFLIP" solve -t 2 --pdb-dir tables --heuristic coset-30m --journal units "$@"
}

# Overwrite the middle of the table with the largest entries, which make the search prune what leads to a solution.
damage() {
	dd if=entries of="$table" bs=1M seek=$((1 + RANDOM % 8)) conv=notrunc status=none
}

restore() {
	dd if="$sound" of="$table" bs=1M conv=notrunc status=none
}

@test "whenever a table is overwritten and restored, the resumed search gives the right length" {
	local n_rounds=${ATTACK_ROUNDS:-200} n_ended=0 n_dropped=0 n_kept=0 n_wrong=0 got code
	for ((round = 0; round < n_rounds; round++)); do
		rm -f units
		solve -v "$sixteen" >first 2>err &
		local solver=$!
		# The solution is found soon after the last iteration begins, in what is searched first.
		until grep -q ": 15 moves: " err || ! kill -0 $solver 2>/dev/null; do sleep 0.003; done
		sleep "0.0$(printf %02d $((RANDOM % 60)))"
		damage
		((RANDOM % 2)) || sleep "0.0$((RANDOM % 90 + 10))"
		((RANDOM % 4)) || wait $solver || true
		restore
		code=0
		wait $solver || code=$?
		((n_ended += code == 4)) || true
		((n_dropped += $(grep -c " dropped, because a table was overwritten" err))) || true
		((n_kept += $("$SUPERFLIP" journal --units --format csv units 2>/dev/null | grep -vc '^#') > 1)) || true
		got=$(solve "$sixteen" 2>>err | cut -d' ' -f1)
		# The run that was attacked may have ended before; else it claims nothing.
		if [ "$got" != "16*" ] || ! [[ $(cat first) == "" || $(cat first) == "16*"* ]]; then
			((++n_wrong))
			echo "round $round: $(cat first), status $code; resumed: $got"
		fi
	done
	echo "# $n_rounds rounds: $n_ended ended by the table, $n_dropped with units dropped, $n_kept with units kept, $n_wrong wrong" >&3
	[ "$n_wrong" -eq 0 ]
	[ "$n_ended" -gt 0 ]
	[ "$n_dropped" -gt 0 ]
}
