#!/usr/bin/env bats
# What compilers say, and what `make demo` runs.

setup() {
	bats_require_minimum_version 1.5.0
	unset MAKEFLAGS MFLAGS MAKELEVEL
	cd "$BATS_TEST_DIRNAME/../.."
}

# Compile the header that every reader of tables includes.
compile() {
	"$@" -std=c17 -Isrc/engine -fsyntax-only -x c - <<<'#include "pdb/header.h"'
}

@test "a big-endian machine is refused with the reason" {
	run compile "${CC:-gcc}" -U__BYTE_ORDER__ -D__BYTE_ORDER__=__ORDER_BIG_ENDIAN__
	[ "$status" -ne 0 ]
	[[ $output == *"superflip needs a little-endian machine: "* ]]
	compile "${CC:-gcc}"
}

@test "a compiler for a big-endian machine refuses, too" {
	command -v s390x-linux-gnu-gcc >/dev/null || skip "s390x-linux-gnu-gcc (Debian package gcc-s390x-linux-gnu) is not installed"
	run s390x-linux-gnu-gcc -std=c17 -Isrc/engine -fsyntax-only -x c - <<<'#include "pdb/header.h"'
	[ "$status" -ne 0 ]
	[[ $output == *"superflip needs a little-endian machine: "* ]]
}

@test "make demo solves with Korf's tables, then with the best that fit" {
	[ "$(make -n demo | grep -o 'superflip \(pdb\|solve\|batch\) .*')" = \
"superflip pdb build korf
superflip solve -v --heuristic korf <bench/scrambles/demo.txt
superflip pdb build --budget 25% --build-time 60
superflip batch --memory 25% bench/scrambles/random.txt" ]
	make -n demo | tail -1 | grep -q 'superflip serve .*http://127.0.0.1:8080'
}

@test "the demo's scrambles have at most 13 moves, and each iteration's nodes are shown" {
	run --separate-stderr "$SUPERFLIP" solve -v --heuristic korf <bench/scrambles/demo.txt
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -ge 5 ]
	for line in "${lines[@]}"; do
		[[ $line =~ ^([0-9]+)\* ]] || [[ $line =~ ^[0-9]+\.\ +([0-9]+)\* ]]
		[ "${BASH_REMATCH[1]}" -le 13 ]
	done
	for cube in $(seq ${#lines[@]}); do
		[[ $stderr =~ "cube $cube: "[0-9]+" moves: "[0-9]+" generated, " ]]
	done
}

# A Debian in which libxxhash-dev is there for the architectures $1, and every other package for amd64.
debian_with() {
	mkdir "$BATS_TEST_TMPDIR/bin"
	cat >"$BATS_TEST_TMPDIR/bin/dpkg" <<<'#!/bin/sh
echo amd64'
	cat >"$BATS_TEST_TMPDIR/bin/dpkg-query" <<E2
#!/bin/sh
for package do :; done
case \$package in
libxxhash-dev*) architectures='$1' ;;
*) architectures=amd64 ;;
esac
for architecture in \$architectures; do
	echo "\$architecture installed"
done
E2
	for command in apt-get sudo id; do
		printf '#!/bin/sh\necho %s >&2\nexit 1\n' $command >"$BATS_TEST_TMPDIR/bin/$command"
	done
	chmod +x "$BATS_TEST_TMPDIR"/bin/*
	PATH=$BATS_TEST_TMPDIR/bin:$PATH
}

@test "packages that are there for two architectures are not fetched again" {
	debian_with "amd64 arm64"
	run scripts/install-deps build
	[ "$status" -eq 0 ] && [ -z "$output" ]
}

@test "a package that is there for another architecture only is missing" {
	debian_with arm64
	run scripts/install-deps build
	[ "$status" -ne 0 ]
	[[ $output == *libxxhash-dev* ]] && [[ $output != *libjansson-dev* ]]
}

@test "a 32-bit program solves, with the tables of the others" {
	flags="-idirafter /usr/include/$(gcc -print-multiarch)"  # asm/errno.h, where gcc-multilib has no link to it
	# shellcheck disable=SC2086  # a list of options
	gcc -m32 $flags -x c - -lxxhash -ljansson -o "$BATS_TEST_TMPDIR/try" <<<$'#include <errno.h>\nint main(void) { return 0; }' \
		|| skip "gcc-12-multilib, libxxhash-dev:i386 or libjansson-dev:i386 is not installed"
	make CC="gcc -m32" CPPFLAGS="$flags" MPICC= BUILD_DIR="$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/release/superflip"
	run "$BATS_TEST_TMPDIR/release/superflip" solve --heuristic korf "R U F2 D'"
	[ "$status" -eq 0 ] && [ "$output" = "4*  D F2 U' R'" ]
}

# xxHash is a header.
@test "musl: a static program solves by the static library" {
	command -v musl-gcc >/dev/null || skip "musl-gcc (Debian package musl-tools) is not installed"
	mkdir "$BATS_TEST_TMPDIR/musl"
	cp /usr/include/xxh*.h "$BATS_TEST_TMPDIR/musl"
	cd "$BATS_TEST_TMPDIR/musl"
	musl-gcc -O3 -DXXH_STATIC_LINKING_ONLY -DXXH_IMPLEMENTATION -I. -x c -c xxhash.h -o xxhash.o
	ar rcs libxxhash.a xxhash.o
	cd -
	make CC=musl-gcc CPPFLAGS="-I$BATS_TEST_TMPDIR/musl" BUILD_DIR="$BATS_TEST_TMPDIR" "$BATS_TEST_TMPDIR/release/lib/libsuperflip.a"
	musl-gcc -static -Iinclude doc/examples/solve.c "$BATS_TEST_TMPDIR/release/lib/libsuperflip.a" \
		"$BATS_TEST_TMPDIR/musl/libxxhash.a" -lm -pthread -o "$BATS_TEST_TMPDIR/solve"
	run "$BATS_TEST_TMPDIR/solve" "R U F2 D'"
	[ "$status" -eq 0 ] && [ "$output" = "4*  D F2 U' R'" ]
}
