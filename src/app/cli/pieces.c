#include "cli/pieces.h"

struct pieces pieces = {.log.fd = -1};

static const struct log_words log_words[N_STATUS] = {
	[STATUS_LOCKED] = {EXIT_TABLE,
                       "%s: another run is writing this record; wait for it, or name another file"},
	[STATUS_DIFFERENT] = {EXIT_INPUT,
                          "%s: a record of another run: %s; give the same options, or name another file"},
	[STATUS_FOREIGN] = {EXIT_INPUT, "%s: %s; it is left unchanged; name another file"},
};

int pieces_open(const char *path, json_t *parameters, json_t *about, struct shard_about shard,
                const char *more, const char *work, const char *directory)
{
	char detail[RECORD_LOG_DETAIL_MAX];
	pieces = (struct pieces){.log.fd = -1, .path = path};
	if (shard.shard.n == 0)
		return new_file_complain_of_log(log_words, path,
		                                run_log_open(path, parameters, about, &pieces.log, detail), detail);
	char *const text = json_dumps(parameters, JSON_COMPACT);
	if (asprintf(&shard.options, "parameters=%s\n%s", text, more) < 0)
		end_without_memory();
	free(text);
	shard.head = run_log_head(parameters, about);
	snprintf(shard.work, sizeof shard.work, "%s", work);
	const int status = output_open_shard(&shard, RECORD_TEXT, strdup(RESULTS_USUAL), directory, false);
	pieces.is_shard = status == EXIT_SOLVED;
	return status;
}

int pieces_add(unsigned kind, json_t *lines)
{
	size_t i;
	json_t *line;
	int status = EXIT_SOLVED;
	json_array_foreach(lines, i, line) {
		if (pieces.is_shard
		    && (json_dumpf(line, output.record, JSON_COMPACT) != 0 || fputc('\n', output.record) == EOF))
			status = complain_of_memory();
		else if (!pieces.is_shard && status == EXIT_SOLVED)
			status = new_file_complain_of_log(log_words, pieces.path,
			                                  run_log_append(&pieces.log, json_incref(line)), "");
	}
	json_decref(lines);
	return pieces.is_shard && status == EXIT_SOLVED ? output_end_record(0, kind, true) : status;
}

json_t **pieces_lines(json_t *of, const char *number, size_t n)
{
	json_t **const lines = allocate(n, sizeof *lines), *line, *value;
	const char *key;
	size_t i;
	json_array_foreach(pieces.log.lines, i, line) {
		const json_t *const at = json_object_get(line, number);
		bool has_all = json_is_integer(at) && (uint64_t)json_integer_value(at) < n;
		json_object_foreach(of, key, value)
			has_all &= json_equal(value, json_object_get(line, key));
		if (has_all)
			lines[json_integer_value(at)] = line;
	}
	json_decref(of);
	return lines;
}
