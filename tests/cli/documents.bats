#!/usr/bin/env bats
# What README.md and doc/*.md show is what the program prints, and what they quote is what doc/results.md says.

load expect

setup() {
	root=$BATS_TEST_DIRNAME/../..
	cd "$root"
}

# The lengths of the first N cubes of a list, proved with a coset table.
lengths() {
	local directory=$1 file=$2 n=$3
	grep -v '^#' "bench/scrambles/$file" | head -n "$n" | "$SUPERFLIP" batch - --pdb-dir "$directory" --json 2>/dev/null |
		jq -r 'select(.status == "optimal").length' | sort | uniq -c | tr -s ' \n' ' '
}

@test "examples print what the documents show" {
	run -0 scripts/check-examples README.md doc/*.md
}

@test "an example that prints something else, or is shown in part, is found, and so is one that is not run without a reason" {
	document=${BATS_TEST_TMPDIR}/page.md
	cat >"$document" <<-'END'
		    $ cat cube.txt
		    R U
		    $ superflip batch --deterministic cube.txt
		    1.  2*  U' R'
		    superflip: 1 cube: 1 solved, 0 unsolved, 0 invalid; 77.00 s, 0.1 cubes/s

		<!-- not run: of another program -->
		    $ superflap
		    nothing

		    not an example
	END
	run scripts/check-examples "$document"
	[ "$output" = "2 examples, 1 of them not run, 0 failures" ]
	[ "$status" -eq 0 ]

	sed -i "s/U' R'/R' U'/" "$document"
	expect_of 1 "*-1.  2\\*  R' U'*+1.  2\\*  U' R'*1 failures" scripts/check-examples "$document"

	printf '    $ superflip show -h | head -n 2\n    …\n' >"$document"
	expect_of 1 "*-…*+usage: superflip show*1 failures" scripts/check-examples "$document"
	printf '    $ superflip solve -q "R U"\n    2*  …\n' >"$document"
	expect_of 1 "*-2\*  …*+2\*  U' R'*1 failures" scripts/check-examples "$document"
	printf '    $ superflip solve -q "R U"\n    …*  U'"'"' R'"'"'\n' >"$document"
	expect_of 0 "1 examples, 0 of them not run, 0 failures" scripts/check-examples "$document"

	printf '    >>> import superflip\n' >"$document"
	expect_of 1 "*no comment says why: >>> import superflip*" scripts/check-examples "$document"

	printf '    make\n\n    $ superflip show U\n\n```\n$ superflip show R\n```\n' >"$document"
	expect_of 1 "*begins with its command, not with: make*indented by four spaces: \$ superflip show R*" \
		scripts/check-examples "$document"
}

@test "options that documents name are in the help of their commands" {
	local n=0 command rest option verb
	declare -A help_of
	while read -r _ command rest; do
		verb=
		case $command in pdb | bench | pocket) verb=${rest%% *} ;; esac
		[ -n "${help_of[$command $verb]-}" ] || help_of[$command $verb]=$("$SUPERFLIP" $command $verb --help; echo .)
		while [[ $rest =~ --[a-z][a-z-]+ ]]; do
			option=${BASH_REMATCH[0]} rest=${rest#*"${BASH_REMATCH[0]}"}
			n=$((n + 1))
			[[ ${help_of[$command $verb]} =~ $option([^A-Za-z0-9_]) ]] || {
				echo "superflip $command $verb has no $option"
				return 1
			}
		done
	done < <(grep -hoE '\bsuperflip [a-z]+( [^`|&#"]*("[^"]*")?)*' README.md doc/*.md |
		grep -wE '^superflip (solve|batch|merge|algs|insert|convert|coset|bound|serve|pdb|bench|pocket|scramble|show|verify)' | sort -u)
	[ "$n" -gt 50 ]
}

@test "figures that documents quote are in doc/results.md" {
	run -0 scripts/check-figures README.md $(ls doc/*.md | grep -v -e results -e notebook)
	[[ ${lines[-1]} =~ ^[0-9]{2,}" figures quoted"$ ]]
}

@test "a figure that is not there, and a time without a source, are found" {
	row='| `coset-2.6g` | 18 | 60 | 0.512 | 0.276 (0.237 to 0.679) |'
	document=${BATS_TEST_TMPDIR}/page.md
	printf '<!-- figures: 0.51 0.28 <- %s -->\nIt takes 0.51 s or 0.28 s.\n' "$row" >"$document"
	run -0 scripts/check-figures "$document"
	sed -i 's/0\.28 /0.29 /' "$document"
	expect_of 1 "*0.29 is not a number of: $row*" scripts/check-figures "$document"
	printf 'It takes 5 s.\n' >"$document"
	expect_of 1 "*5: no comment says*" scripts/check-figures "$document"
}

@test "Korf's tables have one size wherever it is told: 87 MB" {
	run ! grep -rnE '\b8(5|6|6\.[0-9]|7\.[0-9]) MB' README.md Makefile doc/*.md doc/*.scd doc/examples include bindings/python/src pdb/README.md
	[ "$("$SUPERFLIP" pdb path korf | xargs stat -c %s | awk '{ n += $1 } END { printf "%.0f", n / 1e6 }')" = 87 ]
}

# The anchors of a page's headings, as GitHub makes them.
anchors() {
	grep -E '^#+ ' "$1" | sed -E 's/^#+ //' | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g'
}

@test "links of documents lead to files and headings that there are" {
	local page link path directory n=0
	declare -A anchors_of
	for page in README.md doc/*.md; do
		[[ $page == */* ]] && directory=${page%/*} || directory=.
		while read -r link; do
			path=${link%%#*}
			path=${path:+$directory/$path}
			path=${path:-$page}
			[ -e "$path" ] || { echo "$page: $link"; return 1; }
			if [[ $link == *#* ]]; then
				[ -n "${anchors_of[$path]-}" ] || anchors_of[$path]=$(echo; anchors "$path"; echo .)
				[[ ${anchors_of[$path]} == *$'\n'"${link#*#}"$'\n'* ]] || { echo "$page: $link"; return 1; }
			fi
			n=$((n + 1))
		done < <(grep -oE '\]\([^) ]+' "$page" | sed 's/](//' | grep -v '^http')
	done
	[ "$n" -gt 50 ]
}

@test "machines and versions have names, not letters and commits" {
	run ! grep -nE '[Mm]achine [A-C]\b|faa23b7' README.md doc/*.md
}

@test "positions of bench/scrambles are as far from solved as their names say, and a filter block is that of doc/pdb-format.md" {
	[ "$(lengths "$COSET_30M_DIR" known-15.txt 8)" = " 8 15 " ]
	[ "$(lengths "$COSET_30M_DIR" known-16.txt 3)" = " 3 16 " ]
	[ -n "${SUPERFLIP_SLOW_TESTS-}" ] || return 0
	"$SUPERFLIP" pdb build -q coset-300m --pdb-dir "$BATS_FILE_TMPDIR"
	# The filter block that doc/pdb-format.md shows.
	[ "$(od -An -tx1 -j 206756288 -N 64 "$BATS_FILE_TMPDIR"/coset-300m-htm.pdb | tr -d ' \n')" = \
		"$(grep -A1 '2D 06 AE' doc/pdb-format.md | tr -d ' \n' | tr A-F a-f)" ]
	[ "$(lengths "$BATS_FILE_TMPDIR" known-15.txt 20)" = " 20 15 " ]
	[ "$(lengths "$BATS_FILE_TMPDIR" known-16.txt 20)" = " 20 16 " ]
	[ "$(lengths "$BATS_FILE_TMPDIR" known-17.txt 20)" = " 20 17 " ]
	[ "$(lengths "$BATS_FILE_TMPDIR" known-18.txt 10)" = " 10 18 " ]
	[ "$(lengths "$BATS_FILE_TMPDIR" korf.txt 10)" = " 1 16 3 17 6 18 " ]
}

@test "make results prints what it measures beside the page's figures; node counts are the same" {
	run --separate-stderr scripts/results theory
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(grep -c 'nodes at threshold 1[01].* 1498 ± 35  *1498 ± 35$\|.* 20107 ± 321  *20107 ± 321$' <<<"$output")" -eq 2 ]
	[ -n "${SUPERFLIP_SLOW_TESTS-}" ] || return 0
	run --separate-stderr scripts/results build distance instances methods
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 10 ]
}

@test "the commands under the tables of doc/results.md run, in a cheap form, with the files of a checkout" {
	all_tables
	run -0 scripts/check-commands doc/results.md
	[[ ${lines[-1]} =~ ^[2-9][0-9]" commands, "[0-9]" of them only looked up, 0 failures"$ ]]
}

@test "a command with an option, file, study, program, target or table that is not there is found; so is a table without a command" {
	document=${BATS_TEST_TMPDIR}/page.md
	head='| moves |\n|---|\n| 2 |\n'
	check() {
		# shellcheck disable=SC2059
		printf "$head\n${3-}    $2\n" >"$document"
		expect_of 1 "*$1*1 failures" scripts/check-commands "$document"
	}
	all_tables
	printf "$head\n<!-- try: s/-n 100/-n 1/ -->\n    superflip scramble -n 100 >LIST\n    test 1 -eq \$(wc -l <LIST) && cat LIST\n" >"$document"
	expect_of 0 "1 commands, 0 of them only looked up, 0 failures" scripts/check-commands "$document"
	not_run='<!-- not run: long -->\n'
	check "has no --colour" "superflip solve --colour red R" "$not_run"
	check "superflip has no solv" "superflip solv R" "$not_run"
	check "has no -Z" "superflip bench depth -Z" "$not_run"
	check "there is no bench/scrambles/korg.txt" "superflip batch bench/scrambles/korg.txt" "$not_run"
	check "there is no study hearistic" "make study NAME=hearistic" "$not_run"
	check "predict has no --colour" 'make study NAME=predict ARGS="--colour 2"' "$not_run"
	check "there is no build/release/bench/korg" "build/release/bench/korg -r 1" "$not_run"
	check "make has no rezults" "make rezults" "$not_run"
	check "there is no table coset-7g" "superflip pdb build coset-7g" "$not_run"
	check "this fails: superflip solve --max 0 R" "superflip solve --max 0 R"
	check "this prints nothing" "true"
	printf "$head\n$head\n    superflip show R\n" >"$document"
	expect_of 1 "*no command under the table: | moves |*1 failures" scripts/check-commands "$document"
	printf 'The file `bench/results/none.csv` and `superflip show --none`.\n' >"$document"
	expect_of 1 "*there is no bench/results/none.csv*has no --none*2 failures" scripts/check-commands "$document"
}

# The page has kernels of the smallest and the largest table, and distance 15 of the smaller ones.
@test "rows of doc/results.md are the medians and quartiles of bench/results" {
	for arguments in distance.csv "random.csv --by heuristic" "kernels.csv --by heuristic,kernel"; do
		# shellcheck disable=SC2086
		(cd bench/results && PYTHONDONTWRITEBYTECODE=1 python3 ../quartiles.py --markdown $arguments) |
			grep -v '[16]g` | coset,\|[168]g` | 15 ' >"$BATS_TEST_TMPDIR/rows"
		[ "$(wc -l <"$BATS_TEST_TMPDIR/rows")" -ge 5 ]
		[ -z "$(grep -vxFf doc/results.md "$BATS_TEST_TMPDIR/rows")" ]
	done
}

@test "README.md is short" {
	[ "$(wc -l <README.md)" -le 100 ]
}

@test "contributing.md names the sources that it sends its reader to, and the textbook's search is short" {
	for path in $(grep -o '`src/[a-z_/.]*`' doc/contributing.md | tr -d '`'); do
		[ -e "$path" ]
	done
	local n=$(sed -n '/^static bool descend/,/^}/p; /^static void deepen/,/^}/p' src/engine/steps/textbook.c | wc -l)
	[ "$n" -gt 25 ] && [ "$n" -le 55 ]
}

@test "every function of the library has a manual page" {
	run -0 comm -13 <({ scripts/man-aliases | cut -d' ' -f1; basename -s .3.scd doc/*.3.scd; } | sort) \
		<(grep -o '\bsuperflip_[a-z0-9_]*(' include/superflip.h | tr -d '(' | grep -vx superflip_notify | sort -u)
	[ -z "$output" ]
}

@test "manual pages of the library are pages" {
	command -v scdoc >/dev/null || skip "scdoc is not installed"
	for page in doc/*.3.scd doc/superflip-mpi.1.scd; do
		scdoc <"$page" >/dev/null || { echo "$page"; false; }
	done
}

@test "the documents have every heuristic, method and goal that the program has" {
	run ! "$SUPERFLIP" solve --method x R
	local methods=${output##*expected }
	for name in ${methods//,/}; do
		grep -qw -- "$name" doc/methods.md && grep -qw -- "$name" doc/superflip.1.scd || { echo "$name"; false; }
	done
	for name in $("$SUPERFLIP" help heuristics | awk '/^  [^ ]/ { print $1 }'); do
		grep -qw -- "$name" doc/superflip.1.scd || { echo "$name"; false; }
	done
	for name in $("$SUPERFLIP" help goals | sed -n 's/^  \([^ :]*\)[ :].*/\1/p' | grep -v '^eo..$\|^dr..$'); do
		grep -qw -- "$name" doc/goals.md || { echo "$name"; false; }
	done
}
