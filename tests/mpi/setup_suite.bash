# The programs under test, and how to run one over ranks: `make mpi-test` calls the tests once for Open MPI and once for MPICH.

setup_suite() {
	SUPERFLIP=$(realpath "${SUPERFLIP:-build/release/superflip}")
	SUPERFLIP_MPI=$(realpath "${SUPERFLIP_MPI:-build/release/superflip-mpi}")
	: "${MPIRUN:=mpirun --oversubscribe --bind-to none}"
	export SUPERFLIP SUPERFLIP_MPI MPIRUN
	# Open MPI wants to be asked before it runs as root, as it does in containers.
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
	unset XDG_CACHE_HOME
	SUPERFLIP_PDB_DIR=$(dirname "$SUPERFLIP")/test-tables/korf
	export SUPERFLIP_PDB_DIR
	"$SUPERFLIP" pdb build -q default
	# A search of four seconds or more of a processor, so that what happens within it is no matter of chance: 11 moves take 13 times as
	# long as 10, 12 moves 13 times as long again.
	local TIMEFORMAT=%3U seconds
	seconds=$({ time "$SUPERFLIP" solve -q --deterministic --heuristic manhattan "R U F2 D' L B2 U' R2 F D" >/dev/null 2>&1; } 2>&1)
	HARD="R U F2 D' L B2 U' R2 F D L'" HARD_MOVES=11
	if awk "BEGIN { exit !($seconds * 13 < 4) }"; then
		HARD="$HARD U2" HARD_MOVES=12
	fi
	export HARD HARD_MOVES
}
