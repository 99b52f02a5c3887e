/* superflip-mpi: the commands `solve` and `batch` over the ranks of an MPI job. */
#include "cli/cli.h"
#include "cli/searcher.h"
#include "mpi/leader.h"
#include "mpi/rank.h"

#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
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

struct verb {
	const char *name;
	int (*run)(const struct searcher *searcher, int argc, char **argv);
	enum option_users user;
};

static const struct verb *find_verb(const char *name)
{
	static const struct verb verbs[] = {{"solve", solve_with, FOR_SOLVE}, {"batch", batch_with, FOR_BATCH}};
	for (unsigned i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (strcmp(verbs[i].name, name) == 0)
			return &verbs[i];
	return NULL;
}

/* What needs no other rank. @return -1: the word is none of these */
static int answer(const char *word)
{
	if (strcmp(word, "--version") == 0 || strcmp(word, "-V") == 0 || strcmp(word, "version") == 0)
		return printf("superflip-mpi %s\n", SUPERFLIP_VERSION) < 0 ? EXIT_TABLE : EXIT_SOLVED;
	if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0)
		return fputs(help, stdout) < 0 ? EXIT_TABLE : EXIT_SOLVED;
	return -1;
}

static int run(int argc, char **argv, int rank)
{
	const char *const word = argc > 1 ? argv[1] : "";
	const struct verb *const verb = find_verb(word);
	if (rank != 0) {
		if (verb != NULL)
			rank_run(verb->user, argc - 1, argv + 1);
		return EXIT_SOLVED;
	}
	if (verb != NULL)
		return process_end(leader_run(verb->run, argc - 1, argv + 1));
	const int status = answer(word);
	if (status < 0)
		complain("%s%s%s expected solve or batch; `superflip-mpi --help` describes them", *word != '\0' ? "unknown command '" : "",
		         word, *word != '\0' ? "':" : "a command is missing:");
	return process_end(status < 0 ? EXIT_USAGE : status);
}

static volatile sig_atomic_t end_status;

static void leave(int signal_number)
{
	(void)signal_number;
	_exit(end_status);
}

/* MPICH before 4.2 may wait in MPI_Finalize for ever over UCX and TCP: a rank whose connections are closed waits for the others
 * without answering those that close theirs later (its pull request 6596).  Ranks that begin together seldom meet this; and all
 * work is done and written here, so that a rank may leave if it takes too long. */
static void finish(int status)
{
	enum { MAX_S = 20 };
	end_status = status;
	MPI_Barrier(MPI_COMM_WORLD);
	signal(SIGALRM, leave);
	alarm(MAX_S);
	MPI_Finalize();
}

int main(int argc, char **argv)
{
	int provided, rank;
	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	process_prepare();
	cube_init();
	int status = EXIT_USAGE;
	if (provided < MPI_THREAD_FUNNELED)
		complain("this MPI does not allow threads beside the one that communicates (MPI_THREAD_FUNNELED)");
	else
		status = run(argc, argv, rank);
	finish(status);
	return status;
}
