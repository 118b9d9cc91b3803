/**
 * Runs several nodes on one PostgreSQL behind a round-robin proxy, and kills, freezes and restarts them while merchants
 * make payments.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { mkdirSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { failures } from "../../src/contract/failures.ts";
import { type Row, SUCCESS_CODE } from "@portolan/engine";
import { realClock } from "../../server/core/clock.ts";
import { post } from "../../server/payments/ledger/post.ts";
import { setTerms } from "../../server/payments/onboarding/set-terms.ts";
import { createRandom, pick } from "../../server/sandbox/random.ts";
import { buildDatabase } from "../../server/store/build-database.ts";
import { openPostgres } from "../../server/store/postgres/driver.ts";
import type { Database } from "../../server/store/database.ts";
import { Client, type Answer } from "./client.ts";
import { findNodeFaults } from "./cluster-nodes.ts";
import { createDatabase, temporaryFolder } from "./databases.ts";
import { productSchemas } from "../product-schemas.ts";
import { broken } from "./invariants.ts";
import { restartPostgres } from "./postgres.ts";
import { freshPlace } from "./prepared.ts";
import { startProcess, type Place, type ServerProcess } from "./process.ts";

/** Fault injected into a node or the database. */
export type Fault = "kill" | "freeze" | "roll" | "database";

export interface ClusterOptions {
  nodes: number;
  seed: number;
  payer: Payer;
  /** Number of payments made concurrently. */
  payers: number;
  /** Minimum number of pages to read through the proxy at the end. */
  pages: number;
  freezeMs: number;
  /** Settings, schemas and release of a node; default: this release in the sandbox. */
  place?: NodePlace;
  /** Fills the empty database. Default: a copy of one with the demo merchants. */
  fill?(databaseUrl: string, keys: string): Promise<void>;
  say(line: string): void;
}

/** Options for starting a node. */
export type NodePlace = Pick<Place, "env" | "args" | "schemasDir" | "release">;

/** Result of a run. All figures in `wrong` must be 0. */
export interface ClusterResult {
  calls: number;
  orders: number;
  retried: number;
  pages: number;
  slowestMs: number;
  /** Slowest start of a node on existing tables. */
  slowestStartMs: number;
  slowestRollMs: number;
  /** Time from the last payment until every order had reached its end. */
  settledMs: number;
  wrong: {
    /** Acknowledged payments that are not stored. */
    lost: number;
    /** Payments that are stored, or paid by the bank, more than once. */
    doubled: number;
    /** Orders that did not reach their end. */
    unsettled: number;
    pages: number;
    failed: number;
    findings: number;
    /** Number of faults found across nodes. */
    nodes: number;
  };
}

const APPLY = "POST /mer/gep/withdraw/apply";
const LIST = "GET /mer/gep/withdraw/page";
const { inProgress, proofWrong, balance, limitReached, throttled } = failures;
/** Response codes that conclude a payment. */
const FINAL: ReadonlySet<number> = new Set([SUCCESS_CODE, balance.code, limitReached.code]);
/** Proxy timeout for a node that does not respond, in ms. The transaction of a frozen node ends earlier. */
const PROXY_MS = 18_000;
/** Delay before a retry, in ms. Longer than a frozen transaction holds its locks after a lock wait timed out. */
const RETRY_MS = 12_000;
const PROBE_MS = 500;
const PAGE_SIZE = 20;
/** A user who pays. `end`: the state that an order reaches without another user. */
interface Payer {
  username: string;
  tenant: string;
  end: string;
}
/** Payments of this user are sent to the bank without a review, so that faults affect workers as well. */
export const SOLE: Payer = { username: "solo@demo.portolan", tenant: "100002", end: "done" };
/** Payments of this user wait for a review. */
export const MAKER: Payer = { username: "maker@demo.portolan", tenant: "100001", end: "toBeReviewed" };
/** Maximum time until all orders end after the last payment, in ms. Includes the expiry of leases of dead nodes. */
const SETTLE_MS = 90_000;

interface Node {
  dataDir: string;
  process: ServerProcess | undefined;
  isUp: boolean;
}

