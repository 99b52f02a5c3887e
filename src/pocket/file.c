/* The file of a mod-3 table: a header, then the table.  Everything in it is known beforehand, checksum included. */
#include "pocket/table.h"

#include "base/file.h"

#include <endian.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { FORMAT_VERSION = 1 };

/* Little-endian. */
struct header {
	char     magic[8];            /* "POCKET3\n": the 2x2x2, distances mod 3 */
	uint32_t version, metric;     /* FORMAT_VERSION, enum metric */
	uint32_t n_states, n_bytes;   /* POCKET_STATES, POCKET_TABLE_BYTES */
	uint64_t checksum;            /* XXH3-64 of the table */
};
static_assert(sizeof(struct header) == 32, "the header has no gaps");

/* There is one right table for each metric.  Comparing with it catches any other, not only a damaged one. */
static const uint64_t known_checksum[N_METRICS] = {UINT64_C(0x998755edcb292514), UINT64_C(0x70b4acafee83a63d)};

static struct header header_for(enum metric metric)
{
	return (struct header){
		.magic = "POCKET3\n",
		.version = htole32(FORMAT_VERSION),
		.metric = htole32(metric),
		.n_states = htole32(POCKET_STATES),
		.n_bytes = htole32(POCKET_TABLE_BYTES),
		.checksum = htole64(known_checksum[metric]),
	};
}

uint64_t pocket_table_checksum(const struct pocket_table *table)
{
	return XXH3_64bits(table->mod3, sizeof table->mod3);
}

enum pdb_status pocket_table_write(const struct pocket_table *table, const char *path)
{
	const struct header header = header_for(table->metric);
	struct staged_file file;
	int error = file_stage(path, true, &file);
	if (error == 0 && file_write(file.fd, &header, sizeof header) && file_write(file.fd, table->mod3, sizeof table->mod3)) {
		error = file_publish(&file);
	} else if (error == 0) {
		error = errno;
		file_discard(&file);
	}
	errno = error;
	return error == 0 ? PDB_OK : PDB_IO;
}

static enum pdb_status check_header(const struct header *header, enum metric metric)
{
	const struct header want = header_for(metric);
	if (memcmp(header->magic, want.magic, sizeof want.magic) != 0)
		return PDB_BAD_MAGIC;
	if (header->version != want.version)
		return PDB_BAD_VERSION;
	if (header->metric != want.metric)
		return le32toh(header->metric) < N_METRICS ? PDB_WRONG_TABLE : PDB_BAD_HEADER;
	return memcmp(header, &want, sizeof want) == 0 ? PDB_OK : PDB_BAD_HEADER;
}

static enum pdb_status read_from(FILE *file, enum metric metric, struct pocket_table *table)
{
	struct header header;
	if (fread(&header, sizeof header, 1, file) != 1)
		return ferror(file) ? PDB_IO : PDB_TRUNCATED;
	const enum pdb_status status = check_header(&header, metric);
	if (status != PDB_OK)
		return status;
	table->metric = metric;
	if (fread(table->mod3, sizeof table->mod3, 1, file) != 1 || fgetc(file) != EOF)
		return ferror(file) ? PDB_IO : PDB_TRUNCATED;
	return pocket_table_checksum(table) == known_checksum[metric] ? PDB_OK : PDB_DAMAGED;
}

enum pdb_status pocket_table_read(const char *path, enum metric metric, struct pocket_table **out)
{
	pocket_init();
	FILE *const file = fopen(path, "rbe");
	if (file == NULL)
		return errno == ENOENT ? PDB_MISSING : PDB_IO;
	struct pocket_table *const table = malloc(sizeof *table);
	const enum pdb_status status = table == NULL ? PDB_NO_MEMORY : read_from(file, metric, table);
	const int why = errno;
	fclose(file);
	errno = why;
	if (status == PDB_OK)
		*out = table;
	else
		free(table);
	return status;
}
