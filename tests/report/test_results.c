/* What the seals of records let a later run believe, and what not. */
#include "report/results.h"

#include "support/test.h"

enum { N_RECORDS = 12 };

/* @return owned by the caller */
static char *write_all(enum record_format format, size_t *n)
{
	/* A record as each format has it, of some lines and rows. */
	static const char *const texts[] = {
		[RECORD_TEXT] = "%u.  4*  R U\n%u.  4*  U R  # 7 1 label\n",
		[RECORD_JSON] = "{\"id\":%u,\"next\":%u}\n",
		[RECORD_CSV] = "%u,\"a\nb\",\n%u,\"c, # 1\",\n",
		[RECORD_TSV] = "%u\ta\t\n%u\tb\t\n",
	};
	char *all = NULL;
	FILE *const out = open_memstream(&all, n);
	for (unsigned i = 1; i <= N_RECORDS; i++) {
		char *text = NULL;
		size_t size;
		FILE *const record = open_memstream(&text, &size);
		if (format != RECORD_TEXT || i % 4 != 0)  /* of a text there may be nothing but the seal */
			fprintf(record, texts[format], i, i);
		fflush(record);
		cr_assert(
			results_seal(record, &text, &size, format,
		                 &(struct seal){i % 3, i, 1000 + i, i % 2 != 0 ? RESULTS_USUAL : "moves=U R;a=2"}));
		fwrite(text, 1, size, out);
		fclose(record);
		free(text);
	}
	fclose(out);
	return all;
}

/* Read records, all being right. @return how many */
static unsigned read_all(const char *all, size_t n, uint64_t *end)
{
	struct results r = {.in = fmemopen((void *)(uintptr_t)all, n, "r")};
	unsigned i = 1;
	enum status status;
	for (; (status = results_next(&r)) == STATUS_OK; i++) {
		const char *const problem = i % 2 != 0 ? RESULTS_USUAL : "moves=U R;a=2";
		cr_assert(r.seal.kind == i % 3 && r.seal.number == i && r.seal.cube == 1000 + i);
		cr_assert(r.problem_size == strlen(problem) && memcmp(r.seal.problem, problem, r.problem_size) == 0);
	}
	cr_assert_eq(status, STATUS_END);
	*end = r.end;
	results_close(&r);
	return i - 1;
}

Test(results, records_of_each_format_are_read_and_if_cut_off_or_changed_anywhere_those_before)
{
	for (unsigned format = RECORD_TEXT; format <= RECORD_TSV; format += format < RECORD_CSV ? 1 : 2) {
		size_t n;
		uint64_t end;
		char *const all = write_all(format, &n);
		cr_assert(read_all(all, n, &end) == N_RECORDS && end == n);
		for (size_t at = 1; at < n; at++) {
			const unsigned n_cut = read_all(all, at, &end);
			cr_assert(n_cut < N_RECORDS && end <= at);
			all[at] = (char)(all[at] ^ 1 << (at % 8));
			const uint64_t cut_end = end;
			cr_assert_eq(read_all(all, n, &end), n_cut, "format %u, byte %zu", format, at);
			cr_assert_eq(end, cut_end);
			all[at] = (char)(all[at] ^ 1 << (at % 8));
		}
		free(all);
	}
}

Test(results, the_text_of_a_record_is_told_from_its_seal)
{
	size_t n;
	char *const all = write_all(RECORD_TEXT, &n);
	struct results r = {.in = fmemopen(all, n, "r")};
	static const char first[] = "1.  4*  R U\n1.  4*  U R  # 7 1 label";
	cr_assert_eq(results_next(&r), STATUS_OK);
	cr_assert(r.plain_size == strlen(first) && memcmp(r.text, first, r.plain_size) == 0);
	for (unsigned i = 2; i <= 4; i++)
		cr_assert_eq(results_next(&r), STATUS_OK);
	cr_assert_eq(r.plain_size, 0);
	results_close(&r);
	free(all);
}
