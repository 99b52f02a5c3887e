#include "cli/shard_log.h"

#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int fail_memory(void)
{
	complain("not enough memory");
	return EXIT_MEMORY;
}

char *shard_log_head(json_t *parameters, json_t *about)
{
	json_t *const first = json_pack("{s:s, s:O, s:O}", "schema", RUN_LOG_SCHEMA, "parameters", parameters, "about", about);
	char *const text = first != NULL ? json_dumps(first, JSON_COMPACT) : NULL;
	json_decref(first);
	const size_t size = text != NULL ? strlen(text) : 0;
	char *const head = text != NULL ? realloc(text, size + 2) : NULL;
	if (head == NULL) {
		free(text);
		return NULL;
	}
	memcpy(head + size, "\n", 2);
	return head;
}

/* Number of an item among those of the shard. */
static uint64_t place_of(const struct shard_log *log, uint64_t item)
{
	const struct shard_about *const a = &log->run.about;
	return item / a->block_items / a->shard.n * a->block_items + item % a->block_items;
}

static void close_log(struct shard_log *log)
{
	for (uint64_t i = 0; log->text != NULL && i < log->n_items; i++)
		free(log->text[i]);
	free(log->text);
	free(log->kind);
	free(log->run.about.head);
	run_log_close(&log->log);
}

static bool keep(struct shard_log *log, uint64_t item, unsigned kind, const char *text)
{
	const uint64_t place = place_of(log, item);
	if (log->text[place] != NULL)
		return true;
	log->text[place] = strdup(text);
	log->kind[place] = (uint8_t)kind;
	log->n_done += log->text[place] != NULL;
	return log->text[place] != NULL;
}

/* What the part has.  Lines that are none of ours are left alone: they cannot be of this shard. */
static bool take_lines(struct shard_log *log)
{
	size_t i;
	json_t *line;
	json_array_foreach(log->log.lines, i, line) {
		const json_int_t item = json_integer_value(json_object_get(line, "item")), kind = json_integer_value(json_object_get(line, "kind"));
		const char *const text = json_string_value(json_object_get(line, "text"));
		if (text == NULL || item < 0 || (uint64_t)item >= log->run.about.n_items || !shard_has(&log->run.about, (uint64_t)item)
		    || kind < 0 || kind >= N_SHARD_KINDS)
			continue;
		if (!keep(log, (uint64_t)item, (unsigned)kind, text))
			return false;
	}
	json_array_clear(log->log.lines);
	return true;
}

static int open_part(struct shard_log *log)
{
	char detail[RUN_LOG_DETAIL_BYTES];
	json_t *const parameters = json_pack("{s:s, s:s}", "work", log->run.about.work, "options", log->run.about.options);
	json_t *const about = json_object();
	const enum run_log_status status = run_log_open(log->is_quick ? NULL : log->run.part, parameters, about, &log->log, detail);
	json_decref(parameters);
	json_decref(about);
	switch (status) {
	case RUN_LOG_OK:
		return take_lines(log) ? EXIT_SOLVED : fail_memory();
	case RUN_LOG_NO_MEMORY:
		return fail_memory();
	case RUN_LOG_IO:
		return complain_of_errno(log->run.part);
	default:
		complain("%s: %s", log->run.part, status == RUN_LOG_BUSY ? "another run is writing it" : detail);
		return EXIT_TABLE;
	}
}

int shard_log_begin(struct shard_log *log, const char *directory, bool makes_again)
{
	log->log = (struct run_log){.fd = -1};
	int status = shard_run_begin(&log->run, directory, NULL, makes_again);
	if (status == EXIT_SOLVED && !log->run.is_whole) {
		log->n_items = shard_items(&log->run.about);
		log->text = calloc(log->n_items + 1, sizeof *log->text);
		log->kind = calloc(log->n_items + 1, sizeof *log->kind);
		status = log->text != NULL && log->kind != NULL ? open_part(log) : fail_memory();
	}
	if (status != EXIT_SOLVED)
		close_log(log);
	return status;
}

bool shard_log_wants(const struct shard_log *log, uint64_t item)
{
	return shard_has(&log->run.about, item) && log->text[place_of(log, item)] == NULL;
}

int shard_log_add(struct shard_log *log, uint64_t item, unsigned kind, const char *text)
{
	json_t *const line = json_pack("{s:I, s:i, s:s}", "item", (json_int_t)item, "kind", (int)kind, "text", text);
	const enum run_log_status status = run_log_append(&log->log, line);
	json_array_clear(log->log.lines);
	if (status == RUN_LOG_NO_MEMORY || !keep(log, item, kind, text))
		return fail_memory();
	if (status == RUN_LOG_OK)
		return EXIT_SOLVED;
	return complain_of_errno(log->run.part);
}

int shard_log_add_line(struct shard_log *log, uint64_t item, unsigned kind, json_t *line)
{
	char *const text = line != NULL ? json_dumps(line, JSON_COMPACT) : NULL;
	json_decref(line);
	const size_t size = text != NULL ? strlen(text) : 0;
	char *const ended = text != NULL ? realloc(text, size + 2) : NULL;
	if (ended == NULL) {
		free(text);
		return fail_memory();
	}
	memcpy(ended + size, "\n", 2);
	const int status = shard_log_add(log, item, kind, ended);
	free(ended);
	return status;
}

static int publish(struct shard_log *log, bool is_quiet)
{
	struct shard_writer *writer;
	int status = shard_run_create(&log->run, &writer);
	if (status != EXIT_SOLVED)
		return status;
	for (uint64_t i = 0; i < log->n_items; i++) {
		const enum shard_status added = shard_add(writer, log->text[i], strlen(log->text[i]), log->kind[i]);
		if (added == SHARD_OK)
			continue;
		status = shard_complain(log->run.path, added, "");
		shard_abandon(writer);
		return status;
	}
	return shard_run_finish(&log->run, writer, is_quiet);
}

int shard_log_end(struct shard_log *log, bool is_quiet, int status)
{
	const struct shard_about *const a = &log->run.about;
	for (uint64_t i = 0; !log->run.is_whole && i < log->n_items; i++)
		log->run.n_of_kind[log->kind[i]] += log->text[i] != NULL;
	if (log->run.is_whole) {
		shard_run_tell_whole(&log->run, is_quiet);
	} else if (shard_run_is_superseded(&log->run)) {
		complain("%s: another run has finished the shard", log->run.path);
		part_remove_all(log->run.path);
		status = EXIT_SOLVED;
	} else if (log->n_done == log->n_items && status == EXIT_SOLVED) {
		status = publish(log, is_quiet);
	} else {
		complain("shard %" PRIu32 " of %" PRIu32 ": %" PRIu64 " of %" PRIu64 " items are done; the same command goes on", a->shard.index,
		         a->shard.n, log->n_done, log->n_items);
		status = status == EXIT_SOLVED ? EXIT_NOT_SOLVED : status;
	}
	close_log(log);
	return status;
}
