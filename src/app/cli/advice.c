/* What mends a fault of a table: the commands that the library's messages do not name. */
#include "cli/tables.h"

enum { ADVICE_MAX = 4400 };  /* a path and a sentence */

static bool ends_in(const char *name, const char *suffix)
{
	const size_t n = strlen(name), n_suffix = strlen(suffix);
	return n > n_suffix && text_equal(name + n - n_suffix, suffix);
}

/* The command that builds the table of a file in its directory. */
static void advise_build(const char *path, const char *options, char text[ADVICE_MAX])
{
	static const char metric_suffix[] = "-htm.pdb";
	char usual[PATH_MAX], directory[PATH_MAX];
	const char *const slash = strrchr(path, '/'), *const name = slash != NULL ? slash + 1 : path;
	const bool is_qtm = ends_in(name, "-qtm.pdb");
	snprintf(directory, sizeof directory, "%.*s", slash != NULL ? (int)(slash - path) : 1,
	         slash != NULL ? path : ".");
	if (!is_qtm && !ends_in(name, metric_suffix)) {
		if (ends_in(name, ".pdb"))
			snprintf(text, ADVICE_MAX, "; run `superflip pdb build%s` with the turns that it is for",
			         options);
		return;
	}
	/* A table in the usual directory takes precedence over one of the system. */
	const bool is_usual = (pdb_directory(NULL, usual) == STATUS_OK && text_equal(usual, directory))
	                      || (pdb_system_directory(usual) && text_equal(usual, directory));
	snprintf(text, ADVICE_MAX, "; run `superflip pdb build %.*s%s%s%s%s%s`",
	         (int)(strlen(name) - strlen(metric_suffix)), name, is_qtm ? " --metric qtm" : "", options,
	         is_usual ? "" : " --pdb-dir '", is_usual ? "" : directory, is_usual ? "" : "'");
}

int tables_complain_with_advice(int result, superflip_status status, const char *message, const char *path)
{
	char text[ADVICE_MAX] = "";
	const char *advice = "";
	switch (status) {
	case SUPERFLIP_TABLE_CHANGED: advice = "; run `superflip pdb verify`, then try again"; break;
	case SUPERFLIP_TABLE_LOCKED:
		advice = "; wait until it is done, or choose another directory with --pdb-dir";
		break;
	case SUPERFLIP_NO_SPACE:      advice = "; make room, or choose another directory with --pdb-dir"; break;
	case SUPERFLIP_NO_MEMORY:     advice = "; close other programs, or choose a smaller table"; break;
	case SUPERFLIP_TABLE_MISSING: advise_build(path, "", text); break;
	case SUPERFLIP_TABLE_FOREIGN:
	case SUPERFLIP_TABLE_DAMAGED: advise_build(path, " --force", text); break;
	default:                      break;
	}
	return complain_and(result, "%s%s%s", message, advice, text);
}
