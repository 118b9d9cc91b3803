/** Form context for all fields: store, entity, ports and field labels. */
import { type ComponentType, createContext, useContext } from "react";
import { findText, getTextName } from "../entity/labels.ts";
import { listSummaryFields } from "../entity/summary-fields.ts";
import type { Entity, Field } from "../model/entity.ts";
import type { AdderProps } from "../model/adder.ts";
import type { Ports } from "../model/ports.ts";
import type { LeafNode, View } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";

export interface FieldSpec {
  field: Field;
  label: string;
  /** Label without the name of the enclosing nested object. Equals `label` for fields outside nested objects. */
  short: string;
  help: string | undefined;
  placeholder: string | undefined;
  /** Unit of a whole number, such as days. */
  unit: string | undefined;
  /** Whether the field is read-only and shown by the summary, so that the form shows it only if it has an error. */
  summarised: boolean;
}
/**
 * ARIA attributes that link a control to its label, message and state. Each input spreads them on its focusable
 * element.
 */
export interface Aria {
  id: string;
  "aria-describedby": string;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}
/** Props of the input component of a kind. */
export interface InputProps {
  leaf: LeafNode;
  view: View;
  spec: FieldSpec;
  aria: Aria;
  /** Whether the control is in a table cell, where it must be no taller than a line. */
  inCell?: boolean;
}
export interface FormModel {
  store: FormStore;
  entity: Entity;
  ports: Ports;
  spec(field: Field): FieldSpec;
  /** Form that adds a referenced record. Undefined where no second form may open on top of this one. */
  Adder?: ComponentType<AdderProps>;
}

const Context = createContext<FormModel | undefined>(undefined);
export const FormModelProvider = Context;

/**
 * Returns the form context.
 * @throws when the component is rendered outside a form
 * @example
 * const { store } = useForm();
 */
export function useForm(): FormModel {
  const model = useContext(Context);
  if (!model) throw new Error("useForm() must be used inside a form");
  return model;
}

/** Returns a cached lookup of a field's label, help and placeholder. */
export function createSpecs(entity: Entity, lang: Ports["lang"]): (field: Field) => FieldSpec {
  const cache = new Map<Field, FieldSpec>();
  const inSummary = listSummaryFields(entity);
  const confirmed = new Set(entity.rules.flatMap((rule) => rule.confirms ?? []));
  return (field) => {
    const found = cache.get(field);
    if (found) return found;
    const text = (part: string) => findText(entity, `field.${getTextName(field)}.${part}`, lang);
    const label = text("label") ?? field.name;
    const spec = {
      field,
      label,
      short: text("short") ?? label,
      help: text("help"),
      placeholder: text("placeholder"),
      unit: field.unit && entity.unit(undefined, lang, field),
      summarised: Boolean(field.readOnly) && (inSummary.has(field.name) || confirmed.has(field.name)),
    };
    cache.set(field, spec);
    return spec;
  };
}
