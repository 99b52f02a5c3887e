/* Two codes for the entries of a slice-free coset table: 2 bits, as in the files, and nested unary.
 *
 *     coding [-p FOLDER] [-s SLOTS] [-m CODES] [-r ROUNDS] [-t THREADS] [-n STATES] [-d DEPTH] TABLE...
 *
 * TABLE is an installed table or any coset-N, which is then built in memory.  Of each the program prints the bytes in
 * both codes, compares all values, times reading, and counts the nodes of complete iterations: these depend on the
 * values only, so one search counts for both codes.
 *
 * Nested unary code.  A line of 64 bytes holds SLOTS entries: first a bit for each, whether it is the cap; then one for
 * each zero among these, whether it is cap - 1; one for each zero among those, whether it is cap - 2.  The bits of all
 * levels follow each other, so wherever in the line a zero stands, the next bit of its entry stands at SLOTS + the
 * number of zeros before it: a popcount.  What ends in zeros is at most base and stands in the side table, as with 2
 * bits.  Bits that find no room in the line count as zeros; their entries then read as base + 1, or as what others have
 * put into the side table, if that is less: smaller than they are, but admissible.  Entry i is slot i / n_lines of line
 * i mod n_lines, so every line has some of all corner classes and they are about equally full. */
#include "coset_table.h"
#include "cube/random.h"
#include "pdb/parallel.h"
#include "search/iteration.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#if defined __x86_64__
#include <immintrin.h>
#endif

enum {
	LINE_BITS = 512, LINE_BYTES = LINE_BITS / 8, LINE_WORDS = LINE_BITS / 64,
	N_LEVELS = 3,                        /* cap, cap - 1, cap - 2: as many codes as 2 bits have above the base */
	MAX_SLOTS = LINE_BITS,
	BLOCK_LINES = 256,                   /* encoded together, so that entries are read in rows */
	SAMPLE_LINES = 5000,
	GROUP = 128,                         /* entries prefetched together, as in the kernel */
	N_READS = 1 << 22,                   /* too many lines for any cache */
	CACHED_LINES = 512,                  /* few enough for the first level */
	MAX_ROUNDS = 99,
};
#define ALWAYS_INLINE inline __attribute__((always_inline))

struct nested {
	const struct pdb *table;             /* the same values in 2 bits, with the side table */
	uint8_t *lines;
	uint64_t n_lines, reciprocal;        /* 2^64 / n_lines, rounded up */
	unsigned slots;
	_Atomic uint64_t n_overflowing, n_lowered, n_wrong;  /* lines; entries */
};

struct options {
	const char *folder;
	unsigned slots;                      /* 0: as many as overflow in a thousandth of the lines */
	unsigned share[4];                   /* of the codes that are read in the second contest, in thousandths */
	unsigned n_rounds, n_threads, n_states, depth;
};

__extension__ typedef unsigned __int128 uint128;

static inline uint64_t high_product(uint64_t a, uint64_t b)
{
	return (uint64_t)((uint128)a * b >> 64);
}

/* ---- encoding ---- */
static ALWAYS_INLINE void place(uint64_t n_lines, uint64_t reciprocal, uint64_t entry, uint64_t *line, unsigned *slot)
{
	const uint64_t s = high_product(entry, reciprocal);
	*slot = (unsigned)s;
	*line = entry - s * n_lines;
}

static unsigned code_of(const struct pdb *table, uint64_t entry)
{
	return entry < table->n_entries ? (unsigned)table->entries[entry >> 2] >> (entry & 3) * 2 & 3u : 3;
}

/* Write the codes of one line. @return the bits that it needs */
static unsigned encode_line(const uint8_t *code, unsigned slots, uint64_t line[LINE_WORDS])
{
	uint16_t open[MAX_SLOTS];
	unsigned n_open = slots, bit = 0;
	memset(line, 0, LINE_BYTES);
	for (unsigned i = 0; i < slots; i++)
		open[i] = (uint16_t)i;
	for (unsigned level = 0; level < N_LEVELS; level++) {
		unsigned n = 0;
		for (unsigned i = 0; i < n_open; i++, bit++) {
			const bool is_here = code[open[i]] == 3 - level;
			if (is_here && bit < LINE_BITS)
				line[bit / 64] |= UINT64_C(1) << bit % 64;
			open[n] = open[i];
			n += !is_here;
		}
		n_open = n;
	}
	return bit;
}

