# superflip serve: what its OpenAPI description promises, asked with curl.

setup() {
	bats_require_minimum_version 1.5.0
	load wait
	load server
	hard="R U2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"  # 20 moves; seconds to hours away
}

teardown() {
	stop_server
}

@test "a scramble becomes a job, and the job a proved solution" {
	start_server
	job '{"scramble": "R U R'"' U'"'"}'
	wait_until job_is_done
	[ "$(jq -c '.result | [.status, .length, .lower_bound, .complete, .solutions[0].moves, .heuristic]' <<<"$body")" = \
		'["optimal",4,4,true,"U R U'"' R'"'","korf"]' ]
}

@test "the facelets and the solution of a job are those of the command" {
	start_server
	job '{"scramble": "R2 F U2 L"}'
	shown=$("$SUPERFLIP" show "R2 F U2 L" | sed -n 's/^facelets *//p')
	[ "$(jq -r .facelets <<<"$body")" = "$shown" ]
	wait_until job_is_done
	run "$SUPERFLIP" solve "R2 F U2 L"
	[ "$output" = "$(jq -r '.result | "\(.length)*  \(.solutions[0].moves)"' <<<"$body")" ]
}

@test "the command and the server search a problem with the same tables, and visit as many nodes" {
	start_server --heuristic auto
	local n=0 scramble options fields
	of='[.heuristic, [.nodes_by_depth[] | select(.complete) | [.threshold, .generated]], .length]'
	while IFS='|' read -r scramble options fields; do
		job "{\"scramble\": \"$scramble\", \"n\": \"all\"$fields}"
		wait_until job_is_done
		diff <(jq -c ".result | $of" <<<"$body") <(eval "\"\$SUPERFLIP\" solve -q --json --all $options \"\$scramble\"" | jq -c "$of")
		n=$((n + 1))
	done <<-'END'
		R U2 F D L B||
		R U2 F D|--metric qtm|, "metric": "qtm"
		R U2 F2 R F|--moves "R U F"|, "moves": "R U F"
		R U2 R2 U R U|--moves "R U"|, "moves": "R U"
		R U2 F D L|--over 1|, "over": 1
		R U2 F D L B|--goal cross|, "goal": "cross"
		R U2 F D L B|--goal eo --neutral all|, "goal": "eo", "neutral": "all"
		R U F R U|--goal eo:FB --moves "R U F"|, "goal": "eo:FB", "moves": "R U F"
		R U2 R' U' R|--goal ll|, "goal": "ll"
		R U M2|--metric stm|, "metric": "stm"
		M2 U M2|--metric stm --moves "M U"|, "metric": "stm", "moves": "M U"
		R U2 F|--cost U=1.5|, "cost": "U=1.5"
		R2 L2 U2|--centers|, "centers": true
		F R|--moves "U R"|, "moves": "U R"
	END
	[ "$n" -eq 14 ]
}

@test "the events of a job tell its beginning, iterations, solution and end, and end" {
	start_server
	job '{"scramble": "R U F D L B R U F D L"}'
	curl -sN "$base/api/jobs/$id/events" >"$BATS_TEST_TMPDIR/events"
	grep -q '^event: begin' "$BATS_TEST_TMPDIR/events"
	[ "$(grep -c '^event: end' "$BATS_TEST_TMPDIR/events")" = 1 ]
	[ "$(grep -A2 '^event: solution' "$BATS_TEST_TMPDIR/events" | sed -n 's/^data: //p' | jq -c '[.number, .length]')" = '[1,11]' ]
	grep -A2 '^event: iteration' "$BATS_TEST_TMPDIR/events" | sed -n 's/^data: //p' | jq -s -c 'map(.threshold)' | grep -q '11]$'
	[ "$(grep -A2 '^event: end' "$BATS_TEST_TMPDIR/events" | sed -n 's/^data: //p' | jq -r .result.status)" = optimal ]
	# Who comes late gets all of it, and who goes on gets the rest.
	all=$(grep -c '^event: iteration' "$BATS_TEST_TMPDIR/events")
	[ "$(curl -sN "$base/api/jobs/$id/events" | grep -c '^event: iteration')" = "$all" ]
	[ "$(curl -sN -H "Last-Event-ID: $all.1" "$base/api/jobs/$id/events" | grep -c '^event: \(iteration\|solution\)')" = 0 ]
	job '{"scramble": "U R U", "goal": "solved+auf:U+preauf:U"}'
	[ "$(curl -sN "$base/api/jobs/$id/events" | grep -A2 '^event: solution' | sed -n 's/^data: //p' | jq -c '[.length, .moves]')" = '[1,"U'"' R' U'"'"]' ]
	job '{"scramble": "M U M D'"'"'", "goal": "cross+preauf:D", "moves": "M U"}'
	[ "$(curl -sN "$base/api/jobs/$id/events" | grep -A2 '^event: solution' | sed -n 's/^data: //p' | jq -c '[.length, .moves, .before]')" = '[5,"D M'"'"' U'"'"' M'"'"'","D"]' ]
	# What an iteration proves is no more than the first solutions say, nor of lengths that nobody asked for.
	for fields in '"n": "all", "over": 3' '"min": 5' '"n": 50, "goal": "cross"'; do
		job "{\"scramble\": \"R U\", $fields}"
		wait_until job_is_done
		[ "$(jq -c '.result | .lower_bound as $least | [$least > 0, ([.nodes_by_depth[].lower_bound] | max <= $least)]' <<<"$body")" = '[true,true]' ]
	done
	job '{"scramble": "R U F D L B R U F D L"}'
	wait_until job_is_done
	[ "$(jq -c '[.result.nodes_by_depth[].lower_bound]' <<<"$body")" = '[9,10,11,11]' ]
}

