/* Messages between the ranks of an MPI job: sent without waiting, received one after the other.  Only the thread that called
 * MPI_Init_thread() uses it (MPI_THREAD_FUNNELED). */
#ifndef SUPERFLIP_MPI_LINK_H
#define SUPERFLIP_MPI_LINK_H
#include <stdbool.h>
#include <stddef.h>

struct link;

struct message {
	int rank;             /* who sent it */
	int kind;             /* enum message_kind (mpi/protocol.h) */
	size_t size;
	const void *bytes;    /* the link's, until the next message is received; aligned for any type */
};

/** @return NULL without memory */
struct link *link_create(void);

/** Wait until all that was sent is on its way, and free the link. */
void link_destroy(struct link *link);

/** Send a copy of two pieces of memory, one after the other. @return false without memory */
bool link_send(struct link *link, int rank, int kind, const void *head, size_t head_size, const void *body, size_t body_size);

/** The next message, if one has arrived. @return false: there is none; or there is no memory for it: link_failed() */
bool link_receive(struct link *link, struct message *out);

/** Whether a message was too large for the memory. */
bool link_failed(const struct link *link);

/** Let others have the processor for a moment: nothing has arrived. */
void link_rest(void);
#endif
