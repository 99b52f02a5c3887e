#!/usr/bin/env bats
# The 2x2x2 at the command line.  SUPERFLIP is the program under test.

setup() {
	load expect
	SUPERFLIP=${SUPERFLIP:-build/release/superflip}
}

@test "solve --puzzle 2x2 prints length and moves, one line a scramble" {
	run -0 --separate-stderr "$SUPERFLIP" solve --puzzle 2x2 "U" "R2" "" "L D B"
	[ "${lines[0]}" = "1.  1*  U'" ]
	[ "${lines[1]}" = "2.  1*  R2" ]
	[ "${lines[2]}" = "3.  0*" ]
	[[ "${lines[3]}" =~ ^4\.\ \ 3\*\ \ [URF] ]]
}

@test "solve --puzzle 2x2 counts a half turn twice in QTM; the farthest states need 11 moves, 14 in QTM" {
	run -0 "$SUPERFLIP" solve --puzzle 2x2 --metric qtm "R2"
	[[ $output == "2*  R2" ]]
	run "$SUPERFLIP" solve --puzzle 2x2 "U2 R F R' F2 R' F R2 U F' R'"
	[ "${output%% *}" = "11*" ]
	run "$SUPERFLIP" solve --puzzle 2x2 --metric qtm "F' U2 F R F' R2 U F R F' R2"
	[ "${output%% *}" = "14*" ]
}

@test "solve --puzzle 2x2: applying the solution leaves a solved cube" {
	for scramble in "R U F' D2 L B" "r b' d2 r" "UR2F'L'DB2"; do
		solution=$("$SUPERFLIP" solve --puzzle 2x2 "$scramble")
		run -0 "$SUPERFLIP" solve --puzzle 2x2 "$scramble ${solution#*  }"
		[[ $output == "0*" ]]
	done
}

@test "solve --puzzle 2x2 exits with 3 if nothing could be read, and shows no control characters" {
	run -3 "$SUPERFLIP" solve --puzzle 2x2 "Q"
	run -3 "$SUPERFLIP" solve --puzzle 2x2 $'\e[31mX'
	[[ $output == *"'?' is not a turn"* ]]
}

