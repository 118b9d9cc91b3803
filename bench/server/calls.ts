/** The built server under load: a list of 200,000 orders and payments with their keys, embedded and on PostgreSQL, beside bare Fastify. */
import autocannon, { type Options } from "autocannon";
import { spawn } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import { canonical, sha256 } from "../../server/http/canonical.ts";
import { post } from "../../server/ledger/post.ts";
import { clientDigest } from "../../server/session/password.ts";
import { openDatabase } from "../../server/store/open.ts";
import { say } from "../lib/options.ts";
import { bench, out } from "../lib/paths.ts";
import { PASSWORD, startProduct } from "../lib/portal.ts";
import { startPostgres } from "./postgres.ts";

const SECONDS = 6;
const CONNECTIONS = 10;
export const ORDERS = 200_000;
const PAYMENTS = 8_000;

export interface Load {
  perSecond: number;
  p50: number;
  p99: number;
  bad: number;
}
export interface CallResults {
  [who: string]: { list: Load; page400?: Load; pay?: Load; startMs?: number; restartMs?: number } | undefined;
}
interface Paid {
  body: string;
  proof: string;
  key: string;
}

/** Every answer must be good: HTTP 200 and code 2000. */
async function load(options: Options): Promise<Load> {
  const done = await autocannon({ connections: CONNECTIONS, duration: SECONDS, verifyBody: (body) => String(body).startsWith('{"code":2000'), ...options });
  return { perSecond: done.requests.average, p50: done.latency.p50, p99: done.latency.p99, bad: done.non2xx + done.errors + done.timeouts + done.mismatches };
}

async function signIn(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/api/mer/login`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ username: "maker@demo.portolan", password: clientDigest("login", PASSWORD) }) });
  const { map, message } = (await answer.json()) as { map: Record<string, string>; message: string };
  if (!map?.token) throw new Error(`sign-in: ${message}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]!);
  return { cookie: cookies.join("; "), token: map.token, userId: String(map.userId) };
}

/** 200,000 orders copied from one, money to pay with, no limits in the way, and a proof for every payment to come. */
async function fill(dataDir: string, databaseUrl: string | undefined): Promise<Paid[]> {
  const db = await openDatabase({ dataDir, databaseUrl });
  try {
    const columns = (await db.query<{ name: string }>("SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'e_withdrawal' AND table_schema = 'public' ORDER BY ordinal_position")).map(({ name }) => name);
    const value = (name: string) => {
      if (name === "id" || name === "f_order_no") return "'BENCH' || lpad(CAST(g AS text), 8, '0')";
      if (name === "created_at" || name === "f_created_at") return `w.${name} - g * interval '1 second'`;
      if (name === "data") return `CAST(jsonb_set(CAST(w.data AS jsonb), '{orderNo}', to_jsonb('BENCH' || lpad(CAST(g AS text), 8, '0'))) AS json)`;
      return `w.${name}`;
    };
    // Small steps: the embedded engine ends statements that take long.
    for (let from = 1; from <= ORDERS; from += 10_000) {
      await db.query(`INSERT INTO e_withdrawal (${columns.join(", ")}) SELECT ${columns.map(value).join(", ")} FROM generate_series(${from}, ${from + 9_999}) g, (SELECT * FROM e_withdrawal WHERE m = '100001' AND id NOT LIKE 'BENCH%' ORDER BY id LIMIT 1) w`);
    }
    await db.query("UPDATE e_channel SET data = CAST(jsonb_set(CAST(data AS jsonb), '{monthlyMax}', '\"900000000000.00\"') AS json) WHERE m = '100001'");
    await db.query("ANALYZE e_withdrawal");
    await db.tx((tx) => post(tx, { m: "100001", kind: "book", order: { kind: "recharge", id: "BENCH" }, step: "book", at: Date.now(), lines: [{ from: "nostro", to: "avail", currency: "CNY", amount: 1_000_000_000_000n }] }));
    const [payee] = await db.query<{ id: string }>("SELECT id FROM e_bank_account WHERE m = '100001' ORDER BY id LIMIT 1");
    const [session] = await db.query<{ sid_hash: string }>("SELECT sid_hash FROM session ORDER BY created_at DESC LIMIT 1");
    const paid: Paid[] = [];
    for (let at = 0; at < PAYMENTS; at += 1) {
      const body = { accountId: payee!.id, amount: "2000.00", remark: `B${at}` };
      const proof = randomBytes(32).toString("base64url");
      paid.push({ body: JSON.stringify(body), proof, key: randomUUID() });
      await db.query("INSERT INTO proof (hash, sid_hash, call, body_hash, strength, expires_at) VALUES ($1, $2, 'withdrawal.create', $3, 'pay', $4)", [createHash("sha256").update(proof).digest("hex"), session!.sid_hash, sha256(canonical(body)), new Date(Date.now() + 3_600_000).toISOString()]);
    }
    return paid;
  } finally {
    await db.close();
  }
}

