#!/usr/bin/env bats
# superflip scramble: random positions and moves.

load expect
load wait

@test "a scramble is 54 facelets, nine of each face, of a cube that show accepts" {
	run -0 "$SUPERFLIP" scramble
	[ "${#output}" -eq 54 ]
	for face in U R F D L B; do
		[ "$(tr -cd "$face" <<<"$output" | wc -c)" -eq 9 ]
	done
	for options in "" "--format cubies" "--type moves"; do
		# shellcheck disable=SC2086  # words
		[ "$("$SUPERFLIP" scramble -n 200 $options | "$SUPERFLIP" show | grep -c '^facelets ')" -eq 200 ]
	done
}

@test "a seed always repeats its scrambles, a longer list begins like a shorter one; without a seed no two are alike" {
	[ "$("$SUPERFLIP" scramble -n 2000 | sort -u | wc -l)" -eq 2000 ]
	[ "$("$SUPERFLIP" scramble)" != "$("$SUPERFLIP" scramble)" ]
	run "$SUPERFLIP" scramble --seed 1 --count 2 --format cubies
	[ "${lines[0]}" = "BU UR RD UL BD RB LB DF FU FR DL FL BRD RFD ULF FRU URB LUB LBD DFL" ]
	[ "${lines[1]}" = "LU RF RD DB FL DL UB LB UR DF UF BR LUB RUF LFU BRD URB DFL DLB DRF" ]
	[ "$("$SUPERFLIP" scramble --seed 0x10)" = "$("$SUPERFLIP" scramble --seed 16)" ]
	[ "$("$SUPERFLIP" scramble -s 7 -n 3)" = "$("$SUPERFLIP" scramble -s 7 -n 30 | head -3)" ]
}

@test "the formats write the same cube" {
	a=$("$SUPERFLIP" scramble -s 5 -n 20 -t moves -f cubies)
	b=$("$SUPERFLIP" scramble -s 5 -n 20 -t moves | "$SUPERFLIP" show | sed -n 's/^cubies *//p')
	[ "$a" = "$b" ]
	a=$("$SUPERFLIP" scramble -s 5 -n 20 -f cubies)
	b=$("$SUPERFLIP" scramble -s 5 -n 20 | "$SUPERFLIP" show | sed -n 's/^cubies *//p')
	[ "$a" = "$b" ]
}

@test "random moves are 25, or as many as --length says, 15 of U R F for the 2x2, and no face is turned twice in a row" {
	[ "$("$SUPERFLIP" scramble --type moves | wc -w)" -eq 25 ]
	[ "$("$SUPERFLIP" scramble --length 100 | wc -w)" -eq 100 ]
	[ "$("$SUPERFLIP" scramble --length 0)" = "" ]
	[ "$("$SUPERFLIP" scramble --length 1000000 | wc -w)" -eq 1000000 ]
	run bash -c "'$SUPERFLIP' scramble -n 200 --type moves | tr -d \"'2\" | grep -E '([URFDLB]) \\1'"
	[ "$status" -eq 1 ]
	[ "$("$SUPERFLIP" scramble --puzzle 2x2 | wc -w)" -eq 15 ]
	run bash -c "'$SUPERFLIP' scramble -n 200 --puzzle 2x2 | grep '[DLB]'"
	[ "$status" -eq 1 ]
}

@test "moves of a turn set have its turns only, no axis twice in a row, and make the cube of the other formats" {
	for options in "--moves 'M U'" "--metric stm" "--metric atm" "--metric etm" "--moves \"r u (R L') S\""; do
		eval "set -- $options"
		"$SUPERFLIP" scramble -s 5 -n 20 "$@" | "$SUPERFLIP" convert --to cubies | cmp - <("$SUPERFLIP" scramble -s 5 -n 20 "$@" -f cubies)
	done
	run -1 bash -c "'$SUPERFLIP' scramble -n 100 --moves 'M U' | grep -E \"[^MU2' ]|M.? M|U.? U\""
	expect 2 "*--metric and --moves are for --type moves of a 3x3" scramble --metric stm --type state
	expect 2 "*all turns are of one axis*" scramble --moves "M R"
	expect 0 "[MR]*" scramble --moves "M R" --length 1
	expect 2 "*column 3: 'Q'*" scramble --moves "R Q"
}

