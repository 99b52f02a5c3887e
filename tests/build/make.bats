#!/usr/bin/env bats
# The Makefile: what it prints, what it builds again, where it builds.

setup() {
	bats_require_minimum_version 1.5.0
	unset MAKEFLAGS MFLAGS MAKELEVEL CFLAGS
	cd "$BATS_TEST_DIRNAME/../.."
	built=$BATS_TEST_TMPDIR/built
	object=$built/release/src/engine/base/clock.o
}

compile() {
	make BUILD_DIR="$built" "$@" "$object"
}

@test "a build prints a word and a file, with V=1 the command" {
	[ "$(compile)" = "  CC   src/engine/base/clock.c" ]
	rm "$object"
	[[ "$(compile V=1)" == *"-c src/engine/base/clock.c -o $object"* ]]
}

@test "what is up to date is left alone; another header or flag compiles again" {
	compile
	[ -z "$(compile)" ]
	[ "$(compile CFLAGS=-O0)" = "  CC   src/engine/base/clock.c" ]
	[ -z "$(compile CFLAGS=-O0)" ]
	[ "$(compile)" = "  CC   src/engine/base/clock.c" ]
	# The object is older than the header, and nothing of the tree is touched.
	touch -d '2001-01-01' "$object"
	[ "$(compile)" = "  CC   src/engine/base/clock.c" ]
}

@test "CFLAGS come after the flags of the project" {
	run compile V=1 CFLAGS="-O0 -DMINE"
	[ "$status" -eq 0 ]
	[[ "$output" =~ -O3.*-O0\ -DMINE ]]
	[[ ! "$output" =~ -O0.*-O3 ]]
}

@test "called from another directory, it builds there" {
	mkdir "$BATS_TEST_TMPDIR/elsewhere"
	source=$PWD
	cd "$BATS_TEST_TMPDIR/elsewhere"
	run make -f "$source/Makefile" build/release/src/engine/base/clock.o
	[ "$status" -eq 0 ]
	[ -s build/release/src/engine/base/clock.o ]
}

@test "make help names what there is to type" {
	run make help
	[ "$status" -eq 0 ]
	for target in all lib doc install uninstall clean demo test slow-test check-layers lint help; do
		[[ "$output" == *"  $target "* ]] || { echo "$target"; false; }
	done
}

@test "make MPICC= builds and installs no superflip-mpi, whatever is installed" {
	[[ "$(make -n install MPICC= 2>&1)" != *superflip-mpi\ * ]]
}

@test "make dist: of one commit always the same bytes, without a path of this machine" {
	git rev-parse HEAD >/dev/null 2>&1 || skip "this is no clone"
	for try in 1 2; do
		make -s dist BUILD_DIR="$BATS_TEST_TMPDIR/$try"
		sleep 1  # another second on the clock
	done
	cmp "$BATS_TEST_TMPDIR"/1/dist/*.tar.xz "$BATS_TEST_TMPDIR"/2/dist/*.tar.xz
	tar -tf "$BATS_TEST_TMPDIR"/1/dist/*.tar.xz >"$BATS_TEST_TMPDIR/list"
	[ -z "$(grep -v '^superflip-[0-9.]*/' "$BATS_TEST_TMPDIR/list")" ]
	grep -q 'superflip-[0-9.]*/Makefile$' "$BATS_TEST_TMPDIR/list"
}

@test "a directory with a space in its name is refused in words" {
	mkdir "$BATS_TEST_TMPDIR/a b"
	cp -r Makefile mk include "$BATS_TEST_TMPDIR/a b"
	local words="a directory with a space in its name cannot be built in; move it, or choose another BUILD_DIR"
	run make -C "$BATS_TEST_TMPDIR/a b" all
	[[ "$status" -eq 2 && "$output" == *"$words"* ]] && [ "$(grep -c '' <<<"$output")" -le 3 ]
	run make BUILD_DIR="$BATS_TEST_TMPDIR/a b" all
	[[ "$status" -eq 2 && "$output" == *"$words"* ]]
}

@test "tables of tests are kept when the code that builds them is the same, and removed when it is not" {
	local stamp=$built/release/stamps/tables tables=$built/release/test-tables
	make BUILD_DIR="$built" "$stamp"
	mkdir "$tables"
	# -W: as if the file had been changed.
	make BUILD_DIR="$built" -W src/session/solver.c -W src/engine/base/clock.c "$stamp"
	[ -d "$tables" ]
	echo >>"$object"
	make BUILD_DIR="$built" "$stamp"
	[ ! -d "$tables" ]
}

@test "nothing is said after the last line of the tests" {
	compile
	run make -n BUILD_DIR="$built" "$built/release/bench/last_layer"
	[ "$status" -eq 0 ]
	! grep '^rm .*last_layer' <<<"$output"
}

@test "a Python without setuptools or wheel is told, and what to do" {
	printf '#!/bin/sh\nexit 1\n' >"$BATS_TEST_TMPDIR/python"
	chmod +x "$BATS_TEST_TMPDIR/python"
	for script in "build-wheel $BATS_TEST_TMPDIR" "build-sdist $BATS_TEST_TMPDIR archive"; do
		# shellcheck disable=SC2086  # words
		PYTHON="$BATS_TEST_TMPDIR/python" run scripts/$script
		[[ "$status" -eq 1 && "$output" == *"/python lacks "*"setuptools"*"or name another Python: PYTHON=/usr/bin/python3" ]]
	done
}
