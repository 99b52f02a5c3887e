# Commands on a terminal that `script` makes.

# Run a command on a terminal of so many columns: the bytes that its screen got are in $screen.
on_terminal() {
	command -v script >/dev/null || skip "no script (bsdutils)"
	screen=$BATS_TEST_TMPDIR/screen
	TERM=xterm script -qefc "stty rows 24 cols $1; $2" "$screen" </dev/null >/dev/null
}

# The texts that were written in place of one another; not the messages after them.
status_lines() {
	tr '\r' '\n' <"$screen" | sed -n 's/^\x1b\[K//p' | grep -v '^superflip: '
}

# Whether there are any, and none reaches the last column, after which a terminal wraps.
status_lines_fit() {
	status_lines | awk -v columns="$1" 'length { n++ } length >= columns { wide++ } END { exit !(n > 0 && !wide) }'
}
