import type { Parts } from "../schema/dialect.ts";
import { defineKeyword, type Keyword } from "../schema/keyword.ts";
import { describeLimit } from "./limit-changes.ts";

/** Creates the keyword `format` for the formats of a dialect. */
export const createFormat = ({ formats }: Parts): Keyword =>
  defineKeyword({
    name: "format",
    on: ["field"],
    types: ["string"],
    schema: { enum: Object.keys(formats) },
    standard: true,
    doc: {
      zh: "字符串的写法：decimal 精确小数、date 日期、date-time 时刻（UTC）、time 钟点（HH:mm）、email、uri 网址（仅 https）、uuid；产品的词汇可以增加其他写法。",
      en: "How the string is written: decimal (exact), date, date-time (an instant in UTC), time (of day, HH:mm), email, uri (https alone), uuid; a vocabulary of the product may add more.",
    },
    ...describeLimit("format", (format) => ({ zh: `格式为 ${format}`, en: `of the format ${format}` })),
    examples: {
      good: [
        { value: "decimal", with: { "x-currency": "USD" } },
        { value: "date" },
        { value: "time" },
        { value: "uri" },
        { value: "uuid" },
      ],
      bad: [
        { value: "decimals", rule: "bad-value", suggestion: "decimal" },
        { value: "datetime", rule: "bad-value", suggestion: "date-time" },
      ],
    },
  });
