# Two hosts made of network namespaces with a veth pair between them, each with a name of its own.

# Say why the test cannot run here, and skip it.
need_hosts() {
	local program
	[ "${SUPERFLIP_CLUSTER_TESTS:-}" = 1 ] || skip "needs minutes and packages: make cluster-test, make mpi-test"
	[ "$(id -u)" -eq 0 ] || skip "needs root to make network namespaces"
	for program in ip nsenter unshare "$@"; do
		command -v "$program" >/dev/null || skip "$program is not installed: scripts/install-deps cluster, mpi"
	done
	unshare --net true 2>/dev/null || skip "this machine lets nobody make network namespaces"
}

make_hosts() {
	hosts=("sfa$$" "sfb$$")
	local host
	for host in "${hosts[@]}"; do
		ip netns add "$host"
		ip -n "$host" link set lo up
	done
	ip link add veth0 netns "${hosts[0]}" type veth peer name veth0 netns "${hosts[1]}"
	ip -n "${hosts[0]}" addr add 10.77.0.1/24 dev veth0
	ip -n "${hosts[1]}" addr add 10.77.0.2/24 dev veth0
	for host in "${hosts[@]}"; do
		ip -n "$host" link set veth0 up
	done
}

# Run a command on a host. `ip netns exec` would hide the cgroups, without which slurmd does not start.
on_host() {
	nsenter --net="/run/netns/$1" unshare --uts sh -c 'hostname "$0"; exec "$@"' "$@"
}

# Only this test's processes run in these namespaces.
remove_hosts() {
	local host pid
	for host in "${hosts[@]}"; do
		for pid in $(ip netns pids "$host" 2>/dev/null); do
			kill -9 "$pid" 2>/dev/null || true
		done
		ip netns del "$host" 2>/dev/null || true
	done
}

# The processes of superflip that solve a shard on a host.
solvers_on() {
	local pid
	for pid in $(ip netns pids "$1"); do
		{ tr '\0' ' ' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -q "^[^ ]*superflip batch .*--shard" && echo "$pid"
	done
	return 0
}

# Hold one on that host, and remember it.
hold_solver_on() {
	held=$(solvers_on "$1" | head -1)
	[ -n "$held" ] && kill -STOP "$held" 2>/dev/null && grep -q '^State:.T' "/proc/$held/status"
}

# A list, and what a single run gives.
make_list() {
	export SUPERFLIP SUPERFLIP_TABLES=korf
	"$SUPERFLIP" scramble --type moves -l 13 -n 120 -s 7 >list
	"$SUPERFLIP" batch -q --json --deterministic --no-dedup --heuristic korf -t 1 list -o single --force
}

# The shards are joined to what a single run gives.
joined_is_single() {
	"$SUPERFLIP" merge -q results -o "$1"
	cmp "$1" single
}

# Who was held goes on alone, and does no harm.
let_orphan_end() {
	kill -CONT "$held" 2>/dev/null || true
	orphan_has_ended() { ! kill -0 "$held" 2>/dev/null; }
	wait_until orphan_has_ended
	joined_is_single again
}
