#!/usr/bin/env bats
# superflip-mpi over two hosts, which are network namespaces with names and a wire of their own: as root, otherwise skipped.

load ranks

setup() {
	load ../cluster/hosts
	need_hosts
	cd "$BATS_TEST_TMPDIR" || exit 1
	make_hosts
	wait_until wire_is_up
	write_agent
}

teardown() {
	[ -z "${hosts-}" ] || remove_hosts
}

# Run a command on a host with a /sys of its own, in which MPICH's UCX looks for the wire.
inside() {
	ip netns exec "$1" unshare --uts sh -c 'hostname "$0"; exec "$@"' "$@"
}

wire_is_up() {
	local host
	for host in "${hosts[@]}"; do
		[ "$(inside "$host" cat /sys/class/net/veth0/operstate)" = up ] || return 1
	done
}

# In place of ssh: agent [OPTION...] ADDRESS COMMAND...
write_agent() {
	cat >agent <<-END
		#!/bin/bash
		while [[ \$1 == -* ]]; do shift; done
		address=\$1
		shift
		case \$address in
		10.77.0.1) host=${hosts[0]} ;;
		10.77.0.2) host=${hosts[1]} ;;
		esac
		exec ip netns exec "\$host" unshare --uts sh -c 'hostname "\$0"; exec sh -c "\$*"' "\$host" "\$@"
	END
	chmod +x agent
}

# over_hosts PROGRAM ARGUMENT...: rank 0 on the first host, ranks 1 and 2 on the other one.
over_hosts() {
	local how status=0
	case $($MPIRUN --version) in
	*"Open MPI"* | *OpenRTE*)
		how="--mca plm_rsh_agent $PWD/agent --mca btl tcp,self --mca btl_tcp_if_include veth0 --mca oob_tcp_if_include veth0
			--host 10.77.0.1:1,10.77.0.2:2"
		;;
	*)
		how="-launcher ssh -launcher-exec $PWD/agent -iface veth0 -hosts 10.77.0.1:1,10.77.0.2:2"
		export UCX_TLS=tcp,self UCX_NET_DEVICES=veth0
		;;
	esac
	# shellcheck disable=SC2086  # lists of words
	inside "${hosts[0]}" timeout -s KILL 300 $MPIRUN $how -np 3 "$@" </dev/null || status=$?
	# Where MPICH waits in MPI_Finalize, ranks leave (src/app/mpi/main.c).  Its mpirun then fails with 255, or by the SIGPIPE of a proxy that
	# has left, too; the work is done, and what the tests compare is complete.
	[[ $how != -launcher* || ! $status =~ ^(255|141)$ ]] || status=0
	return "$status"
}

host_of_rank() {
	[ "$1" -eq 0 ] && echo "${hosts[0]}" || echo "${hosts[1]}"
}

process_of_rank() {
	# shellcheck disable=SC2046  # a list of numbers
	rank_among "$1" $(ip netns pids "$(host_of_rank "$1")")
}

no_rank_is_left() {
	local host pid
	for host in "${hosts[@]}"; do
		for pid in $(ip netns pids "$host"); do
			[ "$(readlink "/proc/$pid/exe")" != "$SUPERFLIP_MPI" ] || return 1
		done
	done
}

@test "two hosts: the ranks are where they should be, and visit the nodes of one process" {
	over_hosts sh -c 'echo "${OMPI_COMM_WORLD_RANK-$PMI_RANK} $(hostname)"' | sort >where
	diff where <(printf '0 %s\n1 %s\n2 %s\n' "${hosts[0]}" "${hosts[1]}" "${hosts[1]}")
	"$SUPERFLIP" solve -v "${plain[@]}" "$eight" >one.out 2>one.err
	# Several times: a job that does not end is a fault, too.
	for _ in $(seq 5); do
		over_hosts "$SUPERFLIP_MPI" solve -t 1 -v "${plain[@]}" "$eight" >mpi.out 2>mpi.err
		same_as_one
	done
}

# Run with a journal and kill a rank once the journal has so many bytes. Status 0: it was too late, the search was done.
run_and_kill() {
	local rank=$1 bytes=$2
	over_hosts "$SUPERFLIP_MPI" solve -t 1 -v "${plain[@]}" --journal mpi.units "$HARD" \
		>mpi.out 2>mpi.err 3>&- &
	has_grown() { [ "$(size_of mpi.units)" -ge "$bytes" ]; }
	kill_rank $! "$rank" has_grown || true
	# What the dead rank leaves behind on the other host is ended by MPI.
	wait_until no_rank_is_left
	grep -q "^$HARD_MOVES\*" mpi.out
}

@test "two hosts: kill -9 of a rank on either of them; the job ends, and goes on without repeating a unit" {
	"$SUPERFLIP" solve -v "${plain[@]}" --journal one.units "$HARD" >one.out 2>one.err
	units one.units | sort >one.csv
	local all bytes=2000 killed=0 rank
	all=$(size_of one.units)
	for rank in 2 0 1 0; do
		if run_and_kill "$rank" "$bytes"; then
			break
		fi
		killed=$((killed + 1))
		no_unit_is_there_twice mpi.units
		bytes=$(($(size_of mpi.units) + all / 12))
	done
	echo "$killed jobs were killed"
	[ "$killed" -ge 1 ]
	over_hosts "$SUPERFLIP_MPI" solve -t 1 -v "${plain[@]}" --journal mpi.units "$HARD" >mpi.out 2>mpi.err
	same_as_one
	# Every unit once, with the same counts.
	units mpi.units | sort | diff one.csv -
}

@test "two hosts: batch writes the records of one process; a killed rank of the other host ends the job, and --resume goes on" {
	write_list
	"$SUPERFLIP" batch -t 3 -q "${plain[@]}" --json -o one.json list.txt
	over_hosts "$SUPERFLIP_MPI" batch -t 1 -q "${plain[@]}" --json -o mpi.json list.txt 3>&- &
	some_are_written() { [ -s mpi.json ]; }
	kill_rank $! 1 some_are_written || true
	wait_until no_rank_is_left
	over_hosts "$SUPERFLIP_MPI" batch -t 1 -q "${plain[@]}" --json -o mpi.json --resume list.txt
	cmp one.json mpi.json
}
