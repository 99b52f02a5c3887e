# Lists of steps: --method fmc and its like, --steps FILE.  `fmc` needs a table of a kilobyte only.

load expect

setup() {
	export SUPERFLIP_PDB_DIR=$BATS_FILE_TMPDIR/pdb
	scramble="R' U' F D2 L2 F U2 R2 F' L B D' B2 U L' F R2 D B' R' U' F"
}

@test "fmc solves, and its steps, explained, make the solution" {
	expect_error 0 "" solve --method fmc "$scramble" "R U F" ""
	[ "${#lines[@]}" -eq 3 ]
	run -0 "$SUPERFLIP" solve -q --method fmc --explain --json "$scramble"
	jq -e '[.stages[].name] == ["EO", "DR", "HTR", "finish"] and .status == "solved" and .method == "fmc"' <<<"$output"
	jq -e '[.stages[].goal] == ["eo:RL", "dr:UD", "htr", "solved"]' <<<"$output"  # F R' orients the edges for R and L
	jq -e '.solutions[0].steps == [.stages[].length] and .length <= (.solutions[0].steps | add)' <<<"$output"
	jq -e '.stages[3].facelets == "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"' <<<"$output"
	"$SUPERFLIP" verify - <<<"$output"
}

@test "--niss: chains with turns on the inverse solve the scramble, and all are different" {
	run -0 "$SUPERFLIP" solve -q --method fmc --niss -n 20 --step-slack 1 --width 100 "$scramble"
	[ "${#lines[@]}" -eq 20 ]
	[[ "$output" == *"("* && "$output" == *" + "* ]]
	[ "$("$SUPERFLIP" solve -q --method fmc -n 50 "$scramble" | wc -l)" -eq 50 ]
	[ "$(printf '%s\n' "${lines[@]}" | sed "s/^[0-9]*  /$scramble /; s/  \[.*//" |
		"$SUPERFLIP" convert --parentheses niss --to facelets | sort -u)" = UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB ]
	[ "$(printf '%s\n' "${lines[@]}" | sed 's/  \[.*//' | sort -u | wc -l)" -eq 20 ]
}

# The first solutions of records of --niss --explain up to the end of step $1 (from 0), and the goal that is reached there, as CSV.
beginnings() {
	echo scramble,solution,status,metric,length,goal
	jq -r --argjson step "$1" '.solutions[0].step_moves[:$step + 1] | map(select(. != "")) | join(" ")' "$BATS_TEST_TMPDIR/found" |
		paste -d, <(jq -r .scramble "$BATS_TEST_TMPDIR/found") - \
			<(jq -r --argjson step "$1" '"solved,htm,\(.solutions[0].steps[:$step + 1] | add),\(.stages[$step].goal)"' "$BATS_TEST_TMPDIR/found")
}

@test "--niss: after each step its goal is reached, from the side that is named, the turns on the inverse done before the scramble" {
	local step parts=$BATS_TEST_TMPDIR/parts
	"$SUPERFLIP" scramble -n 20 --seed 6 | "$SUPERFLIP" batch -q --json --explain --method fmc --niss - >"$BATS_TEST_TMPDIR/found"
	for step in 0 1 2 3; do
		beginnings "$step" >"$parts"
		[[ "$(cat "$parts")" == *"("* ]]
		expect_error 0 "superflip: 20 right, 0 wrong*" verify --parentheses niss "$parts"
	done
	[ "$(jq -r '.stages[0].goal' "$BATS_TEST_TMPDIR/found" | sort -u | xargs)" = "eo:FB eo:RL eo:UD" ]
	# Without its last turn EO is not reached.
	beginnings 0 | sed -E "s/ ?[URFDLB]'?([)]?),solved/\\1,solved/" >"$parts"
	expect_error 1 "superflip: 0 right, 20 wrong*" verify --parentheses niss "$parts"
	run -0 "$SUPERFLIP" solve -q --method fmc --explain --french "A G B2 P"
	[ "$(awk '/^[1-4][.] .*: [1-9]/ { getline; printf "%s ", $0 }' <<<"$output")" = "$(sed -En '1s/^[0-9]*  (.*)  \(.*/\1/p' <<<"$output") " ]
	run -0 "$SUPERFLIP" solve -q --method fmc --explain "F L D2 B"
	[[ "$output" == *"1. EO (eo:$(jq -r '.stages[0].goal[3:]' <<<"$("$SUPERFLIP" solve -q --method fmc --explain --json "F L D2 B")")): "* ]]
	run -1 "$SUPERFLIP" verify --goal eo:FB --parentheses group - <<<"F R U -> (F)"
	run -0 "$SUPERFLIP" verify --goal eo:FB --parentheses niss - <<<"F R U -> (F)"
	[ "$("$SUPERFLIP" convert --to moves --parentheses niss <<<"F R U (F)")" = "F' F R U" ]
	[[ "$("$SUPERFLIP" show --parentheses niss "F R U (F)")" == *"EO          FB solved"* ]]
	"$SUPERFLIP" show --parentheses niss --html "$BATS_TEST_TMPDIR/page.html" "F R U" "D (x F)"
	grep -q "\"facelets\":\"$("$SUPERFLIP" convert --to facelets <<<"D' F R U")\"" "$BATS_TEST_TMPDIR/page.html"
	[ "$("$SUPERFLIP" show --parentheses niss --reduce "(R U) F")" = "F U' R'" ]
}

@test "a list of one's own: its faults are told with line and column, and a batch goes on after a step without a solution" {
	local list=$BATS_TEST_TMPDIR/own.steps
	printf '# mine\nEO = eo:FB ; turns U R\nDR = dr:UD ; turns U R D L F2 B2\nHTR = htr ; turns U D R2 L2 F2 B2\nend = solved ; turns U2 R2 F2 D2 L2 B2\n' >"$list"
	run -1 "$SUPERFLIP" solve -q --steps "$list" "R U R'" "F" "R2"
	[[ "${lines[0]}" == "1.  "* && "${lines[1]}" == *"the step 'EO' has no solution by its turns" && "${lines[2]}" == "3.  1  R2" ]]
	run -1 "$SUPERFLIP" solve -q --json --steps "$list" F
	jq -e '.status == "bound" and .stuck_at == "EO" and .complete == false and (has("lengths") | not)' <<<"$output"
	printf 'cross = cross\nall = sloved\n' >"$list"
	expect_error 3 "superflip: $list: line 2, column 7: there is no goal 'sloved'; did you mean 'solved'? \`superflip help goals\` lists goals" solve --steps "$list" R
	printf 'cross = cross\npair = eo\nall = solved\n' >"$list"
	run -3 "$SUPERFLIP" solve --steps "$list" R
	[[ "$output" == *"line 2, column 8: 'eo' does not follow"* ]]
	run -2 "$SUPERFLIP" solve --steps "$BATS_TEST_TMPDIR/none" R
	run -2 "$SUPERFLIP" solve --niss R
	[[ "$output" == *"--niss: only for lists of steps"* ]]
	run -2 "$SUPERFLIP" solve --method fmc --over 1 R
}

@test "lists in a batch: resumed only with the same steps" {
	"$SUPERFLIP" scramble -n 6 --seed 5 >"$BATS_TEST_TMPDIR/list"
	"$SUPERFLIP" batch -q --method fmc "$BATS_TEST_TMPDIR/list" -o "$BATS_TEST_TMPDIR/out"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/out")" -eq 6 ]
	run -2 "$SUPERFLIP" batch -q --method fmc --niss --resume "$BATS_TEST_TMPDIR/list" -o "$BATS_TEST_TMPDIR/out"
}

