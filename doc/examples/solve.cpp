// Solve the cube of the command line: c++ solve.cpp -o solve $(pkg-config --cflags --libs superflip); ./solve "R U R' U'"
#include <superflip.h>

#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>

template <typename T, void (*release)(T *)> struct Release { void operator()(T *p) const { release(p); } };
template <typename T, void (*release)(T *)> using Handle = std::unique_ptr<T, Release<T, release>>;

static superflip_error error;
static void check(superflip_status status)
{
	if (status != SUPERFLIP_OK)
		throw std::runtime_error(error.text);
}

int main(int argc, char **argv) try {
	superflip_tables_options where;
	superflip_tables_options_init(&where);
	where.builds_missing = true;  // 87 MB, in a few seconds, once
	superflip_cube *c;
	superflip_tables *t;
	superflip_solver *s;
	superflip_result *r;
	check(superflip_cube_parse(SUPERFLIP_3X3, argc > 1 ? argv[1] : "", 0, &c, &error));
	const Handle<superflip_cube, superflip_cube_free> cube(c);
	check(superflip_tables_open(&where, &t, &error));
	const Handle<superflip_tables, superflip_tables_close> tables(t);
	check(superflip_solver_create(nullptr, t, &s, &error));
	const Handle<superflip_solver, superflip_solver_free> solver(s);
	check(superflip_solve(s, c, nullptr, &r, &error));
	const Handle<superflip_result, superflip_result_free> result(r);
	unsigned n_moves = 0;
	char text[3 * SUPERFLIP_MAX_LENGTH + 1] = "";
	if (const uint8_t *moves = superflip_result_solution(r, 0, &n_moves, nullptr, nullptr))
		superflip_moves_write(moves, n_moves, 0, text, sizeof text);
	std::cout << r->length << (r->is_optimal ? "*" : "") << "  " << text << "\n";
} catch (const std::exception &fault) {
	std::cerr << fault.what() << "\n";
	return 1;
}
