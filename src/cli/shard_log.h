/* Commands that work on one shard of a list: --shard K/N -o DIRECTORY.  Records are kept in a partial file as they come, and copied
 * to the shard in the order of the list at the end. */
#ifndef SUPERFLIP_CLI_SHARD_LOG_H
#define SUPERFLIP_CLI_SHARD_LOG_H
#include "cluster/shard.h"

#include <jansson.h>

/** Where an item's record is in the partial file. */
struct shard_item {
	uint64_t at, checksum;               /* at 0: it is not done */
	uint32_t size;
	uint8_t kind;
};

struct shard_log {
	struct shard_about about;
	char path[PATH_MAX];                 /* of the complete shard */
	char part[PATH_MAX];                 /* of the partial file */
	struct record_log log;               /* the partial file */
	struct shard_item *item;             /* of the shard's items; owned */
	uint64_t n_items, n_done;
	bool replaces;                       /* the file of this name is damaged, or to be made again */
	bool is_complete;                    /* by an earlier run, or by another one meanwhile */
	uint64_t n_of_kind[N_SHARD_KINDS];   /* of a complete one; of all that is done after shard_log_end() */
	double last_flush_s, last_sync_s;
};

/** Set what identifies the options. @param identity  lines "key=value"; freed here; NULL counts as lack of memory
 * @return EXIT_SOLVED; else complained */
int shard_log_identify(struct shard_about *about, char *identity);

/** Begin, or continue an earlier run.
 * @param out          out->about is filled by the caller except block_items; its head becomes the log's
 * @param directory    created if missing; NULL: the working directory
 * @param makes_again  even if it is complete
 * @return EXIT_SOLVED: out->is_complete and there is nothing to do, or it is to be worked on; else complained and closed */
int shard_log_begin(struct shard_log *out, const char *directory, bool makes_again);

/** Whether an item of the whole list is to be done now. */
bool shard_log_wants(const struct shard_log *log, uint64_t item);

/** Append an item's record.  @return EXIT_SOLVED; else complained */
int shard_log_add(struct shard_log *log, const struct shard_record *record);

/** The same, with a text. @param text  its records; "" if there are none */
int shard_log_add_text(struct shard_log *log, uint64_t item, unsigned kind, const char *text);

/** The same, with a JSON object as a line. @param line  a reference that is taken over; NULL counts as lack of memory */
int shard_log_add_line(struct shard_log *log, uint64_t item, unsigned kind, json_t *line);

/** Write what was added, and sync it from time to time; called a few times a second where records are rare. */
enum record_log_status shard_log_tick(struct shard_log *log);

/** Whether another run has finished the shard meanwhile; sets log->is_complete. */
bool shard_log_is_superseded(struct shard_log *log);

/** Write the shard if all its items are done, otherwise say how many are; close the log.
 * @return status, or another one after complaining */
int shard_log_end(struct shard_log *log, bool is_quiet, int status);
#endif
