#include "cli/terminal.h"

#include "cli/cli.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const char enter_screen[] = "\033[?1049h\033[?25l", leave_screen[] = "\033[?25h\033[?1049l";
static const int handled_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH};
enum { N_HANDLED = sizeof handled_signals / sizeof *handled_signals, ESCAPE_MS = 50 };

static struct termios before, raw;
static sigset_t mask_before;
static volatile sig_atomic_t is_resized, is_to_suspend;

static void note_resize(int signal_number)
{
	(void)signal_number;
	is_resized = 1;
}

static void note_suspend(int signal_number)
{
	(void)signal_number;
	is_to_suspend = 1;
}

static void take_screen(void)
{
	tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
	fputs(enter_screen, stdout);
	fflush(stdout);
}

static void give_screen_back(void)
{
	fputs(leave_screen, stdout);
	fflush(stdout);
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

bool terminal_open(void)
{
	const char *const term = getenv("TERM");
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || term == NULL || strcmp(term, "dumb") == 0 ||
	    tcgetattr(STDIN_FILENO, &before) != 0)
		return false;
	raw = before;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	raw.c_cc[VQUIT] = _POSIX_VDISABLE;  /* a core dump would leave the screen as it is */
	/* Signals arrive only while terminal_key() waits, so that none comes between a look at its flag and the wait. */
	sigset_t handled;
	sigemptyset(&handled);
	for (unsigned i = 0; i < N_HANDLED; i++)
		sigaddset(&handled, handled_signals[i]);
	sigprocmask(SIG_BLOCK, &handled, &mask_before);
	catch_interrupts(false);
	sigaction(SIGWINCH, &(struct sigaction){.sa_handler = note_resize}, NULL);
	sigaction(SIGTSTP, &(struct sigaction){.sa_handler = note_suspend}, NULL);
	take_screen();
	return true;
}

void terminal_close(void)
{
	give_screen_back();
	signal(SIGWINCH, SIG_DFL);
	signal(SIGTSTP, SIG_DFL);
	sigprocmask(SIG_SETMASK, &mask_before, NULL);
}

/* Stop as Ctrl-Z asks, with the terminal as it was; on return the program goes on. */
static void suspend(void)
{
	is_to_suspend = 0;
	give_screen_back();
	raise(SIGSTOP);
	take_screen();
}

static bool input_within(int wait_ms)
{
	struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
	const struct timespec wait = {.tv_sec = wait_ms / 1000, .tv_nsec = wait_ms % 1000 * 1000000L};
	sigset_t open_mask = mask_before;
	for (unsigned i = 0; i < N_HANDLED; i++)
		sigdelset(&open_mask, handled_signals[i]);
	return ppoll(&input, 1, wait_ms < 0 ? NULL : &wait, &open_mask) > 0;
}

/* @return -1: there is none any more */
static int read_byte(void)
{
	unsigned char byte;
	return read(STDIN_FILENO, &byte, 1) == 1 ? byte : -1;
}

/* What follows an escape character: [C, OC, [1~ ... */
static int read_escape(void)
{
	static const struct { const char *sequence; enum terminal_key key; } known[] = {
		{"[A", KEY_UP}, {"[B", KEY_DOWN}, {"[C", KEY_RIGHT}, {"[D", KEY_LEFT}, {"[H", KEY_HOME}, {"[F", KEY_END},
		{"OA", KEY_UP}, {"OB", KEY_DOWN}, {"OC", KEY_RIGHT}, {"OD", KEY_LEFT}, {"OH", KEY_HOME}, {"OF", KEY_END},
		{"[1~", KEY_HOME}, {"[7~", KEY_HOME}, {"[4~", KEY_END}, {"[8~", KEY_END},
	};
	char sequence[8] = "";
	for (unsigned n = 0; n + 1 < sizeof sequence && input_within(ESCAPE_MS); n++) {
		const int byte = read_byte();
		if (byte < 0)
			break;
		sequence[n] = (char)byte;
		if (n > 0 && (byte == '~' || (byte >= 'A' && byte <= 'Z')))
			break;
	}
	for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
		if (strcmp(sequence, known[i].sequence) == 0)
			return (int)known[i].key;
	return KEY_NONE;
}

int terminal_key(int wait_ms)
{
	const bool has_input = input_within(wait_ms);
	if (interrupted_by() != 0)
		return KEY_ENDED;
	if (is_to_suspend || is_resized) {
		if (is_to_suspend)
			suspend();
		is_resized = 0;
		return KEY_RESIZED;
	}
	if (!has_input)
		return KEY_NONE;
	const int byte = read_byte();
	if (byte < 0)
		return KEY_ENDED;
	if (byte == '\033')
		return read_escape();
	return byte >= KEY_TEXT && byte < 127 ? byte : KEY_NONE;
}
