#!/usr/bin/env bats
# Shards of verify, bench depth, bench solve and coset --sample.

load expect
load slow
load wait

setup() {
	cd "$BATS_TEST_TMPDIR"
}

shards() {
	local n=$1 k
	for ((k = n; k >= 1; k--)); do
		"$SUPERFLIP" "${@:2}" --shard "$k/$n" -o shards || [ $? -eq 1 ]
	done
}

make_results() {
	"$SUPERFLIP" scramble --type moves -l 7 -n 60 -s 5 | sed '3~7s/.*/R U X/' >list
	"$SUPERFLIP" batch -q "$1" list -o results --force || [ $? -eq 1 ]
	sed -i -e '11s/$/ R/' -e '20s/U/D/' -e '5s/^/# /' results
}

@test "verify: joined shards say of every line what a single run says, with its totals" {
	# CSV has its columns in the first line, and lines that are nothing to verify.
	for format in --json --csv; do
		for options in "" --optimal; do
			rm -rf shards joined
			make_results $format
			# shellcheck disable=SC2086  # words
			run -1 --separate-stderr "$SUPERFLIP" verify $options results
			echo "$output" >single
			shards 4 verify -q $options results
			# shellcheck disable=SC2034  # read below
			totals=$(sed 's/^superflip: //; s/ wrong, /&/' <<<"$stderr")
			run -1 --separate-stderr "$SUPERFLIP" merge shards -o joined
			cmp joined single
			stderr=${stderr/ 0 unproved,/}
			[[ "${stderr/ 0 invalid,/}" == *": $totals" ]] || { echo "$stderr / $totals"; false; }
		done
	done
}

@test "verify: an interrupted shard keeps what it has proved" {
	make_results --json
	shards 1 verify -q --optimal results
	"$SUPERFLIP" merge -q shards -o single || [ $? -eq 1 ]
	rm -r shards
	"$SUPERFLIP" verify -q --optimal results --shard 1/1 -o shards &
	local run=$!
	some_lines() { [ "$(cat shards/*.shard 2>/dev/null | grep -ac 'results:')" -ge 3 ]; }
	wait_until some_lines
	kill -9 $run 2>/dev/null || true
	wait $run 2>/dev/null || true
	shards 1 verify -q --optimal results
	"$SUPERFLIP" merge -q shards -o joined || [ $? -eq 1 ]
	cmp joined single
}

# The columns that do not depend on the clock.
counts() {
	"$SUPERFLIP" "$@" -q --format csv | awk -F, '
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
		"$SUPERFLIP" merge -q shards -o record
		lines=$(wc -l <record)
		# shellcheck disable=SC2086  # words
		[ "$(counts bench depth $options --record record)" = "$(counts bench depth $options)" ]
		[ "$(wc -l <record)" -eq "$lines" ]
	done
}

@test "bench solve: a record is continued, and that of all shards gives the table of a single run" {
	slow "takes many seconds"
	"$SUPERFLIP" scramble --type moves -l 9 -n 12 -s 3 >list
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
	"$SUPERFLIP" merge -q shards -o joined
	[ "$(wc -l <joined)" -eq 49 ]
	# shellcheck disable=SC2086  # words
	counts bench solve $options list --record joined | grep -v '^[a-z0-9]* 2 ' | cmp - single
	# Another list is refused.
	head -11 list >other
	# shellcheck disable=SC2086  # words
	run -3 "$SUPERFLIP" bench solve -q $options other --record joined
}

@test "coset: --record and --shard are for many cosets; a --sample needs a --seed" {
	for options in "--shard 1/2 --sample 3" "--shard 1/2" "--record x" "--record x --sample 2" "--shard 3/2 --sample 3 --seed 1" \
	               "--shard 1/2 --record x --sample 3 --seed 1"; do
		# shellcheck disable=SC2086  # words
		run -2 "$SUPERFLIP" coset $options
	done
}

