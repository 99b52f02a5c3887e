#!/usr/bin/env bats
# Each write, sync, rename, mapping and allocation fails in turn; and builds are killed at random moments.
# Nothing may be torn, lost, damaged or wrong, whatever happens.

setup() {
	bats_require_minimum_version 1.5.0
	load slow
	superflip=$SUPERFLIP
	inject=$(dirname "$SUPERFLIP")/faults/inject.so
	cd "$BATS_TEST_TMPDIR"
}

# In slow tests every call fails, or of allocations one in FAULT_STRIDE; otherwise a few of each kind.
stride_of() {
	if are_slow_wanted; then [ "$1" = malloc ] && echo "${FAULT_STRIDE:-1}" || echo 1
	else [ "$1" = malloc ] && echo 61 || echo 4; fi
}

# Run a command once for each call of a kind, until none is left to fail; after each run call CHECK with its exit status.
each_fault() {
	local check=$1 call stride at code
	shift
	[ -f "$inject" ] || skip "not built for this: $inject"
	for call in ${calls:-write fsync rename mmap malloc}; do
		stride=$(stride_of "$call")
		for ((at = 1; ; at += stride)); do
			rm -f mark out made/file
			code=0
			LD_PRELOAD=$inject FAULT_CALL=$call FAULT_AT=$at FAULT_MARK=mark "$@" >stdout 2>stderr || code=$?
			[ -e mark ] || break
			"$check" "$code" || { echo "call $at of $call: exit status $code"; cat stderr; return 1; }
		done
		echo "$call: $((at - 1))"
	done
}

