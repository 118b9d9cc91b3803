/** A small entity for tests of queries and exports, built from literals without a schema file or compiler. */
import { settings } from "../../src/payments/settings.ts";
import type { Entity, Field, Lang, ListPlan, Row } from "@portolan/engine";
import { kind as kindOf } from "../../src/payments/runtime.ts";
import { createLabels } from "../../src/engine/entity/labels.ts";

type Words = Partial<Omit<Field, "kind">> & { kind: string; zh: string; en: string };

const given: Record<string, Words> = {
  orderNo: { kind: "identifier", zh: "订单号", en: "Order number" },
  payee: { kind: "text", zh: "收款人", en: "Payee" },
  account: { kind: "identifier", zh: "账号", en: "Account" },
  currency: {
    kind: "choice",
    zh: "币种",
    en: "Currency",
    options: { values: [{ value: "CNY" }, { value: "USD" }, { value: "JPY" }] },
  },
  amount: { kind: "money", zh: "金额", en: "Amount", currency: { field: "currency" } },
  fee: { kind: "money", zh: "手续费", en: "Service charge", currency: { code: "CNY" } },
  count: { kind: "integer", zh: "笔数", en: "Count" },
  urgent: { kind: "yes-no", zh: "加急", en: "Urgent" },
  valueDate: { kind: "date", zh: "起息日", en: "Value date" },
  status: { kind: "status", zh: "状态", en: "Status" },
  size: { kind: "integer", zh: "大小", en: "Size" },
  secretNote: { kind: "text", zh: "密注", en: "Secret note", sensitive: true },
  tags: { kind: "tags", zh: "标签", en: "Tags" },
  remark: { kind: "text", zh: "备注", en: "Remark" },
  createdAt: { kind: "date-time", zh: "创建时间", en: "Created" },
};

const schemaOf = (kind: string) => kindOf(kind).schema;

const texts: Record<Lang, Record<string, string>> = {
  zh: {
    label: "人民币付款",
    "option.currency.CNY": "人民币",
    "option.currency.USD": "美元",
    "option.currency.JPY": "日元",
    "state.done": "已完成",
    "state.failed": "失败",
    "state.rescinded": "已撤销",
    "view.bad": "异常",
  },
  en: {
    label: "CNY payment",
    "option.currency.CNY": "Renminbi",
    "option.currency.USD": "US dollar",
    "option.currency.JPY": "Yen",
    "state.done": "Done",
    "state.failed": "Failed",
    "state.rescinded": "Rescinded",
    "view.bad": "Troubled",
  },
};
for (const [name, words] of Object.entries(given)) {
  texts.zh[`field.${name}.label`] = words.zh;
  texts.en[`field.${name}.label`] = words.en;
}

const fields: Field[] = Object.entries(given).map(([name, { zh: _zh, en: _en, kind, ...words }]) => ({
  name,
  at: `/${name}`,
  kind: kindOf(kind),
  schema: schemaOf(kind),
  required: false,
  readOnly: false,
  writeOnly: false,
  sensitive: false,
  once: false,
  local: false,
  messages: [],
  ...words,
}));

const list: ListPlan = {
  columns: [
    "orderNo",
    "payee",
    "account",
    "currency",
    "amount",
    "fee",
    "count",
    "urgent",
    "valueDate",
    "status",
    "size",
    "secretNote",
    "createdAt",
  ],
  search: ["orderNo", "payee"],
  filters: { primary: ["status", "createdAt"], more: ["amount", "currency", "tags"] },
  sort: ["-createdAt"],
  sums: ["amount", "fee"],
  groups: ["payee", "status", "urgent", "currency"],
  views: [{ id: "bad", where: { status: ["failed", "rescinded"] } }],
  export: true,
  bulk: [],
};

/** The entity `withdrawal`. `remark` is not listed anywhere, so it has no column. */
export const orders: Entity = {
  dialect: settings,
  name: "testOrder",
  file: "schemas/entities/testOrder.json",
  version: "1",
  source: "store",
  key: "orderNo",
  schema: {},
  fields,
  rules: [],
  show: [],
  require: [],
  gates: [],
  contexts: {},
  minorUnits: { CNY: 2, USD: 2, JPY: 0 },
  lifecycle: {
    field: "status",
    states: [
      { name: "done", tone: "success", final: true },
      { name: "failed", tone: "danger", final: true },
      { name: "rescinded", tone: "neutral", final: true },
    ],
    transitions: [],
  },
  form: { sections: [], review: false, draft: false },
  list,
  detail: { sections: [] },
  actions: [],
  calls: {},
  validate: () => true,
  field(name) {
    const field = fields.find((field) => field.name === name);
    if (!field) throw new Error(`no field ${name}`);
    return field;
  },
  ...createLabels((key, lang) => texts[lang][key] ?? key),
  check: (value: Row) => ({ value, errors: [], warnings: [] }),
  loadValidator: () => undefined,
};

/** Returns the entity with a different list or source. */
export function ordersWith(changes: Partial<Omit<Entity, "lifecycle">> & { lifecycle?: undefined }): Entity {
  const { lifecycle, ...plain } = orders;
  const { lifecycle: _none, ...rest } = changes;
  return { ...plain, ...(lifecycle && !("lifecycle" in changes) && { lifecycle }), ...rest };
}
