#define COSET_SOLVER coset_solver_avx2
#include "coset/filter/solve_body.h"
