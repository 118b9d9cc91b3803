/**
 * Schemas in the build: modules for the portal, the last valid version in development, findings that fail a build, and
 * the command line.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileSchemas } from "../../server/payments/schemas.ts";
import { reloadSchemas } from "@portolan/engine/folder";
import type { EntityPlan } from "@portolan/engine";
import { productSchemas } from "../../tools/product-schemas.ts";
import { schemasCommand } from "../../tools/schemas/command.ts";
import { createSchemasPlugin } from "@portolan/engine/vite";

const root = fileURLToPath(new URL("../..", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "portolan-plugin-"));
const dir = join(home, "schemas");
const FILE = "entities/bank.json";
const LABEL = '"x-label": { "zh": "名称", "en": "Name" }';
const original = readFileSync(join(root, "schemas", FILE), "utf8");
const write = (text: string) => writeFileSync(join(dir, FILE), text);
/** Schema source with an additional field, as a user would write it. */
const grown = original.replace(
  '"name": {',
  `"motto": { "type": "string", "maxLength": 12, "x-label": { "zh": "标语", "en": "Motto" } },\n    "name": {`,
);
const broken = original.replace(LABEL, LABEL.replace("x-label", "x-lable"));

beforeAll(() => cpSync(join(root, "schemas"), dir, { recursive: true }));
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("development server", () => {
  let server: ViteDevServer;
  const sent: { type: string; err?: { message: string } }[] = [];
  beforeAll(async () => {
    server = await createServer({
      configFile: false,
      root,
      logLevel: "silent",
      appType: "custom",
      plugins: [createSchemasPlugin({ dir, ...productSchemas })],
      server: { middlewareMode: true, hmr: { port: 0 }, watch: { ignored: [`${root}/**`] } },
      optimizeDeps: { noDiscovery: true },
    });
    const { send } = server.ws;
    server.ws.send = ((message: never) => {
      sent.push(message);
      return send.call(server.ws, message);
    }) as typeof send;
  });
  afterAll(() => server.close());

  const load = async () => {
    const { default: made } = (await server.ssrLoadModule("virtual:schemas/entity/bank/zh")) as {
      default: { plan: Pick<EntityPlan, "version" | "form" | "fields"> };
    };
    return made.plan;
  };
  const fieldNames = async () => (await load()).fields.map((field) => field.name);
  const told = async (type: string) => {
    for (const end = Date.now() + 10_000; Date.now() < end;) {
      const found = sent.find((message) => message.type === type);
      if (found) return found;
      await new Promise((wake) => setTimeout(wake, 20));
    }
    throw new Error(`no "${type}" was sent`);
  };

  it("shows a saved schema without a restart, and keeps the last valid one if it does not compile", async () => {
    expect(await fieldNames()).toEqual(["name", "short", "english", "code"]);
    const before = await load();
    write(grown);
    await told("full-reload");
    expect(await fieldNames()).toEqual(["motto", "name", "short", "english", "code"]);
    // Forms keep what was typed, also when a changed field gives the schema another version.
    const { form, version } = await load();
    expect([form.draft, version]).toEqual([true, before.version]);
    sent.length = 0;
    write(broken);
    const { err } = await told("error");
    expect(err?.message).toMatch(
      /schemas\/entities\/bank\.json:8:\d+ {2}error {2}unknown-keyword {2}unknown keyword "x-lable"; did you mean "x-label"\?/,
    );
    expect(await fieldNames()).toEqual(["motto", "name", "short", "english", "code"]);
    sent.length = 0;
    // An editor may truncate the file before writing it.
    write("");
    write(original);
    await told("full-reload");
    expect(sent.map(({ type }) => type)).toEqual(["full-reload"]);
    expect(await fieldNames()).toEqual(["name", "short", "english", "code"]);
  });
});

it("the server logs where saved schemas do not compile", async () => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  write(broken);
  const apply = async () => [...compileSchemas(dir).entities.keys()];
  await reloadSchemas(apply, { log: print, error: print });
  write(original);
  expect(lines.join("\n")).toMatch(
    /^schemas\/entities\/bank\.json:8:\d+ {2}error {2}unknown-keyword {2}unknown keyword "x-lable"/m,
  );
  expect(lines.at(-1)).toBe("Schemas   the last good ones stay in use");
});

