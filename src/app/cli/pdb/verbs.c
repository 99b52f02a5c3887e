/* superflip pdb build, verify, info and path: what is done with tables that are named. */
#include "cli/pdb/request.h"

static int build_one(struct pdb_key key)
{
	char name[COORDINATE_NAME_MAX], path[PATH_MAX];
	coordinate_name(key.coordinate, name);
	bar_begin(name, NULL);
	const struct pdb_generate_options options = {
		.n_threads = pdb_request.n_threads,
		.force = pdb_request.is_forced,
		.wait = pdb_request.waits,
		.progress = &bar_progress,
	};
	bool is_new;
	const enum status status = pdb_generate(pdb_request.own, key, &options, &is_new);
	const int error = errno;
	progress_bar_finish(&bar);
	if (pdb_path(pdb_request.own, key, path) != STATUS_OK)
		return pdb_complain(STATUS_IO, pdb_request.own, NULL);
	if (status != STATUS_OK) {
		errno = error;
		return pdb_complain(status, path, &key);
	}
	if (is_quiet)
		return EXIT_SOLVED;
	struct pdb_header header;
	if (is_new && pdb_describe(path, &header) == STATUS_OK)
		print_line_to(stdout, "%s: built in %.2f s, %" PRIu64 " bytes", path, progress_bar_seconds(&bar),
		       pdb_header_file_bytes(&header));
	else
		print_line_to(stdout, "%s: already there", path);
	fflush(stdout);
	return EXIT_SOLVED;
}

int pdb_command_build(void)
{
	struct table_list tables = {.n = 0};
	bool are_goals = true;
	items_foreach(name, pdb_request.names, pdb_request.n_names)
		are_goals &= heuristic_find(*name) == NULL && goal_is_named(*name);
	const bool has_budget = pdb_request.limits.file_bytes != 0;
	if (has_budget && !are_goals)
		return usage_error(
			"pdb build: --budget chooses the tables itself, or those of a goal; leave out '%s'",
			pdb_request.names[0]);
	if (!has_budget && (pdb_request.n_names == 0 || !isinf(pdb_request.limits.building_s)))
		return usage_error(
			isinf(pdb_request.limits.building_s)
				? "pdb build: name a table, a heuristic, or `default`, or give a --budget; `superflip pdb list` "
				  "lists them"
				: "pdb build: --build-time limits the choice of --budget, which is missing");
	catch_interrupts();
	items_foreach(name, pdb_request.names, pdb_request.n_names)
		if (!add_name(*name, &tables))
			return EXIT_USAGE;
	if (pdb_request.n_names == 0) {
		const char *const chosen = budget_choose();
		if (chosen == NULL)
			return EXIT_MEMORY;
		add_name(chosen, &tables);
	}
	int status = EXIT_SOLVED;
	items_foreach(key, tables.key, tables.n)
		if (status == EXIT_SOLVED)
			status = interrupted_by() == 0 ? build_one(*key) : interrupted_by();
	return status;
}

/* ---- verify ---- */

static int verify_file(const char *path, const struct pdb_key *want)
{
	struct pdb_header header;
	const char *const slash = strrchr(path, '/'), *const name = slash == NULL ? path : slash + 1;
	bar_begin(name, NULL);
	enum status status = pdb_verify(path, &bar_progress, &header);
	progress_bar_finish(&bar);
	if (status == STATUS_OK && want != NULL && !pdb_key_equal(pdb_header_key(&header), *want))
		status = STATUS_DIFFERENT;
	struct pdb_histogram histogram = {.max_depth = 0};
	if (status == STATUS_OK) {
		histogram = pdb_header_histogram(&header);
		if (!pdb_known_agrees(pdb_header_key(&header), &histogram))
			status = STATUS_WRONG_DEPTHS;
	}
	if (status != STATUS_OK)
		return pdb_complain(status, path, want);
	if (!is_quiet)
		print_line_to(stdout, "%s: sound, %s, mean %.6f", path, words_of(header.n_entries, "entry"),
		              pdb_histogram_mean(&histogram));
	fflush(stdout);
	return EXIT_SOLVED;
}

