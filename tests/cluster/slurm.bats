#!/usr/bin/env bats
# A job array of Slurm on two hosts, one of which is lost in the middle.

setup() {
	bats_require_minimum_version 1.5.0
	load hosts
	load ../cli/wait
	need_hosts slurmctld slurmd sbatch
	cd "$BATS_TEST_TMPDIR"
	make_hosts
	start_slurm
}

teardown() {
	[ -z "${hosts-}" ] || remove_hosts
}

start_slurm() {
	local host
	mkdir state
	cat >slurm.conf <<-END
		ClusterName=test
		SlurmctldHost=${hosts[0]}(10.77.0.1)
		AuthType=auth/none
		CredType=cred/none
		ProctrackType=proctrack/linuxproc
		JobAcctGatherType=jobacct_gather/none
		TaskPlugin=task/none
		SwitchType=switch/none
		MpiDefault=none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_CPU
		SlurmUser=root
		StateSaveLocation=$PWD/state
		SlurmdSpoolDir=$PWD/spool-%n
		SlurmctldPidFile=$PWD/slurmctld.pid
		SlurmdPidFile=$PWD/slurmd-%n.pid
		SlurmctldLogFile=$PWD/slurmctld.log
		SlurmdLogFile=$PWD/slurmd-%n.log
		SlurmdTimeout=10
		MessageTimeout=3
		TCPTimeout=2
		KillWait=2
		ReturnToService=2
		NodeName=${hosts[0]} NodeAddr=10.77.0.1 CPUs=1
		NodeName=${hosts[1]} NodeAddr=10.77.0.2 CPUs=1
		PartitionName=all Nodes=${hosts[0]},${hosts[1]} Default=YES State=UP
	END
	export SLURM_CONF=$PWD/slurm.conf
	on_host "${hosts[0]}" slurmctld -D -c >slurmctld.out 2>&1 3>&- &
	for host in "${hosts[@]}"; do
		mkdir "spool-$host"
		on_host "$host" slurmd -D >"slurmd-$host.out" 2>&1 3>&- &
	done
	wait_until both_are_idle
}

both_are_idle() {
	[ "$(on_host "${hosts[0]}" sinfo -h -N -o %T 2>/dev/null | grep -c '^idle$')" -eq 2 ]
}

queue_is_empty() {
	sleep 1
	[ -z "$(on_host "${hosts[0]}" squeue -h 2>&1)" ]
}

@test "Slurm: a node is lost, its task is requeued and its orphan goes on: the list is complete and right" {
	make_list
	export SUPERFLIP_PDB_FROM=$SUPERFLIP_PDB_DIR SUPERFLIP_PDB_DIR=$PWD/tables
	on_host "${hosts[0]}" sbatch --chdir="$PWD" --array=1-6 "$SCRIPTS/shard" 6 list results -t 1 --json --deterministic
	wait_until hold_solver_on "${hosts[1]}"
	# As if its cable were pulled: no word comes from it any more, and what runs there goes on.
	ip -n "${hosts[1]}" link set veth0 down
	wait_until queue_is_empty
	cat superflip-*.log
	run on_host "${hosts[0]}" sinfo -h -N -o "%N %T"
	[[ "$output" == *"${hosts[1]} down"* ]]
	# The requeued task has done it.
	joined_is_single joined
	# The orphan finds the shard whole and leaves it.
	let_orphan_end
	[ "$(ls results/*-of-6.shard | wc -l)" -eq 6 ]
	# The tables came from the shared directory, once.
	for table in corners-htm edges-URUFULUBFRFL-htm; do
		cmp "tables/$table.pdb" "$SUPERFLIP_PDB_FROM/$table.pdb"
	done
}

@test "Slurm: merge says which tasks to run again, and the same array does these only" {
	make_list
	on_host "${hosts[0]}" sbatch --wait --chdir="$PWD" --array=1,3-4,6 "$SCRIPTS/shard" 6 list results -t 1 --json --deterministic
	run "$SUPERFLIP" merge results -o joined
	[ "$status" -eq 3 ]
	[ "${lines[0]}" = "superflip: 2 of 6 shards are missing or damaged; run these again: 2,5" ]
	on_host "${hosts[0]}" sbatch --wait --chdir="$PWD" --array=2,5 "$SCRIPTS/shard" 6 list results -t 1 --json --deterministic
	joined_is_single joined
}
