#include "mpi/ranks.h"

#include "base/array.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <time.h>

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
	MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_arrived, &status);
	if (!has_arrived) {
		if (pauses)  /* a look costs about 10 us, so 1,000 a second are 1 % of a core that searches */
			nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
		return false;
	}
	MPI_Get_count(&status, MPI_BYTE, &size);
	r->received = array_reserve(r->received, (size_t)size + 1, &r->capacity, 1);
	if (r->received == NULL)
		ranks_abort(r, "not enough memory for a message");
	MPI_Recv(r->received, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
	         MPI_STATUS_IGNORE);
	*out = (struct message){status.MPI_SOURCE, status.MPI_TAG, (size_t)size, r->received};
	return true;
}