/** Round-robin proxy over the nodes that are ready. */
class Proxy {
  private turn = 0;
  private readonly server: Server;
  url = "";

  constructor(private readonly nodes: readonly Node[]) {
    this.server = createServer((incoming, outgoing) => this.forward(incoming, outgoing));
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = this.nodes.filter(({ isUp }) => isUp);
    const target = ready[this.turn++ % Math.max(1, ready.length)]?.process?.url;
    const fail = () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    };
    if (target === undefined) return void incoming.resume().on("end", fail);
    const { method, headers, url: path = "/" } = incoming;
    const onward = ask(new URL(path, target), { method, headers, agent: false, timeout: PROXY_MS }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", fail).pipe(outgoing);
    });
    onward.on("timeout", () => onward.destroy()).on("error", fail);
    incoming.pipe(onward);
  }
}

/** A cluster under test. */
export class Cluster {
  readonly counts = { calls: 0, retried: 0, failed: 0, slowestMs: 0, slowestStartMs: 0, slowestRollMs: 0 };
  private readonly nodes: Node[] = [];
  private readonly proxy = new Proxy(this.nodes);
  private readonly made = new Map<string, string>();
  private readonly random: () => number;
  /** Options for the next node to start. */
  nodePlace: NodePlace;
  databaseUrl = "";
  key = "";
  private probing: NodeJS.Timeout | undefined;
  private isEnding = false;

  constructor(private readonly options: ClusterOptions) {
    this.random = createRandom(options.seed);
    this.nodePlace = options.place ?? {};
  }

  /** Starts the nodes, each with its own folder and the same keys. */
  async start(): Promise<void> {
    const { fill } = this.options;
    this.key = `k1:${randomBytes(32).toString("base64")}`;
    this.databaseUrl = fill ? await createDatabase() : ((await freshPlace("postgres")).databaseUrl ?? "");
    await fill?.(this.databaseUrl, this.key);
    for (let at = 0; at < this.options.nodes; at++) {
      const node = { dataDir: join(temporaryFolder(), "node"), process: undefined, isUp: false };
      mkdirSync(node.dataDir);
      this.nodes.push(node);
      await this.startNode(node);
    }
    await this.proxy.open();
    this.probing = setInterval(() => void Promise.all(this.nodes.map((node) => this.probe(node))), PROBE_MS);
    await this.giveMoney();
  }

  /** Gives the payer a balance and a limit that no run exhausts. */
  private async giveMoney(): Promise<void> {
    const db = await this.openDatabase();
    const { tenant } = this.options.payer;
    const order = { kind: "recharge", id: "RC1" };
    const lines = [{ from: "nostro", to: "avail", currency: "CNY", amount: 9_000_000_000n } as const];
    const terms = { product: "withdrawal", currency: "CNY", monthlyMax: "90000000.00" };
    await db.tx(async (tx) => {
      await post(tx, { tenant, kind: "book", order, step: "book", at: Date.now(), lines });
      await setTerms(tx, { schemas: productSchemas(), clock: realClock }, tenant, terms);
    });
    await db.close();
  }

  /** Makes payments while the faults are injected. Returns the result. */
  async run(blows: () => AsyncIterable<Fault> | Iterable<Fault>): Promise<ClusterResult> {
    const client = await this.signIn();
    const payers = Promise.all(Array.from({ length: this.options.payers }, () => this.pay(client)));
    // An error during a fault is thrown at the end.
    payers.catch(() => undefined);
    for await (const blow of blows()) {
      this.options.say(`${blow} (${JSON.stringify(this.counts)})`);
      await this.strike(blow);
    }
    this.isEnding = true;
    await payers;
    return this.judge(client);
  }

  /** Returns a client of the payer over the proxy. */
  async signIn(): Promise<Client> {
    const client = new Client(this.proxy.url);
    await this.patiently(() => client.signIn(this.options.payer.username));
    return client;
  }

  /** Returns the remarks of acknowledged payments. */
  listMade(): string[] {
    return [...this.made.keys()];
  }

