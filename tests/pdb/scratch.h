/* A directory for one test. */
#ifndef SUPERFLIP_TESTS_PDB_SCRATCH_H
#define SUPERFLIP_TESTS_PDB_SCRATCH_H
#include "support/test.h"
#include <dirent.h>

enum { SCRATCH_MAX = 64 };

static inline void scratch_make(char directory[SCRATCH_MAX])
{
	strcpy(directory, "/tmp/superflip-test-XXXXXX");
	if (mkdtemp(directory) == NULL)
		abort();
}

/* Files in the directory. */
static inline unsigned scratch_count(const char *directory)
{
	unsigned n = 0;
	DIR *const files = opendir(directory);
	while (readdir(files) != NULL)
		n++;
	closedir(files);
	return n - 2;  /* "." and ".." */
}

static inline void scratch_remove(const char *directory)
{
	char command[SCRATCH_MAX + 16];
	snprintf(command, sizeof command, "rm -rf '%s'", directory);
	if (system(command) != 0)
		abort();
}

static inline off_t size_of(const char *path)
{
	struct stat file;
	cr_assert_eq(stat(path, &file), 0, "%s", path);
	return file.st_size;
}

static inline void append_to(const char *path, const char *text)
{
	FILE *const file = fopen(path, "a");
	cr_assert_not_null(file, "%s", path);
	fputs(text, file);
	fclose(file);
}

static inline void expect_file(const char *path, const char *wanted)
{
	char text[100] = "";
	FILE *const file = fopen(path, "r");
	cr_assert_not_null(file, "%s", path);
	const size_t n = fread(text, 1, sizeof text - 1, file);
	fclose(file);
	cr_expect(n == strlen(wanted) && strcmp(text, wanted) == 0, "'%s', not '%s'", text, wanted);
}

/* A suite whose tests have a directory each, and in it the name of a file. */
#define SCRATCH_SUITE(suite, file) \
	static char directory[SCRATCH_MAX], path[PATH_MAX]; \
	static void enter(void) \
	{ \
		scratch_make(directory); \
		snprintf(path, sizeof path, "%s/%s", directory, file); \
	} \
	static void leave(void) \
	{ \
		scratch_remove(directory); \
	} \
	TestSuite(suite, .init = enter, .fini = leave)
#endif
