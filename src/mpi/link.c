#include "mpi/link.h"

#include "base/array.h"
#include "cli/cli.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A message that MPI has not finished sending. */
struct sending {
	MPI_Request request;
	struct sending *next;
	_Alignas(max_align_t) unsigned char bytes[];
};

struct link link_open(void)
{
	struct link link = {.sendings = NULL};
	MPI_Comm_rank(MPI_COMM_WORLD, &link.rank);
	MPI_Comm_size(MPI_COMM_WORLD, &link.n_ranks);
	return link;
}

static void free_finished(struct link *link, bool waits)
{
	for (struct sending **at = &link->sendings; *at != NULL;) {
		int is_finished = 1;
		if (waits)
			MPI_Wait(&(*at)->request, MPI_STATUS_IGNORE);
		else
			MPI_Test(&(*at)->request, &is_finished, MPI_STATUS_IGNORE);
		struct sending *const sending = *at;
		if (is_finished) {
			*at = sending->next;
			free(sending);
		} else {
			at = &sending->next;
		}
	}
}

void link_close(struct link *link)
{
	free_finished(link, true);
	free(link->received);
}

_Noreturn void link_abort(const struct link *link, const char *why)
{
	complain("rank %d: %s", link->rank, why);
	MPI_Abort(MPI_COMM_WORLD, EXIT_MEMORY);
	abort();
}

void link_send(struct link *link, int rank, int kind, const void *head, size_t head_size, const void *body, size_t body_size)
{
	free_finished(link, false);
	struct sending *const sending = head_size + body_size <= INT_MAX ? malloc(sizeof *sending + head_size + body_size) : NULL;
	if (sending == NULL)
		link_abort(link, "not enough memory for a message");
	if (head_size != 0)
		memcpy(sending->bytes, head, head_size);
	if (body_size != 0)
		memcpy(sending->bytes + head_size, body, body_size);
	MPI_Isend(sending->bytes, (int)(head_size + body_size), MPI_BYTE, rank, kind, MPI_COMM_WORLD, &sending->request);
	sending->next = link->sendings;
	link->sendings = sending;
}

void link_send_all(struct link *link, int kind, const void *bytes, size_t size)
{
	for (int rank = 0; rank < link->n_ranks; rank++)
		if (rank != link->rank)
			link_send(link, rank, kind, bytes, size, NULL, 0);
}

bool link_receive(struct link *link, struct message *out)
{
	int has_arrived, size;
	MPI_Status status;
	free_finished(link, false);
	MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_arrived, &status);
	if (!has_arrived)
		return false;
	MPI_Get_count(&status, MPI_BYTE, &size);
	link->received = array_reserve(link->received, (size_t)size + 1, &link->capacity, 1);
	if (link->received == NULL)
		link_abort(link, "not enough memory for a message");
	MPI_Recv(link->received, size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	*out = (struct message){status.MPI_SOURCE, status.MPI_TAG, (size_t)size, link->received};
	return true;
}

/* A look costs about 10 us, so at 3,000 a second 2 % of a core that searches. */
void link_rest(void)
{
	nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
}
