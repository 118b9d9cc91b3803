/** State of an import, from the file to the result of every row. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { Entity, Lang, Row } from "../model/entity.ts";
import { recordCurrency } from "../entity/values.ts";
import { inCurrency, loadContexts, perCurrency } from "../entity/facts-loading.ts";
import type { CallFailure, Ports } from "../model/ports.ts";
import { useRead } from "../data/use-read.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { Scope } from "../model/expression.ts";
import { bilingual, missingFields, type Target, targetsOf } from "./columns.ts";
import { ImportStorage } from "./import-storage.ts";
import { type ColumnMatch, guessHeader, matchColumns } from "./match.ts";
import { readInWorker } from "./read-in-worker.tsx";
import type { ImportRow, RowContext } from "./rows.ts";
import { rowsOf } from "./rows.ts";
import { ImportRefusal, type SheetFile } from "./sheet.ts";
import type { BatchStatus } from "../model/wire.ts";
import { askStatus } from "./import-api.ts";
import { useImportBatch } from "./use-import-batch.tsx";
import { useRows } from "./use-rows.tsx";

/** Current step. `seen`: the file was sent before and the user decides how to continue. */
export type Step = "upload" | "seen" | "columns" | "rows" | "confirm" | "result";
/** The open file and its column mapping. */
export interface Opened {
  name: string;
  file: SheetFile;
  sheetAt: number;
  header: number;
  columns: ColumnMatch[];
}

/** Returns the state and actions that the steps share. */
export function useImport(entity: Entity) {
  const ports = usePorts();
  const kept = useMemo(() => new ImportStorage(ports.user(), entity.name), [ports, entity]);
  const [step, setStep] = useState<Step>("upload");
  const [reading, setReading] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [opened, setOpened] = useState<Opened>();
  const [earlier, setEarlier] = useState<BatchStatus>();
  const [run, setRun] = useState(1);
  /** Facts by currency. */
  const [money, setMoney] = useState<ReadonlyMap<string, Scope>>(new Map());
  const abort = useRef<AbortController>(undefined);

  useEffect(() => () => abort.current?.abort(), []);
  const { data: base, reload } = useRead(
    ["import", entity.name],
    async () => {
      const other: Lang = ports.lang === "zh" ? "en" : "zh";
      const texts = ports.texts?.(entity.name, other).catch(() => undefined);
      const [contexts, words] = await Promise.all([forAll(entity, ports), texts]);
      return { both: words ? bilingual(entity, other, words) : entity, contexts };
    },
    { onFocus: false },
  );

  const context = useMemo((): RowContext | undefined => {
    if (!base) return undefined;
    const known = new Map([...money].map(([currency, scope]) => [currency, { ...base.contexts, ...scope }]));
    const factsFor = (record: Row) => known.get(recordCurrency(entity, record) ?? "") ?? base.contexts;
    return { entity: base.both, lang: ports.lang, targets: targetsOf(base.both), factsFor, word: ports.word };
  }, [base, money, entity, ports]);
  const rows = useRows(entity, context, opened?.file.hash);
  // A cell may say "US dollar": the server resolves the currency, the row's value holds it.
  const asked = perCurrency(entity).size === 0 ? [] : rows.all.map((row) => recordCurrency(entity, row.value));
  const wanted = [...new Set(asked)].filter((code) => code !== undefined && !money.has(code)).join();
  useEffect(() => {
    if (wanted !== "")
      void byCurrency(entity, ports, wanted.split(",")).then((found) => setMoney((old) => new Map([...old, ...found])));
  }, [wanted, entity, ports]);
  const batch = useImportBatch(entity, kept, (stands) => setStep(stands ? "result" : opened ? "confirm" : "upload"));

  /** Refetches the wallet facts. */
  const refresh = () => {
    reload();
    if (money.size > 0) void byCurrency(entity, ports, [...money.keys()]).then(setMoney);
  };

  const say = (error: unknown) => {
    if (error instanceof ImportRefusal)
      return ports.word(`import.refused.${error.code}`, { rows: entity.list.import?.maxRows ?? 0 });
    return (error as CallFailure).message || ports.word("import.failed");
  };

  const open = async (file: File) => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    setProblem(undefined);
    setReading(file.name);
    // A batch still being polled must not interfere with this file.
    batch.leave();
    try {
      const read = await readInWorker(file, entity.list.import!.maxRows, signal);
      const next = arranged(file.name, read, context!.targets, kept);
      const before = await askStatus(ports, entity, read.hash);
      const last = before && before.runs > 1 ? await askStatus(ports, entity, read.hash, before.runs) : before;
      if (signal.aborted) return;
      setOpened(next);
      setEarlier(last);
      setRun(last?.run ?? 1);
      if (last && last.waiting > 0) batch.follow({ fileHash: read.hash, run: last.run, name: file.name });
      else if (last) setStep("seen");
      else goOn(next, new Set());
    } catch (error) {
      if (!signal.aborted) setProblem(say(error));
    } finally {
      if (!signal.aborted) setReading(undefined);
    }
  };

  /** Goes to the rows when all columns are mapped with certainty, otherwise to the columns. */
  const goOn = (next: Opened, without: ReadonlySet<number>) => {
    const sure =
      next.columns.every((column) => !column.target || column.sure !== "near") &&
      missingFields(
        entity,
        next.columns.map((column) => column.target),
      ).length === 0;
    if (sure) toRows(next, without);
    else setStep("columns");
  };
  const toRows = (next: Opened, without: ReadonlySet<number>) => {
    const found = rowsOf(next.file.sheets[next.sheetAt]!, next.header, next.columns, context!);
    const most = entity.list.import!.maxRows;
    if (found.length === 0 || found.length > most || next.file.sheets[next.sheetAt]!.more) {
      setProblem(say(new ImportRefusal(found.length === 0 ? "empty" : "rows")));
      setStep(found.length === 0 ? "columns" : "upload");
      return;
    }
    setProblem(undefined);
    kept.remember(next.columns);
    rows.take(found.filter((row) => !without.has(row.line)));
    setStep("rows");
  };
  const doneLines = (stands: BatchStatus | undefined, of: number): Set<number> =>
    new Set(stands?.run === of ? stands.results?.filter((one) => one.state === "done").map((one) => one.line) : []);

  return {
    ports,
    entity,
    context,
    step,
    problem,
    reading,
    opened,
    earlier,
    run,
    rows,
    batch,
    ready: base !== undefined,
    contexts: base?.contexts ?? {},
    factsFor: context?.factsFor ?? nothing,
    refresh,
    open: (file: File) => void open(file),
    cancel() {
      abort.current?.abort();
      setReading(undefined);
    },
    /** `again`: sends all rows as a new run; otherwise only those not done. */
    resume(again: boolean) {
      const next = again ? (earlier?.runs ?? 0) + 1 : (earlier?.run ?? 1);
      setRun(next);
      goOn(opened!, doneLines(earlier, next));
    },
    arrange: (change: Partial<Opened>) => setOpened((old) => old && rearranged(old, change, context!.targets, kept)),
    mapped: () => toRows(opened!, doneLines(earlier, run)),
    go: (to: Step) => {
      setProblem(undefined);
      setStep(to);
    },
    /** Returns to the refused rows with the server's errors. */
    repair(results: readonly { line: number; errors?: { at: string; code: string; message: string }[] }[]) {
      rows.refused(results);
      setStep("rows");
    },
    /** Resets the import for another file. */
    restart() {
      batch.forget();
      setOpened(undefined);
      setEarlier(undefined);
      setProblem(undefined);
      rows.take([]);
      setStep("upload");
    },
  };
}
export type ImportModel = ReturnType<typeof useImport>;

