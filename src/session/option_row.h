/* What may be said of a problem or to a command: each a row of a table.  The options of the commands, the
 * keys of the server's requests, their help, ranges and complaints, and what identifies a run are made of
 * the rows. */
#pragma once
#include "session/error.h"

/** What a value is, and the type of the member that it sets. */
enum option_kind {
	OPTION_FLAG,      /* no value; bool, or the bits of row->max in an integer */
	OPTION_NUMBER,    /* from row->min to row->max, decimal or with 0x; an unsigned integer of any size */
	OPTION_COUNT,     /* from 1, also 1e9 or 5G; uint64_t */
	OPTION_SECONDS,   /* also 10m or 2h; double */
	OPTION_SIZE,      /* bytes up to row->max (0: any), such as 8G, or 50% of the machine's memory;
	                   * uint64_t */
	OPTION_CHOICE,    /* one of row->choices from row->min on; its number, in an unsigned, enum or bool */
	OPTION_TEXT,      /* const char *, borrowed */
	OPTION_OTHER,     /* whatever row->take makes of it */
};

struct option_row {
	char letter;                       /* 0: it has none */
	unsigned users;                    /* bit for each command or request that has it, and IDENTIFIES */
	const char *name, *value, *help;   /* value NULL: it takes none; help NULL: it is not listed */
	enum option_kind kind;
	size_t member, size;               /* where its value goes: OPTION_IN() */
	uint64_t min, max;
	const char *const *choices;
	unsigned n_choices;
	const char *expected;              /* instead of the words that the kind has for what a value must be */
	const char *absent;                /* OPTION_TEXT: what option_row_tell() says of NULL; NULL: nothing */
	/* OPTION_OTHER: false with the error filled.  Of other kinds: called when the value is stored; may be
	 * NULL. */
	bool (*take)(void *options, const struct option_row *row, const char *value, superflip_error *error);
	void (*tell)(const void *options, FILE *out);  /* instead of the line "key=value" of the kind; may be
	                                                * NULL */
	size_t given;                      /* OPTION_GIVEN(): 1 + the offset of a bool, set
	                                    * if the option is there; 0: none */
	const char *key;                   /* in JSON; NULL: the name with _ for - */
};

enum { IDENTIFIES = 1 << 30 };         /* runs with different values of it give different answers */

#define OPTION_IN(type, field) .member = offsetof(type, field), .size = sizeof(((type *)0)->field)
#define OPTION_NAMES(names) .choices = (names), .n_choices = sizeof(names) / sizeof *(names)
#define OPTION_GIVEN(type, field) .given = offsetof(type, field) + 1

/* Rows that set a member, by IN(), which each file defines: a flag, a text, one of some names, a number. */
#define ROW_FLAG(letter, users, name, help, field) \
	{letter, users, name, NULL, help, OPTION_FLAG, IN(field)}
#define ROW_TEXT(letter, users, name, value, help, field) \
	{letter, users, name, value, help, OPTION_TEXT, IN(field)}
#define ROW_CHOICE(letter, users, name, value, help, field, names) \
	{letter, users, name, value, help, OPTION_CHOICE, IN(field), OPTION_NAMES(names)}
#define ROW_NUMBER(letter, users, name, value, help, field, least, most) \
	{letter, users, name, value, help, OPTION_NUMBER, IN(field), .min = (least), .max = (most)}

/** Read a value and store it.
 * @param value  of a flag "no", which takes it away, or any
 * @return false with *error filled, its field and its token as well */
bool option_row_take(const struct option_row *row, void *options, const char *value, superflip_error *error);

/** Write a line "name=value". */
void option_row_tell(const struct option_row *row, const void *options, FILE *out);

/** Fill in an error: the value of a row is not what was expected.  @return false */
bool option_refuse(superflip_error *error, const struct option_row *row, const char *value,
                   const char *expected);

/** For rows of OPTION_OTHER like those of OPTION_CHOICE: refuse unless the value is one of the names.
 * @param out  its number */
bool option_choose(const struct option_row *row, const char *value, const char *const *names, unsigned n,
                   uint64_t *out, superflip_error *error);

/** A whole number between two limits, in digits, or in hexadecimal ones after 0x.  Numbers are read strictly:
 * the whole text is the number, and it fits, or it is refused. */
bool number_read(const char *text, uint64_t min, uint64_t max, uint64_t *out);

