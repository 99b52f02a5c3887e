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
}
