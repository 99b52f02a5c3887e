#include "cube/maneuvers.h"

#include "support/test.h"

static void expect_refused(const char *text, unsigned column, const char *message)
{
	expect_refused_text(text, 0, column, NULL, message);
}

Test(expression, a_count_repeats_parentheses)
{
	expect_same_end("(R U R' U')3", 0, "R U R' U' R U R' U' R U R' U'");
	expect_same_end("(R U R' U')6", 0, "");
	expect_same_end("(R U)0 F", 0, "F");
	expect_same_end("(R U)1", 0, "R U");
	expect_same_end("(R U)*2 (R U)^2 (R U)×2 (R U)²", 0, "R U R U R U R U R U R U R U R U");
	expect_same_end("((R U)2 F)2", 0, "R U R U F R U R U F");
	expect_same_end("(R U R' U')105 (R U R' U')105", 0, "");
}

Test(expression, a_prime_undoes_a_bracket)
{
	expect_same_end("(R U2 F')'", 0, "F U2 R'");
	expect_same_end("(R U)2'", 0, "U' R' U' R'");
	expect_same_end("(R U)'2", 0, "U' R' U' R'");
	expect_same_end("(x U)' (Rw M2)-1", 0, "U' x' M2 Rw'");
	expect_same_end("(R U F)1 (R U F)'", 0, "");
}

Test(expression, commutators_and_conjugates)
{
	expect_same_end("[R, U]", 0, "R U R' U'");
	expect_same_end("[R U: F2]", 0, "R U F2 U' R'");
	expect_same_end("[R: [U, F2]]", 0, "R U F2 U' F2 R'");
	expect_same_end("[R, U]3", 0, "(R U R' U')3");
	expect_same_end("[R, U]'", 0, "U R U' R'");
	expect_same_end("[x: U]", 0, "x U x'");
	expect_same_end("[M', U2]", 0, "M' U2 M U2");
	expect_same_end("[R,U] [L' : F]", 0, "R U R' U' L' F L");
	expect_same_end("[(R U)2: F]", 0, "R U R U F U' R' U' R'");
	expect_same_end("[R: (U F)]", 0, "R U F R'");
	expect_same_end("[: R] [R, ]", 0, "R");
}

/* N1 (I1) N2 (I2): the turns in parentheses are done on the inverse, so that together they are (I1 I2)' N1
 * N2. */
Test(expression, niss)
{
	expect_same_end("(R U) F", READ_NISS, "U' R' F");
	expect_same_end("F (R U) D (B')", READ_NISS, "B U' R' F D");
	expect_same_end("(R U)2 (F)", READ_NISS, "F' R U R U");
	expect_same_end("(R (U F)) D", READ_NISS, "F' U' R' D");
	expect_same_end("(R U) F", READ_GROUPS, "R U F");
	expect_same_end("(x U) F", READ_NISS, "F' F");
}

Test(expression, bare_parentheses_are_read_if_both_readings_are_the_same_cube)
{
	expect_same_end("(R2)", 0, "R2");
	expect_same_end("() R", 0, "R");
	expect_same_end("(R L R' L') F", 0, "F");
	expect_refused("F (R U)", 3, "two readings");
	expect_refused("F (R2)", 3, "two readings");
	expect_refused("(R)", 1, "NISS");
}

Test(expression, mistakes_are_named_where_they_are)
{
	expect_refused("R (U F", 3, "'(' is never closed");
	expect_refused("R U) F", 4, "not a move");
	expect_refused("[R U]", 1, "',' or ':' is missing");
	expect_refused("[R, U", 1, "'[' is never closed");
	expect_refused("[R, U)", 6, "']' was expected");
	expect_refused("(R, U)", 3, "')' was expected");
	expect_refused("[R: U, F]", 6, "']' was expected");
	expect_refused("(R Q)2", 4, "'Q' is not a move");
	expect_refused("(R U)1001", 6, "at most 1000");
	expect_refused("(R U)*", 6, "a number must follow");
	expect_refused("((((R U)999)999)999)999", 1, "more than 100,000 turns");
	char deep[201];
	memset(deep, '(', 200);
	deep[200] = '\0';
	expect_refused(deep, 65, "more than 64 deep");
}

/* Commutators of commutators grow fourfold with each level; the limit holds there, too. */
Test(expression, nested_commutators_do_not_eat_the_memory)
{
	char text[1024] = "R U";
	for (unsigned i = 0; i < 20; i++) {
		char outer[1024];
		snprintf(outer, sizeof outer, "[%.900s, F]", text);
		strcpy(text, outer);
	}
	struct turn_list list;
	struct input_error error = {0};
	if (expression_read(text, 0, &list, &error)) {
		cr_expect_leq(list.n, (size_t)100000);
		turn_list_free(&list);
	} else
		cr_expect(strstr(error.message, "100,000") != NULL, "%s", error.message);
}