  /** Stops the nodes. */
  async stop(): Promise<void> {
    clearInterval(this.probing);
    this.proxy.close();
    await Promise.all(this.nodes.map(({ process: one }) => one?.kill()));
  }

  private async startNode(node: Node): Promise<void> {
    const { databaseUrl, nodePlace } = this;
    const env = { KEYS: this.key, DRAIN_SECONDS: "1", ...nodePlace.env };
    // While the database is starting, the node is restarted repeatedly, like a supervisor would.
    for (let tries = 1; ; tries++) {
      const begun = Date.now();
      try {
        node.process = await startProcess({ ...nodePlace, dataDir: node.dataDir, databaseUrl, env });
        this.note("slowestStartMs", Date.now() - begun);
        break;
      } catch (error) {
        if (tries >= 5) throw error;
        await pause(1_000);
      }
    }
    await this.probe(node);
  }

  private note(name: "slowestMs" | "slowestStartMs" | "slowestRollMs", ms: number): void {
    this.counts[name] = Math.max(this.counts[name], ms);
  }

  private async probe(node: Node): Promise<void> {
    const ready = await fetch(`${node.process?.url}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(
      () => undefined,
    );
    node.isUp = ready?.status === 200;
  }

  private async strike(blow: Fault): Promise<void> {
    const node = pick(this.random, this.nodes);
    if (blow === "kill") {
      await node.process?.kill();
      await this.startNode(node);
    } else if (blow === "freeze") {
      const { pid } = node.process ?? {};
      if (pid === undefined) throw new Error("no node runs");
      process.kill(pid, "SIGSTOP");
      await pause(this.options.freezeMs);
      process.kill(pid, "SIGCONT");
    } else if (blow === "roll") {
      const begun = Date.now();
      for (const node of this.nodes) {
        await node.process?.stop();
        await this.startNode(node);
      }
      this.note("slowestRollMs", Date.now() - begun);
    } else restartPostgres();
  }

  private async pay(client: Client): Promise<void> {
    const accounts = await this.patiently(() => client.call("GET /mer/account/list"));
    const accountId = accounts.map["list"][0].id;
    while (!this.isEnding) {
      const body = {
        accountId,
        amount: `${2000 + Math.floor(this.random() * 500)}.00`,
        remark: `C${String(++this.counts.calls).padStart(6, "0")}`,
      };
      await this.payOnce(client, body);
      await pause(50 + this.random() * 150);
    }
  }

  /** Makes one payment, with a single retry under the same key. */
  private async payOnce(client: Client, body: Row): Promise<void> {
    const key = randomUUID();
    const proof = await this.proofOf(client, body);
    const begun = Date.now();
    let answer = await this.send(client, body, { proof, "idempotency-key": key });
    if (!answer || !FINAL.has(answer.code)) {
      this.counts.retried++;
      await pause(RETRY_MS);
      answer = await this.send(client, body, { proof, "idempotency-key": key });
      // A proof is valid for two minutes and one call. Neither limit counts as a failure of the payment.
      if (answer?.code === proofWrong.code)
        answer = await this.send(client, body, { proof: await this.proofOf(client, body), "idempotency-key": key });
    } else this.note("slowestMs", Date.now() - begun);
    if (answer?.code === SUCCESS_CODE) this.made.set(String(body["remark"]), String(answer.map["record"].orderNo));
    else if (!answer || !FINAL.has(answer.code)) {
      this.counts.failed++;
      this.options.say(`failed: ${answer?.status} ${answer?.code} ${answer?.message}`);
    }
  }

  private async send(client: Client, body: Row, headers: Record<string, string>): Promise<Answer | undefined> {
    const answer = await client.call(APPLY, body, headers).catch(() => undefined);
    return answer?.status === 200 && answer.code !== inProgress.code ? answer : undefined;
  }

  private proofOf(client: Client, body: Row): Promise<string> {
    return this.patiently(() => client.proof(APPLY, body));
  }

  /** Repeats a request other than a payment until it receives a response. */
  private async patiently<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        const result = await work();
        if (!isAnswer(result) || (result.status === 200 && result.code !== throttled.code)) return result;
      } catch (error) {
        if (tries >= 60) throw error;
      }
      if (tries >= 60) throw new Error("no answer in 60 tries");
      await pause(500);
    }
  }

  /**
   * Verifies all data: each acknowledged payment is stored and paid exactly once, each row appears on exactly one page,
   * and the books balance.
   */
  private async judge(client: Client): Promise<ClusterResult> {
    await Promise.all(this.nodes.map((node) => this.probe(node)));
    const db = await this.openDatabase();
    try {
      const { orders, settledMs } = await this.settle(db);
      const ids = new Set(orders.map(({ id }) => id));
      const { wrong, pages } = await this.readPages(client, ids);
      const findings = await broken(db);
      for (const finding of findings) this.options.say(JSON.stringify(finding));
      const running = this.nodes.flatMap(({ process: one }) => (one ? [one] : []));
      const faults = await findNodeFaults(running, { client, ids, db });
      for (const fault of faults) this.options.say(fault);
      const { failed, ...counts } = this.counts;
      const ended = orders.filter(({ status }) => status === this.options.payer.end);
      const references = orders.flatMap(({ reference }) => reference ?? []);
      return {
        ...counts,
        orders: ids.size,
        pages,
        settledMs,
        wrong: {
          lost: [...this.made.values()].filter((id) => !ids.has(id)).length,
          doubled: countRepeated(orders.map(({ call }) => call)) + countRepeated(references),
          unsettled: orders.length - ended.length,
          pages: wrong,
          failed,
          findings: findings.length,
          nodes: faults.length,
        },
      };
    } finally {
      await db.close();
    }
  }

  /** Waits until every order has reached its end, and returns the orders. */
  private async settle(db: Database): Promise<{ orders: StoredOrder[]; settledMs: number }> {
    const { payer } = this.options;
    for (const begun = Date.now(); ; await pause(100)) {
      const orders = await db.query<StoredOrder>(
        "SELECT id, status, data ->> 'remark' AS call, data ->> 'bankOrderNo' AS reference FROM e_withdrawal WHERE m = $1",
        [payer.tenant],
      );
      const settledMs = Date.now() - begun;
      if (settledMs > SETTLE_MS || orders.every(({ status }) => status === payer.end)) return { orders, settledMs };
    }
  }

  private async openDatabase(): Promise<Database> {
    return buildDatabase(await openPostgres(this.databaseUrl));
  }

  /**
   * Reads the whole list repeatedly, each page from a different node, until enough pages have been read. Returns how
   * many rows were not on exactly one page in a pass.
   */
  private async readPages(client: Client, ids: ReadonlySet<string>): Promise<{ wrong: number; pages: number }> {
    let [wrong, pages] = [0, 0];
    while (pages < this.options.pages) {
      const seen = new Map<string, number>();
      for (let cursor: string | undefined, more = true; more && pages <= this.options.pages + ids.size;) {
        const asked = { size: PAGE_SIZE, ...(cursor ? { cursor } : {}) };
        const answer = await this.patiently(() => client.call(LIST, asked));
        if (answer.code !== SUCCESS_CODE) throw new Error(`the list answered ${answer.code} ${answer.message}`);
        pages++;
        const list = answer.map["list"] as Row[];
        for (const { orderNo } of list) seen.set(String(orderNo), (seen.get(String(orderNo)) ?? 0) + 1);
        cursor = answer.map["next"] as string | undefined;
        more = cursor !== undefined;
      }
      wrong +=
        [...ids].filter((id) => seen.get(id) !== 1).length + [...seen.keys()].filter((id) => !ids.has(id)).length;
    }
    return { wrong, pages };
  }
}

/** A stored order, and the call that made it by its remark. */
interface StoredOrder {
  id: string;
  status: string;
  call: string;
  /** The bank's reference; null until it has paid. */
  reference: string | null;
}

/** Returns the number of surplus duplicates. */
const countRepeated = (values: readonly string[]): number => values.length - new Set(values).size;

const isAnswer = (result: unknown): result is Answer =>
  typeof result === "object" && result !== null && "status" in result && "code" in result;
