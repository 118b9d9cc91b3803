/** Records: the five specified lists, an export readable by a spreadsheet, and a receipt. */
import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import { readTable } from "../read-file.ts";
import type { Merchant } from "./merchant.ts";

export async function records(merchant: Merchant): Promise<void> {
  const { me } = merchant;
  const { page, say } = me;
  const menu = say("交易记录", "Activity");
  const kind = (name: string) =>
    page.getByRole("navigation", { name: menu, exact: true }).getByRole("link", { name, exact: true }).click();
  const list = (tab: string) => merchant.open(`/transactionInquiry?tab=${tab}`);
  await merchant.open("/");
  await me.go(menu);
  await kind(say("收款", "Incoming"));
  await expect(page.locator(".pv-line").filter({ hasText: "Nordwind Handels GmbH" })).toContainText("59,980.10");
  await list("recharge");
  await expect(me.record("Nordwind Handels GmbH")).toContainText("60,000.10");
  await merchant.look("records of collections");
  await list("withdrawal");
  await expect(page.getByRole("main")).toContainText(say("还没有付款", "No payments yet"));
  await merchant.look("no records yet");
  await list("swap");
  await expect(me.record("10,000.00")).toContainText(say("已完成", "Done"));
  await list("transfer");
  await expect(me.records).toHaveCount(2);
  await me.record("1,250.00").getByRole("link").first().click();
  const { id, drawer } = await merchant.made("TR");
  await drawer.getByRole("button", { name: say("电子回单", "Receipt"), exact: true }).click();
  for (const text of ["商户转账电子回单", "Transfer", "1,250.00", id, merchant.name, "深圳南山****限公司"])
    await expect(drawer).toContainText(text);
  await merchant.look("transfer receipt");
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();

  await list("wallet");
  // Loads the tab's own rows and count.
  await expect(me.record(say("换汇", "Exchange")).first()).toBeVisible();
  const count = await me.count();
  await me.button(say("导出", "Export")).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    me.button(say("Excel（XLSX）", "Excel (XLSX)")).click(),
  ]);
  const { headers, rows } = await readTable(readFileSync(await file.path()));
  expect(rows).toHaveLength(count);
  expect(headers).toEqual(
    say(
      "时间,类型,订单号,余额类别,币种,变动金额,变动后余额,备注",
      "Time,Type,Order no.,Balance type,Currency,Change,Balance after,Note",
    ).split(","),
  );
  const paid = rows.find((row) => row[2]!.value === id && row[5]!.value === -1250)!;
  expect(paid.slice(4, 7).map(({ type, value }) => (type === "number" ? type : value))).toEqual([
    "USD",
    "number",
    "number",
  ]);
  await merchant.look("wallet details");
}
