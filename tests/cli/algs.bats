# Sheets of algorithms: superflip algs.

load expect

# The algorithms of lines of JSON, each done after its case, end at a goal.
check_algorithms() {
	local goal=$1 case moves
	while IFS=$'\t' read -r case moves; do
		moves=${moves//[()]/}
		[[ "$("$SUPERFLIP" solve -q --heuristic korf --goal "$goal" "$case $moves")" == 0* ]] || { echo "$case: $moves"; return 1; }
	done
}

@test "a set: each case has one shortest algorithm, or none of that length" {
	run -1 --separate-stderr "$SUPERFLIP" algs -q --heuristic korf pll --json --max 9 -n 1
	[ "${#lines[@]}" -eq 21 ]
	jq -se 'map(select(.status == "optimal") | .case) == ["pll-Aa", "pll-Ab", "pll-H", "pll-Ua", "pll-Ub"]' <<<"$output"
	jq -se 'map(select(.status == "none")) | length == 16 and all(.algorithm == null)' <<<"$output"
	expect 2 "superflip: pll has 21 cases, and this is none; \`superflip algs --help\` tells their names" algs pll-22
	expect 2 "superflip: zbll has 493 cases, and this is none; *" algs zbll-3
	expect 2 "superflip: zbls has 305 cases, and no such number" algs zbls-306
	expect 4 "superflip: algs: there is neither a file 'nosuch' nor a set; the sets are oll, pll, coll, cmll, zbll, ell, f2l, ll, eoll, ocll, cll, 2gll, zbls, wv, sv, vls, hls, eg, lse" algs nosuch
	while read -r name meant; do
		expect 4 "*neither a file '$name' nor a set; did you mean '$meant'? the sets are *" algs "$name"
	done <<-END
		PLL-T pll-T
		Oll-27 oll-27
		ZBLL zbll
		sune oll-27
		AntiSune oll-26
	END
	expect 4 "*neither a file 'PLL-Q' nor a set; the sets are *" algs PLL-Q
	expect 4 "superflip: algs: there is neither a file 'zbl' nor a set; did you mean 'zbll'? the sets are oll, pll, *" algs zbl
	expect 4 "superflip: nosuch.txt: No such file or directory" algs nosuch.txt
}

@test "-n N finds the N best algorithms, longer ones if need be, unless --over or --max limits them" {
	run -0 --separate-stderr "$SUPERFLIP" algs -q --heuristic korf oll-33 --moves "R U F" -n 5 --json
	jq -se 'map([.length, .status]) == [[8, "optimal"], [9, "solved"], [9, "solved"], [9, "solved"], [9, "solved"]]' <<<"$output"
	jq -se 'map(.algorithm) | length == (unique | length)' <<<"$output"
	[ "$("$SUPERFLIP" algs -q --heuristic korf oll-33 --moves "R U F" -n 5 --over 0 --csv | wc -l)" -eq 2 ]
	[ "$("$SUPERFLIP" algs -q --heuristic korf oll-33 --moves "R U F" -n 5 --max 8 --csv | wc -l)" -eq 2 ]
}

@test "an algorithm between a turn and its inverse is no other, where a turn of the opposite face is beside them, either" {
	# U' D A D' as well as D A D', where A solves the case after U'.
	[ "$("$SUPERFLIP" algs -q --goal solved --moves "U R D" --max 11 "R U R' U R U2 R'" --csv | cut -d, -f4)" = $'algorithm\nR U2 R\' U\' R U\' R\'' ]
	[ "$("$SUPERFLIP" algs -q --goal solved --moves "U R D" --max 11 "R U R' U R U2 R' U" --csv | cut -d, -f4)" = $'algorithm\nU\' R U2 R\' U\' R U\' R\'' ]
}

@test "turns that do not reach some cases, the first perhaps, leave the others of the sheet" {
	run -1 --separate-stderr "$SUPERFLIP" algs -q pll --moves "R U" --json
	[ "${#lines[@]}" -eq 21 ]
	jq -se 'map(select(.status == "optimal") | .case) | unique == ["pll-H", "pll-Ua", "pll-Ub", "pll-Z"]' <<<"$output"
	SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/none expect 1 "*pll-T*none by these turns*" algs pll-T --moves "R U"
	[ ! -e "$BATS_TEST_TMPDIR/none" ]
}

@test "a list: algorithms by a list of prices, each once, reach the goal; and a page" {
	local list=$BATS_TEST_TMPDIR/list page=$BATS_TEST_TMPDIR/page.html
	printf "R U R' U R U2 R' # <Sune>\nF R U R' U' F'\nR <\n" >"$list"
	printf 'turn * = 1\nturn L* = 5\npair F R = 10\n' >"$BATS_TEST_TMPDIR/prices"
	run -3 --separate-stderr "$SUPERFLIP" algs --heuristic korf --goal oll --auf U --over 2 --rank "$BATS_TEST_TMPDIR/prices" --json --html "$page" "$list"
	[[ "$stderr" == *":3:3: '<' is not a move"* ]]
	jq -se 'map(select(.case == "2")) | map(.price) as $p | $p == [6, 8, 8, 16, 16]' <<<"$output"
	jq -se 'map(.algorithm) | length == (unique | length)' <<<"$output"
	check_algorithms oll < <(jq -r 'select(.algorithm != null) | [.scramble, .algorithm] | @tsv' <<<"$output")
	[ "$(grep -c '<svg' "$page")" -eq 2 ]
	grep -q '&#60;Sune&#62;' "$page"
	grep -q "'&#60;' is not a move" "$page"
	printf 'turn R = 1\nturn\n' >"$BATS_TEST_TMPDIR/prices"
	expect 3 "superflip: $BATS_TEST_TMPDIR/prices:2: expected \"turn TURN... = PRICE\"*" algs oll --rank "$BATS_TEST_TMPDIR/prices"
	expect 2 "superflip: --rank cost needs --cost" algs oll --rank cost
}

@test "algorithms of some faces are the same, whether they meet in the middle, are among those of all turns, or lead to each cube at the goal" {
	local set faces one all
	while read -r set faces; do
		one=$("$SUPERFLIP" algs -q --heuristic korf "$set" --max 7 --moves "$faces" --over 6 --json | jq -c '[.case, .length, .status]' | sort)
		all=$("$SUPERFLIP" algs -q --heuristic korf "$set" --max 7 --moves "$faces" --json | jq -c '[.case, .length, .status]' | sort)
		[[ "$one" == "$all" && "$one" == *'["oll-45",6,"optimal"]'* ]]
	done <<<$'oll R U F L\noll-45 R U F L D'
}

@test "--french writes the same algorithms in French letters, at the same prices" {
	local options="oll-33 --max 9 --rank hand --csv"
	# shellcheck disable=SC2086  # words
	"$SUPERFLIP" algs $options --french >"$BATS_TEST_TMPDIR/french"
	# shellcheck disable=SC2086  # words
	"$SUPERFLIP" algs $options >"$BATS_TEST_TMPDIR/english"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/french")" -gt 3 ]
	cmp <(cut -d, -f5 "$BATS_TEST_TMPDIR/french" | sed 1d) <(cut -d, -f5 "$BATS_TEST_TMPDIR/english" | sed 1d | tr URFDLB HDABGP)
	cmp <(cut -d, -f5 --complement "$BATS_TEST_TMPDIR/french") <(cut -d, -f5 --complement "$BATS_TEST_TMPDIR/english")
	# People have French words as well.
	run -0 --separate-stderr "$SUPERFLIP" algs --heuristic korf --french oll-33 --html "$BATS_TEST_TMPDIR/page.html"
	[[ "${lines[0]}" == "cas "*longueur*statut*algorithme*miroir*inverse*autocollants ]]
	grep -q '<html lang="fr">.*<title>Algorithmes<' "$BATS_TEST_TMPDIR/page.html"
	grep -q 'miroir : oll-33' "$BATS_TEST_TMPDIR/page.html"
	run -1 --separate-stderr "$SUPERFLIP" algs -q --heuristic korf --french --max 3 oll-33
	[[ "${lines[1]}" == *" aucun  "*"aucun de 3 mouvements au plus"* ]]
}

