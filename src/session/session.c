#include "session/session.h"

#include "pieces/closure.h"

/* Of session.max_idle, if nobody says otherwise. */
enum { USUAL_IDLE = 4 };

/* What methods without a kernel search with. */
static const char plain_heuristic[] = "korf";

void session_init(superflip_session *s, const struct tables_options *where)
{
	*s = (superflip_session){.where = *where, .max_idle = USUAL_IDLE, .n_holders = 1,
	                         .generation = forked_generation(), .limits = "may be built"};
	pthread_mutex_init(&s->lock, NULL);
}

superflip_status session_is_ours(const superflip_session *s, superflip_error *error)
{
	return s->generation == forked_generation()
	           ? SUPERFLIP_OK
	           : error_say(error, SUPERFLIP_FORKED,
	                       "the session belongs to the parent process; open one in the child");
}

void session_end(superflip_session *s)
{
	while (s->generation == forked_generation()) {  /* else whoever held the lock is gone */
		pthread_mutex_lock(&s->lock);  /* jobs may give solvers back meanwhile */
		struct solver *const solver = s->first;
		s->first = solver != NULL ? solver->next : NULL;
		pthread_mutex_unlock(&s->lock);
		if (solver == NULL)
			return;
		solver_free(solver);
	}
}

void session_release(superflip_session *s)
{
	if (s == NULL || atomic_fetch_sub(&s->n_holders, 1) != 1)
		return;
	if (s->generation == forked_generation())
		pthread_mutex_destroy(&s->lock);
	free((char *)s->where.directory);
	free(s);
}

/* ---- which tables ---- */

/* The tables of a problem, those first that are to be preferred; the next ones where these are too large, or
 * are of a heuristic that was named for half turns.  @return how many */
static unsigned choose(const superflip_session *s, const superflip_problem *p,
                       const superflip_goal *pieces, bool is_bare, struct tables_options where[2])
{
	const bool is_search = problem_is_search(p);
	struct tables_options o = s->where;
	o.heuristic = is_bare ? "none" : p->heuristic != NULL ? p->heuristic
		: is_search && pieces == NULL && p->turns == NULL ? s->where.heuristic : NULL;
	o.metric = problem_units(p) == NULL ? (superflip_metric)p->metric : SUPERFLIP_HTM;
	o.goal = pieces;
	if (!is_search) {
		o.memory_bytes = 0;
		o.heuristic = o.heuristic != NULL ? o.heuristic : plain_heuristic;
	}
	if (p->turns == NULL) {
		where[0] = where[1] = o;
		where[1].heuristic = NULL;
		const bool has_other = is_search && p->heuristic == NULL && heuristic_is_named(o.heuristic)
		                       && o.metric == SUPERFLIP_QTM;
		return has_other ? 2 : 1;
	}
	o.turns = p->turns;
	/* Of what the turns make of the solved cube, if that is little enough for a table of their own. */
	struct coordinate_key table;
	struct turn_costs costs;
	const uint64_t n_states =
		closure_coordinate(&p->turns->set, &table, &costs) ? coordinate_size(table) : 0;
	const bool has_few = n_states > 0 && (o.memory_bytes == 0 || n_states < o.memory_bytes);
	struct tables_options of_all, own = o;
	own.metric = SUPERFLIP_HTM;
	own.memory_bytes = s->turn_bytes != 0 ? s->turn_bytes : o.memory_bytes;
	if (!tables_of_all_turns(&o, &of_all)) {
		where[0] = own;
		return 1;
	}
	const bool is_of_all = heuristic_is_named(o.heuristic) || pieces != NULL
	                       || (!has_few && problem_units(p) == NULL);
	where[0] = is_of_all || !has_few ? of_all : own;
	where[1] = has_few ? of_all : own;
	return is_of_all ? 1 : 2;
}

static superflip_status measure(const struct tables_options *where, superflip_needs *out,
                                superflip_error *error)
{
	const struct heuristic_spec *const spec =
		heuristic_find(heuristic_is_named(where->heuristic) ? where->heuristic : heuristic_standard);
	*out = (superflip_needs){.size = sizeof *out};
	if (where->goal != NULL || where->turns != NULL)
		return cover_measure(where, out, error);
	if (spec == NULL)
		return error_say(error, SUPERFLIP_UNKNOWN_NAME, "there is no heuristic '%s'", where->heuristic);
	catalogue_describe(spec, where, out);
	return SUPERFLIP_OK;
}

superflip_status session_measure(const superflip_session *s, const superflip_problem *p,
                                 const superflip_goal *pieces, superflip_needs *out, superflip_error *error)
{
	struct tables_options where[2];
	*out = (superflip_needs){.size = sizeof *out, .is_installed = true};
	if (p->method->takes_steps)
		return steps_measure(p, s->where.directory, out, error);
	if (p->puzzle == SUPERFLIP_2X2 || !p->method->takes_tables)
		return SUPERFLIP_OK;
	choose(s, p, pieces, false, where);
	return measure(&where[0], out, error);
}

bool session_may_build(const superflip_session *s, uint64_t bytes)
{
	return s->most_bytes == 0 || bytes <= s->most_bytes;
}

