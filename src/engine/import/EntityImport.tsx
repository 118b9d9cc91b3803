/** Import of many records from one file: upload, columns, worksheet, confirmation, results. */
import { type ComponentType, useEffect, useRef } from "react";
import { findFailedPrecondition } from "../entity/conditions.ts";
import type { AdderProps } from "../model/adder.ts";
import type { Entity } from "../model/entity.ts";
import { Link } from "../react/Link.tsx";
import { useChecks } from "../react/use-checks.tsx";
import { ColumnsStep } from "./ColumnsStep.tsx";
import { ConfirmStep } from "./ConfirmStep.tsx";
import "./import.css";
import { ResultStep } from "./ResultStep.tsx";
import { RowsStep } from "./RowsStep.tsx";
import { DuplicateFileStep } from "./DuplicateFileStep.tsx";
import { UploadStep } from "./UploadStep.tsx";
import { Heading } from "../react/Heading.tsx";
import { type ImportModel, type Step, useImport } from "./use-import.tsx";

export interface EntityImportProps {
  entity: Entity;
  title: string;
  /** Opens the list of imported records. */
  onList?: (() => void) | undefined;
  /** Component that adds a referenced record that does not exist yet. Without it, no record can be added. */
  Adder?: ComponentType<AdderProps> | undefined;
}
const STAGES = ["upload", "columns", "rows", "confirm", "result"] as const;
const VIEWS: Record<Step, (props: { model: ImportModel; onList?: (() => void) | undefined }) => React.ReactNode> = {
  upload: UploadStep,
  seen: DuplicateFileStep,
  columns: ColumnsStep,
  rows: RowsStep,
  confirm: ConfirmStep,
  result: ResultStep,
};

export function EntityImport({ entity, title, onList, Adder }: EntityImportProps) {
  useChecks(entity);
  const model = useImport(entity, Adder);
  const { step, ports, rows, opened } = model;
  const { t } = ports;
  const body = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) body.current?.focus();
    shown.current = step;
  }, [step]);

  // Block navigation while validated rows have not been submitted and would be lost.
  const unfinished = rows.all.length > 0 && (step === "rows" || step === "confirm" || step === "columns");
  useEffect(() => (unfinished ? ports.unfinished?.({}) : undefined), [unfinished, ports]);

  const closed = model.ready ? findFailedPrecondition(entity, model.contexts) : undefined;
  const stage = step === "seen" ? "upload" : step;
  const position = STAGES.indexOf(stage);
  const View = VIEWS[step];
  return (
    <section className="pi-page">
      <Heading>{title}</Heading>
      {closed ? (
        <div className="pi-card">
          <p role="status">{ports.failure?.(closed.message) ?? closed.message}</p>
          {closed.goto && (
            <Link className="btn" data-main href={closed.goto}>
              {t("form.goOn")}
            </Link>
          )}
        </div>
      ) : (
        <>
          <ol className="pi-steps" aria-label={t("import.steps")}>
            {STAGES.map((name, index) => (
              <li
                key={name}
                aria-current={index === position ? "step" : undefined}
                data-past={index < position || undefined}
              >
                {t(`import.step.${name}`)}
              </li>
            ))}
          </ol>
          <div ref={body} tabIndex={-1} className="pi-body" role="region" aria-label={t(`import.step.${stage}`)}>
            {opened && step !== "result" && step !== "upload" && <p className="pi-file">{opened.name}</p>}
            {model.problem && (
              <p className="pi-wrong" role="alert">
                {model.problem}
              </p>
            )}
            {model.ready ? <View model={model} onList={onList} /> : <div className="pi-card pi-bone" aria-hidden />}
          </div>
        </>
      )}
    </section>
  );
}
