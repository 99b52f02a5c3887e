/* A job as JSON (doc/openapi.yaml).  All return NULL without memory. */
#ifndef SUPERFLIP_WEB_JOB_JSON_H
#define SUPERFLIP_WEB_JOB_JSON_H
#include "web/jobs.h"

json_t *web_job_json(struct web_job *job);
json_t *web_progress_json(struct web_job *job);
json_t *web_iteration_json(const struct web_job *job, const superflip_iteration *iteration);
json_t *web_solution_json(const struct web_job *job, const uint8_t *moves, unsigned n_moves);
#endif
