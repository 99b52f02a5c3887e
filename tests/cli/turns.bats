#!/usr/bin/env bats
# Turn sets: --metric stm and its like, --moves with slices and wide turns, --cost, in solve, batch and verify.

load expect
load slow

setup() {
	bats_require_minimum_version 1.5.0
	cd "$BATS_TEST_TMPDIR" || exit
}

# Costs and numbers of solutions are those of a search without tables and without an order of turns (tests/pieces/test_turns.c), or
# obvious.  Solutions are verified with the set of the record.
@test "all solutions cost the least, and verify proves it" {
	local n_rows=0
	while IFS='|' read -r goal options scramble cost n; do
		# Tables of whole cubes for a set of its own take ten seconds.
		[[ "$goal|$options" != "|"*etm* ]] || are_slow_wanted || continue
		eval "set -- $options"
		run -0 --separate-stderr "$SUPERFLIP" solve --json --all ${goal:+--goal "$goal"} "$@" "$scramble"
		echo "$output" >result
		[ "$(jq -r '"\(.length) \(.solutions | length)"' result)" = "$cost $n" ]
		expect_output 0 "result:1: $cost\*  right, proved optimal" verify --optimal result
		# Rows are read in one way, whatever the set is.
		((n_rows++ % 4 == 0)) || continue
		"$SUPERFLIP" solve --csv -q ${goal:+--goal "$goal"} "$@" "$scramble" >result
		expect_output 0 "result:2: $cost\*  right, proved optimal" verify --optimal result
		sed -i "s/,$cost,$cost,/,77,0,/" result
		expect_output 1 "result:2: wrong: *" verify result
	done <<-'END'
		cross|--metric stm|R F2 M|3|4
		cross|--metric atm|R L2 F B|2|1
		2x2x2|--metric stqm|M2 U R|3|4
		eo:FB|--cost "U=1 U2=1.5 (F B')=1.5 R=1.5"|F U R F'|4|2
		cross|--moves "R U r"|r U R' r2|4|1
		cross|--metric qtm --moves "R U F" --cost "R=10 U=13 F=11.5"|R F U'|21.5|1
		eoline|--metric stm --moves "M U R"|R U M|2|1
		|--metric stm|M2 E2 S2|3|6
		|--metric stm|M' U2 M U2|4|2
		|--metric stm|R L' U' R' L|3|1
		|--metric etm --moves "x R U"|F|2|1
		|--metric etm --moves "x R U"|F R|3|1
		cross|--metric etm --moves "x R U"|F2|2|1
	END
}

