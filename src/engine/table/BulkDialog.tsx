/** Asks before an action goes out to many records, and says afterwards what became of each. */
import { type FormEvent, useState } from "react";
import type { Entity, Row } from "../entity/entity.ts";
import { Dialog } from "../overlay/overlay.tsx";
import { usePorts } from "../ports-context.tsx";
import { kindContext } from "../query/parse.ts";
import { type BulkPlan, MOST, sumsOf } from "./bulk.ts";
import { BulkResult } from "./BulkResult.tsx";
import { Skipped } from "./Skipped.tsx";
import type { useBulk } from "./use-bulk.tsx";

type Model = ReturnType<typeof useBulk>;

export function BulkDialog({ entity, model }: { entity: Entity; model: Model }) {
  const { word, lang } = usePorts();
  const { bulk, close } = model;
  if (!bulk) return null;
  const { phase, problem, plan } = bulk;
  const name = entity.text(`event.${bulk.action.event}`, lang);
  const busy = phase === "sending";
  return (
    <Dialog open={phase !== "asking"} onClose={() => !busy && close()} labelledBy="bulk-title">
      <h2 id="bulk-title">{name}</h2>
      {phase === "checking" && <p role="status">{word("list.bulkChecking")}</p>}
      {problem && (
        <p className="pt-wrong" role="alert">
          {"tooMany" in problem ? word("list.bulkTooMany", { count: MOST.toLocaleString("en") }) : problem.failure.message || word("list.failed")}
        </p>
      )}
      {phase !== "finished" && plan && <Question key={bulk.action.event} entity={entity} name={name} plan={plan} needs={bulk.action.needs} busy={busy} onRun={model.run} onClose={close} />}
      {phase === "finished" && <BulkResult outcomes={bulk.outcomes} skipped={plan!.skipped} onRetry={model.retry} />}
      {(phase === "finished" || problem || phase === "checking") && (
        <div className="pt-dialog-foot">
          <button type="button" className="btn" data-main={phase === "finished" || undefined} onClick={close}>
            {word(phase === "checking" ? "form.cancel" : "list.close")}
          </button>
        </div>
      )}
    </Dialog>
  );
}

interface QuestionProps {
  entity: Entity;
  name: string;
  plan: BulkPlan;
  needs: readonly string[];
  busy: boolean;
  onRun(inputs: Row): void;
  onClose(): void;
}
function Question({ entity, name, plan, needs, busy, onRun, onClose }: QuestionProps) {
  const { word, lang } = usePorts();
  const [inputs, setInputs] = useState<Record<string, string>>({});
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const count = plan.ready.length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = Object.fromEntries(needs.map((need) => [need, (inputs[need] ?? "").trim()]));
    const problems = problemsOf(entity, given, lang, word("list.needed"));
    setWrong(problems);
    const first = needs.find((need) => problems[need]);
    if (first) document.getElementById(`bulk-${first}`)?.focus();
    else onRun(given);
  };
  return (
    <form className="pt-bulk-form" onSubmit={submit}>
      <p className="pt-bulk-count">{count > 0 ? word("list.bulkReady", { count }) : word("list.bulkNone")}</p>
      {count > 0 && (
        <dl className="pt-bulk-sums">
          {sumsOf(entity, plan.ready).map(({ field, currency, value }) => (
            <div key={field + currency}>
              <dt>{entity.text(`field.${field}.label`, lang)}</dt>
              <dd className="money">
                {entity.field(field).kind.text(value, { ...kindContext(entity, entity.field(field), lang), record: currencyRecord(entity, field, currency) })}
                <span className="iso">{currency}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
      <Skipped skipped={plan.skipped} />
      {count > 0 &&
        needs.map((need) => (
          <div key={need} className="pt-bulk-need">
            <label htmlFor={`bulk-${need}`}>{needLabel(entity, need, lang, word)}</label>
            <textarea
              id={`bulk-${need}`}
              className="pt-control pt-area"
              rows={2}
              value={inputs[need] ?? ""}
              aria-required
              aria-invalid={wrong[need] !== undefined || undefined}
              aria-describedby={wrong[need] === undefined ? undefined : `bulk-${need}-wrong`}
              onChange={(event) => setInputs({ ...inputs, [need]: event.target.value })}
            />
            {wrong[need] !== undefined && (
              <p id={`bulk-${need}-wrong`} className="pt-wrong" role="alert">
                {wrong[need]}
              </p>
            )}
          </div>
        ))}
      {plan.batches.length > 1 && <p className="pt-quiet">{word("list.bulkBatches", { count: plan.batches.length })}</p>}
      <div className="pt-dialog-foot">
        <button type="button" className="btn" disabled={busy} onClick={onClose}>
          {word("form.cancel")}
        </button>
        {count > 0 && (
          <button type="submit" className="btn" data-main disabled={busy}>
            {busy ? word("form.sending") : word("list.bulkGo", { action: name, count })}
          </button>
        )}
      </div>
    </form>
  );
}

const has = (entity: Entity, name: string) => entity.fields.some((field) => field.name === name);
const needLabel = (entity: Entity, need: string, lang: "zh" | "en", word: (key: string) => string) => (has(entity, need) ? entity.text(`field.${need}.label`, lang) : word("list.reason"));
const currencyRecord = (entity: Entity, field: string, currency: string): Row => {
  const how = entity.field(field).currency;
  return how && "field" in how ? { [how.field]: currency } : {};
};

/** The same verdict as the server's: what is needed must be there, and be what its field takes. */
function problemsOf(entity: Entity, given: Record<string, string>, lang: "zh" | "en", needed: string): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === "") problems[name] = needed;
    else if (has(entity, name)) {
      const error = entity.check({ [name]: value }, { lang, only: [name] }).errors.find((one) => one.at === entity.field(name).at);
      if (error) problems[name] = error.message;
    }
  }
  return problems;
}