# A failure is one that has a status, 5 where memory failed, and a message, which may be a record's.
failed_well() {
	[ -s stderr ] || grep -qs '"stopped":"not enough memory"' stdout out shards/* || return
	[ "$1" -eq 5 ] || { [ "$1" -eq 4 ] && [ "$call" != malloc ]; }
}

# What was printed is what is expected, or some lines of it if there was a failure.
check_printed() {
	if [ "$1" -eq 0 ]; then
		cmp stdout expected
	else
		failed_well "$1" && ! grep -v 'not enough memory\|^error$' stdout | grep -Fxvq -f expected
	fi
}

# A file that appears when it is whole, and nothing beside it.
check_whole_file() {
	if [ "$1" -eq 0 ]; then
		cmp made/file expected || return
	else
		failed_well "$1" || return
		[ ! -e made/file ] || cmp made/file expected || return
	fi
	[ -z "$(ls -A made | grep -v '^file$')" ] || { ls -A made; return 1; }
	rm -f made/file
}

# A cube for which there was no memory has a record that says so, and is solved by the next run.
whole_records() {
	[ ! -s out ] || grep -q '"stopped":"not enough memory"' out || { [ "$(tail -c 1 out | od -An -tx1)" = " 0a" ] && cmp -n "$(stat -c %s out)" out expected; }
}

# A batch: its records are the first of those that are expected, and all of them after success.
check_batch() {
	local code=$1
	case $code in
	0) cmp out expected || return ;;
	*) failed_well "$code" || return ;;
	esac
	whole_records || return
	# It goes on from there.
	"$superflip" batch -q --json --deterministic -t 1 list -o out --resume --heuristic orientation --pdb-dir tables ||
		"$superflip" batch -q --json --deterministic -t 1 list -o out --force --heuristic orientation --pdb-dir tables || return
	cmp out expected
}

@test "a batch with any call failing has whole records, a message, a status, and goes on" {
	"$superflip" pdb build -q orientation --pdb-dir tables
	printf '%s\n' "R U" "F2 # two" "U R'" "" "R U" >list
	"$superflip" batch -q --json --deterministic -t 1 list -o expected --heuristic orientation --pdb-dir tables
	each_fault check_batch "$superflip" batch -q --json --deterministic -t 1 list -o out --resume --heuristic orientation --pdb-dir tables
}

# A build: a sound table or none, and no other file.
check_build() {
	local code=$1
	case $code in
	0) ;;
	*) failed_well "$code" || return ;;
	esac
	[ "$code" -ne 0 ] || "$superflip" pdb verify -q twist --pdb-dir tables || return
	[ ! -e tables/twist-htm.pdb ] || "$superflip" pdb verify -q twist --pdb-dir tables || return
	[ -z "$(ls tables 2>/dev/null | grep -v '^twist-htm.pdb$')" ] || { ls tables; return 1; }
	rm -rf tables
}

@test "a build with any call failing leaves a sound table or none, and nothing else" {
	each_fault check_build "$superflip" pdb build -q twist -t 1 --pdb-dir tables
}

check_forced_build() {
	[ "$1" -eq 0 ] || failed_well "$1" || return
	"$superflip" pdb verify -q twist --pdb-dir tables || return
	[ "$(ls tables)" = twist-htm.pdb ]
}

@test "a forced build with any call failing never loses the old table" {
	"$superflip" pdb build -q twist --pdb-dir tables
	each_fault check_forced_build "$superflip" pdb build -q twist -t 1 --force --pdb-dir tables
}

# verify: a right line is never called wrong, and success means that all were read.
check_verify() {
	local code=$1
	! grep -q 'wrong: ' stdout || return
	case $code in
	0) [ "$(grep -c ' right' stdout)" -eq 3 ] || return ;;
	*) failed_well "$code" || return ;;
	esac
}

@test "verify with any call failing calls nothing wrong that is right" {
	"$superflip" solve -q --json R "R U" F >claims
	each_fault check_verify "$superflip" verify claims
}

check_json() {
	local code=$1
	case $code in
	0) ;;
	*) failed_well "$code" || return ;;
	esac
	[ "$code" -ne 0 ] || cmp stdout expected || return
	grep -q '"stopped":"not enough memory"' stdout || cmp -n "$(stat -c %s stdout)" stdout expected
}

@test "JSON is whole or it is not there" {
	"$superflip" pdb build -q orientation --pdb-dir tables
	"$superflip" solve -q --json --deterministic --heuristic orientation --pdb-dir tables -t 1 R "R U" X >expected || [ $? -eq 3 ]
	check_json_of_errors() { [ "$1" -eq 3 ] && { cmp stdout expected; return; }; [ "$1" -ne 0 ] && check_json "$1"; }
	each_fault check_json_of_errors "$superflip" solve -q --json --deterministic --heuristic orientation --pdb-dir tables -t 1 R "R U" X
}

list_of_five() {
	"$superflip" pdb build -q orientation --pdb-dir tables
	printf '%s\n' "R U" "F2 # two" "U R'" "L D" "R2 U" >list
}

@test "shards with any call failing are finished by the next run, and joined" {
	list_of_five
	local solve=(batch -q --json --deterministic -t 1 list --heuristic orientation --pdb-dir tables)
	"$superflip" "${solve[@]}" --shard 2/2 -o whole
	"$superflip" "${solve[@]}" --shard 1/2 -o whole
	check_shard() {
		[ "$1" -eq 0 ] || [ "$1" -eq 1 ] || failed_well "$1" || return
		! grep "No such file" stderr || return  # the reason is another one
		[ "$1" -ne 1 ] || grep -q "enough memory" shards/* || return  # a cube for which there was none
		"$superflip" "${solve[@]}" --shard 1/2 -o shards || return
		"$superflip" merge -q shards whole/*-2-of-2.shard | cmp - expected || return
		rm -rf shards
	}
	"$superflip" merge -q whole -o expected
	each_fault check_shard "$superflip" "${solve[@]}" --shard 1/2 -o shards
	mkdir made
	each_fault check_whole_file "$superflip" merge -q whole -o made/file
}

@test "what a run that was killed has left stays as it is, and on a full disk no files gather" {
	list_of_five
	[ -f "$inject" ] || skip "not built for this: $inject"
	local solve=(batch -q --json --deterministic -t 1 list --heuristic orientation --pdb-dir tables --shard 1/1 -o shards) code call file
	"$superflip" "${solve[@]}"
	"$superflip" merge -q shards -o expected
	file=$(echo shards/*)
	mv "$file" whole
	head -c 2500 whole >"$file"
	cp "$file" before
	code=0
	LD_PRELOAD=$inject FAULT_CALL=write FAULT_AT=1 FAULT_MARK=mark "$superflip" "${solve[@]}" || code=$?
	[ "$code" -eq 4 ]
	[ "$(echo shards/*)" = "$file" ]
	code=0
	LD_PRELOAD=$inject FAULT_CALL=fsync FAULT_AT=1 FAULT_MARK=mark "$superflip" "${solve[@]}" || code=$?
	[ "$code" -eq 0 ] || [ "$code" -eq 4 ]
	"$superflip" "${solve[@]}"
	cmp "$file" before
	"$superflip" merge -q shards | cmp - expected
}

@test "a solve that keeps a journal goes on after any call has failed, and proves the same" {
	list_of_five
	local solve=(solve -q --json --deterministic -t 1 --heuristic orientation --pdb-dir tables --journal journal "R U F L")
	"$superflip" "${solve[@]}" | sed -E 's/"seconds":[^,]*//g' >expected
	check_journal() {
		[ "$1" -eq 0 ] || failed_well "$1" || { [ "$1" -eq 1 ] && grep -q "enough memory" stdout; } || return
		[ "$1" -ne 0 ] || grep -q '"status":"optimal"' stdout || return
		"$superflip" "${solve[@]}" >again || return
		grep -o '"solutions":[^]]*' again | cmp - <(grep -o '"solutions":[^]]*' expected) || return
		grep -q '"status":"optimal"' again || return
		rm -f journal journal.*
	}
	rm -f journal
	each_fault check_journal "$superflip" "${solve[@]}"
}

