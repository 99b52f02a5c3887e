/* Cubes of the tab. */
#include "web/tab_wasm.h"

/** @param options  SUPERFLIP_READ_...  @return freed by superflip_cube_free(); NULL: tab_error_text() says why */
EXPORTED superflip_cube *tab_cube(superflip_puzzle puzzle, const char *text, unsigned options)
{
	superflip_cube *cube = NULL;
	return superflip_cube_parse(puzzle, text, options | SUPERFLIP_READ_GREY, &cube, &tab.error) == SUPERFLIP_OK ? cube : NULL;
}

EXPORTED superflip_cube *tab_random_cube(superflip_puzzle puzzle)
{
	superflip_random *random;
	superflip_cube *cube = NULL;
	if (superflip_random_from_system(&random, &tab.error) != SUPERFLIP_OK)
		return NULL;
	const superflip_status status = superflip_cube_random(random, puzzle, &cube, &tab.error);
	superflip_random_free(random);
	return status == SUPERFLIP_OK ? cube : NULL;
}

/** Where the text of tab_cube() is wrong: row, column. */
EXPORTED const double *tab_error_place(void)
{
	return tab_numbers(2, (const double[]){tab.error.row, tab.error.column});
}

EXPORTED const char *tab_error_text(void)
{
	return tab.error.text;
}

EXPORTED const char *tab_error_token(void)
{
	return tab.error.token;
}

/** @param form  SUPERFLIP_FORM_FACELETS or SUPERFLIP_FORM_CUBIES */
EXPORTED const char *tab_cube_text(const superflip_cube *cube, superflip_form form)
{
	superflip_cube_write(cube, form, tab.text, sizeof tab.text);
	return tab.text;
}

/** Its centres that are turned, as "U+ R2", which tab_cube_text() ends with; NULL: they do not count. */
EXPORTED const char *tab_cube_centers(const superflip_cube *cube)
{
	superflip_cube_write_centers(cube, tab.text, sizeof tab.text);
	return superflip_cube_has_centers(cube) ? tab.text : NULL;
}

/** Form of its text, whether that turned the whole cube, whether it is solved, the heuristic's lower bound (-1: not known yet), whether
 * all of its stickers are seen. */
EXPORTED const double *tab_cube_facts(const superflip_cube *cube)
{
	pthread_mutex_lock(&tab.lock);
	const bool is_whole = superflip_cube_is_whole(cube), is_known = is_whole && tab.state == TAB_READY && superflip_cube_puzzle(cube) == SUPERFLIP_3X3;
	const double bound = is_known ? superflip_tables_bound(tab.tables[SUPERFLIP_HTM], cube) : -1.0;
	pthread_mutex_unlock(&tab.lock);
	return tab_numbers(5, (const double[]){
		superflip_cube_form(cube), superflip_cube_is_rotated(cube), superflip_cube_is_solved(cube), bound, is_whole,
	});
}
