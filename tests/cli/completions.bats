#!/usr/bin/env bats
# Completions of the shells and the manual page know every command and every option that the program has.

load expect
load wait

setup_file() {
	export root=$BATS_TEST_DIRNAME/../..
	[ -x "$root/scripts/make-completions" ] || root=${SOURCE_ROOT:?}
	for shell in bash zsh fish; do
		"$root/scripts/make-completions" $shell "$SUPERFLIP" >"$BATS_FILE_TMPDIR/completion.$shell"
	done
}

setup() {
	cd "$BATS_TEST_TMPDIR"
}

# What bash offers for the words of a command line; the last may be empty.
offered_by_bash() {
	bash -c '
		compopt() { :; }  # outside of a completion there is nothing to set
		source "$1"; shift
		COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
		_superflip
		printf "%s\n" "${COMPREPLY[@]}"' bash "$BATS_FILE_TMPDIR/completion.bash" "$@"
}

@test "bash: commands, options and values" {
	[ "$(offered_by_bash superflip so)" = solve ]
	[ "$(offered_by_bash superflip solve --determ)" = --deterministic ]
	[ "$(offered_by_bash superflip batch --resu)" = --resume ]
	[ "$(offered_by_bash superflip solve --metric '' | tr '\n' ' ')" = "htm qtm stm atm stqm etm " ]
	[[ "$(offered_by_bash superflip solve --heuristic coset-3)" == *coset-30m* ]]
	[ "$(offered_by_bash superflip pdb ver)" = verify ]
	[ "$(offered_by_bash superflip pdb build --budg | sort -u)" = --budget ]
	[ -z "$(offered_by_bash superflip verify --resu)" ]
}

@test "bash: the goals, methods, types of scrambles and sets that the program knows, and no others" {
	local word help
	help=$("$SUPERFLIP" help goals)
	offered_by_bash superflip solve --goal '' >goals
	offered_by_bash superflip solve --method '' >methods
	offered_by_bash superflip scramble --type '' >types
	offered_by_bash superflip algs '' | grep -v ^-- >sets
	cmp goals <(offered_by_bash superflip goals --given '')
	cmp <(sort goals) <(offered_by_bash superflip goals '' | grep -v ^-- | sort)
	# What it refuses lists them, too, and it takes each of them.
	run "$SUPERFLIP" algs nosuch
	cmp <(sort sets) <(sed 's/.* the sets are //; s/, /\n/g' <<<"$output" | sort)
	run "$SUPERFLIP" solve --method nosuch
	cmp <(sort methods) <(sed 's/.*expected //; s/ or /, /; s/, /\n/g' <<<"$output" | sort)
	run "$SUPERFLIP" scramble --type nosuch
	cmp <(sort -u types) <({ sed 's/.*expected //; s/, or a goal.*//; s/, /\n/g' <<<"$output"; cat goals; } | sort -u)
	[ "$(sort types | uniq -d | tr '\n' ' ')" = "cmll coll corners edges ell ll oll pll " ]
	while read -r word; do
		"$SUPERFLIP" show --goal "$word" >/dev/null || { echo "$word"; false; }
		[[ "$help" == *$'\n'"  $word"[": "]* ]]
	done <goals
	[ "$(wc -l <goals)" -ge 37 ]
}

@test "bash: every option of every command is offered" {
	local command commands
	mapfile -t commands < <("$SUPERFLIP" help | sed -n 's/^  \([a-z]*\)  .*/\1/p')
	[ "${#commands[@]}" -ge 10 ]
	for command in "${commands[@]}" "pdb build" "bench depth" "bench solve" "pocket prove"; do
		"$SUPERFLIP" $command --help >help 2>/dev/null || continue
		# shellcheck disable=SC2086  # words
		run -0 comm -23 <(grep -oE '^  (    |-[a-zA-Z], )--[a-z-]*' help | grep -o -- '--[a-z-]*' | sort -u) \
			<(offered_by_bash superflip $command -- | sort -u)
		[ -z "$output" ] || { echo "$command $output"; false; }
	done
}

@test "the manual page has every option of every command, and explains none that there is not" {
	local page=page.scd
	"$root/scripts/make-manual" "$SUPERFLIP" "$root/doc/superflip.1.scd" >"$page"
	"$root/scripts/list-options" "$SUPERFLIP" | awk -F '\t' 'NF > 1 && $1 !~ /^(pdb|pocket|bench)$/' >rows
	[ "$(wc -l <rows)" -gt 150 ]
	run -0 comm -23 <(cut -f 1 rows | sort -u) <(sed -n 's/^@options //p' "$root/doc/superflip.1.scd" | sed 's/, /\n/g' | sort -u)
	[ -z "$output" ]
	run -0 comm -23 <(awk -F '\t' '{ print ($2 != "" ? "*" $2 "*, " : "") "*" $3 "*" }' rows | sort -u) \
		<(grep -oE '^(\*-.\*, )?\*--[a-z0-9-]+\*' "$page" | sort -u)
	[ -z "$output" ]
	! command -v scdoc >/dev/null || scdoc <"$page" >/dev/null
	printf '@options solve\n--nosuch\n\tnothing\n@end\n' >"$page"
	expect_of 1 "*page.scd: there is no --nosuch among solve*" "$root/scripts/make-manual" "$SUPERFLIP" "$page"
}

