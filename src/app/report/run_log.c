#include "report/run_log.h"

#include "base/file.h"
#include "base/processor.h"
#include "base/system.h"

#include <sys/utsname.h>
#include <time.h>

/* ---- about ---- */

json_t *run_about(unsigned n_threads)
{
	struct utsname system;
	uname(&system);
	char processor[128], date[32];
	system_processor_name(processor, sizeof processor);
	const time_t now = time(NULL);
	struct tm utc;
	gmtime_r(&now, &utc);
	strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
	const long n_pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
	return json_pack("{s:s, s:s, s:s, s:i, s:I, s:s+++, s:i}", "version", SUPERFLIP_VERSION, "date", date,
	                 "processor", processor, "processors", processors_usable(),
	                 "memory_bytes", (json_int_t)n_pages * (json_int_t)page_bytes,
	                 "system", system.sysname, " ", system.release, "", "threads", n_threads);
}

/* ---- reading ---- */

/* What differs is followed by all that the record was begun with. */
static enum status compare_parameters(json_t *wanted, json_t *found, char *detail)
{
	const char *key;
	json_t *value;
	json_object_foreach(wanted, key, value) {
		json_t *const other = json_object_get(found, key);
		if (json_equal(value, other))
			continue;
		char *const here = json_dumps(value, JSON_ENCODE_ANY), *const there = json_dumps(
									       other, JSON_ENCODE_ANY);
		char *const all = json_dumps(found, JSON_ENCODE_ANY);
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "%s is %s there, not %s; it was begun with %s", key,
		         there != NULL ? there : "not given", here != NULL ? here : "this",
		         all != NULL ? all : "nothing");
		free(here);
		free(there);
		free(all);
		return STATUS_DIFFERENT;
	}
	return STATUS_OK;
}

/* Take over the lines of an older run, and remove what a crash has left of the last one.
 * @return STATUS_END: the file is empty */
static enum status read_lines(struct run_log *log, json_t *parameters, char *detail)
{
	FILE *const file = fdopen(dup(log->fd), "r");
	char *line = NULL;
	size_t capacity = 0;
	ssize_t n;
	off_t end = 0, size = 0;
	enum status status = STATUS_OK;
	if (file == NULL)
		return STATUS_NO_MEMORY;
	for (unsigned number = 1; status == STATUS_OK && (n = getline(&line, &capacity, file)) > 0; number++) {
		size += n;
		if (line[n - 1] != '\n')
			continue;
		end = size;
		json_t *const object = json_loads(line, 0, NULL);
		const char *const schema = json_string_value(json_object_get(object, "schema"));
		if (number == 1 && (schema == NULL || strcmp(schema, RUN_LOG_SCHEMA) != 0)) {
			snprintf(detail, RECORD_LOG_DETAIL_MAX, "its first line is not that of a record (%s)",
			         RUN_LOG_SCHEMA);
			status = STATUS_FOREIGN;
		} else if (number == 1) {
			status = compare_parameters(parameters, json_object_get(object, "parameters"),
			                            detail);
		} else if (!json_is_object(object) || json_array_append(log->lines, object) != 0) {
			snprintf(detail, RECORD_LOG_DETAIL_MAX, "line %u is damaged", number);
			status = STATUS_FOREIGN;
		}
		json_decref(object);
	}
	if (status == STATUS_OK && !feof(file))
		status = errno == ENOMEM ? STATUS_NO_MEMORY : STATUS_IO;
	free(line);
	fclose(file);
	if (status != STATUS_OK)
		return status;
	/* A file without a single whole line, but with something in it, may belong to anybody, so it is not
	 * truncated. */
	if (end == 0 && size > 0) {
		snprintf(detail, RECORD_LOG_DETAIL_MAX, "it does not begin with a whole line");
		return STATUS_FOREIGN;
	}
	if ((end < size && ftruncate(log->fd, end) != 0) || lseek(log->fd, 0, SEEK_END) < 0)
		return STATUS_IO;
	return end == 0 ? STATUS_END : STATUS_OK;
}

/* ---- writing ---- */
/* An object as a line with its end.  @param object  a reference that is taken over  @return owned by the
 * caller; NULL without memory */
static char *line_of(json_t *object)
{
	char *const text = json_dumps(object, JSON_COMPACT);  /* with all digits: what is read is what was
	                                                       * written */
	char *line = NULL;
	if (text == NULL || asprintf(&line, "%s\n", text) < 0)
		line = NULL;
	free(text);
	json_decref(object);
	return line;
}

char *run_log_head(json_t *parameters, json_t *about)
{
	return line_of(json_pack("{s:s, s:O, s:O}", "schema", RUN_LOG_SCHEMA, "parameters", parameters,
	                         "about", about));
}

/* @param line  freed here; NULL counts as lack of memory */
static enum status write_line(int fd, char *line)
{
	if (line == NULL)
		return STATUS_NO_MEMORY;
	/* A line with its end: what is there after a crash is whole lines and at most a part of one. */
	const bool is_written = file_write(fd, line, strlen(line)) && fdatasync(fd) == 0;
	const int error = errno;
	free(line);
	errno = error;
	return is_written ? STATUS_OK : STATUS_IO;
}

enum status run_log_open(const char *path, json_t *parameters, json_t *about, struct run_log *out,
                         char *detail)
{
	*out = (struct run_log){.fd = -1, .lines = json_array()};
	enum status status = STATUS_OK;
	int error = path != NULL ? file_open_locked(path, false, NULL, &out->fd) : 0;
	if (error != 0)
		status = file_status(error);
	else if (path != NULL)
		status = read_lines(out, parameters, detail);
	if (status == STATUS_END)
		status = write_line(out->fd, run_log_head(parameters, about));
	if (status != STATUS_OK)
		run_log_close(out);
	return status;
}

void run_log_close(struct run_log *log)
{
	json_decref(log->lines);
	file_close(log->fd);
	*log = (struct run_log){.fd = -1};
}

enum status run_log_append(struct run_log *log, json_t *line)
{
	if (line == NULL)
		return STATUS_NO_MEMORY;
	const enum status status =
		log->fd >= 0 ? write_line(log->fd, line_of(json_incref(line))) : STATUS_OK;
	return json_array_append_new(log->lines, line) != 0 && status == STATUS_OK ? STATUS_NO_MEMORY : status;
}
