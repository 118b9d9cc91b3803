/** Dialog that confirms a bulk action, then shows the result for each record. */
import { TriangleAlert, CircleAlert, CircleCheck, CircleDashed, CircleHelp, CircleMinus } from "lucide-react";
import { type FormEvent, lazy, Suspense } from "react";
import { findEventLabel } from "../operation/record-actions.ts";
import type { Entity, Row } from "../model/entity.ts";
import { Dialog } from "../overlay/overlay.tsx";
import type { Sums } from "../model/wire.ts";
import { usePorts } from "../react/ports-context.tsx";
import { type BulkPlan, formatSums, MAX_RECORDS, sumRows } from "../operation/bulk.ts";
import { nameRecord } from "../operation/name-record.ts";
import { SkippedRecords } from "./SkippedRecords.tsx";
import { type BulkOutcome, countOutcomes, OUTCOME_STATES, type useBulk } from "../operation/use-bulk.tsx";
import type { BulkAction } from "../operation/bulk-actions.ts";

// Form inputs, loaded only for actions with fields.
const Needs = lazy(() => import("../form/EventFields.tsx").then((module) => module.loadWithInputs()));
const focusOnMount = (button: HTMLButtonElement | null): void => button?.focus();
const NO_ERRORS: readonly never[] = [];

export function BulkDialog({ entity, model }: { entity: Entity; model: ReturnType<typeof useBulk> }) {
  const { t, lang } = usePorts();
  const { bulk, close } = model;
  if (!bulk) return null;
  const { phase, problem, plan, action } = bulk;
  const busy = phase === "sending";
  const isConfirming = plan !== undefined && phase !== "finished";
  return (
    <Dialog open={phase !== "asking"} onClose={() => !busy && close()} labelledBy="bulk-title">
      <h2 id="bulk-title">{findEventLabel(entity, action.event, lang)}</h2>
      {phase === "checking" && <p role="status">{t("list.bulkChecking")}</p>}
      {problem && (
        <p className="pt-wrong" role="alert">
          {"tooMany" in problem
            ? t("list.bulkTooMany", { count: MAX_RECORDS })
            : problem.failure.message || t("list.failed")}
        </p>
      )}
      {isConfirming && (
        <Question entity={entity} action={action} plan={plan} busy={busy} onRun={model.run} onClose={close} />
      )}
      {phase === "finished" && (
        <BulkResult entity={entity} outcomes={bulk.outcomes} plan={plan!} onRetry={model.retry} />
      )}
      {!isConfirming && (
        <div className="pt-dialog-foot">
          <button
            type="button"
            className="btn"
            data-main={phase === "finished" || undefined}
            ref={phase === "finished" ? focusOnMount : undefined}
            onClick={close}
          >
            {t(phase === "checking" ? "form.cancel" : "list.close")}
          </button>
        </div>
      )}
    </Dialog>
  );
}

interface QuestionProps {
  entity: Entity;
  action: BulkAction;
  plan: BulkPlan;
  busy: boolean;
  onRun(inputs: Row): void;
  onClose(): void;
}
function Question({ entity, action, plan, busy, onRun, onClose }: QuestionProps) {
  const { t, lang } = usePorts();
  const [{ file } = {}] = plan.batches;
  const count = file?.count ?? plan.ready.length;
  const [act, unit] = [findEventLabel(entity, action.event, lang), entity.unit(count, lang)];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onRun({});
  };
  const buttons = (
    <div className="pt-dialog-foot">
      <button type="button" className="btn" disabled={busy} onClick={onClose}>
        {t("form.cancel")}
      </button>
      {count > 0 && (
        <button
          type="submit"
          className="btn"
          data-main
          // A form focuses its first field itself.
          ref={action.needs.length > 0 ? undefined : focusOnMount}
          disabled={busy}
        >
          {busy ? t("form.sending") : t("list.bulkGo", { action: act, count, unit })}
        </button>
      )}
    </div>
  );
  return (
    <>
      <p className="pt-bulk-count">
        {count > 0
          ? t("list.bulkReady", { count, unit })
          : t("list.bulkNone", { action: act.charAt(0).toLowerCase() + act.slice(1) })}
      </p>
      {file && <p>{t("list.bulkFile", { file: file.number })}</p>}
      {count > 0 && <Amounts entity={entity} sums={file?.sums ?? sumRows(entity, plan.ready)} />}
      {plan.ready.length > 0 && <Records entity={entity} plan={plan} />}
      <SkippedRecords entity={entity} skipped={plan.skipped} />
      {plan.batches.length > 1 && <p className="pt-quiet">{t("list.bulkBatches", { count: plan.batches.length })}</p>}
      {action.needs.length > 0 && count > 0 ? (
        <Suspense fallback={null}>
          <Needs entity={entity} names={action.needs} errors={NO_ERRORS} fixed={busy} onSubmit={onRun}>
            {buttons}
          </Needs>
        </Suspense>
      ) : (
        <form onSubmit={submit}>{buttons}</form>
      )}
    </>
  );
}

/** Shows the sums of the selected records by field and currency. */
function Amounts({ entity, sums }: { entity: Entity; sums: Sums }) {
  const { lang } = usePorts();
  return (
    <dl className="pt-bulk-sums">
      {formatSums(entity, sums, lang).map(({ label, text, currency }) => (
        <div key={label + currency}>
          <dt>{label}</dt>
          <dd className="money">
            {text}
            <span className="iso">{currency}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Lists the records to process, those with flags first: party, amount and what is unusual about each. */
function Records({ entity, plan }: { entity: Entity; plan: BulkPlan }) {
  const { t, lang } = usePorts();
  return (
    <ul className="pt-outcomes" data-asked tabIndex={0} aria-label={t("list.bulkRecords")}>
      {plan.ready.map((row) => {
        const id = String(row[entity.key]);
        const { party, amount } = nameRecord(entity, row, lang);
        return (
          <li key={id}>
            <span>{party}</span>
            <span className="money">{amount}</span>
            {plan.flags.get(id)?.map((flag) => (
              <span key={flag} className="pt-flag">
                <TriangleAlert size={14} strokeWidth={1.75} aria-hidden />
                {flag}
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

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
/** Shows the result of a bulk action for each record. */
function BulkResult({ entity, outcomes, plan, onRetry }: ResultProps) {
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
