#!/usr/bin/env bats
# Goals of pieces: --goal cross and its like, in solve, batch, verify, pdb.

load expect
load slow

setup() {
	bats_require_minimum_version 1.5.0
	hard="D2 F' R2 B U2 R F L2 D' B2 U R2 D F2 L"
}

# No table of a goal is there yet.
without_tables_of_goals() {
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/pdb
	korf_tables "$SUPERFLIP_PDB_DIR"
}

@test "goals are solved in the fewest moves, and their tables built when they are missing" {
	without_tables_of_goals
	while read -r goal length; do
		run -0 --separate-stderr "$SUPERFLIP" solve --deterministic --goal "$goal" "$hard"
		[ "${output%% *}" = "$length*" ]
	done <<-END
		cross 6
		cross+neutral 5
		eo 5
		eo:RL 5
		eoline 7
		2x2x2 5
		fb 6
		dr 10
	END
	[ -f "$SUPERFLIP_PDB_DIR/edges-URUFULUB-htm.pdb" ]
	[ -f "$SUPERFLIP_PDB_DIR/flip-htm.pdb" ]
	[ "$("$SUPERFLIP" solve --goal cross "U L2")" = "1*  L2" ]
	[ "$("$SUPERFLIP" solve --goal cross U)" = "0*" ]
	[ "$("$SUPERFLIP" solve --goal cross --metric qtm "U L2")" = "2*  L2" ]
	[ "$("$SUPERFLIP" solve --goal cross --metric qtm --all "D U R")" = "2*  R' D'" ]
}

@test "--auf and --neutral are parts of the goal" {
	[ "$("$SUPERFLIP" solve --goal cross:U --neutral UD "F2 R2 U2 R2 F2 D2")" = "$("$SUPERFLIP" solve --goal cross+neutral:UD "F2 R2 U2 R2 F2 D2")" ]
	[ "$("$SUPERFLIP" solve --goal cross --neutral all "$hard")" = "$("$SUPERFLIP" solve --goal cross+neutral "$hard")" ]
	[ "$("$SUPERFLIP" solve --goal cross+auf:D "D' R2")" = "1*  R2 (D)" ]
	[ "$("$SUPERFLIP" solve --json --goal cross --auf D --neutral DF R | jq -r .goal)" = cross+auf:D+preauf:D+neutral:DF ]
}

@test "the side from which a goal is reached is named in every form" {
	cd "$BATS_TEST_TMPDIR"
	local goal list=("R U F2 L D" "F D2 R' U F' B" "$hard")
	for goal in cross+neutral eo+neutral xcross+neutral:UD; do
		"$SUPERFLIP" solve -q --goal "$goal" --json --all --over 1 "${list[@]}" >json
		"$SUPERFLIP" solve -q --goal "$goal" --csv --all --over 1 "${list[@]}" >csv
		"$SUPERFLIP" solve -q --goal "$goal" --all --over 1 "${list[@]}" >text
		# What is named is reached.
		{
			echo scramble,solution,status,metric,length,goal
			jq -r '. as $r | .solutions[] | [$r.scramble, .moves, "solved", "htm", .length, .reached] | @csv' json
		} >named
		expect_error 0 "superflip: $(jq '.solutions | length' json | paste -sd+ | bc) right, 0 wrong*" verify named
		cmp <(jq -r '.solutions[] | .reached + "," + .color' json) <(tail -n +2 csv | sed -E 's/.*,(.*,.*),.*/\1/')
		cmp <(jq -r '.solutions[] | .reached + if .color then ", " + .color else "" end' json) <(sed -E 's/.*\((.*)\)$/\1/' text)
		[ "$(jq -r '.solutions[].reached' json | sort -u | wc -l)" -gt 1 ]
		[[ "$(jq -r '.solutions[].reached' json)" != *neutral* ]]
	done
	[ "$("$SUPERFLIP" solve -q --goal cross --json R | jq -c '.solutions[0].reached')" = null ]
	"$SUPERFLIP" solve -q --goal cross+neutral --html page.html "R U F2 L D"
	grep -q '"reached":"cross:' page.html
}

@test "the name of a set of cases is no goal; what is said names the goal of the set" {
	local set goal n=0
	while read -r set goal; do
		! "$SUPERFLIP" show --goal "$set" >/dev/null 2>&1 || continue
		n=$((n + 1))
		"$SUPERFLIP" show --goal "$goal" >/dev/null
		[ "$set" = zbll ] || expect 2 "superflip: --goal: column 1: '$set' is a set of cases, not a goal; its goal is '$goal'; *" \
			solve --goal "$set" R
	done < <("$SUPERFLIP" algs --help | sed -nE '/^sets/,/^$/s/^  ([a-z0-9]+) .*\(--goal (.*)\)$/\1 \2/p')
	[ "$n" -eq 12 ]
	expect 2 "*two readings: a set of cases (its goal is ll) or the turns z b l l*" solve --goal zbll R
	expect 2 "*two readings: a set of cases (its goal is ll) or the turns L S E*" solve --goal LSE R
	expect 2 "*'Zbls' is a set of cases, not a goal*" goals Zbls
	expect 2 "*'cll' is a set of cases, not a goal*" scramble --goal cll+neutral --length 3
}

@test "the colour of the side is that of a cube scrambled with white on top and green in front, wherever it is held" {
	local scramble side sune="R U R' U R U2 R' U'"  # one cross is left of six
	while IFS='|' read -r scramble side; do
		expect_output 0 "0\\*  ($side)" solve -q --goal cross+neutral "$scramble"
	done <<-END
		$sune|cross:D, yellow
		x2 $sune y|cross:D, white
		z $sune x|cross:F, red
		$sune z'|cross:R, yellow
		x $sune|cross:D, blue
		x' $sune M2 M2|cross:D, green
	END
	expect_output 0 "0\\*  (fb:DL, yellow-orange)" solve -q --goal fb+neutral:D "R U R'"
	expect_output 0 "0\\*  (2x2x2:DBL, yellow-blue-orange)" solve -q --goal 2x2x2+neutral "R U F"
	# An axis has none, and facelets and cubies may be of any colours.
	expect_output 0 "4\\*  L U' R2 D'  (eo:UD)" solve -q --goal eo+neutral "$hard"
	expect_output 0 "0\\*  (cross:D)" solve -q --goal cross+neutral "$("$SUPERFLIP" convert --to facelets <<<"$sune")"
	expect_output 0 "0\\*  (cross:D)" solve -q --goal cross+neutral "$("$SUPERFLIP" convert --to cubies <<<"$sune")"
}

# Turns that are free before the others, by a search of all turns.
tried() {
	PYTHONDONTWRITEBYTECODE=1 python3 "$BATS_TEST_DIRNAME/../oracle/free_before.py" "$@"
}

# GOAL TURNS MOST SCRAMBLE...
compare_lengths() {
	tried "$1" "${2// }" "${@:3}" >"$BATS_TEST_TMPDIR/wanted"
	"$SUPERFLIP" solve -q --goal "$1" --metric stm --max "$3" --moves "$2" "${@:4}" --json >"$BATS_TEST_TMPDIR/found" || true
	jq -r '.length // "-"' "$BATS_TEST_TMPDIR/found" | diff - "$BATS_TEST_TMPDIR/wanted"
	"$SUPERFLIP" verify -q --optimal "$BATS_TEST_TMPDIR/found"
}

# GOAL METRIC OVER SCRAMBLE; the free faces are those of the side that is named.
compare_solutions() {
	tried "$@" | sort >"$BATS_TEST_TMPDIR/wanted"
	"$SUPERFLIP" solve -q --goal "$1" --metric "$2" --all --over "$3" --threads 2 --json "$4" >"$BATS_TEST_TMPDIR/found"
	jq -r '.solutions[] | [.length, "(\(.before // ""))"] + (.moves / " ")[(if .before then 1 else 0 end):(if .after then -1 else null end)] | join(" ")' \
		"$BATS_TEST_TMPDIR/found" | sort | diff - "$BATS_TEST_TMPDIR/wanted"
	jq -e '.status == "optimal" and all(.solutions[] | select(.reached);
			.before[0:1] as $before | .after[0:1] as $after | .reached | ($before == null or contains("+preauf:" + $before)) and ($after == null or contains("+auf:" + $after)))' \
		"$BATS_TEST_TMPDIR/found" >"$BATS_TEST_TMPDIR/told"
	"$SUPERFLIP" verify -q --optimal "$BATS_TEST_TMPDIR/found"
}

