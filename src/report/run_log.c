#include "report/run_log.h"

#include "base/file.h"
#include "base/processor.h"
#include "search/search.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* ---- about ---- */

/* "model name" of /proc/cpuinfo, or what kind of machine it is. */
static void processor_name(char *name, size_t size, const struct utsname *system)
{
	snprintf(name, size, "%s", system->machine);
	FILE *const file = fopen("/proc/cpuinfo", "re");
	if (file == NULL)
		return;
	char line[256];
	while (fgets(line, sizeof line, file) != NULL) {
		const char *const colon = strchr(line, ':');
		if (strncmp(line, "model name", 10) != 0 || colon == NULL)
			continue;
		line[strcspn(line, "\n")] = '\0';
		snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " "));
		break;
	}
	fclose(file);
}

json_t *run_about(unsigned n_threads)
{
	struct utsname system;
	uname(&system);
	char processor[128], date[32];
	processor_name(processor, sizeof processor, &system);
	const time_t now = time(NULL);
	struct tm utc;
	gmtime_r(&now, &utc);
	strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc);
	const long n_pages = sysconf(_SC_PHYS_PAGES), page_bytes = sysconf(_SC_PAGESIZE);
	return json_pack("{s:s, s:s, s:s, s:i, s:I, s:s+++, s:i}", "version", SUPERFLIP_VERSION, "date", date,
	                 "processor", processor, "processors", (int)processors_usable(),
	                 "memory_bytes", (json_int_t)n_pages * (json_int_t)page_bytes,
	                 "system", system.sysname, " ", system.release, "", "threads", (int)n_threads);
}

/* ---- reading ---- */

/* The whole file as text, NULL with errno set. */
static char *read_all(int fd, size_t *size)
{
	struct stat status;
	if (fstat(fd, &status) != 0)
		return NULL;
	char *const text = malloc((size_t)status.st_size + 1);
	const ptrdiff_t n = text != NULL ? file_read_at(fd, text, (size_t)status.st_size, 0) : -1;
	if (n < 0) {
		free(text);
		return NULL;
	}
	*size = (size_t)n;
	text[n] = '\0';
	return text;
}

/* What differs is followed by all that the record was begun with. */
static void tell_difference(const char *key, json_t *wanted, json_t *found, char detail[RUN_LOG_DETAIL_BYTES])
{
	char *const here = json_dumps(wanted, JSON_ENCODE_ANY), *const there = json_dumps(json_object_get(found, key), JSON_ENCODE_ANY);
	char *const all = json_dumps(found, JSON_ENCODE_ANY);
	snprintf(detail, RUN_LOG_DETAIL_BYTES, "%s is %s there, not %s; it was begun with %s", key, there != NULL ? there : "not given",
	         here != NULL ? here : "this", all != NULL ? all : "nothing");
	free(here);
	free(there);
	free(all);
}

static enum run_log_status compare_parameters(json_t *wanted, json_t *found, char detail[RUN_LOG_DETAIL_BYTES])
{
	const char *key;
	json_t *value;
	json_object_foreach(wanted, key, value) {
		json_t *const other = json_object_get(found, key);
		if (other != NULL && json_equal(value, other))
			continue;
		tell_difference(key, value, found, detail);
		return RUN_LOG_DIFFERENT;
	}
	return RUN_LOG_OK;
}

static enum run_log_status check_first_line(const char *line, json_t *parameters, char detail[RUN_LOG_DETAIL_BYTES])
{
	json_t *const first = json_loads(line, 0, NULL);
	const char *const schema = json_string_value(json_object_get(first, "schema"));
	enum run_log_status status = RUN_LOG_FOREIGN;
	if (schema == NULL || strcmp(schema, RUN_LOG_SCHEMA) != 0)
		snprintf(detail, RUN_LOG_DETAIL_BYTES, "its first line is not that of a record (%s)", RUN_LOG_SCHEMA);
	else
		status = compare_parameters(parameters, json_object_get(first, "parameters"), detail);
	json_decref(first);
	return status;
}

