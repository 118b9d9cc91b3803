/** Rows of the worksheet, validated locally at once and by the server in the background. */
import { useEffect, useRef, useState } from "react";
import type { Entity } from "../model/entity.ts";
import { readMessage } from "../operation/refusals.ts";
import { useAbort } from "../react/use-abort.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { type ImportRow, validateRow, type RowContext, readRow, mergeResponse, markDuplicates } from "./rows.ts";
import { listLineErrors, getFirstLine } from "./records.ts";
import { validateRows, CHECK_ROWS } from "./import-api.ts";

export interface RefusedRow {
  line: number;
  errors?: { at: string; code: string; message: string }[];
  message?: string;
}

/**
 * Manages the rows. `pending` are the lines that the server has not validated yet. A request validates at most
 * `CHECK_ROWS` of them.
 */
export function useRows(entity: Entity, context: RowContext | undefined, fileHash: string | undefined) {
  const ports = usePorts();
  const work = useAbort();
  const [rows, setRows] = useState<readonly ImportRow[]>([]);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [edited, setEdited] = useState<ReadonlySet<number>>(new Set());
  const [pending, setPending] = useState<ReadonlySet<number>>(new Set());
  const [failure, setFailure] = useState<string>();
  // Incremented for another request even when the first pending rows are the same.
  const [turn, setTurn] = useState(0);
  const restart = () => setTurn((old) => old + 1);
  // Changed facts (wallet, limits) require validating all rows again.
  const [seen, setSeen] = useState(context);
  if (context && context !== seen) {
    setSeen(context);
    setRows((old) => old.map((row) => validateRow(row, context)));
  }
  const latest = useRef(rows);
  latest.current = rows;
  const next = [...pending].slice(0, CHECK_ROWS).join();
  useEffect(() => {
    if (next === "" || !context || !fileHash || failure !== undefined) return;
    const lines = new Set(next.split(",").map(Number));
    const requested = latest.current.filter((row) => lines.has(row.line));
    const signal = work.begin();
    validateRows(ports, entity, { fileHash, rows: requested, signal }).then(
      (results) => {
        if (signal.aborted) return;
        const cells = new Map(requested.map((row) => [row.line, row.cells]));
        const answerTo = (row: ImportRow) => (cells.get(row.line) === row.cells ? results.get(row.line) : undefined);
        setRows((old) =>
          old.map((row) => {
            const response = answerTo(row);
            return response ? mergeResponse(row, response, context) : row;
          }),
        );
        setPending((old) => new Set([...old].filter((line) => !lines.has(line))));
      },
      (error: unknown) => {
        if (!signal.aborted) setFailure(readMessage(error) || ports.t("import.failed"));
      },
    );
    return work.abort;
  }, [next, turn, context, fileHash, failure, entity, ports, work]);
  return {
    all: rows,
    left,
    edited,
    pending,
    failure,
    retry: () => setFailure(undefined),
    take(found: readonly ImportRow[]) {
      work.abort();
      setRows(found);
      setLeft(new Set());
      setEdited(new Set());
      setFailure(undefined);
      setPending(new Set(found.map((row) => row.line)));
      restart();
    },
    edit(lines: readonly number[], column: string, text: string) {
      if (!context) return;
      work.abort();
      const change = (row: ImportRow) => readRow(row.line, { ...row.cells, [column]: { text } }, context, row);
      setRows((old) =>
        markDuplicates(
          old.map((row) => (lines.includes(row.line) ? change(row) : row)),
          context,
        ),
      );
      setEdited((old) => new Set([...old, ...lines]));
      restart();
      // Edited rows come first, because the user is waiting for them.
      setPending((old) => new Set([...lines, ...old]));
    },
    leave(line: number, out: boolean) {
      setLeft((old) => (out ? new Set(old).add(line) : new Set([...old].filter((item) => item !== line))));
    },
    refused(results: readonly RefusedRow[]) {
      if (!context) return;
      const byLine = new Map(results.map((result) => [result.line, result]));
      const errorsAt = (line: number) => (byLine.get(line)?.errors ?? []).map((error) => ({ ...error, params: {} }));
      setRows((old) => {
        const kept = old.filter((row) => byLine.has(getFirstLine(row)));
        const placeOf = (row: ImportRow) =>
          kept.filter((item) => getFirstLine(item) === getFirstLine(row)).indexOf(row);
        return kept.map((row) =>
          validateRow(
            { ...row, serverErrors: listLineErrors(entity, errorsAt(getFirstLine(row)), placeOf(row)) },
            context,
          ),
        );
      });
      setEdited(new Set());
      setFailure(undefined);
    },
  };
}
