# Skeletons: goals with turns on the inverse (--niss), beginnings of one's own (--begin), lists that end at a goal.

load expect
load slow

setup() {
	cd "$BATS_TEST_TMPDIR" || exit
	export SUPERFLIP_PDB_DIR=$BATS_FILE_TMPDIR/pdb
	scramble="R' U' F D2 L2 F U2 R2 F' L B D' B2 U L' F R2 D B' R' U' F"
	oracle=$BATS_TEST_DIRNAME/../oracle/niss.py
	drdom="U R D L F2 B2"
}

# The skeletons of the first record: "3 (F) U R".
skeletons() {
	jq -r '.solutions[] | "\(.length) \(.moves)"' "$1" | sed 's/ $//' | sort
}

# Lines "GOAL;OVER;SCRAMBLE".
compare() {
	local goal over cube
	while IFS=';' read -r goal over cube; do
		"$SUPERFLIP" solve -q --json --goal "$goal" --niss --all --over "$over" "$cube" >found
		diff <(skeletons found) <("$oracle" "$goal" "$over" "U R F D L B" "$cube" | sort)
		jq -e '.status == "optimal" and .length == .lower_bound and (.solutions | map(.length) | . == sort)' found
	done
}

@test "EO and a cross with NISS: the skeletons are those of a plain enumeration, in which turns may be on either side" {
	compare <<-'END'
		eo:FB;0;U' R2 B L B' L F2
		eo:RL;0;B' U B L U2 L2 B'
		eo:UD;1;D2 R2 F2 U2 D' B2 R2
		eo:FB;2;U2 R2 F2
		cross:D;0;R' D2 F
	END
}

@test "EO with NISS, one longer than the shortest, against the same enumeration" {
	slow "half a minute of Python"
	compare <<-'END'
		eo:FB;1;F R B' U L2 F D' R B2
		eo:RL;1;D F' R2 U B L' U2 R F
		eo:UD;1;U R' F2 L U' B D R2
	END
}

@test "DR with NISS in a list that ends there: the skeletons are those of a plain enumeration by the turns of the step" {
	local cube
	printf 'EO = eo:FB ; inverse\nDR = dr:UD ; turns %s ; inverse\n' "$drdom" >dr.steps
	for cube in "L D' L2 D' L2 D2 L' D2 L" "R2 B2 D R2 D2 L' F2 R' D" "U2 F2 R U' F2 D F2 D2 L"; do
		"$SUPERFLIP" solve -q --json --steps dr.steps --niss --all "$cube" >found
		diff <(skeletons found) <("$oracle" dr:UD 0 "$drdom" "$cube" | sort)
		jq -e '.goal == "dr:UD" and .status == "solved" and all(.solutions[]; .reached == "dr:UD" and .steps[0] == 0)' found
	done
}

