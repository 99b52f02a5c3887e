# What `superflip ARGUMENT...` ends with and prints, in one line; $output, $stderr and $lines are those of `run`.
#     expect STATUS PATTERN ARGUMENT...         all that it prints matches PATTERN
#     expect_output STATUS PATTERN ARGUMENT...  standard output does
#     expect_error STATUS PATTERN ARGUMENT...   standard error does
#     expect_of STATUS PATTERN COMMAND...       another command, as expect
# PATTERN is a glob: a star that is meant is \*.

bats_require_minimum_version 1.5.0

# 20 moves from solved: seconds to hours away.
# shellcheck disable=SC2034  # of the tests
hard="U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"

matches() {
	# shellcheck disable=SC2053  # a pattern
	[[ $1 == $2 ]] || { printf 'expected: %s\nstatus %s, output: %s\nstandard error: %s\n' "$2" "$status" "$output" "${stderr-}"; false; }
}

expect_of() {
	run "-$1" "${@:3}"
	matches "$output" "$2"
}

expect() {
	expect_of "$1" "$2" "$SUPERFLIP" "${@:3}"
}

expect_output() {
	run "-$1" --separate-stderr "$SUPERFLIP" "${@:3}"
	matches "$output" "$2"
}

expect_error() {
	run "-$1" --separate-stderr "$SUPERFLIP" "${@:3}"
	matches "$stderr" "$2"
}
