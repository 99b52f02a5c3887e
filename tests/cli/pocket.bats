#!/usr/bin/env bats
# The 2x2x2 at the command line.  SUPERFLIP is the program under test.
bats_require_minimum_version 1.5.0

setup() {
	SUPERFLIP=${SUPERFLIP:-build/release/superflip}
}

@test "pocket solve prints length and moves, one line a scramble" {
	run "$SUPERFLIP" pocket solve "U" "R2" "" "L D B"
	[ "$status" -eq 0 ]
	[ "${lines[0]}" = "1*  U'" ]
	[ "${lines[1]}" = "1*  R2" ]
	[ "${lines[2]}" = "0*" ]
	[[ "${lines[3]}" =~ ^3\*\ \ [URF] ]]
}

@test "pocket solve counts a half turn twice in QTM" {
	run "$SUPERFLIP" pocket solve --metric qtm "R2"
	[ "$status" -eq 0 ]
	[ "$output" = "2*  R2" ]
}

@test "pocket solve: the farthest states need 11 moves, 14 in QTM" {
	run "$SUPERFLIP" pocket solve "U2 R F R' F2 R' F R2 U F' R'"
	[ "${output%% *}" = "11*" ]
	run "$SUPERFLIP" pocket solve --metric qtm "F' U2 F R F' R2 U F R F' R2"
	[ "${output%% *}" = "14*" ]
}

@test "pocket solve: applying the solution leaves a solved cube" {
	for scramble in "R U F' D2 L B" "r b' d2 r" "UR2F'L'DB2"; do
		solution=$("$SUPERFLIP" pocket solve "$scramble")
		run "$SUPERFLIP" pocket solve "$scramble ${solution#*  }"
		[ "$status" -eq 0 ]
		[ "$output" = "0*" ]
	done
}

@test "pocket solve reads standard input: comments, blank lines, CRLF, byte-order mark, no last newline" {
	run "$SUPERFLIP" pocket solve < <(printf '\xef\xbb\xbfU # first\r\n\n// nothing\n  \nR2\r\nF')
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 3 ]
	[ "${lines[0]}" = "1*  U'" ]
	[ "${lines[1]}" = "1*  R2" ]
	[ "${lines[2]}" = "1*  F'" ]
}

@test "pocket solve continues after an invalid line, names it, and exits with 1" {
	run "$SUPERFLIP" pocket solve < <(printf 'U\nR Q\nF\n')
	[ "$status" -eq 1 ]
	[[ "$output" == *"standard input:2:3: 'Q' is not a turn"* ]]
	[ "$(printf 'U\nR Q\nF\n' | "$SUPERFLIP" pocket solve 2>/dev/null | wc -l)" -eq 3 ]
}

@test "pocket solve does not skip a zero byte" {
	run "$SUPERFLIP" pocket solve < <(printf 'U\0R\n')
	[ "$status" -eq 3 ]
}

@test "pocket solve exits with 3 if nothing could be read" {
	run "$SUPERFLIP" pocket solve "Q"
	[ "$status" -eq 3 ]
}

@test "pocket solve --json gives one object a line, also for an error" {
	run --separate-stderr "$SUPERFLIP" pocket solve --json "R2 U" "Q"
	[ "$status" -eq 1 ]
	[ "${#lines[@]}" -eq 2 ]
	[[ "${lines[0]}" == *'"status":"optimal"'* && "${lines[0]}" == *'"metric":"htm"'* ]]
	[[ "${lines[0]}" == *'"length":2,"lower_bound":2'* && "${lines[0]}" == *"\"solutions\":[{\"length\":2,\"moves\":\"U' R2\"}]"* && "${lines[0]}" == '{"schema":"superflip/1","id":1,"line":null,'* ]]
	[[ "${lines[1]}" == *'"status":"error"'* && "${lines[1]}" == *"'Q'"* && "${lines[1]}" != *solutions* ]]
}