static void encode_chunk(void *context, uint32_t chunk)
{
	struct nested *const t = context;
	const uint64_t begin = (uint64_t)chunk * BLOCK_LINES;
	const unsigned n = t->n_lines - begin < BLOCK_LINES ? (unsigned)(t->n_lines - begin) : BLOCK_LINES;
	uint8_t code[BLOCK_LINES][MAX_SLOTS];
	uint64_t n_overflowing = 0;
	for (unsigned slot = 0; slot < t->slots; slot++)
		for (unsigned l = 0; l < n; l++)
			code[l][slot] = (uint8_t)code_of(t->table, slot * t->n_lines + begin + l);
	for (unsigned l = 0; l < n; l++)
		n_overflowing += encode_line(code[l], t->slots, (uint64_t *)(void *)(t->lines + (begin + l) * LINE_BYTES)) > LINE_BITS;
	atomic_fetch_add_explicit(&t->n_overflowing, n_overflowing, memory_order_relaxed);
}

/* How many lines for so many slots.  From one slot of a line to the next the flips, the low 8 bits of an index, go on by
 * the golden section of their range, so a line has all of them.  What the slices do depends on the number. */
static uint64_t count_lines(const struct pdb *table, unsigned slots)
{
	const uint64_t n = (table->n_entries + slots - 1) / slots;
	return n + (159 - n) % 256;
}

/* Share of the lines that would overflow. */
static double overflow(const struct pdb *table, unsigned slots)
{
	const uint64_t n_lines = count_lines(table, slots);
	struct random_source source;
	random_from_seed(&source, slots);
	unsigned n = 0;
	for (unsigned i = 0; i < SAMPLE_LINES; i++) {
		const uint64_t line = random_below(&source, n_lines);
		unsigned bits = 0;
		for (unsigned slot = 0; slot < slots; slot++) {
			const unsigned code = code_of(table, slot * n_lines + line);
			bits += code == 3 ? 1 : code == 2 ? 2 : N_LEVELS;
		}
		n += bits > LINE_BITS;
	}
	return (double)n / SAMPLE_LINES;
}

/* As many as overflow in a thousandth of the lines at most; not always fewer than with one slot more: with an unlucky
 * number of lines the slices of a line are alike, and many overflow. */
static unsigned choose_slots(const struct pdb *table)
{
	const struct pdb_histogram *const h = &table->histogram;
	const unsigned cap = table->base + N_LEVELS;
	const double n_entries = (double)table->n_entries, n_caps = (double)h->count[cap], n_next = (double)h->count[cap - 1];
	unsigned slots = (unsigned)(LINE_BITS * n_entries / (3 * n_entries - 2 * n_caps - n_next));  /* if all were equal */
	while (slots > LINE_BITS / N_LEVELS && overflow(table, slots) > 0.001)
		slots--;
	return slots;
}

/* ---- reading: one body, one named function for each instruction set ---- */
struct group {
	uint64_t entry[GROUP];
	uint32_t line[GROUP];
	uint16_t bit[GROUP], open[GROUP];
	uint8_t value[GROUP];
};

static ALWAYS_INLINE void prefetch_two_bits(const struct nested *t, struct group *g)
{
	const uint8_t *const entries = t->table->entries;
	for (unsigned i = 0; i < GROUP; i++)
		__builtin_prefetch(&entries[g->entry[i] >> 2], 0, 2);
}

/* As the kernel reads (search/coset_body.h). */
static ALWAYS_INLINE void read_side(const struct pdb *table, struct group *g, unsigned n_low, unsigned most)
{
	const uint8_t *const side = table->entries + table->n_entries / 4;
	const unsigned base = table->base;
	for (unsigned j = 0; j < n_low; j++)
		__builtin_prefetch(&side[pdb_side_slot(base, g->entry[g->open[j]]) >> 1]);
	for (unsigned j = 0; j < n_low; j++) {
		const unsigned value = pdb_nibble(side, pdb_side_slot(base, g->entry[g->open[j]]));
		g->value[g->open[j]] = (uint8_t)(value < most ? value : most);
	}
}