/* Take what is to be built from what may be: what was built stays, so it counts as long as the session is
 * open.
 * @param is_of_turns  of a turn set, whose tables may be of any size */
static superflip_status reserve(superflip_session *s, const superflip_needs *info, const char *who,
                                bool is_of_turns, bool builds, superflip_error *error)
{
	pthread_mutex_lock(&s->lock);
	const bool fits = (s->build_bytes == 0 || s->built_bytes + info->file_bytes <= s->build_bytes)
	                  && (is_of_turns || session_may_build(s, info->file_bytes));
	s->built_bytes += fits && builds ? info->file_bytes : 0;
	pthread_mutex_unlock(&s->lock);
	if (fits)
		return builds ? SUPERFLIP_OK : SUPERFLIP_TABLE_MISSING;
	return error_say(error, SUPERFLIP_TOO_LARGE, "%s tables of %" PRIu64 " MiB, more than %s", who,
	                 (info->file_bytes >> 20) + 1, s->limits);
}

/* Who hears of building, and what has been begun. */
struct building {
	superflip_notify *notify;                /* NULL: nobody listens */
	void *context;
	char table[64];                          /* that was begun last */
	unsigned n_begun, n_tables;              /* n_tables: that are to be built */
};

static bool on_progress(void *context, const superflip_progress *of_table)
{
	struct building *const b = context;
	superflip_progress p = *of_table;
	if (strcmp(p.stage, "building") == 0 && strcmp(b->table, p.table) != 0) {
		b->n_begun++;
		snprintf(b->table, sizeof b->table, "%s", p.table);
	}
	p.table_number = b->n_begun;
	p.n_tables = b->n_tables;
	return b->notify == NULL || b->notify(b->context, &p);
}

/* Give back what was reserved and not built: a second table that was begun leaves the first on the disk. */
static superflip_status end_building(superflip_session *s, const struct building *b,
                                     const superflip_needs *info, superflip_status status)
{
	pthread_mutex_lock(&s->lock);
	s->built_bytes -= status != SUPERFLIP_OK && b->n_begun < 2 ? info->file_bytes : 0;
	pthread_mutex_unlock(&s->lock);
	return status;
}

static superflip_status open_or_build(superflip_session *s, struct tables_options *where, bool may_build,
                                      bool builds, struct building *b,
                                      superflip_tables **out, superflip_error *error)
{
	char who[sizeof error->text] = "these turns need";
	superflip_needs info;
	const bool is_whole = where->goal == NULL && where->turns == NULL;
	superflip_status status = is_whole && s->await != NULL ? s->await(error) : SUPERFLIP_OK;
	if (status == SUPERFLIP_OK && is_whole && s->given != NULL && where->metric == SUPERFLIP_HTM
	    && !heuristic_is_named(where->heuristic))
		*out = tables_keep(s->given);
	else if (status == SUPERFLIP_OK)
		status = tables_open(where, out, error);
	if (status != SUPERFLIP_TABLE_MISSING || !may_build)
		return status;
	if (where->goal != NULL)
		snprintf(who, sizeof who, "the goal '%s' needs", superflip_goal_name(where->goal));
	else if (is_whole)
		snprintf(who, sizeof who,
		         where->metric == SUPERFLIP_QTM ? "quarter turns need" : "this method needs");
	status = measure(where, &info, error);
	if (status == SUPERFLIP_OK)
		status = reserve(s, &info, who, !is_whole && where->goal == NULL, builds, error);
	if (status != SUPERFLIP_OK)
		return status;
	b->n_tables = info.n_tables;
	where->notify = on_progress;
	where->notify_context = b;
	struct tables_options missing = *where;
	if (is_whole)
		missing.heuristic = heuristic_is_named(where->heuristic) ? where->heuristic : heuristic_standard;
	status = tables_build(&missing, error);
	return end_building(s, b, &info, status == SUPERFLIP_OK ? tables_open(where, out, error) : status);
}

/* ---- solvers ---- */

static superflip_status make(superflip_session *s, const superflip_problem *p,
                             const superflip_goal *pieces, bool is_bare, bool builds, struct building *b,
                             struct solver **out, superflip_error *error)
{
	struct tables_options where = s->where, of_tables[2];
	superflip_tables *tables = NULL;
	superflip_needs info;
	const bool has_tables = p->puzzle == SUPERFLIP_3X3 && p->method->takes_tables;
	const unsigned n = has_tables ? choose(s, p, pieces, is_bare, of_tables) : 0;
	superflip_status status = has_tables ? SUPERFLIP_TABLE_MISSING : SUPERFLIP_OK;
	where.notify = on_progress;
	where.notify_context = b;
	items_foreach(choice, of_tables, n) {
		const bool may_build =
			!heuristic_is_named(p->heuristic)
			&& (!problem_is_search(p) || !heuristic_is_named(choice->heuristic));
		status = open_or_build(s, choice, may_build, builds, b, &tables, error);
		if (status != SUPERFLIP_TOO_LARGE && (status != SUPERFLIP_TABLE_MISSING || p->turns != NULL))
			break;
	}
	if (!p->method->takes_steps) {
		if (status == SUPERFLIP_OK)
			status = solver_create(p, tables, &where, s->node_bytes, out, error);
		superflip_tables_close(tables);
		return status;
	}
	status = steps_measure(p, s->where.directory, &info, error);
	if (status == SUPERFLIP_OK && !info.is_installed)
		status = reserve(s, &info, "these steps need", false, builds, error);
	if (status == SUPERFLIP_TABLE_MISSING)
		error_say(error, status, "the tables of these steps are not installed");
	if (status != SUPERFLIP_OK)
		return status;
	b->n_tables = info.n_tables;
	return end_building(s, b, &info, solver_create(p, NULL, &where, s->node_bytes, out, error));
}

