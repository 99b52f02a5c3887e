#include "pdb/directory.h"

#include "base/system.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

static bool is_directory(const char *path)
{
	struct stat file;
	return stat(path, &file) == 0 && S_ISDIR(file.st_mode);
}

/* @param name  with the slash before it, or "" */
static enum status join(char path[PATH_MAX], const char *directory, const char *name)
{
	if (snprintf(path, PATH_MAX, "%s%s", directory, name) < PATH_MAX)
		return STATUS_OK;
	errno = ENAMETOOLONG;
	return STATUS_IO;
}

/* Cut off the last part of a path; false at the root. */
static bool go_up(char *path)
{
	char *const slash = strrchr(path, '/');
	if (slash == NULL || slash == path)
		return false;
	*slash = '\0';
	return true;
}

/* Of the program or, in a program that loads the library, of that. */
static bool program_directory(char path[PATH_MAX])
{
	static const char here;
	Dl_info info;
	const bool is_library = dladdr(&here, &info) != 0 && info.dli_fname != NULL
	    && strstr(info.dli_fname, ".so") != NULL
	                        && realpath(info.dli_fname, path) != NULL;
	return (is_library || system_program_path(path)) && go_up(path);
}

/* pdb/ of the source tree, of a program that was built and not installed: it is in build/FLAVOUR/ or one
 * deeper. */
static bool source_directory(char path[PATH_MAX])
{
	char above[PATH_MAX];
	if (!program_directory(above))
		return false;
	for (unsigned i = 0; i < 2 && go_up(above); i++) {
		const char *const slash = strrchr(above, '/');
		if (slash != NULL && strcmp(slash, "/build") == 0 && go_up(above))
			return join(path, above, "/pdb/README.md") == STATUS_OK && access(path, F_OK) == 0
			       && join(path, above, "/src/engine/pdb/directory.c") == STATUS_OK && access(path, F_OK) == 0
			    && join(path, above, "/pdb") == STATUS_OK;
	}
	return false;
}

enum status pdb_directory(const char *named, char path[PATH_MAX])
{
	if (named == NULL || *named == '\0')
		named = getenv("SUPERFLIP_PDB_DIR");
	if (named != NULL && *named != '\0')
		return join(path, named, "");
	return source_directory(path) ? STATUS_OK : pdb_cache_directory(path);
}

enum status pdb_cache_directory(char path[PATH_MAX])
{
	const char *const cache = getenv("XDG_CACHE_HOME");
	if (cache != NULL && *cache == '/')  /* the specification: ignore a relative path */
		return join(path, cache, "/superflip");
	const char *const home = getenv("HOME");
	if (home != NULL && *home == '/')
		return join(path, home, "/.cache/superflip");
	errno = ENOENT;
	return STATUS_IO;
}

bool pdb_system_directory(char path[PATH_MAX])
{
	char above[PATH_MAX];
	if (!program_directory(above))
		return false;
	/* bin/ and lib/ are beside share/, lib/x86_64-linux-gnu/ is one deeper. */
	for (unsigned i = 0; i < 2 && go_up(above); i++)
		if (join(path, above, "/share/superflip") == STATUS_OK && is_directory(path))
			return true;
	return false;
}

enum status pdb_path(const char *directory, struct pdb_key key, char path[PATH_MAX])
{
	char coordinate[COORDINATE_NAME_MAX], name[COORDINATE_NAME_MAX + 32], costs[16];
	coordinate_name(key.coordinate, coordinate);
	snprintf(costs, sizeof costs, "-%08x", (unsigned)(XXH3_64bits(&key.costs, sizeof key.costs) >> 32));
	snprintf(name, sizeof name, "/%s-%s%s.pdb", coordinate, metric_name[key.metric],
	         key.metric == METRIC_OF_TURNS ? costs : "");
	return join(path, directory, name);
}

enum status pdb_find(const char *named, struct pdb_key key, char path[PATH_MAX])
{
	char directory[PATH_MAX], elsewhere[PATH_MAX];
	enum status status = pdb_directory(named, directory);
	const int error = errno;
	if (status == STATUS_OK)
		status = pdb_path(directory, key, path);
	if (status == STATUS_OK && access(path, F_OK) == 0)
		return STATUS_OK;
	if ((named != NULL && *named != '\0') || !pdb_system_directory(directory)
	    || pdb_path(directory, key, elsewhere) != STATUS_OK
	    || access(elsewhere, F_OK) != 0) {
		errno = error;
		return status == STATUS_OK ? STATUS_MISSING : status;
	}
	strcpy(path, elsewhere);
	return STATUS_OK;
}

enum status pdb_directory_make(const char *path, unsigned *n_made)
{
	char part[PATH_MAX];
	*n_made = 0;
	if (join(part, path, "") != STATUS_OK)
		return STATUS_IO;
	/* Make every prefix that ends before a slash, then the whole. */
	for (char *slash = strchr(part + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		*n_made += mkdir(part, 0777) == 0;  /* may exist; what cannot be made shows itself below */
		*slash = '/';
	}
	const bool is_made = mkdir(part, 0777) == 0;
	*n_made += is_made;
	if (is_made || (errno == EEXIST && is_directory(part)))
		return STATUS_OK;
	if (errno == EEXIST)
		errno = ENOTDIR;
	return STATUS_IO;
}

void pdb_directory_unmake(const char *path, unsigned n_made)
{
	char part[PATH_MAX];
	snprintf(part, sizeof part, "%s", path);
	while (n_made > 0) {
		const bool is_removed = rmdir(part) == 0;
		/* ENOENT: it ends with a slash. */
		if ((!is_removed && errno != ENOENT) || !go_up(part))
			return;
		n_made -= is_removed;
	}
}
