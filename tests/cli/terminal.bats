#!/usr/bin/env bats
# What a terminal shows of a long job: a line that is never wider than it; and what a log has instead.

load expect
load wait
load terminal

setup() {
	hard=BBFLUFRRLURLURBRDBUBFFFLFFFUDDUDBDULDDBRLLLFRDURLBDURB
}

@test "the line of progress of a cube fits 80 and 40 columns" {
	for columns in 80 40; do
		on_terminal $columns "$SUPERFLIP solve -t 1 --time-limit 1 --heuristic manhattan $hard >/dev/null" || true
		status_lines | grep -Eq '^[0-9]+ moves: .*elapsed'
		status_lines_fit $columns
	done
}

@test "the line tells the time left for the length in work" {
	on_terminal 80 "$SUPERFLIP solve -t 1 --time-limit 2.5 --heuristic korf $hard >/dev/null" || true
	status_lines | grep -Eq '^[0-9]+ moves: [0-9:]+ left, [0-9:]+ elapsed, .* nodes, .* nodes/s$'
}

@test "the line of progress of a list fits, and tells what is left" {
	"$SUPERFLIP" scramble -n 2 --seed 1 --type state --format facelets >"$BATS_TEST_TMPDIR/list"
	for columns in 80 40; do
		on_terminal $columns "$SUPERFLIP batch -t 1 --time-limit 1 --heuristic manhattan $BATS_TEST_TMPDIR/list -o $BATS_TEST_TMPDIR/out.$columns" || true
		status_lines | grep -q '^[01] of 2 done, '
		status_lines_fit $columns
	done
}

@test "bars of a build fit" {
	for columns in 80 40; do
		on_terminal $columns "$SUPERFLIP pdb build edges-URUFULUB --force --pdb-dir $BATS_TEST_TMPDIR >/dev/null"
		status_lines | grep -q '^edges-URUFULUB: building'
		status_lines_fit $columns
	done
}

@test "the line of a measurement fits" {
	on_terminal 40 "$SUPERFLIP bench depth --heuristics manhattan --instances 6 --depths 10 >/dev/null"
	status_lines | grep -q '^manhattan depth 10: instance'
	status_lines_fit 40
}

@test "the line of a proof fits" {
	printf '{"schema":"superflip/1","id":1,"puzzle":"3x3x3","scramble":"%s","status":"optimal","metric":"htm","length":18,"lower_bound":18,"solutions":[{"moves":"%s","length":18,"optimal":true}]}\n' \
		$hard "U2 L2 F R L2 B' L F' L B L2 F2 L2 D B' D F U'" >"$BATS_TEST_TMPDIR/list"
	on_terminal 40 "$SUPERFLIP verify -t 1 --optimal --time-limit 3 --heuristic manhattan $BATS_TEST_TMPDIR/list >/dev/null" || true
	status_lines_fit 40
}

@test "without a terminal a long list has a line now and then" {
	"$SUPERFLIP" scramble -n 2 --seed 1 --type state --format facelets >"$BATS_TEST_TMPDIR/list"
	run -1 --separate-stderr "$SUPERFLIP" batch -t 1 --progress 0.2 --time-limit 0.5 --heuristic manhattan "$BATS_TEST_TMPDIR/list"
	[[ "$stderr" == *"superflip: "[01]" done, "*" elapsed"* ]]
	[[ "$stderr" != *$'\r'* ]]
	expect_error 1 "" batch -q -t 1 --progress 0.1 --time-limit 0.3 --heuristic manhattan "$BATS_TEST_TMPDIR/list"
}

@test "solve says that it waits for scrambles, and writes no progress into what is typed" {
	mkfifo "$BATS_TEST_TMPDIR/keys"
	command -v script >/dev/null || skip "no script (bsdutils)"
	screen=$BATS_TEST_TMPDIR/screen
	TERM=xterm script -qefc "stty rows 24 cols 80; $SUPERFLIP solve -t 1 --time-limit 1 --heuristic manhattan" "$screen" <"$BATS_TEST_TMPDIR/keys" >/dev/null &
	exec 7>"$BATS_TEST_TMPDIR/keys"
	wait_until grep -q "waiting for scrambles, one a line; Ctrl-D" "$screen"
	printf '%s\n' "$hard" >&7
	wait_until grep -q "time limit" "$screen"
	printf '\004' >&7
	exec 7>&-
	wait $! || true
	! grep -q $'\x1b\\[K' "$screen"
	! grep -q " elapsed" "$screen"
}
