/** Operations of a record's buttons: one per button, run one at a time, with the texts for each outcome. */
import { useContext, useEffect, useRef, useState } from "react";
import type { CheckError, Entity, Row } from "../model/entity.ts";
import type { CallFailure, ConfirmedLine, Ports } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import { DecisionContext } from "./decision-context.tsx";
import { IdempotencyKey } from "./idempotency-key.ts";
import { describeOutcome, describeRefusal } from "./messages.ts";
import { formatRecordName, nameRecord } from "./name-record.ts";
import type { RecordAction } from "./record-actions.ts";
import { type LateNotice, Operation, type OperationSetup, type Settled } from "./run.ts";
import { isLocked, type Outcome } from "./state.ts";

export interface ActionNotice {
  tone: "success" | "info" | "warning" | "danger";
  title: string;
  detail?: string | undefined;
  traceId?: string | undefined;
  /** Lifecycle states in which the notice applies. Absent for a notice that applies in every state. */
  states?: readonly unknown[];
}
export interface RecordActionView {
  /** Name of the action in progress. */
  busy: string | undefined;
  /** Name of the action with an unknown outcome, which a retry with the same body and key resolves. */
  outcomeUnknown: string | undefined;
  notice: ActionNotice | undefined;
  /** Server errors of the event's fields. */
  errors: readonly CheckError[];
  /** Runs the action and resolves with whether it was executed. */
  run(action: RecordAction, input: Row): Promise<boolean>;
  /** Resolves the action with an unknown outcome when the refetched record no longer offers it. */
  resolve(): void;
  clear(): void;
}
interface Props {
  entity: Entity;
  id: string;
  record: Row | undefined;
  /** The record's check words, shown in the step-up dialog. */
  checkWords?: string | undefined;
  onDone(action: RecordAction): void;
  /** Called instead of `onDone` after any other outcome that may have changed the record. */
  onStale(): void;
  /** Called instead of `onDone` and `onStale` after unmount. */
  onLate?: (() => void) | undefined;
}

/**
 * Returns the operations of a record's buttons. They run one at a time, and each reports its result.
 * @example
 * const buttons = useRecordAction({ entity, id: "7", record: row, onDone: () => undefined, onStale: () => undefined });
 */
export function useRecordAction({ entity, id, record, checkWords, onDone, onStale, onLate }: Props): RecordActionView {
  const ports = usePorts();
  const { find, resolve } = useOperations(ports, { entity, id, record, checkWords });
  const done = useDone({ entity, record, onDone });
  const running = useRef(false);
  const [busy, setBusy] = useState<string>();
  const [outcomeUnknown, setOutcomeUnknown] = useState<string>();
  const { notice, errors, setNotice, showRefusal, clear } = useMessages(ports, onStale);
  // Clear the success when the record leaves the state that the action led to.
  const isOver = notice?.states?.includes(readState(entity, record)) === false;
  useEffect(() => {
    if (isOver) setNotice(undefined);
  }, [isOver, setNotice]);
  const settle = (action: RecordAction, operation: Operation, { outcome, late }: Settled): boolean => {
    if (outcome.end === "cancelled") return false;
    if (late) {
      if (outcome.end !== "offline") onLate?.();
      return outcome.end === "succeeded";
    }
    const locked = isLocked(operation.state);
    setOutcomeUnknown((old) => (locked ? action.name : old === action.name ? undefined : old));
    if (outcome.end === "succeeded") {
      setNotice({ tone: "success", title: action.confirmation, ...listStates(entity, record, action) });
      done(action);
    } else if (outcome.end === "refused") showRefusal(action, outcome.failure);
    else {
      setNotice(describeOutcome(ports, outcome, { unknown: "detail.unknown", offline: "detail.notSent" }));
      if (outcome.end === "unknown") onStale();
    }
    return outcome.end === "succeeded";
  };

  return {
    busy,
    outcomeUnknown,
    notice: isOver ? undefined : notice,
    errors,
    async run(action, input) {
      if (running.current) return false;
      running.current = true;
      const operation = find(action);
      const again = isLocked(operation.state);
      setBusy(action.name);
      clear({ keepsNotice: again });
      try {
        const settled = await (again ? operation.retry() : operation.submit({ ...action.body, ...input }));
        return settled !== undefined && settle(action, operation, settled);
      } finally {
        running.current = false;
        setBusy(undefined);
      }
    },
    resolve() {
      if (outcomeUnknown !== undefined) resolve(outcomeUnknown);
      setOutcomeUnknown(undefined);
      setNotice({ tone: "info", title: ports.t("detail.overtaken") });
    },
    clear: () => clear(),
  };
}

const readState = ({ lifecycle }: Entity, record: Row | undefined): unknown => lifecycle && record?.[lifecycle.field];

