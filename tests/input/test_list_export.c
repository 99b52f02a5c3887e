#include "input/reading.h"

#define CSTIMER \
	"\n{\"session1\":[[[0,12340],\"R U F\",\"fine\",1600000000],[[-1,9990],\"D2\",\"\",1600000001]]," \
	"\"session2\":[[[0,50000],\"Rw U2 Fw\",\"\",1600000002]],\"session3\":[[[0,1000],\"B\",\"\",1]]," \
	"\"properties\":{\"sessionData\":" \
	"\"{\\\"2\\\":{\\\"name\\\":\\\"4x4\\\",\\\"opt\\\":{\\\"scrType\\\":\\\"444wca\\\"}}," \
	"\\\"3\\\":{\\\"opt\\\":{\\\"scrType\\\":\\\"333o\\\"}}}\"}}"

#define TNOODLE \
	"{\"version\":\"TNoodle-WCA-1.1\",\"wcif\":{\"events\":[" \
	"{\"id\":\"444\",\"rounds\":[{\"id\":\"444-r1\",\"scrambleSets\":[{\"id\":1,\"scrambles\":[\"Rw U\",\"Fw\"]," \
	"\"extraScrambles\":[\"Uw\"]}]}]}," \
	"{\"id\":\"333\",\"rounds\":[{\"id\":\"333-r1\",\"scrambleSets\":[{\"id\":2,\"scrambles\":[\"R U\",\"F2\"]," \
	"\"extraScrambles\":[\"B\"]},{\"id\":3,\"scrambles\":[\"L\"],\"extraScrambles\":[]}]}]}," \
	"{\"id\":\"333mbf\",\"rounds\":[{\"id\":\"333mbf-r1\",\"scrambleSets\":[{\"id\":4,\"scrambles\":[\"D U\\nD2\"]," \
	"\"extraScrambles\":[]}]}]}]}}"

#define WCA_ROWS "1\tWC2019\t222\tf\tA\t0\t1\tR U\n2\tWC2019\t333\tf\tA\t0\t2\tR U F\n3\tWC2019\t444\tf\tA\t0\t1\tRw U F\n" \
	"4\tWC2019\t333mbf\t1\tB\t1\t2\tD U|F2 B | D2\n5\tWC2019\t333bf\t1\tB\t0\t1\tL\" F\n6\tWC2019\t333oh\t2\tB\t0\t1\tL\n"
#define WCA_ENTRIES {3, 1, "R U F", "WC2019 333-f A2"}, {5, 1, "D U", "WC2019 333mbf-1 BE2"}, \
	{5, 1, "F2 B", "WC2019 333mbf-1 BE2"}, {5, 1, "D2", "WC2019 333mbf-1 BE2"}, \
	{6, 1, "L\" F", "WC2019 333bf-1 B1"}, {7, 1, "L", "WC2019 333oh-2 B1"}
#define WCA_HEAD "scrambleId\tcompetitionId\teventId\troundTypeId\tgroupId\tisExtra\tscrambleNum\tscramble\n"
#define WCA_NEW_HEAD "id\tcompetition_id\tevent_id\tround_type_id\tgroup_id\tis_extra\tscramble_num\tscramble\n"