static ALWAYS_INLINE void read_two_bits(const struct nested *t, struct group *g)
{
	const uint8_t *const entries = t->table->entries;
	const unsigned base = t->table->base;
	unsigned n_low = 0;
	for (unsigned i = 0; i < GROUP; i++) {
		const unsigned code = (unsigned)entries[g->entry[i] >> 2] >> (g->entry[i] & 3) * 2 & 3u;
		g->value[i] = (uint8_t)(base + code);
		g->open[n_low] = (uint16_t)i;
		n_low += code == 0;
	}
	read_side(t->table, g, n_low, base);
}

static ALWAYS_INLINE void prefetch_nested(const struct nested *t, struct group *g)
{
	const uint8_t *const lines = t->lines;
	const uint64_t n_lines = t->n_lines, reciprocal = t->reciprocal;
	for (unsigned i = 0; i < GROUP; i++) {
		uint64_t line;
		unsigned slot;
		place(n_lines, reciprocal, g->entry[i], &line, &slot);
		g->line[i] = (uint32_t)line;
		g->bit[i] = (uint16_t)slot;
	}
	for (unsigned i = 0; i < GROUP; i++)
		__builtin_prefetch(&lines[(uint64_t)g->line[i] * LINE_BYTES], 0, 2);
}

/* Level by level, each time those that are still open: no branch depends on an entry. */
static ALWAYS_INLINE void read_nested(const struct nested *t, struct group *g,
                                      unsigned (*ones_below)(const uint8_t *line, unsigned bit))
{
	const unsigned base = t->table->base, slots = t->slots;
	const uint8_t *const lines = t->lines;
	unsigned n_open = 0;
	for (unsigned i = 0; i < GROUP; i++) {
		const uint8_t *const line = &lines[(uint64_t)g->line[i] * LINE_BYTES];
		g->value[i] = (uint8_t)(base + N_LEVELS);
		g->open[n_open] = (uint16_t)i;
		n_open += !(line[g->bit[i] >> 3] >> (g->bit[i] & 7) & 1);
	}
	for (unsigned level = 1; level < N_LEVELS; level++) {
		unsigned n = 0;
		for (unsigned j = 0; j < n_open; j++) {
			const unsigned i = g->open[j], bit = g->bit[i];
			const uint8_t *const line = &lines[(uint64_t)g->line[i] * LINE_BYTES];
			const unsigned next = slots + bit - ones_below(line, bit), there = next < LINE_BITS ? next : LINE_BITS - 1;
			g->bit[i] = (uint16_t)(next < LINE_BITS ? next : LINE_BITS);
			g->value[i] = (uint8_t)(base + N_LEVELS - level);
			g->open[n] = (uint16_t)i;
			n += !((line[there >> 3] >> (there & 7) & 1) & (next < LINE_BITS));
		}
		n_open = n;
	}
	read_side(t->table, g, n_open, base + 1);
}

/* Set bits of a line below `bit`, which is at most LINE_BITS. */
static ALWAYS_INLINE unsigned ones_below_plain(const uint8_t *line, unsigned bit)
{
	unsigned n = 0;
	for (unsigned w = 0; w < LINE_WORDS; w++) {
		uint64_t word;
		memcpy(&word, line + w * sizeof word, sizeof word);
		const unsigned below = bit > 64 * w ? bit - 64 * w : 0;
		n += (unsigned)__builtin_popcountll(below >= 64 ? word : word & ((UINT64_C(1) << below) - 1));
	}
	return n;
}

static void prefetch_two_bits_plain(const struct nested *t, struct group *g) { prefetch_two_bits(t, g); }
static void read_two_bits_plain(const struct nested *t, struct group *g) { read_two_bits(t, g); }
static void prefetch_nested_plain(const struct nested *t, struct group *g) { prefetch_nested(t, g); }
static void read_nested_plain(const struct nested *t, struct group *g) { read_nested(t, g, ones_below_plain); }
static bool runs_everywhere(void) { return true; }

#if defined __x86_64__
#define BMI2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512vpopcntdq,avx2,bmi,bmi2,popcnt,lzcnt")))

