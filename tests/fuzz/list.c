/* Lists and exports of every program: each cube has a line that exists, reading ends, and no line of a plain
 * list vanishes. */
#include "fuzz/fuzz.h"
#include "input/list.h"

static uint64_t count_lines(const uint8_t *data, size_t size)
{
	uint64_t n = 1;
	for (size_t i = 0; i < size; i++)
		n += data[i] == '\n' || data[i] == '\r';
	return n;
}

/* Lines of a plain list that are neither blank nor comments. */
static uint64_t count_content(const uint8_t *data, size_t size)
{
	uint64_t n = 0;
	char *const text = fuzz_text(data, size);
	const size_t n_mark = size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
	for (size_t begin = n_mark, end; begin < size; begin = end + 1) {
		for (end = begin; end < size && text[end] != '\n' && text[end] != '\r'; end++)
			;
		text[end] = '\0';
		const char *const at = text_skip_space(text + begin);
		n += (*at != '\0' && *at != '#' && strncmp(at, "//", 2) != 0) || strlen(text + begin) != end - begin;
	}
	free(text);
	return n;
}

/* The lines that an entry takes, those within a block that count for nothing included. */
static uint64_t count_rows(const char *scramble)
{
	uint64_t n = 1;
	for (; *scramble != '\0'; scramble++)
		n += *scramble == '\n';
	return n;
}

static void read_list(const uint8_t *data, size_t size, enum list_source source, unsigned options)
{
	const int fd = fuzz_file(data, size);
	struct list *const list = list_open(fd, source, options);
	CLAIM(list != NULL);
	struct list_entry entry;
	enum list_status status;
	char skipped[LIST_SKIPPED_SIZE];
	uint64_t last_line = 0, n_lines = 0;
	for (size_t n = 0; (status = list_next(list, -1, &entry)) == LIST_ENTRY; n++) {
		CLAIM(n <= size);
		CLAIM(entry.scramble != NULL && entry.line <= count_lines(data, size));
		CLAIM(entry.line == 0 || entry.line >= last_line);
		CLAIM(entry.progress <= 1);
		last_line = entry.line;
		n_lines += count_rows(entry.scramble);
	}
	n_lines += list_describe_skipped(list, skipped);
	CLAIM((status == LIST_END && n_lines > 0) || (status == LIST_BAD_EXPORT && list_fault(list)[0] != '\0'));
	if (status == LIST_END && source == LIST_LINES)
		CLAIM(n_lines >= count_content(data, size));
	list_close(list);
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_init();
	/* The first byte chooses the source. */
	if (size == 0)
		return 0;
	read_list(data + 1, size - 1, (enum list_source)(data[0] % N_LIST_SOURCES),
	          data[0] % 2 == 0 ? 0 : READ_POCKET);
	/* An argument is an entry, whatever it is. */
	char *const text = fuzz_text(data + 1, size - 1);
	struct list *const list = list_open_arguments(&text, 1, 0);
	struct list_entry entry;
	CLAIM(list_next(list, -1, &entry) == LIST_ENTRY && entry.scramble != NULL && entry.column > 0);
	CLAIM(list_next(list, -1, &entry) == LIST_END);
	list_close(list);
	free(text);
	return 0;
}