@test "all solutions, methods with stages, quarter turns, goals, turns, the 2x2x2, French" {
	start_server
	job '{"scramble": "R2 L2 U2 D2 F2 B2", "n": "all"}'
	wait_until job_is_done
	[ "$(jq -r '.result.solutions[].moves' <<<"$body" | sort)" = "$("$SUPERFLIP" solve --all "R2 L2 U2 D2 F2 B2" | cut -d' ' -f3- | sort)" ]
	[ "$(jq '.result.solutions | length' <<<"$body")" -gt 1 ]
	job '{"scramble": "R U F", "method": "layers"}'
	wait_until job_is_done
	[ "$(jq -r '.result.status' <<<"$body")" = solved ]
	[ "$(jq -r '.result.stages[-1].facelets' <<<"$body")" = UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB ]
	[ "$(jq -r '.result | [.stages[].moves | select(. != "")] | join(" ")' <<<"$body")" = "$(jq -r '.result.solutions[0].moves' <<<"$body")" ]
	job '{"scramble": "B'"'"' U2 L2 D2 F'"'"' B", "centers": true}'
	wait_until job_is_done
	[ "$(jq -c '[.centers, .result.status, .result.length]' <<<"$body")" = '["U2 F- D2 L2","optimal",6]' ]
	job '{"scramble": "R2 U", "metric": "qtm"}'
	wait_until job_is_done
	[ "$(jq -c '.result | [.status, .length]' <<<"$body")" = '["optimal",3]' ]
	job '{"scramble": "R U", "goal": "R"}'
	wait_until job_is_done
	[ "$(jq -r '.result.solutions[0].moves' <<<"$body")" = "U'" ]
	job '{"scramble": "U", "moves": "R2 L2"}'
	wait_until job_is_done
	[ "$(jq -c '.result | [.status, .reachable, .complete]' <<<"$body")" = '["none",false,true]' ]
	job '{"scramble": "U R", "max": 1}'
	wait_until job_is_done
	[ "$(jq -c '.result | [.status, .complete, .stopped]' <<<"$body")" = '["none",true,null]' ]
	job '{"scramble": "M U", "goal": "cross", "metric": "stm", "moves": "M U R", "n": "all"}'
	wait_until job_is_done
	[ "$(jq -c '[.metric, .result.length, .result.lower_bound, .result.solutions[0].moves]' <<<"$body")" = '["stm",1,1,"M'"'"'"]' ]
	jq -c '{schema: "superflip/1", id: 1, puzzle, scramble, metric, turns: "M U R", goal} + .result' <<<"$body" | "$SUPERFLIP" verify -q --optimal
	job '{"scramble": "U F R B", "goal": "eo:FB", "cost": "U=1 U2=1.5 (F B'"'"')=1.5 R=1.5"}'
	wait_until job_is_done
	[ "$(jq -c '[.result.length, .result.nodes_by_depth[-1].threshold, .result.solutions[0].moves]' <<<"$body")" = '[3.5,3.5,"B'"'"' R'"'"' F'"'"'"]' ]
	job '{"scramble": "R", "moves": "M2 U2", "metric": "stm", "goal": "cross"}'
	wait_until job_is_done
	[ "$(jq -c '.result | [.status, .reachable]' <<<"$body")" = '["none",false]' ]
	job '{"scramble": "R U F", "puzzle": "2x2x2"}'
	wait_until job_is_done
	[ "$(jq -c '.result | [.status, .length, .heuristic]' <<<"$body")" = '["optimal",3,"pocket"]' ]
	job '{"scramble": "H P", "letters": "french"}'
	wait_until job_is_done
	[ "$(jq -r '.result.solutions[0].moves' <<<"$body")" = "P' H'" ]
}

@test "goals: the list of help goals, one that is measured, faults with their column, and solutions that verify accepts" {
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/pdb
	korf_tables "$SUPERFLIP_PDB_DIR"
	start_server
	get /api/goals
	[ "$(jq -r '.goals[] | .name + .arguments' <<<"$body")" = "$("$SUPERFLIP" help goals | sed -n 's/^  \([^ ][^ ]*\) .*/\1/p')" ]
	[ "$(jq -c '.goals[] | select(.name == "cross") | [.picture, .states, .exact]' <<<"$body")" = '["the four edges of a face (D)",190080,true]' ]
	# Few cubes are at these: the tables of whole cubes serve.
	[ "$(jq -c '[.goals[] | select(.name == "ll" or .name == "pll" or .name == "cross") | .installed]' <<<"$body")" = '[false,true,true]' ]
	get '/api/goals?goal=cross%2BFR'
	[ "$(jq -c '[.name, .states, .facelets]' <<<"$body")" = \
		'["cross+FR",72990720,"....U.......RR.RR.....FF.FF.DDDDD.D.....L..L.....B..B."]' ]
	get '/api/goals?goal=eo%2Bcrss'
	[ "$http" = 422 ]
	[ "$(jq -c '.error | [.field, .column]' <<<"$body")" = '["goal",4]' ]
	[[ $body == *"did you mean 'cross'?"* ]]
	post /api/solve '{"scramble": "R", "goal": "xcros:FR"}'
	[ "$http" = 422 ]
	[ "$(jq -c '.error | [.field, .column]' <<<"$body")" = '["goal",1]' ]
	scramble="D2 F' R2 B U2 R F L2 D' B2 U R2 D F2 L"
	for goal in cross eo:RL 2x2x2 ....U........R..R.....F..F..D.DDD.D.....L..L.....B..B.; do
		job "{\"scramble\": \"$scramble\", \"goal\": \"$goal\"}"
		wait_until job_is_done
		[ "$(jq -r .goal <<<"$body")" = "$goal" ]
		[ "$(jq -r .result.status <<<"$body")" = optimal ]
		jq -c '{schema: "superflip/1", id: 1, puzzle, scramble, metric, goal} + .result' <<<"$body" | "$SUPERFLIP" verify -q --optimal
	done
	job "{\"scramble\": \"$scramble\", \"goal\": \"cross\", \"n\": \"all\", \"over\": 1}"
	wait_until job_is_done
	[ "$(jq -r '.result.solutions[].moves' <<<"$body" | sort)" = \
		"$("$SUPERFLIP" solve -q --goal cross --all --over 1 "$scramble" | cut -d' ' -f3- | sort)" ]
	job '{"scramble": "....U........R.......FF..D..R.DD..D.....LD.L.....B..B."}'
	wait_until job_is_done
	[ "$(jq -c '[.goal, .result.status, .result.length]' <<<"$body")" = '[null,"optimal",2]' ]
	job '{"scramble": "....U........RU.......F........D........L........B...."}'
	wait_until job_is_done
	[ "$(jq -c '[.goal, .result.status, .result.length]' <<<"$body")" = '[null,"optimal",1]' ]
	job '{"scramble": "R U F", "goal": "cross", "max": 1}'
	wait_until job_is_done
	[ "$(jq -c '.result | [.status, .lower_bound]' <<<"$body")" = '["none",2]' ]
	# The side by its color, as the scramble turns the cube.
	job '{"scramble": "x2 U", "goal": "cross+neutral:D"}'
	wait_until job_is_done
	[ "$(jq -c '.result.solutions[0] | [.length, .reached, .color]' <<<"$body")" = '[0,"cross:D","white"]' ]
}

