# How long goals are: superflip goals, batch --stats, scrambles so far from a goal.  plain_goals.py searches by itself.

load expect
load slow

plain() {
	python3 "$BATS_TEST_DIRNAME/../oracle/plain_goals.py" "$@"
}

# "LENGTH COUNT" lines of what `superflip goals ARGUMENT...` counts exactly.
counted() {
	"$SUPERFLIP" goals -q --format jsonl "$@" | jq -r 'if .kind then (if .kind == "exact" then empty else .kind end) else "\(.length) \(.states)" end'
}

# The same on one line, without lengths.
row() {
	counted "$@" | cut -d' ' -f2 | xargs
}

setup() {
	export SUPERFLIP_PDB_DIR=$BATS_FILE_TMPDIR/pdb
	[ -d "$SUPERFLIP_PDB_DIR" ] || korf_tables "$SUPERFLIP_PDB_DIR"
}

@test "exact lengths are those of a plain breadth-first search, and those that others have published" {
	plain eo cross pair >"$BATS_TEST_TMPDIR/plain"
	wanted() { sed -n "s/^$1 //p" "$BATS_TEST_TMPDIR/plain"; }
	cmp <(counted eo) <(wanted eo)
	cmp <(counted cross) <(wanted cross)
	cmp <(counted eo:UD --moves "U R F D L B") <(wanted eo)
	# Two edges given: as many states of the cross as have these solved.
	cmp <(counted cross --given "________-____xx______") <(wanted pair)
	# Breadth-first searches of another program (its exact values), by metric.
	[ "$(row cross --metric qtm)" = "1 10 73 500 3078 15528 57180 91654 21849 207" ]
	[ "$(row eo --metric stm)" = "1 3 40 384 1218 401 1" ]
	[ "$(row eo --metric atm)" = "1 3 64 544 1238 198" ]
	# M. Reid, Cube-Lovers, 7 January 1995.
	[ "$(row dr:RL)" = "1 4 50 592 7156 87236 1043817 12070278 124946368 821605960 1199128738 58202444 476" ]
	[ "$(row dr --metric qtm)" = "1 4 34 312 2772 24996 225949 2017078 17554890 139132730 758147361 1182378518 117594403 14072" ]
}

@test "steps of Thistlethwaite's: the next goal, given the one before, by turns that keep it" {
	slow "five, 15 and 28 million children"
	# Breadth-first searches of another program.
	[ "$(row cross:F --metric stm)" = "1 21 275 2815 21136 88454 76592 786" ]
	# OEIS A080627.
	[ "$(row solved --given htr --moves "U2 R2 F2 D2 L2 B2")" = \
	  "1 6 27 120 519 1932 6484 20310 55034 113892 178495 179196 89728 16176 1488 144" ]
	[ "$(row dr --given eo --moves "U R D L F2 B2")" = "1 2 17 134 1065 8190 54694 267576 560568 187204 3114" ]
	[ "$(row dr:FB --given eo:UD --moves "R L F B U2 D2")" = "1 2 17 134 1065 8190 54694 267576 560568 187204 3114" ]
	[ "$(row htr --given dr --moves "U D R2 L2 F2 B2")" = "1 2 9 36 124 530 1806 3732 5158 7070 7218 3202 488 24" ]
}

