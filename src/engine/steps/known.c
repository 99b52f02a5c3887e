/* The lists of doc/steps, as the makefile has made them strings. */
#include "steps/list.h"

#include "steps/known_texts.h"

const struct known_list known_lists[] = {KNOWN_LISTS {NULL, NULL}};
