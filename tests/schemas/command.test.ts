/** Output of the command line for product staff and QA: run, write and accept cases, explain fields. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { compileSchemas } from "../../server/payments/schemas.ts";
import type { CheckError } from "@portolan/engine";
import { listCaseNames, createFixture, readCases, runCase, runCases } from "../../tools/schemas/cases.ts";
import { diffSchemas } from "../../tools/schemas/changes.ts";
import { schemasCommand } from "../../tools/schemas/command.ts";
import { hydrateCompiled } from "../../tools/schemas/hydrate-compiled.ts";
import { explain } from "../../tools/schemas/explain.ts";
import { findUndetectedMutations } from "../../tools/schemas/mutations.ts";
import { suggestCases } from "../../tools/schemas/suggest.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const home = mkdtempSync(join(tmpdir(), "portolan-command-"));
const [dir, cases] = [join(home, "schemas"), join(home, "cases")];
const table = join(cases, "withdrawal/cases.json");
const schemas = compileSchemas(join(root, "schemas"));
const withdrawal = schemas.entities.get("withdrawal")!;
const run = (...args: string[]) => schemasCommand(args, dir, cases);
/** Edits the table by replacing or removing lines. */
const edit = (change: (lines: string[]) => string[]) =>
  writeFileSync(
    table,
    change(readFileSync(join(root, "tests/schemas/withdrawal/cases.json"), "utf8").split("\n")).join("\n"),
  );

