#include "cli/cli.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupt_signal;

static void note_interrupt(int signal_number)
{
	interrupt_signal = signal_number;
}

void catch_interrupts(bool reads_with_stdio)
{
	/* SA_RESETHAND: a second Ctrl-C ends the process even if something hangs.
	 * SA_RESTART: a write in progress is finished, so that no record is cut; but so is a read. */
	const unsigned restart = reads_with_stdio ? 0 : SA_RESTART;
	const struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = (int)(SA_RESETHAND | restart)};
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	struct sigaction hangup;
	if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)  /* otherwise it continues, as nohup asks */
		sigaction(SIGHUP, &action, NULL);
}

int interrupted_by(void)
{
	return interrupt_signal;
}
