/* superflip verify --shard K/N: a part of the lines, for one of many tasks on any hosts. */
#include "cli/verify_state.h"

#include "cli/cli.h"
#include "cli/shard_log.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

/* Read the whole file: how many rows it has, and their checksum. */
static void survey(struct verify *v, FILE *in, XXH3_state_t *state, struct shard_about *about)
{
	char *text = NULL;
	size_t capacity = 0;
	ssize_t size;
	XXH3_64bits_reset(state);
	while (interrupted_by() == 0 && (size = verify_read_row(v, &text, &capacity, in)) >= 0) {
		XXH3_64bits_update(state, text, (size_t)size);
		verify_check_line(v, text, (size_t)size, true);
		about->n_items++;
	}
	verify_check_end(v, in);
	free(text);
	about->source = XXH3_64bits_digest(state);
	v->line = 0;
	v->table = (struct verify_table){0};
}

static void check_row(struct verify *v, struct shard_log *log, uint64_t item, char *row, size_t size)
{
	char *said = NULL;
	size_t said_bytes;
	v->out = open_memstream(&said, &said_bytes);
	if (v->out == NULL) {
		v->exit_status = complain_and(EXIT_MEMORY, "not enough memory");
		return;
	}
	verify_check_line(v, row, size, false);
	const unsigned kind = v->kind + (v->is_unchecked ? SHARD_UNCHECKED : 0);
	const bool is_kept = fclose(v->out) == 0 && said != NULL;
	/* An interrupted proof says nothing about the line. */
	if (v->exit_status == EXIT_SOLVED && interrupted_by() == 0 && is_kept)
		v->exit_status = shard_log_add(log, &(struct shard_record){item, kind, said, said_bytes});
	if (!is_kept)
		v->exit_status = complain_of_memory();
	free(said);
}

static void check_rows(struct verify *v, FILE *in, struct shard_log *log)
{
	char *text = NULL;
	size_t capacity = 0;
	ssize_t size;
	for (uint64_t item = 0; v->exit_status == EXIT_SOLVED && interrupted_by() == 0; item++) {
		size = verify_read_row(v, &text, &capacity, in);
		if (size < 0)
			verify_check_end(v, in);
		if (size < 0 || item >= log->about.n_items)
			break;
		if (shard_log_wants(log, item))
			check_row(v, log, item, text, (size_t)size);
		else
			verify_check_line(v, text, (size_t)size, true);
	}
	free(text);
}

static int run(struct verify *v, FILE *in)
{
	struct shard_log log = {.about = {.shard = v->options->shard, .work = "verify"}};
	XXH3_state_t *const state = XXH3_createState();
	if (state == NULL)
		return complain_of_memory();
	v->exit_status = shard_log_identify(&log.about, solve_options_identity(v->options, FOR_VERIFY));
	survey(v, in, state, &log.about);
	XXH3_freeState(state);
	if (v->exit_status != EXIT_SOLVED)
		return v->exit_status;
	if (interrupted_by() != 0)
		return 128 + interrupted_by();
	if (fseeko(in, 0, SEEK_SET) != 0)
		return complain_and(EXIT_USAGE, "%s: --shard reads the lines twice; name a file", v->name);
	int status = shard_log_begin(&log, v->options->output_path, v->options->may_overwrite);
	if (status != EXIT_SOLVED)
		return status;
	if (!log.is_complete)
		check_rows(v, in, &log);
	verify_close_provers(v);
	status = interrupted_by() != 0 ? 128 + interrupted_by() : v->exit_status;
	status = shard_log_end(&log, v->options->is_quiet, status);
	if (status != EXIT_SOLVED)
		return status;
	return log.n_of_kind[LINE_WRONG] + log.n_of_kind[LINE_UNPROVED] > 0 ? EXIT_NOT_SOLVED : EXIT_SOLVED;
}

int verify_shard(struct verify *v, FILE *in)
{
	const int status = run(v, in);
	if (in != stdin)
		fclose(in);
	return status;
}
