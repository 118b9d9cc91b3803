/**
 * Upgrades a release while users pay: runs `portolan migrate` beside live nodes of the previous release, restarts one of
 * them on the new tables, replaces every node, and runs `portolan migrate` again. The next release adds a filter to the
 * list of payments and removes another. The previous release is this one unchanged, or another built release.
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { runCommand } from "../../server/cli/run.ts";
import { paymentTools } from "../../server/payments/tools.ts";
import { PORTS } from "../../server/providers/provider-port.ts";
import { Cluster, SOLE, type Fault, type ClusterResult } from "./cluster.ts";
import { temporaryFolder } from "./databases.ts";
import { buildServer, startProcess } from "./process.ts";
import { SCHEMAS_DIR } from "../product-schemas.ts";

export interface UpgradeOptions {
  seed: number;
  nodes: number;
  payers: number;
  pages: number;
  /** Duration of each phase before, between and after the steps of the upgrade, in ms. */
  serveMs: number;
  /** Folder of the built previous release; defaults to this release. */
  from?: string | undefined;
  say(line: string): void;
}

/** `unlisted`: number of payments that the new filter does not find exactly once. */
export interface UpgradeResult extends ClusterResult {
  unlisted: number;
}

/** Part of the first migration's output, while nodes of the previous release run. */
const ROLLS = "run portolan migrate once more";
const FILTER = "remark";
const GONE = "accountId";

/** A provider package that completes every payment, with one reference per request. */
const BANK = `const pay = ({ id, job }) => ({ askId: id, state: "done", reference: "B" + id, events: [
  { id: id + "/sent", askId: id, event: "sent", at: new Date().toISOString(), input: {} },
  { id: id + "/paid", askId: id, event: "paid", at: new Date().toISOString(), input: { reference: "B" + id } } ] });
export default () => ({ name: "payout", capabilities: async () => ({ jobs: ${JSON.stringify(PORTS.find(({ name }) => name === "payout")?.jobs)} }),
  submit: async (ask) => pay(ask), query: async (id) => pay({ id }), health: async () => ({ ok: true }) });`;

/** Returns live settings with the package as bank and the desk for all other ports. */
function writeSettings(): Record<string, string> {
  const bank = join(temporaryFolder(), "bank.mjs");
  writeFileSync(bank, BANK);
  return {
    PORTOLAN_MODE: "live",
    PUBLIC_ORIGIN: "https://pay.example.com",
    MAIL_URL: "smtp://127.0.0.1:1",
    MAIL_FROM: "no-reply@pay.example.com",
    SMS_URL: "http://127.0.0.1:1/messages",
    PROVIDER_MARKET: "desk",
    ...Object.fromEntries(PORTS.map(({ name }) => [`PROVIDER_${name.toUpperCase()}`, "desk"])),
    PROVIDER_PAYOUT: `package:${pathToFileURL(bank).href}`,
  };
}

/** Returns the settings that a release supports according to its `.env.example`. */
function selectKnown(env: Record<string, string>, release: string | undefined): Record<string, string> {
  if (release === undefined) return env;
  const known = readFileSync(join(release, ".env.example"), "utf8");
  return Object.fromEntries(Object.entries(env).filter(([name]) => new RegExp(`^#?${name}=`, "m").test(known)));
}

/** Writes the schemas of the next release: payments can be filtered by remark, and no longer by payee. */
function writeNextSchemas(): string {
  const dir = join(temporaryFolder(), "schemas");
  cpSync(SCHEMAS_DIR, dir, { recursive: true });
  const file = join(dir, "entities/withdrawal.json");
  const source = JSON.parse(readFileSync(file, "utf8")) as { "x-list": { filters: { more: string[] } } };
  const { filters } = source["x-list"];
  filters.more = [...filters.more.filter((name) => name !== GONE), FILTER];
  writeFileSync(file, JSON.stringify(source, undefined, 2));
  return dir;
}

/**
 * Upgrades a cluster under load and verifies all data.
 *
 * @throws Error when a migration has an unexpected output
 */
export async function runUpgrade(options: UpgradeOptions): Promise<UpgradeResult> {
  const { from, serveMs, say } = options;
  if (from !== undefined && !existsSync(join(from, "dist/server/main.js"))) throw new Error(`${from} is not built`);
  // Builds first, so that it does not compete with the load.
  await buildServer();
  const env = writeSettings();
  const before = { env: selectKnown(env, from), args: ["--no-probe"], ...(from !== undefined && { release: from }) };
  const schemasDir = writeNextSchemas();
  const cluster = new Cluster({
    ...options,
    payer: SOLE,
    freezeMs: 0,
    place: before,
    async fill(databaseUrl, keys) {
      const dataDir = temporaryFolder();
      const sandbox = await startProcess({ dataDir, databaseUrl, release: from, env: { KEYS: keys, FILES: "db:" } });
      await sandbox.kill();
    },
  });
  const migrate = async (): Promise<string> => {
    const place = { DATABASE_URL: cluster.databaseUrl, KEYS: cluster.key, SCHEMAS_DIR: schemasDir, LANG: "C" };
    const { status, text } = await runCommand(["migrate"], { ...env, ...place }, paymentTools);
    say(`migrate\n  ${text.replaceAll("\n", "\n  ")}`);
    if (status !== 0) throw new Error(text);
    return text;
  };
  async function* upgrade(): AsyncGenerator<Fault> {
    await pause(serveMs);
    if (!(await migrate()).includes(ROLLS)) throw new Error("the first migration saw no nodes of another version");
    await pause(serveMs);
    // Restarts a node of the previous release on the new tables.
    yield "kill";
    await pause(serveMs);
    cluster.nodePlace = { ...before, env, release: undefined, schemasDir };
    yield "roll";
    if ((await migrate()).includes(ROLLS)) throw new Error("the second migration saw nodes of another version");
    await pause(serveMs);
  }
  try {
    await cluster.start();
    const result = await cluster.run(upgrade);
    return { ...result, unlisted: await countUnlisted(cluster) };
  } finally {
    await cluster.stop();
  }
}

/** Returns how many payments the filter of the new release does not find exactly once. */
async function countUnlisted(cluster: Cluster): Promise<number> {
  const client = await cluster.signIn();
  let unlisted = 0;
  for (const call of cluster.listMade()) {
    const { map } = await client.call("GET /mer/gep/withdraw/page", { [FILTER]: call, size: 20 });
    const list = (map["list"] ?? []) as { remark: string }[];
    if (list.filter(({ remark }) => remark === call).length !== 1) unlisted++;
  }
  return unlisted;
}
