/** Builds bank statements for tests. */

/** An entry of a test statement. `amount` is negative for outgoing money. */
export interface Entry {
  amount: string;
  reference: string;
  day?: string;
  endToEndId?: string;
  uetr?: string;
  text?: string;
  party?: string;
  partyAccount?: string;
  ownAccount?: string;
  /** Sets `RvslInd`. */
  reversal?: boolean;
  /** Code in `RtrInf`. */
  returned?: string;
}
export interface Day {
  account?: string;
  currency?: string;
  day?: string;
  opening?: string;
  closing?: string;
  version?: string;
}

const cents = (text: string) => Math.round(Number(text) * 100);
const leaf = (name: string, value: string | undefined) => (value === undefined ? "" : `<${name}>${value}</${name}>`);
const signed = (text: string) =>
  `<Amt Ccy="%">${text.replace("-", "")}</Amt><CdtDbtInd>${text.startsWith("-") ? "DBIT" : "CRDT"}</CdtDbtInd>`;
const accountOf = (side: string, iban: string | undefined) =>
  iban === undefined ? "" : `<${side}Acct><Id><Othr><Id>${iban}</Id></Othr></Id></${side}Acct>`;

/** Returns a camt.053 file with one statement. `closing` defaults to the opening balance plus the entries. */
export function camt(entries: readonly Entry[], given: Day = {}): string {
  const { account = "DE89370400440532013000", currency = "USD", day = "2026-11-20", version = "08" } = given;
  const opening = given.opening ?? "1000.00";
  const due = entries.reduce((sum, { amount }) => sum + cents(amount), cents(opening));
  const closing = given.closing ?? (due / 100).toFixed(2);
  const balance = (code: string, text: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${signed(text)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const rows = entries.map((entry) => {
    const [theirs, ours] = entry.amount.startsWith("-") ? ["Cdtr", "Dbtr"] : ["Dbtr", "Cdtr"];
    const party = entry.party && `<${theirs}><Pty><Nm>${entry.party}</Nm></Pty></${theirs}>`;
    return `<Ntry>${signed(entry.amount)}${leaf("RvslInd", entry.reversal?.toString())}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${entry.day ?? day}</Dt></BookgDt>
<AcctSvcrRef>${entry.reference}</AcctSvcrRef><NtryDtls><TxDtls><Refs>${leaf("EndToEndId", entry.endToEndId)}${leaf("UETR", entry.uetr)}</Refs>
<RltdPties>${party ?? ""}${accountOf(theirs!, entry.partyAccount)}${accountOf(ours!, entry.ownAccount)}</RltdPties>
<RmtInf>${leaf("Ustrd", entry.text)}</RmtInf>${entry.returned === undefined ? "" : `<RtrInf><Rsn><Cd>${entry.returned}</Cd></Rsn></RtrInf>`}</TxDtls></NtryDtls></Ntry>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt><Id>S1</Id>
<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${balance("OPBD", opening)}${balance("CLBD", closing)}
${rows.join("\n")}
</Stmt></BkToCstmrStmt></Document>`.replaceAll('Ccy="%"', `Ccy="${currency}"`);
}