/** Loads the facts that are equal for all rows. */
function forAll(entity: Entity, ports: Ports): Promise<Scope> {
  const theirs = perCurrency(entity);
  return loadContexts(entity, ports, {}, new Set(Object.keys(entity.contexts).filter((name) => !theirs.has(name))));
}
/** Loads the facts of each of these currencies. */
async function byCurrency(entity: Entity, ports: Ports, codes: readonly string[]): Promise<Map<string, Scope>> {
  return new Map(
    await Promise.all(
      codes.map(
        async (code) =>
          [code, await loadContexts(entity, ports, inCurrency(entity, code), perCurrency(entity))] as const,
      ),
    ),
  );
}
const nothing = (): Scope => ({});

/** Returns the sheet with most mapped columns. */
function arranged(name: string, file: SheetFile, targets: readonly Target[], kept: ImportStorage): Opened {
  const candidates = file.sheets.map((sheet, sheetAt): Opened => {
    const header = guessHeader(sheet, targets);
    return {
      name,
      file,
      sheetAt,
      header,
      columns: kept.recall(matchColumns(sheet.rows[header] ?? [], targets), targets),
    };
  });
  const known = ({ columns }: Opened) => columns.filter((column) => column.target).length;
  return candidates.reduce((best, one) => (known(one) > known(best) ? one : best));
}
/** Applies a change; another sheet or header row maps the columns again. */
function rearranged(old: Opened, change: Partial<Opened>, targets: readonly Target[], kept: ImportStorage): Opened {
  const next = { ...old, ...change };
  if (change.columns) return next;
  const sheet = next.file.sheets[next.sheetAt]!;
  if (change.sheetAt !== undefined) next.header = guessHeader(sheet, targets);
  return { ...next, columns: kept.recall(matchColumns(sheet.rows[next.header] ?? [], targets), targets) };
}

/** True when a row can be sent. */
export const isGood = (row: ImportRow): boolean => row.problems.length === 0 && !row.open;
