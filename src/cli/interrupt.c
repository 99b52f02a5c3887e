#include "cli/cli.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupt_signal;

static void note_interrupt(int signal_number)
{
	interrupt_signal = signal_number;
}

void catch_interrupts(void)
{
	/* SA_RESETHAND: a second Ctrl-C ends the process even if something hangs. */
	const struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = (int)SA_RESETHAND};
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

int interrupted_by(void)
{
	return interrupt_signal;
}
