/** Order list of a payment portal: 12 fields, 8 of them in columns, with seeded rows. */

const createTexts = (zh: string, en: string) => ({ zh, en });
/** States of an order, with labels and tones. */
export const STATES = [
  ["toBeReviewed", "待复核", "To be reviewed", "warning"],
  ["processing", "处理中", "Processing", "info"],
  ["done", "已完成", "Done", "success"],
  ["failed", "失败", "Failed", "danger"],
] as const;
/** Columns of the list. */
export const COLUMNS = ["orderNo", "holder", "account", "amount", "fee", "bank", "status", "createdAt"] as const;
/** Exported fields. */
export const TWELVE = [
  "orderNo",
  "holder",
  "account",
  "amount",
  "fee",
  "currency",
  "bank",
  "city",
  "status",
  "valueDate",
  "remark",
  "createdAt",
] as const;

/** Returns the schema file of the list. */
export function createListFile(): object {
  const text = (zh: string, en: string, more: object = {}) => ({
    type: "string",
    maxLength: 120,
    "x-label": createTexts(zh, en),
    ...more,
  });
  const money = (zh: string, en: string) => ({
    type: "string",
    format: "decimal",
    "x-currency": "currency",
    "x-label": createTexts(zh, en),
  });
  return {
    "x-entity": { name: "order", source: "store", key: "orderNo", number: "OR" },
    "x-label": createTexts("订单", "Order"),
    type: "object",
    properties: {
      orderNo: { type: "string", "x-kind": "identifier", "x-label": createTexts("订单号", "Order number") },
      holder: text("户名", "Account holder"),
      account: { type: "string", "x-kind": "identifier", "x-label": createTexts("账号", "Account") },
      amount: money("金额", "Amount"),
      fee: money("手续费", "Service charge"),
      currency: {
        type: "string",
        "x-kind": "currency",
        "x-options": { list: "currency" },
        "x-label": createTexts("币种", "Currency"),
      },
      bank: text("开户行", "Bank"),
      city: text("城市", "City"),
      status: {
        type: "string",
        "x-options": Object.fromEntries(
          STATES.map(([value, zh, en, tone]) => [value, { label: createTexts(zh, en), tone }]),
        ),
        "x-label": createTexts("状态", "Status"),
      },
      valueDate: { type: "string", format: "date", "x-label": createTexts("起息日", "Value date") },
      remark: text("备注", "Remark"),
      createdAt: { type: "string", format: "date-time", "x-label": createTexts("创建时间", "Created") },
    },
    required: ["holder", "account", "amount", "currency"],
    "x-list": {
      columns: [...COLUMNS],
      search: ["orderNo", "holder"],
      filters: { primary: ["status", "createdAt"], more: ["amount"] },
      sort: "-createdAt",
      card: { title: "holder", amount: "amount", status: "status", meta: ["orderNo"] },
      export: true,
    },
    "x-calls": { list: "GET /bench/order/page", detail: "GET /bench/order/detail", export: "GET /bench/order/export" },
  };
}

/** A record of the list. */
export interface OrderRow {
  [name: string]: unknown;
  orderNo: string;
  holder: string;
  account: string;
  amount: string;
  fee: string;
  currency: string;
  bank: string;
  city: string;
  status: string;
  valueDate: string;
  remark: string;
  createdAt: string;
}
const HOLDERS = [
  "杭州启航供应链有限公司",
  "Harbour Street Trading Ltd",
  "深圳市南山进出口有限公司",
  "Müller & Söhne GmbH",
  "上海浦江贸易有限公司",
  "Blue Fjord AS",
  'O\'Neill, "Fine" Foods',
];
const BANKS = ["中国工商银行", "招商银行", "Bank of China", "HSBC"];
const CITIES = ["杭州", "深圳", "上海", "London"];

/** Returns a seeded generator of numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns the record with the number `at`. */
export function createOrderRow(index: number, random: () => number): OrderRow {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const cents = Math.floor(random() * 50_000_000);
  const when = 1_790_000_000_000 - index * 61_000;
  return {
    orderNo: `OR${String(2_026_000_000_000 + index)}`,
    holder: pick(HOLDERS),
    account: `6222${String(Math.floor(random() * 1e15)).padStart(15, "0")}`,
    amount: (cents / 100).toFixed(2),
    fee: (Math.floor(cents / 1000) / 100).toFixed(2),
    currency: "CNY",
    bank: pick(BANKS),
    city: pick(CITIES),
    status: pick(STATES)[0],
    valueDate: new Date(when).toISOString().slice(0, 10),
    remark: random() < 0.2 ? "=SUM(A1)" : `货款 ${index}`,
    createdAt: new Date(when).toISOString(),
  };
}

/** Returns `count` records. */
export function createOrderRows(count: number, seed: number): OrderRow[] {
  const random = createRandom(seed);
  return Array.from({ length: count }, (_, index) => createOrderRow(index, random));
}

/** Sorts the rows like the first click on the list's column. */
export const sortByAmount = (list: readonly OrderRow[], descending: boolean): OrderRow[] =>
  [...list].sort((a, b) => (Number(a.amount) - Number(b.amount)) * (descending ? -1 : 1));
