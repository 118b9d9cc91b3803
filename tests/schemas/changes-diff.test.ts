/**
 * Output of `npm run schemas -- diff` for a folder under version control: several changes to a field of the real
 * product.
 */
import { execFileSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { schemasCommand } from "../../tools/schemas/command.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
describe("npm run schemas -- diff in a Git repository", () => {
  const home = mkdtempSync(join(tmpdir(), "portolan-diff-"));
  const dir = join(home, "schemas");
  const shared = join(dir, "shared/money.json");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=QA", "-c", "user.email=qa@portolan.test", ...args], {
      cwd: home,
      encoding: "utf8",
      stdio: "pipe",
    });
  const remark = (max: number) =>
    writeFileSync(
      shared,
      readFileSync(join(root, "schemas/shared/money.json"), "utf8").replace(
        '"x-limits": { "maxLength": "constants.remarkMax" },',
        `"maxLength": ${max},`,
      ),
    );
  const diff = (...args: string[]) => schemasCommand(["diff", ...args], dir);
  beforeAll(() => {
    cpSync(join(root, "schemas"), dir, { recursive: true });
    git("init", "-q");
    git("add", ".");
    git("commit", "-q", "-m", "schemas as they are");
  });
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  it("reports that nothing changed", async () =>
    expect(await diff()).toMatchObject({ status: 0, text: "Nothing changed since HEAD." }));
  it("reports a looser limit as no break, and names the case whose result changes", async () => {
    remark(30);
    const { status, text } = await diff("withdrawal");
    expect(status).toBe(0);
    expect(text).toMatch(
      /schemas\/shared\/money\.json:\d+:\d+ {2}warn {2}limit-loosened {2}withdrawal\.remark — Note: at most 30 characters instead of at most 20 characters/,
    );
    expect(text).toMatch(/tests\/schemas\/withdrawal\/cases\.json:\d+ "remark of 21"/);
    expect((await schemasCommand(["test", "withdrawal", "-t", "remark"], dir)).text).toMatch(
      /F[^]*failed-case {2}remark of 21\n {4}expected \/remark maxLength; found that it passes/,
    );
  });
  it("reports a tighter limit as a break with an example value, until a note declares it intended", async () => {
    remark(10);
    const { status, text } = await diff("withdrawal", "--lang", "zh");
    expect(status).toBe(1);
    expect(text).toMatch(
      /error {2}limit-tightened {2}withdrawal\.remark — 备注：由“最多 20 个字符”改为“最多 10 个字符”\n.*失效.*\n {4}"一二三四五六七八九十一二三四五六七八九十" 以前通过，现在被拒 maxLength/,
    );
    const { text: whole } = await diff();
    const line = whole
      .split("\n")
      .find((one) => one.startsWith("  - "))!
      .trim();
    expect(line).toMatch(/^- \d{4}-\d\d-\d\d .*withdrawal\.remark.* limit-tightened:$/);
    appendFileSync(join(dir, "CHANGES.md"), "- 2026-11-30 *.remark limit-tightened: banks take 10 characters\n");
    const meant = await diff();
    expect(meant).toMatchObject({
      status: 0,
      text: expect.stringMatching(/meant {2}limit-tightened {2}.*withdrawal\.remark/),
    });
    // A note belongs to the commit that added it.
    git("commit", "-q", "-am", "shorter remarks");
    remark(9);
    expect((await diff("withdrawal")).status).toBe(1);
    expect((await diff("withdrawal", "--base", "HEAD~1")).status).toBe(0);
  });
  it("reports the same as JSON", async () => {
    remark(9);
    const { text } = await diff("withdrawal", "--report", "json");
    expect(JSON.parse(text)).toMatchObject({
      base: "HEAD",
      changes: [
        {
          at: "withdrawal.remark",
          what: "limit-tightened",
          level: "breaking",
          meant: false,
          file: "schemas/shared/money.json",
          witness: { before: "passes", after: "maxLength" },
        },
      ],
    });
  });
  it("warns of a note without a change, and of a malformed one", async () => {
    const notes = join(dir, "CHANGES.md");
    const good = readFileSync(notes, "utf8");
    appendFileSync(notes, "- 2026-11-30 withdrawal.fee field-removed: nobody pays\n- withdrawal.remark is shorter\n");
    const { text } = await diff();
    writeFileSync(notes, good);
    expect(text).toMatch(/CHANGES\.md:\d+:1 {2}warn {2}idle-note/);
    expect(text).toMatch(/CHANGES\.md:\d+:1 {2}warn {2}bad-note/);
  });
  it("skips a file whose committed version no longer compiles, and says so", async () => {
    const file = join(dir, "entities/bank.json");
    const good = readFileSync(file, "utf8");
    writeFileSync(file, good.replace('"x-label": { "zh": "名称"', '"x-lable": { "zh": "名称"'));
    git("commit", "-q", "-am", "a word of another day");
    writeFileSync(file, good);
    const { status, text } = await diff();
    git("commit", "-q", "-am", "as it is today");
    expect({ status, text }).toMatchObject({
      status: 0,
      text: expect.stringMatching(
        /schemas\/entities\/bank\.json:8:\d+ {2}warn {2}not-compared {2}is not compared, because its earlier version does not compile any more: /,
      ),
    });
  });
  it("rejects an unknown commit or name", async () => {
    expect(await diff("--base", "nowhere")).toMatchObject({ status: 2, text: expect.stringContaining("nowhere") });
    expect(await diff("withdrawl")).toMatchObject({
      status: 2,
      text: expect.stringContaining('did you mean "withdrawal"'),
    });
    expect(await schemasCommand(["diff"], join(home, "..", "nowhere"))).toMatchObject({ status: 2 });
  });
  it("is run by a plain check, which fails for an undeclared break and names the next step", async () => {
    const list = join(dir, "entities/withdrawal.json");
    const good = readFileSync(list, "utf8");
    remark(20);
    git("commit", "-q", "-am", "as ever");
    writeFileSync(
      list,
      good.replace('"account", "amount", "fee", "remark", "status"', '"account", "amount", "remark", "status"'),
    );
    expect(await schemasCommand([], dir)).toMatchObject({
      status: 1,
      text: expect.stringMatching(/2 changes: 1 breaks something since HEAD\.\n\nNext: npm run schemas -- diff$/),
    });
    writeFileSync(list, good);
    remark(21);
    expect(await schemasCommand([], dir)).toMatchObject({
      status: 1,
      text: expect.stringMatching(
        /failed-case[^]*none breaks anything since HEAD\.\n\nNext: npm run schemas -- test \w+$/,
      ),
    });
  });
});
