#!/usr/bin/env bats
# Each write, sync, rename, mapping and allocation fails in turn; and builds are killed at random moments.
# Nothing may be torn, lost, damaged or wrong, whatever happens.

setup() {
	bats_require_minimum_version 1.5.0
	superflip=$SUPERFLIP
	inject=$(dirname "$SUPERFLIP")/faults/inject.so
	cd "$BATS_TEST_TMPDIR"
}

# Run a command once for each call of a kind, or for one in FAULT_STRIDE of them, until none is left to fail; after each run
# call CHECK with its exit status.
each_fault() {
	local check=$1 call stride at code
	shift
	[ -f "$inject" ] || skip "not built for this: $inject"
	for call in write fsync rename mmap malloc; do
		stride=1
		[ "$call" != malloc ] || [ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || stride=23
		for ((at = 1; ; at += stride)); do
			rm -f mark out out.resume
			code=0
			LD_PRELOAD=$inject FAULT_CALL=$call FAULT_AT=$at FAULT_MARK=mark "$@" >stdout 2>stderr || code=$?
			[ -e mark ] || break
			"$check" "$code" || { echo "call $at of $call: exit status $code"; cat stderr; return 1; }
		done
		echo "$call: $((at - 1))"
	done
}

# A cube for which there was no memory has a record that says so, and is solved by the next run.
whole_records() {
	[ ! -s out ] || grep -q '"stopped":"not enough memory"' out || { [ "$(tail -c 1 out | od -An -tx1)" = " 0a" ] && cmp -n "$(stat -c %s out)" out expected; }
}

# A batch: its records are the first of those that are expected, and all of them after success.
check_batch() {
	local code=$1
	case $code in
	0) cmp out expected || return ;;
	4 | 5) [ -s stderr ] || return ;;
	*) return 1 ;;
	esac
	whole_records || return
	# It goes on from there.
	"$superflip" batch -q --json --deterministic -t 1 list -o out --resume --heuristic orientation --pdb-dir tables ||
		"$superflip" batch -q --json --deterministic -t 1 list -o out --force --heuristic orientation --pdb-dir tables || return
	cmp out expected
}

@test "a batch with any call failing has whole records, a message, a status, and goes on" {
	"$superflip" pdb build -q orientation --pdb-dir tables
	printf '%s\n' "R U" "F2 # two" "U R'" "" "R U" >list
	"$superflip" batch -q --json --deterministic -t 1 list -o expected --heuristic orientation --pdb-dir tables
	each_fault check_batch "$superflip" batch -q --json --deterministic -t 1 list -o out --resume --heuristic orientation --pdb-dir tables
}

# A build: a sound table or none, and no other file.
check_build() {
	local code=$1
	case $code in
	0) ;;
	4 | 5) [ -s stderr ] || return ;;
	*) return 1 ;;
	esac
	[ "$code" -ne 0 ] || "$superflip" pdb verify -q twist --pdb-dir tables || return
	[ ! -e tables/twist-htm.pdb ] || "$superflip" pdb verify -q twist --pdb-dir tables || return
	[ -z "$(ls tables 2>/dev/null | grep -v '^twist-htm.pdb$')" ] || { ls tables; return 1; }
	rm -rf tables
}

@test "a build with any call failing leaves a sound table or none, and nothing else" {
	each_fault check_build "$superflip" pdb build -q twist -t 1 --pdb-dir tables
}

check_forced_build() {
	[ "$1" -eq 0 ] || [ "$1" -eq 4 ] || [ "$1" -eq 5 ] || return
	"$superflip" pdb verify -q twist --pdb-dir tables || return
	[ "$(ls tables)" = twist-htm.pdb ]
}

@test "a forced build with any call failing never loses the old table" {
	"$superflip" pdb build -q twist --pdb-dir tables
	each_fault check_forced_build "$superflip" pdb build -q twist -t 1 --force --pdb-dir tables
}

# verify: a right line is never called wrong, and success means that all were read.
check_verify() {
	local code=$1
	! grep -q 'wrong: ' stdout || return
	case $code in
	0) [ "$(grep -c ' right' stdout)" -eq 3 ] || return ;;
	4 | 5) [ -s stderr ] || return ;;
	*) return 1 ;;
	esac
}

