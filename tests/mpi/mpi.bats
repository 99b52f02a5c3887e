#!/usr/bin/env bats
# superflip-mpi: the work of one process, done by several; a rank that dies takes nothing away that was done.

load ranks

setup() {
	cd "$BATS_TEST_TMPDIR" || exit 1
}

# over RANKS ARGUMENT...: superflip-mpi, each rank with one thread
over() {
	local n=$1
	shift
	# shellcheck disable=SC2086  # a list of words
	timeout 300 $MPIRUN -np "$n" "$SUPERFLIP_MPI" "$@" </dev/null
}

@test "one, two and three ranks visit the nodes of one process and give its solution" {
	"$SUPERFLIP" solve -v "${plain[@]}" "$ten" >one.out 2>one.err
	[ "$(iterations one.err | wc -l)" -ge 2 ]
	for n in 1 2 3; do
		over "$n" solve -t 1 -v "${plain[@]}" "$ten" >mpi.out 2>mpi.err
		same_as_one
		grep -E "$n ranks?, $n threads?" mpi.err
	done
}

@test "ranks with several threads, quarter turns, all solutions, marked centres: nodes and records are those of one process" {
	for options in "--metric qtm" "--all --over 1" --centers; do
		# shellcheck disable=SC2086  # a list of words
		"$SUPERFLIP" solve -v "${plain[@]}" $options "R U F2 D' L B2 F D" >one.out 2>one.err
		# shellcheck disable=SC2086
		over 2 solve -t 2 -v "${plain[@]}" $options "R U F2 D' L B2 F D" >mpi.out 2>mpi.err
		same_as_one
	done
}

@test "goals: one cube by units, and a list, as one process solves them" {
	local goal=(--goal cross --deterministic --json --pdb-dir pdb)
	mkdir pdb
	over 2 solve -t 1 --goal cross --pdb-dir pdb --min 12 --journal units --json R | "$SUPERFLIP" verify
	"$SUPERFLIP" scramble -n 30 --seed 3 >list
	"$SUPERFLIP" batch -t 2 -q "${goal[@]}" list >one.out
	over 2 batch -t 1 -q "${goal[@]}" list | diff one.out -
}

@test "several cubes, one of them wrong: records and exit status are those of superflip" {
	run -3 --separate-stderr over 2 solve -t 1 --deterministic --json --heuristic korf "R U" "R Q" "F2 B L' D" ""
	printf '%s\n' "$output" >mpi.out
	run -3 --separate-stderr "$SUPERFLIP" solve -t 2 --deterministic --json --heuristic korf "R U" "R Q" "F2 B L' D" ""
	printf '%s\n' "$output" | diff - mpi.out
}

@test "the first solution stops all ranks" {
	over 3 solve -t 1 --heuristic manhattan "$HARD" >mpi.out
	grep "^$HARD_MOVES\*" mpi.out
	run -0 "$SUPERFLIP" solve --heuristic korf "$HARD $(sed "s/^$HARD_MOVES\\* *//" mpi.out)"
	[[ $output == "0*"* ]]
}

@test "limits hold for all ranks together" {
	run -1 over 2 solve -t 1 "${plain[@]}" --node-limit 2e6 "$ten"
	[[ $output == *"limit"* ]]
	run -1 over 2 solve -t 1 "${plain[@]}" --time-limit 0.3 "$HARD"
	[[ $output == *"limit"* ]]
}

# Processes below PID.
descendants() {
	local child
	for child in $(pgrep -P "$1"); do
		echo "$child"
		descendants "$child"
	done
}

# The process of a rank of $job, an mpirun.
process_of_rank() {
	# shellcheck disable=SC2046  # a list of numbers
	rank_among "$1" $(descendants "$job")
}

# run_and_kill JOURNAL RANK CONDITION...: over three ranks. Status 0: it was too late, the search was done.
run_and_kill() {
	# shellcheck disable=SC2086  # a list of words
	$MPIRUN -np 3 "$SUPERFLIP_MPI" solve -t 1 -v "${plain[@]}" --journal "$1" "$HARD" \
		</dev/null >mpi.out 2>mpi.err &
	local job=$!
	kill_rank "$job" "${@:2}"
}

# Whether a rank has so much of the work behind it.
has_done() {
	has_worked "$2" "$1" 2>/dev/null
}

