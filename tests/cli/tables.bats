#!/usr/bin/env bats
# Using the coset tables: which one is chosen, how it is opened, and that a damaged one is refused.

setup_file() {
	bats_require_minimum_version 1.5.0
	cp "$COSET_30M_DIR/coset-30m-htm.pdb" "$BATS_FILE_TMPDIR"
}

setup() {
	load expect
	superflip=$(realpath "${SUPERFLIP:-build/release/superflip}")
	table=$BATS_FILE_TMPDIR/coset-30m-htm.pdb
	own=$BATS_TEST_TMPDIR/tables   # a directory that a test may change
	mkdir "$own"
	hard="L2 U2 R U' F' D2 R' B' D B' L2 F R'"
}

# The directory of the tables that are built with the program.
default_directory() {
	"$superflip" pdb path
}

link_korf() {
	ln -s "$(default_directory)"/{corners,edges-URUFULUBFRFL,edges-DRDFDLDBBLBR}-htm.pdb "$1"
}

# The heuristic that solve takes, with such options.
taken() {
	"$superflip" solve --json "$@" R | grep -o '"heuristic":"[^"]*"' | cut -d'"' -f4
}

# ---- opening ----

@test "-v describes each table: file, bytes, mapped or preloaded, and its pages" {
	run -0 --separate-stderr "$superflip" solve -v -t 1 --pdb-dir "$BATS_FILE_TMPDIR" --heuristic coset-30m R
	[ "$output" = "1*  R'" ]
	pages='[0-9]+ kB in memory, [0-9]+ kB of them on huge pages'
	[[ ${stderr_lines[0]} =~ ^"superflip: $table: $(stat -c %s "$table") bytes, mapped; "$pages$ ]]
	[[ ${stderr_lines[1]} =~ ^"superflip: heuristic coset-30m, kernel: coset, "(AVX-512|AVX2|portable)$ ]]
	[[ ${stderr_lines[-1]} =~ ^"superflip: $table: "[0-9]+" bytes, mapped; "$pages$ ]]
	run --separate-stderr "$superflip" solve -v --heuristic korf R
	[ "$(grep -c " bytes, mapped; " <<<"$stderr")" -eq 6 ]
}

@test "--preload copies all of a table, and the answers are the same" {
	run --separate-stderr "$superflip" solve -v -t 1 --preload --pdb-dir "$BATS_FILE_TMPDIR" --heuristic coset-30m \
		--deterministic "$hard"
	[ "$status" -eq 0 ]
	preloaded=$output
	[[ ${stderr_lines[0]} == "superflip: $table: $(stat -c %s "$table") bytes, preloaded; "* ]]
	in_memory=$(sed -E 's/.*; ([0-9]+) kB in memory.*/\1/' <<<"${stderr_lines[0]}")
	[ "$in_memory" -ge $((($(stat -c %s "$table") - 4096) / 1024)) ]
	[ "$(grep -c " bytes, " <<<"$stderr")" -eq 1 ]
	run "$superflip" solve --pdb-dir "$BATS_FILE_TMPDIR" --heuristic coset-30m --deterministic "$hard"
	[ "$output" = "$preloaded" ]
}

@test "batch, verify and bench preload, too" {
	echo "R U F" >"$BATS_TEST_TMPDIR/list"
	run -0 "$superflip" batch -q --preload --heuristic korf "$BATS_TEST_TMPDIR/list"
	expect_of 0 "*proved optimal*" "$superflip" verify -q --preload --optimal --heuristic korf <<<"R U F -> F' U' R'"
	for bench in "depth -d 8 -n 2" "threads -d 8 -t 1 --repeats 1" "korf $BATS_TEST_TMPDIR/list"; do
		# shellcheck disable=SC2086  # words
		run -0 "$superflip" bench $bench --preload --quiet
	done
}

@test "--preload without the memory for it exits with 5, and says how to do without" {
	mapped="ulimit -v 110000; '$superflip' solve -t 1 --heuristic korf R"
	bash -c "$mapped" || skip "this build cannot run in 110 MB"
	run -5 bash -c "$mapped --preload"
	[[ $output == "superflip: --preload: not enough memory to copy the tables of 'korf': 82.7 MiB needed, "* ]]
}

# ---- auto ----

@test "auto takes the strongest table that is installed" {
	[ "$(taken --pdb-dir "$BATS_FILE_TMPDIR")" = coset-30m ]
	link_korf "$own"
	[ "$(taken --pdb-dir "$own")" = korf ]
	ln -s "$table" "$own"
	[ "$(taken --pdb-dir "$own")" = coset-30m ]
	[ "$(taken --pdb-dir "$own" --heuristic auto)" = coset-30m ]
}

