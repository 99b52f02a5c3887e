# What takes long, and what chance decides.

are_slow_wanted() {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ]
}

# slow WHY: skips the test unless SUPERFLIP_SLOW_TESTS is 1.
slow() {
	are_slow_wanted || skip "slow: $1; SUPERFLIP_SLOW_TESTS=1 runs it"
}

# RANDOM from a seed that is printed: SUPERFLIP_TEST_SEED=N repeats a run.
seed_chance() {
	local seed=${SUPERFLIP_TEST_SEED:-$((SRANDOM % 32768))}
	echo "# $BATS_TEST_DESCRIPTION: SUPERFLIP_TEST_SEED=$seed" >&3
	RANDOM=$seed
}
