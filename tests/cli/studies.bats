#!/usr/bin/env bats
# The studies of bench/ in C: known numbers on a small case.  tests/build/studies.bats has those in Python.

load expect
load slow

setup_file() {
	export STUDIES=$(dirname "$COMPARE")
}

setup() {
	cd "$BATS_TEST_TMPDIR"
}

@test "every study is named in bench/README.md, and says its command in its first lines" {
	cd "$BATS_TEST_DIRNAME/../../bench"
	for file in *.c *.py *.mjs; do
		[ -e "$file" ] || continue
		grep -qF "\`$file\`" README.md || { echo "$file"; false; }
	done
	# shellcheck disable=SC2013  # words
	for file in $(sed -n '/^| study/,/^$/s/^| `\([a-z_.]*\)`.*/\1/p' README.md); do
		head -n 12 "$file" | grep -qE "make study NAME=${file%.*}( |\$)" || { echo "$file"; false; }
	done
	# Documents and scripts that draw name studies and options that there are.
	grep -hoE 'make study NAME=[a-z_]+( ARGS=("[^"]*"|[a-z-]*))?' ../README.md ../doc/*.md ./*.md results/*.md ../scripts/* |
		sort -u >"$BATS_TEST_TMPDIR/commands"
	while read -r _ _ name arguments; do
		name=${name#NAME=}
		head -n 12 "$name".[cp]* >"$BATS_TEST_TMPDIR/head"
		for option in $(grep -oE -- '(^|[ "=])--?[a-zA-Z]+' <<<"$arguments" | tr -d ' "='); do
			grep -q -- "$option\b" "$BATS_TEST_TMPDIR/head" || { echo "$name $option"; false; }
		done
	done <"$BATS_TEST_TMPDIR/commands"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/commands")" -gt 10 ]
}

@test "centers: the shortest maneuvers that turn two or four centres by half turns" {
	"$STUDIES/centers" -M 10 >result
	[ "$(tail -n +2 result | wc -l)" -eq 79 ]
	[ "$(cut -d, -f1-4 result | grep ',10,10')" = "$(printf 'U2 R2,12,10,10\nU2 D2,3,10,10')" ]
	[ "$(grep -c ',,11,' result)" -eq 77 ]
	grep ',10,10' result | while IFS=, read -r centers _ _ _ maneuver; do
		[ "$("$SUPERFLIP" solve -q --centers --json --max 0 "$maneuver" | jq -r .centers)" = "$centers" ]
	done
	[ "$("$STUDIES/centers" -m qtm -M 8 | grep -c ',,10,')" -eq 79 ]
}

@test "memory: a row for each kind of pages, number of threads, reads in flight and prefetch" {
	run -0 --separate-stderr "$STUDIES/memory" -m 1 -s 0.001 "$BATS_TEST_FILENAME"
	[ "$(tail -n +2 <<<"$output" | cut -d, -f1 | sort -u | xargs)" = "file huge ordinary" ]
	[ "$(grep -c '^ordinary,1048576,1,' <<<"$output")" -eq 14 ]
	awk -F, 'NR > 1 && !($6 > 0 && $8 + 0.1 > $7) { exit 1 }' <<<"$output"
	run -2 "$STUDIES/memory" -m 0
}

@test "pocket_ways: all ways but the walk find the distances, and theory is that of the literature" {
	local metric
	for metric in htm qtm; do
		"$STUDIES/pocket_ways" -n 5 -m $metric >$metric
		[ "$(tail -n +3 $metric | cut -d, -f3 | sort -u | wc -l)" -eq 1 ]
	done
	[ "$(grep -c , htm)" -eq 9 ]
	[ "$(sed -n 's/^breadth-first,\([^,]*\),[^,]*,\([^,]*\),.*/\1 \2/p' htm)" = "8.756 5843782" ]
	grep -q '^random walk,4898880.000,.*,3674160,' qtm
	grep -q '^IDA\* both,10.666,' qtm
}

@test "storage: sizes of the four ways, and all hold the same entries" {
	slow "writes 0.5 GB"
	run -0 --separate-stderr "$STUDIES/storage" 1000
	[ "$(cut -d, -f1,2,6 <<<"$output" | tail -n +2 | tr '\n' ';')" = \
	  "text,42577920,173335680;a byte,42577920,173335680;4 bits,21288960,86667840;xxHash map,536870912,2147483648;" ]
}
