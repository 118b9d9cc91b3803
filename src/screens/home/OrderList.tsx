/** Short list of orders of several kinds, with kind, counterparty, amount and progress. A row links to its record. */
import { t } from "../../client/i18n.ts";
import type { EntityRow } from "../../contract/calls.ts";
import { formatDay, type Entity, formatWallClock, type Zone } from "../../engine/index.ts";
import { Link, usePorts, Value } from "../../engine/ui.tsx";
import type { Shell } from "./shell.ts";

/** Union entities that combine orders of several kinds. */
export type OrderUnion = "pendingTrade" | "latestOrder";
export type Order = Omit<EntityRow<"latestOrder">, "sign"> &
  Partial<Pick<EntityRow<"latestOrder">, "sign">> &
  Pick<EntityRow<"pendingTrade">, "says" | "does">;
export interface Orders {
  entity: Entity;
  list: readonly Order[];
  total: number;
}

const SIGNS = { in: "+", out: "−", own: "" };
const ARROWS = { in: "↓", out: "↑", own: "⇄" };

/** `plain`: shows the time instead of the status, for lists in which all orders have the same status. */
export function OrderList({
  orders: { entity, list },
  shell,
  plain,
}: {
  orders: Orders;
  shell: Shell;
  plain?: boolean | undefined;
}) {
  const { dialect, lang } = usePorts();
  return (
    <ul className="hm-orders">
      {list.map((row) => {
        const what = entity.text(`option.entity.${row.entity}`, lang);
        const href = buildOrderHref(shell, row);
        const name = row.party ?? what;
        const sort = row.party === undefined ? row.orderNo : what;
        const line = (
          <>
            {/* An order without a sign is incoming money. */}
            <span className="hm-way" aria-hidden>
              {ARROWS[row.sign ?? "in"]}
            </span>
            <span className="hm-who">
              <strong>{name}</strong>
              <span className="hm-quiet">{plain ? sort : `${sort} · ${formatSince(row.createdAt, dialect.zone)}`}</span>
            </span>
            <span className="hm-what">
              <span data-sign={row.sign}>
                {row.sign && SIGNS[row.sign]}
                <Value entity={entity} field={entity.field("amount")} row={row} labels={{}} />
              </span>
              {plain ? (
                <span className="hm-quiet">{formatSince(row.createdAt, dialect.zone)}</span>
              ) : (
                <Value entity={entity} field={entity.field("status")} row={row} labels={{}} />
              )}
            </span>
          </>
        );
        return (
          <li key={row.id}>
            {href ? (
              <Link href={href} className="hm-order">
                {line}
              </Link>
            ) : (
              <span className="hm-order">{line}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the link that opens the order in its list; undefined when the user has no such page. */
export function buildOrderHref(shell: Shell, { id, entity }: Order): string | undefined {
  const link = shell.findLink(entity, "list");
  return (
    link && `${link.href}${link.href.includes("?") ? "&" : "?"}id=${encodeURIComponent(id.slice(id.indexOf(".") + 1))}`
  );
}

/** Returns the time of day for today, otherwise the date and time, in the given zone. */
function formatSince(at: string, zone: Zone): string {
  const [date = "", time = ""] = formatWallClock(Date.parse(at), zone).slice(0, 16).split(" ");
  return date === formatDay(Date.now(), zone) ? t("home.today", { time }) : `${date} ${time}`;
}
