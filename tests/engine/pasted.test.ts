/** Pasted blocks of labels and values: which are recognised, and the field for each line. */
import { expect, test } from "vitest";
import { productSchemas } from "../product-schemas.ts";
import { placePairs } from "../../src/engine/form/fill-pasted.ts";
import { parsePairs } from "../../src/engine/form/pasted.ts";

const payee = productSchemas().entities.get("bankAccount")!;
const read = (text: string) =>
  Object.fromEntries([...placePairs(payee, parsePairs(text))].map(([field, value]) => [field.name, value]));
const given = { holder: "杭州启航供应链有限公司", account: "6222 0212 0204 1234 999", bank: "中国工商银行" };

test.each([
  ["lines", "户名：杭州启航供应链有限公司\n账号：6222 0212 0204 1234 999\n开户行：中国工商银行", given],
  ["one line", "户名:杭州启航供应链有限公司 银行账号: 6222 0212 0204 1234 999 开户银行: 中国工商银行", given],
  [
    "English labels, Windows lines",
    "Account holder: 杭州启航供应链有限公司\r\nAccount number: 6222 0212 0204 1234 999\r\nBank: 中国工商银行",
    given,
  ],
  [
    "unknown labels are skipped",
    "户名：杭州启航供应链有限公司\n账号：6222 0212 0204 1234 999\n天气：晴",
    { holder: given.holder, account: given.account },
  ],
  [
    "synonyms of labels",
    "收款人：杭州启航供应链有限公司\n卡号：6222 0212 0204 1234 999\n收款银行：中国工商银行",
    given,
  ],
  ["a repeated label counts once", "户名：甲\n户名：乙\n账号：62220212", { holder: "甲", account: "62220212" }],
])("parses a block of fields: %s", (_what, text, fields) => {
  expect(read(text)).toEqual(fields);
});

test.each([
  ["a name", "杭州启航供应链有限公司"],
  ["a remark with a colon", "备注：11 月货款"],
  ["a time", "18:05:00"],
  ["an address", "https://example.com/a:b"],
  ["nothing behind the labels", "户名：\n账号："],
])("does not parse %s as a block of fields", (_what, text) => {
  expect(parsePairs(text)).toEqual([]);
});
