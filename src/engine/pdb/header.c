#include "pdb/header.h"

#include "base/file.h"
#include "base/memory.h"

#include <xxhash.h>

static const char magic[8] = {'C', 'U', 'B', 'E', 'P', 'D', 'B', '\n'};

static_assert(offsetof(struct pdb_header, header_checksum) == 16, "doc/pdb-format.md");
static_assert(offsetof(struct pdb_header, n_entries) == 48, "doc/pdb-format.md");
static_assert(offsetof(struct pdb_header, builder) == 80, "doc/pdb-format.md");
static_assert(offsetof(struct pdb_header, count) == 128, "doc/pdb-format.md");
static_assert(offsetof(struct pdb_header, costs) == 336, "doc/pdb-format.md");
static_assert(offsetof(struct pdb_header, chunk_checksum) == 384, "doc/pdb-format.md");

#ifdef __x86_64__
/* Chooses its vectors at run time, which makes it twice as fast.  Debian's libxxhash.so has it, libxxhash.a
 * does not. */
extern XXH64_hash_t XXH3_64bits_dispatch(const void *data, size_t size_bytes) __attribute__((weak));
#else
static XXH64_hash_t (*const XXH3_64bits_dispatch)(const void *data, size_t size_bytes) = NULL;
#endif

uint64_t pdb_checksum(const void *data, size_t size_bytes)
{
	return XXH3_64bits_dispatch != NULL ? XXH3_64bits_dispatch(data, size_bytes)
	                                    : XXH3_64bits(data, size_bytes);
}

/* That end a wrong chunk: it was never written, for only one entry of a table is 0. */
enum { ZERO_TAIL_BYTES = 16 };

enum status pdb_check_bytes(const uint8_t *bytes, size_t size, uint64_t checksum)
{
	if (pdb_checksum(bytes, size) == checksum)
		return STATUS_OK;
	const size_t tail = size < ZERO_TAIL_BYTES ? size : ZERO_TAIL_BYTES;
	return memory_is_zero(bytes + size - tail, tail) ? STATUS_UNFINISHED : STATUS_DAMAGED;
}

/* Of a header, in which the place of the checksum itself is zero. */
uint64_t pdb_header_checksum(struct pdb_header header)
{
	header.header_checksum = 0;
	return pdb_checksum(&header, sizeof header);
}

uint32_t pdb_format_version(uint32_t family)
{
	const struct pdb_family *const known = pdb_family_of(family);
	return known != NULL ? known->format_version : 1;
}

struct pdb_header pdb_header_describe(const struct pdb *image, uint32_t chunk_bytes)
{
	const struct coordinate_key coordinate = image->key.coordinate;
	struct pdb_header h = {
		.version = pdb_format_version(coordinate.family),
		.header_bytes = PDB_HEADER_BYTES,
		.coordinate = coordinate.family,
		.first_parameter = coordinate.parameter[0],
		.metric = image->key.metric,
		.bits_per_entry = pdb_family_of(coordinate.family)->bits_per_entry,
		.base = image->base,
		.max_depth = image->histogram.max_depth,
		.n_entries = image->n_entries,
		.data_bytes = image->size_bytes,
		.chunk_bytes = chunk_bytes,
		.n_chunks = (uint32_t)((image->size_bytes + chunk_bytes - 1) / chunk_bytes),
		.builder = "superflip " SUPERFLIP_VERSION,
		.costs = image->key.costs,
	};
	memcpy(h.magic, magic, sizeof magic);
	memcpy(h.more_parameters, coordinate.parameter + 1, sizeof h.more_parameters);
	memcpy(h.count, image->histogram.count, sizeof h.count);
	return h;
}

/* Whether the fields fit each other; a header of a known coordinate. */
static bool fields_are_sound(const struct pdb_header *h)
{
	const struct pdb_key key = pdb_header_key(h);
	/* Checksums beyond the last chunk are zero, and depths add up. */
	const uint32_t n = h->n_chunks < PDB_HEADER_CHECKSUMS ? h->n_chunks : PDB_HEADER_CHECKSUMS;
	uint64_t left = pdb_n_counted(key);
	uint32_t max_depth = 0;
	for (uint32_t d = 0; d < PDB_HEADER_DEPTHS; d++) {
		if (h->count[d] > left)
			return false;
		left -= h->count[d];
		max_depth = h->count[d] != 0 ? d : max_depth;
	}
	return h->header_bytes == PDB_HEADER_BYTES && h->metric <= METRIC_OF_TURNS
	       && memory_is_zero(&h->costs, sizeof h->costs) == (h->metric < METRIC_OF_TURNS)
	       && h->bits_per_entry == pdb_family_of(h->coordinate)->bits_per_entry && h->base == pdb_base(key)
	       && h->n_entries == coordinate_size(key.coordinate) && h->data_bytes == pdb_data_bytes(key)
	       && h->chunk_bytes >= PDB_CHUNK_BYTES_MIN && h->chunk_bytes <= PDB_CHUNK_BYTES_MAX
	       && (h->chunk_bytes & (h->chunk_bytes - 1)) == 0
	       && h->n_chunks == (h->data_bytes + h->chunk_bytes - 1) / h->chunk_bytes
	       && memchr(h->builder, '\0', sizeof h->builder) != NULL
	       && memory_is_zero(h->chunk_checksum + n, (PDB_HEADER_CHECKSUMS - n) * sizeof *h->chunk_checksum)
	       && (h->n_chunks > PDB_HEADER_CHECKSUMS || h->trailer_checksum == 0)
	       && left == 0 && h->max_depth == max_depth && (max_depth < 16 || h->bits_per_entry == 8);
}