@test "the cases of each set are those that another program counts from the stickers" {
	local sets=$BATS_TEST_TMPDIR/sets set n
	mkdir "$sets"
	for set in oll ocll cll 2gll wv sv vls hls; do
		"$SUPERFLIP" algs -q --heuristic korf --max 1 --json "$set" | jq -r .stickers >"$sets/$set" || true
	done
	PYTHONDONTWRITEBYTECODE=1 python3 "$BATS_TEST_DIRNAME/../oracle/case_sets.py" "$sets" >"$BATS_TEST_TMPDIR/counts"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/counts")" -eq 16 ]
	while read -r set n; do
		expect 2 "superflip: $set has $n cases, and *" algs "$set-99999"
	done <"$BATS_TEST_TMPDIR/counts"
}

@test "cases have the names that cubers know, each once" {
	local moves names
	PYTHONDONTWRITEBYTECODE=1 python3 "$BATS_TEST_DIRNAME/../oracle/case_sets.py" --names "$BATS_TEST_DIRNAME/../../doc/cases.tsv" >"$BATS_TEST_TMPDIR/named"
	cmp "$BATS_TEST_TMPDIR/named" - <<<$'oll 57\npll 21\neoll 3\nocll 7\ncoll 42\nzbll 493\ncll 42\n2gll 84\nwv 27\nsv 27\nvls 216\neg 128'
	while IFS=: read -r moves names; do
		[ "$("$SUPERFLIP" algs --which --json "$moves" | jq -r .cases | sed 's/([^)]*)//g' | tr -d ' ')" = "${names// /}" ]
	done <<-'END'
		R U2 R' U' R U' R':oll-27, coll-S-1, cmll-S-Left-Bar, zbll-S-67
		R U R' U R U2 R':oll-26, coll-AS-1, cmll-AS-Right-Bar, zbll-AS-66
		L' U R U' L U R':oll-27, coll-S-5, cmll-S-Backslash, zbll-S-29
		R U R' U R U' R' U R U2 R':oll-21, coll-H-1, cmll-H-Columns, zbll-H-36
		F R U R' U' F':oll-44, cmll-U-Back-Row
		R U' R':f2l-4
		R U R' U':f2l-1
		R' F R F':f2l-2
		F' U' F:f2l-2
	END
}