@test "what writes a file has written it whole or not at all" {
	list_of_five
	mkdir made
	local command
	for command in "pocket build -o made/file" "show --html made/file R" "solve -q --json --deterministic -t 1 --html made/file --heuristic orientation --pdb-dir tables R"; do
		echo "$command"
		# shellcheck disable=SC2086  # words of a command
		rm -f made/file
		"$superflip" $command >/dev/null
		mv made/file expected
		# shellcheck disable=SC2086
		each_fault check_whole_file "$superflip" $command
	done
}

@test "what prints has printed all, or says what it could not" {
	list_of_five
	local command
	for command in "convert --to facelets list" "convert --to moves list" "scramble -n 3 --seed 7" "scramble -n 3 --seed 7 --puzzle 2x2" \
		"pdb info --pdb-dir tables orientation" "pdb verify --pdb-dir tables" "pocket show RU" "help heuristics"; do
		echo "$command"
		# shellcheck disable=SC2086  # words of a command
		"$superflip" $command >expected
		# shellcheck disable=SC2086
		each_fault check_printed "$superflip" $command
	done
}

# Texts that outgrow the first buffer of a stream, which the C library cuts off without a word.
@test "a record that grows without memory for it is whole or not there, and the next run makes it" {
	local format
	printf '%s\n' "R U F L" "R U" >list
	for format in --json --csv --tsv -q; do
		rm -f out
		local batch=(batch -q $format --deterministic -t 1 --goal cross -n 1000 --over 3 list -o out)
		"$superflip" "${batch[@]}"
		mv out expected
		check_grown() {
			[ "$1" -eq 0 ] || { failed_well "$1" && "$superflip" "${batch[@]}" --resume; } || return
			cmp out expected
		}
		calls=growth each_fault check_grown "$superflip" "${batch[@]}"
	done
}

@test "a long reconstruction for which there is no memory ends review and verify with 5" {
	{ echo "Scramble: R U R' U'"; seq -f "// line %g of a long comment" 900; echo "U R U' R'"; } >list
	local command
	for command in review verify; do
		"$superflip" $command list >expected
		check_text() { [ "$1" -eq 5 ] && [ -s stderr ] || cmp stdout expected; }
		calls=growth each_fault check_text "$superflip" $command list
	done
}

