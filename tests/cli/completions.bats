#!/usr/bin/env bats
# Completions of the shells know every command and every option that the program has.

setup_file() {
	bats_require_minimum_version 1.5.0
	root=$BATS_TEST_DIRNAME/../..
	[ -x "$root/scripts/make-completions" ] || root=${SOURCE_ROOT:?}
	for shell in bash zsh fish; do
		"$root/scripts/make-completions" $shell "$SUPERFLIP" >"$BATS_FILE_TMPDIR/completion.$shell"
	done
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
	[ "$(offered_by_bash superflip solve --metric '' | tr '\n' ' ')" = "htm qtm " ]
	[[ "$(offered_by_bash superflip solve --heuristic coset-3)" == *coset-30m* ]]
	[ "$(offered_by_bash superflip pdb ver)" = verify ]
	[ "$(offered_by_bash superflip pdb build --budg | sort -u)" = --budget ]
	[ -z "$(offered_by_bash superflip verify --resu)" ]
}

@test "bash: every option of every command is offered" {
	local command option
	for command in solve batch verify scramble show convert "pdb build" "bench depth" "pocket solve"; do
		# shellcheck disable=SC2086  # words
		for option in $("$SUPERFLIP" $command --help | grep -o '^ *\(-[a-zA-Z], \)*--[a-z-]*' | grep -o -- '--[a-z-]*'); do
			# shellcheck disable=SC2086  # words
			offered_by_bash superflip $command "$option" | grep -qx -- "$option" || { echo "$command $option"; false; }
		done
	done
}

@test "fish: commands, options and values" {
	command -v fish >/dev/null || skip "there is no fish here"
	offered() { fish --no-config -c "source '$BATS_FILE_TMPDIR/completion.fish'; complete -C '$1'" | cut -f1; }
	offered 'superflip so' | grep -qx solve
	offered 'superflip solve --determ' | grep -qx -- --deterministic
	[ "$(offered 'superflip solve --metric ' | sort | tr '\n' ' ')" = "htm qtm " ]
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
	[ "$(offered superflip solve --metric '' | tr '\n' ' ')" = "htm qtm " ]
	offered superflip pdb '' | grep -qx verify
	offered superflip batch -- | grep -qx -- --resume
}
