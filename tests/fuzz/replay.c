/* Calls a target with every file that is named, as libFuzzer does with a corpus; for compilers without
 * libFuzzer. */
#include "fuzz/fuzz.h"

static void replay(const char *path)
{
	FILE *const file = fopen(path, "rb");
	if (file == NULL) {
		perror(path);
		exit(1);
	}
	char *text;
	size_t size;
	FILE *const copy = open_memstream(&text, &size);
	for (int c; (c = fgetc(file)) != EOF;)
		fputc(c, copy);
	fclose(file);
	fclose(copy);
	LLVMFuzzerTestOneInput((const uint8_t *)text, size);
	free(text);
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: %s FILE...\n", argv[0]);
		return 2;
	}
	for (int i = 1; i < argc; i++)
		replay(argv[i]);
	fprintf(stderr, "%s: %d inputs\n", argv[0], argc - 1);
	return 0;
}
