/**
 * The built server under load: a list of 200,000 orders, payments with their keys, and wallet details, on the embedded
 * database and, if available, on PostgreSQL. Alternates with hand-written Fastify and PGlite (`bare.ts`).
 */
import autocannon, { type Options as Cannon } from "autocannon";
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { canonicalize, sha256 } from "../../server/core/canonical.ts";
import { post } from "../../server/payments/ledger/post.ts";
import { digestPassword } from "../../server/session/password.ts";
import { storeProof } from "../../server/session/step-up.ts";
import { openDatabase } from "../../server/store/open.ts";
import { buildServer } from "../lib/child.ts";
import { type Options, printProgress } from "../lib/options.ts";
import { bench, out } from "../lib/paths.ts";
import { buildProduct, PASSWORD, startProduct } from "../lib/portal.ts";
import { writeSchemas } from "../lib/schemas.ts";
import { computeMedian, computeRatio } from "../lib/stats.ts";
import { startPostgres } from "./postgres.ts";

/** Duration of a turn in seconds, and number of concurrent connections. */
const SECONDS = 3;
const CONNECTIONS = 10;
export const ORDERS = 200_000;
/** Number of payments prepared for a turn, more than it can execute. */
const PAYMENTS = 4_000;

/** Result of a turn. */
export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  bad: number;
}
export const CALLS = ["list", "page 400", "pay", "wallet details"] as const;
export type CallName = (typeof CALLS)[number];
type Turns = Partial<Record<CallName, Load[]>>;
export interface CallResults {
  rounds: number;
  calls: Record<string, Turns>;
  starts: Record<string, { first: number; again: number }>;
}
interface Paid {
  body: string;
  proof: string;
  key: string;
}
/** A server under test, and how to send each call. */
interface Asked {
  name: string;
  calls: Partial<Record<CallName, () => Cannon>>;
  stop(): Promise<void> | void;
}

/** Measures a call. Asserts that every response has HTTP status 200 and code 2000. */
async function load(options: Cannon): Promise<Load> {
  let wrong: string | undefined;
  const verifyBody = (body: string | Uint8Array) => {
    const good = String(body).startsWith('{"code":2000');
    if (!good) wrong ??= String(body).slice(0, 300);
    return good;
  };
  const done = await autocannon({ connections: CONNECTIONS, duration: SECONDS, verifyBody, ...options });
  if (wrong !== undefined) throw new Error(`a bad answer: ${wrong}`);
  return {
    perSecond: done.requests.average,
    p50: done.latency.p50,
    p99: done.latency.p99,
    bad: done.non2xx + done.errors + done.timeouts + done.mismatches,
  };
}

async function signIn(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/mer/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "maker@demo.portolan", password: digestPassword("login", PASSWORD) }),
  });
  const { map, message } = (await response.json()) as { map: Record<string, string>; message: string };
  if (!map?.token) throw new Error(`sign-in: ${message}`);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
  return { cookie: cookies.join("; "), token: map.token, userId: String(map.userId) };
}

