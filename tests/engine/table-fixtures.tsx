/** Mounts a list of orders from a literal schema, with its own stub server, and operates it like a user. */
import { act, useEffect, useLayoutEffect, useState } from "react";
import { vi } from "vitest";
import { createEmptyLibrary } from "@portolan/engine/compiler";
import { compileEntity, compileValidator } from "../../src/payments/compiler.ts";
import {
  applyQuery,
  type CallFailure,
  createEmptyQuery,
  type Entity,
  groupRows,
  parseQuery,
  type Ports,
  type Query,
  type Row,
} from "@portolan/engine";
import { hydrate } from "../../src/payments/runtime.ts";
import { EntityTable, type EntityTableProps } from "../../src/engine/table/EntityTable.tsx";
import type { ListTable } from "../../src/engine/table/features.tsx";
import { useColumns } from "../../src/engine/table/use-columns.tsx";
import { useListTable } from "../../src/engine/table/use-list-table.tsx";
import { mount, portsOf } from "./form-fixtures.tsx";

const label = (zh: string, en: string) => ({ zh, en });
const money = (zh: string, en: string) => ({
  type: "string",
  format: "decimal",
  "x-currency": "CNY",
  readOnly: true,
  "x-label": label(zh, en),
});
const step = (on: string, to: string, more: object) => ({
  on,
  label: label(on, on),
  from: "waiting",
  to,
  by: "merchant",
  ...more,
});
const pass = step("pass", "done", { grant: "order.review", not: "maker", stepUp: "pay", notify: true });
const reject = step("reject", "gone", { grant: "order.review", needs: ["reason"], notify: true });

const SCHEMA = {
  "x-entity": { name: "order", source: "store", key: "orderNo", number: "OR" },
  "x-label": label("订单", "Order"),
  type: "object",
  properties: {
    orderNo: { type: "string", "x-kind": "identifier", readOnly: true, "x-label": label("订单号", "Order number") },
    payee: { type: "string", "x-label": label("收款人", "Payee") },
    amount: money("金额", "Amount"),
    fee: money("手续费", "Fee"),
    status: { type: "string", "x-kind": "status", readOnly: true, "x-label": label("状态", "Status") },
    reason: { type: "string", maxLength: 10, readOnly: true, "x-label": label("原因", "Reason") },
    secret: { type: "string", "x-sensitive": true, "x-label": label("暗语", "Secret") },
    createdAt: { type: "string", format: "date-time", readOnly: true, "x-label": label("创建时间", "Created") },
  },
  "x-lifecycle": {
    field: "status",
    states: {
      waiting: { label: label("待复核", "Waiting"), tone: "warning" },
      done: { label: label("已完成", "Done"), tone: "success", final: true },
      gone: { label: label("已撤销", "Gone"), tone: "neutral", final: true },
    },
    transitions: [
      { on: "apply", label: label("提交", "Apply"), from: null, to: "waiting", by: "merchant" },
      pass,
      reject,
    ],
  },
  "x-list": {
    columns: ["orderNo", "payee", "amount", "status", "createdAt"],
    search: ["orderNo", "payee"],
    filters: { primary: ["status"], more: ["amount"] },
    sort: "-createdAt",
    sums: ["amount"],
    groups: ["status"],
    card: { title: "payee", amount: "amount", status: "status", meta: ["orderNo"] },
    export: true,
    bulk: ["pass", "reject"],
  },
  "x-calls": { review: { http: "POST /order/review", event: ["pass", "reject"] } },
};

/** Returns the entity as a page of the portal receives it. `more`: additional keywords of its schema. */
export function orders(more: object = {}, compile = compileEntity): Entity {
  const { plan, texts } = compile("schemas/entities/order.json", JSON.stringify({ ...SCHEMA, ...more }), {
    ...createEmptyLibrary(),
    currencies: { CNY: { minorUnits: 2 } },
  });
  return hydrate(plan, { zh: texts.zh }, compileValidator(plan.schema));
}

export const id = (number: number): string => `OR20261121${String(number).padStart(4, "0")}`;
/** Returns orders, newest first. Every third one is done; every fifth was created by the signed-in user. */
export const rowsOf = (count: number): Row[] =>
  Array.from({ length: count }, (_row, index) => ({
    orderNo: id(index),
    payee: `收款人${index}`,
    amount: `${1000 + index}.50`,
    fee: "1.00",
    status: index % 3 === 0 ? "done" : "waiting",
    createdAt: new Date(Date.UTC(2026, 10, 20) - index * 60_000).toISOString(),
  }));

