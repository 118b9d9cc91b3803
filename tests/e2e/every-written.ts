/**
 * Four entities, written using only docs/schema-language.md, as users see them in both languages: form, errors at the
 * inputs, record, list, filter, exported files, and their import. No TypeScript of the product refers to them.
 */
import { readFileSync } from "node:fs";
import { expect, type Locator } from "@playwright/test";
import { test } from "./added-portal.ts";
import { type Portal, startPortal } from "./portal.ts";
import { readTable } from "./read-file.ts";
import { Visitor } from "./visitor.ts";

/** A text in Chinese and in English. */
type Pair = readonly [zh: string, en: string];
/** A label, and what is entered, reported or shown there. Several choices are a list. */
type Entry = readonly [label: Pair, text: string | Pair | readonly Pair[]];

interface Written {
  /** Input with errors, and their messages. Corrected by `good`. */
  bad: readonly Entry[];
  wrong: readonly Entry[];
  good: readonly Entry[];
  /** Lines pasted into the grid with the first input. */
  lines?: string;
  /** Column of the list that identifies the record, and cells of the exported file. */
  cells: readonly Entry[];
  /** Values of the record. */
  shown: readonly (string | Pair)[];
  /** A filter that matches the record with its description, and one that does not match. */
  found: string;
  chip: Pair;
  lost: string;
  /** Whether the record cannot be deleted, because it moves money. */
  lasting?: true;
}

const CONTACT = {
  name: ["姓名", "Name"],
  email: ["邮箱", "Email"],
  website: ["网站", "Website"],
  callAfter: ["几点后可致电", "Call after"],
  tags: ["标签", "Tags"],
  reach: ["联系方式", "Reached by"],
} as const;
const INVOICE = {
  number: ["发票号", "Invoice no."],
  buyer: ["购买方", "Buyer"],
  currency: ["币种", "Currency"],
  dueOn: ["到期日", "Due on"],
  total: ["合计", "Total"],
} as const;
const CLAIM = { purpose: ["事由", "Purpose"], spentOn: ["发生日期", "Spent on"], amount: ["金额", "Amount"] } as const;
const GATEWAY = {
  name: ["名称", "Name"],
  type: ["类型", "Type"],
  address: ["地址", "Address"],
  host: ["主机", "Host"],
  port: ["端口", "Port"],
  secret: ["密钥", "Secret"],
} as const;

const written: Record<string, Written> = {
  contact: {
    bad: [
      [CONTACT.name, "王"],
      [CONTACT.email, "wang@"],
      [CONTACT.callAfter, "930"],
    ],
    wrong: [
      [CONTACT.name, ["至少 2 个字", "at least 2"]],
      [CONTACT.email, ["邮箱", "e-mail"]],
      [CONTACT.reach, ["请选择联系方式", "Reached by is required"]],
    ],
    good: [
      [CONTACT.name, "王芳"],
      [CONTACT.email, "wang@example.com"],
      [CONTACT.website, "example.com/wang"],
      [CONTACT.tags, "海外；面料"],
      [
        CONTACT.reach,
        [
          ["邮件", "Mail"],
          ["微信", "WeChat"],
        ],
      ],
    ],
    shown: ["王芳", "wang@example.com", "https://example.com/wang", "09:30", "海外", "面料", ["微信", "WeChat"]],
    found: "tags=面料",
    chip: ["标签：面料", "Tags: 面料"],
    lost: "tags=内销",
    cells: [
      [CONTACT.name, "王芳"],
      [CONTACT.tags, "海外; 面料"],
      [CONTACT.reach, ["邮件; 微信", "Mail; WeChat"]],
    ],
  },
  salesInvoice: {
    bad: [[INVOICE.currency, "JPY"]],
    lines: "棉布\t3\t19.99\r\n丝绸\t2\t120.50\r\n",
    wrong: [
      [INVOICE.number, ["请填写发票号", "Invoice no. is required"]],
      [
        ["明细 2，单价", "Price, Lines 2"],
        ["最多 0 位小数", "at most 0 decimals"],
      ],
    ],
    good: [
      [INVOICE.number, "INV-2027-001"],
      [INVOICE.buyer, "Kyoto Textiles"],
      [INVOICE.currency, "USD"],
      [INVOICE.dueOn, "2027-01-31"],
    ],
    shown: ["INV-2027-001", "Kyoto Textiles", "300.97", "2027-01-31", "棉布", "59.97"],
    found: "currency=USD&total=300..301",
    chip: ["币种：USD", "Currency: USD"],
    lost: "currency=JPY",
    cells: [
      [INVOICE.number, "INV-2027-001"],
      [INVOICE.total, "300.97"],
      [["品名", "Item"], "棉布"],
    ],
  },
  expenseClaim: {
    bad: [
      [CLAIM.purpose, "广交会差旅"],
      [CLAIM.amount, "20000.01"],
    ],
    wrong: [
      [CLAIM.spentOn, ["请填写发生日期", "Spent on is required"]],
      [CLAIM.amount, ["20,000", "20,000"]],
    ],
    good: [
      [CLAIM.spentOn, "2026-11-01"],
      [CLAIM.amount, "860.75"],
    ],
    shown: ["广交会差旅", "2026-11-01", "860.75", ["待复核", "To be reviewed"]],
    found: "status=toBeReviewed&spentOn=2026-11-01",
    chip: ["状态：待复核", "Status: To be reviewed"],
    lost: "status=rejected",
    cells: [
      [CLAIM.purpose, "广交会差旅"],
      [CLAIM.amount, "860.75"],
      [
        ["状态", "Status"],
        ["待复核", "To be reviewed"],
      ],
    ],
    lasting: true,
  },
  gatewaySetting: {
    bad: [
      [GATEWAY.name, "对账"],
      [GATEWAY.type, ["文件服务器", "SFTP"]],
      [GATEWAY.secret, "short"],
    ],
    wrong: [
      [GATEWAY.host, ["请填写主机", "Host is required"]],
      [GATEWAY.secret, ["8", "8"]],
    ],
    good: [
      [GATEWAY.host, "files.example.com"],
      [GATEWAY.secret, "sk-0123456789"],
    ],
    shown: ["对账", ["文件服务器", "SFTP"], "files.example.com", "22"],
    found: "type=sftp",
    chip: ["类型：文件服务器", "Type: SFTP"],
    lost: "type=rest",
    cells: [
      [GATEWAY.name, "对账"],
      [GATEWAY.type, ["文件服务器", "SFTP"]],
      [GATEWAY.host, "files.example.com"],
    ],
  },
};

