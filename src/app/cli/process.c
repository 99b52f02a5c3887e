#include "cli/cli.h"

#include "base/system.h"

#include <signal.h>

enum { MESSAGE_MAX = 12288 };

/* Messages quote what others wrote, names of files and scrambles: this is the one place where they leave the
 * program. */
static void write_line(FILE *out, const char *beginning, const char *format, va_list arguments)
{
	char text[MESSAGE_MAX];  /* no allocation: the message may be about the lack of memory */
	vsnprintf(text, sizeof text, format, arguments);
	flockfile(out);
	fputs(beginning, out);
	printable_write(text, out);
	fputc('\n', out);
	funlockfile(out);
}

int complain_and(int result, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fflush(stdout);
	write_line(stderr, "superflip: ", format, arguments);
	va_end(arguments);
	return result;
}

int complain_of_errno(const char *name)
{
	const int error = errno;
	return complain_and(error == ENOMEM ? EXIT_MEMORY : EXIT_TABLE, "%s: %s", name, strerror(error));
}

int complain_of_memory(void)
{
	return complain_and(EXIT_MEMORY, "not enough memory");
}

void print_line_to(FILE *out, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	write_line(out, "", format, arguments);
	va_end(arguments);
}

bool colours_are_welcome(void)
{
	const char *const no_color = getenv("NO_COLOR");
	return no_color == NULL || *no_color == '\0';
}

/* ---- signals ---- */

static volatile sig_atomic_t interrupt_signal, has_status_request;

static void note_interrupt(int signal_number)
{
	interrupt_signal = signal_number;
}

void catch_interrupts(void)
{
	/* SA_RESETHAND: a second Ctrl-C ends the process even if something hangs.
	 * SA_RESTART: a write in progress is finished, so that no record is cut; readers poll for input. */
	const struct sigaction action = {.sa_handler = note_interrupt,
	                                 .sa_flags = (int)(SA_RESETHAND | (unsigned)SA_RESTART)};
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	struct sigaction hangup;
	/* otherwise it continues, as nohup asks */
	if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
		sigaction(SIGHUP, &action, NULL);
}

int interrupted_by(void)
{
	return interrupt_signal != 0 ? 128 + interrupt_signal : 0;
}

int interrupted_or(int status)
{
	return interrupted_by() != 0 ? interrupted_by() : status;
}

static void note_status_request(int signal_number)
{
	has_status_request = 1;
}

bool status_is_wanted(void)
{
	const bool was_wanted = has_status_request != 0;
	has_status_request = 0;
	return was_wanted;
}

/* ---- progress ---- */

static const double first_s = 1, renew_every_s = 0.2;
static struct {
	bool is_asked, is_line, is_log;  /* why tell() is called */
	bool is_shown;                   /* the line */
	double last_s;                   /* when it was shown, or the log got one */
} telling;

bool tell_is_due(bool is_silent, double elapsed_s, double interval_s)
{
	const bool has_line = status_line_is_wanted(is_quiet);
	is_silent |= is_quiet;
	telling.last_s = telling.last_s <= elapsed_s ? telling.last_s : 0;  /* another job */
	telling.is_asked = status_is_wanted();
	telling.is_line =
		!is_silent && has_line && elapsed_s >= first_s && elapsed_s - telling.last_s >= renew_every_s;
	telling.is_log = !is_silent && !has_line && status_log_is_due(interval_s, elapsed_s, telling.last_s);
	telling.last_s = telling.is_line || telling.is_log ? elapsed_s : telling.last_s;
	return telling.is_asked || telling.is_line || telling.is_log;
}

void tell(const char *format, ...)
{
	char text[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	if (telling.is_asked || telling.is_log) {
		tell_hide();
		complain("%s", text);
	}
	if (telling.is_line)
		status_line_show(stderr, text);
	telling.is_shown |= telling.is_line;
}

void tell_hide(void)
{
	if (telling.is_shown)
		status_line_clear(stderr);
	telling.is_shown = false;
}

struct progress_bar bar;
struct pdb_progress bar_progress;

void bar_begin(const char *label, const char *building)
{
	bar = progress_bar_start(label, is_quiet, interrupted_by, status_is_wanted);
	bar.building = building;
	bar_progress = progress_bar_callback(&bar);
}

/* ---- SIGBUS, which a table that is truncated while it is mapped raises in the thread that reads the missing
 * part: name the file ---- */

/* Only what a signal handler may call: system calls, and functions without memory of their own. */
static void say(const char *text)
{
	size_t left = strlen(text);
	for (ssize_t n; left > 0 && (n = write(STDERR_FILENO, text, left)) > 0; left -= (size_t)n)
		text += n;
}

static void end_on_bus_error(int signal_number, siginfo_t *info, void *context)
{
	static char path[SYSTEM_MAPPED_PATH_SIZE];
	/* Several threads may get here together: only the first one prints. */
	static volatile sig_atomic_t has_begun;
	if (__atomic_exchange_n(&has_begun, 1, __ATOMIC_SEQ_CST) != 0)
		for (;;)
			pause();
	if (info->si_code <= 0 || !system_mapped_file(info->si_addr, path)) {
		signal(signal_number, SIG_DFL);  /* an error of another kind: it comes again when we return, and ends
		                                  * the process */
		return;
	}
	say("superflip: ");
	say(path);
	say(": was truncated while it was in use, or its disk cannot be read; run `superflip pdb verify`, then try again\n");
	_exit(EXIT_TABLE);
}

/* ---- the beginning and the end ---- */

int process_end(int status)
{
	const bool has_failed = ferror(stdout);
	/* The reason may be long forgotten: writing once more gives it again. */
	if (has_failed)
		putchar('\n');
	const bool is_written = fflush(stdout) == 0;
	if (has_failed ? status == EXIT_TABLE /* already reported where it happened */ : is_written)
		return status;
	return complain_and(EXIT_TABLE, "cannot write the output%s%s", is_written ? "" : ": ",
	                    is_written ? "" : strerror(errno));
}

void end_without_memory(void)
{
	_exit(complain_of_memory());
}

void *allocate(size_t n, size_t size)
{
	void *const memory = calloc(n, size);
	if (memory == NULL && n > 0)
		end_without_memory();
	return memory;
}

void print_table(struct table *table, enum table_format format)
{
	if (!table_write(table, format, stdout))
		end_without_memory();
}

/* Jansson does not survive a failed allocation everywhere, and what it then reads or writes may be wrong. */
static void *allocate_for_json(size_t size)
{
	return allocate(size, 1);
}

void process_prepare(void)
{
	struct sigaction action = {.sa_sigaction = end_on_bus_error, .sa_flags = SA_SIGINFO};
	sigemptyset(&action.sa_mask);
	sigaction(SIGBUS, &action, NULL);
	sigaction(SIGUSR1, &(struct sigaction){.sa_handler = note_status_request, .sa_flags = SA_RESTART}, NULL);
	signal(SIGXFSZ, SIG_IGN);  /* a file that may not grow is an error of write() */
	json_set_alloc_funcs(allocate_for_json, free);
}
