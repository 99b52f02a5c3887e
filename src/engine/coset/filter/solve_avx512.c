#define COSET_SOLVER coset_solver_avx512
#include "coset/filter/solve_body.h"
