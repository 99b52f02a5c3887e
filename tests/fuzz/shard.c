/* The file of a shard: nothing is believed that does not fit together, and what is believed can be joined.
 *
 * The input is a first line, up to a NUL; two bytes, how many bytes of records there are; these; then for each block two bytes, where it
 * ends, until a pair is 0xffff; then five bytes, the records of each kind.  What a fuzzer cannot guess is made right: the magic, the
 * sizes, and the checksums.  An input that begins with 0xff is a file as it is, without the 0xff. */
#include "cluster/merge.h"
#include "cluster/shard_footer.h"
#include "fuzz/fuzz.h"

#include <endian.h>
#include <xxhash.h>

enum { BLOCKS_MAX = 256 };

struct input {
	const uint8_t *at;
	size_t left;
};

static const uint8_t *take(struct input *in, size_t wanted, size_t *n)
{
	const uint8_t *const bytes = in->at;
	*n = wanted < in->left ? wanted : in->left;
	in->at += *n;
	in->left -= *n;
	return bytes;
}

/* A number of two bytes; 0xffff at the end. */
static unsigned take_pair(struct input *in)
{
	size_t n;
	const uint8_t *const pair = take(in, 2, &n);
	return n == 2 ? (unsigned)pair[0] << 8 | pair[1] : 0xffffu;
}

static void put(int fd, const void *bytes, size_t n)
{
	CLAIM(write(fd, bytes, n) == (ssize_t)n);
}

static size_t put_index(struct input *in, const uint8_t *records, size_t n_records, struct shard_index_entry *index)
{
	size_t n = 0, begin = 0;
	for (unsigned end; n < BLOCKS_MAX && (end = take_pair(in)) != 0xffff; n++) {
		const size_t size = end >= begin && end <= n_records ? end - begin : 0;
		index[n] = (struct shard_index_entry){htole64(end), htole64(XXH3_64bits(records + (size > 0 ? begin : 0), size))};
		begin = end;
	}
	return n;
}

/* A file whose checksums are right. */
static int make_file(struct input *in)
{
	const int fd = fuzz_file(NULL, 0);
	size_t n_header, n_records, n_kinds;
	const uint8_t *const header = take(in, strnlen((const char *)in->at, in->left), &n_header);
	take(in, 1, &n_records);
	const uint8_t *const records = take(in, take_pair(in), &n_records);
	struct shard_index_entry index[BLOCKS_MAX];
	const size_t n_blocks = put_index(in, records, n_records, index);
	const uint8_t *const kinds = take(in, N_SHARD_KINDS, &n_kinds);
	struct shard_footer footer = {
		.data_at = htole64(n_header + 1), .data_bytes = htole64(n_records), .n_blocks = htole64(n_blocks),
	};
	memcpy(footer.magic, SHARD_MAGIC, sizeof footer.magic);
	for (size_t k = 0; k < n_kinds; k++)
		footer.n_of_kind[k] = htole64(kinds[k]);
	XXH3_state_t *const state = XXH3_createState();
	CLAIM(state != NULL);
	XXH3_64bits_reset(state);
	XXH3_64bits_update(state, header, n_header);
	XXH3_64bits_update(state, "\n", 1);
	XXH3_64bits_update(state, index, n_blocks * sizeof *index);
	XXH3_64bits_update(state, &footer, offsetof(struct shard_footer, checksum));
	footer.checksum = htole64(XXH3_64bits_digest(state));
	XXH3_freeState(state);
	put(fd, header, n_header);
	put(fd, "\n", 1);
	put(fd, records, n_records);
	put(fd, index, n_blocks * sizeof *index);
	put(fd, &footer, sizeof footer);
	return fd;
}

static void check_about(const struct shard_about *a)
{
	CLAIM(a->shard.n >= 1 && a->shard.n <= SHARDS_MAX && a->shard.index >= 1 && a->shard.index <= a->shard.n);
	CLAIM(a->block_items >= 1 && a->block_items <= SHARD_BLOCK_MAX && a->head != NULL);
	CLAIM(memchr(a->work, '\0', sizeof a->work) != NULL && memchr(a->options, '\0', sizeof a->options) != NULL);
	char name[SHARD_NAME_MAX];
	shard_name(a, name);
	CLAIM(strlen(name) < sizeof name - 1);
}

/* @return whether all blocks are sound */
static bool check_file(const char *path)
{
	struct shard_file file;
	char detail[SHARD_DETAIL_MAX] = "";
	const enum shard_status status = shard_open(path, &file, detail);
	CLAIM(memchr(detail, '\0', sizeof detail) != NULL);
	if (status != SHARD_OK)
		return false;
	check_about(&file.about);
	uint64_t n_records = 0;
	for (unsigned k = 0; k < N_SHARD_KINDS; k++)
		n_records += file.n_of_kind[k];
	CLAIM(n_records == shard_items(&file.about) && file.n_blocks == shard_blocks(&file.about));
	const bool is_sound = shard_verify(&file) == SHARD_OK;
	shard_close(&file);
	return is_sound;
}

static void check_merge(const char *path, bool is_sound)
{
	struct merge *const m = merge_create();
	char detail[SHARD_DETAIL_MAX] = "", *text = NULL;
	size_t size;
	FILE *const out = open_memstream(&text, &size);
	CLAIM(m != NULL && out != NULL);
	/* Twice: the second stands in for the first. */
	const enum merge_status added = merge_add(m, path, detail);
	CLAIM(merge_add(m, path, detail) == added);
	const enum merge_status joined = added == MERGE_OK ? merge_run(m, out, NULL, NULL, NULL) : MERGE_INCOMPLETE;
	CLAIM(joined != MERGE_OK || (is_sound && merge_about(m)->shard.n == 1));
	CLAIM(joined == MERGE_OK || !is_sound || merge_about(m)->shard.n > 1);
	fclose(out);
	free(text);
	merge_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct input in = {data, size};
	char path[64];
	const bool is_plain = size > 0 && data[0] == 0xff;
	const int fd = is_plain ? fuzz_file(data + 1, size - 1) : make_file(&in);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	check_merge(path, check_file(path));
	close(fd);
	return 0;
}
