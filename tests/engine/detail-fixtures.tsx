/** An order with a related record, and ports that serve them, for tests of the record detail. */
import { expect, vi } from "vitest";
import type { DetailResponse } from "../../src/engine/model/wire.ts";
import { RecordPage } from "../../src/engine/detail/RecordDrawer.tsx";
import type { Entity, Ports, Row, TransitionPlan } from "@portolan/engine";
import { dateTime } from "../../src/engine/kinds/date-time/date-time.ts";
import { identifier } from "../../src/engine/kinds/identifier/identifier.ts";
import { money } from "../../src/engine/kinds/money/money.ts";
import { status } from "../../src/engine/kinds/status/status.ts";
import { text } from "../../src/engine/kinds/text/text.ts";
import { call, entityOf, field, mount, portsOf, settle } from "./form-fixtures.tsx";

const way = (on: string, from: string[], to: string, more: Partial<TransitionPlan> = {}): TransitionPlan => ({
  on,
  from,
  to,
  by: "merchant",
  needs: [],
  set: {},
  count: [],
  notify: false,
  assumed: false,
  ...more,
});
export const lifecycle: NonNullable<Entity["lifecycle"]> = {
  field: "state",
  states: [
    { name: "waiting", tone: "warning", final: false },
    { name: "running", tone: "info", final: false },
    { name: "done", tone: "success", final: true },
    { name: "ended", tone: "neutral", final: true },
  ],
  transitions: [
    way("apply", [], "waiting"),
    way("pass", ["waiting"], "running", { stepUp: "pay" }),
    way("reject", ["waiting"], "ended", { needs: ["reason"] }),
    way("cancel", ["waiting"], "ended"),
    way("lapse", ["waiting"], "ended", { by: "clock", after: "P30D" }),
    way("paid", ["running"], "done", { by: "provider" }),
  ],
};
export const order = () =>
  entityOf(
    [
      field(identifier, "id"),
      field(text, "holder"),
      field(identifier, "account"),
      field(money, "amount", { currency: { code: "CNY" } }),
      field(status, "state", { readOnly: true }),
      field(text, "reason", { readOnly: true, schema: { type: "string", maxLength: 10 } }),
      field(dateTime, "createdAt"),
    ],
    {
      lifecycle,
      texts: {
        label: "付款",
        "event.apply": "提交",
        "event.pass": "通过复核",
        "event.pass.said": "已通过复核，付款已提交银行。",
        "event.reject": "驳回",
        "event.cancel": "撤销",
        "event.lapse": "逾期",
        "event.paid": "已付款",
        "state.waiting": "待复核",
        "state.running": "处理中",
        "state.done": "已完成",
        "state.ended": "已撤销",
        "section.main": "订单",
        "field.id.label": "订单号",
        "field.account.label": "账号",
        "field.reason.label": "原因",
        "field.amount.label": "金额",
      },
      list: {
        columns: ["id"],
        search: [],
        filters: { primary: [], more: [] },
        sort: [],
        sums: [],
        views: [],
        card: { title: "holder", amount: "amount", meta: [] },
        export: false,
        bulk: [],
      },
      detail: { sections: [{ id: "main", fields: ["id", "account", "reason", "createdAt"] }] },
      receipt: { fields: ["id", "amount"] },
      calls: {
        detail: call("detail", { method: "GET" }),
        review: call("review", { events: ["pass", "reject"] }),
        print: call("print"),
        cancel: call("cancel", { events: ["cancel"] }),
      },
    },
  );
export const record: Row = {
  id: "WD20261121000001",
  holder: "启航",
  account: "6222021202041234567",
  amount: "2000.00",
  state: "waiting",
  createdAt: "2026-11-21T10:05:00.000Z",
};
export const answer = (more: Partial<DetailResponse> = {}): DetailResponse => ({
  record,
  labels: {},
  timeline: [
    {
      event: "apply",
      from: null,
      to: "waiting",
      by: "merchant",
      username: "maker@test",
      name: "启航",
      reason: null,
      at: "2026-11-21T10:05:00.000Z",
    },
  ],
  events: [
    { event: "reject", to: "ended", needs: ["reason"], releases: true },
    { event: "pass", to: "running", needs: [], stepUp: "pay" },
    { event: "cancel", to: "ended", needs: [] },
  ],
  ...more,
});

type Sent = Parameters<Ports["call"]>;
/** Requests sent, except for those that load the record. */
export const sent: Sent[] = [];
let reads = 0;
/**
 * Returns ports whose `detail` call resolves to each of `answers` in turn, then repeats the last one. Other calls use
 * `other`.
 */
export function portsWith(
  results: unknown[],
  other: (...sending: Sent) => Promise<Row> = async () => ({ record: {} }),
  more: Partial<Ports> = {},
): Ports {
  return portsOf({
    failure: (name) => `失败:${name}`,
    call: vi.fn(async (...sending: Sent) => {
      if (sending[0].path !== "/test/detail") {
        sent.push(sending);
        return other(...sending);
      }
      const next = results[Math.min(reads++, results.length - 1)];
      if ((next as { kind?: string }).kind) throw next;
      return next as Row;
    }) as Ports["call"],
    ...more,
  });
}
/**
 * Resets for another page, which receives the first response again. Strict Mode mounts twice, so that response is
 * requested twice.
 */
export function afresh(): void {
  reads = -1;
}
/** Clears sent requests and stored state. */
export function forget(): void {
  afresh();
  sent.length = 0;
  sessionStorage.clear();
}

/** Renders a page with a record and waits for its first response. Returns the page and a function that unmounts it. */
export async function openPage(
  ports: Ports,
  entity: Entity = order(),
): Promise<{ page: HTMLElement; unmount(): void }> {
  const opened = await mount(<RecordPage entity={entity} id={String(record.id)} />, ports);
  await settle();
  return opened;
}
/** Waits for parts that are loaded lazily. */
export async function until(there: () => unknown): Promise<void> {
  for (let tries = 0; tries < 1_000 && !there(); tries++) await settle(20);
  expect(there()).toBeTruthy();
}
export const alert = (page: HTMLElement): string => page.querySelector("[role=alert]")?.textContent ?? "";