@test "OCLL has the names of OLL's cases 21 to 27, and a set its own turns" {
	local name number=20
	for name in H Pi U T L AS S; do
		number=$((number + 1))
		[ "$("$SUPERFLIP" algs -q --heuristic korf --max 1 --json "ocll-$name" | jq .stickers)" == \
			"$("$SUPERFLIP" algs -q --heuristic korf --max 1 --json "oll-$number" | jq .stickers)" ]
	done
	run -0 --separate-stderr "$SUPERFLIP" algs -q --heuristic korf wv --json
	jq -se 'length == 27 and all(.status == "optimal") and (map(select(.algorithm == "(U) R U\u0027 R\u0027")) | length == 1)' <<<"$output"
}

@test "a page draws the last layer from above, with arrows for PLL, and other cases in space" {
	local page=$BATS_TEST_TMPDIR/page.html
	run -1 "$SUPERFLIP" algs -q --heuristic korf pll --max 1 --html "$page"
	awk '/<h2>/ { sub(/.*pll-/, ""); sub(/<.*/, ""); name = $0; n[name] = 0 } /marker-end/ { n[name]++ }
		END { for (name in n) print name, n[name] }' "$page" | sort >"$BATS_TEST_TMPDIR/arrows"
	printf '%s\n' "Aa 3" "Ab 3" "E 4" "F 4" "Ga 6" "Gb 6" "Gc 6" "Gd 6" "H 4" "Ja 4" "Jb 4" "Na 4" "Nb 4" "Ra 4" "Rb 4" "T 4" "Ua 3" "Ub 3" \
		"V 4" "Y 4" "Z 4" | diff - "$BATS_TEST_TMPDIR/arrows"
	[ "$(grep -c matrix "$page")" -eq 0 ]
	run -1 "$SUPERFLIP" algs -q --heuristic korf oll-33 --max 1 --force --html "$page"
	[ "$(grep -c marker-end "$page")" -eq 0 ]
	[ "$(grep -c '<rect' "$page")" -eq 21 ]
	run -1 "$SUPERFLIP" algs -q --heuristic korf wv-2 --max 1 --force --html "$page"
	[[ "$(grep -c matrix "$page")" -eq 3 && "$(grep -c '<rect' "$page")" -eq 27 ]]
}