export interface Shop {
  entity: Entity;
  ports: Ports;
  rows: Row[];
  /** Requests sent, by path. */
  sent: { path: string; body: Row; key?: string; proof?: string }[];
  /** Failure that the next event call is refused with. */
  refuse?: CallFailure;
}
/** Creates a stub server for lists, details and events on these rows. */
export function shopOf(rows: Row[], more: Partial<Ports> = {}, entity = orders()): Shop {
  const shop: Shop = { entity, rows, sent: [], ports: portsOf() };
  const results: Record<string, (body: Row) => Row> = {
    [entity.calls.list!.path]: (body) => {
      const query = parseQuery(entity, body, { now: 0 });
      const from = body.cursor ? Number(body.cursor) : 0;
      const { cursor: _cursor, ...all } = query;
      if (query.group !== undefined) return { list: [], groups: groupRows(entity, rows, query) };
      const { list } = applyQuery(entity, rows, { ...all, page: 1 }, { limit: Infinity });
      const start = body.cursor ? from : (query.page - 1) * query.size;
      const end = start + query.size;
      return {
        list: list.slice(start, end),
        ...(end < list.length ? { next: String(end) } : {}),
        ...(body.totals ? { total: list.length, sums: { amount: { CNY: "1.00" } } } : {}),
      };
    },
    [entity.calls.detail!.path]: (body) => {
      const record = rows.find((row) => row.orderNo === body.orderNo)!;
      const own = rows.indexOf(record) % 5 === 0;
      const events =
        record.status === "waiting"
          ? [
              { event: "pass", to: "done", needs: [], stepUp: "pay", ...(own ? { blocked: "makerIsChecker" } : {}) },
              { event: "reject", to: "gone", needs: ["reason"] },
            ]
          : [];
      return { record, events };
    },
    [entity.calls.review!.path]: (body) => {
      if (shop.refuse) {
        const failure = shop.refuse;
        delete shop.refuse;
        throw failure;
      }
      for (const row of rows)
        if ((body.ids as string[]).includes(String(row.orderNo))) row.status = body.event === "pass" ? "done" : "gone";
      return { records: [] };
    },
  };
  const call = vi.fn<Ports["call"]>(async (to, body = {}, init = {}) => {
    const { idempotencyKey: key, proof } = init;
    shop.sent.push({ path: to.path, body, ...(key !== undefined && { key }), ...(proof !== undefined && { proof }) });
    return results[to.path]!(body);
  });
  shop.ports = portsOf({ call, failure: (name) => name, ...more });
  return shop;
}

/** Renders the list in a page that stores its URL here, like a router would. */
export async function openList(shop: Shop, url = "", more: Partial<EntityTableProps> = {}) {
  const at = { params: new URLSearchParams(url), moves: [] as string[] };
  const router = { go: (_params: URLSearchParams): void => undefined };
  function Host() {
    const [params, setParams] = useState(at.params);
    useEffect(() => void (router.go = setParams), []);
    return (
      <EntityTable
        entity={shop.entity}
        title="订单"
        params={params}
        onParams={(next, how) => {
          at.params = next;
          at.moves.push(`${how} ${decodeURIComponent(next.toString())}`);
          setParams(next);
        }}
        {...more}
      />
    );
  }
  const { page, unmount } = await mount(<Host />, shop.ports);
  await settle();
  return { page, unmount, at, go: (text: string) => act(async () => router.go(new URLSearchParams(text))) };
}
export const settle = (ms = 0): Promise<void> =>
  act(async () => void (await new Promise((resolve) => setTimeout(resolve, ms))));
/** Waits for something asynchronous, such as lazy code or a response. */
export async function until<T>(look: () => T | null | undefined | false): Promise<T> {
  for (let tries = 0; tries < 2_000; tries++) {
    const found = look();
    if (found) return found;
    await settle(10);
  }
  throw new Error("it did not come");
}
export const lines = (page: HTMLElement): string[] =>
  [...page.querySelectorAll<HTMLElement>("tbody tr")].map((row) => row.dataset.id!);
export const tickOf = (page: HTMLElement, number: number): HTMLInputElement =>
  page.querySelector<HTMLInputElement>(`tr[data-id="${id(number)}"] input`)!;
export const named = (root: ParentNode, text: string): HTMLElement => {
  const found = [...root.querySelectorAll<HTMLElement>("button")].find(
    (button) => button.textContent?.trim() === text || button.getAttribute("aria-label") === text,
  );
  if (!found) throw new Error(`no button ${text}`);
  return found;
};
/** Clicks an element with modifier keys. */
export const press = (element: Element, init: MouseEventInit = {}): Promise<void> =>
  act(async () => void element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init })));
/** Presses a key on the focused element. */
export const key = (name: string, init: KeyboardEventInit = {}): Promise<void> =>
  act(
    async () =>
      void (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }),
      ),
  );

/** Returns the table instance of a list of orders, without rendering a page. `show` updates its rows or their order. */
export async function tableOf(rows: readonly Row[], sort: string[] = []) {
  const entity = orders();
  const at: { table?: ListTable; show(rows: readonly Row[], sort: string[]): void } = { show: () => undefined };
  function Host() {
    const [shown, setShown] = useState({ rows, query: { ...createEmptyQuery(), sort } });
    const columns = useColumns({ entity, own: entity.list.columns, link: null, unlink: () => undefined });
    const write = (query: Query) => setShown((old) => ({ ...old, query }));
    const list = { query: shown.query, write, state: { rows: shown.rows } };
    const table = useListTable({ entity, list, columns });
    useLayoutEffect(() => {
      at.table = table;
      at.show = (next, order) => setShown({ rows: next, query: { ...createEmptyQuery(), sort: order } });
    });
    return null;
  }
  const { unmount } = await mount(<Host />, portsOf());
  const table = () => at.table!;
  return {
    table,
    unmount,
    show: (next: readonly Row[], order: string[] = []) => act(async () => at.show(next, order)),
    do: (work: (table: ListTable) => void) => act(async () => work(table())),
    order: () =>
      table()
        .atoms.sorting.get()
        .map(({ id: column, desc }) => (desc ? `-${column}` : column)),
  };
}
