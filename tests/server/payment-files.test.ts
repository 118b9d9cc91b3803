/**
 * Payment files for banks: pain.001.001.09 validated against the published message structure, and CSV without
 * executable formulas.
 */
import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import type { Row } from "@portolan/engine";
import type { FileAbout, FilePayment } from "../../server/manual-provider/payment-file.ts";
import { writeBankCsv } from "../../server/payments/pay/write-bank-csv.ts";
import { writePain001 } from "../../server/payments/pay/pain001.ts";
import { productSchemas } from "../product-schemas.ts";

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}
function parse(xml: string): Element {
  const root: Element = { name: "", attributes: {}, children: [], text: "" };
  const open = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element: Element = { name, attributes: attributes as Record<string, string>, children: [], text: "" };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => void (open.at(-1)!.text += text));
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return root.children[0]!;
}

/** Text of a leaf element. Source: simple types of the message. */
const max = (most: number) => new RegExp(`^[^]{1,${most}}$`, "u");
const DECIMAL = /^\d{1,13}(\.\d{1,5})?$/;
const COUNT = /^[0-9]{1,15}$/;
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

type Leaf = RegExp;
/**
 * Child elements in order, each with its cardinality: `?` zero or one, `+` one or more, `2` up to two, otherwise one.
 */
type Rule = Leaf | readonly (readonly [child: string, times: "" | "?" | "+" | "2", rule: Rule])[];
const AGENT: Rule = [
  [
    "FinInstnId",
    "",
    [
      ["BICFI", "?", BIC],
      [
        "ClrSysMmbId",
        "?",
        [
          ["ClrSysId", "?", [["Cd", "", max(5)]]],
          ["MmbId", "", max(35)],
        ],
      ],
      ["Nm", "?", max(140)],
    ],
  ],
];
const ACCOUNT: Rule = [
  [
    "Id",
    "",
    [
      ["IBAN", "?", /^[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}$/],
      ["Othr", "?", [["Id", "", max(34)]]],
    ],
  ],
  ["Ccy", "?", /^[A-Z]{3}$/],
];
const PARTY: Rule = [
  ["Nm", "?", max(140)],
  [
    "PstlAdr",
    "?",
    [
      ["PstCd", "?", max(16)],
      // Optional in the message, required across borders (CBPR+), as is the limit of two lines.
      ["TwnNm", "", max(35)],
      ["CtrySubDvsn", "?", max(35)],
      ["Ctry", "", /^[A-Z]{2}$/],
      ["AdrLine", "2", max(70)],
    ],
  ],
];
/**
 * The elements written, in the order of CustomerCreditTransferInitiationV09. Source: ISO 20022 message definition
 * pain.001.001.09.
 */
