/* Where records go: standard output, a device, or a file of our own with a log beside it to resume it. */
#ifndef SUPERFLIP_CLI_OUTPUT_H
#define SUPERFLIP_CLI_OUTPUT_H
#include "cli/html.h"
#include "report/resume.h"

struct output {
	const char *path;                  /* NULL: standard output */
	FILE *file;                        /* NULL: a shard */
	bool has_log, keeps_log;
	struct resume resume;              /* its progress counts only records that are final */
	char log_path[4096 + 16];
	struct resume_progress resumed;    /* what an earlier run has done */
	bool is_final;                     /* no record was left out yet that has to be made again */
	double last_flush_s, last_sync_s;
	struct shard_log *shard;           /* of the caller: records go there, not into a file; NULL: none */
	bool has_been_superseded;          /* another run has finished the shard: there is nothing left to do */
	FILE *record;                      /* what is written here becomes the next record */
	char *text;                        /* of it; owned by `record` */
	size_t text_bytes;
	struct html_page *html;            /* of the caller; gets every record, too; NULL: none */
	struct sheet *sheet;               /* of the caller; gets every record instead; NULL: none */
};

/** Open the output that the options name.
 * @param input_fd  of the list: --force must not empty it
 * @return EXIT_SOLVED; else complained */
int output_open(const struct solve_options *o, int input_fd, struct output *out);

/** Standard output, for `solve`. @return EXIT_SOLVED; EXIT_MEMORY, having complained */
int output_open_standard(struct output *out);

/** The records of a shard, which has been begun. @return EXIT_SOLVED; EXIT_MEMORY, having complained */
int output_open_shard(struct shard_log *shard, struct output *out);

/** Write what is in out->record: all of it or, if that fails, nothing of it.  Standard output has it after output_flush().
 * @param cube      checksum of the cube
 * @param is_final  no later run is to make the record again
 * @return 0, or errno */
int output_end_record(struct output *out, uint64_t cube, enum resume_kind kind, bool is_final);

/** Before waiting for anything.  @return 0, or errno */
int output_flush(struct output *out);

/** Bring the log to the disk now and then; call it some times a second. */
void output_tick(struct output *out);

/** @param is_complete  the list was solved to its end
 * @return status, or EXIT_TABLE after complaining if not all could be written and status was EXIT_SOLVED */
int output_close(struct output *out, bool is_complete, int status);
#endif
