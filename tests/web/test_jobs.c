/* The queue alone: limits->running is 0, so that no job leaves it by itself. */
#include "web/jobs.h"

#include "support/test.h"

static struct web_jobs *jobs;

static void open_jobs(void)
{
	struct web_limits limits = web_limits_default;
	limits.running = 0;
	limits.waiting = 10;
	jobs = web_jobs_open(&(struct tables_options){0}, &limits);
	cr_assert_not_null(jobs);
}

static void close_jobs(void)
{
	web_jobs_close(jobs);
}

TestSuite(web_jobs, .init = open_jobs, .fini = close_jobs);
TestSuite(web_events, .init = open_jobs, .fini = close_jobs);

static struct web_job *add(const char *scramble, const char *client, superflip_error *error)
{
	struct web_request request = web_request_default();
	request.scramble = scramble;
	struct web_job *const job =
		web_request_complete(&request, error) ? web_jobs_add(jobs, &request, client, error) : NULL;
	web_request_free(&request);
	return job;
}

Test(web_jobs, a_full_queue_refuses_and_counts_and_goes_on_after_a_cancel)
{
	superflip_error error;
	jobs->limits.waiting = 2;
	struct web_job *const first = add("R", "a", &error), *const second = add("U", "b", &error);
	cr_assert(first != NULL && second != NULL);
	cr_expect_null(add("F", "c", &error));
	cr_expect_eq(web_error_status(&error), WEB_TOO_MANY);
	cr_expect_eq(web_job_look(second).state, WEB_JOB_WAITING);
	cr_expect_eq(web_job_look(second).ahead, 1u);
	web_job_cancel(first);
	cr_expect_eq(web_job_look(first).state, WEB_JOB_DONE);
	cr_expect_eq(web_job_look(second).state, WEB_JOB_WAITING);
	cr_expect_eq(web_job_look(second).ahead, 0u);
	struct web_job *const third = add("F", "c", &error);
	cr_assert_not_null(third);
	const struct web_job_counts counts = web_jobs_counts(jobs);
	cr_expect_eq(counts.accepted, 3u);
	cr_expect_eq(counts.refused_full, 1u);
	cr_expect_eq(counts.waiting, 2u);
	cr_expect_eq(counts.by_outcome[SUPERFLIP_STOPPED], 1u);
	web_job_release(first), web_job_release(second), web_job_release(third);
}

Test(web_events, a_job_that_waits_and_is_cancelled_tells_so_and_ends)
{
	superflip_error error;
	char *text;
	size_t size;
	struct web_job *const job = add("R", "a", &error);
	struct web_cursor cursor = web_cursor_after(NULL);
	FILE *const out = open_memstream(&text, &size);
	web_events_write(job, &cursor, 100, out);
	web_events_write(job, &cursor, 101, out);
	fflush(out);
	cr_expect_str_eq(text, "event: waiting\nid: 0.0\ndata: {\"ahead\":0}\n\n");
	web_job_cancel(job);
	web_events_write(job, &cursor, 102, out);
	fclose(out);
	cr_expect(cursor.has_ended);
	cr_expect_not_null(strstr(text, "event: end\n"));
	cr_expect_not_null(strstr(text, "\"stopped\":\"interrupted\""));
	free(text);
	web_job_release(job);
}

Test(web_events, silence_is_broken_by_comments)
{
	superflip_error error;
	char *text;
	size_t size;
	struct web_job *const job = add("R", "a", &error);
	struct web_cursor cursor = {.has_waited = true, .told_s = 100};
	FILE *const out = open_memstream(&text, &size);
	web_events_write(job, &cursor, 110, out);
	web_events_write(job, &cursor, 116, out);
	fclose(out);
	cr_expect_str_eq(text, ":\n\n");
	free(text);
	web_job_release(job);
}

Test(web_events, a_client_goes_on_after_the_last_event_that_it_saw)
{
	const struct web_cursor cursor = web_cursor_after("12.345");
	cr_expect_eq(cursor.n_iterations, 12u);
	cr_expect_eq(cursor.n_solutions, 345u);
	const char *const foreign[] = {"", "x", "12", "12.", "12.3x", "-"};
	array_foreach(row, foreign)
		cr_expect_eq(web_cursor_after(*row).n_iterations, 0u, "%s", *row);
}