@test "while tables of a goal are built other cubes are solved; those that are too large are not built" {
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/pdb
	korf_tables "$SUPERFLIP_PDB_DIR"
	start_server --goal-tables 1M
	job '{"scramble": "R U F", "goal": "fb"}'
	wait_until job_is_done
	[ "$(jq -r '.result.error' <<<"$body")" = "the goal 'fb' needs tables of 3 MiB, more than this server builds for requests" ]
	# Somebody else builds this one.
	exec 8>"$SUPERFLIP_PDB_DIR/pieces-______x_-______xx__x_-htm.pdb.lock"
	flock 8
	job '{"scramble": "R U F", "goal": "2x2x2"}'
	local of_goal=$id
	job '{"scramble": "R U F"}'
	wait_until job_is_done
	id=$of_goal
	run ! job_is_done
	exec 8>&-
	wait_until job_is_done
	[ "$(jq -r '.result.status' <<<"$body")" = optimal ]
}

# A job tells that a table, by its name, is made for it.
job_tells_table() {
	get "/api/jobs/$id"
	[ "$(jq -r .progress.table.name <<<"$body")" = "$1" ]
}

# The first of the files that tables would have: those of superflip pdb path.
missing_table() {
	"$SUPERFLIP" pdb path "$@" 2>&1 | sed -n '1s/^superflip: \(.*\.pdb\): .*/\1/p'
}

# It tells that one of several tables is made for it.
job_tells_number() {
	get "/api/jobs/$id"
	jq -e '.progress.table | .number >= 1 and .number <= .of' <<<"$body"
}

# Of a list of steps it is at this one.
job_tells_step() {
	get "/api/jobs/$id"
	[ "$(jq -r .progress.step <<<"$body")" = "$1" ]
}

job_waits_after() {
	get "/api/jobs/$id"
	[ "$(jq -c '[.state, .ahead, .progress.table]' <<<"$body")" = "[\"waiting\",$1,null]" ]
}

# The server has room for the tables that a request needs.
is_solved() {
	job "$1"
	wait_until job_is_done
	[ "$(jq -r .result.status <<<"$body")" = optimal ]
}

