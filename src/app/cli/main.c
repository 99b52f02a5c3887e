/* superflip: picks the subcommand; each has a file of its own beside this one. */
#include "base/suggest.h"
#include "cli/show.h"

#ifndef SUPERFLIP_VERSION
#error "the Makefile defines SUPERFLIP_VERSION"
#endif

static const struct command *const commands[] = {
	&command_solve,    &command_batch,  &command_merge,    &command_algs,   &command_convert, &command_bench,
	&command_bound,    &command_coset,  &command_goals,    &command_insert, &command_journal, &command_pdb,
	&command_pocket,   &command_review, &command_scramble, &command_serve,  &command_show,    &command_verify,
};

static int print_help(void)
{
	printf(
		"usage: superflip COMMAND [OPTION...] [ARGUMENT...]\n\nOptimal solver for Rubik's Cube.\n\ncommands:\n");
	array_foreach(c, commands)
		option_print_entry((*c)->name, 13, (*c)->summary);
	putchar('\n');
	option_print_text(
		"`superflip help COMMAND` describes a command, `superflip help heuristics` the lower bounds, `superflip help "
		"goals` the goals, `superflip --version` prints the version.\n\n"
		"exit status: 0 all solved, 1 some not solved, 2 usage, 3 bad input, 4 table or I/O error, 5 not enough "
		"memory",
		0);
	return EXIT_SOLVED;
}

static const struct command *find_command(const char *name)
{
	array_foreach(c, commands)
		if (text_equal(name, (*c)->name))
			return *c;
	return NULL;
}

static int refuse_word(const char *word, bool may_be_topic)
{
	const char *names[sizeof commands / sizeof *commands + 2];
	unsigned n = 0;
	array_foreach(c, commands)
		names[n++] = (*c)->name;
	if (may_be_topic) {
		names[n++] = "heuristics";
		names[n++] = "goals";
	}
	const char *const nearest = suggest(word, names, n);
	return usage_error("unknown command%s '%s'%s%s%s `superflip --help` lists them%s",
	                    may_be_topic ? " or topic" : "", word, nearest != NULL ? ", did you mean '" : "",
	                    nearest != NULL ? nearest : "", nearest != NULL ? "'?" : ";",
	                    may_be_topic ? "; `superflip help solve` has methods, metrics and turns" : "");
}

/* `superflip help bench depth` is `superflip bench depth --help`. */
static int help(int argc, char **argv)
{
	if (argc == 2)
		return print_help();
	if (argc == 3 && text_equal(argv[2], "heuristics")) {
		printf("heuristics, weakest first:\n");
		heuristic_foreach(spec)
			printf("  %-14s %s\n", spec->name, spec->summary);
		return EXIT_SOLVED;
	}
	if (argc == 3 && text_equal(argv[2], "goals")) {
		const char *arguments, *picture;
		option_print_text(
			"Goals for --goal, joined by +: --goal eo:FB+cross:D.  Without arguments a goal is where the brackets say.",
			0);
		putchar('\n');
		char text[1600];
		for (unsigned i = 0; superflip_goal_at(i, NULL, NULL) != NULL; i++) {
			char call[40];
			const char *const name = superflip_goal_at(i, &arguments, &picture);
			snprintf(call, sizeof call, "%s%s", name, arguments);
			const char *const states = goal_states_text(name);
			snprintf(text, sizeof text, "%s%s%s", picture, *states != '\0' ? ": " : "", states);
			option_print_entry(call, 25, text);
		}
		putchar('\n');
		char *to = stpcpy(
			text,
			"A slot alone, as in cross+FR, is its pair: a corner of D and the edge above it. Beside dr, 4c4e are the corners "
			"and edges that half turns do not bring home, 3qt the quarter turns that htr takes, and 4a1 a class of corners: "
			"4 bad ones, 1 quarter turn for the corners alone; a if the bad ones are pairs on faces of one axis, b if not, "
			"c of any. dr:RL+4c4e, dr+4b2+2e; alone they mean dr:UD. How many there are:");
		for (const char *at = "4c4e 3qt 0c0 0c3 0c4 2c3 2c4 2c5 4a1 4a2 4a3 4a4 4b2 4b3 4b4 4b5 ";
		     *at != '\0'; at = strchr(at, ' ') + 1) {
			char name[8];
			sscanf(at, "%7s", name);
			to += sprintf(to, "\n %s %s", name, goal_states_text(name));
		}
		option_print_text(text, 0);
		option_print_text(
			"54 stickers are a goal, too: U R F D L B, with . where one does not matter.  Scrambles are written so "
			"as well; what is seen of one is then solved.  `superflip show --goals SCRAMBLE` tells how far it is from "
			"each goal, `show --goal GOAL` draws one, `superflip goals GOAL` counts how far its states are.",
			0);
		return EXIT_SOLVED;
	}
	const struct command *const command = find_command(argv[2]);
	if (command == NULL)
		return refuse_word(argv[2], true);
	for (int i = 2; i < argc; i++)
		argv[i - 1] = argv[i];
	argv[argc - 1] = (char[]){"--help"};
	return command_start(command, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	process_prepare();
	cube_init();
	if (argc < 2)
		return usage_error("a command is missing; `superflip --help` lists them");
	if (text_equal(argv[1], "--help") || text_equal(argv[1], "-h"))
		return process_end(print_help());
	if (text_equal(argv[1], "help"))
		return process_end(help(argc, argv));
	if (text_equal(argv[1], "--version") || text_equal(argv[1], "-V") || text_equal(argv[1], "version")) {
		puts("superflip " SUPERFLIP_VERSION);
		return process_end(EXIT_SOLVED);
	}
	const struct command *const command = find_command(argv[1]);
	return command != NULL ? process_end(command_start(command, argc - 1, argv + 1))
	                       : refuse_word(argv[1], false);
}
