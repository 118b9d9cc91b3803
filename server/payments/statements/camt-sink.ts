/** Converts the elements of camt.053 to statements and entries. */
import { findDigits, toMinor, type MinorUnits } from "../ledger/minor-units.ts";
import { createFault, NO_REFERENCE, type BankLine, type Found } from "./model.ts";
import type { ElementSink } from "./xml.ts";

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.0[2-8]$/;
const STATEMENT = "Document/BkToCstmrStmt/Stmt";
const ENTRY = `${STATEMENT}/Ntry`;
const DETAILS = `${ENTRY}/NtryDtls/TxDtls`;
const BALANCE = `${STATEMENT}/Bal`;
/** Code of the bank transaction for a credit transfer that comes back. */
const RETURNED = "RRTN";
const TRUE: ReadonlySet<string> = new Set(["true", "1"]);

/**
 * Texts and currency attributes (`@Ccy`) below an element, by relative path. Those of repeated elements are in document
 * order.
 */
type Leaves = Map<string, string[]>;
/** An element that is collected until its end tag. */
interface Part {
  path: string;
  at: number;
  leaves: Leaves;
}

/** Creates the sink. `report` receives the entries of a statement before the statement itself. */
export function createCamtSink(report: (found: Found) => void, minorUnits: MinorUnits): ElementSink {
  const parts: Part[] = [];
  let balances: Part[] = [];
  let details: Part[] = [];
  let currency: string | undefined;
  return {
    open(path, attributes, line) {
      if (path === "Document" && !NAMESPACE.test(attributes["xmlns"] ?? Object.values(attributes)[0] ?? ""))
        report(createFault(line, "Document", "须为 camt.053.001.02 至 .08", "must be camt.053.001.02 to .08"));
      if ([STATEMENT, ENTRY, DETAILS, BALANCE].includes(path)) parts.push({ path, at: line, leaves: new Map() });
      const ccy = attributes["Ccy"];
      if (ccy !== undefined) addLeaf(parts, `${path}@Ccy`, ccy);
    },
    close(path, text, line) {
      if (parts.at(-1)?.path !== path) {
        if (text !== "") addLeaf(parts, path, text);
        return;
      }
      const part = parts.pop();
      if (!part) return;
      if (path === BALANCE) {
        balances.push(part);
        currency ??= readFirst(part, "Amt@Ccy");
      } else if (path === DETAILS) details.push(part);
      else if (path === ENTRY) {
        readEntry(part, details, { minorUnits, currency: readFirst(parts[0], "Acct/Ccy") ?? currency }).forEach(report);
        details = [];
      } else {
        report(readStatement({ ...part, at: part.at || line }, balances, minorUnits));
        balances = [];
        currency = undefined;
      }
    },
  };
}

function addLeaf(parts: readonly Part[], path: string, text: string): void {
  const part = parts.at(-1);
  if (!part) return;
  const key = path.slice(part.path.length + 1);
  part.leaves.set(key, [...(part.leaves.get(key) ?? []), text]);
}

/** Returns the text at the first path that exists, or undefined if none does. */
function readFirst(part: Part | undefined, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const [text] = part?.leaves.get(path) ?? [];
    if (text !== undefined) return text;
  }
  return undefined;
}

const readDay = (part: Part, name: string): string | undefined =>
  readFirst(part, `${name}/Dt`, `${name}/DtTm`)?.slice(0, 10);

/** Returns a signed amount in minor units, or the fault. */
function readAmount(
  part: Part,
  path: string,
  { minorUnits, sign, currency }: { minorUnits: MinorUnits; sign: string | undefined; currency: string | undefined },
): bigint | ReturnType<typeof createFault> {
  const [text, unit] = [readFirst(part, path), readFirst(part, `${path}@Ccy`)];
  if (unit === undefined || minorUnits[unit] === undefined)
    return createFault(
      part.at,
      `${path} Ccy`,
      `${unit ?? "没有"} 不是支持的币种`,
      `${unit ?? "none"} is not a known currency`,
    );
  if (currency !== undefined && unit !== currency)
    return createFault(part.at, `${path} Ccy`, `账户币种是 ${currency}`, `the account's currency is ${currency}`);
  if (sign !== "CRDT" && sign !== "DBIT")
    return createFault(part.at, "CdtDbtInd", "须为 CRDT 或 DBIT", "must be CRDT or DBIT");
  const digits = findDigits(unit, minorUnits);
  try {
    const minor = toMinor(text ?? "", digits);
    if (minor < 0n) throw new RangeError("negative");
    return sign === "CRDT" ? minor : -minor;
  } catch {
    const right = digits === 0 ? "12" : `12.${"5".padEnd(digits, "0")}`;
    return createFault(part.at, path, `须为金额，如 ${right}`, `must be an amount such as ${right}`);
  }
}

