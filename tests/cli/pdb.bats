#!/usr/bin/env bats
# superflip pdb: what it says and how it exits when tables are there, missing, or broken.

setup() {
	bats_require_minimum_version 1.5.0
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
	run "$SUPERFLIP" pdb build twist flip
	[ "$status" -eq 0 ]
	[[ ${lines[0]} =~ ^"$twist: built in "[0-9.]+" s, 5190 bytes"$ ]]
	[ "$(ls "$SUPERFLIP_PDB_DIR")" = "flip-htm.pdb
twist-htm.pdb" ]
}

@test "build does nothing if there is a sound table" {
	build_small
	before=$(stat -c %i "$twist")
	run "$SUPERFLIP" pdb build twist
	[ "$status" -eq 0 ]
	[ "$output" = "$twist: already there" ]
	[ "$(stat -c %i "$twist")" = "$before" ]
	run "$SUPERFLIP" pdb build twist --force
	[ "$status" -eq 0 ]
	[ "$(stat -c %i "$twist")" != "$before" ]
}

@test "build takes heuristics, and the name of a table twice builds it once" {
	run "$SUPERFLIP" pdb build orientation twist --metric qtm -t 1
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 2 ]
	[ -f "$SUPERFLIP_PDB_DIR/twist-qtm.pdb" ]
	[ -f "$SUPERFLIP_PDB_DIR/flip-qtm.pdb" ]
}

@test "build -q is silent" {
	run build_small
	[ "$status" -eq 0 ]
	[ -z "$output" ]
}

@test "build of an unknown name is a usage error" {
	run "$SUPERFLIP" pdb build nonsense
	[ "$status" -eq 2 ]
	[[ $output == "superflip: no table or heuristic 'nonsense'; "* ]]
	[ ! -e "$SUPERFLIP_PDB_DIR" ]
}

@test "usage errors exit with 2" {
	for arguments in "" "frobnicate" "build" "info" "list twist" "list --force" "build twist -t x" "build twist -t -1" \
	                 "build twist --metric htmx" "verify --frobnicate" "build twist --metric"; do
		run "$SUPERFLIP" pdb $arguments
		[ "$status" -eq 2 ]
		[[ $output == "superflip: "* ]]
	done
	run "$SUPERFLIP" pdb build twist -xq
	[[ $output == "superflip: pdb build: option -x is unknown"*"\`superflip pdb build --help\`"* ]]
}

@test "help goes to standard output" {
	run "$SUPERFLIP" pdb --help
	[ "$status" -eq 0 ]
	[[ ${lines[0]} == "usage: superflip pdb "* ]]
	run "$SUPERFLIP" pdb build --help
	[ "$status" -eq 0 ]
}

@test "a missing table: verify, info and path name the command that builds it" {
	for verb in verify info path; do
		run "$SUPERFLIP" pdb $verb twist
		[ "$status" -eq 4 ]
		[ "$output" = "superflip: $twist: no such table; run \`superflip pdb build twist\`" ]
	done
}

@test "verify without tables fails" {
	run "$SUPERFLIP" pdb verify
	[ "$status" -eq 4 ]
	[[ $output == *"no tables"* ]]
}

@test "verify of sound tables, all, by name and by file" {
	build_small
	run "$SUPERFLIP" pdb verify
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 3 ]
	run "$SUPERFLIP" pdb verify twist "$SUPERFLIP_PDB_DIR/flip-htm.pdb"
	[ "$status" -eq 0 ]
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
	run "$SUPERFLIP" pdb build twist --force
	[ "$status" -eq 0 ]
	run "$SUPERFLIP" pdb verify twist
	[ "$status" -eq 0 ]
}

@test "a damaged file" {
	build_small
	poke "$twist" 4500 "damaged"
	expect_refusal "the entries do not match their checksum"
}

@test "a truncated file" {
	build_small
	truncate -s 5000 "$twist"
	expect_refusal "truncated, 5000 bytes instead of 5190"
	truncate -s 100 "$twist"
	expect_refusal "truncated after 100 bytes, within the header"
	truncate -s 0 "$twist"
	expect_refusal "truncated after 0 bytes, within the header"
	truncate -s 6000 "$twist"
	expect_refusal "too long, 6000 bytes instead of 5190"
}

@test "a foreign file" {
	build_small
	seq 10000 >"$twist"
	expect_refusal "not a pattern database"
}

@test "a half-written file" {
	build_small
	dd if=/dev/zero of="$twist" bs=4096 count=1 conv=notrunc status=none
	expect_refusal "half written, with zeros for data"
	truncate -s 5000 "$twist"
	truncate -s 5190 "$twist"
	expect_refusal "half written, with zeros for data"
}

@test "a damaged header" {
	build_small
	poke "$twist" 2000 "x"
	expect_refusal "the header is damaged"
}

@test "another format version" {
	build_small
	poke "$twist" 8 $'\x05'
	expect_refusal "format version 5, this build reads 1"
	cp "$COSET_30M_DIR/coset-30m-htm.pdb" "$SUPERFLIP_PDB_DIR"
	poke "$SUPERFLIP_PDB_DIR/coset-30m-htm.pdb" 8 $'\x05'
	expect_sentence "format version 5, this build reads 4" coset-30m
}

