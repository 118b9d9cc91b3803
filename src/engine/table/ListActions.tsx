/** Buttons above a list that act on all its records: calls of their own, told nothing. */
import { useState } from "react";
import type { Entity } from "../model/entity.ts";
import type { CallFailure } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";

interface Props {
  entity: Entity;
  /** There is nothing to act on. */
  idle: boolean;
  onDone(): void;
}
export function ListActions({ entity, idle, onDone }: Props) {
  const ports = usePorts();
  const [busy, setBusy] = useState<string>();
  const run = async (name: string) => {
    setBusy(name);
    try {
      const way = await ports.callNamed?.(name);
      if (!way) return;
      await ports.call(way, {});
      ports.notify("success", entity.text(`listAction.${name}.said`, ports.lang));
      onDone();
    } catch (error) {
      const { kind, message } = error as CallFailure;
      // What broke was said by whoever sends.
      const said =
        kind === "offline"
          ? ports.word("list.offlineSend")
          : kind === "unknown"
            ? ports.word("form.noAnswer")
            : message;
      if (said) ports.notify("warning", said);
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
