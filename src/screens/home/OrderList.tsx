/**
 * Short list of orders of several kinds, with counterparty, kind, amount and progress. A row links to its record, and a
 * completed payment to the form that repeats it.
 */
import { type Shell, t } from "@portolan/engine/app";
import { type Entity, type EntityRow, formatDay, formatWallClock, type Zone } from "@portolan/engine";
import { Link, usePorts, Value } from "@portolan/engine/ui";

/** Union entities that combine orders of several kinds. */
export type OrderUnion = "pendingTrade" | "latestOrder";
export type Order = Omit<EntityRow<"latestOrder">, "sign"> &
  Partial<Pick<EntityRow<"latestOrder">, "sign">> &
  Pick<EntityRow<"pendingTrade">, "says" | "does" | "due">;
export interface Orders {
  entity: Entity;
  list: readonly Order[];
  total: number;
}

const SIGNS = { in: "+", out: "−", own: "" };
const ARROWS = { in: "↓", out: "↑", own: "⇄" };
/** Maximum numbers of rows. */
const FEW = 5;
const FEW_EXPECTED = 3;

/**
 * Returns the orders in progress that bring money in or pay it out, the earliest day first and those without a day
 * last. Payments that await approval have not been sent yet.
 */
export const listExpected = ({ list, ...orders }: Orders): Orders => ({
  ...orders,
  list: list
    .filter(
      ({ entity, status }) =>
        entity === "recharge" || (/withdrawal|remittance|clearing/.test(entity) && status !== "toBeReviewed"),
    )
    .toSorted((a, b) => Number(getDay(a) > getDay(b)) - Number(getDay(a) < getDay(b))),
});

/** Returns the day of an order, or a text that sorts after every day. */
const getDay = ({ due = "~" }: Order) => due;

interface ListProps {
  orders: Orders;
  shell: Shell;
  /** Shows the time instead of day and status, for lists in which all orders have the same status. */
  plain: boolean;
}
export function OrderList({ orders: { list, ...orders }, ...props }: ListProps) {
  return (
    <ul className="hm-orders">
      {list.slice(0, props.plain ? FEW : FEW_EXPECTED).map((row) => (
        <OrderRow key={row.id} {...props} {...orders} row={row} />
      ))}
    </ul>
  );
}

function OrderRow({ entity, row, shell, plain }: Omit<ListProps, "orders"> & { entity: Entity; row: Order }) {
  const { lang } = usePorts();
  const href = buildOrderHref(shell, row);
  const again = buildRepeatHref(shell, row);
  const kind = entity.text(`option.entity.${row.entity}`, lang);
  const line = (
    <>
      {!plain && <time className="hm-day">{row.due?.slice(5)}</time>}
      <span className="hm-way" aria-hidden>
        {ARROWS[row.sign ?? (row.entity === "recharge" ? "in" : "out")]}
      </span>
      <span className="hm-who">
        <strong>{row.party ?? kind}</strong>
        <span className="hm-quiet">{row.party === undefined ? row.orderNo : kind}</span>
      </span>
      <Amount entity={entity} row={row} plain={plain} />
    </>
  );
  return (
    <li>
      {href ? (
        <Link href={href} className="hm-order">
          {line}
        </Link>
      ) : (
        <span className="hm-order">{line}</span>
      )}
      {again && (
        <Link href={again} className="btn" data-small aria-label={`${t("home.repeat")} ${row.party}`}>
          {t("home.repeat")}
        </Link>
      )}
    </li>
  );
}

/** Amount of an order, with its time or its status. */
function Amount({ entity, row, plain }: { entity: Entity; row: Order; plain: boolean }) {
  const { zone } = usePorts().dialect;
  const value = (name: string) => <Value entity={entity} field={entity.field(name)} row={row} labels={{}} />;
  return (
    <span className="hm-what">
      <span data-sign={row.sign}>
        {row.sign && SIGNS[row.sign]}
        {value("amount")}
      </span>
      {plain ? <span className="hm-quiet">{formatSince(row.createdAt, zone)}</span> : value("status")}
    </span>
  );
}

/** Returns the link that opens the order in its list; undefined when the user has no such page. */
export function buildOrderHref(shell: Shell, { id, entity }: Order): string | undefined {
  const link = shell.findLink(entity, "list");
  return (
    link && `${link.href}${link.href.includes("?") ? "&" : "?"}id=${encodeURIComponent(id.slice(id.indexOf(".") + 1))}`
  );
}

/** Returns the link to the form that pays the order's payee again; undefined for other orders, or without the form. */
function buildRepeatHref(shell: Shell, { entity, payee, payer }: Order): string | undefined {
  const form = payee && shell.findLink(entity, "create");
  return form ? `${form.href}&${payer ? `payerId=${payer}&payeeId` : "accountId"}=${payee}` : undefined;
}

/** Returns the time of day for today, otherwise the date and time, in the given zone. */
function formatSince(at: string, zone: Zone): string {
  const [date = "", time = ""] = formatWallClock(Date.parse(at), zone).slice(0, 16).split(" ");
  return date === formatDay(Date.now(), zone) ? t("home.today", { time }) : `${date} ${time}`;
}
