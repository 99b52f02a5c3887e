#!/usr/bin/env bats
# show --play: a maneuver on a terminal, here one that `script` makes.

load expect
load wait

setup() {
	keys=$BATS_TEST_TMPDIR/keys screen=$BATS_TEST_TMPDIR/screen
	command -v script >/dev/null || skip "no script (bsdutils)"
	mkfifo "$keys"
}

# Run a command on a terminal of 24 x 80 characters; the keys come from descriptor 7.
begin() {
	TERM=xterm script -qefc "stty rows 24 cols 80; $*; echo status \$?; stty -a" "$screen.raw" <"$keys" >/dev/null &
	exec 7>"$keys"
}

press() {
	printf '%b' "$1" >&7
}

finish() {
	exec 7>&-
	wait $!
}

# The screens so far, without the sequences that steer the terminal.
text() {
	sed 's/\x1b\[[0-9;?]*[a-zA-Z]//g' "$screen.raw" | tr -d '\r'
}

shows() {
	text | grep -qF -- "$1"
}

@test "without a terminal there is a message" {
	expect 2 'superflip: show: --play needs a terminal; `superflip show --html FILE` writes a page instead' show --play "R U"
}

@test "keys step, jump and leave; the terminal is then as it was" {
	begin "$SUPERFLIP show --play \"R U F'\""
	wait_until shows "move 0 of 3"
	press '\x1b[C'
	wait_until shows "move 1 of 3  R"
	press 'n'
	wait_until shows "move 2 of 3  U"
	press '\x1b[F'
	wait_until shows "move 3 of 3  F'"
	press '\x1b[Hq'
	wait_until shows "status 0"
	finish
	text | grep -q -- ' icanon' && text | grep -q -- ' echo '
	grep -q $'\x1b\\[?1049l' "$screen.raw"
}

@test "space plays to the end, and the solution of a position ends solved" {
	begin "$SUPERFLIP show --play --puzzle 2x2 $("$SUPERFLIP" scramble --puzzle 2x2 --type state --format facelets --seed 5)"
	wait_until shows "move 0 of"
	press ' ++++'
	wait_until shows "  solved"
	press q
	wait_until shows "status 0"
	finish
}

@test "a small terminal says so, and a larger one is drawn on" {
	begin "tty >$BATS_TEST_TMPDIR/name; stty rows 8; $SUPERFLIP show --play \"R U\""
	wait_until shows "too small"
	stty -F "$(cat "$BATS_TEST_TMPDIR/name")" rows 24
	wait_until shows "move 0 of 2"
	press q
	wait_until shows "status 0"
	finish
}

@test "signals restore the terminal" {
	begin "$SUPERFLIP show --play \"R U\""
	wait_until shows "move 0 of 2"
	press '\x03'
	wait_until shows "status 130"
	finish
	text | grep -q -- ' icanon'
}