# A table that cannot be read is named; the cube is drawn, and the bounds of other tables are right.
check_shown() {
	if [ "$1" -eq 0 ]; then
		cmp stdout expected || return
	else
		failed_well "$1" || return
		cmp -n "$(grep -v '^bounds' stdout | wc -c)" <(grep -v '^bounds' stdout) <(grep -v '^bounds' expected) || return
		local bound
		for bound in $(sed -n 's/^bounds *//p' stdout | sed 's/ \([0-9]\)/=\1/g; s/,//g'); do
			grep -q "^bounds.*\b${bound/=/ }\b" expected || { echo "$bound"; return 1; }
		done
	fi
}

@test "show with any call failing draws the same cube, and names the table that it cannot read" {
	list_of_five
	"$superflip" show --pdb-dir tables "R U" >expected
	each_fault check_shown "$superflip" show --pdb-dir tables "R U"
}

# ---- builds that are killed ----

@test "builds killed at random moments: never a damaged table, never a lost one, and the next build clears up" {
	local kills=2 n code builder
	! are_slow_wanted || kills=100
	seed_chance
	for n in $(seq "$kills"); do
		"$superflip" pdb build -q edges-URUFULUBFR -t 2 --pdb-dir tables $([ $((n % 2)) = 0 ] && echo --force) 2>err &
		builder=$!
		sleep "0.$(printf %03d $((RANDOM % 150)))"
		kill -9 $builder 2>/dev/null || true
		code=0
		wait $builder 2>/dev/null || code=$?
		[ "$code" -eq 137 ] || [ "$code" -eq 0 ] || { cat err; false; }
		# After the first table there always is one, and it is sound.
		if [ "$n" -gt 1 ] || [ -e tables/edges-URUFULUBFR-htm.pdb ]; then
			"$superflip" pdb verify -q edges-URUFULUBFR --pdb-dir tables
		fi
		"$superflip" pdb build -q edges-URUFULUBFR --pdb-dir tables
		[ "$(ls tables)" = edges-URUFULUBFR-htm.pdb ]
	done
}

# Large tables: kill builds of NAME in DIRECTORY so many times, at any moment of the time that a build takes.
kill_builds() {
	local name=$1 directory=$2 kills=$3 n n_killed=0 begin duration_ms code builder leftovers
	begin=$(date +%s%N)
	"$superflip" pdb build -q "$name" -t 2 --pdb-dir "$directory"
	duration_ms=$((($(date +%s%N) - begin) / 1000000))
	sha256sum "$directory"/*.pdb >sums
	for n in $(seq "$kills"); do
		"$superflip" pdb build -q "$name" -t 2 --force --pdb-dir "$directory" 2>err &
		builder=$!
		sleep "$(printf %d.%03d $((n * duration_ms / kills / 1000)) $((n * duration_ms / kills % 1000)))"
		kill -9 $builder 2>/dev/null || true
		code=0
		wait $builder 2>/dev/null || code=$?
		[ "$code" -eq 137 ] || [ "$code" -eq 0 ] || { cat err; return 1; }
		n_killed=$((n_killed + (code == 137)))
		# A build always makes the same bytes: whether the old table is there or the new one, it is whole.
		sha256sum --quiet -c sums || return
	done
	[ "$n_killed" -ge $((kills / 10)) ] || { echo "only $n_killed of $kills were killed in time"; return 1; }
	"$superflip" pdb build -q "$name" -t 2 --force --pdb-dir "$directory"
	leftovers=$(ls "$directory" | grep -v '\.pdb$\|\.checked$' || true)
	[ -z "$leftovers" ] || { echo "left: $leftovers"; return 1; }
	"$superflip" pdb verify -q --pdb-dir "$directory"
	echo "$name: $n_killed killed, $((kills - n_killed)) done before"
}

@test "large builds killed at every moment: the three tables of Korf, and one of 318 MB that is checked in the background" {
	slow "kills 100 builds"
	kill_builds corners corners 40
	kill_builds edges-upper edges 40
	kill_builds coset-300m coset 20
}
