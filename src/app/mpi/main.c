/* superflip-mpi: the commands `solve` and `batch` over the ranks of an MPI job. */
#include "mpi/ranks.h"

#include "base/array.h"
#include "cli/cli.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

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

_Noreturn void ranks_abort(const struct ranks *r, const char *why)
{
	complain("rank %d: %s", r->rank, why);
	MPI_Abort(MPI_COMM_WORLD, EXIT_MEMORY);
	abort();
}

bool ranks_receive(struct ranks *r, struct message *out, bool pauses)
{
	int has_arrived, size;
	MPI_Status status;
	pthread_mutex_lock(&r->lock);
	MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_arrived, &status);
	if (has_arrived) {
		MPI_Get_count(&status, MPI_BYTE, &size);
		r->received = array_reserve(r->received, (size_t)size + 1, &r->capacity, 1);
		if (r->received == NULL)
			ranks_abort(r, "not enough memory for a message");
		MPI_Recv(r->received, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
		         MPI_STATUS_IGNORE);
		*out = (struct message){status.MPI_SOURCE, status.MPI_TAG, size, r->received};
	}
	pthread_mutex_unlock(&r->lock);
	if (!has_arrived && pauses)  /* a look costs about 10 us, so 1,000 a second are 1 % of a core that
	                              * searches */
		nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
	return has_arrived;
}

static int run(struct ranks *ranks, int argc, char **argv)
{
	const char *const word = argc > 1 ? argv[1] : "";
	const bool solves = strcmp(word, "solve") == 0, is_command = solves || strcmp(word, "batch") == 0;
	const enum option_users user = solves ? FOR_SOLVE : FOR_BATCH;
	int status = EXIT_SOLVED;
	if (ranks->rank != 0) {
		if (is_command)
			rank_run(ranks, user, argc - 1, argv + 1);
		return status;
	}
	if (is_command)
		status = leader_run(ranks, user, argc - 1, argv + 1);
	else if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0 || strcmp(word, "version") == 0)
		puts("superflip-mpi " SUPERFLIP_VERSION);
	else if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
		fputs(help, stdout);
	else
		status = complain_and(
			EXIT_USAGE,
			*word != '\0'
				? "unknown command '%s': expected solve or batch; `superflip-mpi --help` describes them"
				: "a command is missing%s: expected solve or batch; `superflip-mpi --help` describes them",
			word);
	return process_end(status);
}

static volatile sig_atomic_t end_status;

static void leave(int signal_number)
{
	(void)signal_number;
	_exit(end_status);
}

int main(int argc, char **argv)
{
	enum { MAX_S = 20 };
	int provided;
	struct ranks ranks = {.lock = PTHREAD_MUTEX_INITIALIZER};
	MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &ranks.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &ranks.n);
	process_prepare();
	cube_init();
	int status = EXIT_USAGE;
	if (provided < MPI_THREAD_SERIALIZED)
		complain("this MPI lets only one thread communicate: MPI_THREAD_SERIALIZED is needed");
	else
		status = run(&ranks, argc, argv);
	free(ranks.received);
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