@test "verify with any call failing calls nothing wrong that is right" {
	"$superflip" solve -q --json R "R U" F >claims
	each_fault check_verify "$superflip" verify claims
}

check_json() {
	local code=$1
	case $code in
	0 | 4 | 5) ;;
	*) return 1 ;;
	esac
	[ "$code" -ne 0 ] || cmp stdout expected || return
	grep -q '"stopped":"not enough memory"' stdout || cmp -n "$(stat -c %s stdout)" stdout expected
}

@test "JSON is whole or it is not there" {
	"$superflip" pdb build -q orientation --pdb-dir tables
	"$superflip" solve -q --json --deterministic --heuristic orientation --pdb-dir tables -t 1 R "R U" X >expected || [ $? -eq 3 ]
	check_json_of_errors() { [ "$1" -eq 3 ] && { cmp stdout expected; return; }; [ "$1" -ne 0 ] && check_json "$1"; }
	each_fault check_json_of_errors "$superflip" solve -q --json --deterministic --heuristic orientation --pdb-dir tables -t 1 R "R U" X
}

# ---- builds that are killed ----

@test "builds killed at random moments: never a damaged table, never a lost one, and the next build clears up" {
	local kills=10 n code builder
	[ "${SUPERFLIP_SLOW_TESTS:-}" != 1 ] || kills=100
	RANDOM=$$
	echo "seed $$"
	for n in $(seq "$kills"); do
		"$superflip" pdb build -q edges-URUFULUBFR -t 2 --pdb-dir tables $([ $((n % 2)) = 0 ] && echo --force) 2>err &
		builder=$!
		sleep "0.$(printf %03d $((RANDOM % 150)))"
		kill -9 $builder 2>/dev/null || true
		code=0
		wait $builder 2>/dev/null || code=$?
		[ "$code" -eq 137 ] || [ "$code" -eq 0 ] || { cat err; false; }
		# After the first table there always is one, and it is sound.
		if [ "$n" -gt 1 ] || [ -e tables/edges-URUFULUBFR-htm.pdb ]; then
			"$superflip" pdb verify -q edges-URUFULUBFR --pdb-dir tables
		fi
		"$superflip" pdb build -q edges-URUFULUBFR --pdb-dir tables
		[ "$(ls tables)" = edges-URUFULUBFR-htm.pdb ]
	done
}

# Large tables: kill builds of NAME in DIRECTORY so many times, at any moment of the time that a build takes.
kill_builds() {
	local name=$1 directory=$2 kills=$3 n n_killed=0 begin duration_ms code builder leftovers
	begin=$(date +%s%N)
	"$superflip" pdb build -q "$name" -t 2 --pdb-dir "$directory"
	duration_ms=$((($(date +%s%N) - begin) / 1000000))
	sha256sum "$directory"/*.pdb >sums
	for n in $(seq "$kills"); do
		"$superflip" pdb build -q "$name" -t 2 --force --pdb-dir "$directory" 2>err &
		builder=$!
		sleep "$(printf %d.%03d $((n * duration_ms / kills / 1000)) $((n * duration_ms / kills % 1000)))"
		kill -9 $builder 2>/dev/null || true
		code=0
		wait $builder 2>/dev/null || code=$?
		[ "$code" -eq 137 ] || [ "$code" -eq 0 ] || { cat err; return 1; }
		n_killed=$((n_killed + (code == 137)))
		# A build always makes the same bytes: whether the old table is there or the new one, it is whole.
		sha256sum --quiet -c sums || return
	done
	[ "$n_killed" -ge $((kills / 3)) ] || { echo "only $n_killed of $kills were killed in time"; return 1; }
	"$superflip" pdb build -q "$name" -t 2 --force --pdb-dir "$directory"
	leftovers=$(ls "$directory" | grep -v '\.pdb$\|\.checked$' || true)
	[ -z "$leftovers" ] || { echo "left: $leftovers"; return 1; }
	"$superflip" pdb verify -q --pdb-dir "$directory"
	echo "$name: $n_killed killed, $((kills - n_killed)) done before"
}

@test "large builds killed at every moment: the three tables of Korf, and one of 318 MB that is checked in the background" {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "takes minutes; SUPERFLIP_SLOW_TESTS=1 runs it"
	kill_builds corners corners 40
	kill_builds edges-upper edges 40
	kill_builds coset-300m coset 20
}
