#!/usr/bin/env bats
# superflip: help for everything, words that were nearly right, memory as it is.

setup() {
	bats_require_minimum_version 1.5.0
	superflip=$SUPERFLIP
}

@test "help COMMAND is COMMAND --help, and there is none for what does not exist" {
	for command in solve batch bench pdb pocket scramble show verify convert "bench depth" "pocket prove"; do
		# shellcheck disable=SC2086  # words
		[ "$("$superflip" help $command)" = "$("$superflip" $command --help)" ] || { echo "$command"; false; }
	done
	run "$superflip" help nosuch
	[ "$status" -eq 2 ]
	run "$superflip" help heuristics
	[ "$status" -eq 0 ]
	[[ "$output" == *"coset-30m "* && "$output" == *"korf "* ]]
	[ "$("$superflip" -V)" = "$("$superflip" --version)" ]
	[ "$("$superflip" version)" = "$("$superflip" --version)" ]
}

@test "words that are nearly right are told" {
	run "$superflip" slove R
	[ "$status" -eq 2 ]
	[[ "$output" == *"did you mean 'solve'?"* ]]
	run "$superflip" solve --threds 2 R
	[ "$status" -eq 2 ]
	[[ "$output" == *"did you mean --threads?"* ]]
	run "$superflip" solve --heuristic coset30m R
	[ "$status" -eq 2 ]
	[[ "$output" == *"did you mean 'coset-30m'?"* ]]
	run "$superflip" xyzzy
	[[ "$output" != *"did you mean"* ]]
}

@test "--memory tells the truth: sizes in small letters, bytes, the smallest tables there are" {
	run "$superflip" solve --memory 50 R
	[ "$status" -eq 5 ]
	[[ "$output" == *"--memory: 50 bytes is too little"*"--heuristic orientation, have 10310 bytes"* ]]
	run "$superflip" solve --memory 8g R
	[ "$status" -eq 0 ]
	run "$superflip" solve --memory 50m --heuristic korf R
	[ "$status" -eq 5 ]
	[[ "$output" == *"50.0 MiB is too little"*"--heuristic coset-30m with 30.3 MiB"* ]]
}

@test "a progress line on a terminal tells depth, nodes and rate, and is gone at the end" {
	run script -qec "'$superflip' solve --time-limit 1 'U R2 F B R B2 R U2 L B2 R U D2 R2 F R L B2 U2 F2' >/dev/null" /dev/null
	[[ "$output" == *"nodes/s"*$'\r\033[K'* ]]
	[[ "$output" == *" moves: "*" elapsed, "* ]]
}

@test "SIGUSR1 has solve tell depth, nodes and time" {
	load wait
	cd "$BATS_TEST_TMPDIR"
	trap '' USR1  # until the program has its own answer
	"$superflip" solve "U R2 F B R B2 R U2 L B2 R U D2 R2 F R L B2 U2 F2" >/dev/null 2>err &
	local solver=$!
	has_answered() {
		kill -USR1 "$1" && grep -Eq '^superflip: [0-9]+ moves: .* elapsed, .* nodes, .* nodes/s' err
	}
	wait_until has_answered $solver
	kill -TERM $solver
	wait $solver || [ $? -eq 143 ]
}

@test "SIGUSR1 has the commands that write lists say how far they are" {
	load wait
	cd "$BATS_TEST_TMPDIR"
	trap '' USR1  # until the program has its own answer
	mkfifo endless
	has_answered() {
		kill -USR1 "$1" && grep -q ' written\| read' err
	}
	for command in "scramble --type moves -n 100000000" "convert --to facelets -"; do
		: >err  # of the command before: what it said is no answer of this one
		yes "R U F" >endless 2>/dev/null &
		local source=$!
		# shellcheck disable=SC2086  # words
		"$superflip" $command <endless >/dev/null 2>err &
		local run=$!
		wait_until has_answered $run
		kill -TERM $run
		wait $run || [ $? -eq 143 ]
		kill $source 2>/dev/null || true
		wait $source 2>/dev/null || true
	done
}

@test "SIGUSR1 has a build, a verification and a measurement tell how far they are" {
	load wait
	hard="U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
	cd "$BATS_TEST_TMPDIR"
	trap '' USR1  # until the program has its own answer
	echo "$hard -> F2 U2 B2 L' R F' R2 D U R' B2 L' U2 R' B2 R' B' F' R2 U'" >claims
	has_answered() {
		kill -USR1 "$1" 2>/dev/null
		grep -Eq '^superflip: (bench [a-z]+: measuring|.*(building|nodes))' err
	}
	for command in "pdb build -q edges-URUFULUBFRFL -t 1 --pdb-dir tables" "verify -q --optimal claims" "bench depth -q -d 14 -n 100"; do
		: >err  # of the command before
		# shellcheck disable=SC2086  # words
		"$superflip" $command >/dev/null 2>err &
		local run=$!
		wait_until has_answered $run
		kill -TERM $run 2>/dev/null || true
		wait $run || [ $? -eq 143 ]
	done
}

@test "on a terminal an error is told once, as the record" {
	command -v script >/dev/null || skip "no script (bsdutils)"
	run script -qec "'$superflip' solve 'R X'" /dev/null
	[ "$(grep -c "'X' is not a move" <<<"$output")" -eq 1 ]
	# Apart, each stream has it: one is for people, the other for programs.
	run --separate-stderr "$superflip" solve "R X"
	[[ "$output" == *"'X' is not a move"* && "$stderr" == *"'X' is not a move"* ]]
}

@test "one cube is one cube, not 1 cubes" {
	run --separate-stderr "$superflip" batch - <<<"R"
	[[ "$stderr" == "superflip: 1 cube: 1 solved, 0 unsolved, 0 invalid; "* ]]
	run --separate-stderr "$superflip" batch - < <(printf 'R\nU\n')
	[[ "$stderr" == "superflip: 2 cubes: 2 solved, "* ]]
}

@test "thousands of cubes take no more handles and threads than one" {
	"$superflip" scramble --type moves -l 3 -n 3000 -s 1 >"$BATS_TEST_TMPDIR/list"
	run --separate-stderr bash -c "ulimit -n 24; exec '$superflip' batch -t 2 --no-dedup '$BATS_TEST_TMPDIR/list'"
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 3000 ]
	[[ "$stderr" == *"3000 cubes: 3000 solved"* ]]
}
