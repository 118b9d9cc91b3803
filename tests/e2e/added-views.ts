/** One more view of every type, in JSON alone: of the entity that the repository does not have, and of its own. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const pair = (zh: string, en: string) => ({ zh, en });

/** Views of the added invoice, whose fields alone they name. */
export const INVOICE_VIEWS = {
  papers: {
    type: "faces",
    title: "buyer",
    number: "taxNo",
    amount: "amount",
    status: "paper",
    print: ["issuedOn"],
    outlined: ["plain"],
    open: pair("查看发票", "View invoice"),
  },
  buyers: {
    type: "detailCards",
    title: "buyer",
    status: "paper",
    fields: ["taxNo", "district"],
    ready: "self.paper == 'special'",
  },
  contacts: { type: "directory", title: "buyer", badge: "paper", facts: ["taxNo", "district"] },
  days: {
    type: "activity",
    date: "issuedOn",
    party: "buyer",
    kind: "paper",
    amount: "amount",
    status: "paper",
    sign: { field: "paper", in: ["special"], out: ["plain"] },
  },
};

interface View {
  type: string;
}
/** Views of entities that have one of that type, each with the members that differ from it. */
const OTHERS: Record<string, Record<string, View & Record<string, unknown>>> = {
  transaction: {
    spent: {
      type: "report",
      net: undefined,
      periods: ["last90d"],
      measures: [{ label: pair("付款总额", "Spent"), sum: "amount", sign: "out", where: { entity: ["withdrawal"] } }],
    },
  },
  wallet: { inDollars: { type: "balances", zero: undefined, main: undefined } },
  statementLine: {
    quarter: { type: "statement", periods: ["last90d"], closing: pair("季末余额", "Carried forward") },
  },
  accountSettings: {
    mailbox: {
      type: "settings",
      facts: undefined,
      rows: [{ name: "address", label: pair("通知发到", "Notices go to"), value: "username" }],
    },
  },
  todo: { bare: { type: "inbox", flags: undefined, history: undefined } },
};

interface Schema {
  "x-views"?: Record<string, View>;
}
/** Adds the views of `OTHERS` to the schemas of a folder. */
export function addViews(schemas: string): void {
  for (const [entity, views] of Object.entries(OTHERS)) {
    const path = join(schemas, "entities", `${entity}.json`);
    const schema = JSON.parse(readFileSync(path, "utf8")) as Schema;
    for (const [id, view] of Object.entries(views)) {
      const first = Object.values(schema["x-views"] ?? {}).find(({ type }) => type === view.type);
      schema["x-views"] = { ...schema["x-views"], [id]: { ...first, ...view } };
    }
    writeFileSync(path, JSON.stringify(schema, null, 2));
  }
}

/** Every added view with its type. */
export const ADDED_VIEWS = Object.entries({ taxInvoice: INVOICE_VIEWS as Record<string, View>, ...OTHERS }).flatMap(
  ([entity, views]) => Object.entries(views).map(([id, { type }]) => ({ entity, id, type })),
);

/** A page with a tab for each of the views. */
export const VIEWS_PAGE = {
  path: "/views",
  id: "R99",
  label: pair("更多视图", "More views"),
  menu: "views",
  tabs: ADDED_VIEWS.map(({ entity, id }) => ({ id, label: pair(id, id), entity, show: id })),
};
