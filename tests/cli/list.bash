# A list of cubes with comments, labels and invalid lines, and runs that are killed.

make_list() {
	"$SUPERFLIP" scramble --type moves -l 8 -n "$1" -s 5 | sed '3~7s/.*/R U X/; 5~11s/^/  # a comment\n/; 4~9s/$/  # with a label/' >list
}

# A program that calls a column of CSV and TSV otherwise, as another version may, and what is said of that.
make_other_version() {
	LC_ALL=C sed 's/duplicate_of/duplicate_at/g' "$SUPERFLIP" >other_version
	chmod +x other_version
}
# shellcheck disable=SC2034  # of the tests
other_columns="written by another version of superflip, with other columns: duplicate_at in place of duplicate_of"

# kill_until_done N ARGUMENT...: kill N runs of `superflip ARGUMENT...` at random moments, then let one come to its end, with status 1.
kill_until_done() {
	local n_runs=$1 runs=0 code=0
	seed_chance
	while :; do
		"$SUPERFLIP" "${@:2}" 2>err &
		local run=$!
		[ "$runs" -lt "$n_runs" ] && { sleep "0.$(printf %03d $((RANDOM % 150)))"; kill -9 $run 2>/dev/null || true; }
		code=0
		wait $run 2>/dev/null || code=$?
		runs=$((runs + 1))
		[ "$code" -eq 137 ] || break
	done
	echo "$runs runs, exit status $code"
	[ "$code" -eq 1 ] || { cat err; return 1; }
}
