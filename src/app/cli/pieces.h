/* The finished pieces of a long measurement: in a record from which a later run goes on, in a shard, or in
 * memory only. */
#ifndef SUPERFLIP_CLI_PIECES_H
#define SUPERFLIP_CLI_PIECES_H
#include "cli/output.h"
#include "report/run_log.h"

struct pieces {
	struct run_log log;       /* the lines of all pieces, old and new; of a shard none */
	const char *path;         /* of --record; NULL: none */
	struct output shard;      /* of --shard */
	bool is_shard;
};

/** Open what --record or --shard names.
 * @param parameters  what must be the same for the pieces to belong together; borrowed
 * @param about       what is noted of the run; borrowed
 * @param shard       shard.n 0: none; else shard, n_items and source
 * @param more        of a shard also what must be the same for a shard, as lines
 * @param work        what is done: "coset-list"
 * @param directory   as output_open_shard() has it
 * @return EXIT_SOLVED, and pieces_close() is called in the end; else complained */
int pieces_open(const char *path, json_t *parameters, json_t *about, struct shard_about shard,
                const char *more, const char *work, const char *directory, struct pieces *out);

/** Keep a piece.
 * @param kind   what it counts as in a shard
 * @param lines  an array of its lines, which is taken over; NULL counts as lack of memory
 * @return EXIT_SOLVED; else complained */
int pieces_add(struct pieces *pieces, unsigned kind, json_t *lines);

/** The lines of a record that have the members of an object, by a number in each.
 * @param of      taken over
 * @param number  of which member
 * @return n of them, borrowed, NULL where there is none, in an array to be freed; NULL without memory */
json_t **pieces_lines(const struct pieces *pieces, json_t *of, const char *number, size_t n);

/** @return status, or another one after complaining of a shard; pieces->shard.n_of_kind then has all of its
 * items */
int pieces_close(struct pieces *pieces, bool is_quiet, int status);
#endif
