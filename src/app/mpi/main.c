/* superflip-mpi: the commands `solve` and `batch` over the ranks of an MPI job. */
#include "mpi/ranks.h"

#include <signal.h>

static const char help[] =
	"usage: mpirun [MPI OPTION...] superflip-mpi solve|batch [OPTION...]\n"
	"              [ARGUMENT...]\n\n"
	"superflip's `solve` and `batch` over all ranks of an MPI job, each with its own\n"
	"threads; options, records and exit status are those of `superflip`.\n\n"
	"  solve   one cube after the other; its units of work go to ranks that ask for\n"
	"          them.  With --journal FILE the same command goes on where a job ended,\n"
	"          however it ended.\n"
	"  batch   a list; whole cubes go to ranks, with -o OUT --resume as on one host\n\n"
	"`superflip-mpi solve --help` and `superflip-mpi batch --help` list the options.\n";

struct ranks ranks = {.lock = PTHREAD_MUTEX_INITIALIZER};

_Noreturn void ranks_abort(const char *why)
{
	complain("rank %d: %s", ranks.rank, why);
	MPI_Abort(MPI_COMM_WORLD, EXIT_MEMORY);
	abort();
}

bool ranks_receive(struct message *out, bool pauses)
{
	int has_arrived, size;
	MPI_Status status;
	pthread_mutex_lock(&ranks.lock);
	MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_arrived, &status);
	if (has_arrived) {
		MPI_Get_count(&status, MPI_BYTE, &size);
		ranks.received = array_reserve(ranks.received, (size_t)size + 1, &ranks.capacity, 1);
		if (ranks.received == NULL)
			ranks_abort("not enough memory for a message");
		MPI_Recv(ranks.received, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
		         MPI_STATUS_IGNORE);
		*out = (struct message){status.MPI_SOURCE, status.MPI_TAG, size, ranks.received};
	}
	pthread_mutex_unlock(&ranks.lock);
	if (!has_arrived && pauses)  /* a look costs about 10 us, so 1,000 a second are 1 % of a core that
	                              * searches */
		nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
	return has_arrived;
}

static int run(int argc, char **argv)
{
	const char *const word = argc > 1 ? argv[1] : "";
	const bool solves = text_equal(word, "solve"), is_command = solves || text_equal(word, "batch");
	ranks.user = solves ? FOR_SOLVE : FOR_BATCH;
	ranks.argc = argc - 1;
	ranks.argv = argv + 1;
	int status = EXIT_SOLVED;
	if (ranks.rank != 0) {
		if (is_command)
			rank_run();
		return status;
	}
	if (is_command)
		status = leader_run();
	else if (text_equal(word, "--version") || text_equal(word, "-V") || text_equal(word, "version"))
		puts("superflip-mpi " SUPERFLIP_VERSION);
	else if (text_equal(word, "--help") || text_equal(word, "-h") || text_equal(word, "help"))
		fputs(help, stdout);
	else
		status = usage_error(*word != '\0'
				? "unknown command '%s': expected solve or batch; `superflip-mpi --help` describes them"
				: "a command is missing%s: expected solve or batch; `superflip-mpi --help` describes them",
			word);
	return process_end(status);
}

static volatile sig_atomic_t end_status;

static void leave(int signal_number)
{
	_exit(end_status);
}

int main(int argc, char **argv)
{
	enum { MAX_S = 20 };
	int provided;
	MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks.n);
	process_prepare();
	cube_init();
	int status = EXIT_USAGE;
	if (provided < MPI_THREAD_SERIALIZED)
		complain("this MPI lets only one thread communicate: MPI_THREAD_SERIALIZED is needed");
	else
		status = run(argc, argv);
	/* MPICH before 4.2 may wait in MPI_Finalize for ever over UCX and TCP: a rank whose connections are
	 * closed waits for the others without answering those that close theirs later (its pull request 6596).
	 * Ranks that begin together seldom meet this; all work is done and written here, so a rank may leave. */
	end_status = status;
	MPI_Barrier(MPI_COMM_WORLD);
	signal(SIGALRM, leave);
	alarm(MAX_S);
	MPI_Finalize();
	return status;
}
