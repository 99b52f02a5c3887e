#!/usr/bin/env bats
# superflip batch --shard and superflip merge: a list in parts, joined to what a single run writes.

load expect
load wait
load slow
load list

setup() {
	cd "$BATS_TEST_TMPDIR"
}

solve_shards() {
	local n=$1 k
	for ((k = 1; k <= n; k++)); do
		"$SUPERFLIP" batch -q "${@:2}" list --shard "$k/$n" -o shards || [ $? -eq 1 ]
	done
}

# What a run of its own writes: cubes of a list are compared with each other there, but not between shards.
solve_alone() {
	"$SUPERFLIP" batch -q --no-dedup "$@" list -o single --force || [ $? -eq 1 ]
}

@test "shards joined are byte for byte what a single run writes, in each format" {
	make_list 300
	for n in 1 2 7; do
		for format in --json --csv --tsv -n2; do
			rm -rf shards joined
			solve_alone --deterministic $format
			solve_shards $n --deterministic $format
			[ "$(ls shards | wc -l)" -eq $n ]
			run -1 --separate-stderr "$SUPERFLIP" merge shards -o joined
			local shards="$n shards"; ((n > 1)) || shards="1 shard"
			[[ "$stderr" == "superflip: $shards, 300 cubes: 257 solved, 0 unsolved, 43 invalid" ]]
			cmp joined single
		done
	done
	# Standard output, and names in any order.
	"$SUPERFLIP" merge -q $(ls -r shards/*) >joined || [ $? -eq 1 ]
	cmp joined single
}

@test "there may be more shards than cubes, but there must be one" {
	printf 'R\nR U\nF2\n' >list
	solve_alone --csv --deterministic
	solve_shards 5 --csv --deterministic
	"$SUPERFLIP" merge -q shards -o joined
	cmp joined single
	rm -r shards
	: >list
	for options in "-o alone" "--shard 1/2 -o shards"; do
		# shellcheck disable=SC2086  # words
		expect 3 "superflip: list: no scramble found for the 3x3x3" batch -q list $options
	done
	[ ! -e alone ] && [ ! -e shards ]
}

@test "cubes of every shard are spread over the whole list" {
	make_list 300
	solve_shards 3 --json
	for k in 1 2 3; do
		ids=$(grep -ao '"id":[0-9]*' shards/*-$k-of-3.shard | sed 's/.*://')
		[ "$(wc -w <<<"$ids")" -ge 96 ]
		[ "$(head -1 <<<"$ids")" -le 25 ]
		[ "$(tail -1 <<<"$ids")" -gt 260 ]
	done
}

@test "a shard that is whole is not solved again, and a damaged one is" {
	make_list 100
	solve_alone --json --deterministic
	solve_shards 3 --json --deterministic
	cp -r shards before
	expect_error 1 "superflip: shards/*-2-of-3.shard: shard 2 of 3 is complete already" \
		batch --json --deterministic list --shard 2/3 -o shards
	# One byte, in the middle and at the end; and less of it.
	for damage in 'printf Z | dd of=$file bs=1 seek=2000 conv=notrunc' 'printf Z | dd of=$file bs=1 seek=$(($(stat -c %s $file) - 60)) conv=notrunc' \
	              'truncate -s -1 $file' 'truncate -s 50 $file' ': >$file'; do
		file=$(echo shards/*-2-of-3.shard)
		eval "$damage" 2>/dev/null
		run -3 --separate-stderr "$SUPERFLIP" merge shards -o joined
		[[ "$stderr" == *"1 of 3 shards are missing or damaged; run these again: 2"* && "$stderr" == *"nothing is written" ]]
		[ ! -e joined ]
		run -3 "$SUPERFLIP" merge --check shards
		run -1 --separate-stderr "$SUPERFLIP" batch --json --deterministic list --shard 2/3 -o shards
		[[ "${stderr_lines[0]}" == *": cut off or damaged; what it lacks is made again" ]]
		"$SUPERFLIP" merge -q shards -o joined || [ $? -eq 1 ]
		cmp joined single
		rm -r shards joined
		cp -r before shards
	done
}

@test "what an earlier run has left and cannot be read does not keep a shard from being made" {
	make_list 20
	solve_alone --json --deterministic
	solve_shards 2 --json --deterministic
	file=$(echo shards/*-2-of-2.shard)
	head -c 5000 /dev/zero >"$file"
	expect 1 "*-2-of-2.shard: cut off or damaged; what it lacks is made again*" batch --json --deterministic list --shard 2/2 -o shards
	"$SUPERFLIP" merge -q shards -o joined || [ $? -eq 1 ]
	cmp joined single
	# What is no shard stays as it is.
	echo precious >"$file"
	expect 4 "*-2-of-2.shard: not a file of this kind (superflip-shard/4); start again with --force" \
		batch --json --deterministic list --shard 2/2 -o shards
	[ "$(cat "$file")" = precious ]
}

@test "merge names what is missing, of another list, of other options, of other shards" {
	make_list 100
	solve_shards 9 --json
	mkdir few
	cp shards/*-[1349]-of-9.shard few
	run -3 "$SUPERFLIP" merge few -o joined
	[ "${lines[0]}" = "superflip: 5 of 9 shards are missing or damaged; run these again: 2,5-8" ]
	for other in "--csv list" "--json list --max 12" "--json changed" "--json list --metric qtm"; do
		sed '50s/$/ U/' list >changed
		rm -rf others
		# shellcheck disable=SC2086  # words
		"$SUPERFLIP" batch -q $other --shard 5/9 -o others || [ $? -eq 1 ]
		run -3 "$SUPERFLIP" merge shards others -o joined
		[[ "${lines[0]}" == "superflip: others/"*": of another run: "*", the first file has "*"; leave it out" ]]
		[ ! -e joined ]
	done
	rm -rf others
	"$SUPERFLIP" batch -q --json list --shard 5/8 -o others || [ $? -eq 1 ]
	run -3 "$SUPERFLIP" merge shards others -o joined
	[[ "${lines[0]}" == *"of another run: shards=8, the first file has shards=9; leave it out" ]]
	echo nothing >others/note.shard
	run "$SUPERFLIP" merge shards others/note.shard --check
	[[ "${lines[0]}" == *"note.shard: not a file of this kind (superflip-shard/4); leave it out" ]]
	run -2 "$SUPERFLIP" merge
	run -4 "$SUPERFLIP" merge few/none.shard
}

@test "rows of a version with another column are not continued or joined" {
	make_other_version
	printf 'R\n%s\n' "$hard" >list
	./other_version batch -q --csv list --shard 1/1 -o shards &
	local run=$!
	is_begun() { grep -qs '^1,1,,R,' shards/*-1-of-1.shard; }
	wait_until is_begun
	kill -INT $run
	wait $run || true
	cp -r shards before
	printf 'R\n%s\n' "$hard" >list
	expect 4 "superflip: shards/*-1-of-1.shard: $other_columns; start again with --force" batch --csv list --shard 1/1 -o shards
	diff -r shards before
	"$SUPERFLIP" batch -q --csv list --shard 1/1 -o shards --force 2>err &
	run=$!
	is_begun_again() { grep -qs '^1,1,,R,' shards/*-1-of-1.shard && ! grep -q duplicate_at shards/*; }
	wait_until is_begun_again
	kill -INT $run
	wait $run || true
	printf 'R\nF\n' >list
	"$SUPERFLIP" batch -q --csv list --shard 1/2 -o joined
	./other_version batch -q --csv list --shard 2/2 -o joined
	expect 3 "*-2-of-2.shard: $other_columns; leave it out*" merge joined
}

@test "two files of one shard are one, and one stands in for the other where that is damaged" {
	make_list 100
	solve_alone --json --deterministic
	solve_shards 3 --json --deterministic
	cp -r shards copies
	printf Z | dd of="$(echo shards/*-1-of-3.shard)" bs=1 seek=2500 conv=notrunc 2>/dev/null
	printf Z | dd of="$(echo copies/*-2-of-3.shard)" bs=1 seek=2500 conv=notrunc 2>/dev/null
	"$SUPERFLIP" merge -q shards copies -o joined 2>err || [ $? -eq 1 ]
	cmp joined single
	grep -q 'shards/.*-1-of-3.shard: cut off or damaged' err
}

@test "a shard killed again and again goes on where it ended" {
	make_list 1500
	solve_alone --json --deterministic
	local kills=3
	! are_slow_wanted || kills=20
	kill_until_done $kills batch -q --json --deterministic list --shard 1/2 -o shards
	"$SUPERFLIP" batch -q --json --deterministic list --shard 2/2 -o shards || [ $? -eq 1 ]
	"$SUPERFLIP" merge -q shards -o joined || [ $? -eq 1 ]
	cmp joined single
	# No run changes the file of another one.
	[ "$(ls shards)" = "$(cd shards; ls ./*-?-of-2.shard ./*-?-of-2.[0-9]*.shard 2>/dev/null | sed 's|./||' | sort)" ]
}

has_files() {
	[ "$(find shards -name '*.shard' -size +0 2>/dev/null | wc -l)" -ge "$1" ]
}

@test "two runs of one shard at once, one of them stopped for a while, end with a whole shard" {
	slow "takes many seconds"
	make_list 600
	echo "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2" >>list
	solve_alone --json --deterministic --max 14
	"$SUPERFLIP" batch -q --json --deterministic --max 14 list --shard 1/1 -o shards &
	local orphan=$!
	wait_until has_files 1
	kill -STOP $orphan
	"$SUPERFLIP" batch -q --json --deterministic --max 14 list --shard 1/1 -o shards || [ $? -eq 1 ]
	"$SUPERFLIP" merge -q shards -o joined || [ $? -eq 1 ]
	cmp joined single
	kill -CONT $orphan
	ends_with 1 $orphan
	"$SUPERFLIP" merge -q shards -o again || [ $? -eq 1 ]
	cmp again single
	[ "$(ls shards | wc -l)" -eq 2 ]
}

@test "--shard refuses what it cannot do" {
	make_list 10
	for shard in 0/3 4/3 3 1/0 -1/3 "1/ 3" 1/3x 1/9999999 a/b; do
		expect 2 "*expected K/N, shard K of N, such as 3/100" batch list "--shard=$shard"
	done
	expect 2 "*--shard reads the list twice; name a file" batch - --shard 1/2 <list
	run -2 "$SUPERFLIP" batch list --shard 1/2 -o -
	expect 4 "*list: is not a directory; --shard writes a file into this directory" batch list --shard 1/2 -o list
}

@test "merge writes into devices and pipes, follows links, and replaces files only when told" {
	"$SUPERFLIP" scramble --type moves -l 6 -n 20 -s 1 >list
	"$SUPERFLIP" batch -q --json --deterministic --shard 1/1 list -o shards
	mkfifo pipe
	mkdir elsewhere
	ln -s elsewhere/target link
	echo before >elsewhere/target
	cat pipe >received &
	"$SUPERFLIP" merge -q shards -o pipe
	wait $!
	[ -p pipe ]
	"$SUPERFLIP" merge -q shards -o /dev/null
	[ -c /dev/null ]
	run -4 "$SUPERFLIP" merge -q shards -o /dev/full
	[ -c /dev/full ]
	run -4 "$SUPERFLIP" merge -q shards -o link
	[ "$(cat elsewhere/target)" = before ]
	"$SUPERFLIP" merge -q shards -o link --force
	[ -L link ]
	cmp received elsewhere/target
	[ "$(wc -l <received)" -eq 20 ]
	[ "$(ls elsewhere)" = target ]
}

@test "merge replaces none of its inputs, whatever it is told and by whatever name" {
	printf 'R\nF\n' >list
	solve_shards 2 --json
	cp -r shards before
	ln -s shards/*-1-of-2.shard link
	for into in shards/*-1-of-2.shard shards/*-2-of-2.shard link; do
		expect 4 "superflip: $into: is one of the files to join; name another output" merge shards --force -o "$into"
		expect 4 "*is one of the files to join*" merge shards/*.shard --force -o "$into"
		diff -r shards before
	done
	expect 0 "*2 solved*" merge shards --check -o link
}

@test "what a killed merge has left beside its output is removed by the next one" {
	printf 'R\nF\n' >list
	solve_shards 1 --json
	echo cut >joined.tmp123-0
	echo mine >joined.tmpl
	"$SUPERFLIP" merge -q shards -o joined
	[ "$(echo joined*)" = "joined joined.tmpl" ]
}