@test "another table under this name" {
	build_small
	cp "$SUPERFLIP_PDB_DIR/flip-htm.pdb" "$twist"
	expect_refusal "holds the table flip in the metric htm"
}

@test "a directory given by --pdb-dir is part of the advice" {
	build_small
	poke "$twist" 4500 "damaged"
	mv "$SUPERFLIP_PDB_DIR" "$BATS_TEST_TMPDIR/elsewhere"
	run "$SUPERFLIP" pdb verify twist --pdb-dir "$BATS_TEST_TMPDIR/elsewhere"
	[ "$status" -eq 4 ]
	[[ $output == *"run \`superflip pdb build twist --force --pdb-dir '$BATS_TEST_TMPDIR/elsewhere'\`" ]]
}

@test "list names all known tables, and others that are installed" {
	build_small
	"$SUPERFLIP" pdb build -q edges-URUF
	run "$SUPERFLIP" pdb list
	[ "$status" -eq 0 ]
	rows=$(tr -s ' ' <<<"$output")
	[[ $rows == *"corners htm - 44.1 MB 8.764134 "* ]]
	[[ $rows == *"twist htm installed 5.2 kB 4.459076 "* ]]
	[[ $rows == *"edges-URUF-htm.pdb htm installed "* ]]
	[[ $("$SUPERFLIP" pdb list --format csv) == "table,metric,state,size,mean,solve,build,used by"*"
twist,htm,installed,5190,4.45907636,"* ]]
}

@test "info shows the header and the entries by depth" {
	build_small
	run "$SUPERFLIP" pdb info twist
	[ "$status" -eq 0 ]
	[[ $output == *"entries          2187, 4 bits each"* ]]
	[[ $output == *"    6            128"* ]]
	run "$SUPERFLIP" pdb info "$SUPERFLIP_PDB_DIR/flip-htm.pdb"
	[ "$status" -eq 0 ]
	[[ $output == *"table            flip"* ]]
}

@test "info of cosets: filter blocks, and the entries of a sample by depth" {
	mkdir "$SUPERFLIP_PDB_DIR"
	cp "$COSET_30M_DIR/coset-30m-htm.pdb" "$SUPERFLIP_PDB_DIR"
	run "$SUPERFLIP" pdb info coset-30m
	[ "$status" -eq 0 ]
	[[ $output == *"table            coset-30m: slice-free cosets, 32 MB"* ]]
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
	run --separate-stderr "$SUPERFLIP" pdb build "$1"
	[ "$status" -eq 0 ]
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
		run "$SUPERFLIP" pdb build "$name"
		[ "$status" -eq 2 ]
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
	run "$installed" pdb verify
	[ "$status" -eq 0 ]
	[[ $output == *"$HOME/.cache/superflip/twist-htm.pdb: sound, "*"/usr/share/superflip/twist-htm.pdb: sound, "* ]]
	rm -r "$HOME/.cache"
	run "$installed" pdb verify
	[ "$status" -eq 0 ]
	[ "${#lines[@]}" -eq 1 ]
	unset HOME
	run "$installed" pdb path
	[ "$status" -eq 4 ]
	[[ $output == *"HOME"*"--pdb-dir"* ]]
	# The system's copy is there all the same; what is not there has a message that says what is missing.
	[ "$("$installed" pdb path twist)" = "$BATS_TEST_TMPDIR/usr/share/superflip/twist-htm.pdb" ]
	run "$installed" solve R
	[ "$status" -eq 4 ]
	[[ $output == *"HOME"*"--pdb-dir"* ]]
}

@test "a table that another process is building" {
	build_small
	exec 9>"$twist.lock"
	flock 9
	run "$SUPERFLIP" pdb build twist --force
	[ "$status" -eq 4 ]
	[[ $output == "superflip: $twist: being built by another process; "* ]]
	exec 9>&-
}

@test "too little memory exits with 5 and leaves nothing" {
	(ulimit -v 60000 && "$SUPERFLIP" pdb path) || skip "this build cannot run in 60 MB"
	run bash -c 'ulimit -v 60000 && "$0" pdb build corners' "$SUPERFLIP"
	[ "$status" -eq 5 ]
	[[ $output == *"not enough memory; about 72 MB are needed; "* ]]
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
	run script -qec "'$SUPERFLIP' pdb build edges-URUFULUB --force >/dev/null" /dev/null
	[ "$status" -eq 0 ]
	[[ $output == *"edges-URUFULUB: building ["*"% "*" s"*$'\r\033[K' ]]
	run script -qec "'$SUPERFLIP' pdb build edges-URUFULUB --force -q" /dev/null
	[ -z "$output" ]
}

@test "a full standard output is an error" {
	build_small
	run bash -c '"$0" pdb info twist >/dev/full' "$SUPERFLIP"
	[ "$status" -eq 4 ]
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
	run "$SUPERFLIP" pdb list --metric qtm
	[ "$status" -eq 0 ]
	! grep -q " htm " <<<"$output"
	for table in corners korf coset-30m coset-8g flipslice-twist; do
		[[ $(grep "^$table  *qtm" <<<"$output" | cut -c64-70) =~ [0-9]" "(s|min|h|d)$ ]] || { echo "$table"; false; }
	done
	run "$SUPERFLIP" pdb list --metric stm
	[ "$status" -eq 2 ]
}
