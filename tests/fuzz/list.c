/* Lists and exports of every program: each cube has a line that exists, and reading ends. */
#include "cube/move.h"
#include "fuzz/fuzz.h"
#include "input/list.h"

static uint64_t count_lines(const uint8_t *data, size_t size)
{
	uint64_t n = 1;
	for (size_t i = 0; i < size; i++)
		n += data[i] == '\n' || data[i] == '\r';
	return n;
}

static void read_list(const uint8_t *data, size_t size, enum list_source source, const char *event)
{
	const int fd = fuzz_file(data, size);
	struct list *const list = list_open(fd, source, event);
	CLAIM(list != NULL);
	struct list_entry entry;
	enum list_status status;
	uint64_t last_line = 0;
	for (size_t n = 0; (status = list_next(list, -1, &entry)) == LIST_ENTRY; n++) {
		CLAIM(n <= size);
		CLAIM(entry.scramble != NULL && entry.line <= count_lines(data, size));
		CLAIM(entry.line == 0 || entry.line > last_line);
		CLAIM(entry.progress <= 1);
		last_line = entry.line;
	}
	CLAIM(status == LIST_END || (status == LIST_BAD_EXPORT && list_fault(list)[0] != '\0'));
	list_close(list);
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool is_ready;
	if (!is_ready)
		cube_init();
	is_ready = true;
	/* The first byte chooses the source. */
	if (size == 0)
		return 0;
	read_list(data + 1, size - 1, (enum list_source)(data[0] % N_LIST_SOURCES), data[0] % 2 == 0 ? "333" : "222");
	return 0;
}
