/* The finished pieces of a long measurement: in a record from which a later run goes on, in a shard, or in
 * memory only. */
#pragma once
#include "cli/output.h"
#include "report/run_log.h"

extern struct pieces {
	struct run_log log;       /* the lines of all pieces, old and new; of a shard none */
	const char *path;         /* of --record; NULL: none */
	bool is_shard;            /* they are records of `output`, of --shard */
} pieces;

/** Open what --record or --shard names.
 * @param parameters  what must be the same for the pieces to belong together; borrowed
 * @param about       what is noted of the run; borrowed
 * @param shard       shard.n 0: none; else shard, n_items and source
 * @param more        of a shard also what must be the same for a shard, as lines
 * @param work        what is done: "coset-list"
 * @param directory   as output_open_shard() has it
 * @return EXIT_SOLVED, of a shard output_close_shard() is called in the end; else complained */
int pieces_open(const char *path, json_t *parameters, json_t *about, struct shard_about shard,
                const char *more, const char *work, const char *directory);

/** Keep a piece.
 * @param kind   what it counts as in a shard
 * @param lines  an array of its lines, which is taken over
 * @return EXIT_SOLVED; else complained */
int pieces_add(unsigned kind, json_t *lines);

/** The lines of a record that have the members of an object, by a number in each.
 * @param of      taken over
 * @param number  of which member
 * @return n of them, borrowed, NULL where there is none, in an array to be freed */
json_t **pieces_lines(json_t *of, const char *number, size_t n);
