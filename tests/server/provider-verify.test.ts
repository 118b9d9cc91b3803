/**
 * Conformance suite for providers: passes for the sandbox and the template, and detects each kind of faulty provider.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../../server/cli/run.ts";
import { createSeal } from "../../server/core/seal.ts";
import { createManualProvider } from "../../server/manual-provider/provider.ts";
import { createHttpPort } from "../../server/providers/http/provider.ts";
import { readSecrets } from "../../server/providers/http/signature.ts";
import { PORTS } from "../../server/providers/provider-port.ts";
import { listenForCallbacks } from "../../server/providers/verify/callbacks.ts";
import { cases, verifyProvider, type CaseResult } from "../../server/providers/verify/run.ts";
import { createProviders } from "../../server/payments/sandbox/script-runner.ts";
import { moneyWorld, schemas } from "./money-world.ts";
import { testTools } from "./portolan.ts";
import { openDemo } from "./prepared.ts";
import { startTemplate, TEMPLATE, TEMPLATE_SECRET, type TemplateOptions } from "./provider-template.ts";

const { entities } = schemas;
const secrets = readSecrets(TEMPLATE_SECRET)!;
const brokenOf = (results: readonly CaseResult[]) => results.filter(({ outcome }) => outcome === "broken");

/** Runs the suite against the template. */
async function verifyTemplate(options: TemplateOptions = {}, outcomeMs = 20_000): Promise<CaseResult[]> {
  const callbacks = await listenForCallbacks(secrets, 0);
  const bank = await startTemplate({ callback: callbacks.url, ...options });
  const port = createHttpPort("payout", { URL: bank.url, SECRET: TEMPLATE_SECRET });
  try {
    const patience = { outcomeMs, requestMs: Math.max(outcomeMs, 2_000) };
    return await verifyProvider({ port, entities, http: { url: bank.url, secrets }, callbacks, patience });
  } finally {
    callbacks.close();
    await bank.kill();
  }
}

/** Runs `portolan provider verify` over the template. */
async function runVerify(options: TemplateOptions = {}) {
  const listen = await findFreePort();
  const bank = await startTemplate({ callback: `http://127.0.0.1:${listen}`, ...options });
  const words = ["provider", "verify", bank.url, "--port", "payout", "--listen", String(listen)];
  try {
    return await runCommand(words, { PROVIDER_PAYOUT_SECRET: TEMPLATE_SECRET, LANG: "C" }, testTools);
  } finally {
    await bank.kill();
  }
}

/** Returns a free port of the loopback. */
async function findFreePort(): Promise<number> {
  const { url, close } = await listenForCallbacks(secrets, 0);
  close();
  return Number(new URL(url).port);
}

it("the suite has at least thirty cases with unique ids", () => {
  expect(cases.length).toBeGreaterThanOrEqual(30);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
});

it("the template has fewer than 150 lines and needs only Node", () => {
  const text = readFileSync(TEMPLATE, "utf8");
  expect(text.trimEnd().split("\n").length).toBeLessThan(150);
  const imports = [...text.matchAll(/(?:from|import) "([^"]+)"/g)].map(([, name]) => name);
  expect(imports.filter((name) => !name?.startsWith("node:"))).toEqual([]);
});

describe("the suite passes", () => {
  it("on the template without skipping a case, and `portolan provider verify` prints each case and exits with 0", async () => {
    const { status, text } = await runVerify();
    expect([status, text]).toEqual([0, text]);
    for (const { id } of cases) expect(text).toMatch(new RegExp(`^ok +${id.replace(".", String.raw`\.`)} `, "m"));
    expect(text).toMatch(new RegExp(`^${cases.length} hold, 0 broken, 0 skipped$`, "m"));
  });
  it("on the desk of each port", async () => {
    const { db, close } = await openDemo();
    await moneyWorld(db);
    for (const { name } of PORTS) {
      const port = createManualProvider(name);
      port.connect?.({ db, seal: createSeal([{ kid: "k0", key: Buffer.alloc(32, 1) }]) });
      const played = await verifyProvider({ port, entities, patience: { outcomeMs: 200, requestMs: 2_000 } });
      expect([name, brokenOf(played)]).toEqual([name, []]);
      expect(played.filter(({ outcome }) => outcome === "holds").length).toBeGreaterThanOrEqual(5);
    }
    await close();
  });
  it("on each simulated provider, in process", async () => {
    const { db, close } = await openDemo();
    const world = await moneyWorld(db);
    const providers = createProviders(db, world.context, "instant");
    for (const { name } of PORTS) {
      const port = providers[name]!;
      const played = await verifyProvider({ port, entities });
      expect([name, brokenOf(played)]).toEqual([name, []]);
      expect(played.filter(({ outcome }) => outcome === "holds").length).toBeGreaterThanOrEqual(9);
    }
    await close();
  });
});

