#!/usr/bin/env bats
# superflip batch --shard and superflip merge: a list in parts, joined to what a single run writes.

setup() {
	bats_require_minimum_version 1.5.0
	load wait
	superflip=$SUPERFLIP
	cd "$BATS_TEST_TMPDIR"
}

make_list() {
	"$superflip" scramble --type moves -l 8 -n "$1" -s 5 | sed '3~7s/.*/R U X/; 5~11s/^/  # a comment\n/; 4~9s/$/  # with a label/' >list
}

solve_shards() {
	local n=$1 k
	for ((k = 1; k <= n; k++)); do
		"$superflip" batch -q "${@:2}" list --shard "$k/$n" -o shards || [ $? -eq 1 ]
	done
}

# What a run of its own writes: cubes of a list are compared with each other there, but not between shards.
solve_alone() {
	"$superflip" batch -q --no-dedup "$@" list -o single --force || [ $? -eq 1 ]
}

@test "shards joined are byte for byte what a single run writes, in each format" {
	make_list 300
	for n in 1 2 7; do
		for format in --json --csv --tsv -n2; do
			rm -rf shards joined
			solve_alone --deterministic $format
			solve_shards $n --deterministic $format
			[ "$(ls shards | wc -l)" -eq $n ]
			run --separate-stderr "$superflip" merge shards -o joined
			[ "$status" -eq 1 ]
			local shards="$n shards"; ((n > 1)) || shards="1 shard"
			[[ "$stderr" == "superflip: $shards, 300 cubes: 257 solved, 0 unsolved, 43 invalid" ]]
			cmp joined single
		done
	done
	# Standard output, and names in any order.
	"$superflip" merge -q $(ls -r shards/*) >joined || [ $? -eq 1 ]
	cmp joined single
}

@test "there may be more shards than cubes, but there must be one" {
	printf 'R\nR U\nF2\n' >list
	solve_alone --csv --deterministic
	solve_shards 5 --csv --deterministic
	"$superflip" merge -q shards -o joined
	cmp joined single
	rm -r shards
	: >list
	for options in "-o alone" "--shard 1/2 -o shards"; do
		# shellcheck disable=SC2086  # words
		run "$superflip" batch -q list $options
		[ "$status" -eq 3 ]
		[ "$output" = "superflip: list: no scramble found for the 3x3x3" ]
	done
	[ ! -e alone ] && [ ! -e alone.resume ] && [ ! -e shards ]
}

@test "cubes of every shard are spread over the whole list" {
	make_list 300
	solve_shards 3 --json
	for k in 1 2 3; do
		# The records lie between the header line and the index.
		ids=$(grep -ao '"id":[0-9]*' shards/*-$k-of-3.shard | sed 's/.*://')
		[ "$(wc -w <<<"$ids")" -ge 96 ]
		[ "$(head -1 <<<"$ids")" -le 25 ]
		[ "$(tail -1 <<<"$ids")" -gt 260 ]
	done
}

@test "a shard that is whole is not solved again, and a damaged one is" {
	make_list 100
	solve_shards 3 --json --deterministic
	cp -r shards before
	run --separate-stderr "$superflip" batch --json --deterministic list --shard 2/3 -o shards
	[ "$status" -eq 1 ]
	[[ "$stderr" == "superflip: shards/"*"-2-of-3.shard: shard 2 of 3 is complete already" ]]
	# One byte, in the middle and at the end; and less of it.
	for damage in 'printf Z | dd of=$file bs=1 seek=2000 conv=notrunc' 'printf Z | dd of=$file bs=1 seek=$(($(stat -c %s $file) - 60)) conv=notrunc' \
	              'truncate -s -1 $file' 'truncate -s 50 $file' ': >$file'; do
		file=$(echo shards/*-2-of-3.shard)
		eval "$damage" 2>/dev/null
		run --separate-stderr "$superflip" merge shards -o joined
		[ "$status" -eq 3 ]
		[[ "$stderr" == *"1 of 3 shards are missing or damaged; run these again: 2"* && "$stderr" == *"nothing is written" ]]
		[ ! -e joined ]
		run "$superflip" merge --check shards
		[ "$status" -eq 3 ]
		run --separate-stderr "$superflip" batch --json --deterministic list --shard 2/3 -o shards
		[ "$status" -eq 1 ]
		[[ "${stderr_lines[0]}" == *"; it is made again" ]]
		diff -r shards before
	done
}

@test "what an earlier run has left and cannot be read does not keep a shard from being made" {
	make_list 20
	solve_shards 2 --json --deterministic
	cp -r shards before
	file=$(echo shards/*-2-of-2.shard)
	rm "$file"
	head -c 5000 /dev/zero >"$file.part-other-1-0"
	run "$superflip" batch --json --deterministic list --shard 2/2 -o shards
	[ "$status" -eq 1 ]
	[[ "$output" == *"what an earlier run has left cannot be used: not a file of this kind"*"; the shard is begun again"* ]]
	diff -r shards before
}

@test "merge names what is missing, of another list, of other options, of other shards" {
	make_list 100
	solve_shards 9 --json
	mkdir few
	cp shards/*-[1349]-of-9.shard few
	run "$superflip" merge few -o joined
	[ "$status" -eq 3 ]
	[ "${lines[0]}" = "superflip: 5 of 9 shards are missing or damaged; run these again: 2,5-8" ]
	for other in "--csv list" "--json list --max 12" "--json changed" "--json list --metric qtm"; do
		sed '50s/$/ U/' list >changed
		rm -rf others
		# shellcheck disable=SC2086  # words
		"$superflip" batch -q $other --shard 5/9 -o others || [ $? -eq 1 ]
		run "$superflip" merge shards others -o joined
		[ "$status" -eq 3 ]
		[[ "${lines[0]}" == "superflip: others/"*": of "*", the first file has "*"; leave it out" ]]
		[ ! -e joined ]
	done
	rm -rf others
	"$superflip" batch -q --json list --shard 5/8 -o others || [ $? -eq 1 ]
	run "$superflip" merge shards others -o joined
	[ "$status" -eq 3 ]
	[[ "${lines[0]}" == *"one of 8 shards, the first file is one of 9; leave it out" ]]
	echo nothing >others/note.shard
	run "$superflip" merge shards others/note.shard --check
	[[ "${lines[0]}" == *"note.shard: not a file of this kind (superflip-shard/2); leave it out" ]]
	run "$superflip" merge
	[ "$status" -eq 2 ]
	run "$superflip" merge few/none.shard
	[ "$status" -eq 4 ]
}

@test "two files of one shard are one, and one stands in for the other where that is damaged" {
	make_list 100
	solve_alone --json --deterministic
	solve_shards 3 --json --deterministic
	cp -r shards copies
	printf Z | dd of="$(echo shards/*-1-of-3.shard)" bs=1 seek=2500 conv=notrunc 2>/dev/null
	printf Z | dd of="$(echo copies/*-2-of-3.shard)" bs=1 seek=2500 conv=notrunc 2>/dev/null
	"$superflip" merge -q shards copies -o joined 2>err || [ $? -eq 1 ]
	cmp joined single
	grep -q 'shards/.*-1-of-3.shard: cut off or damaged' err
}

@test "a shard killed again and again goes on where it ended" {
	load slow
	seed_chance
	make_list 1500
	solve_alone --json --deterministic
	local kills=3 runs=0 code
	! are_slow_wanted || kills=20
	while :; do
		"$superflip" batch -q --json --deterministic list --shard 1/2 -o shards &
		local run=$!
		[ "$runs" -ge "$kills" ] || { sleep "0.0$((RANDOM % 10))"; kill -9 $run 2>/dev/null || true; }
		code=0
		wait $run 2>/dev/null || code=$?
		runs=$((runs + 1))
		[ "$code" -eq 137 ] || break
	done
	[ "$code" -eq 1 ]
	"$superflip" batch -q --json --deterministic list --shard 2/2 -o shards || [ $? -eq 1 ]
	"$superflip" merge -q shards -o joined || [ $? -eq 1 ]
	cmp joined single
	[ "$(ls shards)" = "$(cd shards; ls ./*-?-of-2.shard | sed 's|./||')" ]
}

has_parts() {
	[ "$(find shards -name '*.part-*' ! -name '*.resume*' -size +0 2>/dev/null | wc -l)" -ge "$1" ]
}

@test "two runs of one shard at once, one of them stopped for a while, end with one whole shard" {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "takes many seconds; SUPERFLIP_SLOW_TESTS=1 runs it"
	make_list 600
	echo "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2" >>list
	solve_alone --json --deterministic --max 14
	"$superflip" batch -q --json --deterministic --max 14 list --shard 1/1 -o shards &
	local orphan=$! code=0
	wait_until has_parts 1
	kill -STOP $orphan
	"$superflip" batch -q --json --deterministic --max 14 list --shard 1/1 -o shards || [ $? -eq 1 ]
	"$superflip" merge -q shards -o joined || [ $? -eq 1 ]
	cmp joined single
	kill -CONT $orphan
	wait $orphan || code=$?
	[ "$code" -eq 1 ]
	"$superflip" merge -q shards -o again || [ $? -eq 1 ]
	cmp again single
	[ "$(ls shards | wc -l)" -eq 1 ]
}

@test "--shard refuses what it cannot do" {
	make_list 10
	for shard in 0/3 4/3 3 1/0 -1/3 "1/ 3" 1/3x 1/9999999 a/b; do
		run "$superflip" batch list "--shard=$shard"
		[ "$status" -eq 2 ]
		[[ "$output" == *"expected K/N, shard K of N, such as 3/100" ]]
	done
	run "$superflip" batch - --shard 1/2 <list
	[ "$status" -eq 2 ]
	[[ "$output" == *"--shard reads the list twice; name a file" ]]
	run "$superflip" batch list --shard 1/2 -o -
	[ "$status" -eq 2 ]
	run "$superflip" batch list --shard 1/2 -o list
	[ "$status" -eq 4 ]
	[[ "$output" == *"list: is not a directory; --shard writes a file into this directory" ]]
}

@test "merge writes into devices and pipes, follows links, and replaces files only when told" {
	"$superflip" scramble --type moves -l 6 -n 20 -s 1 >list
	"$superflip" batch -q --json --deterministic --shard 1/1 list -o shards
	mkfifo pipe
	mkdir elsewhere
	ln -s elsewhere/target link
	echo before >elsewhere/target
	cat pipe >received &
	"$superflip" merge -q shards -o pipe
	wait
	[ -p pipe ]
	"$superflip" merge -q shards -o /dev/null
	[ -c /dev/null ]
	run "$superflip" merge -q shards -o /dev/full
	[ "$status" -eq 4 ]
	[ -c /dev/full ]
	run "$superflip" merge -q shards -o link
	[ "$status" -eq 4 ]
	[ "$(cat elsewhere/target)" = before ]
	"$superflip" merge -q shards -o link --force
	[ -L link ]
	cmp received elsewhere/target
	[ "$(wc -l <received)" -eq 20 ]
	[ "$(ls elsewhere)" = target ]
}
