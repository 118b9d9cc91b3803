/** Selects for the currency and the period of a statement. */
import { type Entity, formatSpan } from "../../engine/index.ts";
import { usePorts, type ViewProps } from "../../engine/ui.tsx";
import type { StatementPlan } from "./statement.ts";

export function StatementChoices({
  entity,
  id,
  plan,
  currencies,
  params,
  onParams,
}: Pick<ViewProps, "params" | "onParams" | "id"> & {
  entity: Entity;
  plan: StatementPlan;
  currencies: readonly string[];
}) {
  const { lang, word } = usePorts();
  const [currency, period] = [params.get(plan.currency) ?? "", params.get(plan.date) ?? ""];
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    for (const other of ["page", "cursor"]) next.delete(other);
    if (value === "") next.delete(name);
    else next.set(name, value);
    onParams(next, "push");
  };
  const spans = period === "" || plan.periods.includes(period) ? plan.periods : [...plan.periods, period];
  const isNamed = (span: string) => plan.periods.includes(span);
  return (
    <div className="py-choices">
      <select
        aria-label={entity.label(plan.currency, lang)}
        value={currency}
        onChange={(event) => choose(plan.currency, event.target.value)}
      >
        {[...new Set([currency, ...currencies])].toSorted().map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
      <select
        aria-label={entity.label(plan.date, lang)}
        value={period}
        onChange={(event) => choose(plan.date, event.target.value)}
      >
        {spans.map((span) => (
          <option key={span} value={span}>
            {isNamed(span) ? formatSpan(span, word) : span.replace("..", "–")}
          </option>
        ))}
        <option value="">{entity.text(`views.${id}.all`, lang)}</option>
      </select>
    </div>
  );
}
