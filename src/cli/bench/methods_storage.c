/* How the entries of a pattern database may be stored: as text, as bytes, in 4 bits, in a hash map.  Chen and Li had text, then
 * bytes; the map is what a program does that knows no ranking of states. */
#include "cli/bench/methods.h"
#include "base/clock.h"
#include "base/file.h"
#include "cli/cli.h"
#include "cube/random.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <xxhash.h>

enum { DEFAULT_LOOKUPS = 10000000 };
static const char table_heuristic[] = "edges-upper";

/* A slot of the map: open addressing, the key is the index plus one; 0: free. */
struct slot {
	uint32_t key;
	uint8_t value, unused[3];
};

/* One way to store entries. */
struct storage {
	const char *name;
	uint64_t (*file_bytes)(uint64_t n);
	/** Make what is written from n entries, one a byte. @param out  file_bytes(n) bytes */
	void (*encode)(const uint8_t *entries, uint64_t n, uint8_t *out);
	/** Turn what was read into what is looked up in, in place. NULL: that is the same. */
	void (*decode)(uint8_t *bytes, uint64_t n);
	unsigned (*get)(const uint8_t *bytes, uint64_t n, uint32_t index);
};

static uint64_t one_byte_each(uint64_t n) { return n; }
static uint64_t half_a_byte_each(uint64_t n) { return (n + 1) / 2; }

static uint64_t slots_for(uint64_t n)
{
	uint64_t n_slots = 1;
	while (n_slots * 3 < n * 4)              /* at most three quarters full */
		n_slots *= 2;
	return n_slots;
}

static uint64_t slot_bytes(uint64_t n) { return slots_for(n) * sizeof(struct slot); }

/* A character an entry: 0 to 9, then A, B ... */
static void encode_text(const uint8_t *entries, uint64_t n, uint8_t *out)
{
	for (uint64_t i = 0; i < n; i++)
		out[i] = (uint8_t)(entries[i] < 10 ? '0' + entries[i] : 'A' + entries[i] - 10);
}

static void decode_text(uint8_t *bytes, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		bytes[i] = (uint8_t)(bytes[i] <= '9' ? bytes[i] - '0' : bytes[i] - 'A' + 10);
}

static void encode_bytes(const uint8_t *entries, uint64_t n, uint8_t *out)
{
	memcpy(out, entries, n);
}

static unsigned get_byte(const uint8_t *bytes, uint64_t n, uint32_t index)
{
	(void)n;
	return bytes[index];
}

static void encode_nibbles(const uint8_t *entries, uint64_t n, uint8_t *out)
{
	for (uint64_t i = 0; i < n; i += 2)
		out[i / 2] = (uint8_t)(entries[i] | (i + 1 < n ? entries[i + 1] : 0) << 4);
}

static unsigned get_nibble(const uint8_t *bytes, uint64_t n, uint32_t index)
{
	(void)n;
	return pdb_nibble(bytes, index);
}

static uint64_t slot_of(uint32_t key, uint64_t n_slots)
{
	return XXH3_64bits(&key, sizeof key) & (n_slots - 1);
}

static void encode_map(const uint8_t *entries, uint64_t n, uint8_t *out)
{
	struct slot *const slots = (struct slot *)(void *)out;
	const uint64_t n_slots = slots_for(n);
	memset(slots, 0, n_slots * sizeof *slots);
	for (uint32_t i = 0; i < n; i++) {
		uint64_t at = slot_of(i + 1, n_slots);
		while (slots[at].key != 0)
			at = (at + 1) & (n_slots - 1);
		slots[at] = (struct slot){.key = i + 1, .value = entries[i]};
	}
}

static unsigned get_map(const uint8_t *bytes, uint64_t n, uint32_t index)
{
	const struct slot *const slots = (const struct slot *)(const void *)bytes;
	const uint64_t n_slots = slots_for(n);
	uint64_t at = slot_of(index + 1, n_slots);
	while (slots[at].key != index + 1)
		at = (at + 1) & (n_slots - 1);
	return slots[at].value;
}

static const struct storage storages[] = {
	{"text", one_byte_each, encode_text, decode_text, get_byte},
	{"a byte", one_byte_each, encode_bytes, NULL, get_byte},
	{"4 bits", half_a_byte_each, encode_nibbles, NULL, get_nibble},
	{"xxHash map", slot_bytes, encode_map, NULL, get_map},
};
enum { N_STORAGES = sizeof storages / sizeof *storages };

struct measured {
	double write_s, load_s, lookup_ns;
	uint64_t sum;                            /* of the entries looked up: the same for all */
};

/* A file of this process alone, gone when it is closed. @return -1 with errno set */
static int open_scratch(void)
{
	const char *const directory = getenv("TMPDIR");
	char path[4096];
	snprintf(path, sizeof path, "%s/superflip-XXXXXX", directory != NULL && *directory != '\0' ? directory : "/tmp");
	const int fd = mkstemp(path);
	if (fd >= 0)
		unlink(path);
	return fd;
}

