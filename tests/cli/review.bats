#!/usr/bin/env bats
# Which case a cube is, and the steps of reconstructions: superflip algs --which, review; verify of the same forms. plain_cases.py and
# plain_steps.py, which share nothing with the program, turn and look at stickers.

load expect
load slow

setup() {
	cd "$BATS_TEST_TMPDIR"
	# Made backwards: each line of a solution inserts what the lines below it take out. Counted by hand.
	cat >cfop <<-'END'
		Scramble: U2 F R U' R' U R U R2 F' R U R U' R' R U2 R' U' R U' R' U' L' U' L U R U R' U2 y R U' R' y R U R' U' L' D2 R F' x2

		x2 // inspection
		F R' D2 L // cross (4)
		U R U' R' // 1st pair
		y' R U R' // 2nd pair
		y' U2 R U' R'   # 3rd pair
		U' L' U L // 4th pair
		U (R U R' U) R U2 R' // OLL
		R U R' U' R' F R2 U' R' U' R U R' F' U2 // PLL
		9.53 seconds
	END
	cat >roux <<-'END'
		M2 U2 M U' M' U2 M U' M R U2 R' U' R U' R' M2 R U' r' U R2 U' L2 B' R2 D x

		x' // inspection
		D' R2 B L2 // first block
		U R2 U' r U R' M2 // second block
		R U R' U R U2 R' // CMLL
		M' U M' U2 M U M' U2 M2 // LSE
	END
	cat >ll <<-'END'
		U2 F R U' R' U R U R2 F' R U R U' R' F U R U' R' F' U'

		U (F R U R' U') F' // OLL
		R U R' U' R' F R2 U' R' U' R U R' F' U2 // PLL
	END
	printf 'Scramble: %s\n%s\n' "U2 R2 F2 U' R2 L' U2 F' U'" $'U F // EO\nU2 L // DR\nR2 U // HTR\nF2 R2 U2 // finish' >fmc
}

@test "every case of OLL and PLL under all turns of the last layer, held in every way, has its name and its turns" {
	run -0 python3 "$BATS_TEST_DIRNAME/../oracle/plain_cases.py" "$SUPERFLIP" "$BATS_TEST_DIRNAME/../../doc/cases.tsv"
	[ "$output" = "2808 cubes" ]
}

@test "algs --which and show name cases; a cube that is none has none; lists have errors with their lines" {
	run -0 "$SUPERFLIP" algs --which --csv "R U R' U' R' F R2 U' R' U' R U R' F' U2" "R U2 R' U' R U' R' U'" "R U F" "" "U"
	[ "${lines[1]}" = "R U R' U' R' F R2 U' R' U' R U R' F' U2,(U2) pll-T" ]
	[[ "${lines[2]}" == "R U2 R' U' R U' R' U',\"(U) oll-27, "*"zbll-"* ]]
	[ "$(grep -c ',$' <<<"$output")" -eq 3 ]
	run -0 "$SUPERFLIP" show "x2 R U R' U' R' F R2 U' R' U' R U R' F'"
	[[ "$output" == *$'\ncases       pll-T\n'* ]]
	run -0 "$SUPERFLIP" show "R U F D"
	[[ "$output" != *cases* ]]
	expect 3 "superflip: standard input:2:1: 'Q' is not a move*" algs --which --json <<<$'R\nQ'
	# Three slots of D are solved.
	[ "$("$SUPERFLIP" algs --which --json "F' U' F" | jq -r .cases)" = "$("$SUPERFLIP" algs --which --json "L' U' L" | jq -r .cases)" ]
	[[ "$("$SUPERFLIP" algs --which --json "F' U' F" | jq -r .cases)" == *"f2l-2" ]]
}

@test "algs takes a case as moves or stickers; names of sets and files are none" {
	run -0 --separate-stderr "$SUPERFLIP" algs -q --heuristic korf --goal oll --auf U "R U2 R' U' R U' R'" --json
	[ "$(jq -r .length <<<"$output")" -eq 7 ]
	stickers=$("$SUPERFLIP" algs -q --heuristic korf oll-27 --json | jq -r .stickers)
	run -0 --separate-stderr "$SUPERFLIP" algs -q --goal oll --auf U "$stickers" --json
	[ "$(jq -r .length <<<"$output")" -eq 7 ]
	expect 3 "superflip: argument 1: column 5: 'Q' is not a move*" algs "R U Q"
	expect 4 "*neither a file 'F2L' nor a set; did you mean 'f2l'*" algs F2L
	expect 2 "*expected one SET, FILE or CASE*" algs R U
}

@test "the last layer: OLL and PLL with their turns of the last layer, which belong to the line that they stand in" {
	all_tables
	run -0 --separate-stderr "$SUPERFLIP" review --json ll
	jq -e '[.steps[] | [.step, .htm, .case]][1:] == [["OLL", 7, "(U) oll-45"], ["PLL", 15, "pll-T (U2)"]]' <<<"$output"
	jq -e '.steps[0].htm == 0 and .steps[0].goal == "f2l:D" and .steps[1].shortest == 6 and .steps[2].shortest == 11' <<<"$output"
	jq -e 'all(.steps[], .all; .optimal) and all(.steps[]; .metric == "htm") and .all.htm == 22 and .all.shortest == 14 and .solved' <<<"$output"
	run -0 python3 "$BATS_TEST_DIRNAME/../oracle/plain_steps.py" 3 <<<"$output"
}

@test "CFOP: steps, moves, colours, cases and shortest ways" {
	slow "builds the tables of two layers"
	run -0 --separate-stderr "$SUPERFLIP" review --json --time-limit 5 cfop
	jq -e '[.steps[].step] == ["cross", "first pair", "second pair", "third pair", "fourth pair", "OLL", "PLL"]' <<<"$output"
	jq -e '[.steps[].htm] == [4, 4, 3, 4, 4, 8, 15] and .all.htm == 42 and .solved' <<<"$output"
	jq -e '[.steps[5, 6].case] == ["(U) oll-27", "pll-T (U2)"] and all(.steps[1:5][].case; test("f2l-"))' <<<"$output"
	# As the scramble is held, x2 y2 turns it, and the cross is below after another x2.
	jq -e '.steps[0].color == "yellow" and .steps[1].color == "orange-blue" and .steps[5].color == "white"' <<<"$output"
	jq -e 'all(.steps[]; .optimal and .metric == "htm") and (.all.optimal | not) and .all.shortest >= 12' <<<"$output"
	run -0 python3 "$BATS_TEST_DIRNAME/../oracle/plain_steps.py" 3 <<<"$output"
	[ "$output" = "7 steps, 3 searched again" ]
}

@test "ZZ: a pair has the colours of its slot, also if it comes from another slot" {
	slow "builds the tables of two layers with edges oriented"
	cat >zz <<-'END'
		Scramble: L2 F' R2 U2 B' R' D2 R U' R2 L F2 B L2 R2 F' D2 B2 F2 L2 Rw
		z' B' L D2 R B' U' R' // EO cross
		R' B' L B R // first pair
		B2 L' B2 L B2 // second pair
		U2 B L2 B' U2 L2 U2 // third pair
		U2 L B L' B' U2 // fourth pair
	END
	run -1 --separate-stderr "$SUPERFLIP" review --json --time-limit 5 zz
	jq -e '[.steps[].color][:5] == ["blue-orange", "yellow-orange", "orange-white", "white-red", "red-yellow"]' <<<"$output"
	jq -e '.steps[2].case == "" and (.steps[2].goal | test("^xxcross:.[+]eo:"))' <<<"$output"
	run -0 python3 "$BATS_TEST_DIRNAME/../oracle/plain_steps.py" 3 <<<"$output"
}

@test "Roux, wherever the centres are: blocks, CMLL, LSE with M and U" {
	slow "builds the tables of two blocks"
	"$SUPERFLIP" review --json --time-limit 5 roux >steps
	jq -e '[.steps[].step] == ["first block", "second block", "CMLL", "last six edges"] and [.steps[].stm] == [4, 7, 7, 9]' steps
	jq -e '.steps[3].metric == "stm" and .steps[2].case == "cmll-S-Left-Bar" and .steps[0].color == "yellow-orange"' steps
	run -0 python3 "$BATS_TEST_DIRNAME/../oracle/plain_steps.py" 3 <steps
	[ "$output" = "4 steps, 1 searched again" ]
}

@test "fewest moves: EO, DR, HTR and the finish, each shortest, and the optimum of the whole" {
	"$SUPERFLIP" review --json fmc >steps
	jq -e '[.steps[] | [.goal, .htm]] == [["eo:FB", 2], ["dr:UD", 2], ["htr", 2], ["solved", 3]]' steps
	jq -e '.all | .optimal and .htm == 9 and .shortest == 9' steps
	run -0 python3 "$BATS_TEST_DIRNAME/../oracle/plain_steps.py" 4 <steps
	[ "$output" = "4 steps, 3 searched again" ]
}

@test "fewest moves with turns on the inverse: each step, the whole, the page; what a group is, is read as one" {
	# Made backwards: the scramble is what was turned on the inverse, then the rest undone.
	printf 'Scramble: %s\n%s\n' "U F D2 F2 U2 R2 F2 U' R2 L' U2" $'(U F) // EO\nU2 (D2) L // DR\nR2 U (F2) // HTR\nF2 R2 U2 // finish' >niss
	"$SUPERFLIP" review --json --html page.html niss >steps
	jq -e '[.steps[] | [.goal, .htm, .written]] == [["eo:FB", 2, "(U F)"], ["dr:UD", 3, "(D2) U2 L"], ["htr", 3, "(F2) R2 U"], ["solved", 3, "F2 R2 U2"]]' steps
	jq -e '.solved and .all.htm == 11 and .all.optimal and .steps[1].moves == "(D2) U2 L"' steps
	run -0 python3 "$BATS_TEST_DIRNAME/../oracle/plain_steps.py" 4 <steps
	[[ "$output" == "4 steps, "*" searched again" ]]
	# It is played on the cube, the inverse last.
	sed -n 's|^<script type="application/json" id="data">\(.*\)</script>$|\1|p' page.html >data
	jq -e '.cubes[0].record.solutions[0] | .moves == "U2 L R2 U F2 R2 U2 F2 D2 F'"'"' U'"'"'" and .step_moves[2] == "(F2) R2 U"' data
	expect_output 0 "*: 11  right" verify niss
	diff <("$SUPERFLIP" review niss) <("$SUPERFLIP" review niss | "$SUPERFLIP" review)
	# As it is said, else groups if they solve it, else as turns on the inverse if these do.
	expect_output 1 "*(U F)*" review --time-limit 0.1 --parentheses niss "U F D2" "(U F) // EO"
	expect_output 1 "*U F U2 D2 L*" review --time-limit 0.1 --parentheses group niss
	expect_output 1 "*wrong*" verify --parentheses group niss
	[ "$("$SUPERFLIP" review --json "R2 U2" "(U2 R2)" | jq -r '.steps[-1].written, .all.written' | tail -n 1)" = "U2 R2" ]
	# Slices and rotations on the inverse, which is held as before after each parenthesis.
	expect_output 0 "*: 6  right" verify <<<$'Scramble: M U M\' x R x\'\n(M U M\' x R x\')'
	"$SUPERFLIP" review --json "M U M' x R x'" "(M U M' x R x')" | jq -e .solved
}

@test "csTimer's export: the solves of cubes that tell their turns, by their numbers" {
	cat >times <<-'END'
		{"session1":[[[0,12340],"R U F","",1600000000,["F'@0 U'@120 R'@300","333"]],[[0,9000],"R U","none",1600000100],[[2000,9000],"R U","",1600000200,["R'@0","333"]],[[0,1],"R X","",1,["R'@0","333"]]],"session2":[[[0,1],"R U","",1,["R2@0","222"]]],"properties":{"sessionData":"{\"2\":{\"opt\":{\"scrType\":\"222so\"}}}"}}
	END
	run -3 --separate-stderr "$SUPERFLIP" review --json --time-limit 0.1 times
	[ "$(jq -rc '[.scramble, .solved, .all.htm]' <<<"$output" | xargs)" = "[R U F,true,3] [R U,false,1]" ]
	matches "$stderr" "superflip: times:3: this does not solve the scramble*times:4:3: 'X' is not a move*"
	expect_output 1 "times:1: 3  right*times:3: wrong: *times:4: invalid: *" verify times
	matches "$stderr" "*1 right, 1 wrong, 1 invalid, 0 without a solution"
	expect 3 "superflip: standard input:1: line 2: not an export in JSON*" review <<<'{"session1":['
	expect_output 1 "standard input:1: invalid: line 2: not an export in JSON*" verify <<<'{"session1":['
	expect 3 "superflip: standard input:1: JSON, but without csTimer's \"session1\"" review <<<'{"a":[]}'
	expect 3 "superflip: standard input: no scramble with a solution" review <<<'{"session1":[[[0,1],"R","",1]]}'
}

@test "other forms say the same: a link, arguments, csTimer's times, several in a file; and the text of review itself" {
	"$SUPERFLIP" review fmc >text
	link="https://alg.cubing.net/?setup=$(sed -n 's/^Scramble: //p' fmc | tr " '" _-)&alg=$(tail -n +2 fmc | jq -sRr 'gsub(" "; "_") | gsub("/"; "%2F") | gsub("\n"; "%0A")')"
	diff text <("$SUPERFLIP" review "$link")
	diff text <("$SUPERFLIP" review "$(sed -n 's/^Scramble: //p' fmc)" "$(tail -n +2 fmc)")
	diff text <("$SUPERFLIP" review text)
	diff text <(sed "2s/U F/U@0 F@120/" fmc | "$SUPERFLIP" review --time-limit 20)
	(sed 's/^Scramble: /12. 9.53   /' fmc; printf '\n\nR U\nU'"'"' R'"'"'\n') >two
	run -0 "$SUPERFLIP" review two
	[ "$(grep -c ^Scramble: <<<"$output")" -eq 2 ]
	diff text <(head -n 6 <<<"$output")
	[[ "${lines[-1]}" == "// all: 2 moves, shortest 2*  U' R'" ]]
}

@test "what cannot be read has its place and status 3; what does not solve its scramble is told, status 1" {
	expect 3 "superflip: standard input:3:3: 'X' is not a move*" review <<<$'R U\n\nU XR\' L'
	expect 3 "superflip: standard input:1:3: 'X' is not a move*" review <<<$'R X\n\nU\' R\''
	expect 3 "superflip: arguments:1:4: 'X' is not a move*" review "R U" "U' XR'"
	expect 3 "superflip: arguments:1: the link has no scramble (setup=), or no solution (alg=)" review "https://alg.cubing.net/?alg=R"
	expect 3 "superflip: standard input:2: expected a scramble, and below it a solution" review <<<$'// nothing\nR U'
	expect 3 "superflip: standard input: no scramble with a solution" review <<<"nothing"
	MALLOC_PERTURB_=170 expect 3 "superflip: /dev/null: no scramble with a solution" review /dev/null
	expect 3 "superflip: cubes: a NUL byte" review cubes < <(printf 'R U\0' >cubes)
	expect 4 "superflip: nosuch: No such file or directory" review nosuch
	expect 2 "*each in quotes" review R U R
	expect_output 1 "*// all: 2 moves, shortest 2\*  U' R'" review "R U" "U' R"
	matches "$stderr" "superflip: arguments:1: this does not solve the scramble"
	printf 'Scramble: R U\nR Q U\n' >bad
	cat bad fmc >list
	expect_error 3 "superflip: list:2:3: 'Q' is not a move*" review list
	[[ "$output" == *"// finish: 3 moves"* ]]
}

@test "verify reads the same: from Scramble: on, and links; what it cannot read is invalid, not wrong" {
	(cat cfop; printf 'Scramble: R U\nU R // no\nScramble: R U\nScramble: R U Q\nR\n\nScramble: R U\n\nU'"'"' R'"'"' // yes\n') >list
	expect_output 1 "list:1: 42  right*list:12: wrong: *list:14: invalid: expected a scramble, and below it a solution*list:15: invalid: *list:18: 2  right" verify list
	matches "$stderr" "*2 right, 1 wrong, 2 invalid, 0 without a solution"
	expect_output 1 "standard input:1: 2  right*standard input:2: wrong: *" verify <<<$'https://alg.cubing.net/?setup=R_U&alg=U-_//_x%0AR-\nhttps://alg.cubing.net/?setup=R_U&alg=U-_R'
	"$SUPERFLIP" review --time-limit 0.1 ll | "$SUPERFLIP" verify -q
	expect_error 1 "*0 right, 0 wrong, 1 invalid, 0 without a solution" verify <<<"R U"
}

@test "--html plays the solution, with the steps as chapters" {
	"$SUPERFLIP" review --html page.html fmc >text
	sed -n 's|^<script type="application/json" id="data">\(.*\)</script>$|\1|p' page.html >data
	[ "$(jq -r '[.cubes[0].record.stages[].moves] | join(" ")' data)" = "$(jq -r '.cubes[0].record.solutions[0].moves' data)" ]
	jq -e '.cubes[0].record.stages | length == 4 and (.[0].name | startswith("EO, green-blue: 2 moves, shortest 2*"))' data
	expect 4 "*page.html: exists; --force replaces it" review --time-limit 0.1 --html page.html fmc
}
