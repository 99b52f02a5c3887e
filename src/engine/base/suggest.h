/* What a mistyped word may have meant. */
#pragma once

/** The name that is nearest to a word: by letters changed, left out, put in or exchanged with their
 * neighbours, a third of the word's at most; or the only one that begins with it.
 * @return one of names[], or NULL if none is near */
const char *suggest(const char *word, const char *const *names, unsigned n);
