/* Seconds, table accesses and nodes for lists of scrambles with a slice-free coset table, against the memory's limit.
 * Usage: coset TABLE best|all N_THREADS N_STATES FILE...
 * TABLE as in `--heuristic`, built in memory first; the best kernel of this processor, or one after the other. */
#include "search/kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static double now_s(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double processor_s(void)
{
	struct rusage u;
	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1e-6;
}

/* Million random lines a second that one thread reads with so many in flight, towards the first or second level. */
static double line_rate(const struct pdb_image *image, unsigned in_flight, bool to_second_level)
{
	const uint64_t n_lines = image->size_bytes / 64;
	uint64_t state = 0x9E3779B97F4A7C15, n = 0, at[64] = {0};
	uint64_t sum = 0;
	const double begin = now_s();
	double end;
	do {
		for (unsigned i = 0; i < 1 << 16; i++) {
			uint64_t *const slot = &at[i % in_flight];
			sum += image->entries[*slot * 64];
			state = state * 6364136223846793005 + 1442695040888963407;
			*slot = (state >> 32) * n_lines >> 32;
			if (to_second_level)
				__builtin_prefetch(&image->entries[*slot * 64], 0, 2);
			else
				__builtin_prefetch(&image->entries[*slot * 64], 0, 3);
		}
		n += 1 << 16;
		end = now_s();
	} while (end - begin < 0.2 || sum == 0);  /* the sum is used, so the reads are made */
	return (double)n / (end - begin) / 1e6;
}

static void print_line_rates(const struct pdb_image *image)
{
	printf("random lines, M/s, with 16/32/64 in flight:");
	for (unsigned level = 0; level < 2; level++) {
		printf(" t%u", level);
		for (unsigned in_flight = 16; in_flight <= 64; in_flight *= 2)
			printf(" %.0f", line_rate(image, in_flight, level == 1));
	}
	printf("\n");
}

static bool parse_scramble(const char *line, struct cube *c)
{
	*c = cube_solved;
	for (const char *p = line; *p != '\0' && *p != '\n'; p++) {
		const char *const face = strchr(face_letter, *p);
		if (*p == ' ')
			continue;
		if (face == NULL)
			return false;
		const unsigned turns = p[1] == '2' ? 2 : p[1] == '\'' ? 3 : 1;
		p += turns != 1;
		*c = cube_after(c, (unsigned)(face - face_letter) * 3 + turns - 1);
	}
	return true;
}

static int compare_doubles(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static bool bench_file(struct pool *pool, const char *path, unsigned n_states)
{
	enum { MAX_STATES = 1000 };
	FILE *const f = fopen(path, "r");
	if (f == NULL) {
		perror(path);
		return false;
	}
	double seconds[MAX_STATES], total_s = 0;
	uint64_t n_lookups = 0, n_expanded = 0;
	unsigned n = 0, lengths[SEARCH_MAX_LENGTH + 1] = {0};
	char line[1000];
	const double begin_processor_s = processor_s();
	while (n < n_states && n < MAX_STATES && fgets(line, sizeof line, f) != NULL) {
		struct cube c;
		if (!parse_scramble(line, &c) || cube_is_solved(&c))
			continue;
		const struct search_request request = search_request_default(&c);
		struct search_result result;
		pool_solve(pool, &request, &result);
		seconds[n] = result.seconds;
		total_s += result.seconds;
		n_lookups += result.n_lookups;
		n_expanded += result.n_expanded;
		lengths[result.length]++;
		n++;
		search_result_free(&result);
	}
	fclose(f);
	if (n == 0)
		return false;
	qsort(seconds, n, sizeof *seconds, compare_doubles);
	printf("%s: %u states, lengths", path, n);
	for (unsigned l = 0; l <= SEARCH_MAX_LENGTH; l++)
		if (lengths[l] != 0)
			printf(" %u:%u", l, lengths[l]);
	printf("\n  mean %.5f s, median %.5f s; %.3g accesses, %.3g nodes a state; ", total_s / n, seconds[n / 2],
	       (double)n_lookups / n, (double)n_expanded / n);
	printf("%.1f ns an access, %.1f of processor time\n", total_s / (double)n_lookups * 1e9,
	       (processor_s() - begin_processor_s) / (double)n_lookups * 1e9);
	return true;
}

int main(int argc, char **argv)
{
	const struct heuristic_design *const design = argc < 6 ? NULL : heuristic_find(argv[1]);
	if (design == NULL || design->table[0].kind != COORDINATE_COSET) {
		fprintf(stderr, "usage: coset coset-30m|...|coset-16g best|all N_THREADS N_STATES FILE...\n");
		return 2;
	}
	const unsigned n_threads = (unsigned)atoi(argv[3]);
	cube_init();
	struct pdb_image image;
	const double begin = now_s(), begin_processor_s = processor_s();
	if (pdb_build((struct pdb_key){design->table[0], METRIC_HTM}, usable_processors(), NULL, &image) != PDB_OK) {
		fprintf(stderr, "coset: out of memory\n");
		return 1;
	}
	printf("%s: %zu bytes built in %.1f s, %.1f s of processor time\n", design->name, image.size_bytes, now_s() - begin,
	       processor_s() - begin_processor_s);
	print_line_rates(&image);
	const struct heuristic h = {
		.design = design, .metric = METRIC_HTM,
		.table[0] = {.key = image.key, .entries = image.entries, .size_bytes = image.size_bytes,
		             .n_entries = image.n_entries, .bits = image.bits, .base = image.base, .histogram = image.histogram},
	};
	int status = 0;
	const bool all = strcmp(argv[2], "all") == 0;
	for (unsigned k = 0; k + 1 < n_kernels; k++) {  /* the last is the textbook's */
		if (!kernels[k]->is_for(&h) || (!all && kernels[k] != kernel_best(&h)))
			continue;
		struct pool *const pool = pool_create_with(&h, kernels[k], n_threads);
		printf("%s, %u threads\n", kernels[k]->name, pool_threads(pool));
		for (int i = 5; i < argc; i++)
			status |= !bench_file(pool, argv[i], (unsigned)atoi(argv[4]));
		pool_destroy(pool);
	}
	print_line_rates(&image);
	pdb_image_free(&image);
	return status;
}
