#!/usr/bin/env bats
# The library as packagers and programmers get it: installed under a DESTDIR, found through pkg-config.

setup_file() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	unset MAKEFLAGS MFLAGS MAKELEVEL
	export ROOT=$BATS_FILE_TMPDIR/root
	make install PREFIX=/opt/superflip DESTDIR="$ROOT" >"$BATS_FILE_TMPDIR/log" 2>&1
	export PKG_CONFIG_PATH=$ROOT/opt/superflip/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$ROOT
	export LD_LIBRARY_PATH=$ROOT/opt/superflip/lib
}

setup() {
	bats_require_minimum_version 1.5.0
	cd "$BATS_TEST_DIRNAME/../.."
}

need() {
	command -v "$1" >/dev/null || skip "$1 is not installed"
}

compile() {
	# shellcheck disable=SC2046  # a list of options
	"$@" -Wall -Wextra -Werror $(pkg-config --cflags --libs superflip)
}

@test "the header compiles alone, as C99 and as C++11, without a warning" {
	for compiler in gcc clang; do
		command -v $compiler >/dev/null || continue
		$compiler -std=c99 -Wall -Wextra -pedantic -Werror -Iinclude -fsyntax-only -x c - <<<'#include <superflip.h>'
	done
	for compiler in g++ clang++; do
		command -v $compiler >/dev/null || continue
		$compiler -std=c++11 -Wall -Wextra -pedantic -Werror -Iinclude -fsyntax-only -x c++ - <<<'#include <superflip.h>'
	done
}

@test "what the header declares is exported, and nothing else" {
	declared=$(grep -o '\bsuperflip_[a-z0-9_]*(' include/superflip.h | grep -o '[a-z0-9_]*' | sort -u)
	exported=$(nm -D --defined-only "$LD_LIBRARY_PATH/libsuperflip.so" | awk '$2 == "T" {sub("@.*", "", $3); print $3}' | sort -u)
	for name in $exported; do
		grep -qx "$name" <<<"$declared"
	done
	[ "$(wc -l <<<"$exported")" -ge 70 ]
	# superflip_notify is a type.
	[ -z "$(comm -23 <(echo "$declared") <(echo "$exported") | grep -v '^superflip_notify$')" ]
	[ -z "$(nm -D --defined-only "$LD_LIBRARY_PATH/libsuperflip.so" | awk '$2 != "A" && $3 !~ /^superflip_/')" ]
	[ -z "$(nm -g --defined-only "$LD_LIBRARY_PATH/libsuperflip.a" | awk 'NF == 3 && $3 !~ /^superflip_/')" ]
}

@test "the shared library has a soname, and needs neither Jansson nor a fixed address" {
	readelf -d "$LD_LIBRARY_PATH/libsuperflip.so" >"$BATS_TEST_TMPDIR/dynamic"
	grep -q 'soname: \[libsuperflip.so.1\]' "$BATS_TEST_TMPDIR/dynamic"
	run ! grep -qE 'jansson|TEXTREL' "$BATS_TEST_TMPDIR/dynamic"
}

@test "one version: of the header, the command, pkg-config, and the file" {
	version=$("$SUPERFLIP" --version | awk '{print $2; exit}')
	[ "$(pkg-config --modversion superflip)" = "$version" ]
	[ -f "$LD_LIBRARY_PATH/libsuperflip.so.$version" ]
}

@test "the example in C finds the library through pkg-config, with gcc and clang" {
	for compiler in gcc clang; do
		command -v $compiler >/dev/null || continue
		compile $compiler doc/examples/solve.c -o "$BATS_TEST_TMPDIR/solve"
		[ "$("$BATS_TEST_TMPDIR/solve" "R U R' U'")" = "4*  U R U' R'" ]
		run "$BATS_TEST_TMPDIR/solve" "R U X"
		[ "$status" -eq 1 ]
		[[ $output == *"'X' is not a move"* ]]
	done
}

@test "the example in C++ does, with g++ and clang++" {
	need g++
	for compiler in g++ clang++; do
		command -v $compiler >/dev/null || continue
		compile $compiler -std=c++11 doc/examples/solve.cpp -o "$BATS_TEST_TMPDIR/solve"
		[ "$("$BATS_TEST_TMPDIR/solve" "R U R' U'" "R2")" = $'4*  U R U\' R\'\n1*  R2' ]
	done
}

@test "the example of goals builds the tables of one, and names the column of a fault" {
	compile gcc doc/examples/goal.c -o "$BATS_TEST_TMPDIR/goal"
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR
	[ "$("$BATS_TEST_TMPDIR/goal" 2x2x2 "U L2")" = $'2x2x2: at least 1 moves\n1  L2' ]
	run "$BATS_TEST_TMPDIR/goal" eo+crss ""
	[ "$status" -eq 1 ]
	[[ $output == "goal: column 4: there is no goal 'crss'; did you mean 'cross'?"* ]]
}

@test "the static library is linked by Debian's gcc, position-independent" {
	# shellcheck disable=SC2046  # a list of options
	gcc $(pkg-config --cflags superflip) doc/examples/solve.c -o "$BATS_TEST_TMPDIR/solve" \
		"$LD_LIBRARY_PATH/libsuperflip.a" -lxxhash -lm -pthread
	[ "$(env -u LD_LIBRARY_PATH "$BATS_TEST_TMPDIR/solve" "R U R' U'")" = "4*  U R U' R'" ]
}

