/** Currency and period of a statement. */
import type { Entity } from "@portolan/engine";
import { PeriodChoice, usePorts, type ViewProps } from "@portolan/engine/ui";
import type { StatementPlan } from "./statement.ts";

interface ChoicesProps extends Pick<ViewProps, "params" | "onParams" | "id"> {
  entity: Entity;
  plan: StatementPlan;
  currencies: readonly string[];
}

export function StatementChoices({ entity, id, plan, currencies, params, onParams }: ChoicesProps) {
  const { lang } = usePorts();
  const currency = params.get(plan.currency) ?? "";
  const choose = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    for (const other of ["page", "cursor"]) next.delete(other);
    if (value === "") next.delete(name);
    else next.set(name, value);
    onParams(next, "push");
  };
  return (
    <div className="py-choices">
      <select
        className="pv-period"
        aria-label={entity.label(plan.currency, lang)}
        value={currency}
        onChange={(event) => choose(plan.currency, event.target.value)}
      >
        {[...new Set([currency, ...currencies])].toSorted().map((code) => (
          <option key={code}>{code}</option>
        ))}
      </select>
      <PeriodChoice
        label={entity.label(plan.date, lang)}
        periods={plan.periods}
        period={params.get(plan.date) ?? ""}
        all={entity.text(`views.${id}.all`, lang)}
        onChange={(period) => choose(plan.date, period)}
      />
    </div>
  );
}