static const struct list_case cases[] = {
	{"reads csTimer's sessions without other puzzles",
	 CSTIMER,
	 {{0, 1, "R U F", "1. 12.34 fine @2020-09-13 12:26:40"},
      {0, 1, "D2", "2. DNF(9.99) @2020-09-13 12:26:41"},
      {0, 1, "B", "1. 1.00 @1970-01-01 00:00:01"}},
	 "1 scramble of another puzzle"},
	{"reads cstimer csv",
	 "No.;Time;Comment;Scramble;Date;P.1\r\n1;12.34;;R U F2;2024-01-01;12.34\r\n"
	 "2;13.00;\"one; \"\"two\"\"\nthree\";\"F2 B\";2024-01-01;13.00\r\n\r\n3;9.99\r\n"
	 "4;9.98;;;2024-01-01;9.98\r\n5;1:00.00;é;U;2024-01-01;1:00.00",
	 {{2, 1, "R U F2", "1. 12.34 @2024-01-01"},
      {3, 1, "F2 B", "2. 13.00 one; \"two\"\nthree @2024-01-01"},
      {6, .fault = "Scramble"},
      {7, .fault = "empty"},
      {8, 1, "U", "5. 1:00.00 é @2024-01-01"}}},
	{"reads tnoodle rounds",
	 TNOODLE,
	 {{0, 1, "R U", "333-r1 A1"},
      {0, 1, "F2", "333-r1 A2"},
      {0, 1, "B", "333-r1 AE1"},
      {0, 1, "L", "333-r1 B1"},
      {0, 1, "D U", "333mbf-r1 A1"},
      {0, 1, "D2", "333mbf-r1 A1"}},
	 .skipped = "3 scrambles of other puzzles"},
	{"reads twisty timer",
	 "\"Puzzle\";\"Category\";\"Time(millis)\";\"Date(millis)\";\"Scramble\";\"Penalty\";\"Comment\"\n"
	 "\"333\";\"Normal\";\"12340\";\"1600000000000\";\"R U F\";\"0\";\"\"\n"
	 "\"222\";\"Normal\";\"3210\";\"1600000000000\";\"R U2\";\"0\";\"\"\n"
	 "\"333\";\"OH\";\"62340\";\"1600000001000\";\"D2\";\"1\";\"slow\"\n",
	 {{2, 1, "R U F", "12.34 @2020-09-13 12:26:40"}, {4, 1, "D2", "1:04.34+ slow @2020-09-13 12:26:41"}},
	 .skipped = "1 scramble of another puzzle"},
	{"reads twisty timer",
	 "\"12.34\";\"R U F\";\"2020-09-13T12:26:40\"\n\"13.01\";\"D2\";\"2020-09-13T12:27:40\"\n",
	 {{1, 1, "R U F", "12.34 @2020-09-13T12:26:40"}, {2, 1, "D2", "13.01 @2020-09-13T12:27:40"}}},
	{"reads any table with a column of scrambles",
	 "id,line,label,scramble\n1,3,\"two, three\",R U\n2,4,,F2\n",
	 {{2, 1, "R U", "1. two, three"}, {3, 1, "F2", "2"}}},
	{"text after a closing quotation mark is a fault between commas",
	 "id,label,scramble\n1,\"é\" x,R U\n2,\"F\n3,\"x,D2\n4,\"a\" ,\"U\"\n",
	 {{2, 7, .fault = "text after a closing quotation mark"},
	  {4, 4, .fault = "text after a closing quotation mark"}, {5, 1, "U", "4. a"}}},
	{"text after a closing quotation mark is a fault between commas", "scramble;comment\nR U;the \"good\" one\n",
	 {{2, 1, "R U", "the good one"}}},
	{"reads any table with a column of scrambles", "scramble\ttime\nR U\t9.99\n", {{2, 1, "R U", "9.99"}}},
	{"between tabs a quotation mark within a field is a character like others",
	 "scramble\tcomment\nR U\t12\" cube\nF2\tthe \"good\"\tone\n"
	 "D\t\"two\n\"\"lines\"\"\"\n\"B2\"\t\"a\tb\"\nL\t\"open",
	 {{2, 1, "R U", "12\" cube"}, {3, 1, "F2", "the \"good\""}, {4, 1, "D", "two\n\"lines\""},
	  {6, 1, "B2", "a\tb"},
	  {7, .fault = "quotation mark"}}},
	{"a table of algorithms is read and a labelled scramble is no header",
	 "name,alg\nT-perm,R U F\n\"Ua, Ub\",\"R2 U\"\nopen,\"R\nF",
	 {{2, 1, "R U F", "T-perm"}, {3, 1, "R2 U", "Ua, Ub"}, {4, .fault = "quotation mark"}}},
	{"a table of algorithms is read and a labelled scramble is no header",
	 "Scramble,R U F\n",
	 {{1, 10, "R U F", "Scramble"}}},
	{"reads CubeDesk",
	 "{\"solves\":[{\"id\":\"a\",\"time\":12.5,\"raw_time\":12.5,\"cube_type\":\"333\",\"scramble\":\"R U F\","
	 "\"started_at\":1600000000000,\"dnf\":false,\"plus_two\":false,\"notes\":\"nice\",\"session_id\":\"s\"},"
	 "{\"id\":\"b\",\"raw_time\":61.28,\"cube_type\":\"333\",\"scramble\":\"D2\",\"started_at\":1600000001000,\"dnf\":true,"
	 "\"plus_two\":false,\"notes\":null,\"session_id\":\"s\"},{\"id\":\"c\",\"raw_time\":9,\"cube_type\":\"444\","
	 "\"scramble\":\"Rw\",\"session_id\":\"s\"}],\"sessions\":[{\"id\":\"s\",\"name\":\"Main\",\"order\":0}]}",
	 {{0, 1, "R U F", "1. 12.50 nice @2020-09-13 12:26:40"},
      {0, 1, "D2", "2. DNF(1:01.28) @2020-09-13 12:26:41"}},
	 "1 scramble of another puzzle"},
	/* A csTimer session without a type is of the 3x3x3: it is no list of the 2x2x2. */
	{"sessions of csTimer are 3x3x3 unless they say otherwise",
	 "{\"session1\":[[[0,1000],\"R U F\",\"\",1]],\"session2\":[[[0,1000],\"R U2\",\"\",1]],\"properties\":"
	 "{\"sessionData\":\"{\\\"1\\\":{\\\"name\\\":1,\\\"opt\\\":{}},"
	 "\\\"2\\\":{\\\"name\\\":2,\\\"opt\\\":{\\\"scrType\\\":\\\"222so\\\"}}}\"}}",
	 {{0, 1, "R U2", "session 2, 1. 1.00 @1970-01-01 00:00:01"}},
	 "1 scramble of another puzzle",
	 .options = READ_POCKET},
	/* Found in 05f5c56: scrambles of all puzzles were read as those of a 3x3x3. */
	{"reads the WCA's scrambles", WCA_HEAD WCA_ROWS, {WCA_ENTRIES}, "2 scrambles of other puzzles"},
	{"of the WCA's scrambles those of the 2x2x2",
	 WCA_HEAD WCA_ROWS,
	 {{2, 1, "R U", "WC2019 222-f A1"}},
	 .options = READ_POCKET},
	{"reads newer exports of the WCA", WCA_NEW_HEAD WCA_ROWS, {WCA_ENTRIES}, "2 scrambles of other puzzles"},
	{"of newer exports those of the 2x2x2",
	 WCA_NEW_HEAD WCA_ROWS,
	 {{2, 1, "R U", "WC2019 222-f A1"}},
	 .options = READ_POCKET},
	{"JSON that is cut off", "{\"session1\":[", .refused = "line 1"},
	{"an object of something else", "{\"a\":1}", .refused = "neither"},
	{"an array of something else", "[{\"a\":1}, 2]", .refused = "neither"},
	{"TNoodle in place of csTimer", TNOODLE, .refused = "session1", .source = LIST_CSTIMER},
	{"csTimer in place of TNoodle", CSTIMER, .refused = "wcif", .source = LIST_TNOODLE},
	{"lines in place of TNoodle", "R U R'\n", .refused = "not JSON", .source = LIST_TNOODLE},
	{"CubeDesk in place of csTimer", "{\"solves\":[],\"sessions\":[]}", .refused = "session1",
	 .source = LIST_CSTIMER},
	{"csTimer in place of CubeDesk", CSTIMER, .refused = "solves", .source = LIST_CUBEDESK},
	{"lines in place of Twisty Timer", "R U\n", .refused = "Twisty Timer", .source = LIST_TWISTY_TIMER},
	/* Found in version 0.1.0: 0 cubes, exit 0. */
	{"CubeDesk without solves", "{\"solves\":[],\"sessions\":[]}",
	 .refused = "no scramble found for the 3x3x3"},
	{"csTimer without solves", "{\"session1\":[]}", .refused = "no scramble found for the 3x3x3"},
	{"CubeDesk without a 3x3x3", "{\"solves\":[{\"cube_type\":\"444\",\"scramble\":\"Rw\"}],\"sessions\":[]}",
	 .refused = "no scramble found for the 3x3x3; skipped: 1 scramble of another puzzle"},
	{"a table without rows", "No.;Time;Comment;Scramble;Date;P.1\n",
	 .refused = "no scramble found for the 3x3x3"},
};

Test(list_export, exports_and_tables_are_read_or_refused)
{
	expect_cases(cases, sizeof cases / sizeof *cases);
}