describe("schemas with replaced text", () => {
  it("compile from the text in memory, including files that do not exist yet", () => {
    const own = `{ "$schema": "../meta/entity.schema.json", "x-entity": { "name": "motto", "source": "store", "key": "id" }, "x-label": { "zh": "标语", "en": "Motto" }, "type": "object", "properties": { "id": { "type": "string", "x-kind": "identifier", "readOnly": true, "x-label": { "zh": "编号", "en": "Number" } } } }`;
    const { entities } = compileSchemas(dir, {
      "schemas/entities/bank.json": grown,
      "schemas/entities/motto.json": own,
    });
    expect(entities.get("bank")!.plan.fields.map(({ name }) => name)).toEqual([
      "motto",
      "name",
      "short",
      "english",
      "code",
    ]);
    expect(entities.get("motto")!.texts.zh.label).toBe("标语");
    expect(() => compileSchemas(dir, { "schemas/entities/bank.json": broken })).toThrow(
      /bank\.json:8:\d+ unknown keyword "x-lable"/,
    );
    expect(
      compileSchemas(dir)
        .entities.get("bank")!
        .plan.fields.map(({ name }) => name),
    ).toEqual(["name", "short", "english", "code"]);
  });
});

describe("a production build", () => {
  const made = () =>
    build({
      configFile: false,
      root: home,
      logLevel: "silent",
      plugins: [createSchemasPlugin({ dir, ...productSchemas })],
      build: {
        write: false,
        minify: false,
        rolldownOptions: {
          input: ["virtual:schemas/inside/zh", "virtual:schemas/inside/en", "virtual:schemas/public"],
          preserveEntrySignatures: "strict",
        },
      },
    });
  it("emits a chunk per entity and language, without run-time compilation", async () => {
    const { output } = (await made()) as { output: { type: string; fileName: string; code?: string }[] };
    const code = output.map((chunk) => chunk.code ?? "").join("\n");
    expect(output.filter((chunk) => chunk.type === "chunk").length).toBeGreaterThan(10);
    expect(code).not.toMatch(/new Function|\beval\(|cel-js|jsonc/);
  });
  it("fails with all errors", async () => {
    write(broken.replace('"en": "English name"', '"en": ""'));
    const message = await made().then(
      () => "",
      (error: Error) => error.message,
    );
    write(original);
    expect(message).toContain('unknown keyword "x-lable"');
    expect(message).toMatch(/bank\.json:10:\d+ {2}error {2}bad-value/);
  });
});

describe("npm run schemas", () => {
  const run = (...args: string[]) => schemasCommand(args, dir);
  it("reports the findings of the given folder in its output and exit code", async () => {
    write(broken);
    const { status, stdout } = spawnSync(process.execPath, ["--import", "tsx", join(root, "tools/schemas.ts")], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, SCHEMAS_DIR: dir },
    });
    const said = await run();
    write(original);
    expect({ status, text: stdout.trimEnd() }).toEqual(said);
    expect(status).toBe(1);
  });
  it("passes for valid schemas", async () =>
    expect(await run()).toMatchObject({ status: 0, text: expect.stringContaining("in order") }));
  it("prints findings with their line and the next step", async () => {
    write(broken);
    const { status, text } = await run();
    write(original);
    expect(status).toBe(1);
    expect(text).toContain('"x-lable"');
    expect(text).toMatch(/~{9}/);
    expect(text).toMatch(/Next: schemas\/entities\/bank\.json:8/);
  });
  it("lists stale generated files", async () => {
    write(grown);
    const { status, text } = await run("types", "--check");
    write(original);
    expect({ status, text }).toMatchObject({ status: 1, text: expect.stringContaining("src/contract/types.gen.ts") });
  });
  it("reports a row of a reference list that violates its schema", async () => {
    const rows = join(dir, "data/bank.json");
    const good = readFileSync(rows, "utf8");
    writeFileSync(rows, good.replace(/"code":\s*"\d{3}"/, '"code": "12"'));
    const { status, text } = await run();
    writeFileSync(rows, good);
    expect({ status, text }).toMatchObject({
      status: 1,
      text: expect.stringMatching(/bank\.json {2}error {2}bad-row {2}row 1\/code/),
    });
  });
  /** Returns the command's output after these replacements in files. */
  const toldOf = async (...edits: [file: string, right: string, wrong: string][]) => {
    const good = new Map(edits.map(([file]) => [file, readFileSync(join(dir, file), "utf8")]));
    for (const [file, right, wrong] of edits)
      writeFileSync(join(dir, file), readFileSync(join(dir, file), "utf8").replace(right, wrong));
    const { status, text } = await run();
    for (const [file, text] of good) writeFileSync(join(dir, file), text);
    expect(status).toBe(1);
    return text;
  };
  it("reports conflicts between files: names that are taken or unknown, events without labels", async () => {
    const text = await toldOf(
      ["entities/withdrawal.json", '"GET /mer/gep/withdraw/page"', '"GET /mer/own/channel/list"'],
      ["entities/withdrawal.json", '"number": "WD"', '"number": "CH"'],
      ["entities/withdrawal.json", '"menu": "withdrawal"', '"menu": "withdrawals"'],
      ["entities/withdrawal.json", '"/withdrawal?tab=pay', '"/withdrawl?tab=pay'],
      [
        "entities/withdrawal.json",
        '"on": "cleared", "label": { "zh": "核查通过", "en": "Compliance check passed" }',
        '"on": "cleared"',
      ],
      ["pages.json", '"preset": { "status": ["completed"] }', '"preset": { "status": ["complete"] }'],
      ["pages.json", '"screen": "validator"', '"screen": "validater"'],
      ["pages.json", '"home": "/Creditmanage"', '"home": "/Creditmanager"'],
      ["entities/recharge.json", '"view": "cards"', '"view": "crads"'],
      ["entities/withdrawal.json", '"job": "bank.pay"', '"job": "bank.pya"'],
      ["entities/withdrawal.json", '".pdf"', '".pdff"'],
      ["entities/payer.json", '"job": "party.review", "assumed": true },', '"job": "bank.pay", "assumed": true },'],
      ["entities/withdrawal.json", '"grant": "withdrawal.review"', '"grant": "withdrawal.reveiw"'],
      ["calls/batchWithdraw.json", '"grant": "SpreadPAYOUT"', '"grant": "SpreadPayout"'],
      ["contexts.json", '"guess": ["found"', '"guess": ["fuond"'],
      ["entities/recharge.json", '"goto": "/newbankaccount"', '"goto": "/newbankacount"'],
      [
        "entities/remittance.json",
        '"goto": "/personalCenter?tab=payPassword"',
        '"goto": "/personalCenter?tab=payPasword"',
      ],
      ["pages.json", '"path": "/personalCenter", "id": "R19"', '"path": "/personalCenter", "id": "R20"'],
      ["pages.json", '"key": "y"', '"key": "t"'],
      ["areas.json", '"icon": "wallet"', '"icon": "walet"'],
      ["areas.json", '"/SpreadPAYOUT"', '"/login"'],
      ["areas.json", '"as": "/payees"', '"as": "/payee"'],
      ["areas.json", '"/cardRecharge"', '"/recharge"'],
    );
    for (const told of [
      'GET /mer/own/channel/list is taken by "list" of "channel"',
      '"CH" is taken by the numbers of "channel"',
      'no page of pages.json has the menu "withdrawals"; did you mean "withdrawal"?',
      'no page of pages.json has the path "/withdrawl"; did you mean "/withdrawal"?',
      'the event "cleared" has no "label"',
      'there is no option "complete"; did you mean "completed"?',
      'there is no screen "validater"; did you mean "validator"?',
      'there is no page "/Creditmanager"; did you mean "/Creditmanage"?',
      '"receivingAccount" has no view "crads" in its "x-views"; did you mean "cards"?',
      'there is no job "bank.pya"; did you mean "bank.pay"?',
      'unknown-file-type  the server recognises no file type ".pdff"; known are .pdf, application/pdf, .png',
      'job-without-fields  the job "bank.pay" needs the fields "holder", "account", "bank", "amount", which this entity does not have',
      '"withdrawal.reveiw" is neither a menu of pages.json nor asked for by a lifecycle; did you mean "withdrawal.review"?',
      '"SpreadPayout" is neither a menu of pages.json nor asked for by a lifecycle; did you mean "SpreadPAYOUT"?',
      '"withdrawals" is neither a menu of pages.json nor asked for by a lifecycle',
      'there is no fact "fuond"; did you mean "found"?',
      'no page of pages.json has the path "/newbankacount"; did you mean "/newbankaccount"?',
      'the page "/personalCenter" has no tab "payPasword"; did you mean "payPassword"?',
      'two pages have the id "R20"',
      'two entries of “New” have the key "t"',
      'there is no page "/payee"; did you mean "/payees"?',
      'there is no icon "walet"; did you mean "wallet"?',
      'no page of pages.json with a "menu" has the path "/login"',
      'the menu "recharge" is listed twice',
      "24 findings.",
    ])
      expect(text).toContain(told);
  });
  it("warns of a field in a list that no form asks for", async () => {
    const field = '"remark": { "$ref": "../shared/money.json#/$defs/remark" },';
    expect(
      await toldOf(
        [
          "entities/withdrawal.json",
          field,
          `${field}\n    "urgency": { "type": "string", "maxLength": 9, "x-label": { "zh": "加急", "en": "Urgency" } },`,
        ],
        ["entities/withdrawal.json", '"columns": ["holder"', '"columns": ["urgency", "holder"'],
      ),
    ).toMatch(
      /withdrawal\.json:\d+:\d+ {2}warn {2}not-asked {2}a list or a detail shows "urgency", but no section of "x-form" asks for it/,
    );
  });
  it("warns of an entity without a label", async () => {
    expect(await toldOf(["entities/bank.json", '"x-label": { "zh": "银行", "en": "Bank" },', ""])).toMatch(
      /bank\.json:4:\d+ {2}warn {2}missing-word {2}the entity has no "x-label".*people read "bank"/,
    );
  });
  it("reports examples that their own fields reject, in the record and in rows", async () => {
    const text = await toldOf(
      ["entities/withdrawal.json", '"examples": ["2000.00"]', '"examples": ["1999.99"]'],
      ["entities/onboarding.json", '"examples": ["执行董事"]', `"examples": ["${"董".repeat(41)}"]`],
    );
    expect(text).toMatch(
      /withdrawal\.json:\d+:\d+ {2}error {2}bad-example {2}1999\.99 of "amount": The minimum withdrawal amount shall be 2000 CNY!/,
    );
    expect(text).toMatch(/onboarding\.json:112:\d+ {2}error {2}bad-example {2}董+ of "directors\.title": /);
  });
  it("reports a JSON syntax error without consequential errors", async () => {
    expect(
      await toldOf([
        "entities/withdrawal.json",
        '"required": ["accountId", "amount"],',
        '"required": ["accountId", "amount"]',
      ]),
    ).toMatch(
      /^schemas\/entities\/withdrawal\.json:(\d+):3 {2}error {2}syntax[^]*1 finding\. Next: schemas\/entities\/withdrawal\.json:\1\s*$/,
    );
  });
  it("reports a page whose form has no success message", async () => {
    const call = join(dir, "calls/bindPhone.json");
    const good = readFileSync(call, "utf8");
    writeFileSync(call, good.replace(/, "said": \{[^}]*\}/, ""));
    const { status, text } = await run();
    writeFileSync(call, good);
    expect({ status, text }).toMatchObject({
      status: 1,
      text: expect.stringMatching(/pages\.json:\d+:\d+ {2}error {2}page-call-silent/),
    });
  });
  it("rejects unknown arguments", async () => expect((await run("chek")).status).toBe(2));
});
