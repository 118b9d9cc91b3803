/**
 * `npm run dev` as product staff use it: sign in at Vite's URL, change a limit in the workbench, see the consequences,
 * and save. A typo is reported with its location.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { expectAccessible } from "./axe.ts";
import { expect, findFreePort, signIn, test, usedFolder, watch } from "./portal.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const FILE = "schemas/entities/withdrawal.json";
let dir: string;
let data: string;
let dev: ChildProcess;
/** URL printed by Vite, and of the server behind it. */
let url: string;
let server: string;

test.beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "portolan-workbench-"));
  for (const folder of ["schemas", "tests/schemas"]) cpSync(join(root, folder), join(dir, folder), { recursive: true });
  const git = (...args: string[]) =>
    expect(
      spawnSync("git", ["-c", "user.name=QA", "-c", "user.email=qa@example.com", ...args], { cwd: dir }).status,
      args.join(" "),
    ).toBe(0);
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "as it is");
  data = usedFolder();
  const [port, simPort] = await Promise.all([findFreePort(), findFreePort()]);
  server = `http://127.0.0.1:${port}`;
  dev = spawn(process.execPath, [join(root, "tools/dev.mjs")], {
    cwd: root,
    env: {
      ...process.env,
      SCHEMAS_DIR: join(dir, "schemas"),
      DATA_DIR: data,
      PORT: String(port),
      SIM_PORT: String(simPort),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  // A signal that can be handled, so that both servers stop.
  const end = () => dev.kill("SIGTERM");
  process.once("exit", end);
  dev.once("exit", () => process.removeListener("exit", end));
  url = await new Promise((resolve, reject) => {
    let text = "";
    dev.stdout!.on("data", (chunk) => {
      text += stripVTControlCharacters(String(chunk));
      const found = /Local:\s+(http:\/\/[^\s/]+)/.exec(text);
      if (found) resolve(found[1]!);
    });
    dev.once("exit", () => reject(new Error(`npm run dev ended:\n${text}`)));
  });
});
test.afterAll(async () => {
  const ended = new Promise((resolve) => dev?.once("exit", resolve));
  if (dev?.kill("SIGTERM")) await ended;
  for (const folder of [dir, data]) if (folder) rmSync(folder, { recursive: true, force: true });
});

test("one signs in at the address that npm run dev prints", async ({ page, context }) => {
  // Vite and the server start from sources.
  test.setTimeout(240_000);
  await expect
    .poll(
      () =>
        fetch(`${server}/healthz`).then(
          (response) => response.ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
  const errors = watch(context);
  // Vite transforms each module on first request.
  await signIn(page, url, "maker@demo.portolan", { timeout: 60_000 });
  await expect(page.getByRole("navigation", { name: "菜单", exact: true })).toBeVisible({ timeout: 60_000 });
  expect(errors).toEqual([]);
});

test("a remark may have 30 characters: seen in both languages, in the cases, in the files, and written", async ({
  page,
  context,
}) => {
  const errors = watch(context);
  const before = readFileSync(join(dir, FILE), "utf8");
  const after = before.replace(
    '"remark": { "$ref": "../shared/money.json#/$defs/remark" }',
    '"remark": { "$ref": "../shared/money.json#/$defs/remark", "maxLength": 30 }',
  );
  const [zh, en] = [page.frameLocator("iframe").nth(0), page.frameLocator("iframe").nth(1)];

  await page.goto(`${url}/workbench/`);
  const contents = page.getByRole("navigation", { name: "目录" });
  await contents.getByRole("searchbox").fill("人民币付款");
  await contents.getByRole("button", { name: /^人民币付款/ }).click();
  await contents.getByRole("button", { name: /^备注/ }).click();
  await page.getByLabel("表单里填什么").selectOption("remark of 21");
  await expect(zh.getByText("备注最多 20 个字", { exact: true })).toBeVisible();
  await expect(en.getByText("Note has at most 20 characters", { exact: true })).toBeVisible();

  await page.getByRole("tab", { name: "字段" }).click();
  const most = page.getByRole("textbox", { name: "最多字数" });
  await expect(most).toHaveValue("20");
  await most.fill("30");
  for (const frame of [zh, en]) {
    await expect(frame.getByText("21/30")).toBeVisible();
    await expect(frame.getByText("21/20")).toHaveCount(0);
  }
  await page.getByRole("tab", { name: /^用例/ }).click();
  const broken = page.getByRole("button", { name: /remark of 21/ });
  await expect(broken).toContainText("不符");
  await expect(broken).toContainText("/remark maxLength");
  await expect(page.getByRole("button", { name: /remark of 20/ })).toContainText("通过");
  await page.getByRole("tab", { name: /^影响/ }).click();
  await expect(page.getByRole("button", { name: /备注：/ })).toContainText("remark of 21");
  await page.getByRole("tab", { name: /^差异/ }).click();
  await expect(page.locator("[data-sign='+']")).toContainText('"maxLength": 30');
  await page.getByRole("tab", { name: "导入模板" }).click();
  await expect(zh.getByRole("region").getByText("最多 30 个字")).toBeVisible();
  await expect(en.getByRole("region").getByText("30 characters at most")).toBeVisible();
  await expectAccessible(page, "the workbench, a field's card (zh)");

  await page.keyboard.press("Control+s");
  await expect(page.getByRole("status").filter({ hasText: "已保存" })).toBeVisible();
  expect(readFileSync(join(dir, FILE), "utf8")).toBe(after);

  await test.step("the case that broke is mended", async () => {
    await page.getByRole("tab", { name: /^用例/ }).click();
    await page.getByRole("button", { name: "改成现在的结果" }).click();
    await expect(page.getByRole("textbox", { name: "tests/schemas/withdrawal/cases.json 的源码" })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "未保存" })).toBeVisible();
    await page.keyboard.press("Control+s");
    await expect(broken).toContainText("通过");
    expect(readFileSync(join(dir, "tests/schemas/withdrawal/cases.json"), "utf8")).toContain(
      '{"name": "remark of 21", "set": {"/remark": "一二三四五六七八九十一二三四五六七八九十一"}, "expect": [], "review": true}',
    );
  });
  // The page applies a saved schema without a reload, so the save state is still displayed.
  await expect(page.getByRole("status").filter({ hasText: "已保存" })).toBeVisible();
  await test.step("a slip of the pen", async () => {
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("tab", { name: "Form", exact: true }).click();
    await page.getByRole("tab", { name: "Source" }).click();
    await contents
      .or(page.getByRole("navigation", { name: "Contents" }))
      .getByRole("button", { name: /^The bank asks for/ })
      .click();
    const source = page.getByRole("textbox", { name: `Source of ${FILE}` });
    await expect(source).toBeFocused();
    const line = after.split("\n").findIndex((one) => one.includes('"question"')) + 1;
    // The field name is selected: inserts another keyword after it and `: {`.
    for (let steps = 0; steps < 4; steps += 1) await page.keyboard.press("ArrowRight");
    await page.keyboard.insertText(' "maxLenght": 30,');
    await expect(page.getByText("The text does not compile yet; below is the last version that did.")).toBeVisible();
    await page.getByRole("tab", { name: /^Problems/ }).click();
    const problem = page.getByRole("button", { name: /maxLenght/ });
    await expect(problem).toContainText(`${FILE}:${line}:`);
    await expect(problem).toContainText('did you mean "maxLength"?');
    await expect(
      page
        .getByRole("navigation", { name: "Contents" })
        .getByRole("button", { name: /^The bank asks for/ })
        .getByRole("img", { name: "Has an error" }),
    ).toBeVisible();
    await expect(en.getByRole("textbox", { name: "Note" })).toBeVisible();
    await expectAccessible(page, "the workbench, the source with a mistake (en)");
    await page.keyboard.press("Control+s");
    await expect(page.getByRole("status").filter({ hasText: "not saved" })).toBeVisible();
    expect(readFileSync(join(dir, FILE), "utf8")).toBe(after);
  });
  expect(errors.filter((line) => !line.startsWith("409 ") && !/status of 409/.test(line))).toEqual([]);
});
