/** A row of an activity view: direction, counterparty, purpose, amounts, state and links. */
import { ArrowDownLeft, ArrowLeftRight, ArrowUpRight } from "lucide-react";
import { Value } from "../cells/cell.tsx";
import { fillLink, findLinks } from "../entity/record-links.ts";
import type { Entity, Row } from "../model/entity.ts";
import { formatWallClock } from "../base/time-zone.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ListPage } from "../table/use-list-page.tsx";
import type { ActivityPlan } from "../view-types/activity.ts";

interface RowProps {
  entity: Entity;
  plan: ActivityPlan;
  row: Row;
  list: ListPage;
}
export function ActivityRow({ entity, plan, row, list }: RowProps) {
  const { lang, dialect } = usePorts();
  const { openId, open, hrefOf, state } = list;
  const id = String(row[entity.key]);
  const kind = entity.text(`option.${plan.kind}.${String(row[plan.kind])}`, lang);
  const party = String(row[plan.party] ?? "");
  const note = plan.note === undefined ? "" : String(row[plan.note] ?? "");
  const time = formatWallClock(Date.parse(String(row[plan.date])), dialect.zone).slice(11, 16);
  const value = (name: string) => <Value entity={entity} field={entity.field(name)} row={row} labels={state.labels} />;
  const direction = findDirection(plan, row);
  const Icon = ICONS[direction];
  return (
    <li className="pv-line" data-id={id} data-sign={direction} aria-current={openId === id ? "true" : undefined}>
      <span className="pv-line-icon">
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <span className="pv-line-who">
        <Link href={hrefOf(id)} go={() => open(id)} className="pv-line-title">
          {party || [kind, formatPair(entity, plan, row)].filter(Boolean).join(" ")}
        </Link>
        <span className="pt-quiet">{[time, party ? kind : "", note].filter(Boolean).join(" · ")}</span>
      </span>
      <span className="pv-line-amounts">
        <span data-way={direction === "in" ? "in" : "out"}>
          {SIGNS[direction]}
          {value(plan.amount)}
        </span>
        {plan.other !== undefined && row[plan.other] !== undefined && (
          <span data-way="in">
            {SIGNS.in}
            {value(plan.other)}
          </span>
        )}
      </span>
      <span className="pv-line-state">{plan.status !== undefined && value(plan.status)}</span>
      <span className="pv-line-end">
        {findLinks(entity, row).map(({ id: link, to }) => (
          <Link key={link} className="btn" data-small href={fillLink(to, row)}>
            {entity.text(`link.${link}`, lang)}
          </Link>
        ))}
      </span>
    </li>
  );
}

/** Returns the currencies of both amounts, such as `USD→EUR`, or an empty string for one currency. */
function formatPair(entity: Entity, { amount, other }: ActivityPlan, row: Row): string {
  if (other === undefined) return "";
  const [from, to] = [amount, other].map((name) => {
    const { currency } = entity.field(name);
    return currency && "field" in currency ? row[currency.field] : undefined;
  });
  return typeof from === "string" && typeof to === "string" && from !== to ? `${from}→${to}` : "";
}

type Direction = "in" | "out" | "own";
const ICONS = { in: ArrowDownLeft, out: ArrowUpRight, own: ArrowLeftRight };
const SIGNS = { in: "+", out: "−", own: "−" };

function findDirection({ sign }: ActivityPlan, row: Row): Direction {
  const value = String(row[sign.field]);
  return sign.in.includes(value) ? "in" : sign.out.includes(value) ? "out" : "own";
}
