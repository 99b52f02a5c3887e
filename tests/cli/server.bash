# A server for tests of superflip serve: start_server [OPTION...] sets $base and $server; stop_server ends it.

start_server() {
	"$SUPERFLIP" serve --help >/dev/null 2>&1 || skip "built without libmicrohttpd"
	command -v curl >/dev/null || skip "there is no curl"
	log=$BATS_TEST_TMPDIR/server.log
	: >"$log"  # what a server before has written
	"$SUPERFLIP" serve --port 0 --heuristic korf "$@" >"$BATS_TEST_TMPDIR/server.out" 2>"$log" 3>&- &
	server=$!
	wait_until server_has_begun
	base=$(sed -n 's|^superflip: \(http://[^/]*\)/.*|\1|p' "$log")
	[ -n "$base" ]
}

# It listens, or has ended with a message.
server_has_begun() {
	grep -q '^superflip: http://' "$log" || ! kill -0 "$server" 2>/dev/null
}

stop_server() {
	[ -z "${server-}" ] || ! kill "$server" 2>/dev/null || wait "$server" || true
}

# get PATH [CURL-OPTION...]: the body; its status goes to $http.
get() {
	local path=$1
	shift
	http=$(curl -s -o "$BATS_TEST_TMPDIR/body" -w '%{http_code}' "$@" "$base$path")
	body=$(<"$BATS_TEST_TMPDIR/body")
}

# post PATH JSON [CURL-OPTION...]
post() {
	local path=$1 json=$2
	shift 2
	get "$path" -H 'Content-Type: application/json' --data-binary "$json" "$@"
}

# raw TEXT: what the server answers to these bytes; it must come to an end.
raw() {
	exec 9<>"/dev/tcp/127.0.0.1/${base##*:}"
	printf "$1" >&9
	timeout 300 cat <&9 || true
	exec 9>&-
}

# job JSON: a job, its id in $id.
job() {
	post /api/solve "$1"
	[[ $http = 202 && $body =~ ^\{\"id\":\"([0-9a-f]+)\" ]] || { echo "$body"; return 1; }
	id=${BASH_REMATCH[1]}
}

job_is_done() {
	get "/api/jobs/$id"
	[[ $body == '{"id":"'*'","state":"done",'* ]]  # jq takes twenty times as long
}

# metric NAME: its value.
metric() {
	curl -s "$base/metrics" | awk -v name="superflip_$1" '$1 == name { print $2 }'
}

metric_is() {
	[ "$(metric "$1")" = "$2" ]
}

event_is_there() {
	grep -q "^event: $1" "$2"
}
