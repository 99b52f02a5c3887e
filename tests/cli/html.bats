#!/usr/bin/env bats
# --html: a page in one file that plays solutions. tests/browser plays it.

bats_require_minimum_version 1.5.0

setup() {
	superflip=${SUPERFLIP:-build/release/superflip}
	page=$BATS_TEST_TMPDIR/page.html
}

# What the page's script reads.
data() {
	sed -n 's|^<script type="application/json" id="data">\(.*\)</script>$|\1|p' "$page"
}

@test "solve --html prints what it prints without, and the page has the same records" {
	run --separate-stderr "$superflip" solve --html "$page" "R U R' U'" "F2 X" "L D2"
	[ "$status" -eq 3 ]
	[[ ${lines[0]} == "1.  4*  "* ]]
	[[ ${lines[2]} == "3.  2*  "* ]]
	[ "$(data | jq -r '.cubes | length')" -eq 3 ]
	[ "$(data | jq -r '.cubes[0].record.solutions[0].moves')" = "$(sed 's/^1\.  4\*  //' <<<"${lines[0]}")" ]
	[ "$(data | jq -r '.cubes[1].facelets')" = null ]
	[ "$(data | jq -r '.cubes[1].record.status')" = error ]
	[ "$(data | jq -r '.cubes[2].facelets')" = "$("$superflip" show "L D2" | sed -n 's/^facelets *//p')" ]
}

@test "a method's stages are in the page, whether they are printed or not" {
	run "$superflip" solve --method layers --html "$page" "R U F2 L'"
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 1 ]
	[ "$(data | jq -r '.cubes[0].record.stages | length')" -eq 5 ]
}

@test "the page of a 2x2x2 carries the table mod 3" {
	run "$superflip" solve --puzzle 2x2 --html "$page" "R U F2"
	[ "$status" -eq 0 ]
	"$superflip" pocket build -o "$BATS_TEST_TMPDIR/table"
	data | jq -r .table | base64 -d | cmp - <(tail -c 918540 "$BATS_TEST_TMPDIR/table")
	"$superflip" solve --puzzle 2x2 --metric qtm --html "$page" --force "R U F2"
	"$superflip" pocket build --metric qtm -o "$BATS_TEST_TMPDIR/qtm"
	data | jq -r .table | base64 -d | cmp - <(tail -c 918540 "$BATS_TEST_TMPDIR/qtm")
}

@test "show --html plays a scramble, the solution of a position, or moves from a position" {
	"$superflip" show --html "$page" "R U"
	[ "$(data | jq -c '.cubes[0].record | [.status, .solutions[0].moves]')" = '["moves","R U"]' ]
	facelets=$("$superflip" show "R U F2 D'" | sed -n 's/^facelets *//p')
	"$superflip" show --html "$page" --force "$facelets"
	[ "$(data | jq -r '.cubes[0].record.status')" = solved ]
	solution=$(data | jq -r '.cubes[0].record.solutions[0].moves')
	"$superflip" show --same "R U F2 D' $solution" ""
	"$superflip" show --html "$page" --force "$facelets" "D F2"
	[ "$(data | jq -r '.cubes[0].facelets')" = "$facelets" ]
	[ "$(data | jq -c '.cubes[0].record | [.status, .solutions[0].moves]')" = '["played","D F2"]' ]
	"$superflip" show --html "$page" --force --french "H D"
	[ "$(data | jq -c '.cubes[0].record | [.letters, .solutions[0].moves]')" = '["french","H D"]' ]
}

@test "nothing that a scramble contains ends the script element" {
	run "$superflip" solve --html "$page" "</script><script>alert(1)</script>"
	[ "$status" -eq 3 ]
	[ "$(grep -c '</script>' "$page")" -eq 2 ]
	[ "$(data | jq -r '.cubes[0].record.scramble')" = "</script><script>alert(1)</script>" ]
}

@test "the page is self-contained: no address of another host, and a policy that forbids requests" {
	"$superflip" show --html "$page" "R"
	run grep -nE '(src|href|action)="|url\(|@import|fetch\(|XMLHttpRequest|WebSocket|sendBeacon' "$page"
	[ "$output" = "$(grep -n '<link rel="icon" href="data:,">' "$page")" ]
	grep -q "Content-Security-Policy\" content=\"default-src 'none'" "$page"
}

@test "an existing file is kept without --force, and nothing is solved in vain" {
	echo precious >"$page"
	run "$superflip" solve --html "$page" "R"
	[ "$status" -eq 4 ]
	[ "$output" = "superflip: $page: exists; --force replaces it" ]
	[ "$(cat "$page")" = precious ]
	run "$superflip" show --html "$page" "R"
	[ "$status" -eq 4 ]
	run "$superflip" solve --html "$BATS_TEST_TMPDIR/nowhere/page.html" "R"
	[ "$status" -eq 4 ]
	[[ $output == *"No such file or directory"* ]]
	"$superflip" solve --html "$page" --force "R"
	[ "$(data | jq -r '.cubes[0].record.status')" = optimal ]
	[ -z "$(find "$BATS_TEST_TMPDIR" -name 'page.html.*')" ]
}

@test "options that do not go together are refused" {
	run "$superflip" show --html "$page" --svg "R"
	[ "$status" -eq 2 ]
	run "$superflip" show --html "$page" --play "R"
	[ "$status" -eq 2 ]
	run "$superflip" show --html "$page" R U R
	[ "$status" -eq 2 ]
	run "$superflip" show --puzzle 2x2 R
	[ "$status" -eq 2 ]
	[ ! -e "$page" ]
}
