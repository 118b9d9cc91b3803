/** A batch that was sent: its confirmation, its progress, its results. It goes on without the page, and the page finds it again. */
import { useEffect, useRef, useState } from "react";
import type { Entity } from "../model/entity.ts";
import { withSecondFactor } from "../operation/send.ts";
import type { CallFailure } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { ImportStorage, KeptBatch } from "./import-storage.ts";
import type { ImportRow } from "./rows.ts";
import type { BatchStatus } from "../model/wire.ts";
import { askStatus, importCall, importStepUp, startBody } from "./import-api.ts";

const POLL_MS = 1_000;

/** `stands` is told when a batch is found or begins (true), and when there is none after all (false). */
export function useBatch(entity: Entity, kept: ImportStorage, stands: (found: boolean) => void) {
  const ports = usePorts();
  const [batch, setBatch] = useState<KeptBatch | undefined>(() => kept.batch());
  const [status, setStatus] = useState<BatchStatus>();
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const tell = useRef(stands);
  tell.current = stands;

  const running = status === undefined || status.waiting > 0;
  useEffect(() => {
    if (!batch || !running || sending) return;
    let current = true;
    let timer: ReturnType<typeof setTimeout>;
    const ask = () =>
      askStatus(ports, entity, batch.fileHash, batch.run).then(
        (found) => {
          if (!current) return;
          setFailure(undefined);
          if (!found) {
            kept.keepBatch(undefined);
            setBatch(undefined);
            setFailure(ports.word("import.notArrived"));
            return tell.current(false);
          }
          setStatus(found);
          tell.current(true);
          timer = setTimeout(ask, POLL_MS);
        },
        (error: unknown) => {
          if (!current) return;
          setFailure((error as CallFailure).message || ports.word("import.failed"));
          timer = setTimeout(ask, POLL_MS * 5);
        },
      );
    void ask();
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [batch, running, sending, entity, ports, kept]);

  const follow = (next: KeptBatch) => {
    kept.keepBatch(next);
    setStatus(undefined);
    setBatch(next);
  };

  return {
    name: batch?.name,
    status,
    sending,
    failure,
    follow,
    /** Asks for the payment password, for exactly these rows, and sends them. */
    async send(file: KeptBatch, rows: readonly ImportRow[]) {
      const call = importCall(entity)!;
      const body = startBody(entity, file.fileHash, file.run, rows);
      const need = importStepUp(entity);
      setFailure(undefined);
      setSending(true);
      try {
        const about = `${entity.text("label", ports.lang)} · ${ports.word("list.count", { count: rows.length })}`;
        const proof = need && (await ports.stepUp(need, call, body, about));
        if (need && proof === undefined) return;
        const idempotencyKey = crypto.randomUUID();
        const map = await withSecondFactor(
          proof,
          (good) => ports.call(call, body, { idempotencyKey, proof: good }),
          (lacking) => ports.stepUp("pay+totp", call, body, about, lacking),
        );
        if (map) follow(file);
      } catch (error) {
        const { kind, message } = error as CallFailure;
        // Without an answer the server knows best: its rows are told apart by file and line, so nothing can happen twice.
        if (kind === "unknown") follow(file);
        else setFailure(message || ports.word(kind === "offline" ? "form.offlineDetail" : "import.failed"));
      } finally {
        setSending(false);
      }
    },
    /** Another file is in hand: the batch goes on, and is found again when the page is opened anew. */
    leave() {
      setBatch(undefined);
      setStatus(undefined);
      setFailure(undefined);
    },
    forget() {
      kept.keepBatch(undefined);
      setBatch(undefined);
      setStatus(undefined);
      setFailure(undefined);
    },
  };
}