function readStatement(part: Part, balances: readonly Part[], minorUnits: MinorUnits): Found {
  const account = readFirst(part, "Acct/Id/IBAN", "Acct/Id/Othr/Id");
  if (account === undefined) return createFault(part.at, "Acct/Id", "缺少账号", "the account's number is missing");
  const find = (...codes: readonly string[]) =>
    balances.find((part) => codes.includes(readFirst(part, "Tp/CdOrPrtry/Cd") ?? ""));
  const [opening, closing] = [find("OPBD", "PRCD"), find("CLBD")];
  if (!opening) return createFault(part.at, "Bal OPBD", "缺少期初余额", "the opening balance is missing");
  if (!closing) return createFault(part.at, "Bal CLBD", "缺少期末余额", "the closing balance is missing");
  const currency = readFirst(part, "Acct/Ccy") ?? readFirst(closing, "Amt@Ccy");
  const day = readDay(closing, "Dt");
  if (day === undefined) return createFault(closing.at, "Bal/Dt", "缺少日期", "the date is missing");
  const read = (balance: Part) =>
    readAmount(balance, "Amt", { minorUnits, currency, sign: readFirst(balance, "CdtDbtInd") });
  const [before, after] = [read(opening), read(closing)];
  if (typeof before !== "bigint") return before;
  if (typeof after !== "bigint") return after;
  return { statement: { at: part.at, account, currency: currency ?? "", day, opening: before, closing: after } };
}

/**
 * Returns the lines of an entry, or its fault: one line per payment for a batch whose amounts add up to the entry, else
 * one line. Empty for an entry that is not booked.
 */
function readEntry(
  entry: Part,
  details: readonly Part[],
  { minorUnits, currency }: { minorUnits: MinorUnits; currency: string | undefined },
): Found[] {
  const state = readFirst(entry, "Sts/Cd", "Sts");
  if (state !== "BOOK" && state !== undefined) return [];
  const day = readDay(entry, "BookgDt") ?? readDay(entry, "ValDt");
  if (day === undefined) return [createFault(entry.at, "BookgDt", "缺少记账日期", "the booking date is missing")];
  const sign = readFirst(entry, "CdtDbtInd");
  const whole = readAmount(entry, "Amt", { minorUnits, currency, sign });
  if (typeof whole !== "bigint") return [whole];
  if (details.length < 2) return [{ line: createLine(entry, details[0], day, whole) }];
  const parts = details.map((part) => ({
    one: part,
    amount: readAmount(part, readFirst(part, "Amt") === undefined ? "AmtDtls/TxAmt/Amt" : "Amt", {
      minorUnits,
      currency,
      sign: readFirst(part, "CdtDbtInd") ?? sign,
    }),
  }));
  const sum = parts.reduce((total, { amount }) => total + (typeof amount === "bigint" ? amount : 0n), 0n);
  // A batch is stored as one line if its payments have no amounts, or amounts that do not add up.
  if (sum !== whole) return [{ line: createLine(entry, undefined, day, whole) }];
  return parts.map(({ one: part, amount }) => ({
    line: createLine(entry, part, day, typeof amount === "bigint" ? amount : 0n),
  }));
}

function createLine(entry: Part, details: Part | undefined, day: string, amount: bigint): BankLine {
  const endToEndId = readFirst(details, "Refs/EndToEndId");
  const given = endToEndId === "NOTPROVIDED" ? undefined : endToEndId;
  const reference = readFirst(details, "Refs/AcctSvcrRef") ?? readFirst(entry, "AcctSvcrRef", "NtryRef");
  return {
    at: details?.at ?? entry.at,
    day,
    amount,
    reference: reference ?? given ?? NO_REFERENCE,
    endToEndId: given,
    uetr: readFirst(details, "Refs/UETR"),
    text: readTexts(entry, details),
    ...readParties(details, amount),
    ...readUndoing(entry, details),
  };
}

/** Returns whether the bank marks the entry as a reversal or a return, and the reason that it gives. */
function readUndoing(entry: Part, details: Part | undefined): Pick<BankLine, "undoes" | "returnReason"> {
  const returnReason = readFirst(details, "RtrInf/Rsn/Cd", "RtrInf/Rsn/Prtry");
  const isReturned =
    [...(details?.leaves.keys() ?? [])].some((path) => path.startsWith("RtrInf/")) ||
    [details, entry].some((part) => readFirst(part, "BkTxCd/Domn/Fmly/SubFmlyCd") === RETURNED);
  const isReversed = TRUE.has(readFirst(entry, "RvslInd") ?? "");
  const undoes = isReturned ? "return" : isReversed ? "reversal" : undefined;
  return { undoes, returnReason };
}

/** Returns the counterparty, its account, and the account that was credited or debited, if the bank names them. */
function readParties(
  details: Part | undefined,
  amount: bigint,
): Pick<BankLine, "party" | "partyAccount" | "ownAccount"> {
  const [theirs, ours] = amount < 0n ? ["Cdtr", "Dbtr"] : ["Dbtr", "Cdtr"];
  const account = (side: string) =>
    readFirst(details, `RltdPties/${side}Acct/Id/IBAN`, `RltdPties/${side}Acct/Id/Othr/Id`);
  return {
    party: readFirst(details, `RltdPties/${theirs}/Pty/Nm`, `RltdPties/${theirs}/Nm`),
    partyAccount: account(theirs ?? ""),
    ownAccount: account(ours ?? ""),
  };
}

function readTexts(entry: Part, details: Part | undefined): string | undefined {
  const of = (part: Part | undefined, path: string) => part?.leaves.get(path) ?? [];
  const texts = [
    ...of(details, "RmtInf/Ustrd"),
    ...of(details, "RmtInf/Strd/CdtrRefInf/Ref"),
    ...of(details, "RtrInf/AddtlInf"),
    ...of(details, "AddtlTxInf"),
    ...of(entry, "AddtlNtryInf"),
  ];
  return texts.length === 0 ? undefined : texts.join(" ");
}