@test "coset: joined shards are the record of the whole sample" {
	slow "needs 3.6 GB"
	"$SUPERFLIP" coset -q --sample 3 --depth 11 --seed 1 --format csv | grep -v '^#' >single
	shards 2 coset -q --sample 3 --depth 11 --seed 1
	"$SUPERFLIP" merge -q shards -o record
	[ "$(wc -l <record)" -eq 4 ]
	# No coset is solved again: 1 byte of memory would not do.
	"$SUPERFLIP" coset -q --sample 3 --depth 11 --seed 1 --format csv --record record --memory 1M | grep -v '^#' | cmp - single
}

make_cosets() {
	cat >cosets <<-'END'
		# The counts of the first two are published.
		L3 F2 R1 D3 U1 B3 U3 F2 U3  # first
		B3 L1 F1 L2 D1 B2 R1 B1 L3 U2
		R U F
		UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
		R U F
	END
}

@test "coset: joined shards of a list are the record of the whole list" {
	slow "needs 3.7 GB"
	make_cosets
	"$SUPERFLIP" coset -q --cosets cosets --depth 8 --format csv >single
	grep -q '^3,3,2,yes,.*,R U F$' single
	grep -q '^4,8,4331124,yes,.*,U*R*F*D*L*B*$' single
	grep -q '^1,further,19508428800,yes,100,"L3 F2 R1 D3 U1 B3 U3 F2 U3 # first"$' single
	shards 2 coset -q --cosets cosets --depth 8
	[ "$(ls shards | wc -l)" -eq 2 ]
	"$SUPERFLIP" merge shards -o record 2>said
	grep -q "2 shards, 5 cosets: 0 complete, 5 counted, 0 incomplete" said
	[ "$(wc -l <record)" -eq 6 ]
	# No coset is solved again: so little memory would not do.
	"$SUPERFLIP" coset -q --cosets cosets --depth 8 --format csv --record record --memory 1M | cmp - single
	# A shard that is whole is not made again, and another list, depth or number of shards is another shard.
	expect 0 "*complete already*" coset --cosets cosets --depth 8 --shard 1/2 -o shards --memory 1M
	for other in "--depth 7 --shard 1/2" "--within 8 --shard 1/2" "--depth 8 --shard 1/3"; do
		# shellcheck disable=SC2086  # words
		run -5 "$SUPERFLIP" coset --cosets cosets $other -o shards --memory 1M
	done
	sed -i 5d cosets
	run -5 "$SUPERFLIP" coset --cosets cosets --depth 8 --shard 1/2 -o shards --memory 1M
	run -3 "$SUPERFLIP" coset --cosets cosets --depth 8 --record record
}

@test "coset: a killed shard of a list keeps the cosets that it has solved" {
	slow "needs 3.7 GB"
	make_cosets
	"$SUPERFLIP" coset -q --cosets cosets --depth 10 --shard 1/1 -o shards &
	local run=$!
	some_lines() { [ "$(cat shards/*.shard 2>/dev/null | grep -ac '"coset":')" -ge 2 ]; }
	wait_until some_lines
	kill -9 $run 2>/dev/null || true
	wait $run 2>/dev/null || true
	run -0 --separate-stderr "$SUPERFLIP" coset --cosets cosets --depth 10 --shard 1/1 -o shards
	[[ "$stderr" != *"coset: 1 of 5"* && "$stderr" != *"coset: 2 of 5"* ]]
	"$SUPERFLIP" merge -q shards -o record
	[ "$("$SUPERFLIP" coset -q --cosets cosets --depth 10 --format csv --record record --memory 1M |
		awk -F, '$1 == 4 && $2 == 10 { print $3 }')" = 122749840 ]
}

@test "coset --within: what a shard of a list does not prove is told, and merge says how many" {
	slow "needs 3.7 GB"
	make_cosets
	run -1 --separate-stderr "$SUPERFLIP" coset -q --cosets cosets --within 6 --search 5 --shard 1/2 -o shards
	# A task of a scheduler does the same, and has not failed.
	SUPERFLIP_WORK=coset SUPERFLIP=$SUPERFLIP SHARD=2 "$BATS_TEST_DIRNAME/../../scripts/cluster/shard" 2 cosets shards --within 6 --search 5
	expect_error 1 "*2 shards, 5 cosets: 0 complete, 0 counted, 5 incomplete*" merge shards -o record
}