/** Returns the states in which a success applies: the one in which the action ran, and the one that it led to. */
const listStates = (entity: Entity, record: Row | undefined, { to }: RecordAction) =>
  to === undefined ? {} : { states: [readState(entity, record), to] };

/**
 * Manages the notice next to the buttons and the errors of the event's fields. `onStale` is called when none of the
 * errors belongs to a field of the event.
 */
function useMessages(ports: Ports, onStale: () => void) {
  const [notice, setNotice] = useState<ActionNotice>();
  const [errors, setErrors] = useState<readonly CheckError[]>([]);
  return {
    notice,
    errors,
    setNotice,
    showRefusal(action: RecordAction, failure: CallFailure) {
      const refusal = placeErrors(ports, action, failure);
      setErrors(refusal.placed);
      if (refusal.notice) setNotice(refusal.notice);
      if (refusal.placed.length === 0) onStale();
    },
    clear({ keepsNotice = false } = {}) {
      setErrors([]);
      if (!keepsNotice) setNotice(undefined);
    },
  };
}

/**
 * Returns the errors of the event's fields and a notice of the remaining ones, since an error shown at its field is not
 * repeated. There is no notice when all errors are shown at fields.
 */
function placeErrors(ports: Ports, action: RecordAction, failure: CallFailure) {
  const all = (failure.errors ?? []).map((error) => ({ ...error, params: error.params ?? {} }));
  const names = [...action.needs, ...(action.takes ?? [])];
  const placed: readonly CheckError[] = all.filter((error) => names.includes(error.at.split("/")[1] ?? ""));
  if (placed.length > 0 && placed.length === all.length) return { placed };
  const message = all.flatMap((error) => (placed.includes(error) ? [] : [error.message])).join(" ");
  return { placed, notice: describeRefusal(ports, { ...failure, message: message || failure.message }) };
}

/** Manages one operation per action, created on first use. */
function useOperations(
  ports: Ports,
  { entity, id, record, checkWords }: Pick<Props, "entity" | "id" | "record" | "checkWords">,
) {
  const flags = useContext(DecisionContext)?.flags ?? [];
  const operations = useRef(new Map<string, { operation: Operation; key: IdempotencyKey }>());
  useEffect(() => {
    const all = operations.current;
    for (const { operation } of all.values()) operation.attach();
    return () => {
      for (const { operation } of all.values()) operation.detach();
    };
  }, []);
  return {
    find(action: RecordAction): Operation {
      const known = operations.current.get(action.name);
      const key =
        known?.key ?? new IdempotencyKey(`act.${ports.user()}.${entity.name}.${action.name}.${id}`, sessionStorage);
      const setup: OperationSetup = {
        call: action.call,
        key,
        entity,
        idempotency: "durable",
        stepUp: action.call.stepUp,
        guarded: action.call.guards !== undefined,
        describe: async () =>
          (await import("./step-up-summary.ts")).describeAction(
            entity,
            record ?? {},
            { label: action.label, event: action.name },
            ports.lang,
            [
              ...(record && flags.length > 0 ? [describeFlagged(entity, record, flags, ports)] : []),
              ...(checkWords === undefined ? [] : [{ label: ports.t("detail.checkWords"), text: checkWords }]),
            ],
          ),
        notifyLate: (outcome) => describeLate(ports, { action, id, outcome }),
      };
      known?.operation.configure(ports, setup);
      const operation = known?.operation ?? new Operation(ports, setup);
      operations.current.set(action.name, { operation, key });
      return operation;
    },
    resolve: (name: string) => operations.current.get(name)?.operation.resolve({ record }),
  };
}

/**
 * Returns the function to call after a success. In an inbox, it also reports party and amount, because the next record
 * takes the place of the decided one.
 */
function useDone({ entity, record, onDone }: Pick<Props, "entity" | "record" | "onDone">): Props["onDone"] {
  const { notify, lang } = usePorts();
  const decision = useContext(DecisionContext);
  return (action) => {
    if (decision && record) notify("success", `${action.label} · ${formatRecordName(entity, record, lang)}`);
    onDone(action);
  };
}

/** Returns the line of a record that is unusual, with what is unusual about it. */
function describeFlagged(entity: Entity, record: Row, flags: readonly string[], { lang }: Ports): ConfirmedLine {
  const { party, amount } = nameRecord(entity, record, lang);
  return { label: party, text: amount, flags };
}

/** Returns the notification for a record that was left before the response arrived. */
function describeLate(
  { t }: Ports,
  { action, id, outcome }: { action: RecordAction; id: string; outcome: Outcome },
): LateNotice | undefined {
  if (outcome.end === "cancelled") return undefined;
  if (outcome.end === "succeeded") return { tone: "success", title: action.confirmation, detail: id };
  const detail =
    outcome.end === "unknown"
      ? t("form.unknown")
      : outcome.end === "offline"
        ? t("detail.notSent")
        : outcome.failure.message;
  return { tone: "warning", title: `${action.label} · ${id}`, detail };
}
