# Runs once before the files of this directory: the programs under test, and tables that tests read but never change.
# Beside the program, in test-tables/, which is emptied when the code that builds tables has changed (mk/objects.mk).

# Copies of tables in a directory of their own. They are built beside those of the unit tests (tests/support/tables.h), so that what
# both need is built once, and whoever comes second waits.
shared_tables() {
	local directory=$1 metric=$2 shared path
	shift 2
	shared=$(dirname "$SUPERFLIP")/test-tables
	"$SUPERFLIP" pdb build -q --wait "$@" --metric "$metric" --pdb-dir "$shared"
	mkdir -p "$directory"
	"$SUPERFLIP" pdb path "$@" --metric "$metric" --pdb-dir "$shared" | while read -r path; do
		cp -u --reflink=auto "$path" "$directory"
	done
}

# What a test's own directory begins with, whatever other tests have built beside these: Korf's tables for half turns.
korf_tables() {
	mkdir -p "$1"
	ln -s "$(dirname "$SUPERFLIP")"/test-tables/korf/{corners,edges-URUFULUBFRFL,edges-DRDFDLDBBLBR}-htm.pdb "$1"
}

# All that this suite has: Korf's, Reid's and the smallest of cosets.
all_tables() {
	mkdir "$BATS_TEST_TMPDIR/pdb"
	ln -s "$SUPERFLIP_PDB_DIR"/* "$COSET_30M_DIR"/* "$BATS_TEST_TMPDIR/pdb"
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/pdb
}
export -f shared_tables korf_tables all_tables

setup_suite() {
	SUPERFLIP=$(realpath "${SUPERFLIP:-build/release/superflip}")
	COMPARE=$(realpath -m "${COMPARE:-$(dirname "$SUPERFLIP")/bench/compare}")
	SUPERFLIP_PDB_DIR=$(dirname "$SUPERFLIP")/test-tables/korf
	COSET_30M_DIR=$(dirname "$SUPERFLIP")/test-tables/coset-30m
	unset XDG_CACHE_HOME
	export SUPERFLIP COMPARE SUPERFLIP_PDB_DIR COSET_30M_DIR
	shared_tables "$SUPERFLIP_PDB_DIR" htm default reid
	shared_tables "$SUPERFLIP_PDB_DIR" qtm default
	shared_tables "$COSET_30M_DIR" htm coset-30m
	# Whole cubes by slices, too: in the tests' own directory only.
	"$SUPERFLIP" pdb build -q --wait solved --metric stm --pdb-dir "$SUPERFLIP_PDB_DIR"
}
