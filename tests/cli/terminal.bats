#!/usr/bin/env bats
# What a terminal shows of a long job: a line that is never wider than it; and what a log has instead.

load expect
load wait
load terminal

setup() {
	hard=BBFLUFRRLURLURBRDBUBFFFLFFFUDDUDBDULDDBRLLLFRDURLBDURB
}

@test "the line of progress of a cube tells depth, time, nodes and rate, fits 80 and 40 columns, and is gone at the end" {
	on_terminal_until '^[0-9]+ moves: .*elapsed, .* nodes, .* nodes/s$' 80 "$SUPERFLIP solve -t 1 --heuristic manhattan $hard >/dev/null"
	status_lines_fit 80
	[ -z "$(status_lines | tail -n 1)" ]
	on_terminal_until '^[0-9]+ moves: .*elapsed' 40 "$SUPERFLIP solve -t 1 --heuristic manhattan $hard >/dev/null"
	status_lines_fit 40
}

@test "the line tells the time left for the length in work" {
	on_terminal_until '^[0-9]+ moves: [0-9:]+ left, [0-9:]+ elapsed, .* nodes, .* nodes/s$' 80 "$SUPERFLIP solve -t 1 --heuristic korf $hard >/dev/null"
}

@test "the line of progress of a list fits, and tells what is left" {
	"$SUPERFLIP" scramble -n 2 --seed 1 --type state --format facelets >"$BATS_TEST_TMPDIR/list"
	for columns in 80 40; do
		on_terminal_until '^[01] of 2 done, ' $columns \
			"$SUPERFLIP batch -t 1 --heuristic manhattan $BATS_TEST_TMPDIR/list -o $BATS_TEST_TMPDIR/out.$columns"
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
	on_terminal_until '^manhattan depth 14: instance' 40 "$SUPERFLIP bench depth --heuristics manhattan --instances 6 --depths 14 >/dev/null"
	status_lines_fit 40
}

@test "the line of a proof fits" {
	printf '{"schema":"superflip/1","id":1,"puzzle":"3x3x3","scramble":"%s","status":"optimal","metric":"htm","length":18,"lower_bound":18,"solutions":[{"moves":"%s","length":18,"optimal":true}]}\n' \
		$hard "U2 L2 F R L2 B' L F' L B L2 F2 L2 D B' D F U'" >"$BATS_TEST_TMPDIR/list"
	on_terminal_until '^line 1: ' 40 "$SUPERFLIP verify -t 1 --optimal --heuristic manhattan $BATS_TEST_TMPDIR/list >/dev/null"
	status_lines_fit 40
}

@test "without a terminal a long list has a line now and then" {
	local silent run
	"$SUPERFLIP" scramble -n 2 --seed 1 --type state --format facelets >"$BATS_TEST_TMPDIR/list"
	cd "$BATS_TEST_TMPDIR"
	"$SUPERFLIP" batch -q -t 1 --progress 0.1 --heuristic manhattan list >/dev/null 2>silent &
	silent=$!
	"$SUPERFLIP" batch -t 1 --progress 0.1 --heuristic manhattan list >/dev/null 2>err &
	run=$!
	wait_until grep -q '^superflip: 0 .*done, .* elapsed' err
	kill -INT $silent $run
	ends_with 130 $silent
	ends_with 130 $run
	run ! grep -q $'\r' err
	[ ! -s silent ]
}

@test "solve says that it waits for scrambles, and writes no progress into what is typed" {
	mkfifo "$BATS_TEST_TMPDIR/keys"
	command -v script >/dev/null || skip "no script (bsdutils)"
	screen=$BATS_TEST_TMPDIR/screen
	TERM=xterm script -qefc "stty rows 24 cols 80; $SUPERFLIP solve -v -t 1 --heuristic manhattan" "$screen" <"$BATS_TEST_TMPDIR/keys" >/dev/null &
	exec 7>"$BATS_TEST_TMPDIR/keys"
	wait_until grep -q "waiting for scrambles, one a line; Ctrl-D" "$screen"
	printf '%s\n' "$hard" >&7
	wait_until grep -q "moves: .* generated" "$screen"
	sleep 1.3  # another search has its line after a second
	printf '\003' >&7
	wait_until grep -q "(interrupted)" "$screen"
	exec 7>&-
	wait $! || true
	run ! grep -q $'\x1b\\[K' "$screen"
	run ! grep -q " elapsed" "$screen"
}
