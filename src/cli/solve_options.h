/* The options of the commands that search: solve, batch, verify. */
#ifndef SUPERFLIP_CLI_SOLVE_OPTIONS_H
#define SUPERFLIP_CLI_SOLVE_OPTIONS_H
#include "cli/option.h"
#include "cluster/shard.h"
#include "input/list.h"
#include "report/record.h"

struct searcher;

/** Which options a command has, as a set. */
enum option_users { FOR_SOLVE = 1, FOR_BATCH = 2, FOR_VERIFY = 4, FOR_ALGS = 8 };

/** The fewest moves that a unit of work may begin with: --unit-moves. */
enum { SOLVE_UNIT_MOVES_MIN = 2, SOLVE_UNIT_MOVES_MAX = 5 };

struct solve_options {
	superflip_tables_options tables; /* heuristic NULL: the command's default; metric and threads are those of the search */
	const char *method_name;         /* of --method; NULL: proved shortest solutions */
	bool explains;                   /* the method's stages are told */
	const char *steps_path;          /* of --steps; NULL: not given */
	char steps_text[4096];           /* the list that was read there; "": none */
	unsigned width, step_slack;      /* of methods that are lists of steps */
	bool has_niss;
	superflip_puzzle puzzle;
	bool turns_opposite;             /* --letters rbd */
	superflip_request request;       /* without its goal */
	bool has_count, has_over, has_max;  /* -n, --over, --max were given */
	const char *rank;                /* of --rank; NULL: not given */
	unsigned read_options;           /* SUPERFLIP_READ_... */
	enum list_source source;
	enum record_format format;
	bool with_links, is_quiet, is_verbose;
	double progress_s;               /* between the first lines of a log; 0: as usual */
	const char *output_path;         /* NULL: standard output */
	const char *html_path;           /* of a page that plays the solutions; NULL: none */
	bool may_overwrite, resumes;
	struct shard shard;              /* of --shard; n 0: the whole list */
	uint32_t shard_block_items;      /* of the shard; 0: not known yet */
	bool keeps_duplicates;           /* cubes that are equal up to symmetry and inversion are solved one by one */
	bool prove_again;
	struct turn_options turns;       /* of --metric, --moves, --cost */
	bool has_turn_set;               /* they have slices, wide turns, several layers at once, rotations, costs: turns_open() */
	const char *goal_text, *exclude_text;  /* of --goal, --exclude; NULL: not given */
	const char *free_face, *neutral_faces;  /* of --auf, --neutral; NULL: not given */
	const char *free_before;         /* a face whose turns are free before the first move, where turns are those of faces; NULL: none */
	char goal_whole[128];            /* --goal with what these add */
	char goal_name[96];              /* of --goal, if it names pieces; "": it is a position, or not given */
	uint32_t permitted;              /* bit m for move m */
	const char *journal_path;        /* finished units of work are kept there; NULL: nowhere */
	unsigned unit_moves;             /* the fewest moves of a unit of work; 0: by their number */
	const struct searcher *searcher; /* who searches (cli/searcher.h); NULL: the threads of this process */
};

/** Read a command's options; those of FOR_ALGS are to be completed by solve_options_complete(). Complains about what is wrong, prints
 * --help.
 * @param user   the command, one of enum option_users
 * @param usage  as in struct option_set
 * @param exit_status  set if there is nothing more to do
 * @return the index of the first argument that is not an option (argv is permuted), or -1 to leave with *exit_status */
int solve_options_read(int argc, char **argv, enum option_users user, const char *usage, struct solve_options *out,
                       int *exit_status);

/** Complete the options as solve_options_read() does.  @return false, having complained */
bool solve_options_complete(struct solve_options *o);

/** Complete the options by each other, and refuse what does not go together (solve_agree.c).  @return false, having complained */
bool solve_options_agree(struct solve_options *o);

/** What must be the same in all runs that write one file, or shards of one list: option_set_identify().
 * @return owned by the caller; NULL without memory */
char *solve_options_identity(const struct solve_options *options, enum option_users user);

/** Whether --moves and --exclude permit only some of the turns. */
static inline bool goal_restricts(const struct solve_options *o) { return o->permitted != SUPERFLIP_ALL_MOVES; }

/** Whether --goal names pieces that count, not a position. */
static inline bool goal_is_of_pieces(const struct solve_options *o) { return o->goal_name[0] != '\0'; }

/** The goal of pieces.
 * @param out  NULL: there is none; else released by superflip_goal_free()
 * @return false, having complained */
bool goal_open(const struct solve_options *o, superflip_goal **out);

/** The position of --goal.
 * @param out  NULL: the solved cube; else released by superflip_cube_free()
 * @return false, having complained, if the text is none */
bool goal_read(const struct solve_options *o, superflip_cube **out);

/** The turn set of --metric, --moves and --cost.
 * @param out  NULL: turns of faces are searched; else released by superflip_turns_free()
 * @return false, having complained */
bool turns_open(const struct solve_options *o, superflip_turns **out);

/** The turns that are permitted, as "U R2 F'". @param text  3 * SUPERFLIP_N_MOVES + 1 bytes */
void goal_write_moves(const struct solve_options *o, char *text);

/** How the words of a list are read, for list_open(). */
static inline unsigned solve_list_options(const struct solve_options *o)
{
	return (o->puzzle == SUPERFLIP_2X2 ? (unsigned)LIST_POCKET : 0) | (o->read_options & (LIST_FRENCH | LIST_CENTERS));
}
#endif
