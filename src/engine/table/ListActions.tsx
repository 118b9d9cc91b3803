/** Buttons above a list that act on all its records. Each sends a separate call with an empty body. */
import { useState } from "react";
import type { Entity } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { findFailure, runOnce } from "../operation/run-once.ts";
import type { Outcome } from "../operation/state.ts";
import { usePorts } from "../react/ports-context.tsx";

interface Props {
  entity: Entity;
  /** Whether the list is empty, which disables the buttons. */
  idle: boolean;
  onDone(): void;
}
export function ListActions({ entity, idle, onDone }: Props) {
  const ports = usePorts();
  const [busy, setBusy] = useState<string>();
  const run = async (name: string) => {
    setBusy(name);
    try {
      const call = await ports.callNamed?.(name);
      if (!call) return;
      const outcome = await runOnce(ports, { call, changes: entity.name }, {});
      if (outcome.end === "succeeded") {
        ports.notify("success", entity.text(`listAction.${name}.said`, ports.lang));
        onDone();
      } else notifyFailure(ports, outcome);
    } finally {
      setBusy(undefined);
    }
  };
  return entity.list.actions?.map((name) => {
    const label = entity.text(`listAction.${name}`, ports.lang);
    return (
      <button
        key={name}
        type="button"
        className="btn"
        disabled={idle || busy !== undefined}
        onClick={() => void run(name)}
      >
        {label}
      </button>
    );
  });
}

/** Notifies the user of an action that failed, unless the client has already done so. */
export function notifyFailure({ t, notify }: Ports, outcome: Outcome): void {
  if (outcome.end === "offline") return notify("warning", t("list.offlineSend"));
  const failure = findFailure(outcome);
  // The client has already shown a notification for failures without a message.
  const message = outcome.end === "unknown" && !failure ? t("form.noAnswer") : failure?.message;
  if (message) notify("warning", message);
}
