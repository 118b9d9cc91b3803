/**
 * `npm run campaign -- --minutes 10 --seed 7 [--database-url postgres://…]`: sends random orders to a real server that
 * is killed repeatedly, and checks every invariant after each round. Without a URL, it uses the embedded database in a
 * temporary folder; a given database is filled with demo data. The same seed produces the same requests, but the timing
 * of the kills varies.
 */
import { randomInt, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { pick, createRandom } from "../server/sandbox/random.ts";
import { type Row, SUCCESS_CODE } from "@portolan/engine";
import { failures } from "../src/contract/failures.ts";
import { openDatabase } from "../server/store/open.ts";
import { Client, type Answer } from "../tests/server/client.ts";
import { broken } from "../tests/server/invariants.ts";
import { startProcess, type ServerProcess } from "../tests/server/process.ts";

const HELP = `npm run campaign -- [options]   random lives of orders against the real server, which is killed again and again; reads every invariant back
  --minutes NUMBER      how long (10)
  --seed NUMBER         asks for the same things again (a random one, printed)
  --database-url URL    a PostgreSQL, which is filled with demo data (the embedded engine in a folder of its own)
  --help                this text`;

/** Parses the command line options; undefined when they are invalid. */
function readOptions():
  | { minutes: number; seed: number; databaseUrl: string | undefined; help: boolean | undefined }
  | undefined {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: "string", default: "10" },
        seed: { type: "string" },
        "database-url": { type: "string" },
        help: { type: "boolean" },
      },
    });
    const [minutes, seed] = [Number(values.minutes), Number(values.seed ?? randomInt(2 ** 31))];
    return minutes > 0 && Number.isSafeInteger(seed)
      ? { minutes, seed, databaseUrl: values["database-url"], help: values.help }
      : undefined;
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}
const options = readOptions();
if (!options || options.help) {
  console[options ? "log" : "error"](HELP);
  process.exit(options ? 0 : 2);
}
const { minutes, seed } = options;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));

const APPLY = "POST /mer/gep/withdraw/apply";
const REVIEW = "POST /mer/gep/withdraw/reexamine";
const CANCEL = "POST /mer/own/withdrawal/cancel";
/** Amount endings that script the simulated bank, weighted towards ordinary outcomes. */
const ENDINGS = ["00", "00", "00", "35", "10", "20", "21", "22", "30", "50", "80"];
/**
 * Refusals that random orders may legitimately receive: version conflict, own order, no other reviewer, limit reached,
 * insufficient balance.
 */
const { invalid, balance, transition, makerIsChecker, limitReached, totpNeeded, stale, inProgress, proofWrong } =
  failures;
const EXPECTED: ReadonlySet<number> = new Set([
  SUCCESS_CODE,
  ...[invalid, balance, transition, makerIsChecker, limitReached, totpNeeded, stale].map(({ code }) => code),
]);
/** Responses to a user without the right to review who cancels the order of another user. */
const REFUSED: ReadonlySet<number> = new Set([failures.notGranted, transition, stale].map(({ code }) => code));
const TRIES = 12;

type CampaignUser = "maker" | "checker";
/** A request, repeated with the same key until it receives a response. */
interface PlannedCall {
  by: CampaignUser;
  call: string;
  body: Row;
  key: string;
  proof: string;
  /** Codes of the responses that are right. */
  expected: ReadonlySet<number>;
  result?: Answer;
}
class Broken extends Error {}

const { databaseUrl } = options;
const place = {
  dataDir: mkdtempSync(join(tmpdir(), "portolan-campaign-")),
  ...(databaseUrl !== undefined && { databaseUrl }),
};
const random = createRandom(seed);
const users: Partial<Record<CampaignUser, Client>> = {};
const counts = { rounds: 0, kills: 0, calls: 0, orders: 0, replays: 0 };
/** Order numbers by idempotency key; each key must create exactly one order. */
const createdOrders = new Map<string, string>();
/** Makers by order number. */
const makers = new Map<string, CampaignUser>();
let server: ServerProcess | undefined;
let accountId = "";

async function start(): Promise<void> {
  server = await startProcess(place);
  for (const [name, client] of Object.entries(users)) users[name as CampaignUser] = client.at(server!.url);
}

async function signIn(): Promise<void> {
  for (const name of ["maker", "checker"] as const) {
    const client = new Client(server!.url);
    if ((await client.signIn(`${name}@demo.portolan`)).code !== SUCCESS_CODE)
      throw new Broken(`${name} cannot sign in`);
    users[name] = client;
  }
  accountId = (await users.maker!.call("GET /mer/account/list")).map.list[0].id;
}

async function plan(
  by: CampaignUser,
  call: string,
  body: Row,
  { key = randomUUID(), expected = EXPECTED }: { key?: string; expected?: ReadonlySet<number> } = {},
): Promise<PlannedCall> {
  return { by, call, body, key, expected, proof: await users[by]!.proof(call, body) };
}

/**
 * Sends a request until it receives a response. Renews a proof that has expired after two minutes, and retries
 * connection errors, HTTP 500 (shutdown), 503 (busy) and "in progress" with the same key.
 */