@test "a sample's mean and shares have intervals that the exact ones are in" {
	"$SUPERFLIP" goals -q --seed 3 -n 20000 --format jsonl cross --given "________-____________" >"$BATS_TEST_TMPDIR/sample"
	jq -se '.[0] | .kind == "sample" and .cubes == 20000 and (.mean - 5.811816 | fabs) < .mean_error and .mean_error < 0.02' "$BATS_TEST_TMPDIR/sample"
	"$SUPERFLIP" goals -q --seed 3 -n 20000 --format jsonl cross --given "________-____________" | cmp - "$BATS_TEST_TMPDIR/sample"
	"$SUPERFLIP" goals -q --format jsonl cross >"$BATS_TEST_TMPDIR/exact"
	jq -se '([.[] | select(.states) | select(.length) | {(.length | tostring): .percent}] | add) as $exact
		| [.[] | select(.error_percent) | select((.percent - $exact[.length | tostring] | fabs) > 1.5 * .error_percent)] | length == 0' \
		"$BATS_TEST_TMPDIR/exact" "$BATS_TEST_TMPDIR/sample"
	# Any of six crosses, as the same cubes have it.
	"$SUPERFLIP" scramble -n 500 --seed 8 >"$BATS_TEST_TMPDIR/cubes"
	sed 's/^/neutral /' "$BATS_TEST_TMPDIR/cubes" | plain | cut -d' ' -f2 | sort -n | uniq -c | awk '{ print $2, $1 }' >"$BATS_TEST_TMPDIR/wanted"
	"$SUPERFLIP" goals -q --seed 8 -n 500 --format csv cross+neutral | sed -n 's/^\([0-9]*\),\([0-9]*\),.*/\1 \2/p' | cmp - "$BATS_TEST_TMPDIR/wanted"
}

@test "goals: tables for people have bars; what is wrong is refused" {
	run -0 "$SUPERFLIP" goals eo
	[[ "$output" == *"# goal: eo"*"# metric: htm"*"# kind: exact"*"# states: 2,048"*"# mean: 4.6089"*"# least: 0"*"# most: 7"* ]]
	[[ "$output" == *"5     900   43.945         85.449  ████████████████████████████████"* ]]
	expect 2 "*there is no goal 'crss'; did you mean 'cross'*" goals crss
	expect 2 "*there is no goal 'q'*" goals cross --given q
	expect 2 "*expected one GOAL*" goals
	expect 2 "*--moves 'R F': some of these turns lead away from 'eo'" goals dr --given eo --moves "R F"
	expect 2 "*--moves 'M U': expected turns of faces*" goals dr --moves "M U"
	expect 2 "*--moves 'Q'*" goals dr --moves Q
	expect 2 "*--count '0'*" goals cross -n 0
}

@test "what cannot be counted or found is said" {
	slow "four million states, two million cubes"
	expect 2 "*these turns make more than 4194304 states of 'edges'*" goals edges --moves "U R F"
	expect 1 "*of 2097152 cubes none is so far from 'eo'" scramble --type eo --goal eo --length 1
}

@test "batch --stats: what a list's lengths come to, in every form, also by side" {
	cd "$BATS_TEST_TMPDIR"
	{ "$SUPERFLIP" scramble -n 200 --seed 5; echo "R U Q"; } >list
	run "$SUPERFLIP" batch -q --goal cross+neutral --json --stats -o records list
	echo "$output" >stats
	jq -s '[.[] | select(.status == "optimal")] | (map(.length) | add / length) as $mean
		| {cubes: length, mean: $mean, least: (map(.length) | min), most: (map(.length) | max),
		   deviation: (map(.length - $mean | . * .) | add / length | sqrt)}' <(sed 's/,"seal":.*/}/' records) >wanted
	jq -se '.[1] as $w | .[0] | .cubes == $w.cubes and .least == $w.least and .most == $w.most and .unsolved == 1
		and (.mean - $w.mean | fabs) < 1e-6 and (.deviation - $w.deviation | fabs) < 1e-6' <(head -n 1 stats) wanted
	[ "$(jq -r 'select(.side) | "\(.cubes) \(.side)"' stats | sort)" = \
	  "$(jq -r 'select(.solutions) | .solutions[0].reached' records | sort | uniq -c | sed 's/^ *//' | sort)" ]
	# The other forms, and without records.
	run -1 --separate-stderr "$SUPERFLIP" batch -q --goal cross+neutral --stats list
	[ "${#lines[@]}" -eq 201 ]
	[[ "$stderr" == *"# cubes: 200"*"█"*"side"* ]]
	run -1 --separate-stderr "$SUPERFLIP" batch -q --goal cross+neutral --stats-only --json list
	[ "$output" = "$(cat stats)" ]
	[ -z "$stderr" ]
	run -1 --separate-stderr "$SUPERFLIP" batch -q --goal cross+neutral --stats-only --csv list
	[ "$(grep -c '^[0-9]*,[0-9]*,' <<<"$output")" -eq "$(jq -r 'select(.length) | .length' stats | wc -l)" ]
	[[ "$output" != *scramble* ]]
	expect 2 "*--stats-only writes no records; not with -o*" batch --stats-only -o x list
	# What an earlier run has solved is not counted again.
	head -n 100 records >half
	run -1 --separate-stderr "$SUPERFLIP" batch -q --goal cross+neutral --json --resume --stats -o half list
	jq -se '.[0].of_earlier_runs == 100 and .[0].cubes == 100' <<<"$output"
}

