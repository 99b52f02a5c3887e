#include "api/cube.h"

#include "api/options.h"
#include "cube/random.h"
#include "pocket/pocket.h"

#include <errno.h>
#include <stdlib.h>

struct superflip_random {
	struct random_source source;
};

static superflip_random *make(superflip_error *error)
{
	superflip_random *const made = calloc(1, sizeof *made);
	if (made == NULL)
		error_no_memory(error);
	return made;
}

static superflip_status fail(superflip_error *error, int system_errno)
{
	errno = system_errno;
	return error_of_system(error, SUPERFLIP_IO, "", "the system's random numbers");
}

superflip_status superflip_random_from_system(superflip_random **out, superflip_error *error)
{
	superflip_random *const made = make(error);
	if (made == NULL)
		return SUPERFLIP_NO_MEMORY;
	if (!random_from_system(&made->source)) {
		const int system_errno = made->source.error;
		free(made);
		return fail(error, system_errno);
	}
	*out = made;
	return SUPERFLIP_OK;
}

superflip_status superflip_random_from_seed(uint64_t seed, superflip_random **out, superflip_error *error)
{
	superflip_random *const made = make(error);
	if (made == NULL)
		return SUPERFLIP_NO_MEMORY;
	random_from_seed(&made->source, seed);
	*out = made;
	return SUPERFLIP_OK;
}

void superflip_random_free(superflip_random *random)
{
	free(random);
}

superflip_status superflip_cube_random(superflip_random *random, superflip_puzzle puzzle, superflip_cube **out,
                                       superflip_error *error)
{
	if (!options_is_puzzle(puzzle))
		return error_of_puzzle(error);
	api_init(puzzle);
	superflip_cube *const made = malloc(sizeof *made);
	if (made == NULL)
		return error_no_memory(error);
	*made = (superflip_cube){.puzzle = puzzle, .form = SUPERFLIP_FORM_CUBIES};
	if (puzzle == SUPERFLIP_2X2) {
		const struct pocket p = pocket_unrank((uint32_t)random_below(&random->source, POCKET_STATES));
		made->cube = pocket_to_cube(&p);
	} else
		made->cube = random_cube(&random->source);
	if (random->source.error != 0) {
		free(made);
		return fail(error, random->source.error);
	}
	*out = made;
	return SUPERFLIP_OK;
}
