#include "cli/process.h"

#include "cli/cli.h"
#include "cli/status.h"

#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int process_end(int status)
{
	const bool has_failed = ferror(stdout);
	if (fflush(stdout) == 0 && !has_failed)
		return status;
	if (status == EXIT_TABLE && has_failed)
		return status;  /* already reported where it happened */
	complain("cannot write the output%s%s", has_failed ? "" : ": ", has_failed ? "" : strerror(errno));
	return EXIT_TABLE;
}

/* Jansson does not survive a failed allocation everywhere, and what it then reads or writes may be wrong. */
static void *allocate_or_exit(size_t size)
{
	void *const memory = malloc(size);
	if (memory != NULL || size == 0)
		return memory;
	complain("not enough memory");
	_exit(EXIT_MEMORY);
}

void process_prepare(void)
{
	signal(SIGXFSZ, SIG_IGN);  /* a file that may not grow is an error of write() */
	catch_bus_errors();
	catch_status_requests();
	json_set_alloc_funcs(allocate_or_exit, free);
}
