# superflip serve under load, and with clients that behave badly.

setup() {
	bats_require_minimum_version 1.5.0
	load wait
	load server
}

teardown() {
	stop_server
}

@test "a thousand requests by fifty clients: each is accepted or refused with 429, and no accepted one is lost" {
	start_server --waiting 40 --per-client 1000
	local n=1000 i
	for ((i = 0; i < n; i++)); do
		printf 'url = "%s/api/solve"\nheader = "Content-Type: application/json"\ndata = "{\\"scramble\\":\\"R%d U F2 D L'"'"' B R2 U%d F\\"}"\noutput = "%s/reply.%d"\nwrite-out = "%%{http_code}\\n"\nnext\n' \
			"$base" $((i % 3 + 1)) $((i / 3 % 3 + 1)) "$BATS_TEST_TMPDIR" "$i"
	done | sed '$d' >"$BATS_TEST_TMPDIR/requests"
	curl -s --parallel --parallel-immediate --parallel-max 50 -K "$BATS_TEST_TMPDIR/requests" >"$BATS_TEST_TMPDIR/statuses"
	accepted=$(grep -c '^202$' "$BATS_TEST_TMPDIR/statuses" || true)
	refused=$(grep -c '^429$' "$BATS_TEST_TMPDIR/statuses" || true)
	[ $((accepted + refused)) = $n ]
	[ "$accepted" -ge 40 ]
	# Each that was accepted comes to its end, with a proof.
	wait_until metric_is 'cubes_done_total{outcome="solved"}' "$accepted"
	cat "$BATS_TEST_TMPDIR"/reply.* | jq -r '.id // empty' | sort -u >"$BATS_TEST_TMPDIR/ids"
	[ "$(wc -l <"$BATS_TEST_TMPDIR/ids")" = "$accepted" ]
	sed "s|.*|url = \"$base/api/jobs/&\"|" "$BATS_TEST_TMPDIR/ids" >"$BATS_TEST_TMPDIR/questions"
	[ "$(curl -s -K "$BATS_TEST_TMPDIR/questions" | jq -s 'map(select(.result.status == "optimal" and .result.length > 0)) | length')" = "$accepted" ]
	[ "$(metric cubes_accepted_total)" = "$accepted" ]
	[ "$(metric 'cubes_refused_total{limit="waiting"}')" = "$refused" ]
	[ "$(metric 'cubes_done_total{outcome="solved"}')" = "$accepted" ]
	[ "$(metric cubes_waiting)" = 0 ]
}

@test "a client has no more cubes than its limit" {
	start_server --per-client 2 --running 1
	hard="R U2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
	job "{\"scramble\": \"$hard\"}"
	job "{\"scramble\": \"$hard\"}"
	post /api/solve "{\"scramble\": \"$hard\"}" -D "$BATS_TEST_TMPDIR/headers"
	[ "$http" = 429 ]
	grep -qi '^retry-after: 1' "$BATS_TEST_TMPDIR/headers"
	[ "$(jq -r .error.status <<<"$body")" = 429 ]
}

@test "one address does not hold all connections: beyond half of them it is closed, and another one is answered" {
	start_server --connections 20
	local fds=() fd i
	for ((i = 0; i < 20; i++)); do
		exec {fd}<>"/dev/tcp/127.0.0.1/${base##*:}"
		fds+=("$fd")
	done
	timeout 300 cat <&"${fds[19]}"
	curl -sf -m 300 --interface 127.0.0.2 "$base/healthz"
	for fd in "${fds[@]}"; do
		exec {fd}>&-
	done
	wait_until curl -sf "$base/healthz"
}

@test "malformed requests are refused and the next client is answered" {
	start_server
	[[ $(raw 'NONSENSE\r\n\r\n') != *"200 OK"* ]]
	[[ $(raw 'GET / HTTP/9.9\r\n\r\n') != *"200 OK"* ]]
	[[ $(raw 'POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99999999999999999999\r\n\r\n{}') != *" 202 "* ]]
	[[ $(raw 'POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n{}') != *" 202 "* ]]
	[[ $(raw 'POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n{}\r\n') != *" 202 "* ]]
	[[ $(raw "GET /$(printf 'a%.0s' {1..70000}) HTTP/1.1\r\nHost: localhost\r\n\r\n") != *"200 OK"* ]]
	[[ $(raw "GET / HTTP/1.1\r\n$(printf 'X: %01000d\\r\\n' {1..100})\r\n") != *"200 OK"* ]]
	get /healthz
	[ "$http" = 200 ]
}

@test "clients that are slow or silent hold up nobody, and are closed in the end" {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "takes many seconds; SUPERFLIP_SLOW_TESTS=1 runs it"
	start_server
	local fds=() fd i
	for ((i = 0; i < 100; i++)); do
		exec {fd}<>"/dev/tcp/127.0.0.1/${base##*:}"
		printf 'POST /api/solve HTTP/1.1\r\nHost: loc' >&$fd
		fds+=("$fd")
	done
	get /healthz
	[ "$http" = 200 ]
	job '{"scramble": "R U F"}'
	wait_until job_is_done
	# The end of a connection is the end of its input.
	timeout 120 cat <&"${fds[0]}" >/dev/null
	for fd in "${fds[@]}"; do
		exec {fd}>&-
	done
	get /healthz
	[ "$http" = 200 ]
}

@test "a client that sends a byte now and then is closed, too" {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "takes many seconds; SUPERFLIP_SLOW_TESTS=1 runs it"
	start_server
	exec 8<>"/dev/tcp/127.0.0.1/${base##*:}"
	(while printf 'G' >&8 2>/dev/null; do sleep 1; done) 3>&- &
	local writer=$!
	timeout 120 cat <&8 >/dev/null
	exec 8>&-
	kill $writer 2>/dev/null || true
	get /healthz
	[ "$http" = 200 ]
}

@test "thirty closed connections leave no stream, no job and no connection behind" {
	[ "${SUPERFLIP_SLOW_TESTS:-}" = 1 ] || skip "takes many seconds; SUPERFLIP_SLOW_TESTS=1 runs it"
	start_server --waiting 200 --per-client 200
	hard="R U2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
	local i
	for ((i = 0; i < 30; i++)); do
		job "{\"scramble\": \"$hard\"}"
		curl -sN -m 0.2 "$base/api/jobs/$id/events" >/dev/null || true
	done
	wait_until metric_is event_streams 0
	wait_until metric_is cubes_abandoned_total 30
	wait_until metric_is cubes_running 0
	[ "$(metric cubes_waiting)" = 0 ]
	[ "$(ls "/proc/$server/fd" | wc -l)" -lt 40 ]
}
