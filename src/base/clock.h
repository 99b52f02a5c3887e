/* Clocks, in seconds. */
#ifndef SUPERFLIP_BASE_CLOCK_H
#define SUPERFLIP_BASE_CLOCK_H

/** Time since some fixed moment; it never goes back. */
double clock_monotonic_s(void);

/** Processor time of all threads of this process. */
double clock_process_s(void);

/** Processor time of the calling thread: other programs do not count. */
double clock_thread_s(void);
#endif
