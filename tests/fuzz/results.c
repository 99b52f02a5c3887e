/* Sealed records, as batch --resume and merge read them: nothing is believed that is not there.
 *
 * The input is lines; what a fuzzer cannot guess is made right: of a line the word SUM at its end, or before
 * "} there, becomes the checksum of what is before it since the last one. */
#include "cluster/shard.h"
#include "fuzz/fuzz.h"

static void write_lines(const uint8_t *data, size_t size, FILE *out, char *const *text, const size_t *n)
{
	size_t begin = 0;
	for (size_t at = 0; at < size;) {
		const uint8_t *const line_end = memchr(data + at, '\n', size - at);
		const size_t end = line_end != NULL ? (size_t)(line_end - data) : size;
		const size_t n_close = end - at >= 2 && memcmp(data + end - 2, "\"}", 2) == 0 ? 2 : 0;
		const bool has_sum = end - at >= n_close + 3 && memcmp(data + end - n_close - 3, "SUM", 3) == 0;
		fwrite(data + at, 1, end - at - (has_sum ? n_close + 3 : 0), out);
		fflush(out);
		if (has_sum)
			fprintf(out, "%016llx%.*s", (unsigned long long)XXH3_64bits(*text + begin, *n - begin),
			        (int)n_close, "\"}");
		if (line_end != NULL)
			fputc('\n', out);
		fflush(out);
		begin = has_sum ? *n : begin;
		at = end + 1;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = NULL, detail[RECORD_LOG_DETAIL_MAX] = "";
	size_t n;
	FILE *const out = open_memstream(&text, &n);
	write_lines(data, size, out, &text, &n);
	fclose(out);
	for (unsigned is_shard = 0; is_shard < 2 && n > 0; is_shard++) {
		struct results r = {.in = fmemopen(text, n, "r")};
		struct shard_about about;
		enum status status = is_shard ? shard_read_about(&r, &about, detail) : STATUS_OK;
		if (is_shard && status == STATUS_OK) {
			char name[SHARD_NAME_MAX];
			shard_name(&about, 3, name);
			CLAIM(shard_items(&about) <= about.n_items && about.shard.index <= about.shard.n);
			shard_about_free(&about);
		}
		while (status == STATUS_OK && (status = results_next(&r)) == STATUS_OK) {
			CLAIM(r.end <= n && r.size <= r.end && r.plain_size <= r.size && r.seal.kind < N_RESULT_KINDS);
			CLAIM(r.seal.problem >= r.text && r.seal.problem + r.problem_size < r.text + r.size);
			CLAIM(memcmp(r.text, text + r.end - r.size, r.size) == 0);
		}
		results_close(&r);
	}
	CLAIM(memchr(detail, '\0', sizeof detail) != NULL);
	free(text);
	return 0;
}