@test "solved cases are kept beside the tables: the next run takes them, and a damaged file costs no more than its cases" {
	local list=$BATS_TEST_TMPDIR/own.steps dir=$BATS_TEST_TMPDIR/pdb t_perm="R U R' U' R' F R2 U' R' U' R U R' F'" first again
	korf_tables "$dir"
	printf 'OLL = oll\nPLL = solved\n' >"$list"
	first=$("$SUPERFLIP" solve -q --json -t 1 --pdb-dir "$dir" --steps "$list" "$t_perm" | jq '[.length, .nodes]')
	[ "$(ls "$dir"/cases-*.log | wc -l)" -eq 1 ]
	again=$("$SUPERFLIP" solve -q --json -t 1 --pdb-dir "$dir" --steps "$list" "$t_perm" | jq '[.length, .nodes]')
	jq -ne --argjson a "$first" --argjson b "$again" '$a[0] == $b[0] and $b[1] < $a[1] / 100'
	printf 'X' | dd of="$(ls "$dir"/cases-*.log)" bs=1 seek=190 conv=notrunc status=none
	[ "$("$SUPERFLIP" solve -q --json -t 1 --pdb-dir "$dir" --steps "$list" "$t_perm" | jq '[.length, .nodes]')" = "$first" ]
	chmod a-w "$dir" "$dir"/cases-*.log
	"$SUPERFLIP" solve -q -t 1 --pdb-dir "$dir" --steps "$list" "$t_perm"
	chmod u+w "$dir"
}

