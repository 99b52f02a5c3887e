/* superflip pdb info, and superflip pdb path */
#include "cli/cli.h"
#include "cli/pdb/request.h"
#include "cli/tables.h"
#include "pdb/directory.h"
#include "pdb/file.h"
#include "pdb/pdb.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

static void print_header(const struct pdb_header *header, const char *path)
{
	const struct pdb_key key = pdb_header_key(header);
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	const struct pdb_known *const known = pdb_known_find(key.coordinate);
	char name[COORDINATE_NAME_MAX], users[256], coding[PDB_CODING_MAX];
	coordinate_name(key.coordinate, name);
	users_text(key.coordinate, users, sizeof users);
	snprintf(coding, sizeof coding, "%" PRIu32 " bits each", header->bits_per_entry);
	if (family->coding != NULL)
		family->coding(&key, coding);
	print_line_to(stdout, "file             %s", path);
	printf("table            %s%s%s\n", name, known == NULL ? "" : ": ", known == NULL ? "" : known->summary);
	printf("metric           %s\n", metric_name[key.metric]);
	printf("used by          %s\n", users);
	printf("format version   %" PRIu32 "\n", header->version);
	print_line_to(stdout, "builder          %s", header->builder);
	printf("file size        %" PRIu64 " bytes\n", pdb_header_file_bytes(header));
	printf("entries          %" PRIu64 ", %s\n", header->n_entries, coding);
	printf("checksums        %" PRIu32 " chunks of %" PRIu32 " bytes\n", header->n_chunks, header->chunk_bytes);
}

static void print_depths(const struct pdb_header *header)
{
	const char *const counted = pdb_family_of(header->coordinate)->counted;
	const struct pdb_histogram histogram = pdb_header_histogram(header);
	printf("maximum depth    %" PRIu32 "\n", header->max_depth);
	printf("mean depth       %.6f\n", pdb_histogram_mean(&histogram));
	printf("\ndepth        entries");
	if (counted != NULL)
		printf(" (%s)", counted);
	putchar('\n');
	for (unsigned d = 0; d <= histogram.max_depth; d++)
		printf("%5u %14" PRIu64 "\n", d, histogram.count[d]);
}

static int print_info(const struct request *r, const char *path, const struct pdb_key *want)
{
	(void)r;
	struct pdb_header header;
	enum pdb_status status = pdb_describe(path, &header);
	if (status == PDB_OK && want != NULL && !pdb_key_equal(pdb_header_key(&header), *want))
		status = PDB_WRONG_TABLE;
	if (status != PDB_OK)
		return fail(status, path, want);
	print_header(&header, path);
	print_depths(&header);
	return EXIT_SOLVED;
}

int pdb_command_info(const struct request *r)
{
	if (r->n_names == 0)
		return complain_and(EXIT_USAGE, "pdb info: name a table or a file; `superflip pdb list` lists the tables");
	return for_each_file(r, print_info);
}

static int print_path(const struct request *r, const char *path, const struct pdb_key *want)
{
	(void)r;
	struct pdb_header header;
	const enum pdb_status status = pdb_describe(path, &header);
	if (status != PDB_OK)
		return fail(status, path, want);
	puts(path);
	return EXIT_SOLVED;
}

int pdb_command_path(const struct request *r)
{
	if (r->n_names != 0)
		return for_each_file(r, print_path);
	char directory[PATH_MAX];
	if (pdb_directory(r->directory, directory) != PDB_OK)
		return tables_complain_of_directory();
	puts(directory);
	return EXIT_SOLVED;
}
