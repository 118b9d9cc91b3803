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
import { type RowContext, readRows } from "./rows.ts";
import { ImportRefusal } from "./sheet.ts";
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
  const storage = useMemo(() => new ImportStorage(ports.user(), entity.name), [ports, entity]);
  const facts = useRowContext(entity);
  const { context } = facts;
  const file = useFileState();
  const { opened, earlier, run } = file;
  const rows = useRows(entity, context, opened?.file.hash);
  useCurrencyFacts(entity, rows.all, facts);
  const steps = useImportSteps(entity);
  const { setStep, setProblem, showProblem } = steps;
  const batch = useImportBatch(entity, storage, (found) => setStep(found ? "result" : opened ? "confirm" : "upload"));
  const targets = context?.targets ?? [];
  const { proceed, ...moves } = createMoves({ entity, context, storage, file, steps, rows, batch });
  const reading = useReading(entity, {
    begin() {
      setProblem(undefined);
      // Detach from the previous batch, whose result would otherwise replace the current step.
      batch.leave();
    },
    fail: showProblem,
    done({ file: read, name, last }) {
      const next = arrangeFile(name, read, { targets, storage });
      if (!next) return showProblem(new ImportRefusal("empty"));
      file.setOpened(next);
      file.setEarlier(last);
      file.setRun(last?.run ?? 1);
      if (last && last.waiting > 0) batch.follow({ fileHash: read.hash, run: last.run, name });
      else if (last) setStep("seen");
      else proceed(next, new Set());
      return undefined;
    },
  });
  return {
    ports,
    entity,
    Adder,
    context,
    step: steps.step,
    problem: steps.problem,
    reading: reading.name,
    opened,
    earlier,
    run,
    rows,
    batch,
    ready: context !== undefined,
    contexts: facts.contexts,
    factsFor: context?.factsFor ?? createEmptyFacts,
    refresh: facts.refresh,
    open: reading.open,
    cancel: reading.cancel,
    arrange: (change: Arrangement) => file.setOpened((old) => old && rearrangeFile(old, change, { targets, storage })),
    ...moves,
  };
}

/** State of the file: the open file, its newest run if it was submitted before, and the number of the next run. */
function useFileState() {
  const [opened, setOpened] = useState<OpenedFile>();
  const [earlier, setEarlier] = useState<BatchStatus>();
  const [run, setRun] = useState(1);
  return { opened, setOpened, earlier, setEarlier, run, setRun };
}

/** State of the current step and the message above it. */
function useImportSteps(entity: Entity) {
  const { t } = usePorts();
  const [step, setStep] = useState<Step>("upload");
  const [problem, setProblem] = useState<string>();
  const showProblem = (error: unknown) =>
    setProblem(
      error instanceof ImportRefusal
        ? t(`import.refused.${error.code}`, describeLimits(entity))
        : readMessage(error) || t("import.failed"),
    );
  return { step, setStep, problem, setProblem, showProblem };
}

/** Returns whether no column was mapped by mere similarity and no required field is missing. */
const isMapped = (entity: Entity, { columns }: OpenedFile): boolean =>
  columns.every((column) => !column.target || column.confidence !== "near") &&
  listMissingFields(
    entity,
    columns.map((column) => column.target),
  ).length === 0;

interface MovesInput {
  entity: Entity;
  context: RowContext | undefined;
  storage: ImportStorage;
  file: ReturnType<typeof useFileState>;
  steps: ReturnType<typeof useImportSteps>;
  rows: ReturnType<typeof useRows>;
  batch: ReturnType<typeof useImportBatch>;
}
/** Returns the actions that move between steps. */
function createMoves({ entity, context, storage, file, steps, rows, batch }: MovesInput) {
  const { opened, earlier, run } = file;
  const toRows = (next: OpenedFile, without: ReadonlySet<number>) => {
    const found = context ? readRows(next.sheet, next.header, next.columns, context) : [];
    if (found.length === 0 || found.length > requireImport(entity).maxRows || next.sheet.more) {
      steps.showProblem(new ImportRefusal(found.length === 0 ? "empty" : "rows"));
      steps.setStep(found.length === 0 ? "columns" : "upload");
      return;
    }
    steps.setProblem(undefined);
    storage.storeColumns(next.columns);
    rows.take(found.filter((row) => !without.has(getFirstLine(row))));
    steps.setStep("rows");
  };
  /** Opens the rows when the mapping needs no confirmation, otherwise the column mapping. */
  const proceed = (next: OpenedFile, without: ReadonlySet<number>) =>
    isMapped(entity, next) ? toRows(next, without) : steps.setStep("columns");
  return {
    proceed,
    /**
     * Continues with a file that was submitted before. `again` submits all rows as a new run, otherwise only the
     * unfinished ones.
     */
    resume(again: boolean) {
      const next = again ? (earlier?.runs ?? 0) + 1 : (earlier?.run ?? 1);
      file.setRun(next);
      if (opened) proceed(opened, listDoneLines(earlier, next));
    },
    mapped: () => opened && toRows(opened, listDoneLines(earlier, run)),
    go(to: Step) {
      steps.setProblem(undefined);
      steps.setStep(to);
    },
    /** Returns to the rejected rows and shows the server's errors. */
    repair(results: readonly { line: number; errors?: { at: string; code: string; message: string }[] }[]) {
      rows.refused(results);
      steps.setStep("rows");
    },
    /** Resets the import for another file. */
    restart() {
      batch.forget();
      file.setOpened(undefined);
      file.setEarlier(undefined);
      steps.setProblem(undefined);
      rows.take([]);
      steps.setStep("upload");
    },
  };
}
export type ImportModel = ReturnType<typeof useImport>;

interface ReadingHandlers {
  begin(): void;
  fail(error: unknown): void;
  /** Called with the file that was read. `last` is the status of its newest run if it was submitted before. */
  done(read: { file: OpenedFile["file"]; name: string; last: BatchStatus | undefined }): void;
}
/** Reads one file at a time and checks whether it was submitted before. `name` is the file being read. */
function useReading(entity: Entity, { begin, fail, done }: ReadingHandlers) {
  const ports = usePorts();
  const [name, setName] = useState<string>();
  const work = useAbort();
  const open = async (given: File) => {
    const signal = work.begin();
    setName(given.name);
    begin();
    try {
      const file = await readInWorker(given, readLimits(entity), signal);
      const before = await fetchStatus(ports, entity, file.hash);
      const last = before && before.runs > 1 ? await fetchStatus(ports, entity, file.hash, before.runs) : before;
      if (!signal.aborted) done({ file, name: given.name, last });
    } catch (error) {
      if (!signal.aborted) fail(error);
    } finally {
      if (!signal.aborted) setName(undefined);
    }
  };
  return {
    name,
    open: (file: File) => void open(file),
    cancel() {
      work.abort();
      setName(undefined);
    },
  };
}

const createEmptyFacts = (): Scope => ({});

const listDoneLines = (status: BatchStatus | undefined, run: number): Set<number> =>
  new Set(
    status?.run === run ? status.results?.filter((result) => result.state === "done").map((result) => result.line) : [],
  );
