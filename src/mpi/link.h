/* Messages between the ranks of an MPI job: sent without waiting, received one after the other.  Only the thread that called
 * MPI_Init_thread() uses it (MPI_THREAD_FUNNELED).  Without memory for a message the job ends. */
#ifndef SUPERFLIP_MPI_LINK_H
#define SUPERFLIP_MPI_LINK_H
#include <stdbool.h>
#include <stddef.h>

struct link {
	int rank, n_ranks;        /* of this process; of the job */
	struct sending *sendings; /* not finished; owned */
	void *received;           /* owned */
	size_t capacity;
};

struct message {
	int rank;                 /* who sent it */
	int kind;                 /* enum message_kind (mpi/protocol.h) */
	size_t size;
	const void *bytes;        /* the link's, until the next message is received; aligned for any type */
};

struct link link_open(void);

/** Wait until all that was sent is on its way, and free what the link owns. */
void link_close(struct link *link);

/** Send a copy of two pieces of memory, one after the other. */
void link_send(struct link *link, int rank, int kind, const void *head, size_t head_size, const void *body, size_t body_size);

/** Send a copy to all ranks but this one. */
void link_send_all(struct link *link, int kind, const void *bytes, size_t size);

/** The next message, if one has arrived. @return false: there is none */
bool link_receive(struct link *link, struct message *out);

/** Let others have the processor for a moment: nothing has arrived. */
void link_rest(void);

/** End the job: this rank cannot go on.  Any thread may. */
_Noreturn void link_abort(const struct link *link, const char *why);
#endif