@test "where all tables are the system's, cases are kept in a directory of one's own, which is made for them" {
	local there=$BATS_TEST_TMPDIR/usr cache=$BATS_TEST_TMPDIR/new/cache
	mkdir -p "$there/bin"
	cp "$SUPERFLIP" "$there/bin"
	korf_tables "$there/share/superflip"
	printf 'OLL = oll\nPLL = solved\n' >"$BATS_TEST_TMPDIR/own.steps"
	env -u SUPERFLIP_PDB_DIR XDG_CACHE_HOME="$cache" "$there/bin/superflip" solve -q --steps "$BATS_TEST_TMPDIR/own.steps" \
		"R U R' U' R' F R2 U' R' U' R U R' F'"
	[ "$(ls "$cache/superflip"/cases-*.log | wc -l)" -eq 1 ]
	[ -z "$(ls "$cache/superflip" | grep pdb)" ]
}

@test "lists in a batch: any number of threads, and any order of the cubes, makes the same solutions" {
	local list=$BATS_TEST_TMPDIR/own.steps sune="R U R' U R U2 R'" t_perm="R U R' U' R' F R2 U' R' U' R U R' F'" n
	printf 'OLL = oll\nPLL = solved\n' >"$list"
	printf '%s\n' "$sune" "$t_perm $sune" "U $t_perm U $sune" "$t_perm U2 $sune" >"$BATS_TEST_TMPDIR/1"
	tac "$BATS_TEST_TMPDIR/1" >"$BATS_TEST_TMPDIR/3"
	for n in 1 3; do
		korf_tables "$BATS_TEST_TMPDIR/pdb-$n"
		"$SUPERFLIP" batch -q --csv -t "$n" --pdb-dir "$BATS_TEST_TMPDIR/pdb-$n" --steps "$list" "$BATS_TEST_TMPDIR/$n" |
			cut -d, -f4,9 | sort >"$BATS_TEST_TMPDIR/$n.csv"
	done
	[ "$(wc -l <"$BATS_TEST_TMPDIR/1.csv")" -eq 5 ]
	cmp "$BATS_TEST_TMPDIR/1.csv" "$BATS_TEST_TMPDIR/3.csv"
}

