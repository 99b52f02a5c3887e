/* A folder for one test. */
#ifndef SUPERFLIP_TESTS_PDB_SCRATCH_H
#define SUPERFLIP_TESTS_PDB_SCRATCH_H
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SCRATCH_MAX = 64 };

static inline void scratch_make(char folder[SCRATCH_MAX])
{
	strcpy(folder, "/tmp/superflip-test-XXXXXX");
	if (mkdtemp(folder) == NULL)
		abort();
}

/* Files in the folder. */
static inline unsigned scratch_count(const char *folder)
{
	unsigned n = 0;
	DIR *const files = opendir(folder);
	while (readdir(files) != NULL)
		n++;
	closedir(files);
	return n - 2;  /* "." and ".." */
}

static inline void scratch_remove(const char *folder)
{
	char command[SCRATCH_MAX + 16];
	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	if (system(command) != 0)
		abort();
}
#endif
