/* What a measurement says of the program that made it. */
#include "cli/bench/bench.h"

#include "cli/build_info.h"  /* made by the Makefile: BUILD_COMMIT, BUILD_COMPILER, BUILD_FLAGS */

void bench_describe_program(json_t *about)
{
	json_object_set_new(about, "commit", json_string(BUILD_COMMIT));
	json_object_set_new(about, "compiler", json_string(BUILD_COMPILER));
	json_object_set_new(about, "flags", json_string(BUILD_FLAGS));
}