@test "solutions are written as they are turned by hand" {
	while IFS='|' read -r options scramble answer; do
		eval "set -- $options"
		[ "$("$SUPERFLIP" solve -q "$@" "$scramble")" = "$answer" ]
	done <<-'END'
		--metric stm|M|1*  M'
		--goal cross --metric stm --moves "r U"|L|1*  Rw'
		--metric stm|R L' U' R' L|3*  M F M'
		--metric stm --goal eo:FB|U2|0*
		--goal cross --moves "R U r" --max 1|r U R' r2|>=4  none: proved that no solution costs at most 1
		--goal eo:FB --cost "F=2.5" --max 2|F|>=2.5  none: proved that no solution costs at most 2
	END
	printf "M\nM'\n" | "$SUPERFLIP" batch -q --metric stm - >two
	[ "$(cat two)" = "$(printf "1.  1*  M'\n2.  1*  M")" ]
}

@test "rows say their turns, costs and metric; progress and links are those of the set" {
	"$SUPERFLIP" solve --csv --metric stm --moves "M U" "M U" >rows.csv
	[[ "$(head -1 rows.csv)" == *,goal,turns,costs,reached,color,puzzle ]]
	[[ "$(sed 1d rows.csv)" == *,stm,2,2,"U' M'",*,"M U",,,,3x3x3 ]]
	[[ "$("$SUPERFLIP" solve --tsv --goal cross --cost "U=1.5 R=2" R | sed 1d)" == *$'\t'"U=1.5 R=2"$'\t\t\t3x3x3' ]]
	expect_error 0 "*cube 1: 1 in stm: *" solve -v --goal cross --metric stm F
	expect_output 0 "*alg=M%27&puzzle*" solve --link --metric stm M
	# Without the turns that were permitted there would be a shorter solution.
	"$SUPERFLIP" solve --csv -q --goal cross --moves "R' U" "R'" >rows.csv
	expect_output 0 "*right, proved optimal" verify --optimal rows.csv
}

# Found by a comparison with a plain search: of costs in small units only 40 units were searched, and all that costs more "proved" not to exist.
@test "cheap turns take no room from dear ones, and what a search has no room for is not proved to be nothing" {
	korf_tables "$BATS_TEST_TMPDIR/korf"
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/korf
	[ "$("$SUPERFLIP" solve -q --moves "D' B'" --cost "D'=2;D' after B'=0.1" --goal cross "D'")" = "6*  D' D' D'" ]
	local cheap=(--moves "U2 R2 F" --cost "U2=0.1 R2=0.1 F=5" --goal cross)
	expect 1 ">=4.1  at least 4.1 in htm; no solution found (memory limit)" solve -q "${cheap[@]}" F
	"$SUPERFLIP" solve -q --json "${cheap[@]}" F >rows || true
	[ "$(jq -r '.status + .stopped' rows)" = "boundmemory limit" ]
	expect 1 ">=3.1  none: proved that no solution costs at most 3" solve -q "${cheap[@]}" --max 3 F
}

@test "a set that cannot reach a goal says so before the search: pieces are followed together with the frame" {
	while IFS='|' read -r goal turns scramble; do
		run -1 --separate-stderr "$SUPERFLIP" solve --json --metric stm --goal "$goal" --moves "$turns" "$scramble"
		[ "$(jq -r '"\(.status) \(.reachable) \(.nodes) \(.unreachable)"' <<<"$output")" = "none false 0 they never bring a piece to where the goal wants it" ]
	done <<-'END'
		cross|M U|R
		cross|M2 U2|R
		eo:FB|R U D|F
		dr:UD|M2 U|R
		xcross:FR|M U|F
	END
}

@test "a set that cannot solve the state says so before the search, and why" {
	while IFS='|' read -r turns scramble why; do
		run -1 --separate-stderr "$SUPERFLIP" solve --json --metric stm --moves "$turns" "$scramble"
		echo "$output" >result
		[[ "$(jq -r .unreachable result)" == *"$why"* ]]
		[ "$(jq -r '"\(.status) \(.reachable) \(.nodes)"' result)" = "none false 0" ]
		expect_output 0 "result:1: unreachable  right, proved" verify --optimal result
	done <<-'END'
		M U|R|never bring a piece to where it belongs
		R2 L2 U2 D2 F2 B2|FU RU UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR|orientation
		M2 U|M' U2 M U2|parity
	END
	# The last layer turns once at the end, not as often as the turns would need it.
	expect_output 1 "-  none: no sequence of these turns * at the goal*" solve -q --metric stm --moves M --goal ll R
}

# No table is built for a cube that the turns do not solve; in a list the next one that they do solve has them built.
@test "a cube that the turns do not solve costs no table" {
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/none
	expect_output 1 "-  none: no sequence of these turns * never bring a piece *" solve -q --metric stm --moves "M U" R
	expect_output 1 "-  none: no sequence of U U2 U' R2 *; these turns make 14400 positions, and not that one: they never *" solve -q --moves "U R2" F
	expect_output 1 "-  none: *at the goal*" solve -q --moves "U R2" --goal F U
	expect_output 1 "-  none: *where the goal wants it" solve -q --moves "U R2" --goal cross F
	expect_output 1 "-  none: *where the goal wants it" solve -q --metric stm --moves "M2 U2" --goal eo:FB F
	[ ! -e "$SUPERFLIP_PDB_DIR" ]
	printf "F\nU R2\nF\n" >list
	run -1 --separate-stderr "$SUPERFLIP" batch -q --json --moves "U R2" list
	[ "$(jq -rs 'map("\(.reachable) \(.length)") | join(",")' <<<"$output")" = "false null,true 2,false null" ]
	[ "$(ls "$SUPERFLIP_PDB_DIR" | wc -l)" -eq 1 ]
}

@test "verify --optimal proves solutions by few turns with the table of their states" {
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/few
	"$SUPERFLIP" solve -q --json --all --moves "U R2" "U R2 U' R2" >records
	"$SUPERFLIP" solve -q --json --metric qtm --moves "U2 R2" "U2 R2 U2" >>records
	"$SUPERFLIP" solve -q --json --all --up-to-symmetry --moves "U2 R2" "(U2 R2)3" >>records
	[ "$(jq -r .length records | xargs)" = "4 6 6" ]
	expect_output 0 "*4\*  right, proved optimal*6\*  right, proved optimal*6\*  right, proved optimal" verify --optimal records
	sed 's/"length":4/"length":6/g; s/"U R2 U. R2"/"U R2 U2 U R2 U U"/' records >wrong
	run -1 "$SUPERFLIP" verify --optimal wrong
	[ "$(ls "$SUPERFLIP_PDB_DIR" | wc -l)" -eq 3 ]
}

@test "a set that makes few states solves all of them by its own table, and pdb info counts them" {
	expect_output 0 "11\*  *" solve -q --metric stm --moves "M U" "M U M' U2 M U M U' M2 U M' U M U' M' U M2 U' M U"
	while IFS='|' read -r options scramble answer; do
		eval "set -- $options"
		expect_output 0 "$answer" solve -q "$@" "$scramble"
	done <<-'END'
		--moves "R2 U2"|(R2 U2)3|6\*  *
		--moves "U' R2"|U'|3\*  U' U' U'
		--metric qtm --moves "U R2"|U R2|3\*  R2 U'
		--cost "U=1 U'=3 R2=1.5" --moves "U R2"|U R2|3.5\*  R2 U U2
	END
	"$SUPERFLIP" pdb build -q --moves "U R2"
	expect_output 0 "*14400, 8 bits each: U R2* 20 * 9" pdb info --moves "U R2"
	expect_output 0 "*184320, 8 bits each: M U* 20 * 2" pdb info --metric stm --moves "M U"
	expect_output 0 "*group-*,turns,installed*" pdb list --metric stm --moves "M U" -f csv
}

@test "what does not go with a turn set is refused" {
	while IFS='|' read -r options complaint; do
		eval "set -- $options"
		expect_error 2 "$complaint" solve "$@" R
	done <<-'END'
		--metric stm --html page.html|*--html is for turns of faces*--metric stm*
		--metric stm --journal j|*--journal is for turns of faces*
		--metric stm --heuristic korf|*the heuristic 'korf' has no tables for these turns*
		--metric stm --cost M=2 --heuristic coset-30m|*the heuristic 'coset-30m' has no tables for these turns*
		--metric stm --goal cross --heuristic coset-30m|*'cross'*has tables of its own*
		--metric stm --method two-phase|*--method: only with turns of faces*
		--metric atm --puzzle 2x2|*--puzzle: only with turns of faces*
		--cost U=2 --exclude R|*--exclude: only with turns of faces*
		--metric stm --all --up-to-symmetry|*--up-to-symmetry: only with turns of faces*
		--moves M --french|*--french: only with turns of faces*
		--cost U=0|*'0' is no cost*
		--cost @none|*none: No such file or directory*
		--moves "M M"|*'M' is there twice*
		--moves "M y"|*a rotation costs nothing in htm*
		--cost "U=0.001 R=1000"|*the costs are too different*
		--metric etm --moves "x y2" --goal cross|*these turns only rotate the whole cube*
		--cost "R after U"|*'R after U' is no price of turns after others; expected U R after D=2*
		--cost "R after =2"|*'R after ' is no price of turns after others*
		--cost "r after U=2"|*'r' is not one of the turns that are permitted*
		--cost "R after U=x"|*'x' is no cost*
		--cost "R after U=0.001 R=60"|*the costs are too different*
	END
}

@test "prices of turns after others: the first costs what it does alone, the last line counts, records are verified" {
	while IFS='|' read -r options scramble answer; do
		eval "set -- $options"
		expect_output 0 "$answer" solve -q "$@" "$scramble"
	done <<-'END'
		--moves "R2 U" --cost "R2 after U=2"|R2 U|3\*  U' R2
		--moves "R2 U" --cost "R2 after U=2"|U R2|2\*  R2 U'
		--moves "R2 U" --cost "* after *=2; R2 after U = 1"|R2 U|2\*  U' R2
		--moves "R2 U" --cost "R2 after *=3; U2 after U=0.5"|R2|1\*  R2
		--moves "R2 L2 U2" --cost "L2 after R2=5"|R2 L2 U2|3\*  U2 L2 R2
		--moves "R2 L2 U" --cost "R2 L2 after R2 L2=5 R2 after U=5 U after R2=0.1 L2 after U=0.1" --goal cross|R2 L2|2.2\*  R2 U* U* L2
	END
	"$SUPERFLIP" solve -q --json --all --moves "R2 U" --cost "R2 after U=2; U after R2=1.5" "R2 U R2" "U R2 U' R2" >records
	expect_output 0 "*right, proved optimal*right, proved optimal" verify --optimal records
	sed 's/R2 after U=2/R2 after U=1/' records >wrong
	run -1 "$SUPERFLIP" verify wrong
	printf '# a robot\nR2=1  # one\nR2 after U = 2\n' >costs
	run -0 --separate-stderr "$SUPERFLIP" solve -q --json --moves "R2 U" --cost @costs "R2 U"
	[ "$(jq -r '"\(.length) \(.costs)"' <<<"$output" | xargs)" = "3 R2=1 R2 after U = 2" ]
	printf "R2 U\nU R2\n" >list
	"$SUPERFLIP" batch -q --moves "R2 U" --cost "R2 after U=2" --shard 1/2 -o shards list
	"$SUPERFLIP" batch -q --moves "R2 U" --cost "R2 U after U=2 U after U=1" --shard 2/2 -o shards list
	"$SUPERFLIP" merge -o results shards
	rm shards/*2-of-2*
	"$SUPERFLIP" batch -q --moves "R2 U" --cost "R2 after U=3" --shard 2/2 -o shards list
	run ! --separate-stderr "$SUPERFLIP" merge -o results shards
}

@test "a file of costs is read, and a run goes on with the same set only" {
	printf 'U=1 U2=1.5\nF=2\n' >costs
	expect_output 0 "3\*  B* ?2 B*" solve -q --goal eo:FB --cost @costs "F U2 F"
	printf "F\nR\n" >list
	"$SUPERFLIP" batch -q --goal eo:FB --cost @costs --shard 1/2 -o shards list
	"$SUPERFLIP" batch -q --goal eo:FB --cost "U=1 F=2" --shard 2/2 -o shards list
	run ! --separate-stderr "$SUPERFLIP" merge -o results shards
	rm shards/*2-of-2*
	"$SUPERFLIP" batch -q --goal eo:FB --cost "F=2 U=1 U2=1.5" --shard 2/2 -o shards list
	run -0 --separate-stderr "$SUPERFLIP" merge -o results shards
}

@test "a table of whole cubes for stm or atm is built by name, and chosen by auto" {
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR
	run -4 --separate-stderr "$SUPERFLIP" solve --metric atm --heuristic coset-30m R
	[[ $stderr == *"run \`superflip pdb build coset-30m --metric atm\`" ]]
	shared_tables "$SUPERFLIP_PDB_DIR" stm coset-30m
	run -0 --separate-stderr "$SUPERFLIP" solve -v --metric stm "R L' U D2 F B' R"
	[[ $output == "5*  "* && $stderr == *"heuristic coset-30m, kernel: coset, "* ]]
	"$SUPERFLIP" pdb verify -q coset-30m --metric stm
	expect_error 2 "*there is no table 'coset-30m' for these turns" pdb build coset-30m --metric stqm
	expect_error 2 "*there is no table 'coset-8g' for these turns" pdb build coset-8g --metric stm
}

@test "a table of another goal, metric or turn set under the right name is never used" {
	mkdir planted
	local set own
	for set in "cross" "cross --metric qtm" "cross --metric stm" "cross --metric atm" "eo" "eo --metric stm" "2x2x2 --metric stm"; do
		"$SUPERFLIP" solve -q --goal $set R >answer
		own=$("$SUPERFLIP" pdb path $set | head -n 1)
		cp "$own" "planted/$(wc -w <<<"$set")-${set//[^a-z0-9]/}.pdb"
		basename "$own" >"planted/${set//[^a-z0-9]/}.name"
	done
	local other
	for set in "cross" "cross --metric stm" "eo --metric stm"; do
		for other in planted/*-*.pdb; do
			mkdir one
			cp "$other" "one/$(cat "planted/${set//[^a-z0-9]/}.name")"
			if [[ $other == *-${set//[^a-z0-9]/}.pdb ]]; then
				"$SUPERFLIP" solve -q --pdb-dir one --goal $set R >answer
			else
				expect_error 4 "*: holds the table *" solve -q --pdb-dir one --goal $set R
			fi
			rm -r one
		done
	done
}

@test "turns of faces at the costs of a metric need no set: the same tables, nodes and rows as without costs" {
	nodes_of() {
		run -0 --separate-stderr "$SUPERFLIP" solve -t 1 --json --pdb-dir "$COSET_30M_DIR" "$@" "R U F L2 U' F R2 D U'"
		jq -c '[.length, .nodes, .heuristic, .metric, .turns, .costs]' <<<"$output"
	}
	[[ $(nodes_of) == *'"coset-30m","htm",null,null]' ]]
	[ "$(nodes_of)" = "$(nodes_of --cost "U=1 R2=1")" ]
	[ "$(nodes_of --moves "R U F L D")" = "$(nodes_of --moves "R U F L D" --cost U=1)" ]
	[ "$(nodes_of --metric qtm)" = "$(nodes_of --cost "U2=2 R2=2 F2=2 D2=2 L2=2 B2=2")" ]
	[[ $(nodes_of --cost U=1.5) != "$(nodes_of)" ]]
}

@test "turns of faces at nearly the costs of a metric are searched with the tables of all turns" {
	export SUPERFLIP_PDB_DIR=$COSET_30M_DIR
	while IFS='|' read -r options length heuristic; do
		eval "set -- $options"
		run -0 --separate-stderr "$SUPERFLIP" solve --json $options "R U F L2 U' F"
		[ "$(jq -r '"\(.length) \(.heuristic)"' <<<"$output")" = "$length $heuristic" ]
		echo "$output" >record
		expect_output 0 "*right, proved optimal" verify --optimal record
	done <<-'END'
		--cost U=1.5|7|coset-30m
		--cost U=1.5 --heuristic manhattan|7|manhattan
		--cost L2=1.1 --moves L2,U,R,F|6.1|coset-30m
		--metric qtm --cost U2=2.1 --heuristic manhattan|7|manhattan
	END
	expect_error 2 "*the heuristic 'manhattan' has no tables for these turns*" solve --metric stm --heuristic manhattan R
}