@test "auto builds nothing if a table is installed, however much stronger others would be" {
	ln -s "$table" "$own"
	run -0 --separate-stderr "$superflip" solve --pdb-dir "$own" R
	[ -z "$stderr" ]
	[ "$(ls "$own")" = coset-30m-htm.pdb ]
}

@test "auto within --memory: the strongest that fits, and an early refusal" {
	link_korf "$own"
	ln -s "$table" "$own"
	[ "$(taken --pdb-dir "$own" --memory 31M)" = coset-30m ]
	rm "$own/coset-30m-htm.pdb"
	[ "$(taken --pdb-dir "$own" --memory 90M)" = korf ]
	run -5 "$superflip" solve --pdb-dir "$own" --memory 60M R
	[[ $output == *"need"*"--heuristic "* ]]
}

@test "auto leaves a gigabyte of memory free" {
	ln -s "$table" "$own"
	# A file counts by its size, and this one is refused if it is taken.
	larger=$own/coset-300m-htm.pdb
	truncate -s 4K "$larger"
	run -4 "$superflip" solve --pdb-dir "$own" R
	available_kib=$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo)
	truncate -s "$((available_kib - 256 * 1024))K" "$larger"
	[ "$(taken --pdb-dir "$own")" = coset-30m ]
}

@test "auto in quarter turns takes a coset table of half turns before Korf's of quarter turns" {
	ln -s "$table" "$own"
	[ "$(taken --pdb-dir "$own" --metric qtm)" = coset-30m ]
	run "$superflip" solve -q --pdb-dir "$own" --metric qtm "R2 U F2"
	[[ "$output" == "5*  "* ]]
}

# ---- damage ----