/** An entity as one user sees it. */
class Walk {
  constructor(
    readonly visitor: Visitor,
    readonly name: string,
    readonly entity: Written,
  ) {}
  get page() {
    return this.visitor.page;
  }
  say = (text: string | Pair): string => (typeof text === "string" ? text : this.visitor.say(...text));
  open = (query: string) => this.page.goto(`${this.visitor.url}/${this.name}?${query}`);
  /** Returns the input of a field or cell. A group of check boxes reports its error at the first. */
  input(label: Pair): Locator {
    const box = this.page
      .getByRole("group", { name: this.say(label), exact: true })
      .getByRole("checkbox")
      .first();
    return this.visitor.field(this.say(label)).or(box).first();
  }

  async fill(entries: readonly Entry[]): Promise<void> {
    for (const [label, text] of entries) {
      if (Array.isArray(text[0])) {
        const group = this.page.getByRole("group", { name: this.say(label), exact: true });
        for (const choice of text as readonly Pair[]) await group.getByLabel(this.say(choice), { exact: true }).check();
        continue;
      }
      const input = this.input(label);
      const value = this.say(text as string | Pair);
      if ((await input.getAttribute("role")) === "radiogroup") await input.getByText(value, { exact: true }).click();
      else await input.fill(value);
    }
  }

  /** Pastes lines from a spreadsheet into the grid. */
  async paste(lines: string): Promise<void> {
    await this.visitor.button(this.visitor.say("添加明细", "Add Lines")).click();
    await expect(this.page.locator(".pg-table input:focus")).toBeVisible();
    await this.page.evaluate((copied) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", copied);
      const init = { clipboardData, bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", init));
    }, lines);
  }

  /** Fills the form with errors, corrects them, and returns the id of the saved record. */
  async create(): Promise<string> {
    const { page, visitor, entity } = this;
    await this.open("tab=new");
    await this.fill(entity.bad);
    if (entity.lines) await this.paste(entity.lines);
    const submit = visitor.button(visitor.say("提交", "Submit"));
    await submit.click();
    for (const [label, message] of entity.wrong) {
      const input = this.input(label);
      await expect(input).toHaveAttribute("aria-invalid", "true");
      const below = page.locator(`[id="${await input.getAttribute("aria-describedby")}"]`);
      await expect(below).toContainText(this.say(message as string | Pair));
    }
    if (visitor.screen.lang === "zh") await visitor.accessible(`${this.name} with errors`);
    await this.fill(entity.good);
    await submit.click();
    await expect(page).toHaveURL(/[?&]id=/);
    return new URL(page.url()).searchParams.get("id")!;
  }

