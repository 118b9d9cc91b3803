/** Period of an activity view. */
import { useEffect, useState } from "react";
import type { ViewOf } from "../model/views.ts";
import { toParameter } from "../query/grammar.ts";
import { toReadable, writeQuery } from "../query/write-url.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import type { ListPage } from "../table/use-list-page.tsx";
import { PeriodChoice } from "./PeriodChoice.tsx";

type Props = Pick<ViewProps<ViewOf<"activity">>, "entity" | "view" | "params" | "onParams">;

/**
 * Shows all time when the default period has no records, so that only a list without any records is empty. Returns
 * whether the records of all time are still to come.
 */
export function useWidening(
  { state, query }: ListPage,
  { entity, view, params, onParams }: Props,
  isDefault: boolean,
): boolean {
  const [isWidened, widen] = useState(false);
  const isLoaded = state.shown === toReadable(writeQuery(entity, query)) && !state.failure;
  const isEmpty = isDefault && isLoaded && state.rows.length === 0;
  useEffect(() => {
    if (!isEmpty) return;
    widen(true);
    const all = new URLSearchParams(params);
    all.delete(toParameter(view.plan.date));
    onParams(all, "replace");
  }, [isEmpty, params, onParams, view]);
  return isEmpty || (isWidened && !isLoaded && !state.failure && state.rows.length === 0);
}

interface ActivityPeriodProps {
  page: Props;
  list: ListPage;
  periods: readonly string[];
}
/** The period, and a button that searches all time where a period hides matches. */
export function ActivityPeriod({
  page: { entity, view, params, onParams },
  list: { query, state },
  periods,
}: ActivityPeriodProps) {
  const { lang, t } = usePorts();
  const name = toParameter(view.plan.date);
  const period = params.get(name) ?? "";
  const choose = (span: string) => {
    const next = new URLSearchParams(params);
    for (const other of ["page", "cursor", "id"]) next.delete(other);
    if (span === "") next.delete(name);
    else next.set(name, span);
    onParams(next, "push");
  };
  const isNarrow = period !== "" && (query.q !== undefined || (!state.first && state.rows.length === 0));
  return (
    <div className="pv-activity-period">
      <PeriodChoice
        label={entity.label(view.plan.date, lang)}
        periods={periods}
        period={period}
        all={t("view.allTime")}
        onChange={choose}
      />
      {isNarrow && (
        <button type="button" className="btn" data-small onClick={() => choose("")}>
          {t("view.searchAll")}
        </button>
      )}
    </div>
  );
}
