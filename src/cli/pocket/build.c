/* superflip pocket build */
#include "cli/cli.h"
#include "cli/pocket/options.h"
#include "pocket/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char usage[] =
	"pocket build -o FILE [--force] [--metric htm|qtm]\n\n"
	"Write the table of distances mod 3, two bits a state: 918,540 bytes after a\n"
	"header of 32.  It is for other programs: superflip builds the same table in memory,\n"
	"in 0.05 s, wherever it needs it.";

/* Nothing is replaced without --force, and never anything but a file. */
static bool may_write(const struct pocket_options *o)
{
	struct stat there;
	if (lstat(o->file, &there) != 0)
		return true;
	if (!S_ISREG(there.st_mode))
		complain("%s: exists and is not a regular file; name another", o->file);
	else if (!o->may_overwrite)
		complain("%s: exists; --force replaces it", o->file);
	return S_ISREG(there.st_mode) && o->may_overwrite;
}

int command_pocket_build(int argc, char **argv)
{
	struct pocket_options options;
	int status;
	if (pocket_options_read(argc, argv, POCKET_BUILD, usage, &options, &status) < 0)
		return status;
	if (options.file == NULL) {
		complain("pocket build: -o FILE is missing; it names the table's file");
		return EXIT_USAGE;
	}
	if (!may_write(&options))
		return EXIT_TABLE;
	struct pocket_table *const table = pocket_table_build(options.metric);
	if (table == NULL)
		pocket_give_up_without_memory();
	catch_interrupts(false);  /* the few milliseconds of writing are not interrupted */
	int end = EXIT_SOLVED;
	if (pocket_table_write(table, options.file) == PDB_OK)
		print_line_to(stdout, "%s: %s, %d bytes, XXH3 %016" PRIx64, options.file, metric_name[options.metric],
		       POCKET_TABLE_BYTES, pocket_table_checksum(table));
	else
		end = complain_of_errno(options.file);
	free(table);
	return interrupted_by() ? 128 + interrupted_by() : end;
}
