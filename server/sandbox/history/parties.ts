/** Remittance payers and payees of a demo merchant, each with its review. Names are invented. */
import type { Entity, Row } from "../../../src/engine/index.ts";
import { createRecordNumber } from "../../lifecycle/order-number.ts";
import { replay, type ReplayedRecord } from "../lifecycle-replay.ts";
import {
  DAY,
  HISTORY_DAYS,
  HOUR,
  loadActors,
  MINUTE,
  findMorning,
  createSteps,
  type HistoryBuilder,
} from "./history-builder.ts";

/** Fields of a payee, and the currencies in which it is paid. */
export interface DemoParty {
  row: Row;
  currencies: readonly string[];
}

const createBank = (swift: string, bankName: string, account: string, branchCode?: string) => ({
  swift,
  bankName,
  account,
  feeBearing: "SHA",
  ...(branchCode ? { branchCode } : {}),
});
const createFirm = ({
  payeeName,
  ...rest
}: Record<"payeeName" | "country" | "city" | "address", string> & { label?: string; state?: string }) => ({
  type: "01",
  payeeName,
  companyName: payeeName,
  ...rest,
});

const BLUE_HARBOR: DemoParty = {
  row: {
    ...createFirm({
      payeeName: "Blue Harbor Trading LLC",
      country: "US",
      state: "New York",
      city: "New York",
      address: "350 Fifth Avenue, Suite 3301",
      label: "木箱供应商",
    }),
    ...createBank("CHASUS33", "JPMorgan Chase Bank", "000123456789", "021000021"),
  },
  currencies: ["USD"],
};

export const DEMO_REMIT_PAYEES: readonly DemoParty[] = [
  BLUE_HARBOR,
  {
    row: {
      ...createFirm({ payeeName: "Nordwind Handels GmbH", country: "DE", city: "Hamburg", address: "Hafenstrasse 12" }),
      ...createBank("COBADEFFXXX", "Commerzbank", "DE89370400440532013000"),
    },
    currencies: ["EUR", "USD"],
  },
  {
    row: {
      ...createFirm({
        payeeName: "Kowloon Bay Imports Ltd",
        country: "HK",
        city: "Hong Kong",
        address: "8 Wang Chiu Road, Kowloon Bay",
        label: "香港仓",
      }),
      ...createBank("HSBCHKHH", "HSBC Hong Kong", "808123456001"),
    },
    currencies: ["HKD", "USD"],
  },
  {
    row: {
      ...createFirm({ payeeName: "Oakfield Homeware Ltd", country: "GB", city: "London", address: "41 Mill Lane" }),
      ...createBank("BARCGB22", "Barclays Bank", "GB29NWBK60161331926819", "200000"),
    },
    currencies: ["GBP", "EUR"],
  },
  {
    row: {
      ...createFirm({ payeeName: "Sakura Shoji KK", country: "JP", city: "Osaka", address: "2-4-9 Umeda, Kita-ku" }),
      ...createBank("BOTKJPJT", "MUFG Bank", "0170032714455"),
    },
    currencies: ["JPY", "USD"],
  },
];
const COMMON: Row = {
  ...createFirm({
    payeeName: "Southern Cross Logistics Pty Ltd",
    country: "AU",
    state: "Victoria",
    city: "Melbourne",
    address: "120 Collins Street",
  }),
  ...createBank("ANZBAU3M", "ANZ Bank", "408812345", "013006"),
};
/** A common payee whose review fails. */
const REJECTED: Row = {
  ...COMMON,
  payeeName: "Golden Reef Traders Pty Ltd",
  companyName: "Golden Reef Traders Pty Ltd",
  account: "408899001",
};

export interface Parties {
  payers: readonly ReplayedRecord[];
  payees: readonly { replayed: ReplayedRecord; currencies: readonly string[] }[];
  others: readonly ReplayedRecord[];
}

/** Replays the review of each party. Returns no parties for a merchant without payments. */
export async function replayParties(builder: HistoryBuilder): Promise<Parties> {
  const { schemas, merchant, now } = builder;
  const [payer, payee, common] = [schemas.entity("payer"), schemas.entity("remitPayee"), schemas.entity("beneficiary")];
  if (merchant.payments === 0) return { payers: [], payees: [], others: [] };
  const at = findMorning(now, HISTORY_DAYS) + HOUR;
  const [user] = merchant.users;
  const payers = [
    await replayReview(builder, payer, createCompany(merchant.name), at),
    await replayReview(builder, payer, { type: "00", actualName: user?.name, bankName: "招商银行" }, at + HOUR),
  ];
  const payees = [];
  for (const [index, { row, currencies }] of DEMO_REMIT_PAYEES.entries())
    payees.push({ replayed: await replayReview(builder, payee, row, at + index * HOUR), currencies });
  const others = [
    await replayReview(builder, common, BLUE_HARBOR.row, at + 2 * DAY),
    await replayReview(builder, common, COMMON, at + 3 * DAY),
    await replayReview(builder, common, REJECTED, at + 9 * DAY),
  ];
  // The merchant's own account abroad, to which balances in foreign currencies are cleared.
  if (merchant.englishName)
    others.push(await replayReview(builder, payee, createOwnAccount(merchant.englishName, merchant.id), at + 10 * DAY));
  return { payers, payees, others };
}

/** Replays the review of a party. All parties except `REJECTED` pass it. */
async function replayReview(builder: HistoryBuilder, entity: Entity, row: Row, at: number): Promise<ReplayedRecord> {
  const { maker, makerFacts, bank } = await loadActors(builder, entity);
  const byBank = createSteps(bank, makerFacts);
  const judged = at + 25 * MINUTE;
  return replay(entity, createRecordNumber(entity, at), { ...row, createdAt: new Date(at).toISOString() }, [
    createSteps(maker, makerFacts)("add", at),
    byBank("opened", at + 4 * MINUTE),
    row === REJECTED ? byBank("fail", judged, { reason: "XN02" }) : byBank("pass", judged),
  ]);
}

const createCompany = (name: string): Row => ({
  type: "01",
  actualName: name,
  registrationNo: "91330100MA27XF6A5C",
  registrationCountry: "CN",
  bankName: "中国工商银行",
});

const createOwnAccount = (name: string, id: string): Row => ({
  ...createFirm({
    payeeName: name,
    country: "HK",
    city: "Hong Kong",
    address: "1 Queen's Road Central",
    label: "本公司",
  }),
  ...createBank("HSBCHKHHHKH", "HSBC Hong Kong", `808${id}001`),
});
