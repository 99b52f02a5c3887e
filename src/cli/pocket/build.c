/* superflip pocket build */
#include "cli/cli.h"
#include "cli/new_file.h"
#include "cli/pocket/options.h"
#include "pocket/table.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char usage[] =
	"pocket build -o FILE [--force] [--metric htm|qtm]\n\n"
	"Write the table of distances mod 3, two bits a state: 918,540 bytes after a\n"
	"header of 32.  It is for other programs: superflip builds the same table in memory,\n"
	"in 0.05 s, wherever it needs it.";

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
	struct new_file out;
	status = new_file_check(options.file, options.may_overwrite);
	if (status != EXIT_SOLVED)
		return status;
	struct pocket_table *const table = pocket_table_build(options.metric);
	if (table == NULL)
		pocket_give_up_without_memory();
	catch_interrupts(false);  /* the few milliseconds of writing are not interrupted */
	status = new_file_begin(options.file, options.may_overwrite, &out);
	if (status == EXIT_SOLVED) {
		pocket_table_write(table, out.file);
		status = new_file_end(&out, true);
	}
	if (status == EXIT_SOLVED)
		print_line_to(stdout, "%s: %s, %d bytes, XXH3 %016" PRIx64, options.file, metric_name[options.metric],
		              POCKET_TABLE_BYTES, pocket_table_checksum(table));
	free(table);
	return interrupted_by() ? 128 + interrupted_by() : status;
}
