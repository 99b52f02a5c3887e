#!/usr/bin/env bats
# Trust in tables: no answer rests on bytes that nobody has checked.

load expect
load wait

setup_file() {
	# A table that is too large to be checked before the search begins takes ten seconds to build.  COSET_300M names one.
	export COSET_300M=${COSET_300M:-}
	if [ -z "$COSET_300M" ] && [ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ]; then
		"$SUPERFLIP" pdb build -q coset-300m --pdb-dir "$BATS_FILE_TMPDIR"
		COSET_300M=$BATS_FILE_TMPDIR/coset-300m-htm.pdb
	fi
}

setup() {
	own=$BATS_TEST_TMPDIR/tables
	mkdir "$own"
	export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
	large=$own/coset-300m-htm.pdb
}

# A copy of the large table that a test may change.
need_large_copy() {
	[ -n "$COSET_300M" ] || skip "slow: needs coset-300m; COSET_300M names its file, or SUPERFLIP_SLOW_TESTS=1 builds it"
	cp --reflink=auto "$COSET_300M" "$large"
	touch -d '1 hour ago' "$large"
}

# Overwrite one page in 50 with 0xff, after the header.
damage_pages() {
	perl -e 'open my $f, "+<", $ARGV[0] or die; for (my $page = 2; $page < (-s $f) / 4096 - 1; $page += 50) {
		seek $f, $page * 4096, 0; print $f "\xff" x 4096 } close $f or die' "$1"
}

@test "a sound large table is checked once, and that is remembered beside it" {
	need_large_copy
	expect_output 0 '4\*  *' solve --pdb-dir "$own" --heuristic coset-300m "R U F D2"
	[ -z "$stderr" ]
	[ -f "$large.checked" ]
	before=$(stat -c '%i %y' "$large.checked")
	run -0 "$SUPERFLIP" solve --pdb-dir "$own" --heuristic coset-300m "R U F D2"
	[ "$(stat -c '%i %y' "$large.checked")" = "$before" ]
	sed -i 's/ boot [^ ]*/ boot 0/' "$large.checked"  # as after a start of the machine
	run -0 "$SUPERFLIP" solve --pdb-dir "$own" --heuristic coset-300m "R U F D2"
	grep -q "boot $(cat /proc/sys/kernel/random/boot_id) " "$large.checked"
	before=$(stat -c '%i %y' "$large.checked")
	touch -d '2 hours ago' "$large"
	run -0 "$SUPERFLIP" solve --pdb-dir "$own" --heuristic coset-300m "R U F D2"
	[ "$(stat -c '%i %y' "$large.checked")" != "$before" ]
}

@test "damage in a large table ends every command before it proves anything with it" {
	need_large_copy
	"$SUPERFLIP" solve -q --pdb-dir "$own" --heuristic coset-300m R
	damage_pages "$large"
	cube="L2 U2 R U' F' D2 R' B' D B' L2 F R' U2 B"
	echo "$cube" >"$BATS_TEST_TMPDIR/list"
	for command in "solve R" "solve --json R" "solve --preload R" "solve --max 2 R U F" "batch --csv $BATS_TEST_TMPDIR/list" \
	               "bench depth -d 10 -n 1" "pdb build coset-300m"; do
		local options="--heuristic coset-300m"
		[[ $command != "bench"* ]] || options="--heuristics coset-300m"
		[[ $command != "pdb"* ]] || options=
		# shellcheck disable=SC2086  # words
		run --separate-stderr "$SUPERFLIP" $command --pdb-dir "$own" $options
		[ "$status" -eq 4 ] || { echo "$command: status $status: $output $stderr"; false; }
		[[ "$output" != *"*"* && "$output" != *optimal* && "$output" != *"proved"* ]] || { echo "$command: $output"; false; }
		[[ $stderr == *"$large: "*"checksum; run \`superflip pdb build coset-300m --force"* ]] || { echo "$command: $stderr"; false; }
	done
}