@test "pocket solve --method walk finds some solution; the same seed finds the same" {
	one=$("$SUPERFLIP" pocket solve --method walk --seed 5 "U R")
	two=$("$SUPERFLIP" pocket solve --method walk --seed 5 "U R")
	[ "$one" = "$two" ]
	[ "${one%%  *}" -eq "$(wc -w <<<"${one#*  }")" ]
	run "$SUPERFLIP" pocket solve < <(echo "U R ${one#*  }")
	[ "$status" -eq 0 ]
	[ "$output" = "0*" ]
}

@test "pocket solve --method walk gives up at its limit with status 1" {
	run "$SUPERFLIP" pocket solve --method walk --step-limit 3 "U R F U"
	[ "$status" -eq 1 ]
	[[ "$output" == *"step limit"* ]]
}

@test "pocket distribution prints the published levels and means" {
	run "$SUPERFLIP" pocket distribution
	[ "$status" -eq 0 ]
	[ "${lines[12]}" = "      11       2644" ]
	[ "${lines[13]}" = "total       3674160" ]
	[ "${lines[14]}" = "mean       8.755576" ]
	run "$SUPERFLIP" pocket distribution --metric qtm
	[ "${lines[15]}" = "      14        276" ]
	[ "${lines[17]}" = "mean      10.666386" ]
}

@test "pocket build writes a table that solve reads, and leaves nothing else" {
	"$SUPERFLIP" pocket build -o "$BATS_TEST_TMPDIR/htm"
	[ "$(stat -c %s "$BATS_TEST_TMPDIR/htm")" -eq $((918540 + 32)) ]
	[ "$(ls "$BATS_TEST_TMPDIR")" = "htm" ]
	run "$SUPERFLIP" pocket solve --table "$BATS_TEST_TMPDIR/htm" "U"
	[ "$status" -eq 0 ]
	[ "$output" = "1*  U'" ]
}

@test "pocket solve refuses a table of the other metric, a damaged one, and a missing one" {
	"$SUPERFLIP" pocket build -o "$BATS_TEST_TMPDIR/htm"
	run "$SUPERFLIP" pocket solve --metric qtm --table "$BATS_TEST_TMPDIR/htm" "U"
	[ "$status" -eq 4 ]
	[[ "$output" == *"the other metric"*"pocket build --force --metric qtm"* ]]
	printf 'x' | dd of="$BATS_TEST_TMPDIR/htm" bs=1 seek=5000 conv=notrunc 2>/dev/null
	run "$SUPERFLIP" pocket solve --table "$BATS_TEST_TMPDIR/htm" "U"
	[ "$status" -eq 4 ]
	[[ "$output" == *"damaged"* ]]
	run "$SUPERFLIP" pocket solve --table "$BATS_TEST_TMPDIR/none" "U"
	[ "$status" -eq 4 ]
}

@test "pocket build replaces a file only with --force, and never anything else" {
	echo precious >"$BATS_TEST_TMPDIR/table"
	run "$SUPERFLIP" pocket build -o "$BATS_TEST_TMPDIR/table"
	[ "$status" -eq 4 ]
	[[ "$output" == *"--force"* ]]
	[ "$(cat "$BATS_TEST_TMPDIR/table")" = precious ]
	"$SUPERFLIP" pocket build -o "$BATS_TEST_TMPDIR/table" --force
	"$SUPERFLIP" pocket solve --table "$BATS_TEST_TMPDIR/table" "U"
	mkfifo "$BATS_TEST_TMPDIR/fifo"
	run "$SUPERFLIP" pocket build -o "$BATS_TEST_TMPDIR/fifo" --force
	[ "$status" -eq 4 ]
	[ -p "$BATS_TEST_TMPDIR/fifo" ]
}

@test "pocket solve shows no control characters" {
	run "$SUPERFLIP" pocket solve $'\e[31mX'
	[ "$status" -eq 3 ]
	[[ "$output" == *"'?' is not a turn"* ]]
}

@test "pocket build says why it cannot write" {
	run "$SUPERFLIP" pocket build -o "$BATS_TEST_TMPDIR/no/such/directory"
	[ "$status" -eq 4 ]
	[[ "$output" == *"No such file or directory"* ]]
}

@test "pocket prove: ten moves are not enough, and the proof says so" {
	run --separate-stderr "$SUPERFLIP" pocket prove --bound 10
	[ "$status" -eq 1 ]
	[[ "$output" == *"152 of 729 cosets proved: some states need more than 10 moves (htm)"* ]]
}

@test "pocket prove: eleven moves solve every state" {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "slow: all cosets to depth 11"
	run --separate-stderr "$SUPERFLIP" pocket prove
	[ "$status" -eq 0 ]
	[[ "$output" == *"      11       2644"* ]]
	[[ "$output" == *"729 of 729 cosets proved: every state is solved in 11 moves or less (htm)"* ]]
}

@test "pocket prove: the time of a coset, and which ones fail" {
	run --separate-stderr "$SUPERFLIP" pocket prove --bound 10
	[[ "$output" == *"time of a coset: "*" ms on average, "*" ms at most"* ]]
	[ "$(sed -n 's/^cosets not proved: //p' <<<"$output" | wc -w)" -eq 577 ]
	run --separate-stderr "$SUPERFLIP" pocket prove
	[[ "$output" != *"not proved"* ]]
}

@test "pocket show: the net, Théry's numbers, his example's rank, distance and neighbours" {
	run --separate-stderr "$SUPERFLIP" pocket show "4 1 7 2 6 5 3 1 1 1 1 1 1 1"
	[ "$status" -eq 0 ]
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
	run --separate-stderr "$SUPERFLIP" pocket show "Q"
	[ "$status" -eq 3 ]
}

@test "pocket solve --letters rbd: turns of right, back and down, as long as the others" {
	run --separate-stderr "$SUPERFLIP" pocket solve --letters rbd "r b2 d'"
	[ "$output" = "3*  d b2 r'" ]
	for scramble in "R U F2 L' B D" "U R2 F U' R F2 U R'"; do
		capital=$("$SUPERFLIP" pocket solve "$scramble")
		small=$("$SUPERFLIP" pocket solve --letters rbd "$scramble")
		[ "${capital%% *}" = "${small%% *}" ]
		[[ "${small#*  }" != *[URFDLB]* ]]
		run "$SUPERFLIP" pocket solve "$scramble ${small#*  }"
		[ "$output" = "0*" ]
	done
	run "$SUPERFLIP" pocket solve --letters xyz U
	[ "$status" -eq 2 ]
}

@test "pocket: wrong usage exits with 2, help with 0" {
	for arguments in "" "nonsense" "solve --metric xyz U" "solve --nonsense" "solve --method" "build" \
	                 "distribution U" "prove --bound 15" "solve --seed -1 U"; do
		run "$SUPERFLIP" pocket $arguments
		[ "$status" -eq 2 ]
		[[ "$output" == "superflip: "* ]]
	done
	for arguments in "--help" "solve --help" "distribution --help" "prove --help" "build -h"; do
		run "$SUPERFLIP" pocket $arguments
		[ "$status" -eq 0 ]
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

@test "pocket solve and solve --puzzle 2x2 write records with the same fields" {
	fields() {
		grep -o '"[a-z_]*":' | sort | uniq
	}
	for scramble in "R2 U F'" Q; do
		[ "$("$SUPERFLIP" pocket solve --json "$scramble" 2>/dev/null | fields)" = "$("$SUPERFLIP" solve -q --puzzle 2x2 --json "$scramble" 2>/dev/null | fields)" ]
		[ "$("$SUPERFLIP" pocket solve --json "$scramble" 2>/dev/null | grep -o '"checksum":"[0-9a-f]*"')" = "$("$SUPERFLIP" solve -q --puzzle 2x2 --json "$scramble" 2>/dev/null | grep -o '"checksum":"[0-9a-f]*"')" ]
	done
}