@test "turns are free before slices, wide turns and turns with costs: as short as a search of all turns finds" {
	local turns scrambles=("U2 M2 U M2 D" "D R2 U M U' M' R" "U R U' R' U D2" "D' R E2 R' E2 U" "R U2 R' U R D" "D U' M U2 M' U")
	for turns in "M U" "R U r" "D R E"; do
		compare_lengths cross+preauf:D+auf:D "$turns" 4 "${scrambles[@]}"
		compare_lengths cross+preauf:D+neutral "$turns" 2 "${scrambles[@]}"
	done
	compare_lengths eo:FB+preauf:U+auf:F+neutral "E M U" 2 "D2 U F'" "U2 F R"
	# A solution without the free turn is another one, though it turns the same layers.
	[ "$("$SUPERFLIP" solve -q --goal cross+preauf:F --metric stm --moves "S F2 f2 R2 d2" --all "F2 B2" | sort | paste -sd ,)" = "1*  (F2) Fw2,1*  S2" ]
}

@test "with neutral each side has the free turn of a face of its own: the same solutions as a search of all turns finds" {
	compare_solutions cross+preauf:D+auf:D htm 1 "D R F2 U"
	compare_solutions cross+preauf:D+neutral htm 1 "U R F"
	compare_solutions cross+preauf:D+neutral htm 0 "D R2 F"
	compare_solutions cross+preauf:R+auf:D+neutral qtm 0 "F' D' U R"
	compare_solutions eo:FB+preauf:U+neutral htm 0 "R U F R"
	compare_solutions cross+preauf:F+auf:L+neutral htm 1 "F U' D'"
	compare_solutions solved+preauf:U+auf:U+neutral htm 0 "U R F2"
	compare_solutions solved+preauf:U+neutral htm 1 "R L"
	compare_solutions solved+preauf:U+neutral qtm 0 "U D"
	# --auf is both free turns, on the sides that neutral makes.
	expect 0 "1\\*  (D') R2 (D)  (cross:D+auf:D+preauf:D, yellow)" solve -q --goal cross --auf D --neutral D "D' R2 D"
	[ "$("$SUPERFLIP" solve -q --goal cross --auf D --neutral all "R U F")" = "1*  (U') R'  (cross:U+auf:U+preauf:U, white)" ]
	# What is free for one side is not for another.
	echo "R U F -> (U') R'" >"$BATS_TEST_TMPDIR/claims"
	expect 0 "*1 right*" verify --goal cross+preauf:D+neutral "$BATS_TEST_TMPDIR/claims"
	expect 1 "*does not reach the goal*" verify --goal cross+preauf:U+neutral "$BATS_TEST_TMPDIR/claims"
}

@test "with neutral and free turns before, all solutions of 200 random cubes are those of a search of all turns" {
	slow "minutes: a search of all turns in Python"
	local goals=(cross xxxcross:FL,BL,BR f2l oll eo:FB 2x2x2 solved) sets=("M U" "R U r" "D R E" "S R") counts=("" "'" 2) faces=URFDLB n i goal scramble metric
	seed_chance
	for ((n = 0; n < 200; n++)); do
		goal=${goals[RANDOM % 7]}+preauf:${faces:RANDOM % 6:1} metric=htm scramble=
		[[ $((RANDOM % 2)) = 0 || $goal != [ces]* ]] || goal+=+auf:${faces:RANDOM % 6:1}
		[ $((RANDOM % 8)) -eq 0 ] || goal+=+neutral
		for ((i = 0; i < 3; i++)); do scramble+=" ${faces:RANDOM % 6:1}${counts[RANDOM % 2]}"; done
		[ $((RANDOM % 2)) -eq 0 ] || metric=qtm
		echo "# $goal $metric $scramble"
		compare_solutions "$goal" $metric $((RANDOM % 4 == 0 ? 2 : 0)) "${scramble# }"
		# By slices the solved cube with a free turn at the end of each side has no tables.
		[[ $((n % 4)) -ne 0 || $goal = solved*+auf:*neutral ]] || compare_lengths "$goal" "${sets[RANDOM % 4]}" 2 "${scramble# }"
	done
}

