/**
 * Writes payments as an ISO 20022 file `pain.001.001.09` (CustomerCreditTransferInitiationV09), with one block per
 * currency.
 */
import { Decimal } from "@portolan/engine";
import type { FileAbout, FilePayment } from "../../manual-provider/payment-file.ts";
import { readCreditTransfer, type CreditTransfer, type PayeeAddress } from "./credit-transfer.ts";
import { writeXml, type XmlElement } from "./xml.ts";

const NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09";
/** Maximum lengths of names and texts (Max140Text), and of account numbers (Max34Text). */
const MAX_NAME = 140;
const MAX_ACCOUNT = 34;
/** Maximum lengths of towns and subdivisions (Max35Text), postcodes (Max16Text), and address lines (Max70Text). */
const MAX_TOWN = 35;
const MAX_POSTCODE = 16;
const MAX_LINE = 70;
const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/;
const BIC = /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/;

const cut = (text: string, most: number): string => [...text].slice(0, most).join("");

/** Names of the settings of the debtor's account. A suffix such as `_EUR` restricts a setting to one currency. */
const DEBTOR = { name: "DEBTOR_NAME", account: "DEBTOR_ACCOUNT", bic: "DEBTOR_BIC" } as const;

/** Returns a setting for a currency, falling back to the general one. @throws Error naming the variable */
function readSetting({ settings }: FileAbout, name: string, currency: string): string {
  const value = settings[`${name}_${currency}`] ?? settings[name];
  if (value === undefined) throw new Error(`PROVIDER_PAYOUT_${name} is not set (PROVIDER_PAYOUT_${name}_${currency})`);
  return value;
}

const writeAccount = (account: string): XmlElement[] => {
  const plain = account.replaceAll(/[\s-]/g, "").toUpperCase();
  const id: XmlElement = IBAN.test(plain) ? ["IBAN", plain] : ["Othr", [["Id", cut(plain, MAX_ACCOUNT)]]];
  return [["Id", [id]]];
};

/** Returns the identification of a bank: its BIC, else its code in the national clearing system, with its name. */
function writeBank({
  bic,
  clearingCode,
  bankName,
}: Pick<CreditTransfer, "bic" | "clearingCode" | "bankName">): XmlElement {
  const isBic = bic !== undefined && BIC.test(bic);
  const member: XmlElement | undefined =
    !isBic && clearingCode !== undefined
      ? [
          "ClrSysMmbId",
          [
            ["ClrSysId", [["Cd", "CNAPS"]]],
            ["MmbId", clearingCode],
          ],
        ]
      : undefined;
  return [
    "FinInstnId",
    [["BICFI", isBic ? bic : undefined], member, ["Nm", bankName === undefined ? undefined : cut(bankName, MAX_NAME)]],
  ];
}

/**
 * Splits a text into at most two lines of 70 characters, between words where both lines fit. Cross-border usage (CBPR+)
 * takes no more lines beside a town and a country.
 */
function splitLines(text: string): string[] {
  const chars = [...text.trim().replaceAll(/\s+/g, " ")];
  if (chars.length <= MAX_LINE) return chars.length === 0 ? [] : [chars.join("")];
  const space = chars.lastIndexOf(" ", MAX_LINE);
  const end = space > 0 && chars.length - space - 1 <= MAX_LINE ? space : MAX_LINE;
  const lines = [chars.slice(0, end), chars.slice(end, end + MAX_LINE + 1)];
  return lines.map((line) => cut(line.join("").trim(), MAX_LINE));
}

/** Returns a postal address in the hybrid form: its parts as elements, the street as lines beside them. */
function writeAddress({ country, town, subdivision, postcode, street }: PayeeAddress): XmlElement {
  return [
    "PstlAdr",
    [
      ["PstCd", postcode === undefined ? undefined : cut(postcode, MAX_POSTCODE)],
      ["TwnNm", cut(town, MAX_TOWN)],
      ["CtrySubDvsn", subdivision === undefined ? undefined : cut(subdivision, MAX_TOWN)],
      ["Ctry", country],
      ...splitLines(street ?? "").map((line): XmlElement => ["AdrLine", line]),
    ],
  ];
}

function buildTransfer(transfer: CreditTransfer): XmlElement {
  const { order, uetr, amount, currency, chargeBearer, ultimateDebtor, intermediaryBic, name, address, account, text } =
    transfer;
  return [
    "CdtTrfTxInf",
    [
      [
        "PmtId",
        [
          ["InstrId", order],
          ["EndToEndId", order],
          ["UETR", uetr],
        ],
      ],
      ["Amt", [["InstdAmt", amount, { Ccy: currency }]]],
      ["ChrgBr", chargeBearer],
      ["UltmtDbtr", [["Nm", cut(ultimateDebtor, MAX_NAME)]]],
      ["IntrmyAgt1", intermediaryBic === undefined ? undefined : [writeBank({ bic: intermediaryBic })]],
      ["CdtrAgt", [writeBank(transfer)]],
      ["Cdtr", [["Nm", cut(name, MAX_NAME)], address && writeAddress(address)]],
      ["CdtrAcct", writeAccount(account)],
      ["RmtInf", text === undefined ? undefined : [["Ustrd", cut(text, MAX_NAME)]]],
    ],
  ];
}

const sumTransfers = (transfers: readonly CreditTransfer[]): string =>
  transfers.reduce((sum, { amount }) => sum.add(Decimal.of(amount)), Decimal.of("0")).toString();

function buildBlock(currency: string, transfers: readonly CreditTransfer[], about: FileAbout): XmlElement {
  return [
    "PmtInf",
    [
      ["PmtInfId", `${about.id}-${currency}`],
      ["PmtMtd", "TRF"],
      ["NbOfTxs", String(transfers.length)],
      ["CtrlSum", sumTransfers(transfers)],
      ["ReqdExctnDt", [["Dt", new Date(about.at).toISOString().slice(0, 10)]]],
      ["Dbtr", [["Nm", cut(readSetting(about, DEBTOR.name, currency), MAX_NAME)]]],
      ["DbtrAcct", [...writeAccount(readSetting(about, DEBTOR.account, currency)), ["Ccy", currency]]],
      ["DbtrAgt", [writeBank({ bic: readSetting(about, DEBTOR.bic, currency) })]],
      ...transfers.map(buildTransfer),
    ],
  ];
}

/** Writes the file. @throws Error when the debtor's account is not configured, or as `readCreditTransfer` */
export async function writePain001(payments: readonly FilePayment[], about: FileAbout): Promise<string> {
  const transfers = payments.map(readCreditTransfer);
  const currencies = [...new Set(transfers.map(({ currency }) => currency))].sort();
  const blocks = currencies.map((currency) =>
    buildBlock(
      currency,
      transfers.filter((transfer) => transfer.currency === currency),
      about,
    ),
  );
  const header: XmlElement = [
    "GrpHdr",
    [
      ["MsgId", about.id],
      ["CreDtTm", new Date(about.at).toISOString().replace(/\.\d+Z$/, "Z")],
      ["NbOfTxs", String(transfers.length)],
      ["CtrlSum", sumTransfers(transfers)],
      ["InitgPty", [["Nm", cut(readSetting(about, DEBTOR.name, currencies[0] ?? ""), MAX_NAME)]]],
    ],
  ];
  const document: XmlElement = ["Document", [["CstmrCdtTrfInitn", [header, ...blocks]]], { xmlns: NAMESPACE }];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(document)}`;
}