@test "sandwich: each step reaches its goal, and the answers solve" {
	local step parts=$BATS_TEST_TMPDIR/parts
	mkdir -p "$SUPERFLIP_PDB_DIR"
	ln -sf "$(dirname "$SUPERFLIP")"/test-tables/korf/*.pdb "$SUPERFLIP_PDB_DIR"
	"$SUPERFLIP" scramble -n 20 --seed 6 | "$SUPERFLIP" batch -q --json --explain --method sandwich - >"$BATS_TEST_TMPDIR/found"
	[ "$(jq -c '[.stages[].goal]' "$BATS_TEST_TMPDIR/found" | sort -u)" = '["corners","corners+FL+BL","corners+cross:L","corners+cross:L+FR+BR","leave-slice:RL","solved"]' ]
	for step in 0 1 2 3 4 5; do
		beginnings "$step" >"$parts"
		expect_error 0 "superflip: 20 right, 0 wrong*" verify "$parts"
	done
	"$SUPERFLIP" verify -q "$BATS_TEST_TMPDIR/found"
}

@test "the last edges, by M and U, take the fewest turns with slices, as another search counts" {
	local oracle dir=$BATS_TEST_TMPDIR/pdb
	oracle=$(dirname "$SUPERFLIP")/oracle/turns
	mkdir "$dir"
	printf 'last edges = solved ; turns M U\n' >"$BATS_TEST_TMPDIR/own.steps"
	"$oracle" draw stm "M U" "" "" 9 1 40 >"$BATS_TEST_TMPDIR/drawn"
	cut -f 2 "$BATS_TEST_TMPDIR/drawn" |
		"$SUPERFLIP" batch -q --json --no-dedup --metric stm --steps "$BATS_TEST_TMPDIR/own.steps" --pdb-dir "$dir" - >"$BATS_TEST_TMPDIR/found"
	diff <(cut -f 1 "$BATS_TEST_TMPDIR/drawn") <(jq .length "$BATS_TEST_TMPDIR/found")
	"$SUPERFLIP" verify -q "$BATS_TEST_TMPDIR/found"
}

@test "--metric stm counts slices of a list of steps as one turn, and puts its solutions in that order" {
	local parts=$BATS_TEST_TMPDIR/parts
	mkdir -p "$SUPERFLIP_PDB_DIR"
	ln -sf "$(dirname "$SUPERFLIP")"/test-tables/korf/*.pdb "$SUPERFLIP_PDB_DIR"
	printf 'last edges = solved ; turns M U\n' >"$BATS_TEST_TMPDIR/own.steps"
	"$SUPERFLIP" scramble -n 20 --seed 7 >"$BATS_TEST_TMPDIR/list"
	"$SUPERFLIP" batch -q --json --method corners-first "$BATS_TEST_TMPDIR/list" >"$BATS_TEST_TMPDIR/htm"
	"$SUPERFLIP" batch -q --json --method corners-first --metric stm "$BATS_TEST_TMPDIR/list" >"$BATS_TEST_TMPDIR/stm"
	[ "$(jq -s 'map(.solutions[0].step_moves)' "$BATS_TEST_TMPDIR/htm")" = "$(jq -s 'map(.solutions[0].step_moves)' "$BATS_TEST_TMPDIR/stm")" ]
	# The lengths of the steps count in the metric, too.
	paste <(jq '.solutions[0].steps[]' "$BATS_TEST_TMPDIR/htm") <(jq '.solutions[0].steps[]' "$BATS_TEST_TMPDIR/stm") |
		awk '$2 > $1 { exit 1 } $2 < $1 { n++ } END { exit n < 15 }'
	jq -e 'select(.length > (.solutions[0].steps | add))' "$BATS_TEST_TMPDIR/stm" && false
	expect_output 0 "*1. last edges (solved): 4 moves*all: 4 moves" solve -q --metric stm --steps "$BATS_TEST_TMPDIR/own.steps" --explain "M' U2 M U2"
	paste <(jq .length "$BATS_TEST_TMPDIR/htm") <(jq .length "$BATS_TEST_TMPDIR/stm") | awk '$2 > $1 { exit 1 } $2 < $1 { n++ } END { exit n < 15 }'
	# M, E and S are one turn each.
	jq -e 'select(.length != (.solutions[0].moves | split(" ") | map(select(test("^[URFDLBMES]"))) | length))' "$BATS_TEST_TMPDIR/stm" && false
	jq -e 'select(.metric != "stm" or .status != "solved")' "$BATS_TEST_TMPDIR/stm" && false
	"$SUPERFLIP" verify -q "$BATS_TEST_TMPDIR/stm"
	"$SUPERFLIP" solve --json --method corners-first --metric stm -n 4 --width 4 "$scramble" |
		jq -e '(.solutions | length) == 4 and ([.solutions[].length] | . == sort) and .length == .solutions[0].length'
	expect 2 "*--metric: the method 'roux' does not count quarter turns*" solve --method roux --metric qtm R
	expect 2 "*--method: only with turns of faces*" solve --method roux --metric stm --moves "M U" R
	expect 2 "*--method: only with turns of faces*" solve --method roux --cost U=2 R
}