@test "while tables of turns, costs and quarter turns are built other cubes are solved; DELETE and SIGTERM end the building" {
	local name file request first second
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/pdb
	korf_tables "$SUPERFLIP_PDB_DIR"
	while IFS='|' read -r name file request; do
		# Somebody else builds this one, and does not come to an end.
		exec 8>"$file.lock"
		flock 8
		start_server
		job "$request"
		first=$id
		wait_until job_tells_table "$name"
		[ "$(jq -r .progress.table.stage <<<"$body")" = waiting ]
		# Builds come one after another, and take no place of those that are searched (2).
		job "$request"
		wait_until job_waits_after 1
		second=$id
		job '{"scramble": "R U F"}'
		wait_until job_is_done
		[ "$(jq -r .result.status <<<"$body")" = optimal ]
		get "/api/jobs/$first" -X DELETE
		[ "$(jq -c '[.state, .result.status, .result.stopped]' <<<"$body")" = '["done","bound","interrupted"]' ]
		id=$second
		wait_until job_tells_table "$name"
		kill -TERM "$server"
		ends_with 143 "$server"
		server=
		exec 8>&-
		[ -z "$(compgen -G "$SUPERFLIP_PDB_DIR/*.tmp*")" ]
	done <<-END
		corners|$SUPERFLIP_PDB_DIR/corners-qtm.pdb|{"scramble": "R U F", "metric": "qtm"}
		edges-URUFULUBFRFL|$(missing_table solved --metric stm)|{"scramble": "M U", "metric": "stm"}
		edges-URUFULUBFRFL|$(missing_table solved --cost R=3)|{"scramble": "R U", "cost": "R=3"}
	END
}

@test "the time limit of a request ends the building of its tables" {
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/pdb
	korf_tables "$SUPERFLIP_PDB_DIR"
	start_server
	# Somebody else builds this one, and does not come to an end.
	exec 8>"$SUPERFLIP_PDB_DIR/corners-qtm.pdb.lock"
	flock 8
	job '{"scramble": "R U F", "metric": "qtm", "time_limit": 0.2}'
	wait_until job_is_done
	[ "$(jq -c '.result | [.status, .stopped, .error]' <<<"$body")" = '["bound","time limit",null]' ]
	[ "$(metric 'cubes_done_total{outcome="time_limit"}')" = 1 ]
	exec 8>&-
}

@test "tables count for --goal-tables while they are built, and no more when their job is cancelled" {
	local first
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/pdb
	korf_tables "$SUPERFLIP_PDB_DIR"
	start_server --goal-tables 4M
	exec 8>"$(missing_table fb --cost U=2).lock"
	flock 8
	job '{"scramble": "R U", "goal": "fb", "cost": "U=2"}'
	first=$id
	wait_until job_tells_table "$(basename "$(missing_table fb)" -htm.pdb)"
	for goal in '"fb"' null; do
		job "$(jq -n --argjson goal "$goal" '{scramble: "R U", cost: "U=3"} + if $goal then {$goal} else {} end')"
		wait_until job_is_done
		[[ "$(jq -r .result.error <<<"$body")" == *" tables of "*" MiB, more than this server builds for requests" ]]
	done
	get "/api/jobs/$first" -X DELETE
	wait_until is_solved '{"scramble": "R U", "goal": "fb", "cost": "U=3"}'
}

@test "few turns have an exact table of what they make; without room for it others serve" {
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/pdb
	korf_tables "$SUPERFLIP_PDB_DIR"
	while IFS='|' read -r size heuristic n_tables of_goal; do
		start_server --heuristic auto --goal-tables "$size"
		job '{"scramble": "R U F2", "moves": "R2 U"}'
		wait_until job_is_done
		[ "$(jq -c '.result | [.status, .reachable]' <<<"$body")" = '["none",false]' ]
		job '{"scramble": "R2 U R2 U2 R2 U'"'"' R2 U", "moves": "R2 U"}'
		wait_until job_is_done
		[ "$(jq -c '.result | [.status, .length, .reachable, .heuristic]' <<<"$body")" = "[\"optimal\",8,true,\"$heuristic\"]" ]
		jq -c '{schema: "superflip/1", id: 1, puzzle, scramble, metric, turns: "U U2 U'"'"' R2"} + .result' <<<"$body" | "$SUPERFLIP" verify -q --optimal --heuristic korf
		# A goal of pieces has no others.
		job '{"scramble": "R U F", "moves": "R U F", "goal": "fb"}'
		wait_until job_is_done
		[ "$(jq -r '.result.error // .result.status' <<<"$body")" = "$of_goal" ]
		[ "$(find "$SUPERFLIP_PDB_DIR" -name 'group-*.pdb' | wc -l)" -eq "$n_tables" ]
		stop_server
	done <<-END
		4K|korf|0|the goal 'fb' needs tables of 3 MiB, more than this server builds for requests
		4G|solved|1|optimal
	END
}

@test "lists of steps: a known one, one's own, from the inverse, without a solution, with a fault, too large, and stopped while it is built" {
	local scramble="R' U' F D2 L2 F U2 R2 F' L B D' B2 U L' F R2 D B' R' U' F"
	export SUPERFLIP_PDB_DIR=$BATS_TEST_TMPDIR/pdb
	korf_tables "$SUPERFLIP_PDB_DIR"
	start_server --goal-tables 1M
	[ "$(curl -s "$base/api/server" | jq -c '[.methods[] | select(.steps) | .name]')" = '["cfop","roux","petrus","zz","corners-first","sandwich","fmc","steps"]' ]
	job "{\"scramble\": \"$scramble\", \"method\": \"fmc\", \"niss\": true, \"width\": 50, \"n\": 3, \"neutral\": \"UD\"}"
	wait_until job_is_done
	[ "$(jq -c '.result.stages | map([.name, .goal])' <<<"$body")" = '[["EO","eo:RL"],["DR","dr:UD"],["HTR","htr"],["finish","solved"]]' ]
	[ "$(jq -r '.result.solutions[].niss' <<<"$body")" = \
		"$("$SUPERFLIP" solve -q --method fmc --niss --width 50 -n 3 --neutral UD "$scramble" | sed 's/^[0-9]*  //; s/  \[.*//')" ]
	jq -c '{schema: "superflip/1", id: 1, puzzle, scramble, metric, method} + .result' <<<"$body" | "$SUPERFLIP" verify -q
	job "{\"scramble\": \"$scramble\", \"goal\": \"eo+neutral\", \"niss\": true, \"n\": 3}"
	wait_until job_is_done
	[ "$(jq -r '.result | .status, (.solutions[] | "\(.step_moves[0])  (\(.reached))")' <<<"$body")" = \
		"optimal
$("$SUPERFLIP" solve -q --goal eo+neutral --niss -n 3 "$scramble" | sed 's/^[0-9]*[*]*  //')" ]
	job '{"scramble": "R U F D B L2", "steps": "# mine\n cross = cross\n all = solved\n"}'
	wait_until job_is_done
	[ "$(jq -c '[.method, .result.status, (.result.stages | map(.name)), .result.stages[-1].facelets]' <<<"$body")" = \
		'["steps","solved",["cross","all"],"UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"]' ]
	job "{\"scramble\": \"$hard\", \"steps\": \"cross = cross\nall = solved\", \"time_limit\": 0.3}"
	wait_until job_is_done
	[ "$(jq -c '[.result.status, .result.stopped]' <<<"$body")" = '["bound","time limit"]' ]
	job "{\"scramble\": \"$hard\", \"steps\": \"cross = cross\nall = solved\"}"
	wait_until job_tells_step 2
	get "/api/jobs/$id" -X DELETE
	wait_until job_is_done
	[ "$(jq -c '[.result.status, .result.stopped]' <<<"$body")" = '["bound","interrupted"]' ]
	job '{"scramble": "F", "steps": "EO = eo:FB ; turns U R\nall = solved"}'
	wait_until job_is_done
	[ "$(jq -c '[.result.status, .result.stuck_at]' <<<"$body")" = '["bound","EO"]' ]
	post /api/solve '{"scramble": "R", "steps": "cross = cross\nall = sloved"}'
	[ "$http" = 422 ]
	[ "$(jq -c '[.error.field, .error.row, .error.column, .error.token, .error.message]' <<<"$body")" = \
		"[\"steps\",2,7,\"sloved\",\"line 2, column 7: there is no goal 'sloved'; did you mean 'solved'?\"]" ]
	job '{"scramble": "R U F", "method": "cfop"}'
	wait_until job_is_done
	[[ "$(jq -r '.result.error' <<<"$body")" == "these steps need tables of "*" MiB, more than this server builds for requests" ]]
	stop_server
	start_server
	job '{"scramble": "R U F", "method": "cfop"}'
	wait_until job_tells_number
	jq -e '.progress.table | .of > 3 and .bytes > 4096 and .share <= 1' <<<"$body"
	kill -TERM "$server"
	wait "$server" || [ "$?" -eq 143 ]
	server=
	[ -z "$(compgen -G "$SUPERFLIP_PDB_DIR/*.tmp*")" ]
}

@test "what is no cube is refused with the place and the command's own words" {
	start_server
	run "$SUPERFLIP" solve "R U X"
	post /api/solve '{"scramble": "R U X"}'
	[ "$http" = 422 ]
	[ "$(jq -c '.error | [.status, .column, .token]' <<<"$body")" = '[422,5,"X"]' ]
	[[ $output == *"$(jq -r .error.message <<<"$body")" ]]
	twisted=UUUUUUUURRRURRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB
	get "/api/show?scramble=$twisted"
	[ "$http" = 422 ]
	run "$SUPERFLIP" solve "$twisted"
	[[ $output == *"$(jq -r .error.message <<<"$body")" ]]
}

@test "/api/show has the moves that make what it shows, turns on the inverse first" {
	start_server
	get "/api/show?scramble=F%20R%20U%20(B)&parentheses=niss"
	[ "$(jq -r '.moves, .inverse, .facelets' <<<"$body")" = $'B\' F R U\nU\' R\' F\' B\n'"$("$SUPERFLIP" convert --to facelets <<<"B' F R U")" ]
	[ "$(jq -r '[.order, .parity] | @csv' <<<"$body")" = '24,"even"' ]
	get "/api/show?scramble=R%20U&puzzle=2x2x2"
	[ "$(jq -r '.moves, .inverse' <<<"$body")" = $'R U\nU\' R\'' ]
	get "/api/show?scramble=UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
	[ "$(jq -c '[.moves, .inverse]' <<<"$body")" = "[null,null]" ]
}

@test "a request that is none is told why" {
	start_server
	post /api/solve '{"scramble": '
	[ "$http" = 400 ]
	post /api/solve '{"scramble": "R", "metod": "layers"}'
	[ "$http" = 422 ]
	[ "$(jq -r .error.message <<<"$body")" = "'metod' is not a field of a request; did you mean 'method'?" ]
	post /api/solve '{"scramble": "R", "colour": "red"}'
	[ "$(jq -r .error.message <<<"$body")" = "'colour' is not a field of a request; /api/openapi.yaml lists them" ]
	for field in time_limit wait; do
		post /api/solve "{\"scramble\": \"R\", \"$field\": null}"
		[ "$(jq -r .error.message <<<"$body")" = "$field: expected seconds, or 10m, or 2h" ]
	done
	post /api/solve '{"scramble": "R", "node_limit": true}'
	[ "$(jq -r .error.message <<<"$body")" = "node_limit: expected a number such as 1e9 or 5G" ]
	get /api/solve --data-binary '{"scramble": "R"}'
	[ "$http" = 415 ]
	get /api/solve -X PUT
	[ "$http" = 405 ]
	get '/api/solve?scramble=R&scramble=U'
	[ "$http" = 400 ]
	get '/api/solve?scramble=R%FF'
	[ "$http" = 400 ]
	get /nothing
	[ "$http" = 404 ]
	post /api/solve "{\"scramble\": \"$(printf 'R U %.0s' {1..20000})\"}"
	[ "$http" = 413 ]
	post /api/solve "{\"scramble\": \"$(printf 'R U %.0s' {1..20000})\"}" -H 'Transfer-Encoding: chunked'
	[ "$http" = 413 ]
	get "/api/show?scramble=R%00U"
	[ "$http" = 400 ]
	get /healthz
	[ "$http" = 200 ]
}

@test "GET /api/solve waits for the result, or answers 202 and where to ask again; whoever goes cancels it" {
	start_server
	get /api/solve -G --data-urlencode "scramble=R U R' U'" -d wait=60
	[ "$http" = 200 ]
	[ "$(jq -c '[.state, .result.length, .result.solutions[0].moves]' <<<"$body")" = '["done",4,"U R U'"' R'"'"]' ]
	get /api/solve -G --data-urlencode "scramble=R U F2" -d "goal=cross&n=all&over=1&niss=false&wait=1m"
	[ "$(jq -r '.result.solutions[].moves' <<<"$body" | sort)" = "$("$SUPERFLIP" solve -q --goal cross --all --over 1 "R U F2" | cut -d' ' -f3- | sort)" ]
	post /api/solve '{"scramble": "R U F2", "wait": 60}'
	[ "$http" = 200 ]
	get /api/solve -G -d "scramble=R&metric=hmt"
	[ "$http" = 400 ]
	[ "$(jq -r .error.field <<<"$body")" = metric ]
	get /api/solve -G -d "scramble=R&goel=cross"
	[[ $(jq -r .error.message <<<"$body") == *"did you mean 'goal'?" ]]
	get /api/solve -G -d scramble=R -H 'Sec-Fetch-Site: cross-site'
	[ "$http" = 403 ]
	get /api/solve -G -d scramble=R
	[ "$http" = 202 ]
	get /api/solve -G --data-urlencode "scramble=$hard" -d wait=0.3 -D "$BATS_TEST_TMPDIR/head"
	[ "$http" = 202 ]
	id=$(jq -r .id <<<"$body")
	grep -qi "^location: /api/jobs/$id" "$BATS_TEST_TMPDIR/head"
	grep -qi "^retry-after: 1" "$BATS_TEST_TMPDIR/head"
	get "/api/jobs/$id" -X DELETE
	[ "$http" = 200 ]
	wait_until metric_is cubes_running 0
	curl -sG -m 1 "$base/api/solve" --data-urlencode "scramble=$hard" -d wait=1000 || [ "$?" -eq 28 ]
	wait_until metric_is cubes_running 0
	[ -n "${SUPERFLIP_SLOW_TESTS-}" ] || return 0
	# Longer than a connection may be silent.
	get /api/solve -G --data-urlencode "scramble=$hard" -d wait=25
	[ "$http" = 202 ]
}

@test "the examples of doc/tour.md are answered as they are shown" {
	local document=$BATS_TEST_DIRNAME/../../doc/tour.md line expected="" actual="" n=0
	start_server
	while IFS= read -r line; do
		if [[ $line == '$ '* ]]; then
			n=$((n + 1))
			line=${line#'$ '}
			eval "${line//http:\/\/127.0.0.1:8080/$base}" >>"$BATS_TEST_TMPDIR/told"
		else
			echo "$line" >>"$BATS_TEST_TMPDIR/shown"
		fi
	done < <(sed -n '/^<!-- not run: tests\/cli\/serve.bats/,/^$/s/^    //p' "$document")
	[ "$n" -ge 5 ]
	diff "$BATS_TEST_TMPDIR/shown" "$BATS_TEST_TMPDIR/told"
}

# Its fields are compared by tests/web/test_request.c.
@test "the description's limits, statuses, events and ids are the server's" {
	local field described told
	start_server
	document=$(curl -s "$base/api/openapi.yaml")
	for field in time_limit wait; do
		grep -q "^        $field: .*minimum: 0, exclusiveMinimum: true" <<<"$document"
		post /api/solve "{\"scramble\": \"\", \"$field\": 0}"
		[ "$http" = 422 ]
	done
	for status in 200 202 400 403 422; do
		sed -n '/^  \/api\/solve:/,/^    post:/p' <<<"$document" | grep -q "^        \"$status\""
	done
	# Each event is described; an id counts what was told; begin comes again, the rest does not.
	described=$(sed -n 's/^        | `\([a-z]*\)` | .*/\1/p' <<<"$document" | sort)
	job '{"scramble": "R U F D L B R U F D L"}'
	curl -sN "$base/api/jobs/$id/events" >"$BATS_TEST_TMPDIR/events"
	told=$(sed -n 's/^event: //p' "$BATS_TEST_TMPDIR/events" | sort -u)
	[ -z "$(comm -13 <(echo "$described") <(echo "$told"))" ]
	for field in begin iteration solution end; do grep -qx "$field" <<<"$told"; done
	grep -q 'an id: `I.S` after I iterations and S solutions' <<<"$document"
	awk -F': ' '$1 == "event" { i += $2 == "iteration"; s += $2 == "solution" } $1 == "id" && $2 != (i + 0) "." (s + 0) { exit 1 }' \
		"$BATS_TEST_TMPDIR/events"
	grep -q '| `begin` | `Progress` | once in each stream' <<<"$document"
	[ "$(curl -sN -H "Last-Event-ID: $(sed -n 's/^id: //p' "$BATS_TEST_TMPDIR/events" | tail -n 1)" "$base/api/jobs/$id/events" |
		sed -n 's/^event: //p' | tr '\n' ' ')" = 'begin end ' ]
}

@test "scripts and styles of the page are permitted by their hashes, in the page and in the header" {
	local part first hash policy
	start_server
	get / -D "$BATS_TEST_TMPDIR/head"
	policy=$(sed -n 's/^<meta http-equiv="Content-Security-Policy" content="\([^"]*\)".*/\1/p' <<<"$body")
	[[ $policy == "default-src 'none'; "* && $policy != *unsafe* ]]
	grep -qiF "content-security-policy: $policy; base-uri 'none'; form-action 'none'; frame-ancestors 'none'" "$BATS_TEST_TMPDIR/head"
	for part in script style; do
		first="<$part>"
		[ "$part" = style ] || first='<script type="module">'
		hash=$({ echo && sed -n "/^$first\$/,/^<\/$part>\$/p" <<<"$body" | sed '1d; $d'; } | sha256sum | cut -c 1-64 | sed 's/../\\x&/g')
		[[ $policy == *"$part-src 'sha256-$(printf "$hash" | base64)'"* ]]
	done
}

@test "the port is taken before tables are built: one that is taken fails at once, and who comes meanwhile is answered later" {
	local port directory=$BATS_TEST_TMPDIR/pdb client
	start_server
	port=${base##*:}
	mkdir "$BATS_TEST_TMPDIR/none"
	run "$SUPERFLIP" serve --port "$port" --pdb-dir "$BATS_TEST_TMPDIR/none"
	[ "$status" -eq 4 ]
	[[ $output == "superflip: serve: cannot listen on 127.0.0.1 port $port: "* ]]
	[ -z "$(ls -A "$BATS_TEST_TMPDIR/none")" ]
	stop_server
	korf_tables "$directory"
	mv "$directory/corners-htm.pdb" "$BATS_TEST_TMPDIR"
	# Somebody else builds this one.
	exec 8>"$directory/corners-htm.pdb.lock"
	flock 8
	"$SUPERFLIP" serve --port "$port" --pdb-dir "$directory" >"$BATS_TEST_TMPDIR/server.out" 2>"$log" 3>&- 8>&- &
	server=$!
	wait_until eval "(exec 9<>/dev/tcp/127.0.0.1/$port) 2>/dev/null"
	curl -s "http://127.0.0.1:$port/healthz" >"$BATS_TEST_TMPDIR/health" 3>&- 8>&- &
	client=$!
	run ! grep -q http:// "$log"
	mv "$BATS_TEST_TMPDIR/corners-htm.pdb" "$directory"
	exec 8>&-
	wait "$client"
	[ "$(cat "$BATS_TEST_TMPDIR/health")" = ok ]
}

prediction_is_known() {
	get "/api/jobs/$id"
	jq -e '.result.nodes_by_depth[-1].predicted' <<<"$body" >/dev/null
}

@test "the nodes predicted of a symmetric cube, by which the time left is told, are those of one of its symmetric first moves" {
	start_server
	job "{\"scramble\": \"$hard\", \"max\": 13}"
	wait_until job_is_done
	wait_until prediction_is_known
	jq -e '.result.nodes_by_depth[] | select(.threshold == 13) | .predicted / .generated | . > 0.4 and . < 2.5' <<<"$body"
}

@test "a job is cancelled by DELETE, and tells what it has proved" {
	start_server
	job "{\"scramble\": \"$hard\"}"
	wait_until metric_is cubes_running 1
	get "/api/jobs/$id" -X DELETE
	[ "$http" = 200 ]
	wait_until job_is_done
	[ "$(jq -c '.result | [.status, .stopped]' <<<"$body")" = '["bound","interrupted"]' ]
	wait_until metric_is cubes_running 0
}

@test "a job whose only client has gone is cancelled; a detached one is not" {
	start_server --time-limit 1h
	job "{\"scramble\": \"$hard\", \"detached\": true}"
	detached=$id
	job "{\"scramble\": \"$hard\"}"
	curl -sN "$base/api/jobs/$id/events" >"$BATS_TEST_TMPDIR/events" 3>&- &
	local reader=$!
	wait_until event_is_there begin "$BATS_TEST_TMPDIR/events"
	kill $reader
	wait $reader || true
	wait_until metric_is cubes_abandoned_total 1
	wait_until metric_is cubes_running 1
	get "/api/jobs/$id"
	[ "$(jq -r .result.stopped <<<"$body")" = interrupted ]
	get "/api/jobs/$detached"
	[ "$(jq -r .state <<<"$body")" = running ]
}

@test "the time that a cube gets is the server's, and a short solution comes all the same" {
	start_server --time-limit 1
	job "{\"scramble\": \"$hard\", \"time_limit\": 1000}"
	wait_until job_is_done
	[ "$(jq -c '.result | [.status, .stopped, .approximate]' <<<"$body")" = '["bound","time limit",true]' ]
	"$SUPERFLIP" verify -q <<<"$hard → $(jq -r '.result.solutions[0].moves' <<<"$body")"
}

@test "scrambles: random states with the moves that make them, the same for a seed" {
	start_server
	get '/api/scramble?n=3&seed=5'
	first=$body
	get '/api/scramble?n=3&seed=5'
	[ "$(jq -c '.scrambles | map(.facelets)' <<<"$first")" = "$(jq -c '.scrambles | map(.facelets)' <<<"$body")" ]
	[ "$(jq '.scrambles | length' <<<"$body")" = 3 ]
	shown=$("$SUPERFLIP" show "$(jq -r '.scrambles[2].scramble' <<<"$body")" | sed -n 's/^facelets *//p')
	[ "$shown" = "$(jq -r '.scrambles[2].facelets' <<<"$body")" ]
	get '/api/scramble?puzzle=2x2x2&type=moves&length=9'
	[ "$(jq -r '.scrambles[0].scramble' <<<"$body" | wc -w)" = 9 ]
	get '/api/scramble?n=101'
	[ "$http" = 400 ]
}

@test "the page, its description, tables and the server's own words" {
	start_server
	get /
	[ "$http" = 200 ]
	grep -qi '<html' <<<"$body"
	get /api/openapi.yaml
	[[ $body == openapi:* ]]
	get /api/tables
	[ "$(jq -c '[.heuristic, (.tables | length), (.heuristics | map(select(.name == "korf"))[0].installed)]' <<<"$body")" = '["korf",3,true]' ]
	get /api/server
	[ "$(jq -r '.methods[0].name' <<<"$body")" = optimal ]
	[ "$(jq .limits.waiting <<<"$body")" = 64 ]
	get /metrics
	grep -q '^# TYPE superflip_cubes_waiting gauge' <<<"$body"
	[ "$(get /healthz && echo "$body")" = ok ]
}

@test "every path of the description answers, and every path that answers is described" {
	start_server
	document=$(curl -s "$base/api/openapi.yaml")
	for path in $(sed -n '/^paths:/,/^components:/s/^  \(\/[^:]*\):$/\1/p' <<<"$document"); do
		get "${path//\{id\}/0}"
		case $path in
		*'{id}'*) [ "$http" = 404 ] ;;
		/v0/solve/pattern) [ "$http" = 405 ] ;;
		/api/solve) [ "$http" = 422 ] ;;
		/api/show) [ "$http" = 400 ] ;;
		*) [ "$http" = 200 ] ;;
		esac
	done
}

