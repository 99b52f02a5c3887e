// POST /v0/solve/pattern as pages of cubing.js ask it, at the address that they have: patterns and definitions are made, and
// answers are judged, by cubing.js. `make web-test` runs it.
import assert from "node:assert/strict";
import {spawn} from "node:child_process";
import {after, before, test} from "node:test";
import {setTimeout as sleep} from "node:timers/promises";
import {Alg} from "cubing/alg";
import {cube2x2x2, cube3x3x3} from "cubing/puzzles";

const base = "http://localhost:2023";
const kpuzzle = await cube3x3x3.kpuzzle();
let server;

before(async () => {
	server = spawn(process.env.SUPERFLIP ?? "build/release/superflip", ["serve", "--port", "2023", "--heuristic", "korf"],
		{stdio: ["ignore", "inherit", "pipe"]});
	await new Promise((resolve, reject) => {
		let told = "";
		server.stderr.on("data", text => (told += text).includes("http://") && resolve());
		server.on("exit", () => reject(new Error(told)));
	});
});
after(() => server.kill());

async function ask(body, init = {}) {
	return fetch(`${base}/v0/solve/pattern`, {
		method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body), ...init});
}

async function solve(pattern, more = {}) {
	const reply = await ask({definition: kpuzzle.definition, pattern: pattern.patternData, ...more});
	assert.ok(reply.ok, await reply.clone().text());
	return Alg.fromString((await reply.json()).alg);
}

const scrambled = alg => kpuzzle.defaultPattern().applyAlg(alg);
const nMoves = alg => [...alg.childAlgNodes()].length;
const isSolved = pattern => pattern.experimentalIsSolved({ignorePuzzleOrientation: true, ignoreCenterOrientation: true});

test("patterns are solved, in no more moves than made them", async () => {
	for (const alg of ["", "R", "R U R' U'", "F2 L' D B", "U R2 F B R B2 R", "L2 D' B' R U2 F"]) {
		const answer = await solve(scrambled(alg));
		assert.ok(isSolved(scrambled(alg).applyAlg(answer)), `${alg}: ${answer}`);
		assert.ok(nMoves(answer) <= nMoves(Alg.fromString(alg)), `${alg}: ${answer}`);
	}
});

test("slices, wide turns and rotations are solved as the cube is held", async () => {
	for (const alg of ["M", "x", "y R", "M' U2 M U2", "r U R'", "x y' z2 R U", "E2 M2 S2", "d f' R", "S R U F z"]) {
		const answer = await solve(scrambled(alg));
		assert.ok(isSolved(scrambled(alg).applyAlg(answer)), `${alg}: ${answer}`);
	}
});

test("random patterns of a dozen moves", async () => {
	let seed = 2023;
	const random = n => (seed = (seed * 1103515245 + 12345) % 2147483648) % n;
	for (let i = 0; i < 20; i++) {
		const alg = Array.from({length: 12}, () => "URFDLBMESxyzrud"[random(15)] + ["", "2", "'"][random(3)]).join(" ");
		const answer = await solve(scrambled(alg));
		assert.ok(isSolved(scrambled(alg).applyAlg(answer)), `${alg}: ${answer}`);
	}
});

test("a start pattern is the goal", async () => {
	const goal = scrambled("R U F");
	for (const startPattern of [goal.patternData, goal]) {
		const answer = await solve(scrambled("R U"), {startPattern});
		assert.ok(scrambled("R U").applyAlg(answer).isIdentical(goal), String(answer));
		assert.equal(nMoves(answer), 1);
	}
});

test("search arguments are heeded: generators, quarter turns, depth", async () => {
	assert.match(String(await solve(scrambled("R U R"), {searchArgs: {generatorMoves: ["U", "R"], randomStart: true, startPruneDepth: 5}})),
		/^[UR' 2]+$/);
	assert.equal(String(await solve(scrambled("R2"), {searchArgs: {quantumMetric: true}})), "R2");
	const reply = await ask({definition: kpuzzle.definition, pattern: scrambled("R U F").patternData, searchArgs: {maxDepth: 2}});
	assert.equal(reply.status, 404);
});

test("a puzzle that is not solved here is refused with a reason", async () => {
	const other = await cube2x2x2.kpuzzle();
	const reply = await ask({definition: other.definition, pattern: other.defaultPattern().patternData});
	assert.equal(reply.status, 422);
	assert.match((await reply.json()).error.message, /2x2x2/);
	const impossible = structuredClone(kpuzzle.defaultPattern().patternData);
	impossible.CORNERS.orientation[0] = 1;
	const twisted = await ask({definition: kpuzzle.definition, pattern: impossible});
	assert.equal(twisted.status, 422);
	assert.match((await twisted.json()).error.message, /twist|corner/);
});

test("pages of this machine may ask and read, those of other sites may not", async () => {
	const preflight = await fetch(`${base}/v0/solve/pattern`, {method: "OPTIONS", headers: {
		"Origin": "http://localhost:3333", "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}});
	assert.equal(preflight.status, 204);
	assert.equal(preflight.headers.get("access-control-allow-origin"), "http://localhost:3333");
	assert.match(preflight.headers.get("access-control-allow-headers"), /content-type/i);
	assert.equal((await fetch(`${base}/v0/solve/pattern`, {method: "OPTIONS", headers: {"Origin": "https://example.net"}})).status, 403);
});

test("who goes away stops the search", async () => {
	const away = new AbortController();
	const hard = scrambled("R U2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2");  // superflip: hours away
	const asked = ask({definition: kpuzzle.definition, pattern: hard.patternData}, {signal: away.signal});
	const running = async () => (await (await fetch(`${base}/metrics`)).text()).match(/^superflip_cubes_running (\d+)/m)[1];
	while (await running() !== "1")
		await sleep(20);
	away.abort();
	await assert.rejects(asked);
	while (await running() !== "0")
		await sleep(20);
});
