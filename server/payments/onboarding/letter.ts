/**
 * Writes the authorisation letter in Chinese and English, on one sheet to be printed, signed and stamped. Unknown
 * values are left blank.
 */
import { receiptTexts, type Row } from "@portolan/engine";
import type { Span } from "../../pdf/lines.ts";
import type { Letterhead, Paragraph, Table } from "../../pdf/blocks.ts";
import { writePdf } from "../../pdf/write-pdf.ts";

/** Values in the letter. Empty ones are left blank. */
export interface LetterFacts {
  company: string;
  registrationNo: string;
  representative: string;
  agent: string;
  agentTitle: string;
  agentPhone: string;
  /** Date of issue in China, YYYY-MM-DD. Empty in a blank letter. */
  day: string;
}

const readText = (record: Row | undefined, name: string): string => {
  const value = record?.[name];
  return typeof value === "string" ? value : "";
};

export function readLetterFacts(record: Row | undefined, day: string): LetterFacts {
  return {
    company: readText(record, "companyName"),
    registrationNo: readText(record, "registrationNo"),
    representative: readText(record, "personName"),
    agent: readText(record, "agentName"),
    agentTitle: readText(record, "agentTitle"),
    agentPhone: readText(record, "agentPhone"),
    day,
  };
}

/** Width of the line for a company name, and height of the box for a signature or a stamp, in points. */
const [NAME, BOX] = [200, 96];
const createBlank = (value: string): Span => ({ text: value, bold: true, blank: NAME });
const formatPair = (zh: string, en: string): Paragraph[] => [
  { spans: [{ text: zh }] },
  { spans: [{ text: en, quiet: true }] },
];

const formatRow = (zh: string, en: string, value: string) => ({
  cells: [formatPair(zh, en), [{ spans: [{ text: value }] }]],
});

const letterhead: Letterhead = {
  title: [
    { spans: [{ text: "授权书", bold: true }], size: 18 },
    { spans: [{ text: "Authorisation letter", quiet: true }], size: 12 },
  ],
  aside: [{ spans: [{ text: "Portolan", bold: true }], size: 10, align: "end" }],
};

export const LETTER_FIELDS = ["companyName", "registrationNo", "personName", "agentName", "agentTitle", "agentPhone"];

/** Writes the letter as a PDF, dated `at` (in milliseconds). `code`: its check code, omitted for a blank letter. */
export function writeLetter(facts: LetterFacts, at: number, code?: string): Promise<Buffer> {
  const about: Table = {
    widths: [44, 56],
    rows: [
      formatRow("统一社会信用代码", "Registration number", facts.registrationNo),
      formatRow("法定代表人", "Legal representative", facts.representative),
      formatRow("经办人姓名", "Authorised person", facts.agent),
      formatRow("经办人职务", "Position", facts.agentTitle),
      formatRow("经办人手机号", "Phone", facts.agentPhone),
    ],
    after: 18,
  };
  const signed: Table = {
    widths: [50, 50],
    rows: [
      {
        cells: [
          formatPair("法定代表人签字", "Signature of the legal representative"),
          formatPair("公司盖章", "Company seal"),
        ],
        height: BOX,
      },
      { cells: [[{ spans: [{ text: "日期 " }, { text: "Date", quiet: true }] }], [{ spans: [{ text: facts.day }] }]] },
    ],
  };
  return writePdf({
    title: "授权书 Authorisation letter",
    at,
    foot: [{ text: ["Portolan", ...(code ? [code] : [])].join(" · "), quiet: true }],
    blocks: [
      letterhead,
      {
        spans: [
          { text: "本公司 " },
          createBlank(facts.company),
          {
            text: " 授权下列经办人，代表本公司办理 Portolan 商户平台的开户、认证、资料补充和日常操作。经办人在授权范围内的行为由本公司承担责任，直至本公司以书面形式撤销授权。",
          },
        ],
        after: 8,
      },
      {
        spans: [
          { text: "We, ", quiet: true },
          { ...createBlank(facts.company), quiet: true },
          {
            text: ", authorise the person named below to act for us on the Portolan merchant portal: to open the account, to complete the verification, to supply documents and to operate the account. We answer for what this person does within this authority until we revoke it in writing.",
            quiet: true,
          },
        ],
        after: 16,
      },
      about,
      signed,
      ...(code ? [writeCode(code)] : []),
    ],
  });
}

const writeCode = (code: string): Paragraph => ({
  spans: [
    { text: `${receiptTexts.code.zh} ` },
    { text: `${receiptTexts.code.en} `, quiet: true },
    { text: code, bold: true },
  ],
  size: 9.5,
});
