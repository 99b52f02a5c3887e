#!/usr/bin/env bats
# Shortest solutions against a search that shares nothing with the solver (tests/oracle/shortest.c): lengths, and all solutions.

load slow

setup() {
	cd "$BATS_TEST_TMPDIR" || exit
	oracle=$(dirname "$SUPERFLIP")/oracle/shortest
	export SUPERFLIP_PDB_DIR=$COSET_30M_DIR
}

# walk N LENGTH [FORMAT]: cubes that as many random moves make, and are often as far away.
walk() {
	"$SUPERFLIP" scramble --type moves -n "$1" --length "$2" --format "${3:-moves}" --seed "$RANDOM"
}

# compare METRIC one|all LEVELS <LIST: the lengths, or all shortest solutions, are the same.  Prints how many cubes have each length.
compare() {
	local all=
	[ "$2" = one ] || all=--all
	cat >list
	# shellcheck disable=SC2086  # no option, or one
	"$SUPERFLIP" batch -q --json --no-dedup --metric "$1" $all list >answers
	jq -r --arg which "$2" 'select(.status == "optimal") | "\(.id)\t\(.length)" +
		if $which == "all" then "\t" + .solutions[].moves else "" end' answers | sort >ours
	"$oracle" "$1" "$2" 30 "$3" <list |
		awk -F '\t' -v OFS='\t' -v n="$2" '{ for (i = 2; i <= (n == "one" ? 2 : NF); i++) print NR, $1 (n == "all" ? OFS $i : "") }' | sort >theirs
	[ "$(cut -f 1 ours | sort -u | wc -l)" -eq "$(wc -l <list)" ]
	diff ours theirs
	jq .length answers | sort -n | uniq -c
}

@test "near cubes: lengths and all solutions are those of another search" {
	SUPERFLIP_TEST_SEED=${SUPERFLIP_TEST_SEED:-1} seed_chance  # the slow tests have others
	{ walk 10 7; walk 10 9 facelets; walk 10 11; } | compare htm all 7
}

@test "half turns, 14 to 17 moves: lengths and all solutions are those of another search" {
	slow "a thousand cubes"
	seed_chance
	# A cube at 16 takes this program some 10 s, one at 17 two minutes, so that there are fewer of them.
	{ walk 400 14; walk 350 15 facelets; walk 40 16; walk 4 17 facelets; } | compare htm one 9
	{ walk 150 14 facelets; walk 50 15; } | compare htm all 9
}

@test "quarter turns, 11 to 17: lengths and all solutions are those of another search" {
	slow "a thousand cubes"
	seed_chance
	# A third of the turns are half turns, and count twice.
	{ walk 300 9; walk 300 10 facelets; walk 300 11; walk 20 12; } | compare qtm one 10
	{ walk 100 10 facelets; walk 100 11; } | compare qtm all 10
}
