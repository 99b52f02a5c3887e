/* What a mistyped word may have meant. */
#ifndef SUPERFLIP_CLI_SUGGEST_H
#define SUPERFLIP_CLI_SUGGEST_H
#include <stdbool.h>


/** The name that is nearest to a word: by letters changed, left out, put in or exchanged with their neighbours, a third of the
 * word's at most; or the only one that begins with it.
 * @return one of names[], or NULL if none is near */
const char *suggest(const char *word, const char *const *names, unsigned n);

/** `suggest()` among the heuristics. */
const char *suggest_heuristic(const char *word);

/** Whether there is a heuristic of that name. */
bool is_heuristic_name(const char *word);
#endif
