/** Values of a tags input: the chips, and the text typed after them, which is already part of the leaf's value. */
import { useMemo, useState } from "react";
import { useForm } from "../controls/model.tsx";
import type { LeafNode } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";
import { describeItem, splitItems } from "../kinds/list-kind.ts";

/** Returns the values without duplicates, keeping the first of each. */
const removeDuplicates = (values: readonly unknown[]): unknown[] => {
  const seen = new Map(values.toReversed().map((value) => [String(value), value]));
  return [...new Set(values.map(String))].map((key) => seen.get(key));
};

export interface Tags {
  chips: readonly unknown[];
  label(value: unknown): string;
  /** Adds the typed text to the value while it stays in the input. */
  type(text: string): void;
  /** Turns text into chips and returns their labels. */
  add(text: string): string[];
  remove(index: number): void;
  /** Displays the leaf's value after an external change. */
  show(): void;
}

/** Returns the chips of a leaf and the methods that change them. The methods are stable across renders. */
export function useTags(leaf: LeafNode): Tags {
  const { store } = useForm();
  const [chips, setChips] = useState<readonly unknown[]>(() => readList(leaf));
  const methods = useMemo(() => createMethods(leaf, store, setChips), [leaf, store]);
  return { chips, ...methods };
}

const readList = ({ value }: LeafNode): readonly unknown[] => (Array.isArray(value) ? value : []);

function createMethods(
  leaf: LeafNode,
  store: FormStore,
  setChips: (values: readonly unknown[]) => void,
): Omit<Tags, "chips"> {
  let latest = readList(leaf);
  const context = () => ({ ...store.context(leaf), field: describeItem(leaf.field) });
  const label = (value: unknown): string => {
    const inner = context();
    return inner.field.kind.text(value, inner) || String(value);
  };
  const parse = (text: string): unknown[] => {
    const inner = context();
    return splitItems(text).map((part) => {
      const parsed = inner.field.kind.parse(part, inner);
      return parsed.ok ? parsed.value : part;
    });
  };
  const put = (values: readonly unknown[]) => store.set(leaf, values.length > 0 ? values : undefined);
  const draw = (values: readonly unknown[]) => {
    latest = values;
    setChips(values);
  };
  return {
    label,
    type: (text) => put(removeDuplicates([...latest, ...parse(text)])),
    add(text) {
      const added = parse(text);
      draw(removeDuplicates([...latest, ...added]));
      put(latest);
      return added.map(label);
    },
    remove(index) {
      draw(latest.toSpliced(index, 1));
      put(latest);
    },
    show: () => draw(readList(leaf)),
  };
}
