#include "web/server.h"

#include "support/test.h"

Test(web_access, this_machine_is_known_by_its_names)
{
	const char *const local[] = {"localhost",      "localhost:8080", "LocalHost:1", "127.0.0.1",
	                             "127.0.0.1:8080", "127.1.2.3",      "[::1]",       "[::1]:8080"};
	const char *const foreign[] = {"",
	                               "localhost.example.net",
	                               "example.net",
	                               "127.0.0.1.example.net",
	                               "127.example.net",
	                               "localhost:80x",
	                               "[::1].example.net",
	                               "[::1]x",
	                               "1127.0.0.1",
	                               "localhost@example.net",
	                               "128.0.0.1",
	                               "::1"};
	array_foreach(row, local)
		cr_expect(web_is_local_host(*row), "%s", *row);
	array_foreach(row, foreign)
		cr_expect_not(web_is_local_host(*row), "%s", *row);
}

Test(web_access, pages_of_other_sites_may_not_ask)
{
	const struct web_access access = {.is_local = true};
	cr_expect(web_may_ask(&access, "127.0.0.1:8080", NULL));
	cr_expect(web_may_ask(&access, "127.0.0.1:8080", "http://127.0.0.1:8080"));
	cr_expect(web_may_ask(&access, "localhost:2023", "http://localhost:3333"));
	cr_expect_not(web_may_ask(&access, "127.0.0.1:8080", "https://example.net"));
	cr_expect_not(web_may_ask(&access, "127.0.0.1:8080", "null"));
	cr_expect_not(web_may_ask(&access, "127.0.0.1:8080", "http://localhost.example.net"));
}

Test(web_access, a_foreign_name_for_this_machine_is_refused)
{
	const struct web_access access = {.is_local = true}, open = {.token = "T"};
	cr_expect_not(web_may_ask(&access, "rebound.example.net:8080", NULL));
	cr_expect(web_may_ask(&open, "solver.example.net:8080", NULL));
	cr_expect(web_may_ask(&open, "solver.example.net:8080", "http://solver.example.net:8080"));
	cr_expect_not(web_may_ask(&open, "solver.example.net:8080", "http://example.net"));
}

Test(web_access, an_origin_that_was_allowed_may_read_answers_and_no_other)
{
	const struct web_access access = {.is_local = true,
	                                  .allowed_origins = {"https://example.net", "https://example.org"}};
	cr_expect(web_may_share(&access, "https://example.net"));
	cr_expect(web_may_share(&access, "https://example.org"));
	cr_expect(web_may_share(&access, "http://localhost:3333"));
	cr_expect_not(web_may_share(&access, "https://example.net.example.com"));
	cr_expect_not(web_may_share(&access, "http://example.net"));
	cr_expect_not(web_may_share(&access, NULL));
	cr_expect(web_may_ask(&access, "localhost", "https://example.net"));
}

Test(web_access, only_the_whole_token_opens)
{
	const struct web_access access = {.token = "secret-1"}, open = {.token = NULL};
	cr_expect(web_has_token(&access, "Bearer secret-1", NULL));
	cr_expect(web_has_token(&access, "bearer secret-1", NULL));
	cr_expect(web_has_token(&access, NULL, "secret-1"));
	cr_expect_not(web_has_token(&access, NULL, NULL));
	cr_expect_not(web_has_token(&access, "Bearer secret-12", NULL));
	cr_expect_not(web_has_token(&access, "Bearer secret-", NULL));
	cr_expect_not(web_has_token(&access, "Bearer ", NULL));
	cr_expect_not(web_has_token(&access, NULL, "secret-1secret-1"));
	cr_expect_not(web_has_token(&access, "Basic secret-1", NULL));
	cr_expect(web_has_token(&open, NULL, NULL));
}

Test(web_access, a_token_is_safe_in_headers)
{
	cr_expect(web_token_is_possible("aZ0-._~"));
	cr_expect_not(web_token_is_possible(""));
	cr_expect_not(web_token_is_possible("a b"));
	cr_expect_not(web_token_is_possible("a\r\nSet-Cookie: x"));
	cr_expect_not(web_token_is_possible("a;b"));
}