@test "-n 10 --niss: the best by length, with the axis, all different, and each gets there" {
	run -0 "$SUPERFLIP" solve -q --goal eo --neutral all --niss -n 10 "$scramble"
	[ "${#lines[@]}" -eq 10 ]
	[ "$(printf '%s\n' "${lines[@]}" | sort -u | wc -l)" -eq 10 ]
	[ "$(printf '%s\n' "${lines[@]}" | grep -cE '^[0-9]+\*?  .*  \(eo:(FB|RL|UD)\)$')" -eq 10 ]
	printf '%s\n' "${lines[@]}" | sed 's/[* ].*//' | sort -nc
	[[ "$output" == *"  ("*") "*"  (eo:"* ]]
	local line skeleton axis
	for line in "${lines[@]}"; do
		axis=${line##*(eo:} skeleton=${line#*  }
		[[ "$("$SUPERFLIP" show --parentheses niss "$scramble ${skeleton%  (eo:*}")" == *"EO "*"${axis%)} solved"* ]]
	done
	# One of F and F' where both do.
	[ "$(printf '%s\n' "${lines[@]}" | grep -cE "'\)? ?( \(eo|[)] )")" -le 5 ]
}

@test "records of skeletons are verified in each form, and a star that is none is found out" {
	"$SUPERFLIP" scramble -n 8 --seed 3 | tee list | "$SUPERFLIP" batch -q --json --goal eo+neutral --niss -n 3 - >found
	expect_error 0 "*8 right*" verify --optimal found
	[[ "$output" == *"right, proved optimal"* ]]
	expect_error 0 "*24 right*" verify <("$SUPERFLIP" batch -q --csv --goal eo+neutral --niss -n 3 list)
	expect_error 1 "*0 right, 8 wrong*" verify <(jq -c '.solutions[].moves += " F"' found)
	"$SUPERFLIP" batch -q --json --goal eo+neutral --niss -n 1 --min 5 list >longer
	expect_error 0 "*8 right*" verify longer
	[ "$(jq -r .status longer | sort -u)" = solved ]
	jq -c '.status = "optimal" | .lower_bound = .length' longer >claimed
	expect 1 "*are not optimal: there is a solution of*" verify --optimal claimed
	expect_output 1 ">=2  none: proved that no solution has at most 1 move" solve -q --goal eo --niss --max 1 "$scramble"
	expect_output 0 "0\\*  (eo:FB)" solve -q --goal eo --niss --all --over 3 "U2 R D"
	expect_output 0 "0\\*  (eo:FB)" solve -q --goal eo --niss --max 0 "U2 R D"
	# A link plays what is turned on the cube, after a scramble that begins with the others undone.
	expect_output 0 "1\\*  (F)  (eo:FB)  *setup-alg=F%27+F+R&alg=&*" solve -q --goal eo --niss --link "F R"
}

@test "--begin: a skeleton of one's own goes on, on both sides" {
	local begin="(F) U2" length
	"$SUPERFLIP" solve -q --json --goal eo:FB --niss --begin "$begin" --all "$scramble" >found
	jq -e 'all(.solutions[]; .step_moves[0] == "(F) U2" and .steps[0] == 2 and .reached == "eo:FB") and .status == "solved"' found
	"$SUPERFLIP" verify -q found
	# What follows is what is found after the turns.
	"$SUPERFLIP" solve -q --json --goal eo:FB --niss --all --parentheses niss "$scramble $begin" >rest
	diff <(jq -r '.solutions[].step_moves[1]' found | sort) <(jq -r '.solutions[].moves' rest | sort)
	length=$(jq .length rest)
	run -0 "$SUPERFLIP" solve -q --goal eo:FB --niss --begin "$begin" "$scramble"
	[[ "$output" == *"  [2 + $length]  (eo:FB)" ]]
	# Into a whole solution, too.
	"$SUPERFLIP" solve -q --json --method fmc --niss --begin "$begin" -n 3 "$scramble" >found
	jq -e '.solutions[0].steps | length == 5' found
	"$SUPERFLIP" verify -q found
	expect_output 0 "*1. beginning: 2 moves*" solve -q --method fmc --begin "R U" --explain "$scramble"
	expect 2 "*--begin: only for lists of steps*" solve --begin "R" "$scramble"
	expect 2 "*--begin*column 3*" solve --goal eo --begin "R Q" "$scramble"
	expect 2 "*--max*" solve --goal eo --begin "R" --max 4 "$scramble"
}

@test "lists that end at any goal: from all sides, with their goal in the records" {
	printf 'neutral all\nEO = eo:FB ; keep 20 ; inverse\nDR = dr:UD ; turns %s ; inverse\n' "$drdom" >dr.steps
	"$SUPERFLIP" scramble -n 5 --seed 8 >list
	for niss in "" --niss; do
		# shellcheck disable=SC2086  # an option, or none
		"$SUPERFLIP" batch -q --json $niss -n 4 --steps dr.steps list >found
		"$SUPERFLIP" verify -q found
		jq -se 'length == 5 and all(.[]; .goal == "dr:UD+neutral" and (.solutions | length == 4 and (map(.length) | . == sort)))' found
		[[ "$(jq -r '.solutions[].reached' found | sort -u | xargs)" == *"dr:RL"* ]]
		jq .length found
	done | tee lengths
	# Turns on both sides are never worse.
	grep -E '^[0-9]+$' lengths | { mapfile -t n; for i in 0 1 2 3 4; do ((n[i + 5] <= n[i])); done; }
}

@test "a list without HTR: all shortest finishes of all beginnings are those of the search by these turns, and 200 beginnings take a second" {
	mkdir -p "$SUPERFLIP_PDB_DIR"
	ln -sf "$(dirname "$SUPERFLIP")"/test-tables/korf/*.pdb "$SUPERFLIP_PDB_DIR"
	printf 'DR = dr:UD\nfinish = solved ; turns U D R2 L2 F2 B2\n' >finish.steps
	"$SUPERFLIP" scramble -n 8 --seed 5 --moves "U D R2 L2 F2 B2" --length 10 >list
	for options in "--steps finish.steps -n 10000" "--moves <U,D,R2,L2,F2,B2> --all"; do
		# shellcheck disable=SC2086  # words
		"$SUPERFLIP" batch -q --json --no-dedup $options list | jq -c '[.length, (.solutions | map(.moves) | sort)]' >"found ${options:2:1}"
	done
	diff "found s" "found m"
	[ "$(jq -s 'map(.[1] | length) | add' "found s")" -gt 8 ]
	printf 'neutral all\nEO = eo:FB ; inverse\nDR = dr:UD ; turns %s ; inverse\nfinish = solved ; turns U D R2 L2 F2 B2\n' "$drdom" >no-htr.steps
	"$SUPERFLIP" solve -q --json --steps no-htr.steps --niss --width 200 -n 5 --time-limit 60 "$scramble" >found
	"$SUPERFLIP" verify -q found
	jq -e '.length <= 22 and (.solutions | length == 5 and (map(.length) | . == sort))' found
}

@test "what does not go with skeletons is refused" {
	expect 2 "*--niss: only for lists of steps*goals*" solve --niss R
	expect 2 "*--niss: for goals without free turns*" solve --goal coll --niss R
	expect 2 "*--niss: for goals without free turns*" solve --goal eo --auf U --niss R
	expect 2 "*--niss: goals are reached by all turns*" solve --goal eo --niss --metric stm R
	expect 2 "*--niss: goals are reached by all turns*" solve --goal eo --niss --moves "R U" R
	printf 'a = xcross+auf:D ; inverse\n' >own.steps
	expect 3 "*line 1, column 5: 'xcross+auf:D' on the inverse is not*" solve --steps own.steps --niss R
}
