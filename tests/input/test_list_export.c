#include "input/reading.h"

Test(list_export, reads_cstimer_csv)
{
	struct reading r = read_text("No.;Time;Comment;Scramble;Date;P.1\r\n1;12.34;;R U F2;2024-01-01;12.34\r\n"
	                             "2;13.00;\"one; \"\"two\"\"\nthree\";\"F2 B\";2024-01-01;13.00\r\n\r\n3;9.99\r\n"
	                             "4;9.98;;;2024-01-01;9.98\r\n5;1:00.00;é;U;2024-01-01;1:00.00");
	expect_entry(&r, 2, 1, "R U F2", "1. 12.34 @2024-01-01");
	expect_entry(&r, 3, 1, "F2 B", "2. 13.00 one; \"two\"\nthree @2024-01-01");
	expect_fault(&r, 6, "Scramble");
	expect_fault(&r, 7, "empty");
	expect_entry(&r, 8, 1, "U", "5. 1:00.00 é @2024-01-01");
	expect_end(&r);
}

static const char cstimer_json[] =
	"\n{\"session1\":[[[0,12340],\"R U F\",\"fine\",1600000000],[[-1,9990],\"D2\",\"\",1600000001]],"
	"\"session2\":[[[0,50000],\"Rw U2 Fw\",\"\",1600000002]],\"session3\":[[[0,1000],\"B\",\"\",1]],"
	"\"properties\":{\"sessionData\":"
	"\"{\\\"2\\\":{\\\"name\\\":\\\"4x4\\\",\\\"opt\\\":{\\\"scrType\\\":\\\"444wca\\\"}},"
	"\\\"3\\\":{\\\"opt\\\":{\\\"scrType\\\":\\\"333o\\\"}}}\"}}";

Test(list_export, reads_cstimer_sessions_without_other_puzzles)
{
	struct reading r = read_text(cstimer_json);
	expect_entry(&r, 0, 1, "R U F", "1. 12.34 fine @2020-09-13 12:26:40");
	expect_entry(&r, 0, 1, "D2", "2. DNF(9.99) @2020-09-13 12:26:41");
	expect_entry(&r, 0, 1, "B", "1. 1.00 @1970-01-01 00:00:01");
	expect_end(&r);
	r = read_text(cstimer_json);
	cr_assert_eq(list_next(r.list, -1, &r.entry), LIST_ENTRY);
	expect_skipped(&r, "1 scramble of another puzzle");
	list_close(r.list);
	close(r.fd);
}

static const char tnoodle_json[] =
	"{\"version\":\"TNoodle-WCA-1.1\",\"wcif\":{\"events\":["
	"{\"id\":\"444\",\"rounds\":[{\"id\":\"444-r1\",\"scrambleSets\":[{\"id\":1,\"scrambles\":[\"Rw U\",\"Fw\"],"
	"\"extraScrambles\":[\"Uw\"]}]}]},"
	"{\"id\":\"333\",\"rounds\":[{\"id\":\"333-r1\",\"scrambleSets\":[{\"id\":2,\"scrambles\":[\"R U\",\"F2\"],"
	"\"extraScrambles\":[\"B\"]},{\"id\":3,\"scrambles\":[\"L\"],\"extraScrambles\":[]}]}]},"
	"{\"id\":\"333mbf\",\"rounds\":[{\"id\":\"333mbf-r1\",\"scrambleSets\":[{\"id\":4,\"scrambles\":[\"D U\\nD2\"],"
	"\"extraScrambles\":[]}]}]}]}}";

Test(list_export, reads_tnoodle_rounds)
{
	struct reading r = read_text(tnoodle_json);
	expect_entry(&r, 0, 1, "R U", "333-r1 A1");
	expect_entry(&r, 0, 1, "F2", "333-r1 A2");
	expect_entry(&r, 0, 1, "B", "333-r1 AE1");
	expect_entry(&r, 0, 1, "L", "333-r1 B1");
	expect_entry(&r, 0, 1, "D U", "333mbf-r1 A1");
	expect_entry(&r, 0, 1, "D2", "333mbf-r1 A1");
	expect_skipped(&r, "3 scrambles of other puzzles");
	expect_end(&r);
}

static void expect_bad_export(const char *text, enum list_source source, const char *fault)
{
	struct reading r = read_bytes(text, strlen(text), source);
	cr_expect_eq(list_next(r.list, -1, &r.entry), LIST_BAD_EXPORT, "'%.40s'", text);
	cr_expect_not_null(strstr(list_fault(r.list), fault), "the fault is '%s'", list_fault(r.list));
	list_close(r.list);
	close(r.fd);
}