int pdb_command_verify(void)
{
	char elsewhere[PATH_MAX];
	unsigned n_files = 0;
	int result = EXIT_SOLVED;
	catch_interrupts();
	if (pdb_request.n_names != 0)
		return for_each_file(verify_file);
	const unsigned n = 1u + (pdb_request.directory == NULL && pdb_system_directory(elsewhere));
	for (unsigned i = 0; i < n; i++) {
		glob_t found;
		int status = files_find(i == 0 ? pdb_request.own : elsewhere, &found);
		n_files += status != EXIT_SOLVED ? 1u : (unsigned)found.gl_pathc;  /* there may be some */
		if (status == EXIT_SOLVED) {
			pdb_request.names = found.gl_pathv;
			pdb_request.n_names = (int)found.gl_pathc;
			status = for_each_file(verify_file);
			globfree(&found);
		}
		result = status == EXIT_SOLVED ? result : status;
	}
	if (n_files == 0)
		return complain_and(EXIT_TABLE, "%s: no tables; run `superflip pdb build default`", pdb_request.own);
	return result;
}

/* ---- info, path ---- */

static int print_info(const char *path, const struct pdb_key *want)
{
	struct pdb_header header;
	enum status status = pdb_describe(path, &header);
	if (status == STATUS_OK && want != NULL && !pdb_key_equal(pdb_header_key(&header), *want))
		status = STATUS_DIFFERENT;
	if (status != STATUS_OK)
		return pdb_complain(status, path, want);
	const struct pdb_key key = pdb_header_key(&header);
	const struct pdb_family *const family = pdb_family_of(key.coordinate.family);
	const struct pdb_known *const known = pdb_known_find(key.coordinate);
	char name[COORDINATE_NAME_MAX], users[256], coding[PDB_CODING_MAX];
	coordinate_name(key.coordinate, name);
	users_text(key.coordinate, users, sizeof users);
	snprintf(coding, sizeof coding, "%u bits each", header.bits_per_entry);
	if (family->coding != NULL)
		family->coding(&key, coding);
	print_line_to(stdout, "file             %s", path);
	printf("table            %s%s%s\nmetric           %s\nused by          %s\nformat version   %u\n",
	       name,
	       known == NULL ? "" : ": ", known == NULL ? "" : known->summary, metric_name[key.metric], users,
	       header.version);
	print_line_to(stdout, "builder          %s", header.builder);
	printf("file size        %" PRIu64 " bytes\nentries          %" PRIu64
	       ", %s\nchecksums        %u chunks of %u bytes\n",
	       pdb_header_file_bytes(&header), header.n_entries, coding, header.n_chunks, header.chunk_bytes);
	const struct pdb_histogram histogram = pdb_header_histogram(&header);
	printf("maximum depth    %u\n", header.max_depth);
	printf("mean depth       %.6f\n", pdb_histogram_mean(&histogram));
	const char *const counted = family->counted;
	printf("\ndepth        entries%s%s%s\n", counted != NULL ? " (" : "", counted != NULL ? counted : "",
	       counted != NULL ? ")" : "");
	for (unsigned d = 0; d <= histogram.max_depth; d++)
		printf("%5u %14" PRIu64 "\n", d, histogram.count[d]);
	return EXIT_SOLVED;
}

int pdb_command_info(void)
{
	if (pdb_request.n_names == 0)
		return usage_error("pdb info: name a table or a file; `superflip pdb list` lists the tables");
	return for_each_file(print_info);
}

static int print_path(const char *path, const struct pdb_key *want)
{
	struct pdb_header header;
	const enum status status = pdb_describe(path, &header);
	if (status != STATUS_OK)
		return pdb_complain(status, path, want);
	puts(path);
	return EXIT_SOLVED;
}

int pdb_command_path(void)
{
	if (pdb_request.n_names != 0)
		return for_each_file(print_path);
	puts(pdb_request.own);
	return EXIT_SOLVED;
}
