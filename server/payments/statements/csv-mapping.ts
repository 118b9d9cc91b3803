/** Column mapping for a bank's CSV: a JSON file that is written once per bank. */
import { readFile } from "node:fs/promises";
import { createCheck } from "../../core/create-check.ts";
import { createFault, StatementRefused } from "./model.ts";
import { readErrorMessage } from "../../core/error-message.ts";

const OPTIONAL = [
  "amount",
  "credit",
  "debit",
  "endToEndId",
  "uetr",
  "text",
  "party",
  "partyAccount",
  "ownAccount",
] as const;
const REQUIRED = ["day", "reference", "balance"] as const;
/** What a column contains. Amounts are in `amount`, or in `credit` and `debit`. */
export type Column = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];

/** Describes the columns of a file. Column names are those in its header. */
export interface CsvMapping {
  account?: string;
  currency: string;
  /** Line number of the header, from 1. Default: 1. */
  header: number;
  /** Date format, such as `DD.MM.YYYY`. Default: `YYYY-MM-DD`. */
  dates: string;
  decimal: "." | ",";
  columns: Record<(typeof REQUIRED)[number], string> & Partial<Record<(typeof OPTIONAL)[number], string>>;
}

const name = { type: "string", minLength: 1 };
const OPTIONS = { allErrors: true, useDefaults: true, strict: false };
export const isMapping = createCheck<CsvMapping>(
  {
    type: "object",
    required: ["currency", "columns"],
    additionalProperties: false,
    properties: {
      account: { type: "string", minLength: 4, maxLength: 40 },
      currency: { type: "string", pattern: "^[A-Z]{3}$" },
      header: { type: "integer", minimum: 1, default: 1 },
      dates: {
        enum: ["YYYY-MM-DD", "YYYY/MM/DD", "YYYYMMDD", "DD.MM.YYYY", "DD/MM/YYYY", "MM/DD/YYYY"],
        default: "YYYY-MM-DD",
      },
      decimal: { enum: [".", ","], default: "." },
      columns: {
        type: "object",
        required: REQUIRED,
        additionalProperties: false,
        properties: Object.fromEntries([...REQUIRED, ...OPTIONAL].map((column) => [column, name])),
        anyOf: [{ required: ["amount"] }, { required: ["credit", "debit"] }],
      },
    },
  },
  OPTIONS,
);

/** Reads a mapping. @throws StatementRefused with all faults */
export async function readMapping(file: string): Promise<CsvMapping> {
  let mapping: unknown;
  try {
    mapping = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const why = readErrorMessage(error);
    throw new StatementRefused([createFault(0, file, `不是可读的 JSON：${why}`, `is not readable JSON: ${why}`).fault]);
  }
  if (isMapping(mapping)) return mapping;
  throw new StatementRefused(
    isMapping.errors.map(({ instancePath, message = "", params }) => {
      const right = "allowedValues" in params ? `: ${String(params["allowedValues"])}` : "";
      return createFault(0, `${file} ${instancePath || "/"}`, `不符合要求：${message}${right}`, `${message}${right}`)
        .fault;
    }),
  );
}