# Add one to the byte of FILE at OFFSET.
flip_byte() {
	byte=$(od -An -tu1 -j "$2" -N1 "$1" | tr -d ' ')
	# shellcheck disable=SC2059  # an octal escape
	printf "\\$(printf %o $(((byte + 1) % 256)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

@test "one wrong byte of a coset table is found wherever it is, and the table is refused" {
	size=$(stat -c %s "$table")
	# The side table, the lines.
	for offset in 4096 $((4096 + 1000)) $((size / 2)) $((size - 1)); do
		cp "$table" "$own"
		flip_byte "$own/coset-30m-htm.pdb" "$offset"
		for command in "pdb verify coset-30m" "solve R" "solve --heuristic coset-30m R"; do
			# shellcheck disable=SC2086  # words
			expect_of 4 "*the entries do not match their checksum; run \`superflip pdb build coset-30m --force*" "$superflip" $command --pdb-dir "$own"
		done
	done
}

@test "a truncated coset table is refused when it is opened" {
	size=$(stat -c %s "$table")
	for left in $((size - 1)) $((size / 2)) 5000; do
		cp "$table" "$own"
		truncate -s "$left" "$own/coset-30m-htm.pdb"
		expect_of 4 "*truncated, $left bytes instead of $size*" "$superflip" solve --pdb-dir "$own" R
		run -4 "$superflip" pdb verify coset-30m --pdb-dir "$own"
	done
}

@test "of a table that is too large to be checked at every opening, verify finds a wrong byte, opening a missing one" {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "slow: builds coset-300m"
	"$superflip" pdb build -q coset-300m --pdb-dir "$own"
	file=$own/coset-300m-htm.pdb
	flip_byte "$file" 200000000
	expect_of 4 "*the entries do not match their checksum*" "$superflip" pdb verify coset-300m --pdb-dir "$own"
	truncate -s -1 "$file"
	expect_of 4 "*truncated, *" "$superflip" solve --pdb-dir "$own" R
}

# ---- what to expect, and the choice by it ----

@test "list has columns of expected times, which follow the sizes, and states their basis" {
	run -0 "$superflip" pdb list --pdb-dir "$own"
	[ "$(xargs <<<"${lines[0]}")" = "table metric state size mean solve build used by" ]
	[[ ${lines[-2]} == "solve: a random position with 1 thread; build: with "*" Both are estimates, "* ]]
	[[ ${lines[-1]} == *"ns on this machine, and reference timings of the "*" kernels."* ]]
	# Every number stands below its heading: columns end where they do.
	for column in size mean solve build; do
		end=$(awk -v word="$column" '{ print index($0, word) + length(word); exit }' <<<"${lines[0]}")
		awk -v end="$end" '/^solve: / { exit } { if (substr($0, end - 1, 1) == " " || substr($0, end, 2) != "  ") exit 1 }' \
			<<<"$output"
	done
	# Seconds, minutes, hours: in order of the table's size no coset table takes longer than the one before.
	grep '^coset-[^ ]*  *htm ' <<<"$output" | awk '
		{ second["s"] = 1; second["min"] = 60; second["h"] = 3600; time = $7 * second[$8] }
		NR > 1 && time > last { exit 1 } { last = time } END { if (NR < 5 || time == 0) exit 1 }'
	# What is not known is not made up.
	grep -q '^korf7  *qtm .* -  *[0-9.]* s  3 tables together$' <<<"$output"
}

@test "a table has the announced size" {
	run -5 --separate-stderr "$superflip" solve --pdb-dir "$own" --heuristic coset-30m --memory 31767423 R
	[ "$(stat -c %s "$table")" -eq 31767424 ]
	[ "$(taken --pdb-dir "$BATS_FILE_TMPDIR" --heuristic coset-30m --memory 31767424)" = coset-30m ]
	size_of() { "$superflip" pdb list --pdb-dir "$1" | awk '$1 == "coset-30m" && $2 == "htm" { print $4, $5 }'; }
	[ "$(size_of "$own")" = "31.8 MB" ]
	[ "$(size_of "$BATS_FILE_TMPDIR")" = "31.8 MB" ]
}

@test "build --budget takes the best that fits, says why, and builds it once" {
	for state in "built in "[0-9] "already there"; do
		run -0 --separate-stderr "$superflip" pdb build --budget 200k --pdb-dir "$own"
		[[ ${lines[0]} =~ ^"orientation is the best within 200.0 KiB: 10.1 KiB, "(built in about [0-9.]+ s, )?"a random position in about "[0-9.]+" y with one thread; corners, the next better one, takes 42.1 MiB"$ ]]
		# shellcheck disable=SC2053  # patterns
		[[ ${lines[1]} == "$own/twist-htm.pdb: "$state* && ${lines[2]} == "$own/flip-htm.pdb: "$state* ]]
	done
	run --separate-stderr "$superflip" pdb build -q --budget 200k --pdb-dir "$own"
	[ -z "$output" ]
	ln -s "$table" "$own"
	run --separate-stderr "$superflip" pdb build --budget 100M --pdb-dir "$own"
	[ "${#lines[@]}" -eq 2 ]
	[[ ${lines[0]} =~ ^"coset-30m is the best within 100.0 MiB: 30.3 MiB, a random position in about "[0-9.]+" "(s|min)" with one thread; coset-125m, the next better one, takes 123.5 MiB"$ ]]
	[ "${lines[1]}" = "$own/coset-30m-htm.pdb: already there" ]
}

@test "build --budget with --build-time skips slow tables unless they are installed" {
	run -0 "$superflip" pdb build --budget 200M --build-time 0.1 --pdb-dir "$own"
	[[ ${lines[0]} == "orientation is the best within 200.0 MiB and 0.10 s of building: "*", the next better one, takes about "*" to build" ]]
	ln -s "$table" "$own"
	run "$superflip" pdb build --budget 200M --build-time 0.1 --pdb-dir "$own"
	[[ ${lines[0]} == "coset-30m is the best within "*"; coset-125m, the next better one, takes about "* ]]
	[[ ${lines[1]} == *": already there" ]]
}

@test "build --budget in quarter turns follows the order of the heuristics" {
	run -0 "$superflip" pdb build --budget 20k --metric qtm --pdb-dir "$own"
	[[ ${lines[0]} =~ ^"orientation is the best within 20.0 KiB: 10.1 KiB, built in about "[0-9.]+" s, a random position in about "[0-9.]+" y with one thread; corners, the next better one, takes "[0-9.]+" MiB"$ ]]
	[ -f "$own/twist-qtm.pdb" ]
}

@test "a budget that is too small for anything names the smallest" {
	run -5 "$superflip" pdb build --budget 5k --pdb-dir "$own"
	[[ $output == "superflip: pdb build: --budget: no tables fit in 5.0 KiB; the smallest, those of 'orientation', take 10.1 KiB "* ]]
	[ -z "$(ls "$own")" ]
}

@test "errors in a budget are explained, with status 2" {
	expect_of 2 "superflip: --budget '3X': expected a size such as 3G, or 25%" "$superflip" pdb build --budget 3X
	expect_of 2 "superflip: pdb build: --budget chooses the tables itself, or those of a goal; leave out 'coset-30m'" "$superflip" pdb build --budget 3G coset-30m
	expect_of 2 "*--build-time 'soon': expected *" "$superflip" pdb build --budget 3G --build-time soon
	for arguments in "build --build-time 60" "build coset-30m --build-time 60" "build --budget" "list --budget 3G" \
	                 "build --budget 0" "build --budget 200%"; do
		# shellcheck disable=SC2086  # words
		run -2 "$superflip" pdb $arguments
		[[ $output == "superflip: "* ]]
	done
}