async function sendUntilAnswered(item: PlannedCall, patient: boolean): Promise<void> {
  for (let tries = 1; !item.result; tries++) {
    counts.calls += 1;
    const result = await users[item.by]!.call(item.call, item.body, {
      proof: item.proof,
      "idempotency-key": item.key,
    }).catch(() => undefined);
    if (result?.code === proofWrong.code) item.proof = await users[item.by]!.proof(item.call, item.body);
    else if (result && result.status === 200 && result.code !== inProgress.code) {
      if (!item.expected.has(result.code))
        throw new Broken(`${item.call} answered ${result.code} ${result.message} ${JSON.stringify(result.map)}`);
      if (result.headers.get("idempotency-replayed")) counts.replays += 1;
      item.result = result;
    } else if (result && ![200, 500, failures.busy.http].includes(result.status))
      throw new Broken(`${item.call} answered HTTP ${result.status}`);
    else if (!patient && !result) return;
    else if (tries >= TRIES) throw new Broken(`${item.call} was not answered in ${TRIES} tries`);
    else await pause(20);
  }
}

/**
 * Returns the requests of a round: new payments, some of them sent twice concurrently, and decisions on pending orders.
 */
async function planCalls(): Promise<PlannedCall[]> {
  const found: Promise<PlannedCall>[] = [];
  for (let n = 4 + Math.floor(random() * 20); n > 0; n--) {
    const body = {
      accountId,
      amount: `${2000 + Math.floor(random() ** 4 * 90_000)}.${pick(random, ENDINGS)}`,
      remark: `${counts.rounds}/${n}`,
    };
    const by = pick(random, ["maker", "checker"] as const);
    const key = randomUUID();
    found.push(plan(by, APPLY, body, { key }));
    if (random() < 0.2) found.push(plan(by, APPLY, body, { key }));
  }
  const waiting = (await users.checker!.call("GET /mer/gep/withdraw/page", { status: "toBeReviewed", size: 50 })).map
    .list as Row[];
  for (const { orderNo: id } of waiting) {
    const dice = random();
    if (dice < 0.55) found.push(plan("checker", REVIEW, { id, event: "pass" }));
    else if (dice < 0.65) found.push(plan("checker", REVIEW, { id, event: "reject", reason: "退回修改" }));
    if (dice > 0.6 && dice < 0.75) {
      const expected = makers.get(String(id)) === "maker" ? EXPECTED : REFUSED;
      found.push(plan("maker", CANCEL, { id, event: "cancel" }, { expected }));
    }
  }
  return Promise.all(found);
}

async function runRound(): Promise<void> {
  counts.rounds += 1;
  if (counts.rounds % 40 === 1) await signIn();
  if (random() < 0.3)
    await server!.sim("deposit", [], { mer: "100001", ccy: "CNY", amount: `${Math.floor(random() * 300_000)}.00` });
  const all = await planCalls();
  const strikes = random() < 0.7;
  let strike = Promise.resolve();
  if (strikes) strike = pause(random() * 40 * all.length).then(() => server!.kill());
  await Promise.all([strike, ...all.map((item) => sendUntilAnswered(item, !strikes))]);
  if (strikes) {
    counts.kills += 1;
    await check("after the kill");
    await start();
    await Promise.all(all.map((item) => sendUntilAnswered(item, true)));
  }
  for (const { by, key, call, result } of all)
    if (call === APPLY && result?.code === SUCCESS_CODE) remember(by, key, String(result.map.record.orderNo));
  if (random() < 0.4) await server!.sim("clock", ["advance", pick(random, ["30s", "1h", "1d", "3d"])]);
  const { ok, findings } = await server!.sim("ledger", ["check"]);
  if (!ok) throw new Broken(`at the round's end: ${JSON.stringify(findings)}`);
}

function remember(by: CampaignUser, key: string, order: string): void {
  if ((createdOrders.get(key) ?? order) !== order)
    throw new Broken(`the key ${key} made ${createdOrders.get(key)} and ${order}`);
  createdOrders.set(key, order);
  makers.set(order, by);
}

/** Checks all invariants while no server is running. */
async function check(when: string): Promise<void> {
  const db = await openDatabase(place);
  try {
    const findings = await broken(db);
    const stored = new Set((await db.query<{ id: string }>("SELECT id FROM e_withdrawal")).map(({ id }) => id));
    counts.orders = stored.size;
    findings.push(
      ...[...createdOrders.values()]
        .filter((id) => !stored.has(id))
        .map((id) => ({ rule: "an acknowledged order is there", detail: id })),
    );
    if (findings.length > 0) throw new Broken(`${when}: ${JSON.stringify(findings, undefined, 2)}`);
  } finally {
    await db.close();
  }
}

console.log(
  `campaign: ${minutes} min, --seed ${seed}, ${place.databaseUrl ? "PostgreSQL" : "the embedded engine"}, ${place.dataDir}`,
);
const end = Date.now() + minutes * 60_000;
try {
  await start();
  await server!.sim("deposit", [], { mer: "100001", ccy: "CNY", amount: "3000000.00" });
  while (Date.now() < end) {
    await runRound();
    if (counts.rounds % 5 === 0) console.log(JSON.stringify(counts));
  }
  await server!.stop();
  await check("at the end");
  console.log(`${JSON.stringify(counts)}\nnothing was lost, nothing was done twice, every invariant holds`);
  rmSync(place.dataDir, { recursive: true, force: true });
} catch (error) {
  console.error(
    error instanceof Broken ? error.message : error,
    `\nseed ${seed}, round ${counts.rounds}, data left in ${place.dataDir}`,
  );
  process.exitCode = 1;
  await server?.kill();
}
