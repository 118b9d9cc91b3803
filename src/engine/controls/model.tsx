/** Form context of every field: store, ports and texts. */
import { type ComponentType, createContext, useContext } from "react";
import { getTextName } from "../entity/core.ts";
import type { Entity, Field, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import type { LeafNode, View } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";

export interface FieldSpec {
  field: Field;
  label: string;
  help: string | undefined;
  placeholder: string | undefined;
}
/**
 * ARIA attributes that link a control to its label, message and state. Every input spreads them on its focusable
 * element.
 */
export interface Aria {
  id: string;
  "aria-describedby": string;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}
/** Props of a kind's input. */
export interface InputProps {
  leaf: LeafNode;
  view: View;
  spec: FieldSpec;
  aria: Aria;
  /** Stands in a cell of a table: one control, no higher than a line. */
  inCell?: boolean;
}
/** Props of what adds a record that a field refers to, over the form. */
export interface AdderProps {
  /** Name of the entity. */
  entity: string;
  title: string;
  preset: Row;
  onDone(entity: Entity, record: Row): void;
  onCancel(): void;
}
export interface FormModel {
  store: FormStore;
  entity: Entity;
  ports: Ports;
  spec(field: Field): FieldSpec;
  /** Absent where no form may open over this one. */
  Adder?: ComponentType<AdderProps>;
}

const Context = createContext<FormModel | undefined>(undefined);
export const FormModelProvider = Context;

/**
 * Returns the form context.
 * @throws when the component is rendered outside of a form
 * @example
 * const { store } = useForm();
 */
export function useForm(): FormModel {
  const model = useContext(Context);
  if (!model) throw new Error("useForm() must be used inside a form");
  return model;
}

/** Returns a text of the entity; undefined when the key has none. */
export function findText(
  entity: Entity,
  key: string,
  lang: Ports["lang"],
  params?: Record<string, string | number>,
): string | undefined {
  const text = entity.text(key, lang, params);
  return text === key ? undefined : text;
}

/** Returns a cached lookup of a field's label, help and placeholder. */
export function createSpecs(entity: Entity, lang: Ports["lang"]): (field: Field) => FieldSpec {
  const known = new Map<Field, FieldSpec>();
  return (field) => {
    const found = known.get(field);
    if (found) return found;
    const text = (part: string) => findText(entity, `field.${getTextName(field)}.${part}`, lang);
    const spec = { field, label: text("label") ?? field.name, help: text("help"), placeholder: text("placeholder") };
    known.set(field, spec);
    return spec;
  };
}
