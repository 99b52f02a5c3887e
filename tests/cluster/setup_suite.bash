# Runs once before the files of this directory: the program under test, its scripts, and tables that tests read but never change.

setup_suite() {
	SUPERFLIP=$(realpath "${SUPERFLIP:-build/release/superflip}")
	SCRIPTS=$(realpath scripts/cluster)
	SUPERFLIP_PDB_DIR=$(dirname "$SUPERFLIP")/test-tables/korf
	export SUPERFLIP SCRIPTS SUPERFLIP_PDB_DIR
	"$SUPERFLIP" pdb build -q korf
}