Test(list_export, says_what_is_wrong_with_the_whole_file)
{
	expect_bad_export("{\"session1\":[", LIST_RECOGNISE, "line 1");
	expect_bad_export("{\"a\":1}", LIST_RECOGNISE, "neither");
	expect_bad_export("[{\"a\":1}, 2]", LIST_RECOGNISE, "neither");
	expect_bad_export(tnoodle_json, LIST_CSTIMER, "session1");
	expect_bad_export(cstimer_json, LIST_TNOODLE, "wcif");
	expect_bad_export("R U R'\n", LIST_TNOODLE, "not JSON");
}

/* The layout of a CubeDesk export, with what is read of it. */
Test(list_export, reads_cubedesk)
{
	static const char text[] = "{\"solves\":[{\"id\":\"a\",\"time\":12.5,\"raw_time\":12.5,\"cube_type\":\"333\",\"scramble\":\"R U F\","
		"\"started_at\":1600000000000,\"dnf\":false,\"plus_two\":false,\"notes\":\"nice\",\"session_id\":\"s\"},"
		"{\"id\":\"b\",\"raw_time\":61.28,\"cube_type\":\"333\",\"scramble\":\"D2\",\"started_at\":1600000001000,\"dnf\":true,"
		"\"plus_two\":false,\"notes\":null,\"session_id\":\"s\"},{\"id\":\"c\",\"raw_time\":9,\"cube_type\":\"444\","
		"\"scramble\":\"Rw\",\"session_id\":\"s\"}],\"sessions\":[{\"id\":\"s\",\"name\":\"Main\",\"order\":0}]}";
	struct reading r = read_text(text);
	expect_entry(&r, 0, 1, "R U F", "1. 12.50 nice @2020-09-13 12:26:40");
	expect_entry(&r, 0, 1, "D2", "2. DNF(1:01.28) @2020-09-13 12:26:41");
	expect_skipped(&r, "1 scramble of another puzzle");
	expect_end(&r);
}

Test(list_export, reads_twisty_timer)
{
	struct reading r = read_text("\"Puzzle\";\"Category\";\"Time(millis)\";\"Date(millis)\";\"Scramble\";\"Penalty\";\"Comment\"\n"
		"\"333\";\"Normal\";\"12340\";\"1600000000000\";\"R U F\";\"0\";\"\"\n"
		"\"222\";\"Normal\";\"3210\";\"1600000000000\";\"R U2\";\"0\";\"\"\n"
		"\"333\";\"OH\";\"62340\";\"1600000001000\";\"D2\";\"1\";\"slow\"\n");
	expect_entry(&r, 2, 1, "R U F", "12.34 @2020-09-13 12:26:40");
	expect_entry(&r, 4, 1, "D2", "1:04.34+ slow @2020-09-13 12:26:41");
	expect_skipped(&r, "1 scramble of another puzzle");
	expect_end(&r);
	r = read_text("\"12.34\";\"R U F\";\"2020-09-13T12:26:40\"\n\"13.01\";\"D2\";\"2020-09-13T12:27:40\"\n");
	expect_entry(&r, 1, 1, "R U F", "12.34 @2020-09-13T12:26:40");
	expect_entry(&r, 2, 1, "D2", "13.01 @2020-09-13T12:27:40");
	expect_end(&r);
}

Test(list_export, reads_any_table_with_a_column_of_scrambles)
{
	struct reading r = read_text("id,line,label,scramble\n1,3,\"two, three\",R U\n2,4,,F2\n");
	expect_entry(&r, 2, 1, "R U", "1. two, three");
	expect_entry(&r, 3, 1, "F2", "2");
	expect_end(&r);
	r = read_text("scramble\ttime\nR U\t9.99\n");
	expect_entry(&r, 2, 1, "R U", "9.99");
	expect_end(&r);
}

