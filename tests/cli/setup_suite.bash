# Runs once before the files of this directory: the programs under test, and tables that tests read but never change.
# Beside the program, in test-tables/, so that a new library has them built anew (Makefile).

setup_suite() {
	SUPERFLIP=$(realpath "${SUPERFLIP:-build/release/superflip}")
	COMPARE=$(realpath "${COMPARE:-$(dirname "$SUPERFLIP")/bench/compare}")
	SUPERFLIP_PDB_DIR=$(dirname "$SUPERFLIP")/test-tables/korf
	COSET_30M_DIR=$(dirname "$SUPERFLIP")/test-tables/coset-30m
	unset XDG_CACHE_HOME
	export SUPERFLIP COMPARE SUPERFLIP_PDB_DIR COSET_30M_DIR
	"$SUPERFLIP" pdb build -q default
	"$SUPERFLIP" pdb build -q default --metric qtm
	"$SUPERFLIP" pdb build -q reid
	"$SUPERFLIP" pdb build -q coset-30m --pdb-dir "$COSET_30M_DIR"
}
