#!/usr/bin/env bats
# GNU parallel over two hosts, one of which is lost in the middle.

setup() {
	bats_require_minimum_version 1.5.0
	load hosts
	load ../cli/wait
	need_hosts parallel
	cd "$BATS_TEST_TMPDIR"
	make_hosts
	printf '%s\n' "${hosts[@]}" >hosts
	# In place of ssh. A host that is lost cannot be reached, and what ran there goes on without a connection.
	cat >ssh <<-'END'
		#!/bin/bash
		host=$1
		shift
		[ "$1" != -- ] || shift
		[ ! -e "$HOSTS_LOST/$host" ] || exit 255
		trap '' HUP
		setsid nsenter --net="/run/netns/$host" unshare --uts sh -c 'hostname "$0"; exec bash -c "$*"' "$host" "$@" &
		while kill -0 $! 2>/dev/null; do
			[ ! -e "$HOSTS_LOST/$host" ] || exit 255
			sleep 0.1
		done
		wait $!
	END
	chmod +x ssh
	mkdir lost
	export PARALLEL_SSH=$PWD/ssh HOSTS_LOST=$PWD/lost HOME=$PWD
}

teardown() {
	[ -z "${hosts-}" ] || remove_hosts
}

@test "GNU parallel: a host is lost, the other one does its shards: the list is complete and right" {
	make_list
	"$SCRIPTS/parallel-shards" hosts 6 list results -t 1 --json --deterministic 3>&- &
	local run=$!
	wait_until hold_solver_on "${hosts[1]}"
	touch "lost/${hosts[1]}"
	wait $run
	joined_is_single joined
	[ "$(grep -c "${hosts[0]}" results/joblog)" -ge 1 ]
	let_orphan_end
}

@test "GNU parallel: the same command goes on after it was killed" {
	make_list
	"$SCRIPTS/parallel-shards" hosts 6 list results -t 1 --json --deterministic 3>&- &
	local run=$!
	some_are_whole() { [ "$(find results -name '*.shard' 2>/dev/null | wc -l)" -ge 1 ]; }
	wait_until some_are_whole
	kill -9 $run
	wait $run || true
	"$SCRIPTS/parallel-shards" hosts 6 list results -t 1 --json --deterministic
	joined_is_single joined
}
