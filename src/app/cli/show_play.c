/* superflip show --play: a maneuver stepped through on the terminal. */
#include "cli/show.h"

#include <signal.h>
#include <sys/select.h>
#include <termios.h>

/* ---- the terminal, key by key and as a whole screen, given back as it was whatever ends the program ---- */

enum {
	KEY_NONE,                     /* the time is over, or what came means nothing */
	KEY_RESIZED,                  /* draw again: the size is another one, or the program was suspended */
	KEY_ENDED,                    /* a signal, or there is no input any more */
	KEY_LEFT, KEY_RIGHT, KEY_UP, KEY_DOWN, KEY_HOME, KEY_END,
	KEY_TEXT = 32                 /* from here on: an ASCII character */
};

static const int handled_signals[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH};
enum { ESCAPE_MS = 50 };

static struct termios before, raw;
static sigset_t mask_before, open_mask;  /* open while a key is waited for */
static volatile sig_atomic_t is_resized, is_to_suspend;

static void note_signal(int signal_number)
{
	*(signal_number == SIGTSTP ? &is_to_suspend : &is_resized) = 1;
}

static void take_screen(void)
{
	tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
	fputs("\033[?1049h\033[?25l", stdout);
	fflush(stdout);
}

static void give_screen_back(void)
{
	fputs("\033[?25h\033[?1049l", stdout);
	fflush(stdout);
	tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

/* Keys arrive at once and are not echoed, the screen is a second one; SIGINT, SIGTERM, SIGHUP, SIGTSTP and
 * SIGWINCH are handled until show_play() ends. @return false if there is no terminal, or one that cannot move
 * its cursor */
static bool terminal_open(void)
{
	const char *const term = getenv("TERM");
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO) || term == NULL || text_equal(term, "dumb") ||
	    tcgetattr(STDIN_FILENO, &before) != 0)
		return false;
	raw = before;
	raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
	raw.c_cc[VMIN] = 1;
	raw.c_cc[VTIME] = 0;
	raw.c_cc[VQUIT] = _POSIX_VDISABLE;  /* a core dump would leave the screen as it is */
	/* Signals arrive only while terminal_key() waits, so that none comes between a look at its flag and the
	 * wait. */
	sigprocmask(SIG_BLOCK, NULL, &mask_before);
	sigset_t handled = open_mask = mask_before;
	array_foreach(number, handled_signals) {
		sigaddset(&handled, *number);
		sigdelset(&open_mask, *number);
	}
	sigprocmask(SIG_SETMASK, &handled, NULL);
	catch_interrupts();
	const struct sigaction noted = {.sa_handler = note_signal};
	sigaction(SIGWINCH, &noted, NULL);
	sigaction(SIGTSTP, &noted, NULL);
	take_screen();
	return true;
}

static bool input_within(int wait_ms)
{
	fd_set input;
	FD_ZERO(&input);
	FD_SET(STDIN_FILENO, &input);
	const struct timespec wait = {.tv_sec = wait_ms / 1000, .tv_nsec = wait_ms % 1000 * 1000000L};
	return pselect(STDIN_FILENO + 1, &input, NULL, NULL, wait_ms < 0 ? NULL : &wait, &open_mask) > 0;
}

/* What follows an escape character: [C, OC, [1~ ... */
static int read_escape(void)
{
	/* In this order: [A to [F and OA to OF, and [1~ [7~ [4~ [8~. */
	static const char known[] = "ABCDHF1748";
	static const int keys_of[] = {KEY_UP, KEY_DOWN, KEY_RIGHT, KEY_LEFT, KEY_HOME, KEY_END,
	                              KEY_HOME, KEY_HOME, KEY_END, KEY_END};
	char sequence[8] = "";
	for (unsigned n = 0; n + 1 < sizeof sequence && input_within(ESCAPE_MS); n++) {
		const char *const byte = &sequence[n];
		if (read(STDIN_FILENO, &sequence[n], 1) != 1
		    || (n > 0 && (*byte == '~' || (*byte >= 'A' && *byte <= 'Z'))))
			break;
	}
	const char *const found = *sequence != '\0' && sequence[1] != '\0' ? strchr(known, sequence[1]) : NULL;
	if (found == NULL || (*sequence != '[' && (*sequence != 'O' || *found < 'A'))
	    || !text_equal(sequence + 2, *found < 'A' ? "~" : ""))
		return KEY_NONE;
	return keys_of[found - known];
}

/* Wait for a key, at most so many milliseconds; negative: as long as it takes. */
static int terminal_key(int wait_ms)
{
	const bool has_input = input_within(wait_ms);
	if (interrupted_by() != 0)
		return KEY_ENDED;
	if (is_to_suspend || is_resized) {
		if (is_to_suspend) {
			/* Stop as Ctrl-Z asks, with the terminal as it was; then the program goes on. */
			is_to_suspend = 0;
			give_screen_back();
			raise(SIGSTOP);
			take_screen();
		}
		is_resized = 0;
		return KEY_RESIZED;
	}
	if (!has_input)
		return KEY_NONE;
	unsigned char byte;
	if (read(STDIN_FILENO, &byte, 1) != 1)
		return KEY_ENDED;
	if (byte == '\033')
		return read_escape();
	return byte >= KEY_TEXT && byte < 127 ? byte : KEY_NONE;
}

