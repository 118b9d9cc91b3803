/**
 * Manages the batch of an import: submits it, polls its progress and provides its results. A batch continues when the
 * page is closed, and is found again when the page is reopened.
 */
import { useEffect, useRef, useState } from "react";
import type { Entity } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { runOnce } from "../operation/run-once.ts";
import type { Outcome } from "../operation/state.ts";
import { useRead } from "../data/use-read.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ImportStorage, StoredBatch } from "./import-storage.ts";
import type { ImportRow } from "./rows.ts";
import type { BatchStatus } from "../model/wire.ts";
import { fetchStatus, importCall, importStepUp, startBody } from "./import-api.ts";

const POLL_MS = 1_000;

/**
 * Manages the current batch. `onFound` is called with true when a batch is found or starts, and with false when the
 * server does not know it.
 */
export function useImportBatch(entity: Entity, kept: ImportStorage, onFound: (found: boolean) => void) {
  const ports = usePorts();
  const [batch, setBatch] = useState<StoredBatch | undefined>(() => kept.batch());
  const [status, setStatus] = useState<BatchStatus>();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const notifyFound = useRef(onFound);
  notifyFound.current = onFound;

  const isRunning = batch !== undefined && !sending && (status === undefined || status.waiting > 0);
  const { found, pollFailure } = useStatusPoll(entity, batch, isRunning, failure !== undefined);
  useEffect(() => {
    if (!found) return;
    setFailure(undefined);
    if (found.status) setStatus(found.status);
    else {
      kept.storeBatch(undefined);
      setBatch(undefined);
      setFailure(ports.t("import.notArrived"));
    }
    notifyFound.current(found.status !== undefined);
  }, [found, ports, kept]);
  useEffect(() => {
    if (pollFailure) setFailure(pollFailure.message || ports.t("import.failed"));
  }, [pollFailure, ports]);

  const follow = (next: StoredBatch) => {
    kept.storeBatch(next);
    setStatus(undefined);
    setBatch(next);
  };
  /** Detaches from the batch when another file is chosen. The batch continues and is found again after a reload. */
  const leave = () => {
    setBatch(undefined);
    setStatus(undefined);
    setFailure(undefined);
  };
  return {
    name: batch?.name,
    status,
    sending,
    failure,
    follow,
    leave,
    forget() {
      kept.storeBatch(undefined);
      leave();
    },
    /** Submits exactly these rows, after step-up. */
    async send(file: StoredBatch, rows: readonly ImportRow[]) {
      setFailure(undefined);
      setSending(true);
      const outcome = await sendBatch(ports, entity, file, rows);
      setSending(false);
      // Without a response, the status shows which rows arrived. File and line prevent importing a row twice.
      if (outcome.end === "succeeded" || outcome.end === "unknown") follow(file);
      else if (outcome.end !== "cancelled") setFailure(describeFailure(ports, outcome));
    },
  };
}

/** Polls the status of a batch, less often after a failure. */
function useStatusPoll(entity: Entity, batch: StoredBatch | undefined, enabled: boolean, hasFailed: boolean) {
  const ports = usePorts();
  const { data: found, failure: pollFailure } = useRead(
    ["import", entity.name, "batch", batch?.fileHash, batch?.run],
    async () => batch && { status: await fetchStatus(ports, entity, batch.fileHash, batch.run) },
    { enabled, every: hasFailed ? POLL_MS * 5 : POLL_MS, inBackground: true, onFocus: false },
  );
  return { found, pollFailure };
}

async function sendBatch(
  ports: Ports,
  entity: Entity,
  file: StoredBatch,
  rows: readonly ImportRow[],
): Promise<Outcome> {
  const call = importCall(entity);
  if (!call) return { end: "cancelled" };
  const about = `${entity.text("label", ports.lang)} · ${ports.t("list.count", { count: rows.length, unit: entity.unit(rows.length, ports.lang) })}`;
  return runOnce(
    ports,
    {
      call,
      changes: entity.name,
      idempotency: "memory",
      stepUp: importStepUp(entity),
      describe: async () => about,
    },
    startBody(entity, file.fileHash, file.run, rows),
  );
}

const describeFailure = ({ t }: Ports, outcome: Exclude<Outcome, { end: "succeeded" | "cancelled" }>): string =>
  outcome.end === "offline" ? t("form.offlineDetail") : outcome.failure?.message || t("import.failed");
