#!/usr/bin/env bats
# scripts/cluster/plan: its calculation against one by hand, its simulation without and with failures.

load expect
value_of() {
	sed -n "s/^ *$1  *\([0-9.]*\).*/\1/p" <<<"$output"
}

@test "plan: without failures the simulation takes what the calculation says, with them longer" {
	run -0 scripts/cluster/plan hosts=10 cubes=1000000 lists=1 shards=1000 rate=10 mtbf=1e9
	[ "$(value_of "cubes a task")" = 1000.0 ]
	[ "$(value_of "a task solves for")" = 100.0 ]
	[ "$(value_of "all is done after")" = 10200.0 ]
	run scripts/cluster/plan hosts=10 cubes=1000000 lists=1 shards=1000 rate=10 mtbf=0.05
	[ "${output#*tasks lost}" != "$output" ]
	[ "$(value_of "simulated: tasks lost" | cut -d. -f1)" -ge 10 ]
	[ "$(value_of "all is done after" | cut -d. -f1)" -gt 10200 ]
}

@test "plan refuses what it does not know" {
	for argument in hosts=0 houses=3 hosts; do
		run -2 scripts/cluster/plan $argument
	done
}