@test "turns that are free before and after a solution are shown and verified" {
	cd "$BATS_TEST_TMPDIR"
	[ "$("$SUPERFLIP" solve --goal cross --auf D "D' R2 D")" = "1*  (D') R2 (D)" ]
	[ "$("$SUPERFLIP" solve --goal cross --auf D D2)" = "0*  (D2)" ]
	[ "$("$SUPERFLIP" solve --goal cross --auf D --metric qtm "D' R2 D F")" = "4*  (D') R2 D F'" ]
	"$SUPERFLIP" solve --goal cross --auf D --metric stm --json --all "D' M2 D' R" "R U' L D" | "$SUPERFLIP" verify --optimal
	[ "$("$SUPERFLIP" solve -q --goal cross --auf D --metric stm "R U' L D")" = "2*  (D') R' L'" ]
	printf '%s\n' "D' R2 D F" "D2" "$hard" "B D L2" >list
	local form
	for form in json csv tsv; do
		"$SUPERFLIP" batch list --goal cross --auf D --$form --all --over 1 -q >found
		run -0 "$SUPERFLIP" verify --optimal found
		[[ "${lines[-1]}" == *" right, 0 wrong, 0 without"* ]]
	done
	# As many as from all four cubes that the free turn makes, the shortest of them, without those that begin with a turn of D.
	for before in "" D D2 "D'"; do
		"$SUPERFLIP" solve --goal cross+auf:D --all --max 6 -q "$hard $before"
	done | grep -v "^[0-9]*\*\?  \([U2']* \)*D" | sed 's/\*//' | sort -n | awk 'NR == 1 { n = $1 } $1 == n' | wc -l >wanted
	"$SUPERFLIP" solve --goal cross --auf D --all -q "$hard" | wc -l | diff - wanted
	# What is not free is not taken for it.
	echo "D' R2 D -> (D') R2 (D)" >claims
	"$SUPERFLIP" verify --goal cross --auf D claims
	expect 1 "*does not reach the goal*" verify --goal cross+auf:D claims
	expect 1 "*does not reach the goal*" verify --goal cross+preauf:D claims
	sed 's/"before":"D.*",/"before":"U",/' <<<"$("$SUPERFLIP" solve --json --goal cross --auf D "D' R2 D")" >claims
	run "$SUPERFLIP" verify claims
	[ "$status" -eq 1 ]
	# From a list of whole cubes, too.
	[ "$(SUPERFLIP_PDB_DIR=$COSET_30M_DIR "$SUPERFLIP" solve --auf U --deterministic "U R U R' U R U2 R' U'")" = "7*  (U) R U2 R' U' R U' R' (U')" ]
}

@test "lengths and numbers of solutions hold for goals as for cubes" {
	[ "$("$SUPERFLIP" solve --goal cross --all --over 1 "R F" | wc -l)" -gt "$("$SUPERFLIP" solve --goal cross --all "R F" | wc -l)" ]
	[ "$("$SUPERFLIP" solve --goal cross -n 2 --over 1 "R F" | wc -l)" -eq 2 ]
	# The N best: longer ones where fewer are shortest, and the star on the shortest only.
	[ "$("$SUPERFLIP" solve -q --goal eo:FB -n 4 F | cut -c 1-2 | xargs)" = "1* 1* 4 4" ]
	expect 0 "1\*  F"$'\n'"1\*  F'*fewer than 4 solutions of 1 cube; --over K finds longer ones" solve --goal eo:FB -n 4 --over 0 F
	expect 0 "0\*" solve -q --goal cross -n 5 ""
	run "$SUPERFLIP" solve --goal cross --max 4 "$hard"
	[ "$status" -eq 1 ]
	[ "$output" = ">=5  none: proved that no solution has at most 4 moves" ] || [[ "$output" == ">=6  none"* ]]
	run -0 --separate-stderr "$SUPERFLIP" solve --goal cross --moves "R U F D" "R F D"
	[ "$output" = "3*  D' F' R'" ]
	[ "$("$SUPERFLIP" solve --goal solved "R U" -q --heuristic manhattan)" = "2*  U' R'" ]
}

@test "goals of the last layer are solved as lists of cubes where tables of whole cubes are installed" {
	export SUPERFLIP_PDB_DIR=$COSET_30M_DIR
	printf '%s\n' "R U R' U R U2 R'" "F R U R' U' F'" "R2 F2 R2 U2 R2 F2 R2" "L' U R' D2 R U' R' D2 R2" >"$BATS_TEST_TMPDIR/cases"
	for goal in "oll 7 6 6 2" "pll 7 6 6 9" "ll+auf:U 7 6 6 9" "f2l+eo+corners+auf:U 7 6 6 9"; do
		run -0 --separate-stderr "$SUPERFLIP" batch "$BATS_TEST_TMPDIR/cases" -q --goal "${goal%% *}" --json
		[ "$(jq -r .length <<<"$output" | xargs)" = "${goal#* }" ]
	done
	run -0 "$SUPERFLIP" solve -v --goal oll --deterministic "R U2 R' U' R U' R'"
	[[ "$output" == *"heuristic coset-30m"* ]]
	[[ "${lines[*]}" == *"7*  "* ]]
	"$SUPERFLIP" batch "$BATS_TEST_TMPDIR/cases" --goal ll --all --over 1 --json -q -t 1 >"$BATS_TEST_TMPDIR/one"
	"$SUPERFLIP" batch "$BATS_TEST_TMPDIR/cases" --goal ll --all --over 1 --json -q -t 3 >"$BATS_TEST_TMPDIR/three"
	[ "$(jq -c .solutions "$BATS_TEST_TMPDIR/one")" = "$(jq -c .solutions "$BATS_TEST_TMPDIR/three")" ]
	"$SUPERFLIP" verify -q --optimal "$BATS_TEST_TMPDIR/one"
	[ "$("$SUPERFLIP" solve -q --goal ll --heuristic manhattan --json "R U R' U'" | jq -c '[.length, .heuristic]')" = '[4,"manhattan"]' ]
	expect 2 "*--goal 'll' is searched for from several cubes at once*" solve -q --goal ll --journal "$BATS_TEST_TMPDIR/j" R
	# A damaged table is not passed over.
	mkdir "$BATS_TEST_TMPDIR/damaged"
	head -c 8000000 "$COSET_30M_DIR/coset-30m-htm.pdb" >"$BATS_TEST_TMPDIR/damaged/coset-30m-htm.pdb"
	run "$SUPERFLIP" solve --goal oll --pdb-dir "$BATS_TEST_TMPDIR/damaged" R
	[ "$status" -eq 4 ]
}

