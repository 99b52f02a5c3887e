/* Whether a build has threads at all. */
#pragma once

/** false only of WebAssembly for pages that may not share memory.  There pthread_create() fails, locks do
 * nothing and waiting for a condition returns at once, so whoever would wait for work does the work instead.
 * A constant: elsewhere such code is not compiled. */
#if defined __EMSCRIPTEN__ && !defined __EMSCRIPTEN_PTHREADS__
enum { HAS_THREADS = 0 };
#else
enum { HAS_THREADS = 1 };
#endif
