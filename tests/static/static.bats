#!/usr/bin/env bats
# The program as one file (make static): it needs nothing of the system, and does what the other one does. The one for aarch64 runs
# under emulation.

load ../cli/wait

setup_file() {
	bats_require_minimum_version 1.5.0
	export tables="$BATS_FILE_TMPDIR/tables" SUPERFLIP_PDB_DIR="$BATS_FILE_TMPDIR/tables"
	for machine in x86_64 aarch64; do
		(cd "$STATIC_OUT" && ls superflip-*-linux-$machine) >"$BATS_FILE_TMPDIR/$machine"
	done
	"$SUPERFLIP" pdb build -q corners coset-30m --pdb-dir "$tables"
}

# The words of its command: $program.
program_of() {
	program=("$STATIC_OUT/$(cat "$BATS_FILE_TMPDIR/$1")")
	[ "$(uname -m)" = "$1" ] || program=("qemu-$1" "${program[@]}")
}

# static MACHINE ARGUMENT...
static() {
	local program
	program_of "$1"
	"${program[@]}" "${@:2}"
}

@test "no interpreter, no libraries, no symbols, and the sums are right" {
	for machine in x86_64 aarch64; do
		file="$STATIC_OUT/$(cat "$BATS_FILE_TMPDIR/$machine")"
		readelf -h "$file" | grep -qi "machine:.*${machine/_/-}"
		[ "$(readelf -l "$file" | grep -c 'INTERP\|DYNAMIC')" = 0 ]
		[ "$(nm "$file" 2>&1 | grep -c ' T ')" = 0 ]
	done
	cd "$STATIC_OUT" && sha256sum --check --strict SHA256SUMS
	[ "$(wc -l <SHA256SUMS)" = 3 ]
}

@test "each says its version, solves, reads a list, and refuses what is no cube" {
	for machine in x86_64 aarch64; do
		run -0 static $machine --version
		[ "${lines[0]}" = "$("$SUPERFLIP" --version | head -n 1)" ]
		run -0 static $machine solve -q --deterministic --heuristic corners "R U R' U' F"
		[ "$output" = "$("$SUPERFLIP" solve -q --deterministic --heuristic corners --pdb-dir "$tables" "R U R' U' F")" ]
		run -1 static $machine batch -q --heuristic corners - <<<$'R U\nR X\nF2'
		[ "${#lines[@]}" = 3 ] && [[ ${lines[1]} == *"'X' is not a move"* ]]
		run -0 static $machine solve -q --puzzle 2x2 "R U2 F"
		[[ $output == "3*  "* ]]
	done
}

@test "its kernels find what the other program's find, with threads" {
	for machine in x86_64 aarch64; do
		run -0 static $machine solve -q -t 3 --heuristic coset-30m "D2 F' R2 B U2 R F L2 D' B2"
		[[ $output == "10*  "* ]]
	done
}

@test "its signature is that of the tree: every search visits the same nodes" {
	run -0 --separate-stderr static "$(uname -m)" bench signature -q -f csv
	[ "${lines[-1]}" = "signature,,,,$(cat "$BATS_TEST_DIRNAME/../../bench/signature")" ]
}

@test "it builds tables, the same bytes" {
	mkdir "$BATS_TEST_TMPDIR/own"
	for machine in x86_64 aarch64; do
		static $machine pdb build -q corners --pdb-dir "$BATS_TEST_TMPDIR/$machine"
		cmp "$BATS_TEST_TMPDIR/$machine/corners-htm.pdb" "$tables/corners-htm.pdb"
	done
}

@test "it serves" {
	for machine in x86_64 aarch64; do
		# Not through a function: a signal to the shell of that one would leave the server.
		program_of $machine
		: >"$BATS_TEST_TMPDIR/log"
		"${program[@]}" serve --port 0 --heuristic corners 2>"$BATS_TEST_TMPDIR/log" 3>&- &
		server=$!
		wait_until grep -q 'http://127.*/' "$BATS_TEST_TMPDIR/log"
		address=$(grep -o 'http://127[^ ]*[0-9]' "$BATS_TEST_TMPDIR/log")
		[ "$(curl -s "$address/healthz")" = ok ]
		[[ "$(curl -s "$address/")" == *"<title>"* ]]
		[[ "$(curl -s -H 'Content-Type: application/json' -d '{"scramble": "R U"}' "$address/api/solve")" == *'"id"'* ]]
		kill -TERM $server
		ends_with 143 $server
	done
}

@test "where there is nothing else, it runs: in a root directory of its own" {
	[ "$(id -u)" = 0 ] || skip "chroot takes root"
	mkdir -p "$BATS_TEST_TMPDIR/root/tmp"
	cp "$STATIC_OUT/$(cat "$BATS_FILE_TMPDIR/$(uname -m)")" "$BATS_TEST_TMPDIR/root/superflip"
	run -0 env -i SUPERFLIP_PDB_DIR=/tmp "$(command -v chroot)" --userspec=65534:65534 "$BATS_TEST_TMPDIR/root" /superflip scramble --seed 7
	[ "$output" = "$("$SUPERFLIP" scramble --seed 7)" ]
}
