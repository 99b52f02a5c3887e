#!/usr/bin/env bats
# Shards of verify, bench depth, bench solve and coset --sample.

setup() {
	bats_require_minimum_version 1.5.0
	load wait
	superflip=$SUPERFLIP
	cd "$BATS_TEST_TMPDIR"
}

shards() {
	local n=$1 k
	for ((k = n; k >= 1; k--)); do
		"$superflip" "${@:2}" --shard "$k/$n" -o shards || [ $? -eq 1 ]
	done
}

make_results() {
	"$superflip" scramble --type moves -l 7 -n 60 -s 5 | sed '3~7s/.*/R U X/' >list
	"$superflip" batch -q "$1" list -o results --force || [ $? -eq 1 ]
	sed -i -e '11s/$/ R/' -e '20s/U/D/' -e '5s/^/# /' results
}

@test "verify: joined shards say of every line what a single run says, with its totals" {
	# CSV has its columns in the first line, and lines that are nothing to verify.
	for format in --json --csv; do
		for options in "" --optimal; do
			rm -rf shards joined
			make_results $format
			# shellcheck disable=SC2086  # words
			run --separate-stderr "$superflip" verify $options results
			[ "$status" -eq 1 ]
			echo "$output" >single
			shards 4 verify -q $options results
			# shellcheck disable=SC2034  # read below
			totals=$(sed 's/^superflip: //; s/ wrong, /&/' <<<"$stderr")
			run --separate-stderr "$superflip" merge shards -o joined
			[ "$status" -eq 1 ]
			cmp joined single
			[[ "${stderr/ 0 unproved,/}" == *": $totals" ]] || { echo "$stderr / $totals"; false; }
		done
	done
}

@test "verify: an interrupted shard keeps what it has proved" {
	make_results --json
	shards 1 verify -q --optimal results
	"$superflip" merge -q shards -o single || [ $? -eq 1 ]
	rm -r shards
	"$superflip" verify -q --optimal results --shard 1/1 -o shards &
	local run=$!
	some_lines() { [ "$(cat shards/*.part-* 2>/dev/null | wc -l)" -ge 5 ] || [ -e "$(echo shards/*.shard)" ]; }
	wait_until some_lines
	kill -9 $run 2>/dev/null || true
	wait $run 2>/dev/null || true
	shards 1 verify -q --optimal results
	"$superflip" merge -q shards -o joined || [ $? -eq 1 ]
	cmp joined single
	[ "$(ls shards | wc -l)" -eq 1 ]
}

# The columns that do not depend on the clock.
counts() {
	"$superflip" "$@" -q --format csv | awk -F, '
		/^#/ { next }
		!n { for (n = 1; n <= NF; n++) is_wanted[n] = $n ~ /^(heuristic|bytes|threads|length|depth|states|instances|generated|expanded)$/ }
		{ for (i = 1; i <= NF; i++) if (is_wanted[i]) printf "%s ", $i; print "" }'
}

@test "bench depth: the record of all shards gives the table of a single run, without a search" {
	for metric in htm qtm; do
		rm -rf shards record
		options="-t 1 -d 6..8 -n 15 --heuristics korf,corners --metric $metric"
		# shellcheck disable=SC2086  # words
		shards 4 bench depth -q $options
		"$superflip" merge -q shards -o record
		lines=$(wc -l <record)
		# shellcheck disable=SC2086  # words
		[ "$(counts bench depth $options --record record)" = "$(counts bench depth $options)" ]
		[ "$(wc -l <record)" -eq "$lines" ]
	done
}

@test "bench solve: a record is continued, and that of all shards gives the table of a single run" {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "takes many seconds; SUPERFLIP_SLOW_TESTS=1 runs it"
	"$superflip" scramble --type moves -l 9 -n 12 -s 3 >list
	options="-t 1,2 --heuristics korf,corners"
	# shellcheck disable=SC2086  # words
	counts bench solve $options list | grep -v '^[a-z0-9]* 2 ' >single
	# shellcheck disable=SC2086  # words
	counts bench solve $options list --record record >/dev/null
	[ "$(wc -l <record)" -eq 49 ]
	sed -i '30,$d' record
	# shellcheck disable=SC2086  # words
	counts bench solve $options list --record record | grep -v '^[a-z0-9]* 2 ' | cmp - single
	[ "$(wc -l <record)" -eq 49 ]
	# shellcheck disable=SC2086  # words
	shards 3 bench solve -q $options list
	"$superflip" merge -q shards -o joined
	[ "$(wc -l <joined)" -eq 49 ]
	# shellcheck disable=SC2086  # words
	counts bench solve $options list --record joined | grep -v '^[a-z0-9]* 2 ' | cmp - single
	# Another list is refused.
	head -11 list >other
	# shellcheck disable=SC2086  # words
	run "$superflip" bench solve -q $options other --record joined
	[ "$status" -eq 3 ]
}

@test "coset: --record and --shard are for a --sample with a --seed" {
	for options in "--shard 1/2 --sample 3" "--shard 1/2" "--record x" "--record x --sample 2" "--shard 3/2 --sample 3 --seed 1" \
	               "--shard 1/2 --record x --sample 3 --seed 1"; do
		# shellcheck disable=SC2086  # words
		run "$superflip" coset $options
		[ "$status" -eq 2 ]
	done
}

@test "coset: joined shards are the record of the whole sample" {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "slow: needs 3.6 GB; set SUPERFLIP_SLOW_TESTS=1"
	"$superflip" coset -q --sample 3 --depth 11 --seed 1 --format csv | grep -v '^#' >single
	shards 2 coset -q --sample 3 --depth 11 --seed 1
	"$superflip" merge -q shards -o record
	[ "$(wc -l <record)" -eq 4 ]
	# No coset is solved again: 1 byte of memory would not do.
	"$superflip" coset -q --sample 3 --depth 11 --seed 1 --format csv --record record --memory 1M | grep -v '^#' | cmp - single
}
