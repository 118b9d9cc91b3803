/**
 * A bank for Portolan to call over HTTP: verifies each request, stores it in a file before responding, and reports the
 * outcome in a callback. Depends on Node only. To connect your own bank, start from here and see `README.md`.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { existsSync, fsyncSync, openSync, readFileSync, writeSync } from "node:fs";
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

const { PORT = "9000", SECRET = "", CALLBACK = "", FILE = "asks.jsonl", WORK_MS = "100" } = process.env;
const JOBS = ["bank.pay", "bank.resume", "remit.pay", "remit.resume"];
const MAX_BYTES = 4 * 1024 * 1024;
const CURRENCIES = "AUD CAD CHF CNY EUR GBP HKD JPY KRW NZD SGD THB USD".split(" ");
const WITHOUT_CENTS = ["JPY", "KRW"];

// One secret, or two separated by a space while secrets are rotated.
const secrets = SECRET.split(" ").map((one) => Buffer.from(one.replace(/^whsec_/, ""), "base64"));
const digest = (secret, id, time, body) => createHmac("sha256", secret).update(`${id}.${time}.`).update(body).digest();

function isSigned({ headers }, body) {
  const { "webhook-id": id = "", "webhook-timestamp": time = "", "webhook-signature": given = "" } = headers;
  if (!/^\d+$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > 300) return false;
  const signatures = given.split(" ").map((one) => Buffer.from(one.replace(/^v1,/, ""), "base64"));
  const right = secrets.map((secret) => digest(secret, id, time, body));
  return signatures.some((one) => right.some((due) => one.length === due.length && timingSafeEqual(one, due)));
}

/** All requests by id. The file contains a line for each, and another one once its callbacks are delivered. */
const asks = new Map();
const lines = existsSync(FILE) ? readFileSync(FILE, "utf8").split("\n") : [];
for (const line of lines) {
  // A line truncated by a crash has never been acknowledged.
  const entry = line.endsWith("}") ? JSON.parse(line) : {};
  if (entry.delivered) asks.get(entry.delivered).delivered = true;
  else if (entry.id) asks.set(entry.id, entry);
}
const file = openSync(FILE, "a");
// Starts a new line after a truncated one.
if (lines.at(-1)) writeSync(file, "\n");
function remember(entry) {
  writeSync(file, `${JSON.stringify(entry)}\n`);
  fsyncSync(file);
}

/** Decides an order. Replace this with your bank, which must use `reference` as its own idempotency key. */
function decide({ payload }) {
  const { currency = "CNY" } = payload;
  if (!CURRENCIES.includes(currency)) return "AM03";
  const digits = WITHOUT_CENTS.includes(currency) ? 0 : 2;
  const decimals = /^\d+(?:\.(\d+))?$/.exec(payload.amount ?? "")?.[1] ?? "";
  return /^\d+(\.\d+)?$/.test(payload.amount ?? "") && decimals.replace(/0+$/, "").length <= digits
    ? undefined
    : "AM12";
}

/** Returns the events for the outcome of a request, always with the same ids. */
function listEvents({ id, reference, reason, at }) {
  const event = (name, input) => ({
    id: `${id}/${name}`,
    askId: id,
    event: name,
    at: new Date(at).toISOString(),
    input,
  });
  return reason ? [event("refused", { reason })] : [event("sent", { reference }), event("paid", { reference })];
}

/** Returns the state of a request: `accepted` until the bank has processed it, then its outcome. */
function answerOf(entry) {
  const { id: askId, reference, reason, at } = entry;
  if (Date.now() < at + Number(WORK_MS)) return { askId, state: "accepted", reference, events: [] };
  return { askId, state: reason ? "refused" : "done", reference, events: listEvents(entry) };
}

/** Calls Portolan back with each event until the response is 2xx. Repeated events have no effect there. */
async function callBack(entry) {
  await pause(Math.max(0, entry.at + Number(WORK_MS) - Date.now()));
  // Not from `answerOf`: a timer may fire a millisecond early, while the request is still "accepted".
  for (const event of CALLBACK ? listEvents(entry) : []) {
    for (let wait = 500; !(await deliver(event)); wait = Math.min(wait * 2, 60_000)) await pause(wait);
  }
  remember({ delivered: entry.id });
}

async function deliver(event) {
  const body = JSON.stringify(event);
  const time = Math.floor(Date.now() / 1000);
  const signatures = secrets.map((secret) => `v1,${digest(secret, event.id, time, body).toString("base64")}`);
  const headers = {
    "content-type": "application/json",
    "webhook-id": event.id,
    "webhook-timestamp": String(time),
    "webhook-signature": signatures.join(" "),
  };
  const signal = AbortSignal.timeout(10_000);
  return fetch(CALLBACK, { method: "POST", headers, body, signal })
    .then(({ ok }) => ok)
    .catch(() => false);
}

/** Accepts a request once. Repeating its id returns the same response, and is refused for a different order. */
function take(body) {
  const ask = JSON.parse(body);
  if (!JOBS.includes(ask.job) || typeof ask.id !== "string") return [422, { error: `no job ${ask.job}` }];
  const hash = createHash("sha256")
    .update(JSON.stringify([ask.job, ask.order, ask.payload]))
    .digest("hex");
  const known = asks.get(ask.id);
  if (known) return known.hash === hash ? [200, answerOf(known)] : [409, { error: "the id belongs to another ask" }];
  const entry = { id: ask.id, hash, reference: `B${hash.slice(0, 12)}`, reason: decide(ask), at: Date.now() };
  remember(entry);
  asks.set(ask.id, entry);
  void callBack(entry);
  return [200, answerOf(entry)];
}

function answer(method, path, body) {
  if (method === "POST" && path === "/asks") return take(body);
  if (method === "GET" && path === "/capabilities") return [200, { jobs: JOBS, pollMs: 60_000 }];
  if (method === "GET" && path === "/health") return [200, { ok: true }];
  if (method === "GET" && path.startsWith("/asks/")) {
    const id = decodeURIComponent(path.slice("/asks/".length));
    const known = asks.get(id);
    return known ? [200, answerOf(known)] : [404, { askId: id, state: "unknown" }];
  }
  return [404, { error: "no such path" }];
}

for (const entry of asks.values()) if (!entry.delivered) void callBack(entry);

async function serve(request, response) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) if ((size += chunk.length) <= MAX_BYTES) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  let [status, answered] = [413, { error: "too large" }];
  if (size <= MAX_BYTES && !isSigned(request, body)) [status, answered] = [401, { error: "the signature is wrong" }];
  else if (size <= MAX_BYTES)
    try {
      [status, answered] = answer(request.method, request.url, body);
    } catch {
      [status, answered] = [400, { error: "the body is no ask" }];
    }
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answered));
}

// An aborted request has no complete body to respond to.
const server = createServer((request, response) => void serve(request, response).catch(() => response.destroy()));
server.listen(Number(PORT), "127.0.0.1", () => process.stdout.write(`listening on ${server.address().port}\n`));