/** Creates 200,000 copies of an order, credits money, removes limits, and prepares a proof for every payment. */
async function fill(dataDir: string, databaseUrl: string | undefined, payments: number): Promise<Paid[]> {
  const db = await openDatabase({ dataDir, ...(databaseUrl ? { databaseUrl } : {}) });
  try {
    const columns = (
      await db.query<{ name: string }>(
        "SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'e_withdrawal' AND table_schema = 'public' ORDER BY ordinal_position",
      )
    ).map(({ name }) => name);
    const value = (name: string) => {
      if (name === "id" || name === "f_order_no") return "'BENCH' || lpad(CAST(g AS text), 8, '0')";
      if (name === "created_at" || name === "f_created_at") return `w.${name} - g * interval '1 second'`;
      if (name === "data")
        return `CAST(jsonb_set(CAST(w.data AS jsonb), '{orderNo}', to_jsonb('BENCH' || lpad(CAST(g AS text), 8, '0'))) AS json)`;
      return `w.${name}`;
    };
    // Uses the order with the fewest events: the monitor verifies the books in the meantime, so the events are copied
    // as well.
    const [model] = await db.query<{ id: string }>(
      "SELECT w.id FROM e_withdrawal w JOIN order_event e ON e.m = w.m AND e.order_kind = 'withdrawal' AND e.order_id = w.id WHERE w.m = '100001' GROUP BY w.id ORDER BY count(*), w.id LIMIT 1",
    );
    // In small batches, because the embedded database cancels long statements.
    for (let from = 1; from <= ORDERS; from += 10_000) {
      await db.query(
        `INSERT INTO e_withdrawal (${columns.join(", ")}) SELECT ${columns.map(value).join(", ")} FROM generate_series(${from}, ${from + 9_999}) g, e_withdrawal w WHERE w.m = '100001' AND w.id = $1`,
        [model!.id],
      );
      await db.query(
        `INSERT INTO order_event (m, order_kind, order_id, seq, event, "from", "to", by, user_id, username, reason, at) SELECT e.m, e.order_kind, 'BENCH' || lpad(CAST(g AS text), 8, '0'), e.seq, e.event, e."from", e."to", e.by, e.user_id, e.username, e.reason, e.at FROM generate_series(${from}, ${from + 9_999}) g, order_event e WHERE e.m = '100001' AND e.order_kind = 'withdrawal' AND e.order_id = $1`,
        [model!.id],
      );
    }
    await db.query(
      "UPDATE e_channel SET data = CAST(jsonb_set(CAST(data AS jsonb), '{monthlyMax}', '\"900000000000.00\"') AS json) WHERE m = '100001'",
    );
    await db.query("ANALYZE e_withdrawal");
    await db.tx((tx) =>
      post(tx, {
        tenant: "100001",
        kind: "book",
        order: { kind: "recharge", id: "BENCH" },
        step: "book",
        at: Date.now(),
        lines: [{ from: "nostro", to: "avail", currency: "CNY", amount: 1_000_000_000_000n }],
      }),
    );
    const [payee] = await db.query<{ id: string }>(
      "SELECT id FROM e_bank_account WHERE m = '100001' ORDER BY id LIMIT 1",
    );
    const [session] = await db.query<{ sid_hash: string }>(
      "SELECT sid_hash FROM session ORDER BY created_at DESC LIMIT 1",
    );
    const holder = { sidHash: session!.sid_hash, user: { tenant: "100001" } };
    const expiresAt = Date.now() + 3_600_000;
    return await db.tx(async (tx) => {
      const paid: Paid[] = [];
      for (let index = 0; index < payments; index += 1) {
        const body = { accountId: payee!.id, amount: "2000.00", remark: `B${index}` };
        const subject = { holder, call: "withdrawal.create", bodyHash: sha256(canonicalize(body)) };
        const proof = await storeProof(tx, subject, "pay", expiresAt);
        paid.push({ body: JSON.stringify(body), proof, key: randomUUID() });
      }
      return paid;
    });
  } finally {
    await db.close();
  }
}

async function startProductServer(
  dist: string,
  rounds: number,
  starts: CallResults["starts"],
  databaseUrl?: string,
): Promise<Asked & { bytes: number }> {
  const name = databaseUrl ? "postgres" : "embedded";
  const env: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  const first = await startProduct(dist, { env });
  const headers = await signIn(first.url);
  await first.stop(true);
  const paid = await fill(first.dataDir, databaseUrl, PAYMENTS * (rounds + 1));
  printProgress(`calls: ${ORDERS} orders, ${name}`);
  const portal = await startProduct(dist, { dataDir: first.dataDir, env });
  starts[name] = { first: first.startMs, again: portal.startMs };
  const path = "/api/mer/gep/withdraw/page?size=20";
  const details = "/api/mer/records/query/wallet/details/page?size=20";
  const send = (paying: Paid | undefined) => {
    if (!paying) throw new Error("the payments ran out before the time did");
    return {
      method: "POST" as const,
      body: paying.body,
      headers: { ...headers, "content-type": "application/json", proof: paying.proof, "idempotency-key": paying.key },
    };
  };
  const good = async (from: string, init: RequestInit) => {
    const text = await (await fetch(portal.url + from, init)).text();
    if (!text.startsWith('{"code":2000')) throw new Error(`${from} answers ${text.slice(0, 400)}`);
    return text;
  };
  await good("/api/mer/gep/withdraw/apply", send(paid.pop()));
  await good(details, { headers });
  const text = await good(path, { headers });
  const { length } = (JSON.parse(text) as { map: { list: unknown[] } }).map.list;
  if (length !== 20) throw new Error(`the list answers ${length} rows`);
  return {
    name,
    bytes: text.length,
    calls: {
      list: () => ({ url: portal.url + path, headers }),
      "page 400": () => ({ url: `${portal.url}${path}&page=400`, headers }),
      pay: () => ({
        url: portal.url,
        requests: [
          {
            path: "/api/mer/gep/withdraw/apply",
            method: "POST",
            setupRequest: (request) => ({ ...request, ...send(paid.pop()) }),
          },
        ],
      }),
      "wallet details": () => ({ url: portal.url + details, headers }),
    },
    stop: () => portal.stop(),
  };
}

