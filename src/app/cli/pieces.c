#include "cli/pieces.h"

#include "cli/cli.h"
#include "cli/new_file.h"

#include <stdlib.h>
#include <string.h>

static const struct log_words log_words[N_STATUS] = {
	[STATUS_LOCKED] = {EXIT_TABLE,
                       "%s: another run is writing this record; wait for it, or name another file"},
	[STATUS_DIFFERENT] = {EXIT_INPUT,
                          "%s: a record of another run: %s; give the same options, or name another file"},
	[STATUS_FOREIGN] = {EXIT_INPUT, "%s: %s; it is left unchanged; name another file"},
};

int pieces_open(const char *path, json_t *parameters, json_t *about, struct shard_about shard,
                const char *more, const char *work, const char *directory, struct pieces *out)
{
	char detail[RECORD_LOG_DETAIL_MAX];
	*out = (struct pieces){.log.fd = -1, .path = path};
	if (shard.shard.n == 0)
		return new_file_complain_of_log(log_words, path,
		                                run_log_open(path, parameters, about, &out->log, detail), detail);
	char *const text = json_dumps(parameters, JSON_COMPACT);
	if (asprintf(&shard.options, "parameters=%s\n%s", text, more) < 0)
		shard.options = NULL;
	free(text);
	shard.head = run_log_head(parameters, about);
	snprintf(shard.work, sizeof shard.work, "%s", work);
	const int status = output_open_shard(&shard, RECORD_TEXT, strdup(RESULTS_USUAL), directory, false,
	                                     &out->shard);
	out->is_shard = status == EXIT_SOLVED;
	return status;
}

int pieces_add(struct pieces *p, unsigned kind, json_t *lines)
{
	size_t i;
	json_t *line;
	int status = lines != NULL ? EXIT_SOLVED : complain_of_memory();
	json_array_foreach(lines, i, line) if (!p->is_shard && status == EXIT_SOLVED) status =
		new_file_complain_of_log(log_words, p->path, run_log_append(&p->log, json_incref(line)), "");
	else if (p->is_shard
	         && (json_dumpf(line, p->shard.record, JSON_COMPACT) != 0 || fputc('\n', p->shard.record) == EOF))
		status = complain_of_memory();
	json_decref(lines);
	return p->is_shard && status == EXIT_SOLVED ? output_end_record(&p->shard, 0, kind, true) : status;
}

json_t **pieces_lines(const struct pieces *p, json_t *of, const char *number, size_t n)
{
	json_t **const lines = calloc(n, sizeof *lines), *line, *value;
	const char *key;
	size_t i;
	json_array_foreach(p->log.lines, i, line) {
		const json_t *const at = json_object_get(line, number);
		bool has_all = json_is_integer(at) && lines != NULL && (uint64_t)json_integer_value(at) < n;
		json_object_foreach(of, key, value)
			has_all &= json_equal(value, json_object_get(line, key));
		if (has_all)
			lines[json_integer_value(at)] = line;
	}
	json_decref(of);
	return lines;
}

int pieces_close(struct pieces *p, bool is_quiet, int status)
{
	run_log_close(&p->log);
	return p->is_shard ? output_close_shard(&p->shard, is_quiet, status) : status;
}