static BMI2 ALWAYS_INLINE unsigned ones_below_bmi2(const uint8_t *line, unsigned bit)
{
	unsigned n = 0;
	for (unsigned w = 0; w < LINE_WORDS; w++) {
		uint64_t word;
		memcpy(&word, line + w * sizeof word, sizeof word);
		const int below = (int)bit - (int)(64 * w);
		n += (unsigned)_mm_popcnt_u64(_bzhi_u64(word, (unsigned)(below < 0 ? 0 : below > 64 ? 64 : below)));
	}
	return n;
}

static AVX512 ALWAYS_INLINE unsigned ones_below_avx512(const uint8_t *line, unsigned bit)
{
	const __m512i first = _mm512_setr_epi64(0, 64, 128, 192, 256, 320, 384, 448);
	const __m512i below = _mm512_max_epi64(_mm512_sub_epi64(_mm512_set1_epi64((long long)bit), first), _mm512_setzero_si512());
	const __m512i above = _mm512_sllv_epi64(_mm512_set1_epi64(-1), below);  /* none from 64 on */
	const __m512i word = _mm512_andnot_si512(above, _mm512_load_si512(line));
	const __m128i counts = _mm512_cvtepi64_epi8(_mm512_popcnt_epi64(word));
	return (unsigned)_mm_cvtsi128_si32(_mm_sad_epu8(counts, _mm_setzero_si128()));
}

