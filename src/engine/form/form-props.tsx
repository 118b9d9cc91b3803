/** Props of the forms, shared by the parts that draw them. */
import type { ComponentType, ReactNode } from "react";
import type { AdderProps } from "../controls/model.tsx";
import type { CallPlan, Entity, Row } from "../model/entity.ts";
import type { CallResult } from "../model/ports.ts";

/** Props of both kinds of form. */
export interface FormExtras {
  /** Initial values. Those of fields that are not in the form are submitted with it. */
  preset?: Row | undefined;
  onCancel?: (() => void) | undefined;
  /** Called when unsaved changes appear and disappear, so that the app can block navigation. */
  onDirty?: ((dirty: boolean) => void) | undefined;
  /** Label of the submit button; default: the schema's. */
  submitLabel?: string | undefined;
  /**
   * Replaces submitting: the main button does this instead and the values stay. Without `act` it is disabled and
   * `label` gives the reason.
   */
  instead?: { label: string; act?: (() => void) | undefined } | undefined;
  /** Rendered between the fields and the buttons. */
  children?: ReactNode;
  /** Adds a record that a field refers to; absent where no form may open over this one. */
  Adder?: ComponentType<AdderProps>;
}
export interface EntityFormProps extends FormExtras {
  entity: Entity;
  /** Name of the entity's call that takes the form. Default: `update` with a record, otherwise `create`. */
  call?: string;
  /** The record to change. */
  record?: Row | undefined;
  /** Names of the record's secrets that hold a value; left out: unknown. */
  secrets?: readonly string[] | undefined;
  /** Called with the stored record and the response. */
  onDone(record: Row, map: CallResult): void;
}
/** Props of a form over a call's request. */
export interface CallFormProps extends FormExtras {
  call: { call: CallPlan; request: Entity };
  /** Called with the response, the request body and the form's values, local ones included. */
  onDone(map: CallResult, sent: Row, entered: Row): void | Promise<void>;
}
/** Props of a form over one call of an entity. */
export interface FormGateProps extends FormExtras {
  entity: Entity;
  call: CallPlan;
  record?: Row | undefined;
  secrets?: readonly string[] | undefined;
  onDone(map: CallResult, sent: Row, entered: Row): void | Promise<void>;
}
