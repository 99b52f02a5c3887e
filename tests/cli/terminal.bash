# Commands on a terminal that `script` makes.

# Run a command on a terminal of so many columns: the bytes that its screen got are in $screen.
on_terminal() {
	command -v script >/dev/null || skip "no script (bsdutils)"
	screen=$BATS_TEST_TMPDIR/screen
	TERM=xterm script -qefc "stty rows 24 cols $1; $2" "$screen" </dev/null >/dev/null
}

# on_terminal_until PATTERN COLUMNS COMMAND: the same; Ctrl-C is typed when there is a status line of PATTERN, an extended regular
# expression, however soon or late that is.
on_terminal_until() {
	command -v script >/dev/null || skip "no script (bsdutils)"
	screen=$BATS_TEST_TMPDIR/screen
	rm -f "$screen.keys"
	mkfifo "$screen.keys"
	: >"$screen"
	TERM=xterm script -qefc "stty rows 24 cols $2 -echo; $3" "$screen" <"$screen.keys" >/dev/null &
	exec 7>"$screen.keys"
	wait_until has_status_line "$1"
	printf '\003' >&7
	exec 7>&-
	wait $! || true
}

# The texts that were written in place of one another; not the messages after them.
status_lines() {
	tr '\r' '\n' <"$screen" | sed -n 's/^\x1b\[K//p' | grep -av "^superflip: "
}

has_status_line() {
	status_lines | grep -aEq "$1"
}

# Whether there are any, and none reaches the last column, after which a terminal wraps.
status_lines_fit() {
	status_lines | awk -v columns="$1" 'length { n++ } length >= columns { wide++ } END { exit !(n > 0 && !wide) }'
}
