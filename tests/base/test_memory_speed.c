/* Any machine reads memory faster than a disk and slower than a register. */
#include "base/memory_speed.h"

#include "support/test.h"

Test(memory_speed, a_quick_measurement_is_of_the_right_order)
{
	const double read_ns = memory_read_ns();
	cr_expect_gt(read_ns, 0.1, "%f ns", read_ns);
	cr_expect_lt(read_ns, 100000.0, "%f ns", read_ns);
}
