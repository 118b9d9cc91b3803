/** Sums, links, search and filters above the records of an activity view. */
import { Link } from "../react/Link.tsx";
import { useWidth } from "../react/use-width.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import type { ListPage } from "../table/use-list-page.tsx";
import type { ViewOf } from "../model/views.ts";
import type { ReactNode } from "react";
import { buildCurrencyPreset } from "./currency-field.ts";
import { renderFigures, useAmountsHidden } from "../cells/amount-privacy.tsx";
import { buildKindContext } from "../entity/values.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { Query } from "../model/query.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ActivityPlan } from "../view-types/activity.ts";
import { narrowQuery } from "./narrow-query.ts";
import { useSums } from "./use-sums.tsx";
import { ListTools } from "./ListTools.tsx";

interface ToolsProps {
  page: ViewProps<ViewOf<"activity">>;
  list: ListPage;
}
/** The sums precede the filters on wide screens, and follow them on others. */
export function ActivityTools({ page, list }: ToolsProps) {
  const { entity, id, view, preset } = page;
  const isWide = useWidth() === "wide";
  const tools = <ListTools page={page} list={list} />;
  return (
    <>
      {!isWide && tools}
      <ActivitySums entity={entity} id={id} plan={view.plan} query={list.query} preset={preset}>
        <Links {...page} />
      </ActivitySums>
      {isWide && tools}
    </>
  );
}

/** Links to the lists and reports that stand under this one. */
function Links({ under = [] }: ToolsProps["page"]) {
  if (under.length === 0) return null;
  return (
    <span className="pv-activity-links">
      {under.map(({ label, href, go }) => (
        <Link key={href} href={href} go={go}>
          {label}
        </Link>
      ))}
    </span>
  );
}

interface SumsProps {
  entity: Entity;
  id: string;
  plan: ActivityPlan;
  query: Query;
  preset: Row | undefined;
}
/** Sums, followed by `children`. Folded on phones so that the records begin near the top. */
function ActivitySums({ plan, children, ...props }: SumsProps & { children: ReactNode }) {
  const { lang } = usePorts();
  const isPhone = useWidth() === "phone";
  if (plan.sums.length === 0) return children;
  const sums = (
    <dl className="pv-sums">
      {plan.sums.map((sum, index) => {
        const query = narrowQuery(props.entity, props.query, sum.where);
        return query && <Sum key={index} {...props} plan={plan} at={index} sign={sum.sign} query={query} />;
      })}
    </dl>
  );
  if (!isPhone)
    return (
      <div className="pv-activity-sums">
        {sums}
        {children}
      </div>
    );
  return (
    <details className="pv-sums-fold">
      <summary>
        {plan.sums.map((_, index) => props.entity.text(`views.${props.id}.sum.${index}`, lang)).join(" · ")}
      </summary>
      {sums}
      {children}
    </details>
  );
}

function Sum({ entity, id, plan, query, preset, at, sign }: SumsProps & { at: number; sign: "in" | "out" }) {
  const { lang } = usePorts();
  const hidden = useAmountsHidden();
  const { data, isPlaceholderData } = useSums(entity, query, preset);
  const sums = data?.sums?.[plan.amount] ?? {};
  const field = entity.field(plan.amount);
  const codes = Object.keys(sums).toSorted();
  if (isPlaceholderData) return <div data-loading />;
  if (codes.length === 0) return null;
  return (
    <div data-sign={sign}>
      <dt>{entity.text(`views.${id}.sum.${at}`, lang)}</dt>
      {codes.map((code) => (
        <dd key={code} className="money">
          {sign === "in" ? "+" : "−"}
          {renderFigures(
            field.kind.text(sums[code], buildKindContext(entity, field, lang, buildCurrencyPreset(field, code))),
            hidden,
          )}
          <span className="iso">{code}</span>
        </dd>
      ))}
    </div>
  );
}
