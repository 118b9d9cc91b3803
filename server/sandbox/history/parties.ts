/** Payers and payees of remittances that a demo merchant has, each with its review; names are invented. */
import type { Row } from "../../../src/engine/index.ts";
import { recordNumber } from "../../lifecycle/number.ts";
import { replay, type Past, type Step } from "../lifecycle-replay.ts";
import { loadActors, DAY, HISTORY_DAYS, HOUR, MINUTE, morningOf, type HistoryBuilder } from "./history-builder.ts";

/** A payee's own fields, and the currencies that it is paid in. */
export interface DemoParty {
  row: Row;
  currencies: readonly string[];
}

const bank = (swift: string, bankName: string, account: string, branchCode?: string) => ({
  swift,
  bankName,
  account,
  feeBearing: "SHA",
  ...(branchCode ? { branchCode } : {}),
});
const firm = (payeeName: string, country: string, city: string, address: string, label?: string) => ({
  type: "01",
  payeeName,
  companyName: payeeName,
  country,
  city,
  address,
  ...(label ? { label } : {}),
});

/** Whom remittances go to. */
export const DEMO_REMIT_PAYEES: readonly DemoParty[] = [
  {
    row: {
      ...firm("Blue Harbor Trading LLC", "US", "New York", "350 Fifth Avenue, Suite 3301", "木箱供应商"),
      ...bank("CHASUS33", "JPMorgan Chase Bank", "000123456789", "021000021"),
    },
    currencies: ["USD"],
  },
  {
    row: {
      ...firm("Nordwind Handels GmbH", "DE", "Hamburg", "Hafenstrasse 12"),
      ...bank("COBADEFFXXX", "Commerzbank", "DE89370400440532013000"),
    },
    currencies: ["EUR", "USD"],
  },
  {
    row: {
      ...firm("Kowloon Bay Imports Ltd", "HK", "Hong Kong", "8 Wang Chiu Road, Kowloon Bay", "香港仓"),
      ...bank("HSBCHKHH", "HSBC Hong Kong", "808123456001"),
    },
    currencies: ["HKD", "USD"],
  },
  {
    row: {
      ...firm("Oakfield Homeware Ltd", "GB", "London", "41 Mill Lane"),
      ...bank("BARCGB22", "Barclays Bank", "GB29NWBK60161331926819", "200000"),
    },
    currencies: ["GBP", "EUR"],
  },
  {
    row: {
      ...firm("Sakura Shoji KK", "JP", "Osaka", "2-4-9 Umeda, Kita-ku"),
      ...bank("BOTKJPJT", "MUFG Bank", "0170032714455"),
    },
    currencies: ["JPY", "USD"],
  },
];
const COMMON: Row = {
  ...firm("Southern Cross Logistics Pty Ltd", "AU", "Melbourne", "120 Collins Street"),
  ...bank("ANZBAU3M", "ANZ Bank", "408812345", "013006"),
};

/** What a merchant's parties are, and how they came to pass their review. */
export interface Parties {
  payers: readonly Past[];
  payees: readonly (Past & Pick<DemoParty, "currencies">)[];
  others: readonly Past[];
}

export async function parties(scene: HistoryBuilder): Promise<Parties> {
  const { schemas, merchant, now } = scene;
  const [payer, payee, common] = ["payer", "remitPayee", "beneficiary"].map((name) => schemas.entities.get(name));
  if (!payer || !payee || !common || merchant.payments === 0) return { payers: [], payees: [], others: [] };
  const at = morningOf(now, HISTORY_DAYS) + HOUR;
  const reviewed = async (
    entity: typeof payer,
    row: Row,
    began: number,
    last: Pick<Step, "event" | "input"> = { event: "pass", input: {} },
  ) => {
    const who = await loadActors(scene, entity);
    const step = (event: string, when: number, bank: boolean, input: Row = {}): Step => ({
      event,
      at: when,
      actor: bank ? who.bank : who.maker,
      facts: who.makerFacts,
      input,
    });
    const steps = [
      step("add", began, false),
      step("opened", began + 4 * MINUTE, true),
      step(last.event, began + 25 * MINUTE, true, last.input),
    ];
    return replay(
      entity,
      recordNumber(entity.number ?? "", began),
      { ...row, createdAt: new Date(began).toISOString() },
      steps,
    );
  };
  const company = {
    type: "01",
    actualName: merchant.name,
    registrationNo: "91330100MA27XF6A5C",
    registrationCountry: "CN",
    bankName: "中国工商银行",
  };
  const payers = [
    await reviewed(payer, company, at),
    await reviewed(payer, { type: "00", actualName: merchant.users[0]!.name, bankName: "招商银行" }, at + HOUR),
  ];
  const payees = [];
  for (const [index, { row, currencies }] of DEMO_REMIT_PAYEES.entries())
    payees.push({ ...(await reviewed(payee, row, at + index * HOUR)), currencies });
  const rejected = { event: "fail", input: { reason: "XN02" } };
  const others = [
    await reviewed(common, DEMO_REMIT_PAYEES[0]!.row, at + 2 * DAY),
    await reviewed(common, COMMON, at + 3 * DAY),
    await reviewed(
      common,
      {
        ...COMMON,
        payeeName: "Golden Reef Traders Pty Ltd",
        companyName: "Golden Reef Traders Pty Ltd",
        account: "408899001",
      },
      at + 9 * DAY,
      rejected,
    ),
  ];
  // The merchant's own account abroad: balances in foreign currencies are cleared to it.
  if (merchant.englishName)
    others.push(await reviewed(payee, ownAccount(merchant.englishName, merchant.id), at + 10 * DAY));
  return { payers, payees, others };
}

const ownAccount = (name: string, id: string): Row => ({
  ...firm(name, "HK", "Hong Kong", "1 Queen's Road Central", "本公司"),
  ...bank("HSBCHKHHHKH", "HSBC Hong Kong", `808${id}001`),
});
