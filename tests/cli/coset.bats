#!/usr/bin/env bats
# Whole cosets at the command line.  SUPERFLIP is the program under test.
bats_require_minimum_version 1.5.0

setup() {
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
	                 "--random R" "--format pictures" "-n 3" "R U"; do
		run "$SUPERFLIP" coset $arguments
		[ "$status" -eq 2 ]
	done
}

@test "coset: a scramble that is none is named, exit 3" {
	run "$SUPERFLIP" coset "R Q"
	[ "$status" -eq 3 ]
	[[ "$output" == *"column 3"* ]]
}

@test "coset says how much memory it needs where it may not have it" {
	run "$SUPERFLIP" coset --memory 1G "R U"
	[ "$status" -eq 5 ]
	[[ "$output" == *"GB of memory are needed, --memory allows 1.07 GB"* ]]
}

@test "coset --list: the cosets by distance, 138,639,780 classes" {
	needs_minutes
	run --separate-stderr "$SUPERFLIP" coset --list -q -n 2 --seed 1
	[ "$status" -eq 0 ]
	[[ "$output" == *"2,217,093,120             138,639,780"* ]]
	[[ "$output" == *"55,882,296"* ]]
}

@test "coset counts what others have published, and the same from one thread" {
	needs_minutes
	run --separate-stderr "$SUPERFLIP" coset -q --depth 13 "L3 F2 R1 D3 U1 B3 U3 F2 U3"
	[ "$status" -eq 0 ]
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
	run --separate-stderr "$SUPERFLIP" coset -q --depth 14 --journal "$work/j" "B3 L1 F1 L2 D1 B2 R1 B1 L3 U2"
	[ "$status" -eq 0 ]
	[ "$(positions <<< "$output")" = "14 534 11657 196080 2937991 " ]
	run "$SUPERFLIP" coset -q --depth 12 --journal "$work/j" "R U"
	[ "$status" -eq 4 ]
	[[ "$output" == *"another coset"* ]]
}

@test "coset --sample estimates all positions of the cube, with standard errors" {
	needs_minutes
	run --separate-stderr "$SUPERFLIP" coset -q --sample 3 --depth 12 --seed 1
	[ "$status" -eq 0 ]
	[[ "$output" == *"standard_error"* ]]
	[[ "$output" == *"40,374,425,656,248"* ]]
	[[ "$output" == *"years on this machine"* ]]
}