@test "wrong numbers, choices and contradictions are usage errors that name the option and the value" {
	expect 2 "*--count '0': expected a whole number from 1*" scramble -n 0
	for value in -1 x 5x "" " 5" 1e3 18446744073709551616 99999999999999999999999999; do
		expect 2 "superflip: --count '$value': expected a whole number*" scramble --count "$value"
		run -2 "$SUPERFLIP" scramble --seed "$value"
		run -2 "$SUPERFLIP" scramble --length "$value"
	done
	expect 2 "superflip: --type 'foo': expected state, moves, fmc, ll, oll, pll, zbll, coll, 2gll, ell, cmll, lse, corners, edges, roux-sb, or a goal such as eo, dr, htr, f2l-1" scramble --type foo
	run -2 "$SUPERFLIP" scramble --puzzle 4x4
	expect 2 "superflip: --format 'json': expected facelets, cubies, moves or html" scramble --format json
	for options in "--type state --length 5" "-n 0" \
	               "--puzzle 2x2 --format cubies" "one more" "--unknown" "-q" "-n" "--seed"; do
		run -2 "$SUPERFLIP" scramble $options
		[[ "$output" == "superflip: scramble: "* || "$output" == "superflip: --"* ]]
	done
}

# moves_and_pictures ARGUMENT...: of each scramble of a page its moves, and the facelets that its picture has for a title.
moves_and_pictures() {
	"$SUPERFLIP" scramble --seed 4 --format html "$@" >"$BATS_TEST_TMPDIR/sheet.html"
	sed -n 's/^<p>\(.*: \)\?\(.*\)<.p>$/\2/p' "$BATS_TEST_TMPDIR/sheet.html" >"$BATS_TEST_TMPDIR/moves"
	sed -n 's/^<title>\([URFDLB]*\)<.*/\1/p' "$BATS_TEST_TMPDIR/sheet.html" >"$BATS_TEST_TMPDIR/pictures"
}

@test "--format html: a page to print with number, moves and the picture of the cube that they make" {
	local options
	for options in "--type fmc" "--type moves" "--type pll --label" "--puzzle 2x2" "--puzzle 2x2 --type state" "--moves M,U" \
		"--goal cross --length 3" "--french"; do
		# shellcheck disable=SC2086  # words
		moves_and_pictures -n 3 $options
		# shellcheck disable=SC2046  # words
		"$SUPERFLIP" convert $(grep -oe '--french' -e '--puzzle 2x2' <<<"$options") --to facelets "$BATS_TEST_TMPDIR/moves" |
			cmp - "$BATS_TEST_TMPDIR/pictures"
		[ "$(grep -o '<h2>[0-9]*' "$BATS_TEST_TMPDIR/sheet.html" | tr -d '\n')" = "<h2>1<h2>2<h2>3" ]
	done
	# It is a document: elements are closed in order; nothing is loaded; each scramble stays on one page of A4.
	python3 - "$BATS_TEST_TMPDIR/sheet.html" <<-'END'
		import html.parser, sys
		class Reader(html.parser.HTMLParser):
		    open = []
		    def handle_starttag(self, tag, attributes):
		        assert not {"src", "href"} & dict(attributes).keys()
		        if tag not in ("meta", "rect"):
		            self.open.append(tag)
		    def handle_endtag(self, tag):
		        assert tag == "rect" or self.open.pop() == tag, tag
		reader = Reader()
		reader.feed(open(sys.argv[1]).read())
		assert reader.open == []
	END
	grep -q 'size: A4' "$BATS_TEST_TMPDIR/sheet.html"
	grep -q 'break-inside: avoid' "$BATS_TEST_TMPDIR/sheet.html"
	[[ "$(cat "$BATS_TEST_TMPDIR/sheet.html")" == *'<html lang="fr">'*"<title>Mélanges</title>"* ]]
	expect 2 "*--type fmc is moves*" scramble --type fmc --format facelets
}

@test "random states of the 2x2 are printed as at most 11 moves, and as facelets" {
	run -0 "$SUPERFLIP" scramble -s 3 -n 200 --puzzle 2x2 --type state --format moves
	[ "${#lines[@]}" -eq 200 ]
	[ "$(printf '%s\n' "${lines[@]}" | awk 'NF > 11' | wc -l)" -eq 0 ]
	[ "$("$SUPERFLIP" scramble -s 3 -n 200 --puzzle 2x2 --type state --format facelets)" = \
	  "$(printf '%s\n' "${lines[@]}" | "$SUPERFLIP" convert --puzzle 2x2 --to facelets)" ]
}

@test "a random state as moves makes the state that the seed gives, in at most 22 moves" {
	"$SUPERFLIP" scramble -n 20 --seed 3 >"$BATS_TEST_TMPDIR/states"
	"$SUPERFLIP" scramble -n 20 --seed 3 --type state --format moves >"$BATS_TEST_TMPDIR/moves"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/moves")" -eq 20 ]
	"$SUPERFLIP" convert --to facelets "$BATS_TEST_TMPDIR/moves" | cmp - "$BATS_TEST_TMPDIR/states"
	[ "$(awk 'NF > 22' "$BATS_TEST_TMPDIR/moves" | wc -l)" -eq 0 ]
	"$SUPERFLIP" scramble -n 20 --seed 3 --type state --format moves | cmp - "$BATS_TEST_TMPDIR/moves"
}

