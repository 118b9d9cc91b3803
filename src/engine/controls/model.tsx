/** What every field of a form reaches through React context: its store, the outside, and the words of its own. */
import { createContext, useContext } from "react";
import { textName } from "../entity/core.ts";
import type { Entity, Field } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import type { LeafNode, View } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";

export interface FieldSpec {
  field: Field;
  label: string;
  help?: string;
  placeholder?: string;
}
/** Ties a control to its label, its message and its state; every input spreads it on the element that has the focus. */
export interface Aria {
  id: string;
  "aria-describedby": string;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}
/** What the input of a kind gets. */
export interface InputProps {
  leaf: LeafNode;
  view: View;
  spec: FieldSpec;
  aria: Aria;
}
export interface FormModel {
  store: FormStore;
  entity: Entity;
  ports: Ports;
  spec(field: Field): FieldSpec;
}

const Context = createContext<FormModel | undefined>(undefined);
export const FormModelProvider = Context;

/** The form around a field; throws outside one. */
export function useForm(): FormModel {
  const model = useContext(Context);
  if (!model) throw new Error("a field stands outside its form");
  return model;
}

/** A text of the entity, or nothing where it has none. */
export function ownText(
  entity: Entity,
  key: string,
  lang: Ports["lang"],
  params?: Record<string, string | number>,
): string | undefined {
  const text = entity.text(key, lang, params);
  return text === key ? undefined : text;
}

/** Label, help and placeholder of a field, looked up once a form. */
export function specs(entity: Entity, lang: Ports["lang"]): (field: Field) => FieldSpec {
  const known = new Map<Field, FieldSpec>();
  return (field) => {
    let spec = known.get(field);
    if (!spec) {
      const text = (part: string) => ownText(entity, `field.${textName(field)}.${part}`, lang);
      spec = { field, label: text("label") ?? field.name, help: text("help"), placeholder: text("placeholder") };
      known.set(field, spec);
    }
    return spec;
  };
}
