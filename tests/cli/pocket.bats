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
	expect 2 "*'cfop' solves the 3x3x3; the 2x2x2 is solved by its table, layers or random-walk" solve --puzzle 2x2 --method cfop U
}

# plain ARGUMENT...: what tests/oracle/pocket.py finds from the stickers.
plain() {
	PYTHONDONTWRITEBYTECODE=1 python3 "$BATS_TEST_DIRNAME/../oracle/pocket.py" "$@"
}

@test "all solutions of the 2x2x2, of the shortest length and longer ones, are those of a search from its stickers" {
	local list=$BATS_TEST_TMPDIR/list metric over
	{ plain words 3; plain words 4; } >"$list"
	echo "U2 R F R' F2 R' F R2 U F' R'" >"$BATS_TEST_TMPDIR/far"
	for over in 0 1 far; do
		for metric in htm qtm; do
			[ "$over$metric" != farqtm ] || continue
			[ "$over" != far ] || list=$BATS_TEST_TMPDIR/far
			plain $metric ${over/far/0} <"$list" | awk 'BEGIN { n = 1 } /^$/ { n++; next } { print n, $0 }' | sort >"$BATS_TEST_TMPDIR/plain"
			"$SUPERFLIP" batch -q --puzzle 2x2 --metric $metric --all --over ${over/far/0} "$list" |
				sed -E 's/^([0-9]+)\.  [0-9]+\*?  /\1 /' | sort | cmp - "$BATS_TEST_TMPDIR/plain"
		done
	done
	[ "$(wc -l <"$BATS_TEST_TMPDIR/plain")" -eq 75 ]
}

@test "of the 2x2x2 some solutions, lengths and limits are asked for, and verify proves what is said of them" {
	expect 0 $'11*  ??*\n11*  ??*' solve -q --puzzle 2x2 -n 2 "U2 R F R' F2 R' F R2 U F' R'"
	expect 0 $'2*  U\' R\'\n6  U R2 U2 R2 U2 R' solve --puzzle 2x2 --all --max 6 "R U"
	expect 0 "6  R ?2 ?2 ?2 ?2 ?2" solve --puzzle 2x2 --min 3 R
	expect 1 ">=4  none: proved that no solution has at most 3 moves" solve --puzzle 2x2 --max 3 "R U F R"
	run -1 --separate-stderr "$SUPERFLIP" solve --puzzle 2x2 --all --max 25 --time-limit 0.1 "R U F R"
	[[ "${lines[0]}" == "4*  R' F' U' R'" && "${lines[-1]}" == "-  there may be more: time limit" ]]
	"$SUPERFLIP" solve -q --json --puzzle 2x2 --all "R U F2 R" "R U R' U'" >"$BATS_TEST_TMPDIR/results"
	"$SUPERFLIP" solve -q --json --puzzle 2x2 --max 3 "R U F R" >>"$BATS_TEST_TMPDIR/results" || true
	run -0 "$SUPERFLIP" verify --optimal "$BATS_TEST_TMPDIR/results"
	[[ "$output" == *"4*  right, proved optimal"*"4*  right, proved optimal"*">=4  right, proved"* ]]
	sed -i '1s/"length":4/"length":5/; 3s/"lower_bound":4/"lower_bound":5/' "$BATS_TEST_TMPDIR/results"
	expect 1 "*there is one of 4*" verify --optimal "$BATS_TEST_TMPDIR/results"
}

@test "layers solves the 2x2x2 in two stages, which verify follows, as it is held" {
	"$SUPERFLIP" scramble -s 5 -n 200 --puzzle 2x2 --type state --format facelets >"$BATS_TEST_TMPDIR/list"
	for method in layers layers-folded; do
		"$SUPERFLIP" batch -q --json --puzzle 2x2 --method $method "$BATS_TEST_TMPDIR/list" >"$BATS_TEST_TMPDIR/results"
		run -0 "$SUPERFLIP" verify "$BATS_TEST_TMPDIR/results"
		[[ "${lines[-1]}" == *": 200 right, 0 wrong, 0 without a solution" ]]
	done
	run -0 --separate-stderr "$SUPERFLIP" solve --puzzle 2x2 --method layers --explain --french "P B G'"
	[ "$(grep -c '^    [A-Z] [A-Z]$' <<<"$output")" -eq 12 ]
	[[ "$output" == *"1. coins blancs : "*" mouvements"*"2. coins jaunes : "*"en tout : "* ]]
	[ "$(sed '1,/^2\./d' <<<"$output" | sed -n 2,7p | tr -d ' \n')" = UUUULLFFRRBBLLFFRRBBDDDD ]
	run -0 "$SUPERFLIP" solve --puzzle 2x2 --method layers --explain --json "R B' D"
	[ "$(jq -r '.stages | map(.name) | join(",")' <<<"$output")" = "white corners,yellow corners" ]
	[ "$(jq -r '.stages[1].facelets' <<<"$output")" = UUUURRRRFFFFDDDDLLLLBBBB ]
}