async function startBareServer(bytes: number): Promise<Asked> {
  const child: ChildProcess = spawn(process.execPath, [join(out, "server/bare.js"), String(bytes), String(ORDERS)], {
    env: { ...process.env, BENCH_DIR: bench, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.once("data", (chunk: Buffer) => resolve(chunk.toString().trim()));
    child.once("exit", () => reject(new Error("the bare server did not start")));
  });
  return {
    name: "bare",
    calls: {
      list: () => ({ url: `${url}/list` }),
      "page 400": () => ({ url: `${url}/list?page=400` }),
      pay: () => ({
        url: `${url}/pay`,
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ amount: "2000.00" }),
      }),
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** Runs a turn of each call on each server; the first one does not count. */
async function takeTurns(servers: readonly Asked[], { rounds, calls }: CallResults): Promise<void> {
  for (let round = 0; round <= rounds; round += 1) {
    for (const call of CALLS) {
      for (const { name, calls: made } of round % 2 === 0 ? servers : servers.toReversed()) {
        const options = made[call];
        if (!options) continue;
        const taken = await load(options());
        if (taken.bad > 0) throw new Error(`${name} ${call}: ${taken.bad} bad answers`);
        if (round > 0) ((calls[name] ??= {})[call] ??= []).push(taken);
      }
    }
    printProgress(`calls round ${round}/${rounds}`);
  }
}

export async function runCalls({ rounds }: Options): Promise<CallResults> {
  await buildServer(["bare"], writeSchemas());
  const dist = buildProduct();
  const results: CallResults = { rounds, calls: {}, starts: {} };
  const embedded = await startProductServer(dist, rounds, results.starts);
  const stops: Asked["stop"][] = [embedded.stop];
  try {
    const limit = await startBareServer(embedded.bytes);
    stops.push(limit.stop);
    await takeTurns([limit, embedded], results);
  } finally {
    for (const stop of stops.splice(0)) await stop();
  }
  const postgres = startPostgres();
  if (postgres) {
    try {
      const asked = await startProductServer(dist, rounds, results.starts, postgres.url);
      stops.push(asked.stop);
      await takeTurns([asked], results);
    } finally {
      for (const stop of stops) await stop();
      postgres.stop();
    }
  }
  return results;
}

const computeMedianOf = (turns: Load[] | undefined, what: keyof Load): number =>
  computeMedian((turns ?? []).map((round) => round[what]));
/**
 * Returns a table with requests per second and milliseconds, as the median over all turns, and the multiple of the bare
 * server's figures.
 */
export function formatCallTable({ calls }: CallResults): string[][] {
  const rows = Object.entries(calls).flatMap(([who, made]) =>
    CALLS.flatMap((call) => {
      const [turns, limit] = [made[call], calls.bare?.[call]];
      if (!turns) return [];
      // Alternates between servers only if both are embedded.
      const share =
        who === "embedded" && limit
          ? computeRatio(
              turns.map((round) => round.perSecond),
              limit.map((item) => item.perSecond),
            ).toFixed(2)
          : "";
      return [
        [
          `${who}: ${call}`,
          computeMedianOf(turns, "perSecond").toFixed(0),
          share,
          computeMedianOf(turns, "p50").toFixed(1),
          computeMedianOf(turns, "p99").toFixed(1),
        ],
      ];
    }),
  );
  return [["call", "req/s", "x bare", "p50 ms", "p99 ms"], ...rows];
}
/** Returns the median of a figure over all turns; undefined when it was not measured. */
export const computeCallFigure = (
  { calls }: CallResults,
  who: string,
  call: CallName,
  what: keyof Load,
): number | undefined => (calls[who]?.[call] ? computeMedianOf(calls[who][call], what) : undefined);
