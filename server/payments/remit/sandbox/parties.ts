/** Remittance payers and payees of a demo merchant, each with its review. Names are invented. */
import type { Row } from "@portolan/engine";
import type { ReplayedRecord } from "../../demo/lifecycle-replay.ts";
import {
  DAY,
  findMorning,
  HISTORY_DAYS,
  HOUR,
  MINUTE,
  Orders,
  type HistoryBuilder,
} from "../../demo/history-builder.ts";

/** Creates the row of a company and its account. */
const createFirm = (
  payeeName: string,
  place: Record<"country" | "city" | "address", string> & { state?: string },
  bank: Record<"swift" | "bankName" | "account", string> & { branchCode?: string },
  label?: string,
): Row => ({
  type: "01",
  payeeName,
  companyName: payeeName,
  ...place,
  ...bank,
  feeBearing: "SHA",
  ...(label !== undefined && { label }),
});

/** Companies abroad, and the currencies in which they are paid. */
export const DEMO_REMIT_PAYEES: readonly { row: Row; currencies: readonly string[] }[] = [
  {
    row: createFirm(
      "Blue Harbor Trading LLC",
      { country: "US", state: "New York", city: "New York", address: "350 Fifth Avenue, Suite 3301" },
      { swift: "CHASUS33", bankName: "JPMorgan Chase Bank", account: "000123456789", branchCode: "021000021" },
      "木箱供应商",
    ),
    currencies: ["USD"],
  },
  {
    row: createFirm(
      "Nordwind Handels GmbH",
      { country: "DE", city: "Hamburg", address: "Hafenstrasse 12" },
      { swift: "COBADEFFXXX", bankName: "Commerzbank", account: "DE89370400440532013000" },
    ),
    currencies: ["EUR", "USD"],
  },
  {
    row: createFirm(
      "Kowloon Bay Imports Ltd",
      { country: "HK", city: "Hong Kong", address: "8 Wang Chiu Road, Kowloon Bay" },
      { swift: "HSBCHKHH", bankName: "HSBC Hong Kong", account: "808123456001" },
      "香港仓",
    ),
    currencies: ["HKD", "USD"],
  },
  {
    row: createFirm(
      "Oakfield Homeware Ltd",
      { country: "GB", city: "London", address: "41 Mill Lane" },
      { swift: "BARCGB22", bankName: "Barclays Bank", account: "GB29NWBK60161331926819", branchCode: "200000" },
    ),
    currencies: ["GBP", "EUR"],
  },
  {
    row: createFirm(
      "Sakura Shoji KK",
      { country: "JP", city: "Osaka", address: "2-4-9 Umeda, Kita-ku" },
      { swift: "BOTKJPJT", bankName: "MUFG Bank", account: "0170032714455" },
    ),
    currencies: ["JPY", "USD"],
  },
];

const createAustralian = (name: string, account: string): Row =>
  createFirm(
    name,
    { country: "AU", state: "Victoria", city: "Melbourne", address: "120 Collins Street" },
    { swift: "ANZBAU3M", bankName: "ANZ Bank", account, branchCode: "013006" },
  );

export interface Parties {
  company: ReplayedRecord;
  payees: readonly { replayed: ReplayedRecord; currencies: readonly string[] }[];
}

/** Replays the review of each party. All but one pass it. */
export async function replayParties(builder: HistoryBuilder): Promise<Parties> {
  const { merchant, now } = builder;
  const began = findMorning(now, HISTORY_DAYS) + HOUR;
  const review = async (
    entity: "payer" | "remitPayee" | "beneficiary",
    row: Row,
    at: number,
    isRejected = false,
  ): Promise<ReplayedRecord> =>
    (await Orders.open(builder, entity)).replay(row, [
      ["maker", "add", at],
      ["bank", "opened", at + 4 * MINUTE],
      isRejected ? ["bank", "fail", at + 25 * MINUTE, { reason: "XN02" }] : ["bank", "pass", at + 25 * MINUTE],
    ]);
  const company = await review("payer", createCompany(merchant.name), began);
  const actualName = merchant.users[0]?.name;
  await review("payer", { type: "00", actualName, bankName: "招商银行" }, began + HOUR);
  const payees = [];
  for (const [index, { row, currencies }] of DEMO_REMIT_PAYEES.entries())
    payees.push({ replayed: await review("remitPayee", row, began + index * HOUR), currencies });
  await review("beneficiary", DEMO_REMIT_PAYEES[0]?.row ?? {}, began + 2 * DAY);
  await review("beneficiary", createAustralian("Southern Cross Logistics Pty Ltd", "408812345"), began + 3 * DAY);
  await review("beneficiary", createAustralian("Golden Reef Traders Pty Ltd", "408899001"), began + 9 * DAY, true);
  // The merchant's own account abroad, to which balances in foreign currencies are cleared.
  if (merchant.englishName !== undefined) {
    const place = { country: "HK", city: "Hong Kong", address: "1 Queen's Road Central" };
    const bank = { swift: "HSBCHKHHHKH", bankName: "HSBC Hong Kong", account: `808${merchant.id}001` };
    await review("remitPayee", createFirm(merchant.englishName, place, bank, "本公司"), began + 10 * DAY);
  }
  return { company, payees };
}

const createCompany = (name: string): Row => ({
  type: "01",
  actualName: name,
  registrationNo: "91330100MA27XF6A5C",
  registrationCountry: "CN",
  bankName: "中国工商银行",
});
