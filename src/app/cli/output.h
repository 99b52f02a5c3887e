/* Where records go: standard output, a device, a file from which a later run goes on, or a shard, --shard K/N
 * -o DIRECTORY. */
#pragma once
#include "cli/html.h"

extern struct output {
	const char *path;                  /* of the file, of a shard its first one; NULL: standard output */
	int fd;                            /* -1: a shard's file is made with its first record */
	enum record_format format;
	bool is_sealed;                    /* files from which a later run goes on */
	char *problem;                     /* of the seals; owned */
	char *head;                        /* written before the next record; owned */
	uint64_t end;                      /* of what is written */
	bool has_rest; /* something else follows there: it is cut off by the next record */
	bool has_ended;                    /* the list was read and solved to its end */
	bool is_interrupted;               /* a record was not final: those after it are made again, too */
	uint64_t n_items;                  /* of a shard; otherwise more than there are */
	uint64_t n_resumed, n_written;     /* records of earlier runs; of these and this one */
	uint64_t n_done;                   /* final ones */
	uint64_t n_of_kind[N_RESULT_KINDS];  /* of these */
	uint64_t *cube;                    /* their cubes' checksums, as far as they were read; owned */
	size_t capacity;
	double last_sync_s;
	struct shard_about about;          /* of a shard; shard.n 0: it is none */
	const char *directory;             /* of a shard */
	char first[PATH_MAX], own[PATH_MAX];  /* names of a shard's files */
	unsigned n_files;
	bool is_complete; /* of a shard: by earlier runs, or by another one meanwhile: stop */
	FILE *record;                      /* collects the next record */
	char *text;                        /* its text; owned by `record` */
	size_t text_bytes;
} output;

/** Open the output that the options name.
 * @param input_fd  of the list: --force must not empty it; -1: there is none
 * @return EXIT_SOLVED; else complained */
int output_open(int input_fd);

/** Begin a shard, or continue it; records are added in the order of its items.
 * @param about        but block_items; options and head become the output's; NULL counts as lack of memory
 * @param seals        their problem; owned by the output; NULL counts as lack of memory
 * @param directory    created if missing; NULL: the working directory
 * @param makes_again  what earlier runs have done is removed
 * @return EXIT_SOLVED: output.is_complete and there is nothing to do, or it is to be worked on; else
 *   complained
 * and closed */
int output_open_shard(const struct shard_about *about, enum record_format format, char *seals,
                      const char *directory, bool makes_again);

/** Whether an item of the whole list is the one that a shard needs next. */
bool output_wants(uint64_t item);

/** Write output.record whole, or nothing of it on failure.  On standard output it appears after fflush().
 * @param cube      checksum of the cube
 * @param kind      what it counts as
 * @param is_final  a later run need not make the record again
 * @return EXIT_SOLVED; else complained */
int output_end_record(uint64_t cube, unsigned kind, bool is_final);

/** Complain that something could not be written.  @param error  0: it was; or errno
 * @return the exit status */
int output_complain(int error);

/** Sync from time to time; called a few times a second. */
void output_tick(void);

/** @return status; EXIT_TABLE, having complained, if status was EXIT_SOLVED and something could not be
 *   written */
int output_close(int status);

/** Close a shard, and say how many of its items are done; output.n_of_kind then has all of them.
 * @return status, or another one after complaining */
int output_close_shard(int status);