@test "the side of the first step of a list is told in every form" {
	cd "$BATS_TEST_TMPDIR"
	"$SUPERFLIP" scramble -n 10 --seed 5 >list
	"$SUPERFLIP" batch -q --method fmc --json --explain list >json
	[ "$(jq -r '.solutions[0].reached' json)" = "$(jq -r '.stages[0].goal' json)" ]
	[ "$(jq -r '.solutions[0].reached' json | sort -u | wc -l)" -gt 1 ]
	"$SUPERFLIP" batch -q --method fmc --csv list | tail -n +2 | cut -d, -f21 | cmp - <(jq -r '.solutions[0].reached' json)
	"$SUPERFLIP" batch -q --method fmc list | sed -E 's/.*\((.*)\)$/\1/' | cmp - <(jq -r '.solutions[0].reached' json)
	# Each solution has its own.
	"$SUPERFLIP" solve -q --method fmc -n 5 --width 30 --json "$(head -n 1 list)" >json
	jq -r '. as $r | .solutions[] | "\(.reached)\t\($r.scramble) -> \(.steps[0] as $n | .niss | split(" ")[:$n] | join(" "))"' json >steps
	while IFS=$'\t' read -r goal claim; do
		expect 0 "*1 right*" verify --goal "$goal" - <<<"$claim"
	done <steps
}