/* Whether some of the header that was read is sound, and how much. */
static enum status check_header(const struct pdb_header *header, size_t size)
{
	/* The header is written last, so an unfinished copy or a crash leaves zeros there. */
	if (size != 0 && memory_is_zero(header, size))
		return STATUS_UNFINISHED;
	if (memcmp(header->magic, magic, size < sizeof magic ? size : sizeof magic) != 0)
		return STATUS_FOREIGN;
	uint32_t newest = 1;  /* version that some family has, or had */
	for (uint32_t id = 0; id < pdb_n_families; id++)
		newest = pdb_format_version(id) > newest ? pdb_format_version(id) : newest;
	if (size >= offsetof(struct pdb_header, header_bytes)
	    && (header->version < 1 || header->version > newest))
		return STATUS_BAD_VERSION;
	if (size < sizeof *header)
		return STATUS_TRUNCATED;
	if (header->header_checksum != pdb_header_checksum(*header))
		return STATUS_BAD_HEADER;
	if (header->version != pdb_format_version(header->coordinate))
		return STATUS_BAD_VERSION;
	const struct pdb_family *const family = pdb_family_of(header->coordinate);
	const struct pdb_key key = pdb_header_key(header);
	if (family == NULL
	    || !(family->is_valid != NULL
	             ? family->is_valid(key.coordinate.parameter)
	             : memory_is_zero(key.coordinate.parameter, sizeof key.coordinate.parameter))
	    || !pdb_is_served(key))
		return STATUS_DIFFERENT;
	return fields_are_sound(header) ? STATUS_OK : STATUS_BAD_HEADER;
}

enum status pdb_header_read(int fd, struct pdb_header *out)
{
	struct stat file;
	*out = (struct pdb_header){.version = 0};
	if (fstat(fd, &file) != 0)
		return STATUS_IO;
	if (S_ISDIR(file.st_mode)) {
		errno = EISDIR;
		return STATUS_IO;
	}
	if (!S_ISREG(file.st_mode))
		return STATUS_FOREIGN;
	const ptrdiff_t n_read = file_read_at(fd, out, sizeof *out, 0);
	if (n_read < 0)
		return STATUS_IO;
	const enum status status = check_header(out, (size_t)n_read);
	return status == STATUS_OK && (uint64_t)file.st_size != pdb_header_file_bytes(out) ? STATUS_TRUNCATED
	    : status;
}

enum status pdb_header_open(const char *path, int *fd, struct pdb_header *out)
{
	*out = (struct pdb_header){.version = 0};
	*fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	return *fd >= 0 ? pdb_header_read(*fd, out) : errno == ENOTDIR ? STATUS_MISSING : file_status(errno);
}

enum status pdb_describe(const char *path, struct pdb_header *out)
{
	int fd;
	const enum status status = pdb_header_open(path, &fd, out);
	file_close(fd);
	return status;
}

static uint32_t trailer_checksums(const struct pdb_header *header)
{
	return header->n_chunks > PDB_HEADER_CHECKSUMS ? header->n_chunks - PDB_HEADER_CHECKSUMS : 0;
}

enum status pdb_header_checksums(int fd, const struct pdb_header *header, uint64_t **out)
{
	uint64_t *const checksums = malloc(header->n_chunks * sizeof *checksums);
	if (checksums == NULL)
		return STATUS_NO_MEMORY;
	const uint32_t n_trailer = trailer_checksums(header);
	const uint32_t n_header = header->n_chunks - n_trailer;
	memcpy(checksums, header->chunk_checksum, n_header * sizeof *checksums);
	if (n_trailer != 0) {
		const size_t size = n_trailer * sizeof *checksums;
		const ptrdiff_t n_read = file_read_at(fd, checksums + n_header, size,
			PDB_HEADER_BYTES + header->data_bytes);
		if (n_read != (ssize_t)size || pdb_checksum(checksums + n_header, size) != header->trailer_checksum) {
			free(checksums);
			return n_read < 0 ? STATUS_IO : STATUS_BAD_HEADER;
		}
	}
	*out = checksums;
	return STATUS_OK;
}

struct pdb_key pdb_header_key(const struct pdb_header *header)
{
	struct coordinate_key coordinate = {.family = header->coordinate, .parameter = {header->first_parameter}};
	memcpy(coordinate.parameter + 1, header->more_parameters, sizeof header->more_parameters);
	return (struct pdb_key){coordinate, (enum metric)header->metric, header->costs};
}

struct pdb_histogram pdb_header_histogram(const struct pdb_header *header)
{
	struct pdb_histogram histogram = {.max_depth = header->max_depth};
	memcpy(histogram.count, header->count, sizeof header->count);
	return histogram;
}

uint64_t pdb_header_file_bytes(const struct pdb_header *header)
{
	return PDB_HEADER_BYTES + header->data_bytes + trailer_checksums(header) * sizeof(uint64_t);
}

size_t pdb_header_chunk_bytes(const struct pdb_header *header, uint32_t i)
{
	const uint64_t left = header->data_bytes - (uint64_t)i * header->chunk_bytes;
	return left < header->chunk_bytes ? (size_t)left : header->chunk_bytes;
}