/* Take over the lines of an older run; *size becomes the end of the last whole one. */
static enum run_log_status read_lines(struct run_log *log, char *text, size_t *size, json_t *parameters,
                                      char detail[RUN_LOG_DETAIL_BYTES])
{
	enum run_log_status status = RUN_LOG_OK;
	unsigned number = 0;
	*size = 0;
	for (char *end; status == RUN_LOG_OK && (end = strchr(text + *size, '\n')) != NULL;) {
		const char *const line = text + *size;
		*end = '\0';
		*size += strlen(line) + 1;
		if (number++ == 0) {
			status = check_first_line(line, parameters, detail);
			continue;
		}
		json_t *const piece = json_loads(line, 0, NULL);
		if (!json_is_object(piece)) {
			snprintf(detail, RUN_LOG_DETAIL_BYTES, "line %u is damaged", number);
			status = RUN_LOG_FOREIGN;
		}
		if (json_array_append_new(log->lines, piece) != 0 && status == RUN_LOG_OK)
			status = RUN_LOG_NO_MEMORY;
	}
	return status;
}

/* ---- writing ---- */
static enum run_log_status write_line(int fd, const json_t *object)
{
	char *const text = json_dumps(object, JSON_COMPACT);  /* with all digits: what is read is what was written */
	if (text == NULL)
		return RUN_LOG_NO_MEMORY;
	/* One write for a line with its end: what is there after a crash is whole lines and at most a part of one. */
	const size_t size = strlen(text) + 1;
	text[size - 1] = '\n';
	const ssize_t n = write(fd, text, size);
	const int error = n < 0 ? errno : ENOSPC;
	free(text);
	if (n == (ssize_t)size && fdatasync(fd) == 0)
		return RUN_LOG_OK;
	if (n != (ssize_t)size)
		errno = error;
	return RUN_LOG_IO;
}

static enum run_log_status begin(int fd, json_t *parameters, json_t *about)
{
	json_t *const first = json_pack("{s:s, s:O, s:O}", "schema", RUN_LOG_SCHEMA, "parameters", parameters, "about", about);
	const enum run_log_status status = first != NULL ? write_line(fd, first) : RUN_LOG_NO_MEMORY;
	json_decref(first);
	return status;
}

static enum run_log_status open_file(struct run_log *log, const char *path, json_t *parameters, json_t *about,
                                     char detail[RUN_LOG_DETAIL_BYTES])
{
	const int error = file_open_locked(path, false, NULL, &log->fd);
	errno = error;
	if (error != 0)
		return error == EWOULDBLOCK ? RUN_LOG_BUSY : RUN_LOG_IO;
	size_t size;
	char *const text = read_all(log->fd, &size);
	if (text == NULL)
		return errno == ENOMEM ? RUN_LOG_NO_MEMORY : RUN_LOG_IO;
	const size_t size_found = size;
	enum run_log_status status = read_lines(log, text, &size, parameters, detail);
	free(text);
	/* A file without a single whole line, but with something in it, may belong to anybody, so it is not truncated. */
	if (status == RUN_LOG_OK && size == 0 && size_found > 0) {
		snprintf(detail, RUN_LOG_DETAIL_BYTES, "it does not begin with a whole line");
		return RUN_LOG_FOREIGN;
	}
	if (status == RUN_LOG_OK && size < size_found && ftruncate(log->fd, (off_t)size) != 0)
		return RUN_LOG_IO;
	if (status == RUN_LOG_OK && lseek(log->fd, 0, SEEK_END) < 0)
		return RUN_LOG_IO;
	return status == RUN_LOG_OK && size == 0 ? begin(log->fd, parameters, about) : status;
}

enum run_log_status run_log_open(const char *path, json_t *parameters, json_t *about, struct run_log *out,
                                 char detail[RUN_LOG_DETAIL_BYTES])
{
	struct run_log log = {.fd = -1, .lines = json_array()};
	enum run_log_status status = log.lines != NULL ? RUN_LOG_OK : RUN_LOG_NO_MEMORY;
	if (status == RUN_LOG_OK && path != NULL)
		status = open_file(&log, path, parameters, about, detail);
	if (status == RUN_LOG_OK) {
		*out = log;
		return RUN_LOG_OK;
	}
	const int error = errno;
	run_log_close(&log);
	errno = error;
	return status;
}

void run_log_close(struct run_log *log)
{
	if (log->fd >= 0)
		close(log->fd);
	json_decref(log->lines);
	*log = (struct run_log){.fd = -1};
}

enum run_log_status run_log_append(struct run_log *log, json_t *line)
{
	if (line == NULL)
		return RUN_LOG_NO_MEMORY;
	const enum run_log_status status = log->fd >= 0 ? write_line(log->fd, line) : RUN_LOG_OK;
	return json_array_append_new(log->lines, line) != 0 && status == RUN_LOG_OK ? RUN_LOG_NO_MEMORY : status;
}
