#!/usr/bin/env bats
# The studies of bench/ in Python: known numbers on a small case.  tests/cli/studies.bats has those in C.

bats_require_minimum_version 1.5.0

setup_file() {
	export ROOT=$BATS_TEST_DIRNAME/../..
	export SUPERFLIP_LIBRARY=$(dirname "$SUPERFLIP")/lib/libsuperflip.so.0 PYTHONPATH=$ROOT/bindings/python/src
}

setup() {
	cd "$BATS_TEST_TMPDIR"
}

# study NAME ARGUMENT...: its table.
study() {
	PYTHONDONTWRITEBYTECODE=1 python3 "$ROOT/bench/$1.py" "${@:2}" >"$1"
}

draw() {
	! command -v gnuplot >/dev/null || { "$ROOT/scripts/plot-$1" "$2" picture && grep -q '</svg>' picture.svg; }
}

@test "heuristic: the means are those of the literature, and samples agree" {
	study heuristic korf corners --sample 1e4
	grep -qx "# mean of korf: 8.897831 if the tables are independent" heuristic
	grep -qx "# mean of corners: 8.764134 over all states" heuristic
	[ "$(awk -F, '/^korf,/ { n += $5 } END { print n }' heuristic)" -eq 10000 ]
	sed -n 's/^# mean of \(.*\): \(.*\) +- \(.*\) over the sample/\1 \2 \3/p' heuristic | awk '
		{ wanted = $1 == "korf" ? 8.897 : 8.764; off = ($2 - wanted) / $3; if (off > 4 || off < -4) exit 1 }'
	draw values heuristic
}

@test "predict: theory is that of 2001, beside what is measured; other heuristics are refused" {
	study predict --depths 10..17 --problems 20 --budget 1
	[ "$(tail -n +2 predict | cut -d, -f3 | xargs)" = "1510 20169 269229 3593800 47971732 640349193 8547681506 114098463567" ]
	[ "$(sed -n 2p predict | cut -d, -f4)" -eq 20 ]
	[[ "$(tail -n 1 predict)" == korf,17,114098463567,0,,,, ]]
	[ "$("$SUPERFLIP" bench depth -q -d 10 -n 20 -f csv | tail -n 1 | cut -d, -f5)" = "$(sed -n 2p predict | cut -d, -f5)" ]
	draw nodes predict
	study predict --heuristics corners --depths 10 --problems 1
	[[ "$(tail -n 1 predict)" == corners,10,263837,1,* ]]
	study predict --metric qtm --depths 10..12 --problems 1
	[ "$(tail -n +2 predict | cut -d, -f3 | xargs)" = "34 319 2996" ]
	run ! study predict --heuristics manhattan --depths 10
}
