/** Submits the values of a step through its own call, then opens the next step. */
import { useRef, useState } from "react";
import type { Entity, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { runOnce } from "../operation/run-once.ts";
import type { Outcome } from "../operation/state.ts";
import type { Stepping } from "./stepping.ts";

interface Props {
  ports: Ports;
  entity: Entity;
  stepping: Stepping;
  toStep(id: string): void;
  showOutcome(outcome: Exclude<Outcome, { end: "succeeded" }>, repeatable: boolean): void;
  showNotice(shown: { notice: undefined }): void;
}
export function useStepOperation({ ports, entity, stepping, toStep, showOutcome, showNotice }: Props) {
  const busy = useRef(false);
  const [sending, setSending] = useState(false);
  const submitStep = async (body: Row) => {
    const following = stepping.open[stepping.at + 1];
    const { call: name } = stepping.current;
    if (!following) return;
    if (!name) return toStep(following.id);
    busy.current = true;
    setSending(true);
    showNotice({ notice: undefined });
    try {
      const call = await ports.callNamed?.(name);
      if (!call) throw new Error(`step ${stepping.current.id}: callNamed() knows no call ${name}`);
      // The idempotency key is not stored, because the user may return to a step and submit it again.
      const outcome = await runOnce(ports, { call, entity, idempotency: "memory" }, body);
      setSending(false);
      if (outcome.end === "succeeded") toStep(following.id);
      else showOutcome(outcome, true);
    } finally {
      busy.current = false;
      setSending(false);
    }
  };
  return { busy, sending, submitStep };
}
