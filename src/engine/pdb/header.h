/* The first 4096 bytes of a pattern database on disk; doc/pdb-format.md is the contract. */
#pragma once
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "superflip needs a little-endian machine: its tables are little-endian files that are mapped as they are"
#endif
#include "pdb/pdb.h"

enum {
	PDB_CHUNK_BYTES = 16 << 20,      /* what the writer uses; the reader takes what the header says */
	PDB_CHUNK_BYTES_MIN = 512,
	PDB_CHUNK_BYTES_MAX = 64 << 20,
	PDB_HEADER_CHECKSUMS = 464,      /* chunk checksums that fit in the header; the others are the trailer */
	PDB_BUILDER_MAX = 32,
	PDB_HEADER_DEPTHS = 26,
};

/* Little-endian, like the machine. */
struct pdb_header {
	char     magic[8];               /* "CUBEPDB\n" */
	uint32_t version;                /* pdb_format_version() */
	uint32_t header_bytes;           /* PDB_HEADER_BYTES: where the entries start */
	uint64_t header_checksum;        /* XXH3-64 of these 4096 bytes with this field zero */
	uint32_t coordinate;             /* struct coordinate_key: the family, */
	uint32_t first_parameter;        /* and its parameters, of which the others are below */
	uint32_t metric;                 /* enum metric */
	uint32_t bits_per_entry;         /* those of the family */
	uint32_t max_depth;              /* largest entry, in moves */
	uint32_t base;                   /* pdb_base() */
	uint64_t n_entries, data_bytes;
	uint32_t chunk_bytes, n_chunks;  /* checksums are over chunks of the entries; the last may be shorter */
	uint64_t trailer_checksum;       /* XXH3-64 of the trailer, 0 without one */
	char     builder[PDB_BUILDER_MAX];  /* "superflip 0.1.0", zero-padded */
	uint32_t more_parameters[COORDINATE_N_PARAMETERS - 1];
	uint64_t count[PDB_HEADER_DEPTHS];  /* entries by depth, as the family counts them */
	struct turn_costs costs;         /* of METRIC_OF_TURNS; else 0 */
	uint64_t chunk_checksum[PDB_HEADER_CHECKSUMS];  /* XXH3-64; zero where there is no chunk */
};
static_assert(sizeof(struct pdb_header) == PDB_HEADER_BYTES, "entries start on a page of their own");

/** The version of files of a family; 1 if this build does not know the family. */
uint32_t pdb_format_version(uint32_t family);

/** Describe an image; everything but the checksums. */
struct pdb_header pdb_header_describe(const struct pdb *image, uint32_t chunk_bytes);

/** XXH3-64 of a header with the field for it zero. */
uint64_t pdb_header_checksum(struct pdb_header header);

/** Read and check a header and the size of its file; the entries are not looked at.
 * @param out  on STATUS_OK filled, and with STATUS_TRUNCATED if the header itself is complete; else what was
 * read of it, and zeros
 * @return STATUS_OK, STATUS_IO (errno is set), STATUS_FOREIGN, STATUS_BAD_VERSION, STATUS_BAD_HEADER,
 *         STATUS_UNFINISHED, STATUS_TRUNCATED,
 *         STATUS_DIFFERENT (the coordinate is unknown to this build)
 */
enum status pdb_header_read(int fd, struct pdb_header *out);

/** Open a table and read its header; a named pipe does not make it wait.
 * @param fd  set, whatever is returned, to a descriptor that the caller closes by file_close(), or to -1
 * @return those of pdb_header_read(), STATUS_MISSING */
enum status pdb_header_open(const char *path, int *fd, struct pdb_header *out);

/** The same for whoever wants the header only. */
enum status pdb_describe(const char *path, struct pdb_header *out);

/** All chunk checksums, those of the header and of the trailer, n_chunks of them; *out is the caller's to
 * free().
 * @return STATUS_OK, STATUS_IO (errno is set), STATUS_BAD_HEADER (the trailer is damaged),
 *         STATUS_NO_MEMORY */
enum status pdb_header_checksums(int fd, const struct pdb_header *header, uint64_t **out);

struct pdb_key pdb_header_key(const struct pdb_header *header);
struct pdb_histogram pdb_header_histogram(const struct pdb_header *header);

/** Size of the whole file: header, entries, trailer. */
uint64_t pdb_header_file_bytes(const struct pdb_header *header);

/** Size of chunk i of the entries. */
size_t pdb_header_chunk_bytes(const struct pdb_header *header, uint32_t i);

/** XXH3-64, by the widest instructions that the machine has. */
uint64_t pdb_checksum(const void *data, size_t size_bytes);

/** Compare bytes with their checksum: STATUS_OK, STATUS_DAMAGED, or STATUS_UNFINISHED if they end with
 * zeros. */
enum status pdb_check_bytes(const uint8_t *bytes, size_t size, uint64_t checksum);