/* The next index depends on the last entry, so that no lookup begins before the one before it has ended. */
static void look_up(const struct storage *s, const uint8_t *bytes, uint64_t n, uint64_t n_lookups, uint64_t seed, struct measured *out)
{
	struct random_source source;
	random_from_seed(&source, seed);
	uint64_t state = random_u64(&source);
	const double start_s = clock_thread_s();
	for (uint64_t i = 0; i < n_lookups; i++) {
		const unsigned value = s->get(bytes, n, (uint32_t)((state >> 32) * n >> 32));
		out->sum += value;
		state = (state + value) * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	}
	out->lookup_ns = (clock_thread_s() - start_s) / (double)n_lookups * 1e9;
}

static void complain_of_file(struct bench_run *run, const char *what)
{
	run->exit_status = complain_and(EXIT_TABLE, "bench methods: cannot %s: %s; TMPDIR names another directory", what, strerror(errno));
}

static void measure_in(struct bench_run *run, int fd, uint8_t *bytes, const struct storage *s, const uint8_t *entries, uint64_t n,
                       struct measured *out)
{
	const uint64_t n_bytes = s->file_bytes(n);
	const double start_s = clock_monotonic_s();
	s->encode(entries, n, bytes);
	bool is_sound = file_write(fd, bytes, n_bytes) && fsync(fd) == 0;
	const double written_s = clock_monotonic_s();
	is_sound = is_sound && file_read_at(fd, bytes, n_bytes, 0) == (ptrdiff_t)n_bytes;
	if (is_sound && s->decode != NULL)
		s->decode(bytes, n);
	out->write_s = written_s - start_s;
	out->load_s = clock_monotonic_s() - written_s;
	if (is_sound)
		look_up(s, bytes, n, run->options->n_instances, run->options->seed, out);
	else
		complain_of_file(run, "write or read the entries");
}

static void measure(struct bench_run *run, const struct storage *s, const uint8_t *entries, uint64_t n, struct measured *out)
{
	uint8_t *const bytes = malloc(s->file_bytes(n));
	const int fd = bytes != NULL ? open_scratch() : -1;
	*out = (struct measured){0};
	if (bytes == NULL)
		bench_fail_memory(run);
	else if (fd < 0)
		complain_of_file(run, "make a file for the entries");
	else
		measure_in(run, fd, bytes, s, entries, n, out);
	if (fd >= 0)
		close(fd);
	free(bytes);
}

static void measure_all(struct bench_run *run, const uint8_t *entries, uint64_t n)
{
	static const char *const columns[] = {"storage", "bytes", "write_s", "load_s", "lookup_ns", "all_three_bytes", NULL};
	enum { ALL_ENTRIES = 88179840 + 2 * 42577920 };
	const struct bench_options *const o = run->options;
	uint64_t sum = 0;
	bench_begin(run, json_pack("{s:s, s:s, s:s, s:I, s:I, s:I}", "bench", "methods", "table", "storage", "entries_of", table_heuristic,
	                           "entries", (json_int_t)n, "seed", (json_int_t)o->seed, "lookups", (json_int_t)o->n_instances), columns);
	for (unsigned i = 0; i < N_STORAGES && bench_may_go_on(run); i++) {
		const struct storage *const s = &storages[i];
		struct measured m;
		measure(run, s, entries, n, &m);
		if (run->exit_status == EXIT_SOLVED && i > 0 && m.sum != sum) {
			run->exit_status = complain_and(EXIT_TABLE, "bench methods: %s holds other entries than %s; please report it",
			                                s->name, storages[0].name);
		}
		sum = m.sum;
		TABLE_ROW(run->table, cell_text(s->name), cell_count(s->file_bytes(n)), cell_real(m.write_s, 3), cell_real(m.load_s, 3),
		          cell_real(m.lookup_ns, 1), cell_count(s->file_bytes(ALL_ENTRIES)));
	}
	bench_print(run, run->exit_status == EXIT_SOLVED);
}

void methods_storage(struct bench_run *run)
{
	const struct heuristic *const h = bench_open(run, table_heuristic);
	if (h == NULL)
		return;
	if (run->options->n_instances == 0)
		run->options->n_instances = DEFAULT_LOOKUPS;
	bench_uses_one_thread(run);
	const uint64_t n = h->table[0].n_entries;
	uint8_t *const entries = malloc(n);
	if (entries == NULL)
		bench_fail_memory(run);
	for (uint64_t i = 0; i < n && entries != NULL; i++)
		entries[i] = (uint8_t)pdb_get(&h->table[0], i);
	bench_close_last(run);
	if (run->exit_status == EXIT_SOLVED)
		measure_all(run, entries, n);
	free(entries);
}