@test "scrambles so far from a goal: exactly so far, and evenly" {
	cd "$BATS_TEST_TMPDIR"
	# far KIND NAME OPTION...: lines "KIND NAME:SCRAMBLE".
	far() { "$SUPERFLIP" scramble "${@:3}" | sed "s/^/$2 $1 /"; }
	{
		# By walks from the goal, or by solving random cubes.
		far cross two --goal cross --length 2 -n 1580 --seed 1
		far cross eight --goal cross --length 8 -n 10 --seed 2
		far eo seven --goal eo --length 7 -n 260 --seed 1
		# Both lengths as often as they have states: 15 and 158.
		far cross both --goal cross --length 1-2 -n 1730 --seed 3
		far neutral any --goal cross+neutral --length 6-7 -n 20 --seed 4
		far neutral near --goal cross+neutral --length 1 -n 20 --seed 4
		# What is solved already stays so.
		far cross pair --type cross --goal cross+FR --length 4 -n 20 --seed 4
	} >scrambles
	cut -d' ' -f2- scrambles | plain | paste -d' ' <(cut -d' ' -f1 scrambles) - >seen
	[ "$(cut -d' ' -f1,3 seen | sort -u | xargs)" = "any 6 both 1 both 2 eight 8 near 1 pair 0 seven 7 two 2" ]
	# Chi-square, within 3.5 of its standard deviations.
	even() { awk -v name="$1" -v states="$2" '$1 == name { c[$4]++; n++ } END { for (s in c) x += (c[s] - n / states) ^ 2 * states / n
		d = states - 1; exit !(length(c) == states && x < d + 3.5 * sqrt(2 * d)) }' seen; }
	even two 158
	even seven 13
	even both 173
	[ "$("$SUPERFLIP" scramble --goal solved --length 4 -n 20 --seed 4 | "$SUPERFLIP" batch -q --csv - | cut -d, -f7 | sort -u | xargs)" = "4 length" ]
	"$SUPERFLIP" scramble --goal cross --length 5-6 -n 20 --seed 9 --format moves >moves
	"$SUPERFLIP" scramble --goal cross --length 5-6 -n 20 --seed 9 >states
	"$SUPERFLIP" convert --to facelets <moves | cmp - states
	cmp <("$SUPERFLIP" scramble --goal cross --length 5-6 -n 5 --seed 9) <(head -n 5 states)
	expect 2 "*--goal needs --length*" scramble --goal cross
	expect 2 "*--goal needs --length, and is for states*" scramble --goal cross --length 3 --type moves
	expect 2 "*--length is one number for --type moves*" scramble --length 3-4
	expect 2 "*--length '8-7': expected a whole number, or two such as 7-8" scramble --goal cross --length 8-7
	expect 2 "*--goal*there is no goal 'crss'*" scramble --goal crss --length 3
	local goal
	# Where the longest is known, of domino reduction without a table of its own, none is tried.
	for goal in "eo 7" "eo+neutral 7" "cross 8" "dr 12" "dr:RL 12"; do
		expect 1 "*scramble: no cube is more than ${goal#* } moves from '${goal% *}'" scramble --goal "${goal% *}" --length $((${goal#* } + 1))
	done
}

@test "scrambles of sets have the case as a label, as algs --which names it" {
	cd "$BATS_TEST_TMPDIR"
	local set
	for set in oll pll; do
		"$SUPERFLIP" scramble --type $set --label -n 30 --seed 2 | grep -v skip >scrambles
		"$SUPERFLIP" algs --which --csv <scrambles | tail -n +2 | paste -d, scrambles - |
			awk -F: '{ n += $1 ~ /^'$set'-/ && $0 ~ "[ ,\"]" $1 "([ ,\"]|$)" } END { exit n != NR || n < 25 }'
	done
	"$SUPERFLIP" scramble --type zbll --label -n 5 --seed 1 | grep -qE '^zbll-[A-Za-z]+-[0-9]+: [URFDLB]{54}$'
	[ "$("$SUPERFLIP" scramble --type pll --label -n 5 --seed 1 | "$SUPERFLIP" batch -q --json --max 0 --heuristic manhattan - | jq -r .label | grep -c '^pll-')" -eq 5 ]
	[ "$("$SUPERFLIP" scramble --type roux-sb -n 5 --seed 1 | "$SUPERFLIP" batch -q --goal fb - | grep -c ' 0\*')" -eq 5 ]
	expect 2 "*--label is for --type ll, oll, pll, *cmll, lse, f2l-1, dr and htr; of others *" scramble --label
	expect 2 "*--label is for --type *" scramble --label --type moves
	# Of other goals no case has a name: better no label than no scrambles.
	for set in roux-sb corners eo f2l f2l-1:U; do
		run -0 --separate-stderr "$SUPERFLIP" scramble --label --type $set -n 2 --seed 1
		[[ "$stderr" == "superflip: scramble: these cases have no names or numbers; lines begin without a label" ]]
		cmp <(echo "$output") <("$SUPERFLIP" scramble --type $set -n 2 --seed 1)
	done
}

@test "labels say which slot and case a pair is, and how many pieces and quarter turns are left" {
	cd "$BATS_TEST_TMPDIR"
	local part
	for part in "dr 8" "drud 2" "htr 8" "f2l-1 40" "2gll 40" "lse 12"; do
		"$SUPERFLIP" scramble --type ${part% *} --label -n ${part#* } --seed 1 --format cubies
	done >scrambles
	run -0 env PYTHONDONTWRITEBYTECODE=1 python3 "$BATS_TEST_DIRNAME/../oracle/labels.py" < <(sed 's/^drud/dr/' scrambles)
	[[ "$output" == "110 labels are right, "* ]]
	# A list takes them as labels; that of a cube at dr is a goal that it is at.
	cmp <("$SUPERFLIP" batch -q --max 0 --heuristic manhattan --json scrambles | jq -r '"\(.label): \(.scramble)"') scrambles
	while IFS=: read -r part cubies; do
		[ "$("$SUPERFLIP" solve -q --goal "$part" "$cubies")" = "0*" ]
	done < <(grep ^dr scrambles | tail -n 3)
	[ "$("$SUPERFLIP" scramble --type dr:RL --label -n 1 --seed 3 --format moves)" = "dr:RL+0c2e3qt: R2 F2 U2 R' U2 L2 D2 B2 L' U2 F2 L2 B2 R B2" ]
}