/* ---- playing ---- */

enum { MIN_COLUMNS = 36, SLOWEST = -2, FASTEST = 4, LINES_BELOW = 5 };
static struct show {
	size_t at;                    /* moves made */
	bool is_playing;
	int speed;                    /* 2^speed moves a second */
	double next_s;                /* when to make the next one */
} show = {.speed = 1};

static bool is_solved(const char *facelets)
{
	const size_t per_face = strlen(facelets) / N_FACES;
	char colour = '.';
	for (size_t i = 0; facelets[i] != '\0'; i++) {
		colour = i % per_face == 0 || colour == '.' ? facelets[i] : colour;
		if (facelets[i] != colour && facelets[i] != '.')
			return false;
	}
	return true;
}

/* As many moves as fit, the one made last among them, marked; and how far the show is. */
static void draw_moves(unsigned columns, const char *facelets)
{
	const struct maneuver *const m = &script.moves;
	const size_t n_shown = columns / 3 < m->n_moves ? columns / 3 : m->n_moves;
	char text[8], last[8] = "";
	size_t first = show.at > n_shown / 2 ? show.at - n_shown / 2 : 0;
	if (first + n_shown > m->n_moves)
		first = m->n_moves - n_shown;
	for (size_t i = first; i < first + n_shown; i++) {
		const bool is_last = i + 1 == show.at;
		const size_t length =
			notation_write_in(show_problem->read_options, &m->moves[i], 1, text, sizeof text);
		printf("%s%s%s%*s", is_last ? "\033[7m" : "", text, is_last ? "\033[0m" : "", (int)(3 - length), "");
		if (is_last)
			strcpy(last, text);
	}
	printf(SAY("\033[K\r\nmove %zu of %zu  %s%s%s"), show.at, m->n_moves, last,
	       show.is_playing ? SAY("  playing") : "", is_solved(facelets) ? SAY("  solved") : "");
	if (show.is_playing)
		printf(SAY(", %g a second"), ldexp(1, show.speed));
	fputs("\033[K\r\n", stdout);
}

static void draw(void)
{
	const struct cube now = cube_after_moves(script.start, script.moves.moves, (unsigned)show.at);
	char facelets[FACELET_TEXT_SIZE];
	unsigned rows, columns;
	terminal_size(STDOUT_FILENO, &rows, &columns);
	cube_draw(show_problem->puzzle, &now, script.seen, facelets);
	const unsigned n_rows = net_rows(facelets);
	fputs("\033[H", stdout);
	if (columns < MIN_COLUMNS || rows < n_rows + LINES_BELOW) {
		printf("\033[J%u x %u is too small; enlarge to %d x %u", columns, rows, MIN_COLUMNS,
		       n_rows + LINES_BELOW);
	} else {
		for (unsigned row = 0; row < n_rows; row++) {
			net_draw_row(stdout, facelets, colours_are_welcome(), row);
			fputs("\033[K\r\n", stdout);
		}
		fputs("\033[K\r\n", stdout);
		draw_moves(columns, facelets);
		printf("\033[K\r\n%.*s\033[J", (int)columns,
		       SAY("left right: step   space: play   home end   + -: speed   q: quit"));
	}
	fflush(stdout);
}

/* @return false to leave */
static bool obey(int key)
{
	const size_t n = script.moves.n_moves;
	if (key != KEY_NONE && key != KEY_RESIZED && key != ' ' && key != '+' && key != '-')
		show.is_playing = false;
	switch (key) {
	case KEY_RIGHT: case KEY_DOWN: case 'l': case 'n': show.at += show.at < n; break;
	case KEY_LEFT: case KEY_UP: case 'h': case 'p':    show.at -= show.at > 0; break;
	case KEY_HOME: case '0':                           show.at = 0; break;
	case KEY_END: case '$':                            show.at = n; break;
	case ' ':
		show.is_playing = !show.is_playing;
		show.next_s = clock_monotonic_s();
		show.at = show.is_playing && show.at == n ? 0 : show.at;
		break;
	case '+': show.speed += show.speed < FASTEST; break;
	case '-': show.speed -= show.speed > SLOWEST; break;
	case 'q': case KEY_ENDED:                          return false;
	default:                                           break;
	}
	return true;
}

int show_play(void)
{
	if (!terminal_open())
		return usage_error(
			"show: --play needs a terminal; `superflip show --html FILE` writes a page instead");
	double now_s;
	do {
		now_s = clock_monotonic_s();
		if (show.is_playing && now_s >= show.next_s) {
			show.at += show.at < script.moves.n_moves;
			show.next_s = now_s + ldexp(1, -show.speed);
			show.is_playing = show.at < script.moves.n_moves;
		}
		draw();
	} while (obey(terminal_key(show.is_playing ? (int)((show.next_s - now_s) * 1000) + 1 : -1)));
	give_screen_back();
	signal(SIGWINCH, SIG_DFL);
	signal(SIGTSTP, SIG_DFL);
	sigprocmask(SIG_SETMASK, &mask_before, NULL);
	return interrupted_by();
}