@test "a list is solved towards a goal, in shards of one goal only, and verified" {
	"$SUPERFLIP" scramble -n 40 --seed 5 >"$BATS_TEST_TMPDIR/list"
	"$SUPERFLIP" batch "$BATS_TEST_TMPDIR/list" --goal cross:D --json -q -o "$BATS_TEST_TMPDIR/crosses"
	run -0 "$SUPERFLIP" verify --optimal "$BATS_TEST_TMPDIR/crosses"
	[[ "${lines[-1]}" == *"40 right, 0 wrong"* ]]
	# Two names of one goal are one run; another goal is another run.
	"$SUPERFLIP" batch "$BATS_TEST_TMPDIR/list" --goal cross:D -q --shard 1/2 -o "$BATS_TEST_TMPDIR/shards"
	"$SUPERFLIP" batch "$BATS_TEST_TMPDIR/list" --goal cross:U -q --shard 2/2 -o "$BATS_TEST_TMPDIR/shards"
	run "$SUPERFLIP" merge "$BATS_TEST_TMPDIR/shards" -o "$BATS_TEST_TMPDIR/joined"
	[ "$status" -ne 0 ]
	[[ "$output" == *goal* ]]
	for shard in "cross 1" "cross:D 2"; do
		"$SUPERFLIP" batch "$BATS_TEST_TMPDIR/list" --goal "${shard% *}" -q --shard "${shard#* }/2" -o "$BATS_TEST_TMPDIR/one"
	done
	"$SUPERFLIP" merge -q "$BATS_TEST_TMPDIR/one" -o "$BATS_TEST_TMPDIR/joined"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/joined")" -eq 40 ]
	# A solution of another goal is wrong, and so is a longer one that is said to be shortest.
	sed 's/"goal":"cross:D"/"goal":"cross:U"/' "$BATS_TEST_TMPDIR/crosses" >"$BATS_TEST_TMPDIR/wrong"
	run "$SUPERFLIP" verify "$BATS_TEST_TMPDIR/wrong"
	[ "$status" -eq 1 ]
	[[ "$output" == *"does not reach the goal"* ]]
	echo '{"schema":"superflip/1","id":1,"puzzle":"3x3x3","scramble":"R","status":"optimal","metric":"htm","goal":"cross","length":2,"lower_bound":2,"complete":true,"solutions":[{"length":2,"moves":"R2 R"}]}' >"$BATS_TEST_TMPDIR/long"
	run "$SUPERFLIP" verify --optimal "$BATS_TEST_TMPDIR/long"
	[ "$status" -eq 1 ]
	[[ "$output" == *"2 moves are not optimal: there is a solution of 1"* ]]
}

@test "duplicates, classes of solutions and journals are those of the goal" {
	cd "$BATS_TEST_TMPDIR"
	# A turn of U is not seen, a mirror keeps the cross, and the inverse is another cube.
	printf '%s\n' "R2 F" "U R2 F" "L2 F'" "F' R2" >list
	"$SUPERFLIP" batch list --goal cross --all --over 1 --json -q | tee records | "$SUPERFLIP" verify --optimal
	[ "$(sed -n 's/.*"duplicate_of":\([0-9][0-9]*\).*/\1/p' records | tr '\n' ' ')" = "1 1 " ]
	# Free turns stay before and after, also beside a turn of the opposite face.
	printf '%s\n' "U D R2" "U D R2" "U D L2" "R U D" "R U D" "L U D" >list
	SUPERFLIP_PDB_DIR=$COSET_30M_DIR "$SUPERFLIP" batch list --goal ll+preauf:D --json -q | tee records | "$SUPERFLIP" verify
	[ "$(jq -r '[.duplicate_of // "", .solutions[0].before // "", .solutions[0].after // ""] | join(",")' records | paste -sd " ")" = ",,U' 1,,U' 1,,U' ,D', 4,D', 4,D'," ]
	# Solutions, their free turns and their sides are those of a search of each cube.
	printf '%s\n' "R2" "R L" "U D" "F B'" "F" "U'" "D" "R' L U" >list
	for free in "" --no-dedup; do
		"$SUPERFLIP" batch list --goal cross+auf:D+preauf:D+neutral --all --max 2 --past-goal --json -q $free | tee records | jq -c '.solutions | sort' >"all$free"
	done
	[ "$(jq '.duplicate_of // empty' records | wc -l)" -eq 0 ]
	diff all all--no-dedup
	# The classes stand for all solutions.
	while IFS='|' read -r options cube; do
		eval "set -- --all $options"
		"$SUPERFLIP" solve "$@" "$cube" >every
		"$SUPERFLIP" solve "$@" --up-to-symmetry "$cube" >classes
		[ "$(wc -l <every)" -eq $(($(sed 's/.*(\([0-9]*\) by symmetry)/\1/;/  /s/.*/1/' classes | paste -sd+))) ]
		[ "$(grep -c '\*' every)" -eq 0 ] || grep '\*' classes
	done <<-'END'
		--goal cross --over 2|R2 L2
		--goal eo:FB --over 2|R2 L2
		--goal cross+neutral --over 2|R2 L2
		--goal cross+auf:D+preauf:D+neutral --over 1|F2 B2 U2
		--goal cross+auf:D --over 2 --past-goal|R2 L2 U2 D2
	END
	# What a long search has found is kept, by whatever name of the goal; another goal is another search.
	run -0 --separate-stderr "$SUPERFLIP" solve --goal cross --min 12 --journal j R
	local found=$output
	[[ "$found" == "12  "* ]]
	run -0 --separate-stderr "$SUPERFLIP" solve --goal cross:D --min 12 --journal j R
	[ "$output" = "$found" ]
	run -0 "$SUPERFLIP" journal j
	[[ "$output" == *"# heuristic: pieces"*"${found#12  }" ]]
	run "$SUPERFLIP" solve --goal cross:U --min 12 --journal j R
	[ "$status" -eq 4 ]
	[[ "$output" == *"another search: goal was"* ]]
}

