#include "cli/status.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t is_wanted;

static void note_request(int signal_number)
{
	(void)signal_number;
	is_wanted = 1;
}

void catch_status_requests(void)
{
	const struct sigaction action = {.sa_handler = note_request, .sa_flags = SA_RESTART};
	sigaction(SIGUSR1, &action, NULL);
}

bool status_is_wanted(void)
{
	const bool was_wanted = is_wanted != 0;
	is_wanted = 0;
	return was_wanted;
}