/* Found in version 0.1.0: 0 cubes, exit 0. */
Test(list_export, without_a_cube_of_the_puzzle_is_refused)
{
	expect_bad_export("{\"solves\":[],\"sessions\":[]}", LIST_RECOGNISE, "no scramble found for the 3x3x3");
	expect_bad_export("{\"session1\":[]}", LIST_RECOGNISE, "no scramble found for the 3x3x3");
	expect_bad_export("{\"solves\":[{\"cube_type\":\"444\",\"scramble\":\"Rw\"}],\"sessions\":[]}", LIST_RECOGNISE,
	                  "no scramble found for the 3x3x3; skipped: 1 scramble of another puzzle");
	expect_bad_export("No.;Time;Comment;Scramble;Date;P.1\n", LIST_RECOGNISE, "no scramble found for the 3x3x3");
	expect_bad_export("{\"solves\":[],\"sessions\":[]}", LIST_CSTIMER, "session1");
	expect_bad_export(cstimer_json, LIST_CUBEDESK, "solves");
	expect_bad_export("R U\n", LIST_TWISTY_TIMER, "Twisty Timer");
}

/* A csTimer session without a type is of the 3x3x3: it is no list of the 2x2x2. */
Test(list_export, sessions_of_cstimer_are_3x3x3_unless_they_say_otherwise)
{
	static const char text[] = "{\"session1\":[[[0,1000],\"R U F\",\"\",1]],\"session2\":[[[0,1000],\"R U2\",\"\",1]],\"properties\":"
		"{\"sessionData\":\"{\\\"1\\\":{\\\"name\\\":1,\\\"opt\\\":{}},\\\"2\\\":{\\\"name\\\":2,\\\"opt\\\":{\\\"scrType\\\":\\\"222so\\\"}}}\"}}";
	struct reading r = {.fd = descriptor_of(text, sizeof text - 1)};
	r.list = list_open(r.fd, LIST_RECOGNISE, LIST_POCKET);
	expect_entry(&r, 0, 1, "R U2", "session 2, 1. 1.00 @1970-01-01 00:00:01");
	expect_skipped(&r, "1 scramble of another puzzle");
	expect_end(&r);
}

#define WCA_ROWS "1\tWC2019\t222\tf\tA\t0\t1\tR U\n2\tWC2019\t333\tf\tA\t0\t2\tR U F\n3\tWC2019\t444\tf\tA\t0\t1\tRw U F\n" \
	"4\tWC2019\t333mbf\t1\tB\t1\t2\tD U|F2 B | D2\n5\tWC2019\t333bf\t1\tB\t0\t1\tL\" F\n6\tWC2019\t333oh\t2\tB\t0\t1\tL\n"

/* Found in 05f5c56: scrambles of all puzzles were read as those of a 3x3x3. */
static void expect_wca(const char *head)
{
	char text[1024];
	snprintf(text, sizeof text, "%s\n%s", head, WCA_ROWS);
	struct reading r = read_text(text);
	expect_entry(&r, 3, 1, "R U F", "WC2019 333-f A2");
	expect_entry(&r, 5, 1, "D U", "WC2019 333mbf-1 BE2");
	expect_entry(&r, 5, 1, "F2 B", "WC2019 333mbf-1 BE2");
	expect_entry(&r, 5, 1, "D2", "WC2019 333mbf-1 BE2");
	expect_fault(&r, 6, "quotation mark");
	expect_entry(&r, 7, 1, "L", "WC2019 333oh-2 B1");
	expect_skipped(&r, "2 scrambles of other puzzles");
	expect_end(&r);
	r = (struct reading){.fd = descriptor_of(text, strlen(text))};
	r.list = list_open(r.fd, LIST_RECOGNISE, LIST_POCKET);
	expect_entry(&r, 2, 1, "R U", "WC2019 222-f A1");
	expect_skipped(&r, "");
	expect_end(&r);
}

Test(list_export, reads_the_scrambles_of_the_wca)
{
	expect_wca("scrambleId\tcompetitionId\teventId\troundTypeId\tgroupId\tisExtra\tscrambleNum\tscramble");
	expect_wca("id\tcompetition_id\tevent_id\tround_type_id\tgroup_id\tis_extra\tscramble_num\tscramble");
}

Test(list_export, a_table_of_algorithms_is_read_and_a_labelled_scramble_is_no_header)
{
	struct reading r = read_text("name,alg\nT-perm,R U F\n\"Ua, Ub\",\"R2 U\"\nopen,\"R\nF");
	expect_entry(&r, 2, 1, "R U F", "T-perm");
	expect_entry(&r, 3, 1, "R2 U", "Ua, Ub");
	expect_fault(&r, 4, "quotation mark");
	expect_end(&r);
	r = read_text("Scramble,R U F\n");
	expect_entry(&r, 1, 10, "R U F", "Scramble");
	expect_end(&r);
}