beforeEach(() => {
  rmSync(home, { recursive: true, force: true });
  for (const folder of ["entities", "calls", "shared", "data"])
    cpSync(join(root, "schemas", folder), join(dir, folder), { recursive: true });
  for (const file of ["pages.json", "contexts.json", "constants.json"])
    cpSync(join(root, "schemas", file), join(dir, file));
  for (const name of ["withdrawal", "login"])
    cpSync(join(root, "tests/schemas", name), join(cases, name), { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("a case", () => {
  const judged = () =>
    runCases(hydrateCompiled(withdrawal), readCases(cases, "withdrawal")!)
      .filter(({ ok }) => !ok)
      .map(({ name, line, wrong }) => [name, line, ...wrong]);
  it("fails for a missing or additional error, another message, or a base without the value to remove", () => {
    expect(judged()).toEqual([]);
    edit((lines) =>
      lines.map((line) =>
        line
          .replace(
            '"name": "no account", "unset": ["/accountId"]',
            '"name": "no account", "unset": ["/accountId", "/amount"]',
          )
          .replace(
            '"name": "remark of 20", "set": {"/remark": "一二三四五六七八九十一二三四五六七八九十"}, "expect": []',
            '"name": "remark of 20", "expect": [{"at": "/remark", "code": "maxLength"}]',
          )
          .replace('"zh": "可用余额不足"', '"zh": "余额不够"')
          .replace('"unset": ["/remark"]', '"unset": ["/remarks"]'),
      ),
    );
    expect(judged()).toEqual([
      ["no account", 5, "expected /accountId required; found /accountId required, /amount required"],
      ["no remark", 7, "/remarks is not in the base"],
      [
        "a cent more than amount and fee allow",
        21,
        '/amount balance has the message "可用余额不足", expected "余额不够"',
      ],
      ["remark of 20", 22, "expected /remark maxLength; found that it passes"],
    ]);
  });
  it("is run by its name, with dots, and reported with its line if it fails", async () => {
    expect(await run("test", "withdrawal", "login", "-t", "remark")).toMatchObject({
      status: 0,
      text: "...\n\n3 passed, 0 failed",
    });
    edit((lines) =>
      lines.map((line) =>
        line.replace('"name": "remark of 21", "set": {"/remark": "一', '"name": "remark of 21", "set": {"/remark": "'),
      ),
    );
    const { status, text } = await run("test", "withdrawal");
    expect(status).toBe(1);
    expect(text).toMatch(
      /^\.+F\.+\n\ntests\/schemas\/withdrawal\/cases\.json:23:1 {2}error {2}failed-case {2}remark of 21\n {4}expected \/remark maxLength; found that it passes\n\n\d+ passed, 1 failed\. Next: tests\/schemas\/withdrawal\/cases\.json:23$/,
    );
    expect(JSON.parse((await run("test", "withdrawal", "--report", "json")).text)).toMatchObject({ failed: 1 });
    expect(await run("test", "withdrawel")).toMatchObject({
      status: 2,
      text: expect.stringContaining('did you mean "withdrawal"'),
    });
  });
  it("with an unknown keyword is rejected with position and suggestion", async () => {
    edit((lines) =>
      lines.map((line) =>
        line.replace(
          '"name": "no account", "unset": ["/accountId"], "expect"',
          '"name": "no account", "unset": ["/accountId"], "expects"',
        ),
      ),
    );
    expect(await run("test", "withdrawal")).toMatchObject({
      status: 1,
      text: expect.stringMatching(
        /tests\/schemas\/withdrawal\/cases\.json:5:\d+ {2}error {2}unknown-keyword {2}unknown keyword "expects"; did you mean "expect"\?/,
      ),
    });
  });
  it("is reported in Chinese with --lang zh: findings, failed cases and next step, but not positions and codes", async () => {
    edit((lines) =>
      lines.map((line) =>
        line.replace('"name": "remark of 21", "set": {"/remark": "一', '"name": "remark of 21", "set": {"/remark": "'),
      ),
    );
    expect((await run("test", "withdrawal", "--lang", "zh")).text).toMatch(
      /\n\ntests\/schemas\/withdrawal\/cases\.json:23:1 {2}error {2}failed-case {2}remark of 21\n {4}应为 \/remark maxLength；实际 通过\n\n\d+ 个通过，1 个失败。下一步：tests\/schemas\/withdrawal\/cases\.json:23$/,
    );
    expect((await run("accept", "withdrawal", "--lang", "zh")).text).toContain("改了 1 个。下一步：逐个阅读");
    const file = join(dir, "entities/withdrawal.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"maxLength": 20', '"title": 20'));
    for (const command of ["check", "test", "suggest", "accept", "explain", "diff"]) {
      const { status, text } = await run(command, "--lang", "zh");
      expect([command, status]).toEqual([command, 1]);
      expect(text).toMatch(
        /^schemas\/entities\/withdrawal\.json:\d+:\d+ {2}error {2}unknown-keyword {2}不认识的关键字 "title"；名称写在 "x-label"，中英文都要/,
      );
      expect(text).toMatch(/\n\n发现 1 处问题。下一步：schemas\/entities\/withdrawal\.json:\d+$/);
    }
    expect((await run("check")).text).toContain('unknown keyword "title"; the name is "x-label"');
  });
  it("with a JSON syntax error is reported with its position", async () => {
    edit((lines) => lines.map((line) => line.replace('"cases": [', '"cases": [,')));
    expect(await run("test")).toMatchObject({
      status: 1,
      text: expect.stringMatching(/tests\/schemas\/withdrawal\/cases\.json:4:\d+ {2}error {2}syntax/),
    });
  });
});

describe("suggest", () => {
  it("works with a record whose verdicts differ in number by language, and reports the difference", () => {
    const error = { at: "/code", code: "pattern", params: {}, message: "wrong" };
    const judge = (zh: CheckError[], en: CheckError[]) => {
      const entity = hydrateCompiled(withdrawal);
      entity.check = (_record, { lang }) => ({ value: {}, errors: lang === "zh" ? zh : en, warnings: [] });
      return runCase(entity, createFixture("withdrawal", { record: {}, contexts: {} }, { name: "one", expect: [] }, 1));
    };
    const { found, wrong } = judge([error], []);
    expect(found).toEqual([{ at: "/code", code: "pattern", message: { zh: "wrong", en: "" } }]);
    expect(wrong[0]).toBe(
      "the check in English differs from the one in Chinese: expected /code pattern; found that it passes",
    );
    expect(judge([], [error]).ok).toBe(false);
  });
  it("adds cases for limits without one, marked for review, and keeps the rest of the file", async () => {
    const missing = ["remark of 20", "remark of 21", "a status that is none"];
    edit((lines) => lines.filter((line) => !missing.some((name) => line.includes(`"name": "${name}"`))));
    const before = readFileSync(table, "utf8");
    const open = findUndetectedMutations(withdrawal, readCases(cases, "withdrawal")!);
    expect(open.map(({ what }) => what)).toEqual([
      "remark maxLength",
      "remark maxLength 20 -> 19",
      "remark maxLength 20 -> 21",
    ]);
    expect(open[0]).toMatchObject({ field: "remark", path: ["properties", "remark", "maxLength"] });
    const { status, text } = await run("suggest", "withdrawal");
    expect({ status, text }).toMatchObject({
      status: 0,
      text: expect.stringMatching(
        /added {2}remark of 21 characters: maxLength\n.*added {2}remark of 20 characters: passes\n2 added\. Next: read each/,
      ),
    });
    const after = readFileSync(table, "utf8");
    expect(after.startsWith(before.slice(0, before.lastIndexOf("}\n  ]") + 1))).toBe(true);
    expect(findUndetectedMutations(withdrawal, readCases(cases, "withdrawal")!)).toEqual([]);
    expect((await run("suggest", "withdrawal")).text).toBe(
      "Every limit has a case that fails when the limit is removed",
    );
    const { status: still, text: told } = await run();
    expect(still).toBe(0);
    expect(told).toMatch(
      /withdrawal\/cases\.json:\d+:1 {2}warn {2}not-reviewed {2}"remark of 21 characters: maxLength" was generated and is not reviewed/,
    );
    expect(told).toMatch(/in order \(\d+ ms\)\. Next: tests\/schemas\/withdrawal\/cases\.json:\d+$/);
  });
  it("also adds cases for rules with contexts and for conditional fields", async () => {
    for (const name of ["withdrawal", "login"])
      writeFileSync(
        join(cases, name, "cases.json"),
        JSON.stringify(
          { ...(JSON.parse(readFileSync(join(cases, name, "cases.json"), "utf8")) as object), cases: [] },
          undefined,
          2,
        ),
      );
    const { text } = await run("suggest", "withdrawal", "login");
    expect(text).toContain('channel.singleMin "2000.01": singleMin');
    expect(text).toMatch(/code "123456", loginType "2": passes/);
    // Reports a rule with several available values by name and location.
    expect(text).toMatch(
      /schemas\/entities\/withdrawal\.json:\d+:\d+ {2}warn {2}no-case {2}withdrawal: no generated case detects "rules /,
    );
    expect((await run("test")).status).toBe(0);
  });
  it.each(["transfer", "loginCode"])("%s: adds passing cases for every limit except those that it lists", (name) => {
    const compiled = schemas.entities.get(name) ?? schemas.calls.get(name)!.request;
    const read = readCases(join(root, "tests/schemas"), name)!;
    const empty = { ...read, fixtures: read.fixtures.filter(({ kind }) => kind === "valid") };
    const { cases: written, left } = suggestCases(compiled, empty);
    const fixtures = written.map((testCase, index) => createFixture(name, read.begin!, testCase, index));
    expect(
      fixtures
        .map((fixture) => runCase(hydrateCompiled(compiled), fixture))
        .filter(({ ok }) => !ok)
        .map(({ name: title, wrong }) => [title, wrong]),
    ).toEqual([]);
    expect(
      findUndetectedMutations(compiled, { ...empty, fixtures: [...empty.fixtures, ...fixtures] }).map(
        ({ what }) => what,
      ),
    ).toEqual(left.map(({ what }) => what));
    expect(written.length).toBeGreaterThan(left.length);
  });
  it("needs a valid record to start from", async () => {
    rmSync(join(cases, "login"), { recursive: true });
    expect(await run("suggest", "login")).toMatchObject({
      status: 1,
      text: expect.stringContaining("tests/schemas/login/valid has no record"),
    });
  });
});

describe("a remark limit of 30", () => {
  it("fails the case that expects a rejection, and accept moves it to the new limit", async () => {
    const shared = join(dir, "shared/money.json");
    writeFileSync(
      shared,
      readFileSync(shared, "utf8").replace('"x-limits": { "maxLength": "constants.remarkMax" },', '"maxLength": 30,'),
    );
    expect(await run()).toMatchObject({
      status: 1,
      text: expect.stringMatching(/failed-case {2}remark of 21[^]*Next: npm run schemas -- test withdrawal$/),
    });
    expect(await run("accept", "withdrawal")).toMatchObject({
      status: 0,
      text: expect.stringMatching(/cases\.json:23 {2}changed {2}remark of 21: passes\n1 changed\. Next/),
    });
    expect(await run("accept", "withdrawal")).toMatchObject({ status: 0, text: "Nothing to accept." });
    expect((await run("suggest", "withdrawal")).text).toMatch(
      /added {2}remark of 31 characters: maxLength\n.*added {2}remark of 30 characters: passes/,
    );
    const { status, text } = await run("check", "--report", "json");
    expect(status).toBe(0);
    expect(JSON.parse(text)).toMatchObject({ clean: true, failed: [] });
  });
  it("does not accept a valid record that fails", async () => {
    const file = join(cases, "withdrawal/valid/supplier.json");
    writeFileSync(file, readFileSync(file, "utf8").replace('"2000.00"', '"1.00"'));
    const { status, text } = await run("accept", "withdrawal", "-t", "supplier");
    expect({ status, text }).toMatchObject({
      status: 1,
      text: expect.stringContaining("failed-case  valid supplier.json"),
    });
  });
});

describe("explain", () => {
  it("lists every place that a field appears in, in both languages", async () => {
    const { text } = await run("explain", "withdrawal.remark");
    const lines = readFileSync("schemas/entities/withdrawal.json", "utf8").split("\n");
    const line = 1 + lines.findIndex((text) => text.startsWith('    "remark":'));
    expect(text.split("\n")[0]).toBe(`withdrawal.remark  Note  schemas/entities/withdrawal.json:${line}`);
    for (const value of [
      "at most 20 characters",
      'form "Amount", filled in (/withdrawal?tab=pay)',
      "the review before it is sent",
      "column 5 of the list (",
      "?remark=text in the URL",
      'detail "Amount"',
      "a line of the receipt",
      "a column of the export",
      "a column of imported files and their template, headed 备注, Note, remark, 附言",
      "taken by POST /mer/gep/withdraw/apply",
      "given by GET /mer/gep/withdraw/page",
      "column f_remark (text) of the table e_withdrawal",
    ])
      expect(text).toContain(value);
    const { text: zh } = await run("explain", "withdrawal.amount", "--lang", "zh");
    for (const text of [
      "付款金额",
      "不小于 2000，必填",
      "规则“可用余额不足”（balance）",
      "fee 由它算出",
      "合并列表 pendingTrade",
      "“提交付款”用到它",
    ])
      expect(zh).toContain(text);
  });
  it("covers fields of rows, of call forms and of events", () => {
    const wheres = (name: string) =>
      explain(schemas, name)!
        .reaches.map(({ where, text }) => `${where}: ${text.en}`)
        .join("\n");
    expect(wheres("onboarding.directors.name")).toMatch(
      /value: text, at least 2 characters, at most 70 characters, must be filled[^]*form: form/,
    );
    expect(wheres("login.code")).toMatch(
      /show: code is shown if self\.loginType == '2'[^]*require: code must be filled|call: taken by POST \/mer\/login/,
    );
    expect(wheres("withdrawal.reason")).toContain('event: asked for by "Reject"');
    expect(wheres("login.remember")).toContain("never sent");
    expect(explain(schemas, "withdrawal.fees")).toBeUndefined();
  });
  it("describes every field", () => {
    const silent = [...schemas.entities.values(), ...[...schemas.calls.values()].map(({ request }) => request)].flatMap(
      ({ plan }) =>
        plan.fields.flatMap(({ name }) => {
          const told = explain(schemas, `${plan.name}.${name}`)!;
          return told.location && told.reaches.length > 1 && !/undefined|\[object/.test(JSON.stringify(told))
            ? []
            : [`${plan.name}.${name}`];
        }),
    );
    expect(silent).toEqual([]);
  });
  it("lists an entity's fields, and suggests a name for an unknown one", async () => {
    expect((await run("explain", "withdrawal")).text).toMatch(/withdrawal\.remark {2}Note/);
    expect(await run("explain", "withdrawal.remarc")).toMatchObject({
      status: 2,
      text: 'withdrawal has no field "remarc"; did you mean "remark"?',
    });
    expect(await run("explain", "withdrawl.remark")).toMatchObject({ status: 2 });
    expect((await run("explain")).status).toBe(2);
  });
});

describe("new", () => {
  it("creates an entity with its page and its cases, and rejects an existing name", async () => {
    expect(await run("new", "payee-tag")).toMatchObject({
      status: 0,
      text: expect.stringContaining("/payeeTag?tab=new"),
    });
    const made = compileSchemas(dir);
    expect(made.entities.get("payeeTag")!.plan.calls).toMatchObject({ create: { path: "/mer/own/payeeTag/create" } });
    expect(made.pages.at(-1)).toMatchObject({ path: "/payeeTag", tabs: [{ show: "list" }, { show: "create" }] });
    expect(made.pages.filter(({ id }) => id === made.pages.at(-1)!.id).length).toBe(1);
    expect(findUndetectedMutations(made.entities.get("payeeTag")!, readCases(cases, "payeeTag")!)).toEqual([]);
    expect(await run("test", "payeeTag")).toMatchObject({ status: 0, text: "....\n\n4 passed, 0 failed" });
    expect(await run("new", "payeeTag")).toMatchObject({ status: 2, text: 'there is an entity "payeeTag" already' });
    expect(await run("new", "login")).toMatchObject({ status: 2, text: 'there is a call "login" already' });
    for (const name of ["Payee", "payee tag", "9lives"]) expect((await run("new", name)).status).toBe(2);
  });
});

describe("npm run schemas", () => {
  it("lists its commands, and rejects unknown ones", async () => {
    const { status, text } = await run("help");
    expect(status).toBe(0);
    for (const name of [
      "check",
      "diff",
      "test",
      "accept",
      "explain",
      "suggest",
      "new",
      "write",
      "meta",
      "types",
      "docs",
    ])
      expect(text).toMatch(new RegExp(`^  ${name}\\b`, "m"));
    for (const args of [["dif"], ["check", "withdrawal"], ["--lang", "fr"], ["--report", "xml"], ["--nothing"]])
      expect((await run(...args)).status).toBe(2);
    expect((await run("dif")).text).toContain('did you mean "diff"?');
  });
  it("checks cases and changes of a single entity", () => {
    const file = "schemas/entities/onboarding.json";
    const fixtures = (name: string) => readCases(join(root, "tests/schemas"), name);
    const after = compileSchemas(join(root, "schemas"), {
      [file]: readFileSync(join(root, file), "utf8").replace('"maxLength": 70', '"maxLength": 60'),
    });
    expect(
      runCases(hydrateCompiled(after.entities.get("onboarding")!), fixtures("onboarding")!).filter(({ ok }) => !ok),
    ).not.toEqual([]);
    expect(diffSchemas(schemas, after, fixtures, { only: ["onboarding"] })).toMatchObject([
      { what: "limit-tightened" },
    ]);
    expect(diffSchemas(schemas, after, fixtures, { only: ["withdrawal"] })).toEqual([]);
  });
  it("finds every folder with fixtures", () =>
    expect(listCaseNames(join(root, "tests/schemas")).length).toBeGreaterThan(45));
});
