#!/usr/bin/env bats
# bench/compare: solvers taking turns on one list, their solutions checked.

setup() {
	load expect
	superflip=$(realpath "${SUPERFLIP:-build/release/superflip}")
	compare=$(realpath "${COMPARE:-build/release/bench/compare}")
	cd "$BATS_TEST_TMPDIR"
	printf '%s\n' "F R U2 B" "1. R U R' U' F2  # label" "" "R R'" "D2 L' B R2 U F'" "F R U2 B" >list
	printf '%s\n' "F R U2 B" "R U R' U' F2" "R R'" "D2 L' B R2 U F'" "F R U2 B" >clean
	ours="'$superflip' solve --heuristic manhattan"
}

# Lines of the table, by the letter of the command.
row() {
	grep "^$1,"
}

@test "two commands take turns, and both solve all cubes in equal lengths" {
	run -0 --separate-stderr "$compare" -r 3 -f csv list "echo A >>turns; $ours" "echo B >>turns; '$superflip' batch --heuristic manhattan --json {}"
	[ -z "$stderr" ]
	[ "$(tr -d '\n' <turns)" = ABABAB ]
	[ "$(grep -v '^#' <<<"$output" | head -n 1)" = command,solved,seconds,min,max,processor_seconds,startup_seconds,seconds_each,ratio ]
	[ "$(row A <<<"$output" | cut -d, -f2)" = 5 ]
	[ "$(row B <<<"$output" | cut -d, -f2)" = 5 ]
	[ "$(row A <<<"$output" | cut -d, -f9)" = 1 ]
	grep -q '^# states: 5$' <<<"$output"
}

@test "median, least and most seconds, and the ratio to the first" {
	run --separate-stderr "$compare" -r 3 -f csv list "sleep 0.05" "sleep 0.1"
	row A <<<"$output" | awk -F, '!($4 >= 0.05 && $3 >= $4 && $5 >= $3 && $8 > 0.0099) { exit 1 }'
	row B <<<"$output" | awk -F, '!($4 >= 0.1) { exit 1 }'
	# Asleep is no processor time.
	row B <<<"$output" | awk -F, '!($6 < 0.05) { exit 1 }'
	run --separate-stderr "$compare" -r 1 -f csv list "sleep 0.05" "sleep 0.1"
	grep '^[AB],' <<<"$output" | awk -F, '{ s[$1] = $3; ratio = $9 }
		END { r = s["B"] / s["A"]; exit !(ratio > 0.98 * r && ratio < 1.02 * r) }'
}

@test "the time of another list is subtracted" {
	# As if only an empty list took a second.
	run --separate-stderr "$compare" -r 1 -s empty -f csv list "test -s {} || sleep 1" true
	row A <<<"$output" | awk -F, '!($7 >= 1 && $3 < 0) { exit 1 }'
	# As if loading took 0.1 s and each cube 0.05 s.
	slow='sleep 0.1; while read -r cube; do sleep 0.05; done <{}'
	run --separate-stderr "$compare" -r 1 -s solved -f csv list "$slow" true
	row A <<<"$output" | awk -F, '!($7 >= 0.15) { exit 1 }'
	echo "R U" >easy
	run --separate-stderr "$compare" -r 1 -s easy list "cat {} >>seen" "cat {} >>seen"
	[ "$(head -n 1 seen)" = "R U" ]
}

@test "cubes are written in the requested form" {
	run --separate-stderr "$compare" -r 1 -w cubies list "tee cubies" "cat >/dev/null"
	"$superflip" show <clean | sed -n 's/^cubies *//p' | diff - cubies
	run --separate-stderr "$compare" -r 1 -w facelets list "tee facelets" "cat >/dev/null"
	"$superflip" show <clean | sed -n 's/^facelets *//p' | diff - facelets
}

@test "a command that prints no solutions is timed, with a note" {
	run -0 --separate-stderr "$compare" -r 1 -f csv list "$ours" "echo 'solved all of them: F R U2 B'; cat"
	[[ $stderr == *"no solutions recognised"*"timed only"* ]]
	[ "$(row B <<<"$output" | cut -d, -f2)" = 0 ]
}