@test "one wrong byte is enough, and its chunk is named; pdb verify and a build remember what they have verified" {
	need_large_copy
	printf '\x55' | dd of="$large" bs=1 seek=$((4096 + 5 * 16777216 + 99)) conv=notrunc status=none
	touch -d '1 hour ago' "$large"
	expect_output 4 "" solve --pdb-dir "$own" --heuristic coset-300m "R U F D2"
	[ "$stderr" = "superflip: $large: chunk 6 of 19 does not match its checksum; run \`superflip pdb build coset-300m --force --pdb-dir '$own'\`" ]
	[ ! -e "$large.checked" ]
	need_large_copy
	run -0 "$SUPERFLIP" pdb verify -q coset-300m --pdb-dir "$own"
	[ -f "$large.checked" ]
}

# ---- a table that is truncated or overwritten while it is in use ----

# A copy of a small coset table, to be spoilt.
need_small_copy() {
	cp "$COSET_30M_DIR/coset-30m-htm.pdb" "$own"
	small=$own/coset-30m-htm.pdb
}

# Wait until the iterations that -v prints have begun, that is, until the table is in use.
wait_for_search() {
	wait_until grep -q generated "$1"
}

@test "a table that is truncated while it is searched ends the command with a message and 4, not by a signal" {
	need_small_copy
	for threads in 1 2; do
		cp "$COSET_30M_DIR/coset-30m-htm.pdb" "$own"
		"$SUPERFLIP" solve -v -t $threads --time-limit 120 --pdb-dir "$own" --heuristic coset-30m \
			"U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2" >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" &
		local solver=$!
		wait_for_search "$BATS_TEST_TMPDIR/err"
		truncate -s 4096 "$small"
		ends_with 4 $solver
		[ ! -s "$BATS_TEST_TMPDIR/out" ]
		grep -Eq "^superflip: $small: (was truncated while it was in use, or its disk cannot be read|was written to while it was in use|truncated, .*); run " \
			"$BATS_TEST_TMPDIR/err"
	done
}

@test "a table that is overwritten in the middle of a list ends the batch with 4, and every record before is right" {
	need_small_copy
	"$SUPERFLIP" scramble --type moves -l 14 -n 240 -s 33 >"$BATS_TEST_TMPDIR/list"
	"$SUPERFLIP" batch -q -t 2 --csv --pdb-dir "$COSET_30M_DIR" --heuristic coset-30m "$BATS_TEST_TMPDIR/list" |
		cut -d, -f1,4,7 >"$BATS_TEST_TMPDIR/expected"
	mkfifo "$BATS_TEST_TMPDIR/fifo"
	# The rest of the list comes when the table is overwritten.
	"$SUPERFLIP" batch -q -t 2 --csv --pdb-dir "$own" --heuristic coset-30m - <"$BATS_TEST_TMPDIR/fifo" \
		>"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" &
	local solver=$!
	{
		head -n 120 "$BATS_TEST_TMPDIR/list"
		until [ "$(wc -l <"$BATS_TEST_TMPDIR/out")" -ge 40 ]; do sleep 0.02; done
		dd if=/dev/urandom of="$small" bs=1M seek=2 count=20 conv=notrunc status=none
		tail -n +121 "$BATS_TEST_TMPDIR/list"
	} >"$BATS_TEST_TMPDIR/fifo" 2>/dev/null || true
	ends_with 4 $solver
	grep -q "^superflip: $small: was written to while it was in use; run " "$BATS_TEST_TMPDIR/err" || { cat "$BATS_TEST_TMPDIR/err"; false; }
	cut -d, -f1,4,7 "$BATS_TEST_TMPDIR/out" >"$BATS_TEST_TMPDIR/got"
	cmp -n "$(stat -c %s "$BATS_TEST_TMPDIR/got")" "$BATS_TEST_TMPDIR/got" "$BATS_TEST_TMPDIR/expected"
}

