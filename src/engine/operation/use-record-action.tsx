/** From a button to the answer: step-up, one call under one key, and what came of it in words. Nothing is sent twice, no refusal is lost. */
import { useRef, useState } from "react";
import type { CheckError, Entity, Row } from "../model/entity.ts";
import { hold } from "./navigation-guard.ts";
import { IdempotencyKey } from "./idempotency-key.ts";
import { codes } from "./refusals.ts";
import { type Outcome, send } from "./send.ts";
import type { CallFailure, Ports } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import type { Offer } from "./record-actions.ts";

export interface ActNotice {
  tone: "success" | "info" | "warning" | "danger";
  title: string;
  detail?: string;
  traceId?: string;
}
export interface Act {
  /** The offer that is on its way. */
  busy?: string;
  /** The offer that was sent without an answer: asking again with the same body and key ends it. */
  uncertain?: string;
  notice?: ActNotice;
  /** The server's errors at the needed fields. */
  errors: readonly CheckError[];
  /** Resolves with whether it happened. */
  run(offer: Offer, input: Row): Promise<boolean>;
  /** The record came again and the uncertain offer is no longer there: it needs no asking any more. */
  overtaken(): void;
  clear(): void;
}

/** `after` is told of every answer that may have changed the record; `done` of success; `late` of either where the person had gone on. */
export function useAct(
  entity: Entity,
  id: string,
  record: Row | undefined,
  { done, after, late }: { done(offer: Offer): void; after(): void; late?(): void },
): Act {
  const ports = usePorts();
  const { word } = ports;
  const keys = useRef(new Map<string, IdempotencyKey>());
  /** What was sent last of each offer: what asking again repeats. */
  const bodies = useRef(new Map<string, Row>());
  const running = useRef(false);
  const here = useIsMounted();
  const [busy, setBusy] = useState<string>();
  const [uncertain, setUncertain] = useState<string>();
  const [notice, setNotice] = useState<ActNotice>();
  const [errors, setErrors] = useState<readonly CheckError[]>([]);

  const keyOf = (offer: Offer): IdempotencyKey => {
    const key =
      keys.current.get(offer.name) ??
      new IdempotencyKey(`act.${ports.user()}.${entity.name}.${offer.name}.${id}`, sessionStorage);
    keys.current.set(offer.name, key);
    return key;
  };
  const settle = (offer: Offer, outcome: Outcome): boolean => {
    // The person closed the password's question, or nothing left the browser: all stands as it did.
    if (outcome.end === "cancelled") return false;
    if (!here()) {
      if (outcome.end === "done") ports.notify("success", offer.said, id);
      else
        ports.notify(
          "warning",
          `${offer.label} · ${id}`,
          outcome.end === "unknown"
            ? word("form.unknown")
            : outcome.end === "offline"
              ? word("detail.notSent")
              : outcome.failure.message,
        );
      if (outcome.end !== "offline") late?.();
      return outcome.end === "done";
    }
    if (outcome.end === "offline") {
      setNotice({ tone: "warning", title: word("form.offline"), detail: word("detail.notSent") });
      return false;
    }
    if (outcome.end === "unknown") {
      setUncertain(offer.name);
      setNotice({
        tone: "warning",
        title: word("form.unknown"),
        detail: word("detail.unknown"),
        traceId: outcome.failure?.traceId,
      });
      after();
      return false;
    }
    if (!keyOf(offer).open) setUncertain(undefined);
    if (outcome.end === "done") {
      setNotice({ tone: "success", title: offer.said });
      done(offer);
      return true;
    }
    const own = (outcome.failure.errors ?? []).map((error) => ({ ...error, params: error.params ?? {} }));
    const fields = own.filter((error) =>
      [...offer.needs, ...(offer.takes ?? [])].includes(error.at.split("/")[1] ?? ""),
    );
    setErrors(fields);
    // What stands at a field is not said twice.
    if (fields.length === 0 || fields.length < own.length)
      setNotice(
        refusalNotice(
          ports,
          outcome.failure,
          own.filter((error) => !fields.includes(error)),
        ),
      );
    if (fields.length === 0) after();
    return false;
  };

  return {
    busy,
    uncertain,
    notice,
    errors,
    async run(offer, input) {
      if (running.current) return false;
      running.current = true;
      const again = uncertain === offer.name ? bodies.current.get(offer.name) : undefined;
      const body = again ?? { ...offer.body, ...input };
      bodies.current.set(offer.name, body);
      setBusy(offer.name);
      setErrors([]);
      if (!again) setNotice(undefined);
      const answered = hold(ports, keyOf(offer), "sent");
      try {
        const outcome = await send(ports, offer.call, entity, body, keyOf(offer), {
          record: record ?? {},
          act: offer.label,
        });
        answered();
        return settle(offer, outcome);
      } finally {
        running.current = false;
        setBusy(undefined);
      }
    },
    overtaken() {
      for (const [name, key] of keys.current) if (name === uncertain) key.drop();
      setUncertain(undefined);
      setNotice({ tone: "info", title: word("detail.overtaken") });
    },
    clear() {
      setNotice(undefined);
      setErrors([]);
    },
  };
}

function refusalNotice({ word }: Ports, failure: CallFailure, errors: readonly CheckError[]): ActNotice {
  const said = errors.map((error) => error.message).join(" ");
  const ours = failure.code < 4000 || failure.code >= 5000;
  return {
    tone: failure.code === codes.inProgress ? "warning" : "danger",
    title: said || failure.message || word("form.broken"),
    traceId: ours ? failure.traceId : undefined,
  };
}