  async readsRecord(id: string): Promise<void> {
    const drawer = this.page.getByRole("dialog", { name: id });
    for (const text of this.entity.shown) await expect(drawer).toContainText(this.say(text));
    await expect(drawer).not.toContainText("sk-0123456789");
  }

  /** Filters the list, which contains a number of records that match. */
  async filters(count: number): Promise<void> {
    const { visitor, entity, page } = this;
    await this.open(`tab=list&${entity.lost}`);
    await expect(page.getByText(visitor.say(/^没有符合“.+”的/, /^No .+ match “.+”$/))).toBeVisible();
    await this.open(`tab=list&${entity.found}`);
    await expect(visitor.records).toHaveCount(count);
    await expect(page.getByRole("list", { name: visitor.say("当前筛选", "Active filters") })).toContainText(
      this.say(entity.chip),
    );
  }

  /** Exports all columns of the list in both formats and returns the files. */
  async exports(): Promise<Record<"CSV" | "XLSX", Buffer>> {
    const { page, visitor, entity } = this;
    const files: Record<string, Buffer> = {};
    for (const format of ["XLSX", "CSV"]) {
      await visitor.button(visitor.say("导出", "Export")).click();
      await page.getByLabel(visitor.say(/^全部 \d+ 列/, /^All \d+ columns/)).check();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: format }).click(),
      ]);
      const file = readFileSync(await download.path());
      files[format] = file;
      const { headers, rows } = await readTable(file);
      for (const [label, cell] of entity.cells) {
        const value = rows[0]?.[headers.indexOf(this.say(label))]?.value;
        expect(String(value).trim(), `${this.name}: ${headers.join()}`).toBe(this.say(cell as string | Pair));
      }
    }
    return files as Record<"CSV" | "XLSX", Buffer>;
  }

  async remove(id: string): Promise<void> {
    const { page, visitor } = this;
    await this.open(`tab=list&id=${id}`);
    const drawer = page.getByRole("dialog", { name: id });
    await drawer.getByRole("button", { name: visitor.say("删除", "Delete"), exact: true }).click();
    await drawer.getByRole("button", { name: visitor.say("确认删除", "Delete") }).click();
    await expect(drawer).toBeHidden();
  }

  /** Imports a file with a number of records. */
  async imports(file: Buffer, name: string, count: number): Promise<void> {
    const { page, visitor } = this;
    await this.open("tab=file");
    await page
      .getByLabel(visitor.say("选择文件", "Choose a file"))
      .and(page.locator("input"))
      .setInputFiles({ name, mimeType: "text/csv", buffer: file });
    await page.getByRole("button", { name: visitor.say(/^下一步（/, /^Continue with/) }).click();
    await page.getByRole("button", { name: visitor.say(`确认提交 ${count} 行`, `Submit ${count} row`) }).click();
    await expect(
      page.getByText(visitor.say<string | RegExp>(`处理完成：${count} 行成功`, /^Finished: \d+ rows? done/)),
    ).toBeVisible();
  }
}

test("four entities written from the documentation work in every part of the portal, in both languages [L2]", async ({
  browser,
  place,
}) => {
  test.setTimeout(240_000);
  const portal: Portal = await startPortal({ SCHEMAS_DIR: place.schemas, BUILD_DIR: place.build });
  for (const lang of ["zh", "en"] as const) {
    const visitor = await Visitor.arrive(browser, portal.url, { lang, width: 1440 });
    await visitor.enter("maker");
    for (const [name, entity] of Object.entries(written))
      await test.step(`${name}, ${lang}`, async () => {
        const walk = new Walk(visitor, name, entity);
        const id = await walk.create();
        await walk.readsRecord(id);
        // Records that cannot be deleted remain from the other language: one created, one imported.
        const before = entity.lasting && lang === "en" ? 2 : 0;
        await walk.filters(before + 1);
        const { CSV, XLSX } = await walk.exports();
        if (!entity.lasting) await walk.remove(id);
        // Imports the file of one format in each language.
        if (lang === "zh") await walk.imports(XLSX, `${name}.xlsx`, before + 1);
        else await walk.imports(CSV, `${name}.csv`, before + 1);
        await walk.open(`tab=list&${entity.found}`);
        await expect(visitor.records).toHaveCount(entity.lasting ? 2 * (before + 1) : 1);
        const imported = await visitor.records.first().getAttribute("data-id");
        await walk.open(`tab=list&id=${imported}`);
        await walk.readsRecord(imported ?? "");
        if (!entity.lasting) await walk.remove(imported ?? "");
      });
    await visitor.leave();
  }
  await portal.stop();
});
