// Solve a list: c++ solve.cpp -o solve $(pkg-config --cflags --libs superflip); ./solve "R U R' U'" "M2 E2 S2"
#include <superflip.h>
#include <iostream>
#include <memory>
#include <stdexcept>

template <typename T> using Handle = std::unique_ptr<T, void (*)(T *)>;
static superflip_error error;
static void check(superflip_status status)
{
	if (status != SUPERFLIP_OK)
		throw std::runtime_error(error.text);
}

int main(int argc, char **argv) try {
	superflip_session *s;
	superflip_problem *p;
	superflip_job *j;
	check(superflip_session_open(nullptr, &s, &error));
	const Handle<superflip_session> session(s, superflip_session_close);
	check(superflip_problem_create(&p, &error));
	const Handle<superflip_problem> problem(p, superflip_problem_free);
	check(superflip_job_open(s, p, nullptr, nullptr, &j, &error));
	const Handle<superflip_job> job(j, superflip_job_free);
	for (int i = 1; i < argc && i <= 1024; i++) {  // beyond its window a job waits until results are taken
		superflip_cube *c;
		check(superflip_cube_parse(SUPERFLIP_3X3, argv[i], 0, &c, &error));
		const Handle<superflip_cube> cube(c, superflip_cube_free);
		check(superflip_job_add(j, static_cast<uint64_t>(i), c, -1, &error));
	}
	superflip_job_finish(j);
	for (superflip_result *r; superflip_job_next(j, -1, &r) == SUPERFLIP_OK; superflip_result_free(r)) {
		superflip_solution solution;
		char text[3 * SUPERFLIP_MAX_LENGTH + 1] = "";
		if (superflip_result_solution(r, 0, &solution))
			superflip_moves_write(solution.moves, solution.n_moves, 0, text, sizeof text);
		std::cout << r->length << (r->is_optimal ? "*" : "") << "  " << text << "\n";
	}
} catch (const std::exception &fault) {
	std::cerr << fault.what() << "\n";
	return 1;
}