async function product(dist: string, databaseUrl?: string) {
  const env: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : {};
  const first = await startProduct(dist, { env });
  const headers = await signIn(first.url);
  await first.stop(true);
  const paid = await fill(first.dataDir, databaseUrl);
  say(`server: ${ORDERS} orders in ${databaseUrl ? "PostgreSQL" : "the embedded engine"}`);
  const portal = await startProduct(dist, { dataDir: first.dataDir, env });
  try {
    const path = "/api/mer/gep/withdraw/page?size=20";
    const probe = await fetch(portal.url + path, { headers });
    const text = await probe.text();
    const { code, map } = JSON.parse(text) as { code: number; map: { list: unknown[] } };
    if (code !== 2000 || map.list.length !== 20) throw new Error(`the list answers ${text.slice(0, 300)}`);
    const list = await load({ url: portal.url + path, headers });
    const page400 = await load({ url: `${portal.url}${path}&page=400`, headers, duration: 4 });
    const one = paid.pop()!;
    const send = (paying: Paid) => ({ method: "POST" as const, body: paying.body, headers: { ...headers, "content-type": "application/json", proof: paying.proof, "idempotency-key": paying.key } });
    const tried = await fetch(`${portal.url}/api/mer/gep/withdraw/apply`, send(one));
    const said = (await tried.json()) as { code: number };
    if (said.code !== 2000) throw new Error(`a payment answers ${JSON.stringify(said).slice(0, 400)}`);
    const pay = await load({ url: portal.url, requests: [{ path: "/api/mer/gep/withdraw/apply", method: "POST", setupRequest: (request) => ({ ...request, ...send(paid.pop() ?? one) }) }] });
    if (paid.length === 0) throw new Error("the payments ran out before the time did");
    return { result: { list, page400, pay, startMs: first.startMs, restartMs: portal.startMs }, bytes: text.length };
  } finally {
    await portal.stop();
  }
}

async function bare(bytes: number) {
  const child = spawn(process.execPath, [join(out, "server/bare.js"), String(bytes)], { env: { ...process.env, BENCH_DIR: bench, NODE_ENV: "production" }, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const url = await new Promise<string>((resolve) => child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString().trim())));
    const list = await load({ url: `${url}/list` });
    const pay = await load({ url: `${url}/pay`, method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ amount: "2000.00" }) });
    return { list, pay };
  } finally {
    child.kill("SIGTERM");
  }
}

/** All of it, one after another: they share the machine. */
export async function runCalls(dist: string): Promise<CallResults> {
  const embedded = await product(dist);
  const results: CallResults = { embedded: embedded.result, bare: await bare(embedded.bytes) };
  const postgres = startPostgres();
  if (postgres) {
    try {
      results.postgres = (await product(dist, postgres.url)).result;
    } finally {
      postgres.stop();
    }
  }
  return results;
}