@test "beyond this machine only with a token; with one nobody is answered without it" {
	"$SUPERFLIP" serve --help >/dev/null 2>&1 || skip "built without libmicrohttpd"
	run "$SUPERFLIP" serve --bind 0.0.0.0
	[ "$status" -eq 2 ]
	[[ $output == *"a token is needed"* ]]
	run "$SUPERFLIP" serve --token 'a b'
	[ "$status" -eq 2 ]
	echo secret >"$BATS_TEST_TMPDIR/token"
	start_server --bind 0.0.0.0 --token-file "$BATS_TEST_TMPDIR/token"
	base=${base/0.0.0.0/127.0.0.1}
	get /api/server
	[ "$http" = 401 ]
	get /healthz
	[ "$http" = 200 ]
	get /api/server -H 'Authorization: Bearer secret'
	[ "$http" = 200 ]
	get '/?token=secret' -c "$BATS_TEST_TMPDIR/cookies"
	[ "$http" = 303 ]
	get /api/server -b "$BATS_TEST_TMPDIR/cookies"
	[ "$http" = 200 ]
	get '/?token=wrong'
	[ "$http" = 401 ]
}

@test "pages of other sites are refused, those of this machine may read the answers" {
	start_server
	get /api/server -H 'Origin: https://example.net'
	[ "$http" = 403 ]
	get /api/server -H 'Host: rebound.example.net'
	[ "$http" = 403 ]
	curl -s -i -H 'Origin: http://localhost:3333' "$base/api/server" | grep -qi '^access-control-allow-origin: http://localhost:3333'
	curl -s -i -X OPTIONS -H 'Origin: http://localhost:3333' "$base/v0/solve/pattern" | grep -qi '^access-control-allow-methods: .*POST'
	stop_server
	start_server --allow-origin https://example.net --allow-origin https://example.org
	get /api/server -H 'Origin: https://example.net'
	[ "$http" = 200 ]
	get /api/server -H 'Origin: https://example.org'
	[ "$http" = 200 ]
	get /api/server -H 'Origin: https://example.com'
	[ "$http" = 403 ]
}

