/* How may the entries of a pattern database be stored?  As text, as bytes, in 4 bits, or in a hash map.
 *
 *     make study NAME=storage ARGS="[LOOKUPS]"
 *
 * Kevin Chen and Yuxiang Li had the entries of Korf's tables as text, then as bytes; the map (open
 * addressing, XXH3, at most three quarters full) is what a program does that knows no ranking of states.
 * The 42,577,920 entries of the first edge table are built in memory, written to a file in $TMPDIR and
 * read again; then LOOKUPS (10,000,000) random ones are looked up, each of which waits for the one before.
 * all_three_bytes: of Korf's three tables.  About a minute, 1 GB of memory and 0.5 GB of disk. */
#include "base/clock.h"
#include "base/file.h"
#include "base/processor.h"
#include "heuristic/heuristic.h"
#include "pdb/pdb.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

enum { ENTRIES_OF_ALL_THREE = 88179840 + 2 * 42577920, MAP_FULL_QUARTERS = 3 };

/* A slot of the map: the key is the index plus one; 0: free. */
struct slot {
	uint32_t key;
	uint8_t value, unused[3];
};

/* One way to store n entries. */
struct storage {
	const char *name;
	uint64_t (*bytes)(uint64_t n);
	void (*encode)(const uint8_t *entries, uint64_t n, uint8_t *out);
	void (*decode)(uint8_t *bytes, uint64_t n);   /* in place; NULL: what was read is what is looked up in */
	unsigned (*get)(const uint8_t *bytes, uint64_t n, uint32_t index);
};

static void fail(const char *what)
{
	perror(what);
	exit(EXIT_FAILURE);
}

/* A character an entry: 0 to 9, then A, B ... */
static void encode_text(const uint8_t *entries, uint64_t n, uint8_t *out)
{
	for (uint64_t i = 0; i < n; i++)
		out[i] = (uint8_t)("0123456789ABCDEF"[entries[i]]);
}

static void decode_text(uint8_t *bytes, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)(bytes[i] <= '9' ? bytes[i] - '0' : bytes[i] - 'A' + 10);
}

static uint64_t a_byte_each(uint64_t n) { return n; }
static void encode_bytes(const uint8_t *entries, uint64_t n, uint8_t *out) { memcpy(out, entries, n); }

static unsigned get_byte(const uint8_t *bytes, uint64_t n, uint32_t index)
{
	return bytes[index];
}

static uint64_t half_a_byte_each(uint64_t n) { return (n + 1) / 2; }

static void encode_nibbles(const uint8_t *entries, uint64_t n, uint8_t *out)
{
	for (uint64_t i = 0; i < n; i += 2)
		out[i / 2] = (uint8_t)(entries[i] | (i + 1 < n ? entries[i + 1] : 0) << 4);
}

static unsigned get_nibble(const uint8_t *bytes, uint64_t n, uint32_t index)
{
	return pdb_nibble(bytes, index);
}

static uint64_t n_slots_for(uint64_t n)
{
	uint64_t n_slots = 1;
	while (n_slots * MAP_FULL_QUARTERS < n * 4)
		n_slots *= 2;
	return n_slots;
}

static uint64_t slot_bytes(uint64_t n) { return n_slots_for(n) * sizeof(struct slot); }

/* The slot of a key, or the free one where it belongs. */
static uint64_t find_slot(const struct slot *slots, uint64_t n_slots, uint32_t key)
{
	uint64_t at = XXH3_64bits(&key, sizeof key) & (n_slots - 1);
	while (slots[at].key != 0 && slots[at].key != key)
		at = (at + 1) & (n_slots - 1);
	return at;
}

static void encode_map(const uint8_t *entries, uint64_t n, uint8_t *out)
{
	struct slot *const slots = (struct slot *)(void *)out;
	memset(slots, 0, slot_bytes(n));
	for (uint32_t i = 0; i < n; i++)
		slots[find_slot(slots, n_slots_for(n), i + 1)] = (struct slot){.key = i + 1, .value = entries[i]};
}

