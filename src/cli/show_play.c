/* superflip show --play: a maneuver stepped through on the terminal. */
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/show_script.h"
#include "cli/terminal.h"
#include "report/net.h"
#include "report/printable.h"
#include "report/status_line.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MIN_COLUMNS = 36, SLOWEST = -2, FASTEST = 4, LINES_BELOW = 5 };
static const char keys[] = "left right: step   space: play   home end   + -: speed   q: quit";

struct show {
	const struct show_script *script;
	size_t at;                    /* moves made */
	struct cube now;              /* after them */
	bool is_playing, is_coloured;
	int speed;                    /* 2^speed moves a second */
	double next_s;                /* when to make the next one */
};

static void go(struct show *p, size_t at)
{
	p->at = at;
	p->now = cube_after_moves(p->script->start, p->script->moves.moves, (unsigned)at);
}

static void step(struct show *p, int by)
{
	if (by > 0 && p->at < p->script->moves.n_moves)
		p->now = cube_after(&p->now, p->script->moves.moves[p->at++]);
	else if (by < 0 && p->at > 0)
		p->now = cube_after(&p->now, move_inverse(p->script->moves.moves[--p->at]));
}

static double seconds_a_move(const struct show *p)
{
	return p->speed >= 0 ? 1.0 / (1 << p->speed) : 1 << -p->speed;
}

static size_t write_move(const struct show *p, size_t i, char text[8])
{
	return notation_write_in(p->script->letters, &p->script->moves.moves[i], 1, text, 8);
}

/* As many moves as fit, the one made last among them, marked. */
static void draw_moves(const struct show *p, unsigned columns)
{
	const size_t n_shown = columns / 3 < p->script->moves.n_moves ? columns / 3 : p->script->moves.n_moves;
	size_t first = p->at > n_shown / 2 ? p->at - n_shown / 2 : 0;
	if (first + n_shown > p->script->moves.n_moves)
		first = p->script->moves.n_moves - n_shown;
	for (size_t i = first; i < first + n_shown; i++) {
		char text[8];
		const size_t length = write_move(p, i, text);
		printf("%s%s%s%*s", i + 1 == p->at ? "\033[7m" : "", text, i + 1 == p->at ? "\033[0m" : "", (int)(3 - length), "");
	}
	fputs("\033[K\r\n", stdout);
}

static bool is_solved(const struct show *p)
{
	char facelets[FACELET_TEXT_SIZE];
	show_script_draw(p->script->puzzle, &p->now, facelets);
	const size_t per_face = strlen(facelets) / N_FACES;
	for (size_t i = 0; facelets[i] != '\0'; i++)
		if (facelets[i] != facelets[i - i % per_face])
			return false;
	return true;
}

static void draw_status(const struct show *p)
{
	char text[8] = "";
	if (p->at > 0)
		write_move(p, p->at - 1, text);
	printf("move %zu of %zu  %s%s%s", p->at, p->script->moves.n_moves, text, p->is_playing ? "  playing" : "",
	       is_solved(p) ? "  solved" : "");
	if (p->is_playing)
		printf(", %g a second", 1 / seconds_a_move(p));
	fputs("\033[K\r\n", stdout);
}

static void draw(const struct show *p)
{
	char facelets[FACELET_TEXT_SIZE];
	unsigned rows, columns;
	terminal_size(STDOUT_FILENO, &rows, &columns);
	show_script_draw(p->script->puzzle, &p->now, facelets);
	fputs("\033[H", stdout);
	if (columns < MIN_COLUMNS || rows < net_rows(facelets) + LINES_BELOW) {
		printf("\033[J%u x %u is too small; enlarge to %d x %u", columns, rows, MIN_COLUMNS, net_rows(facelets) + LINES_BELOW);
	} else {
		for (unsigned row = 0; row < net_rows(facelets); row++) {
			net_draw_row(stdout, facelets, p->is_coloured, row);
			fputs("\033[K\r\n", stdout);
		}
		fputs("\033[K\r\n", stdout);
		draw_moves(p, columns);
		draw_status(p);
		printf("\033[K\r\n%.*s\033[J", (int)columns, keys);
	}
	fflush(stdout);
}

static void start_or_pause(struct show *p)
{
	p->is_playing = !p->is_playing;
	p->next_s = clock_monotonic_s();
	if (p->is_playing && p->at == p->script->moves.n_moves)
		go(p, 0);
}

/* @return false to leave */
static bool obey(struct show *p, int key)
{
	if (key != KEY_NONE && key != KEY_RESIZED && key != ' ' && key != '+' && key != '-')
		p->is_playing = false;
	switch (key) {
	case KEY_RIGHT: case KEY_DOWN: case 'l': case 'n': step(p, 1); break;
	case KEY_LEFT: case KEY_UP: case 'h': case 'p':    step(p, -1); break;
	case KEY_HOME: case '0':                           go(p, 0); break;
	case KEY_END: case '$':                            go(p, p->script->moves.n_moves); break;
	case ' ':                                          start_or_pause(p); break;
	case '+': p->speed += p->speed < FASTEST; break;
	case '-': p->speed -= p->speed > SLOWEST; break;
	case 'q': case KEY_ENDED:                          return false;
	default:                                           break;
	}
	return true;
}

/* Make the next move when it is time. @return milliseconds until then; -1: nothing is played */
static int play_on(struct show *p)
{
	const double now_s = clock_monotonic_s();
	if (p->is_playing && now_s >= p->next_s) {
		step(p, 1);
		p->next_s = now_s + seconds_a_move(p);
		p->is_playing = p->at < p->script->moves.n_moves;
	}
	return p->is_playing ? (int)((p->next_s - now_s) * 1000) + 1 : -1;
}

int show_play(const struct show_script *s)
{
	const char *const no_color = getenv("NO_COLOR");
	struct show p = {.script = s, .now = s->start, .speed = 1, .is_coloured = no_color == NULL || *no_color == '\0'};
	if (!terminal_open()) {
		complain("show: --play needs a terminal; `superflip show --html FILE` writes a page instead");
		return EXIT_USAGE;
	}
	int wait_ms;
	do {
		wait_ms = play_on(&p);
		draw(&p);
	} while (obey(&p, terminal_key(wait_ms)));
	terminal_close();
	return interrupted_by() != 0 ? 128 + interrupted_by() : EXIT_SOLVED;
}