@test "moves of a random state, short answers and --method two-phase need no table, and leave none behind" {
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/tables
	mkdir "$SUPERFLIP_PDB_DIR"
	"$SUPERFLIP" scramble --seed 3 --type state --format moves
	"$SUPERFLIP" scramble --seed 3 --type state --format facelets | "$SUPERFLIP" convert --to moves
	run -0 "$SUPERFLIP" solve --method two-phase --time-limit 0.01 "$("$SUPERFLIP" scramble --seed 4 --type state)"
	[[ $output != *building* ]]
	[ -z "$(ls -A "$SUPERFLIP_PDB_DIR")" ]
}

@test "--help goes to standard output; a full disk is an error" {
	run bash -c "'$SUPERFLIP' scramble --help 2>/dev/null"
	[ "$status" -eq 0 ]
	[[ "$output" == "usage: superflip scramble"* ]]
	run bash -c "'$SUPERFLIP' scramble -n 100000 >/dev/full"
	[ "$status" -eq 4 ]
}

@test "an interrupt ends a very long list with status 130 and whole lines" {
	output_file=$BATS_TEST_TMPDIR/scrambles
	"$SUPERFLIP" scramble -n 18446744073709551615 >"$output_file" &
	pid=$!
	wait_until test -s "$output_file"
	kill -INT $pid
	status=0
	wait $pid || status=$?
	[ "$status" -eq 130 ]
	[ "$(tail -1 "$output_file" | tr -d '\n' | wc -c)" -eq 54 ]
}

@test "--type of a goal: cubes are there; the same seed gives the same" {
	local type goal
	export SUPERFLIP_PDB_DIR=$BATS_FILE_TMPDIR/pdb
	while read -r type goal; do
		"$SUPERFLIP" scramble -n 20 --seed 9 --type "$type" >"$BATS_TEST_TMPDIR/cubes"
		"$SUPERFLIP" scramble -n 20 --seed 9 --type "$type" | cmp - "$BATS_TEST_TMPDIR/cubes"
		[ "$(sort -u "$BATS_TEST_TMPDIR/cubes" | wc -l)" -ge 4 ]
		while read -r cube; do
			run -0 "$SUPERFLIP" show --goals --format csv "$cube"
			grep -qE "^$goal,0" <<<"$output"
		done < <(head -n 1 "$BATS_TEST_TMPDIR/cubes")
	done <<-'END'
		eo eo
		dr dr
		htr htr
		corners edges
		edges corners
		oll f2l
		pll oll
		f2l-1 xxxcross
	END
}

@test "--type 2gll: turns of U and R are enough" {
	export SUPERFLIP_PDB_DIR=$BATS_FILE_TMPDIR/pdb
	run -0 "$SUPERFLIP" scramble -n 40 --seed 9 --type 2gll
	[ "$(sort -u <<<"$output" | wc -l)" -ge 30 ]
	local cube
	for cube in "${lines[@]:0:4}"; do
		"$SUPERFLIP" show --goals --format csv "$cube" >"$BATS_TEST_TMPDIR/goals"
		grep -q '^f2l,0' "$BATS_TEST_TMPDIR/goals"
		grep -q '^eo,0' "$BATS_TEST_TMPDIR/goals"
		run "$SUPERFLIP" solve -q --pdb-dir "$(dirname "$SUPERFLIP")/test-tables/korf" --heuristic korf --moves "U R" --time-limit 0.01 "$cube"
		[[ "$output" != *"no sequence"* && "$output" != *"never"* ]]
	done
}

@test "--type fmc begins and ends with R' U' F, no turn joins these, and it makes any position" {
	run -0 "$SUPERFLIP" scramble -n 300 --seed 4 --type fmc
	[ "${#lines[@]}" -eq 300 ]
	# As TNoodle has it: between them no F or B comes first, no R or L last.
	[ "$(grep -cE "^R' U' F [URDL][2']? .*[UFDB][2']? R' U' F$" <<<"$output")" -eq 300 ]
	diff <("$SUPERFLIP" convert --to facelets <<<"$output") <("$SUPERFLIP" scramble -n 300 --seed 4 --type state)
}

@test "--french writes the same moves in French letters" {
	[ "$("$SUPERFLIP" scramble --french --seed 3)" = "$("$SUPERFLIP" scramble --seed 3 --format moves --french)" ]
	local options
	for options in "--type moves" "--type fmc" "--puzzle 2x2"; do
		# shellcheck disable=SC2086  # words
		[ "$("$SUPERFLIP" scramble --seed 8 -n 3 --french $options)" = "$("$SUPERFLIP" scramble --seed 8 -n 3 $options | tr URFDLB HDABGP)" ]
	done
	expect 2 "*--french is for --format moves*" scramble --french --format facelets
	expect 2 "*--french is for --format moves*" scramble --french --metric stm --type moves
}
