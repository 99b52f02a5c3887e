#!/usr/bin/env bats
# --html: a page in one file that plays solutions. tests/browser plays it.

load expect

setup() {
	page=$BATS_TEST_TMPDIR/page.html
}

# What the page's script reads.
data() {
	sed -n 's|^<script type="application/json" id="data">\(.*\)</script>$|\1|p' "$page"
}

@test "solve --html prints what it prints without, and the page has the same records" {
	run -3 --separate-stderr "$SUPERFLIP" solve --html "$page" "R U R' U'" "F2 X" "L D2"
	[[ ${lines[0]} == "1.  4*  "* ]]
	[[ ${lines[2]} == "3.  2*  "* ]]
	[ "$(data | jq -r '.cubes | length')" -eq 3 ]
	[ "$(data | jq -r '.cubes[0].record.solutions[0].moves')" = "$(sed 's/^1\.  4\*  //' <<<"${lines[0]}")" ]
	[ "$(data | jq -r '.cubes[1].facelets')" = null ]
	[ "$(data | jq -r '.cubes[1].record.status')" = error ]
	[ "$(data | jq -r '.cubes[2].facelets')" = "$("$SUPERFLIP" show "L D2" | sed -n 's/^facelets *//p')" ]
}

@test "a method's stages are in the page, whether they are printed or not" {
	run -0 "$SUPERFLIP" solve --method layers --html "$page" "R U F2 L'"
	[ "${#lines[@]}" -eq 1 ]
	[ "$(data | jq -r '.cubes[0].record.stages | length')" -eq 5 ]
}

@test "the page of a 2x2x2 carries the table mod 3" {
	run -0 "$SUPERFLIP" solve --puzzle 2x2 --html "$page" "R U F2"
	"$SUPERFLIP" pocket build -o "$BATS_TEST_TMPDIR/table"
	data | jq -r .table | base64 -d | cmp - <(tail -c 918540 "$BATS_TEST_TMPDIR/table")
	"$SUPERFLIP" solve --puzzle 2x2 --metric qtm --html "$page" --force "R U F2"
	"$SUPERFLIP" pocket build --metric qtm -o "$BATS_TEST_TMPDIR/qtm"
	data | jq -r .table | base64 -d | cmp - <(tail -c 918540 "$BATS_TEST_TMPDIR/qtm")
}

@test "show --html plays a scramble, the solution of a position, or moves from a position" {
	"$SUPERFLIP" show --html "$page" "R U"
	[ "$(data | jq -c '.cubes[0].record | [.status, .solutions[0].moves]')" = '["moves","R U"]' ]
	facelets=$("$SUPERFLIP" show "R U F2 D'" | sed -n 's/^facelets *//p')
	"$SUPERFLIP" show --html "$page" --force "$facelets"
	[ "$(data | jq -r '.cubes[0].record.status')" = solved ]
	solution=$(data | jq -r '.cubes[0].record.solutions[0].moves')
	"$SUPERFLIP" show --same "R U F2 D' $solution" ""
	"$SUPERFLIP" show --html "$page" --force "$facelets" "D F2"
	[ "$(data | jq -r '.cubes[0].facelets')" = "$facelets" ]
	[ "$(data | jq -c '.cubes[0].record | [.status, .solutions[0].moves]')" = '["played","D F2"]' ]
	"$SUPERFLIP" show --html "$page" --force --french "H D"
	[ "$(data | jq -c '.cubes[0].record | [.letters, .solutions[0].moves]')" = '["french","H D"]' ]
}

@test "the page is self-contained, addresses no other host, and nothing that a scramble contains ends its script" {
	run -3 "$SUPERFLIP" solve --html "$page" "</script><script>alert(1)</script>"
	[ "$(grep -c '</script>' "$page")" -eq 2 ]
	[ "$(data | jq -r '.cubes[0].record.scramble')" = "</script><script>alert(1)</script>" ]
	"$SUPERFLIP" show --html "$page" --force "R"
	run grep -nE '(src|href|action)="|url\(|@import|fetch\(|XMLHttpRequest|WebSocket|sendBeacon' "$page"
	[ "$output" = "$(grep -n '<link rel="icon" href="data:,">' "$page")" ]
	grep -q "Content-Security-Policy\" content=\"default-src 'none'" "$page"
}

@test "an existing page is kept without --force, nothing is solved in vain, and options that do not go together are refused" {
	echo precious >"$page"
	expect 4 "superflip: $page: exists; --force replaces it" solve --html "$page" "R"
	[ "$(cat "$page")" = precious ]
	run -4 "$SUPERFLIP" show --html "$page" "R"
	expect 4 "*No such file or directory*" solve --html "$BATS_TEST_TMPDIR/nowhere/page.html" "R"
	"$SUPERFLIP" solve --html "$page" --force "R"
	[ "$(data | jq -r '.cubes[0].record.status')" = optimal ]
	[ -z "$(find "$BATS_TEST_TMPDIR" -name 'page.html.*')" ]
	rm "$page"
	run -2 "$SUPERFLIP" show --html "$page" --svg "R"
	run -2 "$SUPERFLIP" show --html "$page" --play "R"
	run -2 "$SUPERFLIP" show --html "$page" R U R
	run -2 "$SUPERFLIP" show --puzzle 2x2 --goals R
	[ ! -e "$page" ]
}
