/** Props of the forms, shared by the components that render them. */
import type { ComponentType, ReactNode } from "react";
import type { AdderProps } from "../model/adder.ts";
import type { CallPlan, Entity, Row } from "../model/entity.ts";
import type { CallResult } from "../model/ports.ts";

/** Props shared by `EntityForm` and `CallForm`. */
export interface FormExtras {
  /** Initial values. Values of fields that are not part of the form are submitted as well. */
  preset?: Row | undefined;
  onCancel?: (() => void) | undefined;
  /** Called when the dirty state changes, so that the app can block navigation. */
  onDirty?: ((dirty: boolean) => void) | undefined;
  /** Label of the submit button. Default: the text in the schema, or else a general one. */
  submitLabel?: string | undefined;
  /**
   * Replaces submitting: the main button calls `act` instead, and the values are kept. Without `act` it is disabled,
   * and `label` gives the reason.
   */
  instead?: { label: string; act?: (() => void) | undefined } | undefined;
  /** Rendered between the fields and the buttons. */
  children?: ReactNode;
  /** Component that adds a referenced record. Undefined where no further form may open on top of the form. */
  Adder?: ComponentType<AdderProps>;
}
export interface EntityFormProps extends FormExtras {
  entity: Entity;
  /** Name of the entity's call that the form submits. Default: `update` with a record, otherwise `create`. */
  call?: string;
  /** The record to change. */
  record?: Row | undefined;
  /** Names of the record's secrets that have a value. Undefined when unknown. */
  secrets?: readonly string[] | undefined;
  /**
   * Called with the stored record and the response. If the response contains no record, the request body is passed
   * instead.
   */
  onDone(record: Row, map: CallResult): void;
}
/** Props of a form for a call's request. */
export interface CallFormProps extends FormExtras {
  call: { call: CallPlan; request: Entity };
  /** Called with the response, the request body, and the form's values including local ones. */
  onDone(map: CallResult, sent: Row, entered: Row): void | Promise<void>;
}
/** Props of a form whose call has been resolved, either a call of an entity or a standalone one. */
export interface FormGateProps extends FormExtras {
  entity: Entity;
  call: CallPlan;
  record?: Row | undefined;
  secrets?: readonly string[] | undefined;
  onDone(map: CallResult, sent: Row, entered: Row): void | Promise<void>;
}
