#!/usr/bin/env bats
# Trust in tables: no answer rests on bytes that nobody has checked.

setup_file() {
	bats_require_minimum_version 1.5.0
	superflip=$(realpath "${SUPERFLIP:-build/release/superflip}")
	# A table that is too large to be checked before the search begins; slow to build, so one that is there is taken.
	unset XDG_CACHE_HOME
	export LARGE_TABLE=
	if LARGE_TABLE=$("$superflip" pdb path coset-300m 2>/dev/null); then
		:
	elif [ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ]; then
		"$superflip" pdb build -q coset-300m --pdb-dir "$BATS_FILE_TMPDIR"
		LARGE_TABLE=$BATS_FILE_TMPDIR/coset-300m-htm.pdb
	fi
}

setup() {
	superflip=$(realpath "${SUPERFLIP:-build/release/superflip}")
	own=$BATS_TEST_TMPDIR/tables
	mkdir "$own"
	export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
	large=$own/coset-300m-htm.pdb
}

# A copy of the large table that a test may change.
need_large_copy() {
	[ -n "$LARGE_TABLE" ] || skip "coset-300m is not installed; SUPERFLIP_SLOW_TESTS=1 builds it"
	cp --reflink=auto "$LARGE_TABLE" "$large"
	touch -d '1 hour ago' "$large"
}

# Overwrite one page of 50 with 0xff, beyond the header.
damage_pages() {
	perl -e 'open my $f, "+<", $ARGV[0] or die; for (my $page = 2; $page < (-s $f) / 4096 - 1; $page += 50) {
		seek $f, $page * 4096, 0; print $f "\xff" x 4096 } close $f or die' "$1"
}

@test "a sound large table is checked once, and that is remembered beside it" {
	need_large_copy
	run --separate-stderr "$superflip" solve --pdb-dir "$own" --heuristic coset-300m "R U F D2"
	[ "$status" -eq 0 ]
	[[ "$output" == "4*  "* ]]
	[ -z "$stderr" ]
	[ -f "$large.checked" ]
	before=$(stat -c '%i %y' "$large.checked")
	run "$superflip" solve --pdb-dir "$own" --heuristic coset-300m "R U F D2"
	[ "$status" -eq 0 ]
	[ "$(stat -c '%i %y' "$large.checked")" = "$before" ]
	touch -d '2 hours ago' "$large"
	run "$superflip" solve --pdb-dir "$own" --heuristic coset-300m "R U F D2"
	[ "$status" -eq 0 ]
	[ "$(stat -c '%i %y' "$large.checked")" != "$before" ]
}

@test "damage in a large table ends every command that would prove something by it, before it does" {
	need_large_copy
	"$superflip" solve -q --pdb-dir "$own" --heuristic coset-300m R
	damage_pages "$large"
	cube="L2 U2 R U' F' D2 R' B' D B' L2 F R' U2 B"
	echo "$cube" >"$BATS_TEST_TMPDIR/list"
	for command in "solve R" "solve --json R" "solve --preload R" "solve --max 2 R U F" "batch --csv $BATS_TEST_TMPDIR/list" \
	               "bench depth -d 10 -n 1" "pdb build coset-300m"; do
		local options="--heuristic coset-300m"
		[[ $command != "bench"* ]] || options="--heuristics coset-300m"
		[[ $command != "pdb"* ]] || options=
		# shellcheck disable=SC2086  # words
		run --separate-stderr "$superflip" $command --pdb-dir "$own" $options
		[ "$status" -eq 4 ] || { echo "$command: status $status: $output $stderr"; false; }
		[[ "$output" != *"*"* && "$output" != *optimal* && "$output" != *"proved"* ]] || { echo "$command: $output"; false; }
		[[ $stderr == *"$large: "*"checksum; run \`superflip pdb build coset-300m --force"* ]] || { echo "$command: $stderr"; false; }
	done
}

@test "one wrong byte is enough, and the chunk that it is in is named" {
	need_large_copy
	printf '\x55' | dd of="$large" bs=1 seek=$((4096 + 5 * 16777216 + 99)) conv=notrunc status=none
	touch -d '1 hour ago' "$large"
	run --separate-stderr "$superflip" solve --pdb-dir "$own" --heuristic coset-300m "R U F D2"
	[ "$status" -eq 4 ]
	[ -z "$output" ]
	[ "$stderr" = "superflip: $large: chunk 6 of 19 does not match its checksum; run \`superflip pdb build coset-300m --force --pdb-dir '$own'\`" ]
	[ ! -e "$large.checked" ]
}

@test "pdb verify remembers, too; and a build remembers what it has verified" {
	need_large_copy
	run "$superflip" pdb verify -q coset-300m --pdb-dir "$own"
	[ "$status" -eq 0 ]
	[ -f "$large.checked" ]
}
