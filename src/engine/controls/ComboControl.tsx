/**
 * Searchable select (WAI-ARIA combobox with a listbox). `load` supplies the options while typing and when the list
 * opens. The input is usable at once; its list is loaded on the first hover or focus.
 */
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { createOptionalPart } from "../react/optional-part.tsx";
import type { ComboListProps, ListHandle } from "./ComboList.tsx";
import { type InputProps, useForm } from "./model.tsx";
import { type ComboOption, useComboOptions } from "./use-combo-options.tsx";

export interface ComboProps extends InputProps {
  /** Loads the options that match `q`, or the first ones for an empty string. */
  load(q: string, signal: AbortSignal): Promise<ComboOption[]>;
  /** Text of the selected value, empty while it is unknown or nothing is selected. */
  chosen: string;
  onChoose(option: ComboOption | undefined): void;
  /** Why the control is read-only for now, shown as its placeholder. */
  waiting?: string | undefined;
  /**
   * Action that adds a record, offered as the last row of the list, or as the only row when nothing matches. Both
   * functions receive the typed text.
   */
  add?: { label(typed: string): string; go(typed: string): void } | undefined;
}

/** Value of the row that adds a record. No record has an empty key. */
const ADD = "";

/**
 * Number of trailing characters that stay visible when the selected text is truncated, enough for the last digits of a
 * masked number.
 */
const ENDING = 9;

const List = createOptionalPart<ComboListProps>(() => import("./ComboList.tsx").then(({ ComboList }) => ComboList));

/** Loads the list component before a combobox is first hovered or focused. */
export const loadComboList = (): Promise<void> => List.load();

/**
 * Combobox whose options `load` finds by the typed text.
 * @example
 * <ComboControl {...input} load={async () => [{ value: "CN", label: "China" }]} chosen="" onChoose={() => undefined} />;
 */
export function ComboControl(props: ComboProps) {
  const { leaf, aria, spec, chosen, waiting } = props;
  const { store, ports } = useForm();
  const input = useRef<HTMLInputElement>(null);
  const combo = useCombobox(props, input);
  const { typed, open } = combo;
  return (
    <div className="pf-combo">
      <input
        {...aria}
        ref={input}
        className="pf-control"
        type="text"
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={open ? `${aria.id}-listbox` : undefined}
        placeholder={waiting ?? spec.placeholder ?? ports.t("form.chooseOrType")}
        readOnly={waiting !== undefined}
        value={typed ?? chosen}
        onChange={(event) => combo.type(event.target.value)}
        onPointerEnter={List.load}
        onFocus={List.load}
        onClick={combo.show}
        onKeyDown={combo.onKeyDown}
        onBlur={() => {
          combo.leave();
          store.blur(leaf);
        }}
      />
      {/* An input truncates its text at the end, where account numbers differ. While it is not being edited, the text
          is truncated in the middle, as in lists. */}
      {!open && !waiting && chosen.length > ENDING && (
        <span className="pf-said" aria-hidden>
          <span>{chosen.slice(0, -ENDING)}</span>
          <span>{chosen.slice(-ENDING)}</span>
        </span>
      )}
      <span className="pf-caret" aria-hidden />
      {open && <OpenList {...combo} chosen={chosen} input={input} id={aria.id} value={leaf.value} />}
    </div>
  );
}

type Combobox = ReturnType<typeof useCombobox>;
type OpenListProps = Combobox & Pick<ComboListProps, "input" | "id" | "value"> & { chosen: string };

function OpenList({ typed = "", chosen, choose, close, ...combo }: OpenListProps) {
  const { handle, input, id, value, isTyped, options, state, retry } = combo;
  return (
    <List
      {...{ handle, input, id, value, typed, isTyped, options, state, retry }}
      isUntouched={typed === chosen}
      onChoose={choose}
      onClose={close}
    />
  );
}

