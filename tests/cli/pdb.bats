#!/usr/bin/env bats
# superflip pdb: what it says and how it exits when tables are there, missing, or broken.

setup() {
	load expect
	load wait
	SUPERFLIP=${SUPERFLIP:-$BATS_TEST_DIRNAME/../../build/release/superflip}
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/tables
	unset XDG_CACHE_HOME
	twist=$SUPERFLIP_PDB_DIR/twist-htm.pdb
}

build_small() {
	"$SUPERFLIP" pdb build -q twist flip corner-perm
}

# Overwrite FILE at OFFSET with TEXT.
poke() {
	printf '%s' "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# What a command says on standard error.
errors() {
	{ "$@" >/dev/null; } 2>&1
}

@test "build creates the directory, says what it built, and leaves only tables" {
	run -0 "$SUPERFLIP" pdb build twist flip
	[[ ${lines[0]} =~ ^"$twist: built in "[0-9.]+" s, 5190 bytes"$ ]]
	[ "$(ls "$SUPERFLIP_PDB_DIR")" = "flip-htm.pdb
twist-htm.pdb" ]
}

@test "build does nothing if there is a sound table" {
	build_small
	before=$(stat -c %i "$twist")
	expect 0 "$twist: already there" pdb build twist
	[ "$(stat -c %i "$twist")" = "$before" ]
	run -0 "$SUPERFLIP" pdb build twist --force
	[ "$(stat -c %i "$twist")" != "$before" ]
}

@test "build takes heuristics, and the name of a table twice builds it once" {
	run -0 "$SUPERFLIP" pdb build orientation twist --metric qtm -t 1
	[ "${#lines[@]}" -eq 2 ]
	[ -f "$SUPERFLIP_PDB_DIR/twist-qtm.pdb" ]
	[ -f "$SUPERFLIP_PDB_DIR/flip-qtm.pdb" ]
}

@test "build of an unknown name is a usage error" {
	run -2 "$SUPERFLIP" pdb build nonsense
	[[ $output == "superflip: no table or heuristic 'nonsense'; "* ]]
	[ ! -e "$SUPERFLIP_PDB_DIR" ]
}

@test "usage errors exit with 2" {
	for arguments in "" "frobnicate" "build" "info" "list twist" "list --force" "build twist -t x" "build twist -t -1" \
	                 "build twist --metric htmx" "build cross --cost @/nonexistent" "verify --frobnicate" "build twist --metric"; do
		run -2 "$SUPERFLIP" pdb $arguments
		[[ $output == "superflip: "* ]]
	done
	run "$SUPERFLIP" pdb build twist -xq
	[[ $output == "superflip: pdb build: option -x is unknown"*"\`superflip pdb build --help\`"* ]]
}

@test "help goes to standard output" {
	run -0 "$SUPERFLIP" pdb --help
	[[ ${lines[0]} == "usage: superflip pdb "* ]]
	run -0 "$SUPERFLIP" pdb build --help
}

@test "a missing table: verify, info and path name the command that builds it" {
	for verb in verify info path; do
		expect 4 "superflip: $twist: no such table; run \`superflip pdb build twist\`" pdb $verb twist
	done
}

@test "verify of no tables fails; of sound tables, all, by name and by file" {
	expect 4 "*no tables*" pdb verify
	expect_of 0 "" build_small  # build -q is silent
	run -0 "$SUPERFLIP" pdb verify
	[ "${#lines[@]}" -eq 3 ]
	run -0 "$SUPERFLIP" pdb verify twist "$SUPERFLIP_PDB_DIR/flip-htm.pdb"
	[ "${lines[0]}" = "$twist: sound, 2187 entries, mean 4.459076" ]
	[ "${#lines[@]}" -eq 2 ]
}

# Each kind of damage has its own sentence; every verb that reads the file says it and exits with 4.
expect_sentence() {
	local sentence=$1 name=$2
	local file=$SUPERFLIP_PDB_DIR/$name-htm.pdb
	for verb in "verify $name" "verify $file" "build $name" "list"; do
		run errors "$SUPERFLIP" pdb $verb
		[ "$output" = "superflip: $file: $sentence; run \`superflip pdb build $name --force\`" ]
		[ "$status" -eq 4 ]
	done
}

# And the command that it names mends the file.
expect_refusal() {
	expect_sentence "$1" twist
	run -0 "$SUPERFLIP" pdb build twist --force
	run -0 "$SUPERFLIP" pdb verify twist
}

@test "damaged, truncated, foreign and half-written files, other versions and other tables" {
	local harm sentence
	build_small
	while IFS='|' read -r -u 4 harm sentence; do
		eval "$harm"
		expect_refusal "$sentence"
	done 4<<-'END'
		poke "$twist" 4500 damaged|the entries do not match their checksum
		truncate -s 5000 "$twist"|truncated, 5000 bytes instead of 5190
		truncate -s 100 "$twist"|truncated after 100 bytes, within the header
		truncate -s 0 "$twist"|truncated after 0 bytes, within the header
		truncate -s 6000 "$twist"|too long, 6000 bytes instead of 5190
		seq 10000 >"$twist"|not a pattern database
		dd if=/dev/zero of="$twist" bs=4096 count=1 conv=notrunc status=none|half written, with zeros for data
		truncate -s 5000 "$twist"; truncate -s 5190 "$twist"|half written, with zeros for data
		poke "$twist" 2000 x|the header is damaged
		poke "$twist" 8 $'\x05'|format version 5, this build reads 1
		cp "$SUPERFLIP_PDB_DIR/flip-htm.pdb" "$twist"|holds the table flip in the metric htm
	END
	cp "$COSET_30M_DIR/coset-30m-htm.pdb" "$SUPERFLIP_PDB_DIR"
	poke "$SUPERFLIP_PDB_DIR/coset-30m-htm.pdb" 8 $'\x05'
	expect_sentence "format version 5, this build reads 4" coset-30m
}

@test "a directory given by --pdb-dir is part of the advice" {
	build_small
	poke "$twist" 4500 "damaged"
	mv "$SUPERFLIP_PDB_DIR" "$BATS_TEST_TMPDIR/elsewhere"
	run -4 "$SUPERFLIP" pdb verify twist --pdb-dir "$BATS_TEST_TMPDIR/elsewhere"
	[[ $output == *"run \`superflip pdb build twist --force --pdb-dir '$BATS_TEST_TMPDIR/elsewhere'\`" ]]
}

@test "list names all known tables, and others that are installed" {
	build_small
	"$SUPERFLIP" pdb build -q edges-URUF
	run -0 "$SUPERFLIP" pdb list
	rows=$(tr -s ' ' <<<"$output")
	[[ $rows == *"corners htm - 44.1 MB 8.764134 "* ]]
	[[ $rows == *"twist htm installed 5.2 kB 4.459076 "* ]]
	[[ $rows == *"edges-URUF-htm.pdb htm installed "* ]]
	[[ $("$SUPERFLIP" pdb list --format csv) == "table,metric,state,size,mean,solve,build,used by"*"
twist,htm,installed,5190,4.45907636,"* ]]
}

@test "info shows the header and the entries by depth" {
	build_small
	expect 0 "*entries          2187, 4 bits each*" pdb info twist
	[[ $output == *"    6            128"* ]]
	expect 0 "*table            flip*" pdb info "$SUPERFLIP_PDB_DIR/flip-htm.pdb"
}

@test "info of cosets: filter blocks, and the entries of a sample by depth" {
	mkdir "$SUPERFLIP_PDB_DIR"
	cp "$COSET_30M_DIR/coset-30m-htm.pdb" "$SUPERFLIP_PDB_DIR"
	expect 0 "*table            coset-30m: slice-free cosets, 32 MB*" pdb info coset-30m
	[[ $output == *"format version   4"* ]]
	[[ $output == *"entries          22353408000, $((6973 * 70)) filter blocks of 64 bytes"* ]]
	[[ $output == *"maximum depth    10"* ]]
	awk '/^depth  *entries \(of a sample\)$/ { is_count = 1; next } is_count { n += $2 } END { exit !(n > 2800000 && n < 3400000) }' <<<"$output"
	mean=$(awk '/^mean depth/ { print $3 }' <<<"$output")
	[ "$("$SUPERFLIP" pdb verify coset-30m)" = \
		"$SUPERFLIP_PDB_DIR/coset-30m-htm.pdb: sound, 22353408000 entries, mean $mean" ]
}

# Build NAME and compare its size: a side table of BYTES, and BLOCKS times 35 filter blocks of 64 bytes for each of N corner
# cosets; then what list shows, and the number of entries.
expect_cosets() {
	run -0 --separate-stderr "$SUPERFLIP" pdb build "$1"
	[[ $output == *"/$1-htm.pdb: built in "*" s, $((4096 + $2 + $3 * 35 * $4 * 64)) bytes" ]]
	[[ $("$SUPERFLIP" pdb list | tr -s ' ') == *"$1-htm.pdb htm installed $5"* ]]
	[[ $("$SUPERFLIP" pdb verify) == *"/$1-htm.pdb: sound, $6 entries, mean "* ]]
}

@test "cosets of other sizes are named by their filter blocks, corners and flips" {
	load slow
	slow "builds two tables"
	expect_cosets coset-4874pn 524288 4874 2 "22.4 MB 9." 22353408000
	expect_cosets coset-4900hn 524288 4900 6 "66.4 MB 9." 67060224000
}

@test "names of impossible coset sizes are refused" {
	# Too few filter blocks, too many, shapes that are gone, and letters that mean nothing or stand in the wrong order.
	for name in coset-0 coset-2437 coset-4874n coset-4874p coset-4873pn coset-4873hn coset-2097153 coset-18446744073709551615hn \
	            coset-4874q coset-4874nh coset-4874nn coset- coset-h coset-+4874 coset-4874.5 coset-30M; do
		run -2 "$SUPERFLIP" pdb build "$name"
		[[ $output == "superflip: no table or heuristic '$name'; "* ]]
	done
	[ ! -e "$SUPERFLIP_PDB_DIR" ]
}

@test "path: the directory, a table, and which setting wins" {
	build_small
	[ "$("$SUPERFLIP" pdb path)" = "$SUPERFLIP_PDB_DIR" ]
	[ "$("$SUPERFLIP" pdb path twist)" = "$twist" ]
	[ "$("$SUPERFLIP" pdb path --pdb-dir /some/where)" = /some/where ]
}

@test "path: an installed program uses the cache directory and reads the system's copy" {
	mkdir -p "$BATS_TEST_TMPDIR/usr/bin" "$BATS_TEST_TMPDIR/usr/share/superflip"
	cp "$SUPERFLIP" "$BATS_TEST_TMPDIR/usr/bin/superflip"
	installed=$BATS_TEST_TMPDIR/usr/bin/superflip
	unset SUPERFLIP_PDB_DIR
	export HOME=$BATS_TEST_TMPDIR/home
	[ "$("$installed" pdb path)" = "$HOME/.cache/superflip" ]
	[ "$(XDG_CACHE_HOME=/cache "$installed" pdb path)" = /cache/superflip ]
	[ "$(XDG_CACHE_HOME=relative "$installed" pdb path)" = "$HOME/.cache/superflip" ]
	"$installed" pdb build -q twist --pdb-dir "$BATS_TEST_TMPDIR/usr/share/superflip"
	[ "$("$installed" pdb path twist)" = "$BATS_TEST_TMPDIR/usr/share/superflip/twist-htm.pdb" ]
	"$installed" pdb build -q twist
	[ "$("$installed" pdb path twist)" = "$HOME/.cache/superflip/twist-htm.pdb" ]
	run -0 "$installed" pdb verify
	[[ $output == *"$HOME/.cache/superflip/twist-htm.pdb: sound, "*"/usr/share/superflip/twist-htm.pdb: sound, "* ]]
	rm -r "$HOME/.cache"
	run -0 "$installed" pdb verify
	[ "${#lines[@]}" -eq 1 ]
	unset HOME
	run -4 "$installed" pdb path
	[[ $output == *"HOME"*"--pdb-dir"* ]]
	# The system's copy is there all the same; what is not there has a message that says what is missing.
	[ "$("$installed" pdb path twist)" = "$BATS_TEST_TMPDIR/usr/share/superflip/twist-htm.pdb" ]
	run -4 "$installed" solve R
	[[ $output == *"HOME"*"--pdb-dir"* ]]
}

@test "a table that another process is building" {
	build_small
	exec 9>"$twist.lock"
	flock 9
	run -4 "$SUPERFLIP" pdb build twist --force
	[[ $output == "superflip: $twist: being built by another process; "* ]]
	exec 9>&-
}

@test "too little memory exits with 5 and leaves nothing" {
	(ulimit -v 60000 && "$SUPERFLIP" pdb path) || skip "this build cannot run in 60 MB"
	expect_of 5 "*not enough memory; about 72 MB are needed; *" bash -c 'ulimit -v 60000 && "$0" pdb build corners' "$SUPERFLIP"
	[ -z "$(ls "$SUPERFLIP_PDB_DIR")" ]
}

@test "an interrupted build removes its files and exits with 128 + signal" {
	for signal in INT:130 TERM:143 HUP:129; do
		# Background jobs of a script ignore SIGINT unless told otherwise.
		env --default-signal=INT,HUP "$SUPERFLIP" pdb build -q edges-URUFULUBFRFLBL -t 1 &
		builder=$!
		wait_until test -e "$SUPERFLIP_PDB_DIR/edges-URUFULUBFRFLBL-htm.pdb.lock"
		wait_until has_worked "$builder" 20
		kill -"${signal%:*}" "$builder"
		code=0
		wait "$builder" || code=$?
		[ "$code" -eq "${signal#*:}" ]
		[ -z "$(ls "$SUPERFLIP_PDB_DIR")" ]
	done
}

@test "progress is a bar on a terminal, gone at the end; a short build leaves no line in a log" {
	run errors "$SUPERFLIP" pdb build edges-URUFULUB
	[ -z "$output" ]
	run -0 script -qec "'$SUPERFLIP' pdb build edges-URUFULUB --force >/dev/null" /dev/null
	[[ $output == *"edges-URUFULUB: building ["*"% "*" s"*$'\r\033[K' ]]
	run script -qec "'$SUPERFLIP' pdb build edges-URUFULUB --force -q" /dev/null
	[ -z "$output" ]
}

@test "a full standard output is an error" {
	build_small
	for arguments in "pdb info twist" "pdb list" "show R" "help solve"; do
		# shellcheck disable=SC2086  # several words
		expect_of 4 "superflip: cannot write the output: No space left on device" \
			bash -c '"$0" "$@" >/dev/full' "$SUPERFLIP" $arguments
	done
}

@test "the built files are the same for every number of threads" {
	names=edges-URUFULUB
	[ "${SUPERFLIP_SLOW_TESTS:-}" != 1 ] || names+=" coset-4874pn"
	for name in $names; do
		"$SUPERFLIP" pdb build -q "$name" -t 1
		one=$(sha256sum <"$SUPERFLIP_PDB_DIR/$name-htm.pdb")
		for n_threads in 2 3; do
			"$SUPERFLIP" pdb build -q "$name" -t "$n_threads" --force
			[ "$(sha256sum <"$SUPERFLIP_PDB_DIR/$name-htm.pdb")" = "$one" ]
		done
	done
}

@test "list --metric shows the tables of that metric, with seconds" {
	run -0 "$SUPERFLIP" pdb list --metric qtm
	[[ "$output" != *" htm "* ]]
	for table in corners korf coset-30m coset-8g flipslice-twist; do
		[[ $(grep "^$table  *qtm" <<<"$output" | cut -c64-70) =~ [0-9]" "(s|min|h|d)$ ]] || { echo "$table"; false; }
	done
	run -2 "$SUPERFLIP" pdb list --metric htmx
}