@test "numbers, lengths and lists of a goal are those of a plain search" {
	cd "$BATS_TEST_TMPDIR"
	local goal
	printf '%s\n' "R F" "U2 B' R" "L" >list
	for goal in cross eo:FB xcross; do
		# The plain kernel searches with fewer turns: what it finds are the solutions without the others.
		"$SUPERFLIP" batch list --goal $goal --past-goal --all --max 4 -q --no-dedup >all
		run "$SUPERFLIP" batch list --goal $goal --past-goal --all --max 4 -q --exclude B
		grep -v none <<<"$output" >plain
		[ "$(grep -c ' ' plain)" -gt 20 ]
		diff <(grep -v B all) plain
		# One length at a time, and so many of them.
		for length in 2 3 4; do
			"$SUPERFLIP" batch list --goal $goal --past-goal --all --min $length --max $length -q || true
		done | grep -v none | sed 's/\*/ /;s/   */ /g' | sort >lengths
		diff lengths <(sed 's/\*/ /;s/   */ /g' all | awk '$2 > 1' | sort)
		diff <("$SUPERFLIP" batch list --goal $goal -n 5 --past-goal --over 9 --max 4 -q --deterministic) <(awk 'n[$1]++ < 5' all)
		# Shards and a run that goes on write the records that one run writes.
		"$SUPERFLIP" batch list --goal $goal --past-goal --all --max 4 -q -o whole --force
		diff <(sed 's/  # 0 [0-9]* [0-9a-f]\{16\} .*//' whole) all
		rm -rf shards
		for k in 1 2 3; do "$SUPERFLIP" batch list --goal $goal --past-goal --all --max 4 -q --shard $k/3 -o shards; done
		"$SUPERFLIP" merge -q shards -o merged --force
		diff <(sed 's/  # 0 [0-9]* [0-9a-f]\{16\} .*//' merged) all
	done
	"$SUPERFLIP" batch list --goal cross -q -o out --resume
	expect 2 "*begun with other options: past-goal*" batch list --goal cross --past-goal -q -o out --resume
	run "$SUPERFLIP" batch list --goal cross:F -q -o out --resume
	[ "$status" -eq 2 ]
	[[ "$output" == *"begun with other options: goal"* ]]
	"$SUPERFLIP" batch list --goal cross:D -q -o out --resume
	run "$SUPERFLIP" batch list --goal cross --auf D -q -o out --resume
	[ "$status" -eq 2 ]
	"$SUPERFLIP" batch list --goal cross --auf D -q --shard 1/2 -o free
	"$SUPERFLIP" batch list --goal cross+preauf:D+auf:D -q --shard 2/2 -o free
	"$SUPERFLIP" merge -q free -o merged --force
}

# Prefixes of lines of moves, without the first or the second of two opposite turns at their end, too; each one's line is in "owners".
prefixes() {
	awk 'function put(prefix) { print prefix; print NR >"owners" }
	BEGIN { printf "" >"owners" }
	{ for (n = 1; n < NF; n++) {
		prefix = ""
		for (i = 1; i < n; i++) prefix = prefix " " $i
		put(prefix); put(prefix " " $n)
		if ("UDU RLR FBF" ~ substr($n, 1, 1) substr($(n + 1), 1, 1)) put(prefix " " $(n + 1))
	} }'
}

@test "solutions that reach the goal before their end are left out, and --past-goal finds them" {
	cd "$BATS_TEST_TMPDIR"
	local goal scramble options n=0
	expect 0 "1\*  F"$'\n'"1\*  F'" solve -q --goal eo:FB --all --over 1 F
	expect 0 "0\*" solve -q --goal cross --all --over 5 ""
	while IFS='|' read -r goal scramble options; do
		"$SUPERFLIP" solve -q --goal "$goal" --all --json $options "$scramble" | jq -r '.solutions[].moves' | sed 's/ (.*//' | sort >without
		"$SUPERFLIP" solve -q --goal "$goal" --all --json $options --past-goal "$scramble" | jq -r '.solutions[].moves' | sed 's/ (.*//' | sort >with
		prefixes <with | sed "s/^/$scramble /" >before
		"$SUPERFLIP" batch -q --no-dedup --max 0 --goal "$goal" before >reached || [ $? -eq 1 ] || [ ! -s before ]
		awk -v reached="$(paste owners reached | sed -n 's/	.*0\*.*//p' | xargs)" '
			BEGIN { n = split(reached, number, " "); for (i = 1; i <= n; i++) is_before[number[i]] }
			!(NR in is_before)' with >expected
		diff without expected
		n=$((n + $(wc -l <with) - $(wc -l <without)))
	done <<-'END'
		eo:FB|R U F U B|--over 1
		cross|F D|--over 1
		cross+neutral|F D|--over 1
		ll|R U R' U'|--over 1
		eo:FB|F|--min 2 --max 2
		eo:FB|R F U|--cost R=2 --over 1
	END
	[ "$n" -gt 40 ]
}

@test "verify tells whether lists reach the goal, and by the fewest moves" {
	cd "$BATS_TEST_TMPDIR"
	printf '%s -> %s\n' "R F" "F' R'" "R F" "U F' R'" "R F" "F' U" >claims
	run "$SUPERFLIP" verify --goal cross claims
	[ "$status" -eq 1 ]
	[[ "${lines[2]}" == "claims:3: wrong: "*"F' U' does not reach the goal" && "${lines[3]}" == *"2 right, 1 wrong"* ]]
	run "$SUPERFLIP" verify --goal cross --optimal claims
	[[ "${lines[0]}" == "claims:1: 2*  right, proved optimal" ]]
	[[ "${lines[1]}" == *"3 moves are not optimal: there is a solution of 2"* && "${lines[3]}" == *"1 right, 2 wrong"* ]]
	# Each form of results says what the goal is.
	local form
	for form in json csv tsv; do
		printf '%s\n' "R F" "U D" "L2 B" | "$SUPERFLIP" solve --goal "cross:B" --$form -n 2 --over 1 -q | "$SUPERFLIP" verify --optimal
	done
}

