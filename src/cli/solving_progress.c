/* How far a list or a cube is: a line on the terminal, and one for each SIGUSR1. */
#include "cli/solving_state.h"

#include "base/clock.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "cli/status.h"

#include <inttypes.h>

static const double renew_every_s = 0.2;

static void format_duration(double seconds, char *out, size_t size)
{
	const unsigned long total = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 1000000000ul;
	if (total < 3600)
		snprintf(out, size, "%lu:%02lu", total / 60, total % 60);
	else
		snprintf(out, size, "%lu:%02lu:%02lu", total / 3600, total / 60 % 60, total % 60);
}

/* "12.3 million". */
static void format_count(double n, char *out, size_t size)
{
	if (n < 1e6)
		snprintf(out, size, "%.0f", n);
	else if (n < 1e9)
		snprintf(out, size, "%.1f million", n / 1e6);
	else
		snprintf(out, size, "%.2f billion", n / 1e9);
}

/* A single cube, or one after the other: how deep, how many nodes. */
static void print_search(const struct solving *s, const superflip_progress *p, double elapsed_s)
{
	char nodes[32], rate[32], elapsed[32];
	format_count((double)p->n_generated, nodes, sizeof nodes);
	format_count(elapsed_s > 0 ? (double)p->n_generated / elapsed_s : 0, rate, sizeof rate);
	format_duration(elapsed_s, elapsed, sizeof elapsed);
	if (p->id > s->n_written)
		fprintf(stderr, ", cube %" PRIu64 ": no solution of %u moves", p->id, p->threshold);
	fprintf(stderr, ", %s nodes, %s nodes/s, %s", nodes, rate, elapsed);
}

static void print_status(const struct solving *s)
{
	const double elapsed_s = clock_monotonic_s() - s->start_s;
	superflip_progress p;
	superflip_progress_init(&p);
	superflip_stream_progress(s->stream, &p);
	fprintf(stderr, "%" PRIu64 " done, %.1f cubes/s, %" PRIu64 " invalid", s->n_written,
	        elapsed_s > 0 ? (double)(s->n_written - s->output->resumed.n_records) / elapsed_s : 0.0, s->totals.n_bad);
	if (p.checked_share < 1)
		fprintf(stderr, ", table checked to %.0f %%", 100 * p.checked_share);
	if (s->tables != NULL && s->options->method_name == NULL)
		print_search(s, &p, elapsed_s);
	if (s->progress > 0 && elapsed_s > 1) {
		char left[32];
		format_duration(elapsed_s * (1 - s->progress) / s->progress, left, sizeof left);
		fprintf(stderr, ", %.0f %%, %s left", 100 * s->progress, left);
	}
}

/* Once: a cube's time limit has passed, and the tables of the method that stands in are not there yet. */
static void tell_of_building(struct solving *s)
{
	if (s->has_told_of_building || s->options->is_quiet || !atomic_load(&s->is_building))
		return;
	s->has_told_of_building = true;
	solving_hide_progress(s);
	complain("building the table of the two-phase method, once, for short solutions where a time limit ends the search");
}

void solving_hide_progress(struct solving *s)
{
	if (s->is_progress_shown)
		fputs("\r\033[K", stderr);
	s->is_progress_shown = false;
}

void solving_show_progress(struct solving *s)
{
	tell_of_building(s);
	if (status_is_wanted()) {
		solving_hide_progress(s);
		fputs("superflip: ", stderr);
		print_status(s);
		fputc('\n', stderr);
	}
	if (!s->shows_progress || clock_monotonic_s() - s->last_progress_s < renew_every_s)
		return;
	s->last_progress_s = clock_monotonic_s();
	fputs("\r\033[K", stderr);
	print_status(s);
	fflush(stderr);
	s->is_progress_shown = true;
}
