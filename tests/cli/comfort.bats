#!/usr/bin/env bats
# superflip: help for everything, words that were nearly right, memory as it is.

load expect
load wait

@test "help COMMAND is COMMAND --help, and there is none for what does not exist" {
	for command in solve batch bench pdb pocket scramble show verify convert "bench depth" "pocket prove"; do
		# shellcheck disable=SC2086  # words
		[ "$("$SUPERFLIP" help $command)" = "$("$SUPERFLIP" $command --help)" ] || { echo "$command"; false; }
	done
	run -2 "$SUPERFLIP" help nosuch
	run -0 "$SUPERFLIP" help heuristics
	[[ "$output" == *"coset-30m "* && "$output" == *"korf "* ]]
	[ "$("$SUPERFLIP" -V)" = "$("$SUPERFLIP" --version)" ]
	[ "$("$SUPERFLIP" version)" = "$("$SUPERFLIP" --version)" ]
}

@test "every help has lines of at most 80 columns that end with a word" {
	local n=0 command verb words
	while read -r command; do
		# shellcheck disable=SC2086  # none, or a word
		for verb in "" $("$SUPERFLIP" help $command | sed -n '/^usage: .* \(VERB\|MEASUREMENT\)/,$s/^  \([a-z][a-z]*\).*/\1/p'); do
			words=$command${verb:+ $verb}
			# shellcheck disable=SC2086  # words
			run -0 "$SUPERFLIP" help $words
			[ "${#lines[@]}" -gt 2 ]
			! grep -E '^.{81}| $' <<<"$output" || { echo "superflip help $words"; false; }
			n=$((n + 1))
		done
	done < <("$SUPERFLIP" help | sed -n 's/^  \([a-z]*\)  .*/\1/p'; printf '%s\n' "" heuristics goals)
	[ "$n" -ge 32 ]
	run -0 "$SUPERFLIP" help solve
	[[ $output == *$'\n      --metric htm|qtm|stm|atm|stqm|etm\n                                count face turns (htm'* ]]
	[[ $output == *"Find provably shortest solutions. Each argument is a cube: moves"* ]]
}

@test "help with another word names what there is" {
	expect 2 "superflip: unknown command or topic 'goal', did you mean 'goals'\? *" help goal
	expect 2 "superflip: unknown command or topic 'heuristic', did you mean 'heuristics'\? *" help heuristic
	for word in methods metrics turns; do
		expect 2 "superflip: unknown command or topic '$word'; \`superflip --help\` lists them; \`superflip help solve\` has methods, *" \
			help "$word"
		expect 0 "*--metric*--method*--moves*methods:*" help solve
	done
	expect 0 "*help heuristics*help goals*" help
}

@test "words that are nearly right are told" {
	expect 2 "*did you mean 'solve'\\?*" slove R
	expect 2 '*did you mean --threads\?*' solve --threds 2 R
	expect 2 "*did you mean 'coset-30m'\\?*" solve --heuristic coset30m R
	run "$SUPERFLIP" xyzzy
	[[ "$output" != *"did you mean"* ]]
}

@test "--memory tells the truth: sizes in small letters, bytes, the smallest tables there are" {
	expect 5 "*--memory: 50 bytes is too little*--heuristic orientation, have 10.1 KiB*" solve --memory 50 R
	run -0 "$SUPERFLIP" solve --memory 8g R
	expect 5 "*50.0 MiB is too little*--heuristic coset-30m with 30.3 MiB*" solve --memory 50m --heuristic korf R
}

@test "on a terminal an error is told once, as the record" {
	command -v script >/dev/null || skip "no script (bsdutils)"
	run script -qec "'$SUPERFLIP' solve 'R X'" /dev/null
	[ "$(grep -c "'X' is not a move" <<<"$output")" -eq 1 ]
	# Apart, each stream has it: one is for people, the other for programs.
	run --separate-stderr "$SUPERFLIP" solve "R X"
	[[ "$output" == *"'X' is not a move"* && "$stderr" == *"'X' is not a move"* ]]
}

@test "SIGUSR1 has every long command tell how far it is, and ends none" {
	cd "$BATS_TEST_TMPDIR"
	trap '' USR1  # until the program has its own answer
	mkfifo endless
	printf 'R\n%s\n' "$hard" >list
	echo "$hard -> F2 U2 B2 L' R F' R2 D U R' B2 L' U2 R' B2 R' B' F' R2 U'" >claims
	has_answered() {
		kill -USR1 "$1" && grep -Eq "^superflip: $2" err
	}
	while IFS='|' read -r answer command; do
		: >err  # of the command before: what it said is no answer of this one
		yes "R U F" >endless 2>/dev/null &
		local source=$! run words
		read -ra words <<<"$command"
		[ "${words[0]}" != solve ] || words+=("$hard")
		"$SUPERFLIP" "${words[@]}" <endless >/dev/null 2>err &
		run=$!
		wait_until has_answered $run "$answer"
		kill -TERM $run
		ends_with 143 $run
		kill $source 2>/dev/null || true
		wait $source 2>/dev/null || true
	done <<-'END'
		[0-9]+ moves: .* elapsed, .* nodes, .* nodes/s|solve
		1 done, .* cubes/s, 0 invalid|batch list
		line 1: proving its length again, .* elapsed, .* nodes|verify -q --optimal claims
		scramble: [0-9]+ of 100000000 are written|scramble --type moves -n 100000000
		convert: [0-9]+ written, 0 invalid|convert --to facelets -
		.*building|pdb build -q edges-URUFULUBFRFLBL -t 1 --pdb-dir tables
		insert: searching, .* elapsed|insert RUR'U' U
		korf depth 18: instance 1 of 100, .* pieces recorded|bench depth -q -d 18 -n 100
	END
}

@test "one cube is one cube, not 1 cubes" {
	expect_error 0 "superflip: 1 cube: 1 solved, 0 unsolved, 0 invalid; *" batch - <<<"R"
	expect_error 0 "superflip: 2 cubes: 2 solved, *" batch - < <(printf 'R\nU\n')
}

@test "thousands of cubes take no more handles and threads than one" {
	"$SUPERFLIP" scramble --type moves -l 3 -n 3000 -s 1 >"$BATS_TEST_TMPDIR/list"
	run --separate-stderr bash -c "ulimit -n 24; exec '$SUPERFLIP' batch -t 2 --no-dedup '$BATS_TEST_TMPDIR/list'"
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 3000 ]
	[[ "$stderr" == *"3000 cubes: 3000 solved"* ]]
}