@test "a program is linked statically by what pkg-config says" {
	# shellcheck disable=SC2046  # a list of options
	gcc -static doc/examples/solve.c -o "$BATS_TEST_TMPDIR/solve" $(pkg-config --static --cflags --libs superflip)
	[ -z "$(readelf -l "$BATS_TEST_TMPDIR/solve" | grep INTERP)" ]
	[ "$(env -u LD_LIBRARY_PATH "$BATS_TEST_TMPDIR/solve" "R U R' U'")" = "4*  U R U' R'" ]
}

# Where a program looks for the tables of its own tree.
looks_for() {
	mkdir -p "$(dirname "$1")"
	cp "$SUPERFLIP" "$1"
	run env -u SUPERFLIP_PDB_DIR XDG_CACHE_HOME=/nowhere "$1" pdb path twist
	[[ $output == *" $2/twist-htm.pdb: "* ]]
}

@test "pdb/ above an installed program is not taken for that of a source tree" {
	tree=$BATS_TEST_TMPDIR/tree
	mkdir -p "$tree/pdb" "$tree/src/engine/pdb"
	touch "$tree/pdb/README.md"
	looks_for "$tree/build/release/superflip" /nowhere/superflip
	touch "$tree/src/engine/pdb/directory.c"
	looks_for "$tree/bin/superflip" /nowhere/superflip
	looks_for "$tree/build/root/usr/local/bin/superflip" /nowhere/superflip
	looks_for "$tree/build/release/superflip" "$tree/pdb"
	looks_for "$tree/build/release/bench/compare" "$tree/pdb"
}

@test "a server's loop solves cubes beside one that is cancelled" {
	compile gcc -D_GNU_SOURCE doc/examples/server.c -o "$BATS_TEST_TMPDIR/server"
	run "$BATS_TEST_TMPDIR/server" <<-'END'
		solve hard U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2
		solve easy R U R' U'
		cancel hard
		solve wrong R U X
		nonsense
	END
	[ "$status" -eq 0 ]
	[[ $output == *"easy: 4*  U R U' R'"* ]]
	[[ $output == *"hard: cancelled, at least "* ]]
	[[ $output == *"wrong: column 5: 'X' is not a move"* ]]
	[[ $output == *"expected: solve NAME SCRAMBLE"* ]]
}

@test "every function of the header is called by a test" {
	for name in $(grep -o '\bsuperflip_[a-z0-9_]*(' include/superflip.h | tr -d '(' | sort -u); do
		grep -rqw "$name" tests --include='*.c'
	done
}

@test "a program written from the header alone: two threads, ten cubes, cancel, progress" {
	compile gcc -std=c99 tests/library/use.c -o "$BATS_TEST_TMPDIR/use" -pthread
	[ "$("$BATS_TEST_TMPDIR/use" "$SUPERFLIP_PDB_DIR")" = "all well" ]
}

@test "valgrind sees no error and no leak in it" {
	need valgrind
	compile gcc -std=c99 -g tests/library/use.c -o "$BATS_TEST_TMPDIR/use" -pthread
	valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite,indirect,possible \
		"$BATS_TEST_TMPDIR/use" "$SUPERFLIP_PDB_DIR"
}

@test "ThreadSanitizer sees no race in it" {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "slow: builds the library once more; set SUPERFLIP_SLOW_TESTS=1"
	make -j"$(nproc)" FLAVOUR=tsan lib
	gcc -std=c99 -g -fsanitize=thread -Iinclude tests/library/use.c -o "$BATS_TEST_TMPDIR/use" \
		-Lbuild/tsan/lib -lsuperflip -pthread
	LD_LIBRARY_PATH=build/tsan/lib TSAN_OPTIONS=exitcode=9 "$BATS_TEST_TMPDIR/use" "$SUPERFLIP_PDB_DIR"
}

@test "the binary interface is the one that is described in src/session/libsuperflip.abi" {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "slow: builds the library once more; set SUPERFLIP_SLOW_TESTS=1"
	need abidiff
	make -j"$(nproc)" FLAVOUR=abi lib
	abidiff --headers-dir2 include --drop-private-types src/session/libsuperflip.abi build/abi/lib/libsuperflip.so
}

@test "man finds a page for every function, and it holds at 80 columns" {
	need scdoc
	need man
	functions=$(grep -o '\bsuperflip_[a-z0-9_]*(' include/superflip.h | grep -o '[a-z0-9_]*' | grep -vx superflip_notify | sort -u)
	[ "$(wc -l <<<"$functions")" -ge 75 ]
	for name in superflip $functions; do
		[ -s "$ROOT/opt/superflip/share/man/man3/$name.3" ]
	done
	MANPATH=$ROOT/opt/superflip/share/man MANWIDTH=80 LC_ALL=C.UTF-8 man superflip_job_cancel >"$BATS_TEST_TMPDIR/page"
	grep -q 'void superflip_job_cancel(superflip_job \*job);' "$BATS_TEST_TMPDIR/page"
	for page in doc/*.3.scd; do
		MANWIDTH=80 LC_ALL=C.UTF-8 man -l "$ROOT/opt/superflip/share/man/man3/$(basename "$page" .scd)" >"$BATS_TEST_TMPDIR/page"
		[ "$(LC_ALL=C.UTF-8 wc -L <"$BATS_TEST_TMPDIR/page")" -le 80 ]
		run ! grep -E '[a-z_]*flip_[a-z_]*‐$|superflip_?‐$|su‐$' "$BATS_TEST_TMPDIR/page"
	done
}

@test "make uninstall takes away what make install has put there" {
	cp -r "$ROOT" "$BATS_TEST_TMPDIR/root"
	make uninstall PREFIX=/opt/superflip DESTDIR="$BATS_TEST_TMPDIR/root"
	[ -z "$(find "$BATS_TEST_TMPDIR/root" ! -type d)" ]
}
