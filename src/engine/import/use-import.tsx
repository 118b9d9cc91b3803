/** State of an import, from the file to the result of every row. */
import { type ComponentType, useMemo, useState } from "react";
import type { AdderProps } from "../model/adder.ts";
import type { Entity } from "../model/entity.ts";
import type { Scope } from "../model/expression.ts";
import type { BatchStatus } from "../model/wire.ts";
import { readMessage } from "../operation/refusals.ts";
import { useAbort } from "../react/use-abort.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { listMissingFields } from "./columns.ts";
import { describeLimits, fetchStatus, readLimits, requireImport } from "./import-api.ts";
import { ImportStorage } from "./import-storage.ts";
import { arrangeFile, type Arrangement, type OpenedFile, rearrangeFile } from "./opened-file.ts";
import { readInWorker } from "./read-in-worker.tsx";
import { getFirstLine } from "./records.ts";
import { readRows } from "./rows.ts";
import { ImportRefusal, type SheetFile } from "./sheet.ts";
import { useImportBatch } from "./use-import-batch.tsx";
import { useCurrencyFacts, useRowContext } from "./use-row-context.tsx";
import { useRows } from "./use-rows.tsx";

/** Current step. In `seen` the file was submitted before and the user decides how to continue. */
export type Step = "upload" | "seen" | "columns" | "rows" | "confirm" | "result";

/**
 * Returns the state and actions that the steps share. `Adder` adds a referenced record that does not exist yet. Without
 * it, no record can be added.
 */
export function useImport(entity: Entity, Adder?: ComponentType<AdderProps>) {
  const ports = usePorts();
  const { t } = ports;
  const storage = useMemo(() => new ImportStorage(ports.user(), entity.name), [ports, entity]);
  const facts = useRowContext(entity);
  const { context } = facts;
  const targets = context?.targets ?? [];
  const [opened, setOpened] = useState<OpenedFile>();
  // Status of the newest run if the file was submitted before, and the number of the next run.
  const [earlier, setEarlier] = useState<BatchStatus>();
  const [run, setRun] = useState(1);
  const [step, setStep] = useState<Step>("upload");
  const [problem, setProblem] = useState<string>();
  const [reading, setReading] = useState<string>();
  const work = useAbort();
  const rows = useRows(entity, context, opened?.file.hash);
  useCurrencyFacts(entity, rows.all, facts);
  const batch = useImportBatch(entity, storage, (found) => setStep(found ? "result" : opened ? "confirm" : "upload"));

  const showProblem = (error: unknown) =>
    setProblem(
      error instanceof ImportRefusal
        ? t(`import.refused.${error.code}`, describeLimits(entity))
        : readMessage(error) || t("import.failed"),
    );
  const go = (to: Step) => {
    setProblem(undefined);
    setStep(to);
  };
  const toRows = (next: OpenedFile, without: ReadonlySet<number>) => {
    const found = context ? readRows(next.sheet, next.header, next.columns, context) : [];
    if (found.length === 0 || found.length > requireImport(entity).maxRows || next.sheet.more) {
      showProblem(new ImportRefusal(found.length === 0 ? "empty" : "rows"));
      setStep(found.length === 0 ? "columns" : "upload");
      return;
    }
    storage.storeColumns(next.columns);
    rows.take(found.filter((row) => !without.has(getFirstLine(row))));
    go("rows");
  };
  /** Opens the rows when the mapping needs no confirmation, otherwise the column mapping. */
  const proceed = (next: OpenedFile, without: ReadonlySet<number>) =>
    isMapped(entity, next) ? toRows(next, without) : setStep("columns");
  const receive = (file: SheetFile, name: string, last: BatchStatus | undefined) => {
    const next = arrangeFile(name, file, { targets, storage });
    if (!next) return showProblem(new ImportRefusal("empty"));
    setOpened(next);
    setEarlier(last);
    setRun(last?.run ?? 1);
    if (last && last.waiting > 0) batch.follow({ fileHash: file.hash, run: last.run, name });
    else if (last) setStep("seen");
    else proceed(next, new Set());
    return undefined;
  };
  /** Reads one file at a time and checks whether it was submitted before. */
  const read = async (given: File) => {
    const signal = work.begin();
    setReading(given.name);
    setProblem(undefined);
    // Detach from the previous batch, whose result would otherwise replace the current step.
    batch.leave();
    try {
      const file = await readInWorker(given, readLimits(entity), signal);
      const before = await fetchStatus(ports, entity, file.hash);
      const last = before && before.runs > 1 ? await fetchStatus(ports, entity, file.hash, before.runs) : before;
      if (!signal.aborted) receive(file, given.name, last);
    } catch (error) {
      if (!signal.aborted) showProblem(error);
    } finally {
      if (!signal.aborted) setReading(undefined);
    }
  };
  return {
    ports,
    entity,
    Adder,
    context,
    step,
    problem,
    /** Name of the file being read. */
    reading,
    opened,
    earlier,
    run,
    rows,
    batch,
    ready: context !== undefined,
    contexts: facts.contexts,
    factsFor: context?.factsFor ?? createEmptyFacts,
    refresh: facts.refresh,
    open: (file: File) => void read(file),
    cancel() {
      work.abort();
      setReading(undefined);
    },
    arrange: (change: Arrangement) => setOpened((old) => old && rearrangeFile(old, change, { targets, storage })),
    /**
     * Continues with a file that was submitted before. `again` submits all rows as a new run, otherwise only the
     * unfinished ones.
     */
    resume(again: boolean) {
      const next = again ? (earlier?.runs ?? 0) + 1 : (earlier?.run ?? 1);
      setRun(next);
      if (opened) proceed(opened, listDoneLines(earlier, next));
    },
    mapped: () => opened && toRows(opened, listDoneLines(earlier, run)),
    go,
    /** Returns to the rejected rows and shows the server's errors. */
    repair(results: readonly { line: number; errors?: { at: string; code: string; message: string }[] }[]) {
      rows.refused(results);
      setStep("rows");
    },
    /** Resets the import for another file. */
    restart() {
      batch.forget();
      setOpened(undefined);
      setEarlier(undefined);
      rows.take([]);
      go("upload");
    },
  };
}
export type ImportModel = ReturnType<typeof useImport>;

/** Returns whether no column was mapped by mere similarity and no required field is missing. */
const isMapped = (entity: Entity, { columns }: OpenedFile): boolean =>
  columns.every((column) => !column.target || column.confidence !== "near") &&
  listMissingFields(
    entity,
    columns.map((column) => column.target),
  ).length === 0;

const createEmptyFacts = (): Scope => ({});

const listDoneLines = (status: BatchStatus | undefined, run: number): Set<number> =>
  new Set(
    status?.run === run ? status.results?.filter((result) => result.state === "done").map((result) => result.line) : [],
  );