/** Manages the typed text, options and selection of the combobox around `input`. */
function useCombobox(
  { leaf, load, chosen, onChoose, waiting, add }: ComboProps,
  input: RefObject<HTMLInputElement | null>,
) {
  const [typed, setTyped] = useState<string>();
  const [pending, setPending] = useState(false);
  const handle = useRef<ListHandle>(null);
  const open = typed !== undefined;
  const search = typed === chosen ? "" : (typed ?? "").trim();
  const { options, state, retry } = useOptions(open, search, { load, add });
  const isTyped = state === "idle" && typed !== "" && typed !== chosen;

  const typing = useLeaf(leaf, input, () => setTyped(undefined));
  const show = () => {
    if (!open && !waiting) setTyped(chosen);
  };
  const type = (text: string | undefined) => {
    typing.current = text !== undefined;
    setTyped(text);
    setPending(false);
  };
  const close = () => type(undefined);
  const choose = (option: ComboOption) => {
    if (option.closed) return;
    if (option.value === ADD) add?.go(search);
    else if (option.value !== leaf.value || typed !== chosen) onChoose(option);
    close();
  };
  // Enter or Tab before the options have loaded selects the first match once they arrive.
  useEffect(() => {
    if (!pending || state === "loading") return;
    setPending(false);
    if (isTyped && options[0]) choose(options[0]);
    else if (document.activeElement !== input.current) close();
    // oxlint-disable-next-line react/exhaustive-deps -- uses the options loaded by then
  }, [pending, state]);
  useHold(leaf, pending);
  const take = () => {
    const current = handle.current ? handle.current.highlighted() : isTyped ? options[0] : undefined;
    if (current) choose(current);
    else if (state === "loading" && typed !== chosen && typed?.trim()) setPending(true);
  };
  /** Selects the only option whose label equals the typed text, or clears the value when the text was deleted. */
  const leave = () => {
    if (!open || pending) return;
    const exact = options.filter((option) => !option.closed && option.label === typed?.trim());
    if (typed?.trim() === "" && chosen) onChoose(undefined);
    else if (exact.length === 1 && typed !== chosen) onChoose(exact[0]);
    close();
  };
  const onKeyDown = createKeyHandler({ open, show, take, close, handle });
  return { handle, typed, open, isTyped, options, state, retry, show, type, choose, close, leave, onKeyDown };
}

/** Loads the options of an open list. Once loaded, the row that adds a record comes last. */
function useOptions(open: boolean, search: string, { load, add }: Pick<ComboProps, "load" | "add">) {
  const { options: found, state, retry } = useComboOptions(open, search, load);
  const label = open && state === "idle" ? add?.label(search) : undefined;
  const options = useMemo(() => (label === undefined ? found : [...found, { value: ADD, label }]), [found, label]);
  return { options, state, retry };
}

/**
 * Attaches the field to the input and returns a ref that the caller sets while the user is typing. Changes from outside
 * (such as the bank found for a card number) must not discard what was typed.
 */
function useLeaf(leaf: InputProps["leaf"], input: RefObject<HTMLInputElement | null>, onWrite: () => void) {
  const typing = useRef(false);
  const latest = useRef(onWrite);
  latest.current = onWrite;
  useEffect(
    () => leaf.attach({ write: () => !typing.current && latest.current(), focus: () => input.current?.focus() }),
    [leaf, input],
  );
  return typing;
}

/** Prevents the form from being submitted with the outdated value while a selection is pending. */
function useHold(leaf: InputProps["leaf"], pending: boolean): void {
  const { ports } = useForm();
  useEffect(() => {
    if (!pending) return undefined;
    leaf.setBusy(ports.t("form.loading"));
    return () => leaf.setBusy(undefined);
  }, [pending, leaf, ports]);
}

interface KeyActions {
  open: boolean;
  show(): void;
  take(): void;
  close(): void;
  handle: RefObject<ListHandle | null>;
}
/** Keys handled by the list. All others are left to the input. */
const KEYS = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Enter", "Escape"]);

function createKeyHandler({ open, show, take, close, handle }: KeyActions) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    // Tab selects the highlighted option and moves to the next field.
    if (event.key === "Tab" && open) take();
    if (!KEYS.has(event.key)) return;
    if (!open) {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      show();
    } else if (event.key === "Enter") take();
    else if (event.key === "Escape") close();
    else handle.current?.onKeyDown?.(event);
    event.preventDefault();
    event.stopPropagation();
  };
}