@test "kill -9 of any rank at any moment: no unit is searched twice, none is lost, the answer is the same" {
	local TIMEFORMAT=%3U share
	share=$({ time "$SUPERFLIP" solve -v "${plain[@]}" --journal one.units "$HARD" >one.out 2>one.err; } 2>&1)
	share=$((10#${share//./} / 30))  # hundredths of a second of a rank
	units one.units | sort >one.csv
	seed_chance
	local runs=0 killed=0 before=0 now
	while :; do
		runs=$((runs + 1))
		[ "$runs" -le 60 ]
		# Later and later, so that the end comes.
		if run_and_kill mpi.units $((RANDOM % 3)) has_done $((RANDOM % (share * (runs + 1) / 20 + 1))); then
			break
		fi
		killed=$((killed + 1))
		no_unit_is_there_twice mpi.units
		now=$(units mpi.units | wc -l)
		[ "$now" -ge "$before" ]
		before=$now
	done
	echo "$killed of $runs runs were killed"
	[ "$killed" -ge 3 ]
	same_as_one
	# Every unit once, with the same counts.
	units mpi.units | sort | diff one.csv -
}

@test "a job that was interrupted goes on in one process, and the other way round" {
	local grown=2000 before now code=0 job
	has_grown() { [ "$(size_of both.units)" -gt "$grown" ]; }
	run_and_kill both.units 0 has_grown || true
	before=$(units both.units | wc -l)
	[ "$before" -gt 0 ]
	grown=$(size_of both.units)
	"$SUPERFLIP" solve -t 1 "${plain[@]}" --journal both.units "$HARD" 3>&- &
	job=$!
	wait_until has_grown
	kill -TERM "$job" || true
	wait "$job" || code=$?
	[ "$code" = 143 ] || [ "$code" = 0 ]  # there may have been little left
	now=$(units both.units | wc -l)
	[ "$now" -gt "$before" ]
	over 2 solve -t 1 -v "${plain[@]}" --journal both.units "$HARD" >mpi.out 2>mpi.err
	no_unit_is_there_twice both.units
	"$SUPERFLIP" solve "${plain[@]}" --journal both.units "$HARD" | diff - mpi.out
}

# The records of the list and of a line that is none, by one process.
solve_list_alone() {
	write_list
	echo "R Q" >>list.txt
	run -1 "$SUPERFLIP" batch -t 3 -q "${plain[@]}" --json -o one.json list.txt
}

@test "batch: the records of a list, in its order, are those of one process" {
	solve_list_alone
	run -1 over 3 batch -t 1 -q "${plain[@]}" --json -o mpi.json list.txt
	cmp one.json mpi.json
	[ "$(jq -s 'map(select(.status == "optimal")) | length' mpi.json)" = 40 ]
}

@test "batch: a list whose rank 0 was killed is resumed" {
	solve_list_alone
	# shellcheck disable=SC2086  # a list of words
	$MPIRUN -np 3 "$SUPERFLIP_MPI" batch -t 1 -q "${plain[@]}" --json -o mpi.json list.txt </dev/null &
	local job=$!
	some_are_written() { [ -s mpi.json ]; }
	kill_rank "$job" 0 some_are_written || true
	run -1 over 3 batch -t 1 -q "${plain[@]}" --json -o mpi.json --resume list.txt
	cmp one.json mpi.json
}

@test "a rank without the tables ends the job with a message that names it" {
	mkdir empty
	cat >some.sh <<-END
		#!/bin/sh
		case \${OMPI_COMM_WORLD_RANK-\$PMI_RANK} in
		0) exec "$SUPERFLIP_MPI" solve --heuristic korf "\$@" ;;
		*) exec "$SUPERFLIP_MPI" solve --heuristic korf --pdb-dir "$PWD/empty" "\$@" ;;
		esac
	END
	chmod +x some.sh
	# shellcheck disable=SC2086  # a list of words
	run -4 timeout 100 $MPIRUN -np 2 ./some.sh "R U F2"
	echo "$output"
	[[ $output == *"rank 1: host "*"the tables of rank 0, korf, cannot be opened here"* ]]
}

@test "what other methods and other programs do is refused once, not by every rank" {
	run -2 over 3 solve --method two-phase "R U"
	[ "$(grep -c 'need .superflip.' <<<"$output")" = 1 ]
	run -2 over 3 solve --no-such-option
	[ "$(grep -c 'no-such-option' <<<"$output")" = 1 ]
	run -2 over 2 frobnicate
	[[ $output == *"expected solve or batch"* ]]
	run -0 over 1 --version
	[[ $output == "superflip-mpi "* ]]
}

# Two ranks, one thread each, whose tables are files of their own.
over_own_tables() {
	local command=("$SUPERFLIP_MPI" solve -t 1 --heuristic orientation --journal units)
	# shellcheck disable=SC2086  # a list of words
	timeout 300 $MPIRUN -np 1 "${command[@]}" --pdb-dir A "$HARD" : -np 1 "${command[@]}" --pdb-dir B "$HARD" </dev/null
}

@test "a table that is overwritten under one rank ends the job with 4, names the file, and spoils no journal" {
	"$SUPERFLIP" pdb build -q twist flip --pdb-dir A
	cp -r A B
	over_own_tables >out 2>err &
	local job=$! code=0
	until [ "$(size_of units)" -gt 1024 ] || ! kill -0 $job; do sleep 0.02; done
	printf '\x77\x77' | dd of=B/flip-htm.pdb bs=1 seek=4136 conv=notrunc status=none
	wait $job || code=$?
	[ "$code" -eq 4 ]
	[ ! -s out ] || ! grep '\*' out
	grep "B/flip-htm.pdb: was written to while it was in use" err
	run -0 --separate-stderr "$SUPERFLIP" solve -t 2 --heuristic orientation --journal units --pdb-dir A "$HARD"
	[[ $output == "$HARD_MOVES*"* ]]
}
