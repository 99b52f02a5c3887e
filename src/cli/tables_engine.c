#include "cli/tables_engine.h"

#include "api/tables.h"
#include "base/memory.h"
#include "cli/cli.h"
#include "cli/status.h"
#include "pdb/check.h"
#include "pdb/file.h"
#include "pdb/message.h"
#include "report/progress.h"

static double mebibytes(uint64_t bytes)
{
	return (double)bytes / (1 << 20);
}

int tables_open(const struct solve_options *o, struct heuristic *out)
{
	superflip_tables *tables;
	const int status = tables_open_shared(o, true, &tables);
	if (status == EXIT_SOLVED)
		*out = tables_give_up(tables);
	return status;
}

static int complain_of_check(const struct pdb *pdb, enum pdb_status status)
{
	char message[PDB_MESSAGE_MAX];
	pdb_check_message(pdb->check, status, message);
	complain("%s", message);
	return EXIT_TABLE;
}

static int complain_of_preloading(const struct heuristic *h, uint64_t needed_bytes, uint64_t available_bytes)
{
	complain("--preload: not enough memory to copy the tables of '%s': %.1f MiB needed, %.1f MiB available; "
	         "without --preload the files are mapped", h->spec->name, mebibytes(needed_bytes),
	         mebibytes(available_bytes));
	return EXIT_MEMORY;
}

int tables_preload(struct heuristic *h)
{
	uint64_t needed_bytes = 0;
	const uint64_t available_bytes = memory_available_bytes();
	for (unsigned i = 0; i < h->spec->n_tables; i++)
		needed_bytes += h->table[i].size_bytes;
	enum pdb_status status = needed_bytes <= available_bytes ? PDB_OK : PDB_NO_MEMORY;
	unsigned n = 0;
	for (; n < h->spec->n_tables && status == PDB_OK; n++)
		status = pdb_preload(&h->table[n]);
	if (status == PDB_OK)
		return EXIT_SOLVED;
	const int exit_status = status == PDB_NO_MEMORY ? complain_of_preloading(h, needed_bytes, available_bytes)
	                                                : complain_of_check(&h->table[n - 1], status);
	heuristic_close(h);
	return exit_status;
}

int tables_await_check(struct heuristic *h, bool is_quiet)
{
	struct progress_bar bar = progress_bar_start(h->spec->name, is_quiet, interrupted_by);
	bar.is_asked = status_is_wanted;
	const struct pdb_progress progress = progress_bar_callback(&bar);
	unsigned failed;
	const enum pdb_status status = heuristic_await_check(h, &progress, &failed);
	progress_bar_finish(&bar);
	if (status == PDB_OK)
		return EXIT_SOLVED;
	const int exit_status = status == PDB_INTERRUPTED ? 128 + interrupted_by() : complain_of_check(&h->table[failed], status);
	heuristic_close(h);
	return exit_status;
}

int tables_complain_of_fault(const struct heuristic *h)
{
	unsigned failed;
	const enum pdb_status status = heuristic_fault(h, &failed);
	return status != PDB_OK ? complain_of_check(&h->table[failed], status) : EXIT_TABLE;
}