const DOCUMENT: Rule = [
  [
    "CstmrCdtTrfInitn",
    "",
    [
      [
        "GrpHdr",
        "",
        [
          ["MsgId", "", max(35)],
          ["CreDtTm", "", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
          ["NbOfTxs", "", COUNT],
          ["CtrlSum", "?", DECIMAL],
          ["InitgPty", "", PARTY],
        ],
      ],
      [
        "PmtInf",
        "+",
        [
          ["PmtInfId", "", max(35)],
          ["PmtMtd", "", /^(CHK|TRF|TRA)$/],
          ["NbOfTxs", "?", COUNT],
          ["CtrlSum", "?", DECIMAL],
          ["ReqdExctnDt", "", [["Dt", "", /^\d{4}-\d\d-\d\d$/]]],
          ["Dbtr", "", PARTY],
          ["DbtrAcct", "", ACCOUNT],
          ["DbtrAgt", "", AGENT],
          [
            "CdtTrfTxInf",
            "+",
            [
              [
                "PmtId",
                "",
                [
                  ["InstrId", "?", max(35)],
                  ["EndToEndId", "", max(35)],
                  ["UETR", "?", /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/],
                ],
              ],
              ["Amt", "", [["InstdAmt", "", DECIMAL]]],
              ["ChrgBr", "?", /^(DEBT|CRED|SHAR|SLEV)$/],
              ["UltmtDbtr", "?", [["Nm", "", max(140)]]],
              ["IntrmyAgt1", "?", AGENT],
              ["CdtrAgt", "?", AGENT],
              ["Cdtr", "?", PARTY],
              ["CdtrAcct", "?", ACCOUNT],
              ["RmtInf", "?", [["Ustrd", "?", max(140)]]],
            ],
          ],
        ],
      ],
    ],
  ],
];

/** Returns the violations of the rule in an element. */
function findFaults(element: Element, rule: Rule, at = element.name): string[] {
  if (rule instanceof RegExp) {
    if (element.children.length > 0) return [`${at}: elements`];
    return rule.test(element.text) ? [] : [`${at}: "${element.text}"`];
  }
  const faults: string[] = [];
  let next = 0;
  for (const [child, times, inner] of rule) {
    let count = 0;
    while (element.children[next]?.name === child && count < (times === "+" ? Infinity : times === "2" ? 2 : 1)) {
      faults.push(...findFaults(element.children[next]!, inner, `${at}/${child}`));
      next++;
      count++;
    }
    if (count === 0 && (times === "" || times === "+")) faults.push(`${at}: no ${child}`);
  }
  if (next < element.children.length) faults.push(`${at}: ${element.children[next]!.name} has no place there`);
  if (element.children.length === 0) faults.push(`${at}: empty`);
  return faults;
}
const all = (element: Element, name: string): Element[] => [
  ...(element.name === name ? [element] : []),
  ...element.children.flatMap((child) => all(child, name)),
];
const texts = (element: Element, name: string) => all(element, name).map(({ text }) => text);

const about: FileAbout = {
  id: "PF20261124T091500-ABCDEF",
  at: Date.parse("2026-11-24T09:15:00Z"),
  settings: {
    DEBTOR_NAME: "Portolan & Co.",
    DEBTOR_ACCOUNT: "012875998877",
    DEBTOR_ACCOUNT_EUR: "DE89 3704 0044 0532 0130 00",
    DEBTOR_BIC: "BKCHHKHH",
  },
  lang: "en",
};
const payment = (kind: "withdrawal" | "clearing" | "remittance", payload: Row): FilePayment => ({
  entity: productSchemas().entity(kind),
  tenantName: "杭州启航供应链有限公司",
  payload,
});
const WITHDRAWAL = {
  orderNo: "WD2026112400000001",
  holder: `杭州启航 <供应链> & "有限公司" ${"很长".repeat(100)}`,
  account: "6222021202041234567",
  bank: "中国工商银行",
  branch: "中国工商银行杭州分行营业部",
  linkedBankNo: "102331000014",
  city: "杭州市",
  amount: "2000.10",
  remark: "=1+1 \u0001货款",
};
const REMITTANCE = {
  orderNo: "RM2026112400000002",
  payeeName: "Nordwind Handels GmbH",
  account: "DE89370400440532013000",
  swift: "DEUTDEFF",
  country: "DE",
  city: "Hamburg",
  postcode: "20457",
  state: "Hamburg",
  address: "Hafenstrasse 12",
  intermediarySwift: "CHASUS33",
  currency: "EUR",
  amount: "700000.00",
  payeeAmount: "699980.05",
  feeBearing: "BEN",
  postscript: "Invoice 88012",
};

it("a pain.001 file has the message's structure, exact amounts and one block per currency", async () => {
  const payments = [
    payment("withdrawal", WITHDRAWAL),
    payment("withdrawal", { ...WITHDRAWAL, orderNo: "WD2026112400000003", amount: "3000.20" }),
    payment("remittance", REMITTANCE),
    payment("clearing", {
      ...WITHDRAWAL,
      orderNo: "CL1",
      currency: "JPY",
      amount: "150000000",
      swift: "BOTKJPJT",
      remark: "",
    }),
  ];
  const xml = await writePain001(payments, about);
  const document = parse(xml);
  expect(document.attributes).toMatchObject({ xmlns: "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09" });
  expect(findFaults(document, DOCUMENT)).toEqual([]);
  expect(texts(document, "PmtInfId").map((id) => id.slice(-3))).toEqual(["CNY", "EUR", "JPY"]);
  const amounts = all(document, "InstdAmt").map(({ text, attributes }) => [text, attributes["Ccy"]]);
  expect(amounts).toEqual([
    ["2000.10", "CNY"],
    ["3000.20", "CNY"],
    ["699980.05", "EUR"],
    ["150000000", "JPY"],
  ]);
  // In the group header for all payments, then in each block.
  expect(texts(document, "CtrlSum").map(Number)).toEqual([150_704_980.35, 5000.3, 699_980.05, 150_000_000]);
  expect(texts(document, "NbOfTxs")).toEqual(["4", "2", "1", "1"]);
  expect(texts(document, "EndToEndId")).toEqual(payments.map(({ payload }) => payload["orderNo"]));
  expect(texts(document, "IBAN")).toEqual(["DE89370400440532013000", "DE89370400440532013000"]);
  expect(texts(document, "MmbId")).toEqual(["102331000014", "102331000014"]);
  expect(texts(document, "ChrgBr")).toEqual(["CRED"]);
  expect(texts(document, "Ustrd")[0]).toBe("=1+1 货款");
  expect(await writePain001(payments, about)).toBe(xml);
});

it("a pain.001 file has the payee's town and country as elements, at most two lines beside them, and the merchant", async () => {
  const write = async (change: Row) =>
    parse(await writePain001([payment("remittance", { ...REMITTANCE, ...change })], about));
  const read = (document: Element) => {
    expect(findFaults(document, DOCUMENT)).toEqual([]);
    return all(document, "PstlAdr").map(({ children }) => children.map(({ name, text }) => [name, text]));
  };
  const document = await write({});
  expect(texts(all(document, "UltmtDbtr")[0]!, "Nm")).toEqual(["杭州启航供应链有限公司"]);
  const parts = [
    ["PstCd", "20457"],
    ["TwnNm", "Hamburg"],
    ["CtrySubDvsn", "Hamburg"],
    ["Ctry", "DE"],
  ];
  expect(read(document)).toEqual([[...parts, ["AdrLine", "Hafenstrasse 12"]]]);
  // A line ends between words, or within one where two lines would not hold the rest.
  const [first, second] = [
    "Unit 12B, Floor 31, International Commerce Centre, Tower Two, Block C",
    "1 Austin Road West",
  ];
  expect(read(await write({ address: `${first} ${second}` }))).toEqual([
    [...parts, ["AdrLine", first], ["AdrLine", second]],
  ]);
  const words = `${"a".repeat(60)} ${"b".repeat(79)}`;
  expect(read(await write({ address: words }))).toEqual([
    [...parts, ["AdrLine", words.slice(0, 70)], ["AdrLine", words.slice(70)]],
  ]);
  const town = { postcode: undefined, state: undefined, address: undefined };
  expect(read(await write(town))).toEqual([
    [
      ["TwnNm", "Hamburg"],
      ["Ctry", "DE"],
    ],
  ]);
  await expect(write({ city: undefined })).rejects.toThrow(
    "the town (city) of the payee of RM2026112400000002 is missing",
  );
  // The town of an account abroad that a balance is withdrawn to.
  const clearing = { ...WITHDRAWAL, currency: "HKD", swift: "HSBCHKHH", country: "HK", town: "Hong Kong" };
  expect(read(parse(await writePain001([payment("clearing", { ...clearing, city: undefined })], about)))).toEqual([
    [
      ["TwnNm", "Hong Kong"],
      ["Ctry", "HK"],
    ],
  ]);
  // The city of a withdrawal is that of its bank.
  expect(all(parse(await writePain001([payment("withdrawal", WITHDRAWAL)], about)), "PstlAdr")).toEqual([]);
});

it("the structure check detects elements out of order", async () => {
  const document = parse(await writePain001([payment("remittance", REMITTANCE)], about));
  const [transfer] = all(document, "CdtTrfTxInf");
  transfer!.children.reverse();
  expect(findFaults(document, DOCUMENT)).not.toEqual([]);
});

it("a file is rejected without debtor account or payee", async () => {
  const { DEBTOR_BIC: _bic, ...settings } = about.settings as Record<string, string>;
  await expect(writePain001([payment("withdrawal", WITHDRAWAL)], { ...about, settings })).rejects.toThrow(
    "PROVIDER_PAYOUT_DEBTOR_BIC is not set",
  );
  const { account: _account, ...noAccount } = WITHDRAWAL;
  await expect(writePain001([payment("withdrawal", noAccount)], about)).rejects.toThrow(
    "the account of WD2026112400000001",
  );
});

it("the CSV of payments abroad contains the payee's address", async () => {
  const [head, row] = (await writeBankCsv([payment("remittance", REMITTANCE)], about)).split("\r\n");
  expect(head).toContain("Country or region,State or province,City,Postcode,Address,");
  expect(row).toContain(",Hamburg,Hamburg,20457,Hafenstrasse 12,");
});

it("the CSV contains full account numbers and no executable formula", async () => {
  const text = await writeBankCsv([payment("withdrawal", { ...WITHDRAWAL, holder: "=HYPERLINK(1)" })], about);
  expect(text).toMatch(/^\ufeffOrder no\.,Account name,/);
  expect(text).toContain("6222021202041234567");
  expect(text).toContain("'=HYPERLINK(1)");
  expect(text).toContain(",2000.10,");
  await expect(
    writeBankCsv([payment("withdrawal", WITHDRAWAL), payment("remittance", REMITTANCE)], about),
  ).rejects.toThrow("--kind withdrawal | remittance");
});