@test "a table is not written into a pipe, and no reader is waited for" {
	mkfifo "$BATS_TEST_TMPDIR/pipe"
	ln -s "$BATS_TEST_TMPDIR/pipe" "$own/twist-htm.pdb"
	expect 4 "superflip: $own/twist-htm.pdb: No such device or address" pdb build twist --force --pdb-dir "$own"
	[ -p "$own/twist-htm.pdb" ]
}

# ---- leftovers of builds that were killed ----

@test "pdb list reports what a killed build left, and the next build removes it" {
	"$SUPERFLIP" pdb build -q twist --pdb-dir "$own"
	head -c 5000 /dev/zero >"$own/twist-htm.pdb.tmp123-0"
	: >"$own/twist-htm.pdb.lock"
	run -0 --separate-stderr "$SUPERFLIP" pdb list --pdb-dir "$own"
	[[ "$stderr" == *"$own/twist-htm.pdb.tmp123-0: left by a build that was killed, 5.0 kB; \`superflip pdb build twist\` removes it"* ]]
	[[ "$stderr" == *"$own/twist-htm.pdb.lock: left by a build that was killed, "* ]]
	exec 9>"$own/twist-htm.pdb.lock"
	flock 9
	expect_error 0 "" pdb list --pdb-dir "$own"
	exec 9>&-
	run -0 "$SUPERFLIP" pdb build twist --pdb-dir "$own"
	[ "$(ls "$own")" = twist-htm.pdb ]
}

# ---- files and memory that end too early ----

@test "a line for which there is no memory ends verify with 5, not with success" {
	(ulimit -v 200000 && "$SUPERFLIP" verify -q <<<"R -> R'") || skip "this build cannot run in 200 MB"
	{ echo "R -> R'"; head -c 300M /dev/zero | tr '\0' R; echo; echo "R -> R"; } >"$BATS_TEST_TMPDIR/long"
	expect_of 5 "*/long:2: Cannot allocate memory*" \
		bash -c 'ulimit -v 200000; "$0" verify "$1"' "$SUPERFLIP" "$BATS_TEST_TMPDIR/long"
	for command in show "solve --puzzle 2x2"; do
		run -5 bash -c 'ulimit -v 200000; "$0" '"$command"' <"$1"' "$SUPERFLIP" "$BATS_TEST_TMPDIR/long"
	done
}

# ---- a file that may not grow, or a disk that is full ----

@test "a limit on the size of files ends a batch or a build with a message; the last record is whole, of a build nothing is left" {
	"$SUPERFLIP" scramble --type moves -l 4 -n 3000 -s 2 >"$BATS_TEST_TMPDIR/list"
	for format in --json --csv -q; do
		rm -f "$BATS_TEST_TMPDIR/out"
		expect_of 4 "*superflip: $BATS_TEST_TMPDIR/out: cannot write the results: File too large*" \
			bash -c 'ulimit -f 40; "$0" batch -q '$format' -o "$1" "$2"' "$SUPERFLIP" "$BATS_TEST_TMPDIR/out" "$BATS_TEST_TMPDIR/list"
		size=$(stat -c %s "$BATS_TEST_TMPDIR/out")
		[ "$size" -gt 4000 ]
		[ "$(tail -c 1 "$BATS_TEST_TMPDIR/out" | od -An -tx1)" = " 0a" ]
		[ "$format" != --json ] || "$SUPERFLIP" verify -q "$BATS_TEST_TMPDIR/out"
	done
	expect_of 4 "*File too large*" bash -c 'ulimit -f 50; "$0" pdb build -q edges-URUFULUB --pdb-dir "$1"' "$SUPERFLIP" "$own"
	[ -z "$(ls "$own")" ]
}

# ---- what cannot be shown is described ----