@test "pdb builds and shows the tables of a goal" {
	without_tables_of_goals
	"$SUPERFLIP" pdb build -q cross eoline
	[ "$("$SUPERFLIP" pdb info cross | awk '/^ +[0-9]/ { printf "%s ", $2 }')" = "1 15 158 1394 9809 46381 97254 34966 102 " ]
	[ "$("$SUPERFLIP" pdb info eoline | awk '/^ +[0-9]/ { printf "%s ", $2 }')" = "1 9 91 851 6831 41703 130239 88683 1927 1 " ]
	"$SUPERFLIP" pdb verify eoline
	"$SUPERFLIP" pdb build -q FR
	[ "$("$SUPERFLIP" pdb info FR | awk '/^ +[0-9]/ { printf "%s ", $2 }')" = "1 9 54 195 265 50 2 " ]
	"$SUPERFLIP" pdb info cross | grep -qx "used by          cross"
	"$SUPERFLIP" pdb list --format csv | grep -q "^pieces-________-ooooooooxoox.*,eoline$"
	[ "$("$SUPERFLIP" pdb path eoline)" = "$SUPERFLIP_PDB_DIR/pieces-________-ooooooooxoox-htm.pdb" ]
	run "$SUPERFLIP" pdb build crss
	[ "$status" -eq 2 ]
	[[ "$output" == *"did you mean 'cross'?"* ]]
}

@test "a table of another goal or turn set is not taken for the goal's" {
	without_tables_of_goals
	"$SUPERFLIP" pdb build -q cross 2x2x2
	"$SUPERFLIP" pdb build -q cross --metric qtm
	cd "$SUPERFLIP_PDB_DIR"
	cp --remove-destination edges-URUFULUB-qtm.pdb edges-URUFULUB-htm.pdb
	run "$SUPERFLIP" solve --goal cross R
	[ "$status" -eq 4 ]
	cp --remove-destination "pieces-______x_-______xx__x_-htm.pdb" edges-URUFULUB-htm.pdb
	run "$SUPERFLIP" solve --goal cross R
	[ "$status" -eq 4 ]
}

@test "with a budget pdb build chooses the tables of a goal" {
	without_tables_of_goals
	run -0 "$SUPERFLIP" pdb build -q --budget 100M fb
	[ -f "$SUPERFLIP_PDB_DIR/pieces-______xx-_______x__xx-htm.pdb" ]
	run "$SUPERFLIP" pdb build --budget 100M korf
	[ "$status" -eq 2 ]
	[[ "$output" == *"leave out 'korf'" ]]
}

@test "a goal that the permitted turns do not reach is refused" {
	local t="R U R' U' R' F R2 U' R' U' R U R' F'" a="R' F R' B2 R F' R' B2 R2"
	while IFS='|' read -r turns goal scramble reason; do
		run "$SUPERFLIP" solve -q --moves "$turns" --goal "$goal" "$scramble"
		[ "$status" -eq 1 ]
		[[ "$output" == *"none: no sequence of these turns ends at the goal: they $reason"* ]]
	done <<-END
		R U F|cross|D|never bring a piece
		R U|eo|F|never bring a piece
		U R L2 D2|cross|F2|never bring a piece
		U2|cross:U|$t|bring each piece to where the goal wants it, but not all of them at once (parity)
	END
	expect 1 "*they never bring a piece to where the goal wants it" solve -q --metric stm --moves "M2 E2" --goal cross F
	# Of three corners of six that turns of U and R permute in 120 ways only; a list of whole cubes knows the group.
	SUPERFLIP_PDB_DIR=$COSET_30M_DIR expect 1 "*but not all of them at once (parity)" solve -q --moves "U R" --goal ll "$a"
}

@test "bench depth measures iterations of a goal" {
	run -0 --separate-stderr "$SUPERFLIP" bench depth -q --goal cross -d 5..6 -n 5 --format csv
	[[ "${lines[-1]}" == cross,95040,6,5,* ]]
	run "$SUPERFLIP" bench depth --goal crss
	[ "$status" -eq 2 ]
	run "$SUPERFLIP" bench depth --goal cross --heuristics korf
	[ "$status" -eq 2 ]
}

@test "54 stickers of which some are grey are a goal" {
	cd "$BATS_TEST_TMPDIR"
	cross="....U........R..R.....F..F..D.DDD.D.....L..L.....B..B."
	[ "$("$SUPERFLIP" solve --goal "$cross" "U L2")" = "1*  L2" ]
	run -0 --separate-stderr "$SUPERFLIP" solve --deterministic --goal "$cross" "$hard"
	[ "${output%% *}" = "6*" ]
	"$SUPERFLIP" solve --json --goal "$cross" "$hard" | "$SUPERFLIP" verify --optimal
	# Any piece that has a sticker will do.
	[ "$("$SUPERFLIP" solve -q --goal "${cross/R..R/R.RR}" "R F")" = "2*  F' R'" ]
	[ "$("$SUPERFLIP" solve -q --goal ....UU................................................ "R U")" = "0*" ]
	[ "$("$SUPERFLIP" solve --json --goal home:....UU................................................ "R U" | tee found | jq -r '.length, .goal')" = \
	  "1"$'\n'"home:....UU................................................" ]
	"$SUPERFLIP" verify --optimal found
	expect 2 "*what is seen at ULB fits several pieces, of which not all are seen so; of 96 readings at most 64 are searched for*" \
		solve --goal "U.U.U........R.....F..F....D...D........L........B...." R
}

@test "what is no goal, or does not go with one, is refused with the reason" {
	while IFS='|' read -r arguments message; do
		run eval "\"\$SUPERFLIP\" solve $arguments R"
		[ "$status" -eq 2 ]
		[[ "$output" == *"$message"* ]]
	done <<-END
		--goal crss|there is no goal 'crss'; did you mean 'cross'?
		--goal cross,eo|there is no goal 'cross,eo'
		--goal cross:X|column 7: 'X' is no side of 'cross'; expected such as cross:D
		--goal eo:FB+eo:RL|pieces can be oriented along one axis only
		--goal cross --method two-phase|--method: only for whole cubes
		--goal cross --heuristic korf|--heuristic: only for whole cubes
		--goal cross --auf D --journal j|is searched for from several cubes at once, which units of work do not tell apart: leave out --journal
		--goal cross --puzzle 2x2|--goal: 'cross' is of the 3x3x3
		--goal "R U" --auf U|--goal: auf and neutral go with a goal that has a name
		--goal cross --neutral X|--neutral: expected all, or faces such as UD
		--auf Q|'Q' is no side of 'auf'
		--goal ________-____xxxx____-UF|'________-____' is not a move
	END
	run "$SUPERFLIP" solve --goal cross --pdb-dir "$BATS_TEST_TMPDIR/nowhere" R
	[ "$status" -eq 4 ]
	[[ "$output" == *"no such directory; \`superflip pdb build cross --pdb-dir"* ]]
	"$SUPERFLIP" help goals | grep -q '^  xcross:FACE,SLOT  *the cross and one pair'
}

