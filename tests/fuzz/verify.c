/* What `superflip verify` reads: JSON Lines of any origin, and lines with arrows.  The whole command, without
 * --optimal. */
#include "cli/cli.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool is_ready;
	if (!is_ready) {
		cube_init();
		CLAIM(freopen("/dev/null", "w", stdout) != NULL);
	}
	is_ready = true;
	char path[64];
	const int fd = fuzz_file(data, size);
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	char *arguments[] = {(char[]){"verify"}, (char[]){"-q"}, path, NULL};
	optind = 0;
	const int status = command_verify.run(3, arguments);
	CLAIM(status == EXIT_SOLVED || status == EXIT_NOT_SOLVED || status == EXIT_INPUT);
	close(fd);
	return 0;
}
