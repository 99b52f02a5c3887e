#!/usr/bin/env bats
# Marked centres: --centers in solve, batch and verify.

load expect

setup() {
	cd "$BATS_TEST_TMPDIR" || exit
	solved=UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
	# Two centres by a half turn: no maneuver is shorter. Six moves of it, whose cubies four others bring home.
	turn="B' U2 L2 D2 F' B R2 D2 L2 F"
	half="B' U2 L2 D2 F' B"
}

@test "solutions leave centres upright, and verify sees it" {
	while IFS='|' read -r options scramble length centers; do
		eval "set -- $options"
		"$SUPERFLIP" solve -q --json --centers "$@" "$scramble" >result
		[ "$(jq -r '"\(.status) \(.length) \(.centers)"' result)" = "optimal $length $centers" ]
		expect_output 0 "result:1: $length\*  right, proved optimal" verify --optimal result
		"$SUPERFLIP" solve -q --csv --centers "$@" "$scramble" >result
		expect_output 0 "result:2: $length  right*" verify --centers "$@" result
	done <<-END
		|$half|6|U2 F- D2 L2
		|R L' U|3|U+ R+ L-
		|$solved|0|
		--metric qtm|R L' U2|4|U2 R+ L-
		--metric stm|M2 E2 S2|3|U2 R2 F2 D2 L2 B2
		--goal cross|F2 R U2 F2|4|U2 R+
		--moves "U R2"|R2 U R2 U'|4|
		--goal R|F U R|4|U+ R+ F+
	END
}

@test "a search that a limit ends tells its bound: the two-phase method knows no centres" {
	expect 1 ">=1[0-9]  at least * no solution found (node limit)*" solve -q --centers --node-limit 1e5 --heuristic korf \
		"R U2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
}

@test "a solution that leaves a centre turned is wrong" {
	echo "$turn -> " >claim
	expect 1 "*wrong: *does not solve the scramble*" verify --centers claim
	expect 0 "*right*" verify claim
}

@test "a list tells positions apart by their centres, and duplicates by symmetry" {
	printf '%s\n' "$half" "R2 D2 L2 F" "$solved" "$solved R+ D+ U2" "R U" "L' U'" "R U F2 F2" "R U R U R U R U R U R U R U" >list
	"$SUPERFLIP" batch -q --centers --json --deterministic --max 6 list | jq -r '"\(.id) \(.length) \(.duplicate_of) \(.centers)"' >result
	diff - result <<-'END'
		1 6 null U2 F- D2 L2
		2 4 null R2 F+ D2 L2
		3 0 null 
		4 null null U2 R+ D+
		5 2 null U+ R+
		6 2 5 U- L-
		7 2 5 U+ R+
		8 null null U- R-
	END
}

@test "turns that never turn a centre as it must be say so; parity, grey stickers, methods and the 2x2 are refused" {
	expect_of 1 "-  none: no sequence of *: they never turn a centre as it has to be" "$SUPERFLIP" solve -q --centers --moves "U R F2" "$solved F+ U+"
	expect 3 "*centres and corners differ in parity; no sequence of turns solves this cube" solve -q --centers "$solved U+"
	expect 2 "*--centers: only for shortest solutions; the method*" solve --centers --method two-phase R
	expect 2 "*--centers: only for the 3x3x3*" solve --centers --puzzle 2x2 R
	expect 2 "*--centers: a free turn (auf) would turn a centre that counts*" solve --centers --goal oll --auf U R
}

@test "a journal keeps the centres of a cube" {
	"$SUPERFLIP" solve -q --deterministic --centers --journal units "$half" >first
	"$SUPERFLIP" solve -q --deterministic --centers --journal units "R2 D2 L2 F" >second
	"$SUPERFLIP" solve -q --deterministic --centers --journal units "$half" >third
	[ "$(cat first second)" = "$(printf "6*  F B' D2 L2 U2 B\n4*  F' L2 D2 R2")" ]
	cmp first third
}

@test "scramble, convert and show write the centres that are turned, and read them" {
	"$SUPERFLIP" scramble --centers -s 1 -n 20 >states
	"$SUPERFLIP" convert --centers --to cubies states | "$SUPERFLIP" convert --centers --to facelets - | cmp states
	[ "$(cut -d' ' -f2- states | sort -u | wc -l)" -eq 20 ]
	[ "$(echo "R U M" | "$SUPERFLIP" convert --centers --to facelets | cut -d' ' -f2-)" = "R2 F+ L-" ]
	expect 3 "*solve --centers*" convert --centers --to moves states
	expect 0 "*centres     U2 R+*" show --centers "R U2"
	expect 0 "the same position" show --same "$turn" ""
	expect 1 "different positions" show --same --centers "$turn" ""
}
