/** A form of an entity, or of a call's request: from the schema to the answer, with everything between. */
import type { ReactNode } from "react";
import type { CallPlan, Entity, Row } from "../model/entity.ts";
import type { CallResult } from "../model/ports.ts";
import { FormGate } from "./FormGate.tsx";

export { loadInputs } from "../inputs/skins.tsx";

/** What both doors to a form have in common. */
export interface FormExtras {
  /** Start values; those of fields that are not in the form go out with it. */
  preset?: Row;
  onCancel?(): void;
  /** Told when the form becomes unfinished and when it no longer is, so the app can ask before it leaves. */
  onDirty?(dirty: boolean): void;
  /** Words of the main button; the schema's own otherwise. */
  submitLabel?: string;
  /** The form may not go out now: the main button does this instead, and what was filled in stays. Without `act` it only says why. */
  instead?: { label: string; act?(): void };
  /** Stands between the fields and the buttons (a link, a remark). */
  children?: ReactNode;
}
export interface EntityFormProps extends FormExtras {
  entity: Entity;
  /** Which of the entity's calls takes the form: `create`, or `update` when there is a record. */
  call?: string;
  /** The record to change. */
  record?: Row;
  /** The stored record, as the server answered. */
  onDone(record: Row, map: CallResult): void;
}
export interface CallFormProps extends FormExtras {
  call: { call: CallPlan; request: Entity };
  /** The answer, what was sent, and what was entered: that has local values, too. */
  onDone(map: CallResult, sent: Row, entered: Row): void | Promise<void>;
}

export function EntityForm({ entity, call, record, onDone, ...extras }: EntityFormProps) {
  const name = call ?? (record ? "update" : "create");
  const plan = entity.calls[name];
  if (!plan) throw new Error(`${entity.name} has no call ${name}`);
  return (
    <FormGate
      {...extras}
      entity={entity}
      call={plan}
      record={record}
      onDone={(map, sent) => onDone((map.record as Row | undefined) ?? sent, map)}
    />
  );
}

/** The request of a call as a form: sign-in, a changed password, a question. */
export function CallForm({ call, onDone, ...extras }: CallFormProps) {
  return <FormGate {...extras} entity={call.request} call={call.call} onDone={onDone} />;
}
