/**
 * Input for several values as chips in front of a text input. Enter, a semicolon or blur turns the typed text into a
 * chip. Backspace in the empty input moves to the last chip, arrow keys move between chips, and Delete or Backspace
 * removes one.
 */
import { type ClipboardEvent, type KeyboardEvent, useCallback, useRef, useState, useMemo } from "react";
import { bind } from "../controls/bindings.ts";
import { type InputProps, useForm } from "../controls/model.tsx";
import type { LeafNode } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";
import { describeItem, splitItems } from "../kinds/list-kind.ts";

const SEPARATES = /[;；\n]/u;

export function TagsInput({ leaf, aria, spec }: InputProps) {
  const { t } = useForm().ports;
  const tags = useTags(leaf);
  const { add, type, show } = tags;
  const box = useRef<HTMLDivElement>(null);
  const [announcement, setAnnouncement] = useState("");
  const commit = useCallback(
    (input: HTMLInputElement) => {
      if (input.value.trim() === "") return;
      setAnnouncement(t("form.added", { values: add(input.value).join(t("form.andMore")) }));
      input.value = "";
    },
    [add, t],
  );
  const ref = useCallback(
    (input: HTMLInputElement) => {
      bind(input, {
        leaf,
        read: () => (SEPARATES.test(input.value) ? commit(input) : type(input.value)),
        leave: () => commit(input),
      });
      return leaf.attach({
        write() {
          input.value = "";
          show();
        },
        focus: () => input.focus(),
      });
    },
    [leaf, commit, type, show],
  );
  return (
    <div ref={box} className="pf-control pf-tags">
      <Chips tags={tags} label={t("form.chosenOf", { label: spec.label })} onRemoved={setAnnouncement} />
      <input
        {...aria}
        ref={ref}
        type="text"
        autoComplete="off"
        placeholder={tags.chips.length === 0 ? (spec.placeholder ?? t("form.tagsHow")) : undefined}
        onKeyDown={(event) => pressInInput(event, commit)}
        onPaste={(event) => pasteItems(event, commit)}
      />
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </div>
  );
}

interface ChipsProps {
  tags: Tags;
  label: string;
  onRemoved(announcement: string): void;
}
function Chips({ tags, label, onRemoved }: ChipsProps) {
  const { t } = useForm().ports;
  const remove = (button: HTMLButtonElement, index: number) => {
    onRemoved(t("form.removed", { value: tags.label(tags.chips[index]) }));
    // After the last chip, the focus moves to the input.
    const { all, input } = findAround(button);
    tags.remove(index);
    (all[index + 1] ?? input)?.focus();
  };
  return (
    <ul aria-label={label}>
      {tags.chips.map((value, index) => (
        <li key={String(value)} className="chip">
          {tags.label(value)}
          <button
            type="button"
            tabIndex={-1}
            aria-label={t("form.removeItem", { value: tags.label(value) })}
            onClick={(event) => remove(event.currentTarget, index)}
            onKeyDown={(event) => walk(event, index, remove)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Returns the chip buttons and the input around an element of the field. */
function findAround(element: Element) {
  const box = element.closest(".pf-tags");
  return { all: [...(box?.querySelectorAll("button") ?? [])], input: box?.querySelector("input") };
}

/** Handles keys in the input. Enter in an empty input is left to the form. */
function pressInInput(event: KeyboardEvent<HTMLInputElement>, commit: (input: HTMLInputElement) => void): void {
  const { currentTarget: input, key, nativeEvent } = event;
  if (nativeEvent.isComposing) return;
  if (key === "Enter" && input.value.trim() !== "" && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    commit(input);
  } else if ((key === "Backspace" || key === "ArrowLeft") && input.value === "") {
    findAround(input).all.at(-1)?.focus();
  }
}

/** Turns a pasted list into chips, because a text input would drop the line breaks between its items. */
function pasteItems(event: ClipboardEvent<HTMLInputElement>, commit: (input: HTMLInputElement) => void): void {
  const text = event.clipboardData.getData("text");
  if (!SEPARATES.test(text)) return;
  event.preventDefault();
  event.currentTarget.value += text.replace(/\s*\n\s*/g, ";");
  commit(event.currentTarget);
}

/** Handles keys on a chip: arrows, Home and End move, Delete and Backspace remove. */
function walk(
  event: KeyboardEvent<HTMLButtonElement>,
  index: number,
  remove: (button: HTMLButtonElement, index: number) => void,
): void {
  const { key, currentTarget: button } = event;
  const { all, input } = findAround(button);
  const to = new Map([
    ["ArrowLeft", Math.max(0, index - 1)],
    ["ArrowRight", index + 1],
    ["Home", 0],
    ["End", all.length],
  ]).get(key);
  if (key === "Delete" || key === "Backspace") remove(button, index);
  else if (to !== undefined) (all[to] ?? input)?.focus();
  else return;
  event.preventDefault();
}

/** Returns the values without duplicates, keeping the first of each. */
const removeDuplicates = (values: readonly unknown[]): unknown[] => {
  const seen = new Map(values.toReversed().map((value) => [String(value), value]));
  return [...new Set(values.map(String))].map((key) => seen.get(key));
};

interface Tags {
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
function useTags(leaf: LeafNode): Tags {
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