/* The solver with that key, which then is the first; NULL: there is none.  The lock is held. */
static struct solver *find(superflip_session *s, const char *key)
{
	struct solver **at = &s->first;
	while (*at != NULL && strcmp((*at)->key, key) != 0)
		at = &(*at)->next;
	struct solver *const found = *at;
	if (found == NULL)
		return NULL;
	*at = found->next;
	found->next = s->first;
	found->n_borrowers++;
	return s->first = found;
}

superflip_status session_borrow(superflip_session *s, const superflip_problem *p,
                                const superflip_goal *pieces, const superflip_cube *cube,
                                bool builds, superflip_notify *notify, void *context,
                                struct solver **out,
                                superflip_error *error)
{
	struct building b = {.notify = notify, .context = context};
	const bool is_bare = cube != NULL && problem_is_refused(p, pieces, cube);
	struct solver *made = NULL;
	char turns[TURN_SET_TEXT_SIZE] = "", *key;  /* what decides the solver of a problem */
	if (session_is_ours(s, error) != SUPERFLIP_OK)
		return SUPERFLIP_FORKED;
	if (p->turns != NULL)
		turn_set_identity(&p->turns->set, turns);
	if (asprintf(&key, "%d %u %s %d %s|%s|%s|%u %u %d %s|%s|%s", (int)p->puzzle, p->metric, p->method->name,
	             (int)is_bare, p->heuristic != NULL ? p->heuristic : "",
	             pieces != NULL ? superflip_goal_name(pieces) : "", turns, p->width, p->step_slack,
	             (int)p->has_niss, p->neutral != NULL ? p->neutral : "", p->begin != NULL ? p->begin : "",
	             p->steps != NULL ? p->steps : "") < 0)
		return error_no_memory(error);
	pthread_mutex_lock(&s->lock);
	*out = find(s, key);
	pthread_mutex_unlock(&s->lock);
	/* Without the lock, so that others go on. */
	const superflip_status status = *out != NULL ? SUPERFLIP_OK
		: make(s, p, pieces, is_bare, builds, &b, &made, error);
	if (made != NULL) {
		pthread_mutex_lock(&s->lock);
		*out = find(s, key);
		if (*out == NULL) {  /* no other thread was faster */
			made->key = key;
			made->is_bare = is_bare;
			made->n_borrowers = 1;
			made->next = s->first;
			*out = s->first = made;
			made = NULL;
			key = NULL;
		}
		pthread_mutex_unlock(&s->lock);
	}
	solver_free(made);
	free(key);
	return status;
}

void session_return(superflip_session *s, struct solver *solver)
{
	struct solver *dropped = NULL, *known;
	unsigned n_idle = 0;
	pthread_mutex_lock(&s->lock);
	for (known = s->first; known != NULL && known != solver; known = known->next)
		continue;
	if (known != NULL)  /* the session was not closed meanwhile */
		solver->n_borrowers--;
	for (struct solver **at = &s->first; *at != NULL;) {
		n_idle += (*at)->n_borrowers == 0;
		if ((*at)->n_borrowers > 0 || n_idle <= s->max_idle) {
			at = &(*at)->next;
			continue;
		}
		dropped = *at;
		*at = dropped->next;
		break;
	}
	pthread_mutex_unlock(&s->lock);
	solver_free(dropped);
}

/* ---- jobs ---- */

superflip_status session_begin(superflip_session *s, struct solver *solver, const superflip_problem *p,
                               const superflip_goal *pieces, const superflip_cube *cube,
                               const superflip_job_options *options, superflip_job **out,
                               superflip_error *error)
{
	const struct search_request request = problem_request(p, pieces != NULL);
	superflip_job *job;
	superflip_status status = job_open(solver, &request, options, cube != NULL, &job, error);
	if (status == SUPERFLIP_OK && cube != NULL) {
		status = superflip_job_add(job, 1, cube, 0, error);
		superflip_job_finish(job);
		if (status != SUPERFLIP_OK)
			superflip_job_free(job);
	}
	if (status != SUPERFLIP_OK)
		return status;
	atomic_fetch_add(&s->n_holders, 1);
	job->session = s;
	*out = job;
	return SUPERFLIP_OK;
}

void job_return_solver(superflip_job *job)
{
	if (!job_lock(job))
		return;
	superflip_session *const s = job->session;
	job->session = NULL;
	job_unlock(job);
	if (s == NULL)
		return;
	session_return(s, job->solver);
	session_release(s);
}