static unsigned get_map(const uint8_t *bytes, uint64_t n, uint32_t index)
{
	const struct slot *const slots = (const struct slot *)(const void *)bytes;
	return slots[find_slot(slots, n_slots_for(n), index + 1)].value;
}

static const struct storage storages[] = {
	{"text", a_byte_each, encode_text, decode_text, get_byte},
	{"a byte", a_byte_each, encode_bytes, NULL, get_byte},
	{"4 bits", half_a_byte_each, encode_nibbles, NULL, get_nibble},
	{"xxHash map", slot_bytes, encode_map, NULL, get_map},
};

/* A file of this process alone, gone when it is closed. */
static int open_scratch(void)
{
	const char *const directory = getenv("TMPDIR");
	char path[4096];
	snprintf(path, sizeof path, "%s/storage-XXXXXX", directory != NULL ? directory : "/tmp");
	const int fd = mkstemp(path);
	if (fd < 0)
		fail(path);
	unlink(path);
	return fd;
}

/* The next index depends on the last entry, so that no lookup begins before the one before it has ended.
 * @return nanoseconds each */
static double look_up(const struct storage *s, const uint8_t *bytes, uint64_t n, uint64_t n_lookups,
                      uint64_t *sum)
{
	uint64_t state = 1;
	const double start_s = clock_thread_s();
	for (uint64_t i = 0; i < n_lookups; i++) {
		const unsigned value = s->get(bytes, n, (uint32_t)((state >> 32) * n >> 32));
		*sum += value;
		state = (state + value) * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	}
	return (clock_thread_s() - start_s) / (double)n_lookups * 1e9;
}

/* Print a row.  @return the sum of the entries looked up: the same for all */
static uint64_t measure(const struct storage *s, const uint8_t *entries, uint64_t n, uint64_t n_lookups)
{
	uint8_t *const bytes = malloc(s->bytes(n));
	uint64_t sum = 0;
	if (bytes == NULL)
		fail(s->name);
	const int fd = open_scratch();
	const double start_s = clock_monotonic_s();
	s->encode(entries, n, bytes);
	if (!file_write(fd, bytes, s->bytes(n)) || fsync(fd) != 0)
		fail(s->name);
	const double written_s = clock_monotonic_s();
	if (file_read_at(fd, bytes, s->bytes(n), 0) != (ptrdiff_t)s->bytes(n))
		fail(s->name);
	if (s->decode != NULL)
		s->decode(bytes, n);
	const double loaded_s = clock_monotonic_s(), lookup_ns = look_up(s, bytes, n, n_lookups, &sum);
	printf("%s,%" PRIu64 ",%.2f,%.2f,%.1f,%" PRIu64 "\n", s->name, s->bytes(n), written_s - start_s,
	       loaded_s - written_s, lookup_ns, s->bytes(ENTRIES_OF_ALL_THREE));
	fflush(stdout);
	close(fd);
	free(bytes);
	return sum;
}

int main(int argc, char **argv)
{
	const uint64_t n_lookups = argc > 1 ? strtoull(argv[1], NULL, 10) : 10000000;
	struct pdb image;
	cube_init();
	const struct pdb_key key = heuristic_table_key(heuristic_find("edges-upper"), 0, METRIC_HTM);
	if (n_lookups == 0 || pdb_build(key, processors_usable(), NULL, &image) != STATUS_OK) {
		fputs("usage: storage [LOOKUPS]\n", stderr);
		return 2;
	}
	uint8_t *const entries = malloc(image.n_entries);
	if (entries == NULL)
		fail("storage");
	for (uint64_t i = 0; i < image.n_entries; i++)
		entries[i] = (uint8_t)pdb_nibble(image.entries, i);
	puts("storage,bytes,write_s,load_s,lookup_ns,all_three_bytes");
	uint64_t first_sum = 0;
	for (unsigned i = 0; i < sizeof storages / sizeof *storages; i++) {
		const uint64_t sum = measure(&storages[i], entries, image.n_entries, n_lookups);
		first_sum = i == 0 ? sum : first_sum;
		if (sum != first_sum) {
			fprintf(stderr, "storage: %s has other entries\n", storages[i].name);
			return EXIT_FAILURE;
		}
	}
	free(entries);
	pdb_close(&image);
}
