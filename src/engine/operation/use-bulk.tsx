/** One action for many records, from the question to the result of every row: check, confirm, prove, send, say. */
import { useRef, useState } from "react";
import { eventWord } from "./record-actions.ts";
import type { Entity, Row } from "../model/entity.ts";
import { hold } from "./navigation-guard.ts";
import { IdempotencyKey } from "./idempotency-key.ts";
import { certainlyNot } from "./send.ts";
import type { CallFailure } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import { type Batch, type BulkPlan, chosenRows, planBulk } from "./bulk.ts";
import type { BulkAction } from "./bulk-actions.ts";
import type { Selection } from "./selection.ts";

/** `asking`: the payment password is asked for, by the portal's own dialog; ours stays away meanwhile. */
export type Phase = "checking" | "confirm" | "asking" | "sending" | "finished";
/** What became of one call's records: all of them or none. `left`: nothing was sent. */
export interface Outcome {
  ids: readonly string[];
  state: "done" | "refused" | "unknown" | "left";
  message?: string;
}
interface Sent {
  body: Row;
  key: IdempotencyKey;
  proof?: string;
}
export interface Bulk {
  action: BulkAction;
  phase: Phase;
  plan?: BulkPlan;
  /** Why there is no plan. */
  problem?: { tooMany: true } | { failure: CallFailure };
  outcomes: readonly Outcome[];
}

/** `params` is the list's request: what "all" means. */
export function useBulk(entity: Entity, params: Row, selection: Selection, onChanged: () => void) {
  const ports = usePorts();
  const [bulk, setBulk] = useState<Bulk>();
  const abort = useRef<AbortController>(undefined);
  const open = useRef(new Map<Outcome["ids"], Sent>());
  const here = useIsMounted();
  const change = (part: Partial<Bulk>) => setBulk((old) => old && { ...old, ...part });

  const start = async (action: BulkAction) => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    open.current.clear();
    setBulk({ action, phase: "checking", outcomes: [] });
    try {
      const rows = await chosenRows(ports, entity, params, selection.snapshot(), signal);
      if (!rows) return change({ phase: "confirm", problem: { tooMany: true } });
      const plan = await planBulk(ports, entity, action, rows, signal);
      if (!signal.aborted) change({ phase: "confirm", plan });
    } catch (error) {
      if (!signal.aborted) change({ phase: "confirm", problem: { failure: error as CallFailure } });
    }
  };

  /** Sends one call, a repetition with the same key: the server does it once. */
  const send = async (ids: Outcome["ids"], sent: Sent): Promise<Outcome> => {
    const { body, key, proof } = sent;
    const before = key.open;
    open.current.set(ids, sent);
    key.keep();
    const answered = hold(ports, key, "sent");
    try {
      await ports.call(bulk!.action.call, body, { idempotencyKey: key.value, proof });
      key.drop();
      return { ids, state: "done" };
    } catch (error) {
      const failure = error as CallFailure;
      if (!certainlyNot(failure, before)) return { ids, state: "unknown" };
      key.drop();
      return {
        ids,
        state: "refused",
        message: failure.message || ports.word(failure.kind === "offline" ? "list.offlineSend" : "list.failed"),
      };
    } finally {
      answered();
    }
  };
  /** Of the same action on the same records: one that never got an answer is asked for again under the same key, also after the page was loaded anew. */
  const keyOf = (body: Row) =>
    new IdempotencyKey(`bulk.${ports.user()}.${entity.name}.${JSON.stringify(body)}`, sessionStorage);

  const run = async (batches: readonly Batch[], inputs: Row) => {
    const { action } = bulk!;
    const outcomes: Outcome[] = [];
    for (const [at, { ids, stepUp }] of batches.entries()) {
      // In an order of their own: the list may stand otherwise when they are chosen again.
      const body = { ids: ids.toSorted(), event: action.event, ...inputs };
      if (stepUp) change({ phase: "asking" });
      const proof =
        stepUp &&
        (await ports.stepUp(
          stepUp,
          action.call,
          body,
          `${entity.text(`event.${action.event}`, ports.lang)} · ${ports.word("list.count", { count: ids.length })}`,
        ));
      if (stepUp && !proof) {
        // Nothing sent yet: back to the question, as if it had not been answered.
        if (at === 0) return change({ phase: "confirm" });
        outcomes.push(...batches.slice(at).map((batch): Outcome => ({ ids: batch.ids, state: "left" })));
        break;
      }
      change({ phase: "sending" });
      outcomes.push(await send(ids, { body, key: keyOf(body), proof: proof || undefined }));
      change({ outcomes: [...outcomes] });
    }
    finish(outcomes);
  };

  /** Asks again for the calls that got no answer. */
  const retry = async () => {
    change({ phase: "sending" });
    const outcomes: Outcome[] = [];
    for (const outcome of bulk!.outcomes)
      outcomes.push(outcome.state === "unknown" ? await send(outcome.ids, open.current.get(outcome.ids)!) : outcome);
    finish(outcomes);
  };

  const finish = (outcomes: readonly Outcome[]) => {
    change({ phase: "finished", outcomes });
    if (!here()) tellLate(outcomes);
    selection.drop(outcomes.filter((one) => one.state === "done").flatMap((one) => one.ids));
    onChanged();
  };
  /** Nobody is at the list any more: what became of it is said where the person is. */
  const tellLate = (outcomes: readonly Outcome[]) => {
    const count = (state: Outcome["state"]) =>
      outcomes.filter((one) => one.state === state).flatMap((one) => one.ids).length;
    const states = (["done", "refused", "unknown", "left"] as const).filter((state) => count(state) > 0);
    ports.notify(
      states.join() === "done" ? "success" : "warning",
      eventWord(entity, bulk!.action.event, ports.lang),
      states.map((state) => ports.word(`list.bulk.${state}`, { count: count(state) })).join(ports.word("list.also")),
    );
  };
  const close = () => {
    abort.current?.abort();
    setBulk(undefined);
  };
  return {
    bulk,
    start: (action: BulkAction) => void start(action),
    run: (inputs: Row) => void run(bulk!.plan!.batches, inputs),
    retry: () => void retry(),
    close,
  };
}
