/* Whether this process is a forked child. */
#pragma once

/** A number that a process and its forked child have not in common: whoever has threads and locks keeps the
 * number, and finds by another one that it is a copy, whose threads do not exist and whose locks may be held
 * for ever.  Cheap. */
unsigned forked_generation(void);