@test "fish: commands, options and values" {
	command -v fish >/dev/null || skip "there is no fish here"
	offered() { fish --no-config -c "source '$BATS_FILE_TMPDIR/completion.fish'; complete -C '$1'" | cut -f1; }
	offered 'superflip so' | grep -qx solve
	offered 'superflip solve --determ' | grep -qx -- --deterministic
	[ "$(offered 'superflip solve --metric ' | sort | tr '\n' ' ')" = "atm etm htm qtm stm stqm " ]
	offered 'superflip pdb ver' | grep -qx verify
	offered 'superflip batch --resu' | grep -qx -- --resume
}

@test "zsh: commands, options and values" {
	command -v zsh >/dev/null || skip "there is no zsh here"
	# compadd is what a completion offers by: print it.
	offered() {
		zsh -f -c '
			compadd() { shift; print -l -- "$@" }
			_files() { : }
			compdef() { : }
			source $1; shift
			words=("$@") CURRENT=$# PREFIX=$words[-1]
			_superflip' zsh "$BATS_FILE_TMPDIR/completion.zsh" "$@"
	}
	offered superflip '' | grep -qx solve
	offered superflip solve -- | grep -qx -- --deterministic
	[ "$(offered superflip solve --metric '' | tr '\n' ' ')" = "htm qtm stm atm stqm etm " ]
	offered superflip pdb '' | grep -qx verify
	offered superflip batch -- | grep -qx -- --resume
}

# ---- typed at the prompt of a real shell, on a terminal that `script` makes ----

# Type a line whenever the shell has answered the one before, which ends with a mark; the last is "superflip ... TAB".
at_prompt() {
	local line n=0
	mkfifo "$BATS_TEST_TMPDIR/keys"
	HOME=$BATS_TEST_TMPDIR TERM=dumb script -qefc "$1" "$BATS_TEST_TMPDIR/screen" <"$BATS_TEST_TMPDIR/keys" >/dev/null &
	exec 7>"$BATS_TEST_TMPDIR/keys"
	shift
	for line in "$@"; do
		n=$((n + 1))
		printf '%s' "$line" >&7
		# Written in two parts: what is typed is shown, too, and is not the answer.
		printf '; echo mar""k%d\r' $n >&7
		wait_until grep -aqs "mark$n" "$BATS_TEST_TMPDIR/screen"
	done
}

complete_word() {
	printf 'superflip %b\t' "$1" >&7
	# The shell shows what it has completed before anything else is typed.
	wait_until grep -aqs -- "$2" "$BATS_TEST_TMPDIR/screen"
	printf '\r' >&7
	wait_until grep -aqs "got <$2>" "$BATS_TEST_TMPDIR/screen"
}

end_shell() {
	printf 'exit\r' >&7
	exec 7>&-
	wait $! || true
}

@test "bash at its prompt" {
	command -v script >/dev/null || skip "no script (bsdutils)"
	at_prompt "bash --norc --noprofile -i" "superflip() { printf 'got <%s>\\n' \"\$@\"; }" "source $BATS_FILE_TMPDIR/completion.bash"
	complete_word 'solve --determ' --deterministic
	complete_word 'scram' scramble
	end_shell
}

@test "zsh at its prompt" {
	command -v script >/dev/null || skip "no script (bsdutils)"
	command -v zsh >/dev/null || skip "there is no zsh here"
	mkdir "$BATS_TEST_TMPDIR/functions"
	cp "$BATS_FILE_TMPDIR/completion.zsh" "$BATS_TEST_TMPDIR/functions/_superflip"
	at_prompt "zsh -f -i" "superflip() { printf 'got <%s>\\n' \"\$@\"; }" "fpath=($BATS_TEST_TMPDIR/functions \$fpath)" \
		"autoload -Uz compinit" "compinit -u -d $BATS_TEST_TMPDIR/dump"
	complete_word 'solve --determ' --deterministic
	complete_word 'scram' scramble
	end_shell
}

@test "fish at its prompt" {
	command -v script >/dev/null || skip "no script (bsdutils)"
	command -v fish >/dev/null || skip "there is no fish here"
	at_prompt "fish --no-config -i" "function superflip; printf 'got <%s>\\n' \$argv; end" "source $BATS_FILE_TMPDIR/completion.fish"
	complete_word 'solve --determ' --deterministic
	complete_word 'scram' scramble
	end_shell
}
