/** Shows the result of a bulk action for each record. */
import { CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleMinus } from "lucide-react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { BulkPlan } from "../operation/bulk.ts";
import { nameRecord } from "../operation/name-record.ts";
import { SkippedRecords } from "./SkippedRecords.tsx";
import { type BulkOutcome, countOutcomes, OUTCOME_STATES } from "../operation/use-bulk.tsx";

const ICONS = {
  done: CircleCheck,
  started: CircleDashed,
  refused: CircleAlert,
  unknown: CircleHelp,
  left: CircleMinus,
} as const;

interface ResultProps {
  entity: Entity;
  outcomes: readonly BulkOutcome[];
  plan: BulkPlan;
  onRetry(): void;
}
export function BulkResult({ entity, outcomes, plan, onRetry }: ResultProps) {
  const { t, lang } = usePorts();
  const count = (state: BulkOutcome["state"]) => countOutcomes(outcomes, state);
  const unknown = count("unknown") > 0;
  const names = new Map(plan.ready.map((row) => [String(row[entity.key]), nameRecord(entity, row, lang)]));
  return (
    <div className="pt-bulk-form">
      <p className="pt-bulk-count" role="status">
        {OUTCOME_STATES.filter((state) => count(state) > 0)
          .map((state) => t(`list.bulk.${state}`, { count: count(state), unit: entity.unit(count(state), lang) }))
          .join(t("list.also"))}
      </p>
      {unknown && (
        <div className="pt-failed" role="alert">
          <p>{t("form.unknownDetail")}</p>
          <button type="button" className="btn" data-small onClick={onRetry}>
            {t("form.askAgain")}
          </button>
        </div>
      )}
      <ul className="pt-outcomes" tabIndex={0} aria-label={t("list.bulkRows")}>
        {outcomes.flatMap(({ ids, state, message }) => {
          const Icon = ICONS[state];
          return ids.map((id) => (
            <li key={id} data-state={state}>
              <Icon size={16} strokeWidth={1.5} aria-hidden />
              <span>{names.get(id)?.party ?? id}</span>
              <span className="money">{names.get(id)?.amount}</span>
              <span>{message ?? t(`list.outcome.${state}`)}</span>
            </li>
          ));
        })}
      </ul>
      <SkippedRecords entity={entity} skipped={plan.skipped} />
    </div>
  );
}