@test "--access-log: a line for each request in the common log format, without tokens and control characters" {
	start_server --token secret --access-log "$BATS_TEST_TMPDIR/access.log"
	get /healthz
	get '/?token=secret'
	get '/api/show?scramble=R%20U' -H 'Authorization: Bearer secret'
	size=${#body}
	raw 'GET /nothing/\x1b[31m"\xc2\x9b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >/dev/null
	stop_server
	sed 's|\[[0-9][0-9]/[A-Z][a-z][a-z]/[0-9]\{4\}\(:[0-9][0-9]\)\{3\} [+-][0-9]\{4\}\]|[TIME]|' "$BATS_TEST_TMPDIR/access.log" >"$BATS_TEST_TMPDIR/lines"
	[ "$(sed -n 1p "$BATS_TEST_TMPDIR/lines")" = '127.0.0.1 - - [TIME] "GET /healthz HTTP/1.1" 200 3' ]
	[ "$(sed -n 2p "$BATS_TEST_TMPDIR/lines")" = '127.0.0.1 - - [TIME] "GET /?... HTTP/1.1" 303 0' ]
	[ "$(sed -n 3p "$BATS_TEST_TMPDIR/lines")" = "127.0.0.1 - - [TIME] \"GET /api/show?scramble=R%20U HTTP/1.1\" 200 $size" ]
	[[ $(sed -n 4p "$BATS_TEST_TMPDIR/lines") == '127.0.0.1 - - [TIME] "GET /nothing/<U+001B>[31m\x22<U+009B> HTTP/1.1" '* ]]
	[ "$(wc -l <"$BATS_TEST_TMPDIR/lines")" -eq 4 ]
	run ! grep -q secret "$BATS_TEST_TMPDIR/access.log"
	run "$SUPERFLIP" serve --heuristic korf --access-log "$BATS_TEST_TMPDIR/nowhere/log"
	[ "$status" -eq 4 ]
}

@test "--access-log -: on standard error, events with what was sent of them" {
	start_server --access-log -
	job '{"scramble": "R U F"}'
	curl -sN "$base/api/jobs/$id/events" >"$BATS_TEST_TMPDIR/events"
	wait_until grep -q "\"GET /api/jobs/$id/events HTTP/1.1\" 200 $(wc -c <"$BATS_TEST_TMPDIR/events")\$" "$log"
}

@test "SIGTERM ends it soon, and whoever waits gets what was proved" {
	start_server
	job "{\"scramble\": \"$hard\"}"
	curl -sN "$base/api/jobs/$id/events" >"$BATS_TEST_TMPDIR/events" 3>&- &
	local reader=$!
	wait_until event_is_there begin "$BATS_TEST_TMPDIR/events"
	kill -TERM "$server"
	local status=0
	wait "$server" || status=$?
	[ "$status" -eq 143 ]
	wait $reader
	grep -q '^event: end' "$BATS_TEST_TMPDIR/events"
	grep -q '"stopped":"interrupted"' "$BATS_TEST_TMPDIR/events"
}

@test "a port that is taken, an address that is none, an option that is wrong" {
	start_server
	run "$SUPERFLIP" serve --heuristic korf --port "${base##*:}"
	[ "$status" -eq 4 ]
	[[ $output == *"cannot listen on 127.0.0.1 port"* ]]
	run "$SUPERFLIP" serve --port 70000
	[ "$status" -eq 2 ]
	run "$SUPERFLIP" serve --heuristic nosuch
	[ "$status" -eq 2 ]
	run "$SUPERFLIP" serve extra
	[ "$status" -eq 2 ]
}

@test "SIGUSR1 asks how many cubes wait" {
	start_server
	kill -USR1 "$server"
	wait_until grep -q '0 cubes waiting' "$log"
}
