#include "search/fixture.h"
#include "pdb/registry.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_BYTES = 512 };

/* Tests run in several processes at a time: the first to lock builds, the others find the file. */
static int lock_tables(const char *folder)
{
	char path[PATH_BYTES];
	mkdir("build", 0777);
	mkdir(folder, 0777);
	snprintf(path, sizeof path, "%s/lock", folder);
	const int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	cr_assert_geq(lock, 0, "%s cannot be opened", path);
	cr_assert_eq(flock(lock, LOCK_EX), 0);
	return lock;
}

static void write_table(const char *path, struct pdb_key key)
{
	char unfinished[PATH_BYTES + 8];
	struct pdb_image image;
	snprintf(unfinished, sizeof unfinished, "%s.tmp", path);
	cr_assert_eq(pdb_build(key, 2, NULL, &image), PDB_OK);
	FILE *const f = fopen(unfinished, "wb");
	cr_assert_not_null(f, "%s cannot be written", unfinished);
	cr_assert_eq(fwrite(image.entries, 1, image.size_bytes, f), image.size_bytes);
	cr_assert_eq(fclose(f), 0);
	cr_assert_eq(rename(unfinished, path), 0);
	pdb_image_free(&image);
}

static struct pdb open_table(struct pdb_key key)
{
	const char *folder = getenv("SUPERFLIP_TEST_TABLES");
	if (folder == NULL)
		folder = "build/test-tables";
	char name[COORDINATE_NAME_MAX], path[PATH_BYTES];
	coordinate_name(key.coordinate, name);
	snprintf(path, sizeof path, "%s/%s-%s", folder, name, metric_name[key.metric]);
	const int lock = lock_tables(folder);
	if (access(path, R_OK) != 0)
		write_table(path, key);
	close(lock);
	struct pdb pdb = {.key = key, .n_entries = coordinate_size(key.coordinate)};
	pdb.size_bytes = (size_t)((pdb.n_entries + 1) / 2);
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat file;
	cr_assert(fd >= 0 && fstat(fd, &file) == 0 && (size_t)file.st_size == pdb.size_bytes,
	          "%s is unusable; delete it", path);
	void *const entries = mmap(NULL, pdb.size_bytes, PROT_READ, MAP_SHARED | MAP_POPULATE, fd, 0);
	cr_assert_neq(entries, MAP_FAILED);
	close(fd);
	pdb.entries = entries;
	cr_assert(pdb_known_histogram(key, &pdb.histogram));  /* searches ask for the largest value */
	return pdb;
}

struct heuristic fixture_heuristic(const struct heuristic_design *design, enum metric metric)
{
	cube_init();
	struct heuristic h = {.design = design, .metric = metric};
	for (unsigned i = 0; i < design->n_tables; i++)
		h.table[i] = open_table((struct pdb_key){.coordinate = design->table[i], .metric = metric});
	return h;
}

struct heuristic fixture_named(const char *design, enum metric metric)
{
	const struct heuristic_design *const found = heuristic_find(design);
	cr_assert_not_null(found, "there is no heuristic '%s'", design);
	return fixture_heuristic(found, metric);
}

struct search_result fixture_solve(const struct heuristic *h, const struct kernel *kernel, unsigned n_threads,
                                   const struct search_request *request)
{
	struct search_result result;
	struct pool *const pool = pool_create_with(h, kernel != NULL ? kernel : kernel_best(h), n_threads);
	cr_assert_not_null(pool);
	pool_solve(pool, request, &result);
	pool_destroy(pool);
	return result;
}

void expect_sound(const struct heuristic *h, const struct search_request *request, const struct search_result *result)
{
	for (uint64_t i = 0; i < result->n_solutions; i++) {
		const struct search_solution *const s = &result->solutions[i];
		const struct cube end = cube_after_moves(request->cube, s->moves, s->n_moves);
		if (!cube_is_solved(&end))
			cr_assert_fail("solution %lu does not solve the cube", (unsigned long)i);
		if (moves_cost(h->metric, s->moves, s->n_moves) != s->length || s->length < result->length ||
		    s->length > result->length + request->over_optimal)
			cr_assert_fail("solution %lu says that its length is %u", (unsigned long)i, s->length);
		if (i == 0)
			continue;
		const struct search_solution *const before = s - 1;
		const int order = memcmp(before->moves, s->moves, s->n_moves);
		if (before->length > s->length || (before->length == s->length && order >= 0))
			cr_assert_fail("solution %lu is out of order or a copy", (unsigned long)i);
	}
	cr_expect_eq(result->n_solutions == 0, result->solutions == NULL);
}
