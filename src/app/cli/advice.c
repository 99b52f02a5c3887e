#include "cli/advice.h"

#include "pdb/directory.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool ends_in(const char *name, const char *suffix)
{
	const size_t n = strlen(name), n_suffix = strlen(suffix);
	return n > n_suffix && strcmp(name + n - n_suffix, suffix) == 0;
}

/* The command that builds the table of a file in its directory. */
static void advise_build(const char *path, const char *options, char text[ADVICE_MAX])
{
	static const char metric_suffix[] = "-htm.pdb";
	char usual[PATH_MAX];
	const char *const slash = strrchr(path, '/'), *const name = slash != NULL ? slash + 1 : path;
	const int directory_bytes = slash != NULL ? (int)(slash - path) : 1;
	const char *const directory = slash != NULL ? path : ".";
	const bool is_qtm = ends_in(name, "-qtm.pdb");
	*text = '\0';
	if (!is_qtm && !ends_in(name, metric_suffix)) {
		if (ends_in(name, ".pdb"))
			snprintf(text, ADVICE_MAX, "; run `superflip pdb build%s` with the turns that it is for", options);
		return;
	}
	/* A table in the usual directory takes precedence over one of the system. */
	bool is_usual = pdb_directory(NULL, usual) == STATUS_OK && strlen(usual) == (size_t)directory_bytes
	                && strncmp(directory, usual, strlen(usual)) == 0;
	is_usual |= pdb_system_directory(usual) && strlen(usual) == (size_t)directory_bytes
	            && strncmp(directory, usual, strlen(usual)) == 0;
	const int n = snprintf(text, ADVICE_MAX, "; run `superflip pdb build %.*s%s%s",
	                       (int)(strlen(name) - strlen(metric_suffix)), name, is_qtm ? " --metric qtm" : "", options);
	if (is_usual)
		snprintf(text + n, ADVICE_MAX - (size_t)n, "`");
	else
		snprintf(text + n, ADVICE_MAX - (size_t)n, " --pdb-dir '%.*s'`", directory_bytes, directory);
}

const char *table_advice(superflip_status status, const char *path, char text[ADVICE_MAX])
{
	switch (status) {
	case SUPERFLIP_TABLE_CHANGED: return "; run `superflip pdb verify`, then try again";
	case SUPERFLIP_TABLE_LOCKED:
		return "; wait until it is done, or choose another directory with --pdb-dir";
	case SUPERFLIP_NO_SPACE:      return "; make room, or choose another directory with --pdb-dir";
	case SUPERFLIP_NO_MEMORY:     return "; close other programs, or choose a smaller table";
	case SUPERFLIP_TABLE_MISSING: advise_build(path, "", text); return text;
	case SUPERFLIP_TABLE_FOREIGN:
	case SUPERFLIP_TABLE_DAMAGED: advise_build(path, " --force", text); return text;
	default:                      return "";
	}
}