@test "solutions are found in any order, amid other text, and the shortest counts" {
	cat >answers <<-'END'
		reading cubes; D U is not one
		5: F U' R2 B' L D2  (6f*, 8q)
		first: L L' B' U2 R' F'
		first: B' U2 R' F'
		again=[B'U2R'F'] F2 U R U' R' -> done
	END
	run -0 --separate-stderr "$compare" -r 1 list "$ours" "cat answers"
	[ -z "$stderr" ]
}

@test "a longer solution is reported" {
	printf '%s\n' "B' U2 R' F'" "F2 U R U' R'" "F U' R2 B' L D2 U U'" "B' U2 R' F'" >answers
	run -1 --separate-stderr "$compare" -r 1 list "$ours" "cat answers"
	[[ $stderr == *"cube 4: 6 moves by "*", 8 by cat answers"* ]]
}

@test "lengths are counted in the requested metric" {
	printf '%s\n' "F2" >one
	run -1 --separate-stderr "$compare" -r 1 one "echo F2" "echo F F"
	run -0 --separate-stderr "$compare" -r 1 -m qtm one "echo F2" "echo F F"
}

@test "a cube without a solution is reported" {
	run -1 --separate-stderr "$compare" -r 1 list "$ours" "echo \"B' U2 R' F'\""
	[[ $stderr == *"solutions of 2 cubes of 5"* ]]
}

@test "a failing command is named, with its status or signal and its output" {
	run -1 --separate-stderr "$compare" -r 2 list "$ours" "echo first >&2; echo no table >&2; exit 4"
	[[ $stderr == *"exit 4: exit status 4; it said: no table"* ]]
	run -1 --separate-stderr "$compare" -r 1 list "$ours" 'kill -SEGV $$'
	[[ $stderr == *"signal 11"* ]]
	run -1 --separate-stderr "$compare" -r 1 list "$ours" no-such-solver
	[[ $stderr == *"exit status 127; it said: "*"not found"* ]]
	run -1 --separate-stderr "$compare" -r 1 -l 1 list true "sleep 60; true"
	[[ $stderr == *"killed after 1 s"* ]]
}

@test "wrong usage and wrong lists are refused" {
	for wrong in "list true" "-r 0 list true true" "-m ftm list true true" "-w moves list true true" "-f html list true true"; do
		run -2 --separate-stderr "$compare" $wrong
		[ -n "$stderr" ]
	done
	run -3 --separate-stderr "$compare" missing true true
	[[ $stderr == *"missing: No such file"* ]]
	printf 'R U\nF Q\n' >bad
	run -3 --separate-stderr "$compare" bad true true
	[[ $stderr == *"bad:2: 'Q' is not a move"* ]]
	: >nothing
	run -3 --separate-stderr "$compare" nothing true true
}

@test "an interrupted comparison kills its commands and leaves no file" {
	mkdir tmp
	TMPDIR=$PWD/tmp "$compare" list "sleep 60; true" "true" &
	pid=$!
	until ls tmp/*/errors >/dev/null 2>&1; do sleep 0.01; done
	kill -TERM $pid
	status=0
	wait $pid || status=$?
	[ "$status" -eq 143 ]
	[ -z "$(ls tmp)" ]
}

@test "peers: solvers given by path beside superflip's tables, with their bytes and for each number of threads" {
	peers="$BATS_TEST_DIRNAME/../../bench/contest/peers"
	export SUPERFLIP=$superflip
	printf 12345 >table
	printf 67 >more
	cat >fake <<-'END'
		#!/bin/sh
		echo "$1" >>threads
		printf '%s\n' "B' U2 R' F'" "F2 U R U' R'" "F U' R2 B' L D2" "B' U2 R' F'"
	END
	chmod +x fake
	printf '%s\n' "# name=tables=command" "" "fake=table more=./fake {t}" >rivals
	run -0 --separate-stderr "$peers" -h korf,coset-8g -f rivals list
	grep -q '^# states: 5$' <<<"$output"
	[ "$(grep -v '^#' <<<"$output" | cut -d, -f1-4 | xargs)" = "solver,threads,bytes,solved korf,1,86680128,5 fake,1,7,5 korf,2,86680128,5 fake,2,7,5" ]
	[ "$(xargs <threads)" = "1 1 2 2" ]  # once for the solved cube
	run -1 --separate-stderr "$peers" -t 1 -h korf -s "fake==echo \"F2 U R U' R'\"" list
	[[ $stderr == *"solutions of 2 cubes of 5"* ]]
	run -2 --separate-stderr "$peers" -h korf list
	[[ $stderr == *"fewer than two solvers"* ]]
}