@test "a name in other letters, or one that another command knows, is not read as moves" {
	while IFS='|' read -r goal message; do
		expect 2 "*--goal: column *$message*" solve --goal "$goal" "R U"
	done <<-'END'
		DR|two readings: the goal dr or the turns D R; write one of these
		F2L|two readings: the goal f2l or the turns F2 L
		LL|two readings: the goal ll or the turns L L
		ELL|two readings: the goal ell or the turns E L L
		FB|two readings: the goal fb or the turns F B
		SB|two readings: the goal sb or the turns S B
		F2B|two readings: the goal f2b or the turns F2 B
		f2l ll|two readings: the goal f2l+ll or the turns f2 l l l
		zbll|two readings: a set of cases (its goal is ll) or the turns z b l l
		cross eo|'+' is expected here
		Cross|there is no goal 'Cross'; did you mean 'cross'?
		OLL|there is no goal 'OLL'; did you mean 'oll'?
		pseudocross|there is no goal 'pseudocross'
		pll-T|there is no goal 'pll-T'
		2x2x1|there is no goal '2x2x1'; did you mean '2x2x2'?
		R U Q|'Q' is not a move
	END
	expect 2 "*there is no goal 'DR'; did you mean 'dr'?*" solve --goal DR --neutral all "R U"
	# What is plainly turns stays turns, and of the 2x2x2, which has no goals, so are the names.
	while IFS='|' read -r options goal expected; do
		[ "$("$SUPERFLIP" solve $options --goal "$goal" "R U")" = "$expected" ]
	done <<-'END'
		|D R|4*  U' R' D R
		|d r|4*  U' R' B L
		|R U F'|1*  F'
		|RUF2|1*  F2
		|FR|4*  U' R' F R
		--puzzle 2x2|RUF|1*  F
		--puzzle 2x2|FB|3*  U' R' F2
	END
	[ "$("$SUPERFLIP" solve --french --goal DH "D H")" = "0*" ]
	expect 0 "2\*  F' R'" solve -q --goal ________-____xxxx____ "R F"
}