static BMI2 void prefetch_two_bits_bmi2(const struct nested *t, struct group *g) { prefetch_two_bits(t, g); }
static BMI2 void read_two_bits_bmi2(const struct nested *t, struct group *g) { read_two_bits(t, g); }
static BMI2 void prefetch_nested_bmi2(const struct nested *t, struct group *g) { prefetch_nested(t, g); }
static BMI2 void read_nested_bmi2(const struct nested *t, struct group *g) { read_nested(t, g, ones_below_bmi2); }
static AVX512 void prefetch_two_bits_avx512(const struct nested *t, struct group *g) { prefetch_two_bits(t, g); }
static AVX512 void read_two_bits_avx512(const struct nested *t, struct group *g) { read_two_bits(t, g); }
static AVX512 void prefetch_nested_avx512(const struct nested *t, struct group *g) { prefetch_nested(t, g); }
static AVX512 void read_nested_avx512(const struct nested *t, struct group *g) { read_nested(t, g, ones_below_avx512); }
static bool has_bmi2(void) { return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2"); }
static bool has_avx512(void) { return __builtin_cpu_supports("avx512vpopcntdq") && __builtin_cpu_supports("avx512bw"); }
#endif

/* The two codes stand next to each other for each instruction set. */
static const struct reader {
	const char *instructions;
	bool (*runs_here)(void);
	void (*prefetch)(const struct nested *t, struct group *g);
	void (*read)(const struct nested *t, struct group *g);
} readers[] = {
	{"portable", runs_everywhere, prefetch_two_bits_plain, read_two_bits_plain},
	{"portable", runs_everywhere, prefetch_nested_plain, read_nested_plain},
#if defined __x86_64__
	{"BMI2", has_bmi2, prefetch_two_bits_bmi2, read_two_bits_bmi2},
	{"BMI2", has_bmi2, prefetch_nested_bmi2, read_nested_bmi2},
	{"AVX-512", has_avx512, prefetch_two_bits_avx512, read_two_bits_avx512},
	{"AVX-512", has_avx512, prefetch_nested_avx512, read_nested_avx512},
#endif
};
enum { N_READERS = sizeof readers / sizeof *readers };

/* ---- comparing all values ---- */
static void check_chunk(void *context, uint32_t chunk)
{
	struct nested *const t = context;
	const uint64_t begin = (uint64_t)chunk << 20, end = begin + (1 << 20);
	uint64_t n_lowered = 0, n_wrong = 0;
	struct group g;
	for (uint64_t i = begin; i < end && i < t->table->n_entries; i += GROUP) {
		for (unsigned j = 0; j < GROUP; j++)
			g.entry[j] = i + j < t->table->n_entries ? i + j : i;
		prefetch_nested_plain(t, &g);
		read_nested_plain(t, &g);
		for (unsigned j = 0; j < GROUP && i + j < t->table->n_entries; j++) {
			const unsigned value = pdb_get(t->table, i + j);
			n_lowered += g.value[j] < value;
			n_wrong += g.value[j] > value;
			if (g.value[j] >= value)
				continue;
			/* Only what finds no room in an overflowing line may read smaller. */
			uint64_t line[LINE_WORDS];
			uint8_t code[MAX_SLOTS];
			for (unsigned slot = 0; slot < t->slots; slot++)
				code[slot] = (uint8_t)code_of(t->table, slot * t->n_lines + g.line[j]);
			n_wrong += encode_line(code, t->slots, line) <= LINE_BITS;
		}
	}
	atomic_fetch_add_explicit(&t->n_lowered, n_lowered, memory_order_relaxed);
	atomic_fetch_add_explicit(&t->n_wrong, n_wrong, memory_order_relaxed);
}

static bool encode(const struct pdb *table, const struct options *o, struct nested *t)
{
	*t = (struct nested){.table = table, .slots = o->slots != 0 ? o->slots : choose_slots(table)};
	t->n_lines = count_lines(table, t->slots);
	t->reciprocal = UINT64_MAX / t->n_lines + 1;
	t->lines = mmap(NULL, t->n_lines * LINE_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (t->lines == MAP_FAILED) {
		perror("coding: memory for the nested table");
		return false;
	}
	madvise(t->lines, t->n_lines * LINE_BYTES, MADV_HUGEPAGE);
	parallel_for(o->n_threads, (uint32_t)((t->n_lines + BLOCK_LINES - 1) / BLOCK_LINES), encode_chunk, t);
	parallel_for(o->n_threads, (uint32_t)((table->n_entries + (1 << 20) - 1) >> 20), check_chunk, t);
	if (t->n_wrong != 0)
		fprintf(stderr, "coding: %" PRIu64 " entries read wrongly\n", (uint64_t)t->n_wrong);
	return t->n_wrong == 0;
}

static uint64_t side_bytes(const struct pdb *table)
{
	return table->size_bytes - table->n_entries / 4;
}

static void print_sizes(const struct nested *t)
{
	const struct pdb *const table = t->table;
	const struct pdb_histogram *const h = &table->histogram;
	const unsigned cap = table->base + N_LEVELS;
	double below[N_LEVELS] = {0};  /* shares below cap, cap - 1, cap - 2 */
	for (unsigned level = 0; level < N_LEVELS; level++)
		for (unsigned d = 0; d < cap - level; d++)
			below[level] += (double)h->count[d] / (double)table->n_entries;
	const uint64_t nested_bytes = t->n_lines * LINE_BYTES + side_bytes(table);
	printf("  cap %u; shares below %u, %u, %u: %.4f %.4f %.4f; at best %.4f bits an entry\n", cap, cap, cap - 1, cap - 2,
	       below[0], below[1], below[2], 1 + below[0] + below[1]);
	printf("  2 bits: %" PRIu64 " bytes; nested: %" PRIu64 " bytes, %u entries a line (%.4f bits); %.4f of 2 bits\n",
	       (uint64_t)table->size_bytes, nested_bytes, t->slots, (double)LINE_BITS / t->slots,
	       (double)nested_bytes / (double)table->size_bytes);
	printf("  lines that overflow: %" PRIu64 " of %" PRIu64 "; entries that read smaller: %" PRIu64 "; others are equal\n",
	       (uint64_t)t->n_overflowing, t->n_lines, (uint64_t)t->n_lowered);
}

/* ---- time to read ---- */
static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Nanoseconds of processor time an entry, from its index to its value, with the next group under way. */
static double time_reader(const struct nested *t, const struct reader *r, const uint64_t *entries)
{
	static _Alignas(64) struct group groups[2];
	uint64_t sum = 0;
	const double begin_s = thread_s();
	for (unsigned g = 0; g <= N_READS / GROUP; g++) {
		struct group *const coming = &groups[g & 1], *const here = &groups[~g & 1];
		if (g < N_READS / GROUP) {
			memcpy(coming->entry, entries + (size_t)g * GROUP, sizeof coming->entry);
			r->prefetch(t, coming);
		}
		if (g > 0) {
			r->read(t, here);
			sum += here->value[sum % GROUP];
		}
	}
	const double seconds = thread_s() - begin_s;
	if (sum == UINT64_MAX)
		puts("");  /* the sum is used, so the values are read */
	return seconds / N_READS * 1e9;
}

/* Random entries: all alike, or with the given shares of codes. */
static void draw_entries(const struct pdb *table, const unsigned share[4], uint64_t *entries)
{
	struct random_source source;
	random_from_seed(&source, 1);
	unsigned wanted[4] = {0};
	for (unsigned code = 0; code < 4 && share != NULL; code++)
		wanted[code] = (unsigned)((uint64_t)N_READS * share[code] / 1000);
	for (unsigned n = 0; n < N_READS;) {
		const uint64_t entry = random_below(&source, table->n_entries);
		const unsigned code = code_of(table, entry);
		const bool is_left = share == NULL || wanted[0] + wanted[1] + wanted[2] + wanted[3] == 0;
		if (!is_left && wanted[code] == 0)
			continue;
		wanted[code] -= !is_left;
		entries[n++] = entry;
	}
	for (unsigned i = N_READS - 1; i > 0; i--) {  /* the rare codes came last */
		const uint64_t j = random_below(&source, i + 1), other = entries[j];
		entries[j] = entries[i];
		entries[i] = other;
	}
}

/* The same slots in so few lines that all are in the cache; of 2 bits as many bytes. */
static void keep_cached(const struct nested *t, bool is_nested, const uint64_t *entries, uint64_t *out)
{
	for (unsigned i = 0; i < N_READS; i++) {
		uint64_t line;
		unsigned slot;
		place(t->n_lines, t->reciprocal, entries[i], &line, &slot);
		out[i] = is_nested ? slot * t->n_lines + line % CACHED_LINES : entries[i] % (CACHED_LINES * LINE_BYTES * 4);
	}
}

static void time_readers(const struct nested *t, const struct options *o, const unsigned share[4], bool is_cached,
                         const char *title)
{
	static double ns[N_READERS][MAX_ROUNDS];
	uint64_t *const entries = malloc(N_READS * sizeof *entries), *const cached = malloc(2 * N_READS * sizeof *cached);
	if (entries == NULL || cached == NULL) {
		perror("coding");
		exit(EXIT_FAILURE);
	}
	draw_entries(t->table, share, entries);
	for (unsigned code = 0; code < 2 && is_cached; code++)
		keep_cached(t, code == 1, entries, cached + code * (size_t)N_READS);
	for (unsigned round = 0; round < o->n_rounds; round++)
		for (unsigned r = 0; r < N_READERS; r++)
			if (readers[r].runs_here())
				ns[r][round] = time_reader(t, &readers[r], is_cached ? cached + r % 2 * (size_t)N_READS : entries);
	printf("  %s, ns an entry, median (smallest):", title);
	for (unsigned r = 0; r < N_READERS; r++) {
		if (!readers[r].runs_here())
			continue;
		qsort(ns[r], o->n_rounds, sizeof ns[r][0], compare_doubles);
		if (r % 2 == 0)
			printf(" %s", readers[r].instructions);
		printf(" %s %.2f (%.2f)", r % 2 == 0 ? "2 bits" : "nested", ns[r][o->n_rounds / 2], ns[r][0]);
	}
	printf("\n");
	free(entries);
	free(cached);
}

/* ---- the work ---- */
static bool count_work(const struct coset_table *table, const struct nested *t, const struct options *o)
{
	struct pool *const pool = pool_create(&table->heuristic, o->n_threads);
	if (pool == NULL) {
		perror("coding: a pool of threads");
		return false;
	}
	struct random_source source;
	random_from_seed(&source, 1);
	uint64_t n_expanded = 0, n_lookups = 0;
	const double begin_s = process_s();
	for (unsigned i = 0; i < o->n_states; i++) {
		const struct cube c = random_cube(&source);
		struct search_iteration it;
		if (iteration_run(pool, &c, o->depth, NULL, NULL, &it) != SEARCH_SOLVED) {
			fprintf(stderr, "coding: out of memory\n");
			return false;
		}
		n_expanded += it.n_expanded;
		n_lookups += it.n_lookups;
	}
	const double seconds = process_s() - begin_s;
	pool_destroy(pool);
	const double nodes = (double)n_expanded / o->n_states, lookups = (double)n_lookups / o->n_states;
	const double mb = (double)t->table->size_bytes * 1e-6;
	const double nested_mb = (double)(t->n_lines * LINE_BYTES + side_bytes(t->table)) * 1e-6;
	printf("  %u iterations of %u moves: %.5g nodes, %.5g look-ups; look-ups x MB: %.4g with 2 bits, %.4g nested\n",
	       o->n_states, o->depth, nodes, lookups, lookups * mb, lookups * nested_mb);
	printf("  with 2 bits %.1f ns of processor time a look-up\n", seconds / (double)n_lookups * 1e9);
	return true;
}

static bool compare_codes(const char *name, const struct options *o)
{
	struct coset_table table;
	if (!coset_table_open("coding", name, o->folder, COSET_TABLE_OPEN_OR_BUILD, &table))
		return false;
	printf("%s: %" PRIu64 " entries, %s in %.1f s\n", name, table.heuristic.table[0].n_entries,
	       table.is_built ? "built" : "opened", table.open_s);
	struct nested t;
	bool is_right = encode(&table.heuristic.table[0], o, &t);
	if (is_right) {
		char title[80];
		print_sizes(&t);
		fflush(stdout);
		time_readers(&t, o, NULL, false, "random entries");
		snprintf(title, sizeof title, "codes 0-3 as %u:%u:%u:%u", o->share[0], o->share[1], o->share[2], o->share[3]);
		time_readers(&t, o, o->share, false, title);
		time_readers(&t, o, o->share, true, "the same in the first cache");
		fflush(stdout);
		is_right = o->n_states == 0 || count_work(&table, &t, o);
	}
	if (t.lines != MAP_FAILED)
		munmap(t.lines, t.n_lines * LINE_BYTES);
	coset_table_close(&table);
	return is_right;
}

static unsigned number(const char *text, unsigned max)
{
	char *end;
	const unsigned long value = strtoul(text, &end, 10);
	if (*text == '-' || end == text || *end != '\0' || value > max) {
		fprintf(stderr, "coding: '%s' is not a number from 0 to %u\n", text, max);
		exit(2);
	}
	return (unsigned)value;
}

static void read_shares(const char *text, unsigned share[4])
{
	char end;
	if (sscanf(text, "%u:%u:%u:%u%c", &share[0], &share[1], &share[2], &share[3], &end) != 4 ||
	    share[0] + share[1] + share[2] + share[3] != 1000) {
		fprintf(stderr, "coding: -m '%s': expected four numbers that add up to 1000, such as 12:62:360:566\n", text);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	/* The shares are those that searches of 14 to 16 moves read with coset-300m. */
	struct options o = {.share = {12, 62, 360, 566}, .n_rounds = 9, .n_threads = usable_processors(), .n_states = 10,
	                    .depth = 15};
	for (int letter; (letter = getopt(argc, argv, "p:s:m:r:t:n:d:")) != -1;)
		switch (letter) {
		case 'p': o.folder = optarg; break;
		case 's': o.slots = number(optarg, MAX_SLOTS); break;
		case 'm': read_shares(optarg, o.share); break;
		case 'r': o.n_rounds = number(optarg, MAX_ROUNDS); break;
		case 't': o.n_threads = number(optarg, 1024); break;
		case 'n': o.n_states = number(optarg, 1000); break;
		case 'd': o.depth = number(optarg, SEARCH_MAX_LENGTH); break;
		default: return 2;
		}
	if (optind == argc || o.n_rounds == 0 || o.n_threads == 0) {
		fprintf(stderr, "usage: coding [-p FOLDER] [-s SLOTS] [-m CODES] [-r ROUNDS] [-t THREADS] [-n STATES] [-d DEPTH] "
		                "TABLE...\n");
		return 2;
	}
	cube_init();
	for (int i = optind; i < argc; i++)
		if (!compare_codes(argv[i], &o))
			return EXIT_FAILURE;
	return EXIT_SUCCESS;
}