@test "show describes a 2x2x2: net, facelets, numbers, moves, cycles, distance; draws, compares and repeats it" {
	run -0 --separate-stderr "$SUPERFLIP" show --puzzle 2x2 "R U R' U'" "2 1 3 7 5 6 4 2 2 1 2 1 1 1"
	[ "${lines[2]}" = "B L F D R U B R" ]
	for line in "facelets    ULUFRUURFDFFDRDDBLLLBRBB" "numbers     2 1 3 7 5 6 4 2 2 1 2 1 1 1" \
		"corners     UFR DFR twisted clockwise, UBL UBR twisted anticlockwise" "distance    4"; do
		[ "$(grep -cFx "$line" <<<"$output")" -eq 2 ]
	done
	[ "$(grep -c "^inverse     U R U' R'$" <<<"$output")" -eq 1 ]
	[ "$("$SUPERFLIP" show --puzzle 2x2 --svg "R U" | grep -c '<rect')" -eq 24 ]
	expect 0 "the same position" show --puzzle 2x2 --same R "L x"
	expect 1 "different positions" show --puzzle 2x2 --same R L\'
	expect 0 "R2 U" show --puzzle 2x2 --reduce "R R U"
	[[ "$("$SUPERFLIP" show --puzzle 2x2 --power 6 "R U R' U'")" == *"distance    0" ]]
	[ "$("$SUPERFLIP" show --puzzle 2x2 --product "L F" "D")" = "$("$SUPERFLIP" show --puzzle 2x2 "L F D" | grep -v '^moves\|^inverse')" ]
	[[ "$("$SUPERFLIP" show --puzzle 2x2 <<<"r b")" == *"distance    2" ]]
	expect 2 "*--goal and --goals are of a 3x3" show --puzzle 2x2 --goals R
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

@test "pocket prove: ten moves are not enough, and which cosets fail" {
	run -1 --separate-stderr "$SUPERFLIP" pocket prove --bound 10
	[[ "$output" == *"152 of 729 cosets proved: some states need more than 10 moves (htm)"* ]]
	[[ "$output" == *"time of a coset: "*" ms on average, "*" ms at most"* ]]
	[ "$(sed -n 's/^cosets not proved: //p' <<<"$output" | wc -w)" -eq 577 ]
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
	for options in "--all --up-to-symmetry" "--moves R" "--exclude R" "--heuristic korf"; do
		# shellcheck disable=SC2086  # words
		expect 2 "*: only for the 3x3x3: the 2x2x2 is solved by its own table, in turns of U, R and F" solve --puzzle 2x2 $options U
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

@test "pocket prove: eleven moves solve every state; SIGUSR1 has it tell how far it is, and it goes on" {
	trap '' USR1  # until the program has its own answer
	# Asked again and again: the first time may be before it has begun, and a fast machine may be done by then.
	for _ in $(seq 50); do
		"$SUPERFLIP" pocket prove >"$BATS_TEST_TMPDIR/out" 2>"$BATS_TEST_TMPDIR/err" &
		local run=$!
		while kill -USR1 $run 2>/dev/null; do
			sleep 0.01
		done
		wait $run
		matches "$(<"$BATS_TEST_TMPDIR/out")" "*      11       2644*729 of 729 cosets proved: every state is solved in 11 moves or less (htm)*"
		run ! grep 'not proved' "$BATS_TEST_TMPDIR/out"
		! grep -Eq '^superflip: pocket prove: cosets, [0-9]+ %' "$BATS_TEST_TMPDIR/err" || return 0
	done
	cat "$BATS_TEST_TMPDIR/err"
	false
}
