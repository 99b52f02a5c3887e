# What jobs of one host and of two have in common.

bats_require_minimum_version 1.5.0
load ../cli/wait
load ../cli/slow

# Without tables. What is interrupted is $HARD, which setup_suite chooses: $HARD_MOVES moves.
eight="R U F2 D' L B2 U' R2" ten="R U F2 D' L B2 U' R2 F D"
plain=(--deterministic --heuristic manhattan)

# What -v tells of iterations, without times: counts of nodes.
iterations() {
	grep '^cube [0-9]*: [0-9]* moves:' "$1" | sed 's/ expanded,.*/ expanded/'
}

# What one.out and one.err say of one process, mpi.out and mpi.err say of a job.
same_as_one() {
	diff one.out mpi.out
	diff <(iterations one.err) <(iterations mpi.err)
}

# The units of a journal: cube, moves, unit, and counts of nodes.
units() {
	"$SUPERFLIP" journal --units --format csv "$1" | grep -v '^#' | cut -d, -f1-6
}

no_unit_is_there_twice() {
	[ -z "$(units "$1" | cut -d, -f1-3 | sort | uniq -d)" ]
}

size_of() {
	stat -c %s "$1" 2>/dev/null || echo 0
}

# kill_rank JOB RANK CONDITION...: kill a rank of a job once a condition holds, to which the process of the rank is added; the job's status.
kill_rank() {
	local job=$1 rank=$2 pid="" status=0
	shift 2
	while kill -0 "$job" 2>/dev/null; do
		[ -n "$pid" ] || pid=$(process_of_rank "$rank") || true
		if [ -n "$pid" ] && "$@" "$pid"; then
			kill -9 "$pid" 2>/dev/null || true
			break
		fi
		sleep 0.05
	done
	wait "$job" || status=$?
	return "$status"
}

# Which of these processes is a rank.
rank_among() {
	local rank=$1 pid
	shift
	for pid in "$@"; do
		[ "$(readlink "/proc/$pid/exe")" = "$SUPERFLIP_MPI" ] || continue
		if tr '\0' '\n' <"/proc/$pid/environ" | grep -Eqx "(OMPI_COMM_WORLD_RANK|PMI_RANK)=$rank"; then
			echo "$pid"
			return
		fi
	done
}

# A list of cubes of nine moves, about a tenth of a second each.
write_list() {
	"$SUPERFLIP" scramble -n 40 --seed 5 --type moves | cut -d' ' -f1-9 >list.txt
}
