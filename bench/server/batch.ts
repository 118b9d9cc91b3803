/**
 * A batch of payments as imported from a file, with 8 fields, 3 rules, and valid and invalid rows; and a hand-written
 * checker for it.
 */
import { createRandom } from "../lists/make.ts";

const createTexts = (text: string) => ({ zh: text, en: text });
export const CURRENCIES = ["CNY", "USD", "EUR", "HKD"] as const;

/** Returns the schema file of a row. */
export function createBatchFile(): object {
  return {
    "x-entity": { name: "batch", source: "store", key: "id", number: "BT" },
    "x-label": createTexts("Payment"),
    type: "object",
    properties: {
      id: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": createTexts("Number") },
      holder: { type: "string", minLength: 2, maxLength: 60, "x-label": createTexts("Holder") },
      account: { type: "string", "x-kind": "identifier", pattern: "^[0-9]{8,30}$", "x-label": createTexts("Account") },
      amount: {
        type: "string",
        format: "decimal",
        "x-currency": "CNY",
        formatMinimum: "0.01",
        "x-label": createTexts("Amount"),
      },
      most: { type: "string", format: "decimal", "x-currency": "CNY", "x-label": createTexts("At most") },
      selling: {
        type: "string",
        "x-options": Object.fromEntries(CURRENCIES.map((value) => [value, { label: createTexts(value) }])),
        "x-label": createTexts("From"),
      },
      buying: {
        type: "string",
        "x-options": Object.fromEntries(CURRENCIES.map((value) => [value, { label: createTexts(value) }])),
        "x-label": createTexts("To"),
      },
      valueDate: { type: "string", format: "date", "x-label": createTexts("Value date") },
      remark: { type: "string", maxLength: 40, "x-label": createTexts("Remark") },
    },
    required: ["holder", "account", "amount", "selling", "buying", "valueDate"],
    "x-rules": [
      { id: "notOverMost", at: "amount", assert: "self.amount <= self.most", message: createTexts("Over the limit") },
      {
        id: "different",
        at: "buying",
        assert: "self.selling != self.buying",
        message: createTexts("The currencies are the same"),
      },
      {
        id: "largeNeedsRemark",
        at: "remark",
        when: "self.amount > 500000",
        assert: "size(self.remark) > 2",
        message: createTexts("Say what it is for"),
      },
    ],
    "x-form": {
      sections: [
        {
          id: "all",
          label: createTexts("Payment"),
          fields: ["holder", "account", "amount", "most", "selling", "buying", "valueDate", "remark"],
        },
      ],
    },
    "x-list": { columns: ["holder"], sort: "holder" },
  };
}

export type BatchRow = Record<string, unknown>;

/** Returns rows of a file, one in ten of which contains one error. */
export function createBatchRows(count: number, seed: number): BatchRow[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const row: BatchRow = {
      holder: `杭州启航供应链有限公司 ${index}`,
      account: `6222${String(Math.floor(random() * 1e12)).padStart(12, "0")}`,
      amount: (1 + Math.floor(random() * 90_000_000) / 100).toFixed(2),
      most: "1000000.00",
      selling: "CNY",
      buying: CURRENCIES[1 + Math.floor(random() * 3)],
      valueDate: "2026-11-21",
      remark: "货款 November",
    };
    const wrong = Math.floor(random() * 50);
    if (wrong === 0) row.holder = "A";
    if (wrong === 1) row.account = "12-34";
    if (wrong === 2) row.amount = "1000000.01";
    if (wrong === 3) row.buying = "CNY";
    if (wrong === 4) delete row.valueDate;
    return row;
  });
}

export interface Found {
  at: string;
  code: string;
}
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const ACCOUNT = /^[0-9]{8,30}$/;
const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const toCents = (text: string): bigint => {
  const [whole = "0", part = ""] = text.split(".");
  return BigInt(whole + part.slice(0, 2).padEnd(2, "0"));
};
const isDay = (text: string): boolean => {
  const match = DAY.exec(text);
  if (!match) return false;
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
  return date.getUTCMonth() === Number(match[2]) - 1 && date.getUTCDate() === Number(match[3]);
};
const known = new Set<string>(CURRENCIES);

/** Hand-written checker for this file: same normalisation, limits and relations, exact amounts, all errors. */
export function checkByHand(given: BatchRow): Found[] {
  const errors: Found[] = [];
  const text = (name: string): string | undefined => {
    const value = given[name];
    if (typeof value !== "string") return undefined;
    const trimmed = value.trim();
    return trimmed === "" ? undefined : trimmed;
  };
  const add = (at: string, code: string) => void errors.push({ at: `/${at}`, code });
  const holder = text("holder");
  if (holder === undefined) add("holder", "required");
  else {
    const length = [...holder].length;
    if (length < 2) add("holder", "minLength");
    else if (length > 60) add("holder", "maxLength");
  }
  const account = text("account");
  if (account === undefined) add("account", "required");
  else if (!ACCOUNT.test(account)) add("account", "pattern");
  const amount = text("amount");
  let value: bigint | undefined;
  if (amount === undefined) add("amount", "required");
  else if (!NUMBER.test(amount)) add("amount", "format");
  else {
    value = toCents(amount);
    if (value < 1n) add("amount", "formatMinimum");
  }
  const most = text("most");
  if (most !== undefined && !NUMBER.test(most)) add("most", "format");
  else if (most !== undefined && value !== undefined && value > toCents(most)) add("amount", "notOverMost");
  const selling = text("selling");
  const buying = text("buying");
  if (selling === undefined) add("selling", "required");
  else if (!known.has(selling)) add("selling", "option");
  if (buying === undefined) add("buying", "required");
  else if (!known.has(buying)) add("buying", "option");
  else if (selling === buying) add("buying", "different");
  const day = text("valueDate");
  if (day === undefined) add("valueDate", "required");
  else if (!isDay(day)) add("valueDate", "format");
  const remark = text("remark");
  const length = remark === undefined ? 0 : [...remark].length;
  if (length > 40) add("remark", "maxLength");
  if (remark !== undefined && value !== undefined && value > 50_000_000n && length <= 2)
    add("remark", "largeNeedsRemark");
  return errors;
}