@test "a scramble of which not all stickers matter is solved for those that do" {
	hidden=".D..U........RD.D.....F........DF.D.....L.....R.BB..L."  # of $hard, whose cross takes 6 moves
	while IFS='|' read -r text expected; do
		run --separate-stderr "$SUPERFLIP" solve --deterministic "$text"
		matches "$output" "$expected"
	done <<-END
		$hidden|6\*  *
		${hidden//./_}|6\*  *
		.D. .U. ... .... RD.D. ....F........DF.D.....L.....R.BB..L.|6\*  *
		UUUUUUUUU...RRRRRR...FFFFFFDDDDDDDDD...LLLLLL...BBBBBB|0\*
		UUUUUUUU..RRRRRRRRFF.FFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB|0\*
		UR ?? ?? ?? DF DR DB DL ?? ?? ?? ?? ??? ??? ??? ??? ??? ??? ??? ???|1\*  U'
		? ? ? ? DF DR DB LD ? ? ? ? ? ? ? ? ? ? ? ?|4\*  *
		UU ?? ?? ?? DF DR DB DL ?? ?? ?? ?? ??? ??? ??? ??? ??? ??? ??? ???|*the edge at UF has stickers U U; no such cubie*
		?F ?? ?? ?? DF DR DB DL ?? ?? ?? ?? ??? ??? ??? ??? ??? ??? ??? ???|0\*
		?? ?? ?? ?? ?? ?? ?? ?? ?? ?? U? F? ??? ??? ??? UR? ??? ??? ??? ???|3\*  *
		?? ?? ?? ?? ?? U? ?? F? ?? ?? U? L? ??? ??? ??? U?? ??? ??? ??? ???|*what is seen at * fits several pieces*readings at most 64 are searched for*
		xxxxUxxxxRRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB|*two readings: facelets with x *, or moves with rotations x*
		...xU....RRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB|*facelet 4 is 'x'; expected one of *, or . for one that does not matter*
		.U.....U..........FF.......................F..F.......|*edge UF appears twice, at UF and at UB*
	END
	[[ "$("$SUPERFLIP" solve --json "$hidden")" == *"\"facelets\":\"$hidden\",\"goal\":\"....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.\""*'"length":6'* ]]
	[ "$("$SUPERFLIP" solve --all "$hidden" | wc -l)" -eq "$("$SUPERFLIP" solve --all --goal cross "$hard" | wc -l)" ]
}

@test "a scramble of which not all stickers matter is shown with its goals, and played" {
	hidden=".D..U........RD.D.....F........DF.D.....L.....R.BB..L."  # of $hard
	run -0 --separate-stderr "$SUPERFLIP" show --goals --format csv "$hidden"
	[ "${lines[1]}" = "cross,6,exact,D" ]
	[ "${#lines[@]}" -eq 2 ]
	# What is seen of the two upper layers decides their own goals alone.
	diff <("$SUPERFLIP" show --goals --format csv "UUUUUUUUURRRRRR...FFFFFF............LLLLLL...BBBBBB..." | grep -E "^(eo|f2l),") <(echo f2l,0,exact,U)
	"$SUPERFLIP" show --html "$BATS_TEST_TMPDIR/page.html" "$hidden" "D2 L' B2"
	grep -q "\"facelets\":\"$hidden\"" "$BATS_TEST_TMPDIR/page.html"
	expect 3 "*a whole cube is needed here*" show --html "$BATS_TEST_TMPDIR/page2.html" "$hidden"
}

@test "a scramble of which not all stickers matter is solved for another goal only if what is known decides it" {
	hidden=".D..U........RD.D.....F........DF.D.....L.....R.BB..L."
	[[ "$("$SUPERFLIP" solve -q --goal cross "$hidden")" == "6*"* ]]
	expect 3 "*which piece is at UR, or how it is turned, matters to the goal*" solve --goal eo "$hidden"
	expect 3 "*a method is for whole cubes*" solve --method layers "$hidden"
	expect 3 "*a heuristic is for whole cubes*" solve --heuristic corners "$hidden"
	expect 3 "*a position to reach is for whole cubes*" solve --goal R "$hidden"
}

@test "a list has scrambles that are seen in part between others, and verify reads its results" {
	hidden=".D..U........RD.D.....F........DF.D.....L.....R.BB..L."
	printf '%s\n' "R U" "$hidden" "R L" "OLL 20: $hidden" "UUUU" "      . . ." "      . U ." "      . . ." ". . . . . . . . . . . ." \
		". L . . F . . R . . B ." ". . . . D . . . . . . ." "      . R ." "      . D ." "      . . ." >"$BATS_TEST_TMPDIR/list"
	run -0 --separate-stderr "$SUPERFLIP" batch --json "$BATS_TEST_TMPDIR/list"
	[ "$(grep -c '"status":"optimal"' <<<"$output")" -eq 6 ]
	[[ "${lines[3]}" == *'"label":"OLL 20"'*'"length":6,'* ]]
	matches "${lines[5]}" '*"facelets":"....U........R........F..D..R..D........L........B....","goal":*"length":2,*'
	"$SUPERFLIP" verify --optimal <<<"$output"
}

# ---- goals that count pieces ----

count() {
	run -0 python3 "$BATS_TEST_DIRNAME/../oracle/goals.py" "$SUPERFLIP" "$@"
	# Of the 29,400 cases of domino reduction, by quarter turns to half-turn reduction.
	[ "${lines[0]}" = "[(0, 1), (1, 432), (2, 4339), (3, 8668), (4, 10360), (5, 5600)]" ]
	[ "${lines[1]}" = right ]
}

@test "goals that count pieces are those of a search on stickers" {
	count 2 leave:3c dr:UD+4c4e+2qt 4b3 dr:UD+2c3+6e
}

@test "all goals that count pieces, of every kind" {
	slow "tables of two corners and two edges"
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/pdb
	korf_tables "$SUPERFLIP_PDB_DIR"
	count 3
	count 4
}

@test "goals that count pieces are read as numbers, and beside what they are counted in" {
	run -0 "$SUPERFLIP" help goals
	[[ $output == *"leave:3c|3e|2c2e "*"dr:RL+4c4e, dr+4b2+2e"* ]]
	expect_error 2 "*'3d' are no pieces to leave; expected such as leave:3c, 3e or 2c2e*" solve --goal leave:3d R
	expect_error 2 "*bad corners and edges*beside dr*" solve --goal eo+2c R
	expect_error 2 "*a number is given once*" solve --goal dr+2c+4c R
	expect_error 2 "*there is no goal '3c'*" solve --goal dr+3c R
	[ "$("$SUPERFLIP" solve -q --goal leave:3c+neutral "R U R' D R U' R' D'")" = "0*  (leave:3c)" ]
	# Alone they are counted along U and D; a skeleton has the side.
	run -0 --separate-stderr "$SUPERFLIP" solve --json --goal 4c4e+neutral "U R' F' U"
	jq -e '.goal == "4c4e+neutral" and .solutions[0].reached == "dr:UD+4c4e"' <<<"$output"
	expect_error 2 "*no cube is at this goal*" solve --goal dr+2c+0qt R
	expect_error 2 "*no cube is at this goal*" solve --goal 4a5 R
	expect_error 2 "*'2a3' is not a move*" solve --goal 2a3 R
	expect_error 2 "*--niss: a cube whose inverse is at 'dr+4a3' need not be there; leave out niss*" solve --goal dr+4a3 --niss R
}

@test "help goals has the numbers of states of goals.md; classes of corners make up dr, and are those that a competitor names" {
	local doc=$BATS_TEST_DIRNAME/../../doc/goals.md goal skeleton name
	"$SUPERFLIP" help goals | tr -s '\n ' ' ' >"$BATS_TEST_TMPDIR/help"
	while IFS='|' read -r goal size; do
		grep -qF ": $size states" "$BATS_TEST_TMPDIR/help"
		[[ "$("$SUPERFLIP" show --goal "$goal" --color never | sed -n 's/^size *//p')" == "$size states"* ]]
	done < <(sed -n 's/^| `\([a-z0-9-]*\)`[^|]*| \([0-9,]*\) |.*|$/\1|\2/p' "$doc")
	while IFS='|' read -r goal size; do
		grep -qF " $goal $size cubes" "$BATS_TEST_TMPDIR/help"
	done < <(grep -o 'dr+[0-4][abc][0-5]` | [0-9,]*' "$doc" | sed 's/dr+\(...\)` | /\1|/')
	# DR that Shota Wakabayashi wrote down for his mean of three (pastebin.com/WgpMJb8t, 24 May 2024), with his names (4a3 is 4b3 on the inverse).
	local scramble="R' U' F L2 F' D2 L2 D L2 F2 L U L2 U' R2 B2 L2 B2 D B2 F U R' U' F"
	run -0 --separate-stderr "$SUPERFLIP" solve -q --goal dr:RL+4b5 --niss --begin "D B (L F') (D' R' D')" "$scramble"
	[[ "$output" == *"+ 0]"* ]]
	echo scramble,solution,status,metric,length,goal >"$BATS_TEST_TMPDIR/claims"
	while IFS='|' read -r skeleton name; do
		echo "$scramble,$skeleton,solved,htm,$(wc -w <<<"$skeleton"),dr:RL+$name" >>"$BATS_TEST_TMPDIR/claims"
	done <<-'END'
		D B (L F') (D' R' D')|4b5
		D B' (L F) R' L U' R U|4c3
		D B' (L F) R' L B2 U' R U|4a1
		L D' L B2 U (U2 D2 B2 L' B)|2c4
		(R' L2 F') (R U) F2 R' B2 D2 R U|0c3
	END
	expect_error 0 "superflip: 5 right, 0 wrong*" verify --parentheses niss "$BATS_TEST_TMPDIR/claims"
	sed -i 's/4a1/4b3/' "$BATS_TEST_TMPDIR/claims"
	expect_error 1 "superflip: 4 right, 1 wrong*" verify --parentheses niss "$BATS_TEST_TMPDIR/claims"
}