# Write other words of the builder, $2, into the header of a table, and its checksum: XXH3-64 with zeros in its own place.
forge_builder() {
	python3 - "$1" "$2" <<-'END'
	import ctypes, sys
	xxh3 = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
	xxh3.restype, xxh3.argtypes = ctypes.c_uint64, [ctypes.c_char_p, ctypes.c_size_t]
	with open(sys.argv[1], "r+b") as table:
	    header = bytearray(table.read(4096))
	    builder, checksum = header.index(b"superflip "), 16
	    header[builder:builder + 32] = sys.argv[2].encode().ljust(32, b"\0")
	    header[checksum:checksum + 8] = bytes(8)
	    header[checksum:checksum + 8] = xxh3(bytes(header), 4096).to_bytes(8, "little")
	    table.seek(0)
	    table.write(header)
	END
}

@test "no control character of the input reaches a terminal" {
	local steering=$'\u009b31m' escape=$'\e]0;title\a' reversed=$'\u202eU R'
	local stickers="${steering}UUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
	printf '%s\n' "R # $escape" "$stickers" "$steering" "$escape" "$reversed" >"$BATS_TEST_TMPDIR/list"
	for format in --json --csv ""; do
		"$SUPERFLIP" batch $format "$BATS_TEST_TMPDIR/list" >"$BATS_TEST_TMPDIR/out" 2>&1 || true
		[ "$(wc -l <"$BATS_TEST_TMPDIR/out")" -ge 5 ]
		! LC_ALL=C grep -P '[\x00-\x09\x0B-\x1F\x7F]|\xC2[\x80-\x9F]|\xE2\x80[\xAA-\xAE]' "$BATS_TEST_TMPDIR/out" ||
			{ cat -v "$BATS_TEST_TMPDIR/out"; false; }
	done
	mkdir "$BATS_TEST_TMPDIR/$escape"
	for command in "batch $BATS_TEST_TMPDIR/$escape/none" "verify $BATS_TEST_TMPDIR/$escape/none" "solve $escape" "show $escape" \
	               "pdb info $escape/x.pdb" "$escape" "solve --$escape" "pdb $escape" "solve --heuristic $escape"; do
		IFS=' ' read -ra words <<<"$command"
		"$SUPERFLIP" "${words[@]}" >"$BATS_TEST_TMPDIR/out" 2>&1 && { echo "$command"; false; }
		! LC_ALL=C grep -P '[\x00-\x09\x0B-\x1F\x7F]' "$BATS_TEST_TMPDIR/out" || { cat -v "$BATS_TEST_TMPDIR/out"; false; }
	done
	"$SUPERFLIP" solve -q --heuristic manhattan --journal "$BATS_TEST_TMPDIR/units" R
	sed -i "s/^heuristic=.*/heuristic=$escape/" "$BATS_TEST_TMPDIR/units"  # its records count no more
	for format in text csv jsonl markdown; do
		run -0 "$SUPERFLIP" journal --format $format "$BATS_TEST_TMPDIR/units"
		! LC_ALL=C grep -P '[\x00-\x09\x0B-\x1F\x7F]' <<<"$output" || { cat -v <<<"$output"; false; }
	done
	"$SUPERFLIP" pdb build -q twist --pdb-dir "$own"
	# The builder's words are not covered by the checksum of the table, but by that of the header: XXH3 with zeros in its place.
	forge_builder "$own/twist-htm.pdb" "$escape"
	expect 0 '*builder          <U+001B>\]0;title<U+0007>*' pdb info "$own/twist-htm.pdb"
	printf '{"scramble": "R\e[2J" x\n%s -> R\n{"schema":"\e"}\n' "$steering" >"$BATS_TEST_TMPDIR/results"
	run -1 "$SUPERFLIP" verify "$BATS_TEST_TMPDIR/results"
	! LC_ALL=C grep -P '[\x00-\x09\x0B-\x1F\x7F]|\xC2[\x80-\x9F]' <<<"$output"
}