/** Faulty variants of the template, with a case that detects each. */
const WRONG: [string, readonly [string, string], string][] = [
  ["accepts unsigned requests", ["!isSigned(request, body)", "false"], "signature.none"],
  ["accepts old signatures", ["> 300) return false", "> 300000) return false"], "signature.old"],
  [
    "pays again on each repeated request",
    ["hash ? [200, answerOf(known)]", "hash ? [200, answerOf({ ...known, reference: `B${Math.random()}` })]"],
    "ask.atOnce",
  ],
  ["forgets its requests", ["return known ? [200", "return false ? [200"], "query.known"],
  [
    "reports unknown requests as accepted",
    ['[404, { askId: id, state: "unknown" }]', '[200, { askId: id, state: "accepted", events: [] }]'],
    "query.unknown",
  ],
  ["accepts another order under a known id", ["known.hash === hash", "true"], "ask.other"],
  ["pays in unsupported currencies", ['return "AM03"', "return undefined"], "amount.currency"],
  ["rejects without a reason", ['event("refused", { reason })', 'event("refused", {})'], "amount.currency"],
  ["pays amounts with too many decimals", [' : "AM12"', " : undefined"], "amount.digits"],
  [
    "sends events that do not fit the status",
    ['event("paid", { reference })', 'event("settled", { reference })'],
    "outcome.leadsOn",
  ],
  [
    "signs its callbacks with another key",
    ["digest(secret, event.id, time, body)", 'digest("x", event.id, time, body)'],
    "callback.signed",
  ],
  ["does not repeat a failed callback", ["({ ok }) => ok)", "() => true)"], "callback.repeated"],
  [
    "changes event ids with each response",
    ["id: `${id}/${name}`", "id: `${id}/${name}/${Math.random()}`"],
    "outcome.kept",
  ],
];
const played = new Map<string, Promise<CaseResult[]>>();

describe("the suite detects a provider that", () => {
  // Each has its own process and listener, so a few at a time are started ahead.
  beforeAll(async () => {
    const waiting = [...WRONG];
    const play = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [name, broken] = next;
        const run = verifyTemplate({ broken }, 800);
        played.set(name, run);
        await run;
      }
    };
    await Promise.all([play(), play(), play(), play()]);
  });
  it.each(WRONG)("%s", async (name, _broken, id) => {
    expect(brokenOf((await played.get(name)) ?? []).map((result) => result.id)).toContain(id);
  });
});

describe("portolan provider verify", () => {
  let bank: Awaited<ReturnType<typeof startTemplate>>;
  beforeAll(async () => {
    bank = await startTemplate();
  });
  afterAll(() => bank.kill());
  it("exits with 1 and names the failing case", async () => {
    const { status, text } = await runVerify({ broken: ["!isSigned(request, body)", "false"] });
    expect([status, text]).toEqual([1, expect.stringMatching(/^BROKEN +signature\.none /m)]);
  });

  const run = (words: string[], env = {}) =>
    runCommand(["provider", ...words], { PROVIDER_PAYOUT_SECRET: TEMPLATE_SECRET, ...env }, testTools);

  it("explains missing or invalid arguments and settings in both languages", async () => {
    for (const words of [
      ["verify"],
      ["verify", bank.url],
      ["verify", "bank", "--port", "payout"],
      ["verify", bank.url, "--port", "bank"],
    ])
      expect(await run(words)).toMatchObject({ status: 2, refused: true });
    const noSecret = await run(["verify", bank.url, "--port", "payout"], {
      PROVIDER_PAYOUT_SECRET: "x",
      LANG: "zh_CN",
    });
    expect(noSecret.text).toMatch(/PROVIDER_PAYOUT_SECRET 中填入/);
  });
});