@test "the random walk solves a 2x2, with the same turns each time, and a limit ends it" {
	one=$("$SUPERFLIP" solve --puzzle 2x2 --method random-walk "U R F2 U'")
	two=$("$SUPERFLIP" solve --puzzle 2x2 --method random-walk "U R F2 U'")
	[ "$one" = "$two" ]
	[ "${one%%  *}" -eq "$(wc -w <<<"${one#*  }")" ]
	run "$SUPERFLIP" solve --puzzle 2x2 "U R F2 U' ${one#*  }"
	[ "$output" = "0*" ]
	expect 1 ">=0  no solution found (time limit)" solve --puzzle 2x2 --method random-walk --time-limit 0.000001 "U2 R F R' F2 R' F R2 U F' R'"
	run -2 "$SUPERFLIP" solve --puzzle 2x2 --method layers U
}

@test "pocket solve says where it went" {
	run -2 "$SUPERFLIP" pocket solve U
	[[ "$output" == *"superflip solve --puzzle 2x2"*"--letters"* ]]
}

@test "pocket distribution prints the published levels and means" {
	run -0 "$SUPERFLIP" pocket distribution
	[ "${lines[12]}" = "      11       2644" ]
	[ "${lines[13]}" = "total       3674160" ]
	[ "${lines[14]}" = "mean       8.755576" ]
	run "$SUPERFLIP" pocket distribution --metric qtm
	[ "${lines[15]}" = "      14        276" ]
	[ "${lines[17]}" = "mean      10.666386" ]
	[ "$("$SUPERFLIP" pocket distribution --format csv | sed -n '1p;13p' | xargs)" = "distance,states 11,2644" ]
}

@test "pocket build writes a table, and leaves nothing else" {
	"$SUPERFLIP" pocket build -o "$BATS_TEST_TMPDIR/htm"
	[ "$(stat -c %s "$BATS_TEST_TMPDIR/htm")" -eq $((918540 + 32)) ]
	[ "$(ls "$BATS_TEST_TMPDIR")" = "htm" ]
}

@test "pocket build replaces a file only with --force, and writes into a pipe" {
	echo precious >"$BATS_TEST_TMPDIR/table"
	expect 4 "*--force*" pocket build -o "$BATS_TEST_TMPDIR/table"
	[ "$(cat "$BATS_TEST_TMPDIR/table")" = precious ]
	"$SUPERFLIP" pocket build -o "$BATS_TEST_TMPDIR/table" --force
	[ "$(stat -c %s "$BATS_TEST_TMPDIR/table")" -eq $((918540 + 32)) ]
	mkfifo "$BATS_TEST_TMPDIR/fifo"
	cat "$BATS_TEST_TMPDIR/fifo" >"$BATS_TEST_TMPDIR/read" &
	"$SUPERFLIP" pocket build -o "$BATS_TEST_TMPDIR/fifo"
	wait $!
	[ -p "$BATS_TEST_TMPDIR/fifo" ]
	cmp "$BATS_TEST_TMPDIR/read" "$BATS_TEST_TMPDIR/table"
}

@test "pocket build says why it cannot write" {
	expect 4 "*No such file or directory*" pocket build -o "$BATS_TEST_TMPDIR/no/such/directory"
}

@test "pocket prove: ten moves are not enough, and which cosets fail; eleven solve every state" {
	run -1 --separate-stderr "$SUPERFLIP" pocket prove --bound 10
	[[ "$output" == *"152 of 729 cosets proved: some states need more than 10 moves (htm)"* ]]
	[[ "$output" == *"time of a coset: "*" ms on average, "*" ms at most"* ]]
	[ "$(sed -n 's/^cosets not proved: //p' <<<"$output" | wc -w)" -eq 577 ]
	run -0 --separate-stderr "$SUPERFLIP" pocket prove
	[[ "$output" == *"      11       2644"*"729 of 729 cosets proved: every state is solved in 11 moves or less (htm)"* ]]
	[[ "$output" != *"not proved"* ]]
}

@test "pocket show: the net, Théry's numbers, his example's rank, distance and neighbours" {
	run -0 --separate-stderr "$SUPERFLIP" pocket show "4 1 7 2 6 5 3 1 1 1 1 1 1 1"
	[ "${lines[6]}" = "numbers     4 1 7 2 6 5 3 1 1 1 1 1 1 1" ]
	[ "${lines[7]}" = "n1 n2 n     1058 0 771282" ]
	run --separate-stderr "$SUPERFLIP" pocket show ""
	[ "${lines[0]}" = "    U U" ]
	[ "${lines[2]}" = "L L F F R R B B" ]
	[ "${lines[7]}" = "n1 n2 n     0 0 0" ]
	[ "${lines[8]}" = "distance    0 (htm)" ]
	[ "$(awk '/^  [rbd]/ { print $5, $6 }' <<<"$output" | sort | uniq -c | tr -s ' ')" = " 9 1 1" ]
	run --separate-stderr "$SUPERFLIP" pocket show --metric qtm "R2"
	[ "${lines[8]}" = "distance    2 (qtm)" ]
	run -3 --separate-stderr "$SUPERFLIP" pocket show "Q"
}

@test "solve --puzzle 2x2 --letters rbd: turns of right, back and down, as long as the others" {
	run --separate-stderr "$SUPERFLIP" solve --puzzle 2x2 --letters rbd "r b2 d'"
	[ "$output" = "3*  d b2 r'" ]
	for scramble in "R U F2 L' B D" "U R2 F U' R F2 U R'"; do
		capital=$("$SUPERFLIP" solve --puzzle 2x2 "$scramble")
		small=$("$SUPERFLIP" solve --puzzle 2x2 --letters rbd "$scramble")
		[ "${capital%% *}" = "${small%% *}" ]
		[[ "${small#*  }" != *[URFDLB]* ]]
		run "$SUPERFLIP" solve --puzzle 2x2 "$scramble ${small#*  }"
		[ "$output" = "0*" ]
	done
	run -2 "$SUPERFLIP" solve --puzzle 2x2 --letters xyz U
	expect 0 "3\*  *[HAD]*" solve --puzzle 2x2 --french "D H A"
	for options in "-n 2" --all "--over 1" "--min 3" "--max 5" "--heuristic korf"; do
		# shellcheck disable=SC2086  # words
		expect 2 "*: only for the 3x3x3: of the 2x2x2 one shortest solution in turns of U, R and F is looked up" solve --puzzle 2x2 $options U
	done
}

@test "pocket: wrong usage exits with 2, help with 0" {
	for arguments in "" "nonsense" "solve" "build" \
	                 "distribution U" "prove --bound 15"; do
		run -2 "$SUPERFLIP" pocket $arguments
		[[ "$output" == "superflip: "* ]]
	done
	for arguments in "--help" "distribution --help" "prove --help" "build -h"; do
		run -0 "$SUPERFLIP" pocket $arguments
		[[ "$output" == "usage: "* ]]
	done
}

@test "pocket prove tells at SIGUSR1 how far it is, and goes on" {
	trap '' USR1  # until the program has its own answer
	# Asked again and again: the first time may be before it has begun, and a fast machine may be done by then.
	for _ in $(seq 50); do
		"$SUPERFLIP" pocket prove >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" &
		local run=$!
		while kill -USR1 $run 2>/dev/null; do
			sleep 0.01
		done
		wait $run
		grep -q '729 of 729 cosets proved' "$BATS_TEST_TMPDIR/out"
		! grep -Eq '^superflip: pocket prove: cosets, [0-9]+ %' "$BATS_TEST_TMPDIR/err" || return 0
	done
	cat "$BATS_TEST_TMPDIR/err"
	false
}
