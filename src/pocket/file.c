/* The file of a mod-3 table: a header, then the table.  Everything in it is known beforehand, checksum included. */
#include "pocket/table.h"

#include <endian.h>
#include <stdio.h>
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

void pocket_table_write(const struct pocket_table *table, FILE *out)
{
	const struct header header = header_for(table->metric);
	fwrite(&header, sizeof header, 1, out);
	fwrite(table->mod3, sizeof table->mod3, 1, out);
}
