#!/usr/bin/env bats
# scripts/check-layers finds includes that run back up, and directories that are not listed.

setup() {
	check=$BATS_TEST_DIRNAME/../../scripts/check-layers
	tree=$BATS_TEST_TMPDIR/tree
	mkdir -p "$tree/doc" "$tree/src/engine/base" "$tree/src/engine/cube" "$tree/src/engine/cube/turns"
	printf '# floors\n\nbase   the clock\ncube/turns  turns\ncube   cubies\nall.c  the list\n' >"$tree/doc/layers.txt"
	printf '#include <stdio.h>\n' >"$tree/src/engine/base/clock.h"
	printf '#include "base/clock.h"\n#include "cube/turns/turn.h"\n' >"$tree/src/engine/cube/turns/turn.h"
	printf '#include "base/clock.h"\n#include "cube/turns/turn.h"\n' >"$tree/src/engine/cube/cube.c"
	printf '#include "cube/cube.h"\n' >"$tree/src/all.c"
}

@test "a tree whose directories include only those above them passes" {
	run "$check" "$tree"
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "an include that runs back up is named with file and line" {
	printf '\n#  include "cube/cube.h"\n \t#include "cube/turns/turn.h"\n// #include "all.c"\n' >>"$tree/src/engine/base/clock.h"
	run "$check" "$tree"
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 2 ]
	[ "${lines[0]}" = "src/engine/base/clock.h:3: includes cube/cube.h, but cube is below base in doc/layers.txt" ]
	[ "${lines[1]}" = "src/engine/base/clock.h:4: includes cube/turns/turn.h, but cube/turns is below base in doc/layers.txt" ]
}

@test "a directory inside another one has a floor of its own" {
	printf '#include "cube/cube.h"\n' >>"$tree/src/engine/cube/turns/turn.h"
	run "$check" "$tree"
	[ "$status" -eq 1 ]
	[[ ${lines[0]} == "src/engine/cube/turns/turn.h:3: includes cube/cube.h, but cube is below cube/turns"* ]]
}

@test "the list of families is included by nobody" {
	printf '#include "all.c"\n' >>"$tree/src/engine/cube/cube.c"
	run "$check" "$tree"
	[ "$status" -eq 1 ]
	[[ ${lines[0]} == "src/engine/cube/cube.c:3: includes all.c, but all.c is below cube"* ]]
}

@test "an include without its directory, or of a directory outside src, is refused" {
	printf '#include "turn.h"\n#include "tests/support.h"\n' >>"$tree/src/engine/cube/cube.c"
	run "$check" "$tree"
	[ "$status" -eq 1 ]
	[[ ${lines[0]} == "src/engine/cube/cube.c:3: \"turn.h\" is not in a directory of src/"* ]]
	[[ ${lines[1]} == "src/engine/cube/cube.c:4: \"tests/support.h\" is not in a directory of src/"* ]]
}

@test "the public header has a floor, too" {
	mkdir "$tree/include"
	printf '#include "base/clock.h"\n' >"$tree/include/public.h"
	printf '#include "public.h"\n' >>"$tree/src/engine/base/clock.h"
	sed -i '1a public.h   the interface' "$tree/doc/layers.txt"
	run "$check" "$tree"
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 1 ]
	[ "${lines[0]}" = "include/public.h:1: includes base/clock.h, but base is below public.h in doc/layers.txt" ]
}

@test "a directory that is not listed, and one that is listed but missing, are named" {
	mkdir -p "$tree/src/app/web"
	printf '#include "base/clock.h"\n#include "web/web.h"\n' >"$tree/src/app/web/web.c"
	printf '#include "base/clock.h"\n' >"$tree/src/app/web/web.h"
	printf 'api    the interface\n' >>"$tree/doc/layers.txt"
	run "$check" "$tree"
	[ "$status" -eq 1 ]
	[ "${lines[0]}" = "src/app/web/web.c: add web to its floor in doc/layers.txt" ]
	[ "${#lines[@]}" -eq 2 ]
	[ "${lines[1]}" = "doc/layers.txt: api has no C file; remove it from the list" ]
}

@test "verify lives on the public header: an include of the engine is named" {
	mkdir -p "$tree/src/app/cli"
	printf '#include "superflip.h"\n#include "cli/verify_state.h"\n' >"$tree/src/app/cli/verify.c"
	run "$check" "$tree"
	[[ $output != *"superflip.h only"* ]]
	printf '#include "search/search.h"\n' >>"$tree/src/app/cli/verify.c"
	run "$check" "$tree"
	[ "$status" -eq 1 ]
	[[ $output == *"src/app/cli/verify.c:3:#include \"search/search.h\""* ]]
	[[ $output == *"of the engine these may include superflip.h, session/problem.h and session/session.h only"* ]]
}

@test "a directory that is heavier than its limit fails, and comments weigh nothing" {
	bats_require_minimum_version 1.5.0
	tree=$BATS_TEST_TMPDIR/weighed
	mkdir -p "$tree/scripts" "$tree/doc" "$tree/src/engine/base" "$tree/tests"
	cp "$BATS_TEST_DIRNAME/../../scripts/weight" "$tree/scripts"
	printf '/* no weight */\nint a = 0x1f; // nor this\nchar *b = "one \\" token";\n' >"$tree/src/engine/base/a.c"  # 5 + 6 tokens
	printf 'a <<= b->c;\n' >"$tree/tests/b.h"  # 6
	printf '# limits\nsrc 11\ntests 6\n' >"$tree/doc/weight.txt"
	run -0 "$tree/scripts/weight" --check
	[ "${lines[0]}" = "src: 11 of 11 tokens" ]
	[ "${lines[1]}" = "tests: 6 of 6 tokens" ]
	[[ $("$tree/scripts/weight") == *"      11 tokens        3 lines  src/engine/base"* ]]
	sed -i 's/src 11/src 10/' "$tree/doc/weight.txt"
	run -1 "$tree/scripts/weight" --check
	[[ $output == *"src: too heavy"* && $output != *"tests: too heavy"* ]]
}
