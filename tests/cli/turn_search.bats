#!/usr/bin/env bats
# Turn sets against a search that shares nothing with the solver (tests/oracle/turns.c): rotations, wide
# turns, slices, costs and goals. Scrambles are random; SUPERFLIP_TEST_SEED repeats them.

load slow

setup() {
	cd "$BATS_TEST_TMPDIR" || exit
	oracle=$(dirname "$SUPERFLIP")/oracle/turns
}

# compare N METRIC MOVES COSTS GOAL CAP MAX: N scrambles whose least cost is at most CAP, solved with that
# maximum, and with a lower one, within which many have no solution.
compare() {
	local n=$1 metric=$2 moves=$3 costs=$4 goal=$5 cap=$6 max
	local set=("$metric" "$moves" "$costs" "$goal") seed=$RANDOM
	export SUPERFLIP_PDB_DIR=$PWD/pdb
	mkdir pdb
	ln -s "$COSET_30M_DIR"/* pdb
	echo "turns draw '$metric' '$moves' '$costs' '$goal' $cap $seed $n"
	"$oracle" draw "${set[@]}" "$cap" "$seed" "$n" >drawn
	cut -f 2 drawn >list
	for max in "$cap" "$7"; do
		"$SUPERFLIP" batch -q --json -n 5 --over 1 --max "$max" --metric "$metric" \
			${moves:+--moves "$moves"} ${costs:+--cost "$costs"} ${goal:+--goal "$goal"} list >answers \
			|| [ $? -eq 1 ]  # some have no solution
		jq -r --arg max "$max" '[$max, .status, .length // "-", .lower_bound // "-",
			(.solutions[] | "\(.length):\(.moves)")] | @tsv' answers >fields
		[ "$(wc -l <fields)" -eq "$n" ]
		paste drawn fields | "$oracle" check "${set[@]}" || wrong="$wrong ${set[*]};"
	done
	rm -rf pdb
}

# compare_all N: rows of METRIC|MOVES|COSTS|GOAL|CAP|MAX from standard input.
compare_all() {
	local metric moves costs goal cap max wrong=
	while IFS='|' read -r metric moves costs goal cap max; do
		compare "$1" "$metric" "$moves" "$costs" "$goal" "$cap" "$max"
	done
	echo "wrong:$wrong"
	[ -z "$wrong" ]
}

@test "solutions by slices, wide turns and rotations have the least cost, and solve" {
	SUPERFLIP_TEST_SEED=${SUPERFLIP_TEST_SEED:-1} seed_chance  # the slow test has others
	compare_all 3 <<-'END'
		stm|M E S|||5|3
		stqm|Rw U F||cross|6|3
		etm|x R U||cross|5|2
		etm|l D x|x=0.5 D=1.3|eo:FB|4|2
		etm|R U x2||cross+neutral|4|2
		stqm|M U R||eo:RL|5|3
		stm|M R L U||cross|5|3
		htm|R L r U||eo:FB|4|3
		htm||U=1 U2=1.5 (F B')=1.5 R=1.5|2x2x2|4|2
		atm|||cross|3|2
		htm||U=1.5 R2=1.2||4|2
		qtm|R' U F|U2=2.5||5|3
	END
}

@test "solutions of many sets, with costs and goals, have the least cost, and solve" {
	slow "500 cubes"
	seed_chance
	compare_all 20 <<-'END'
		etm|x R U|||6|3
		etm|x R U||cross|6|3
		etm|x R U|x=0.5 R=1 U=1.3||5|3
		etm|x R U|x=0.5 R=1 U=1.3|cross:F|5|3
		etm|x R U||U' R|5|3
		etm|x y R U|||5|3
		etm|x y R U||eo:FB|6|3
		stm|r U|||6|3
		htm|r U|r=1.2|f2l|5|3
		qtm|Rw U F|||6|3
		stqm|Rw U F||cross|6|3
		etm|Rw U F||2x2x2|6|3
		stqm|M U R|||6|3
		stm|M U R|M=0.7|eo:FB|6|3
		stm|M E S|||5|3
		etm|M E S||cross|5|3
		etm|l D x|||5|3
		etm|l D x||cross|6|3
		etm|R U x2|||5|3
		etm|R U x2||cross+neutral|5|3
		etm|z F2 R'||cross|6|3
		htm|U2 R2 F2 D2 L2 B2|||6|3
		stm|U2 R2 F2 D2 L2 B2 M2||cross|6|3
		stm|R U r M|R=1.5 U=1 r=2 M=1|cross|6|3
		htm|R U y|y=0.7|eo:FB|5|3
		etm||x=0.5 M=1.5||3|2
		etm|||cross|4|2
		stm||M=2 U=1.5|cross:R|5|3
		stqm|||2x2x2|5|2
		stqm|M U R||eo:RL|6|3
		htm|r U|r=1.2|eo:RL|5|3
		htm|R U F L|R=2|eo:RL|5|3
		atm|(R L') U F||cross|5|3
		atm||||3|2
		htm||U=1.5 R2=1.2||4|3
		htm|U R F L|F=1.5||5|3
		htm|R U' F2 D|R=2.2 U'=2 F2=2.5 D=2||5|3
		qtm|R U F L|U2=2.5||5|3
		qtm||F=1.1||4|3
	END
}

@test "with prices of pairs solutions have the least cost, in any order of turns" {
	SUPERFLIP_TEST_SEED=${SUPERFLIP_TEST_SEED:-1} seed_chance
	compare_all 4 <<-'END'
		htm|U R F|; * after *=1.5|eo:FB|5|4
		htm||;R L after U D=2;U D after R L F B=2;F B after U R=1.3|cross|4|3
		htm|U D R|; U after D=0.5; D after R=3; U' after U'=2.5||4|3
		htm|U R L|;L after R=5;U after R=0.1;L after U=0.1;R after L=4||2|1
		htm|R2 L2 U|;R2 L2 after R2 L2=5;R2 after U=5;U after R2=0.1;L2 after U=0.1|cross|3|2
		stm|M U|U=2;M after U=1;M' U2 after M=2.5|eo:FB|5|3
		etm|R U x y|x=0.5;U R after *=2;U R after x y=1;x after y=2|cross|4|3
		qtm|R U' F|;R after F=2;F F2 after R'=3;U' after U'=0.5||5|3
	END
}
