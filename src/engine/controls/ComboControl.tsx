/**
 * Searchable select (WAI-ARIA combobox with a listbox). Options come from `load` while typing and when the list opens.
 */
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { type InputProps, useForm } from "./model.tsx";
import { Popup } from "./Popup.tsx";
import { type ComboOption, useComboOptions } from "./use-combo-options.tsx";

export interface ComboProps extends InputProps {
  /** Loads the options that match `q`; the first ones for an empty text. */
  load(q: string, signal: AbortSignal): Promise<ComboOption[]>;
  /** Text of the selected value; empty while it is unknown. */
  chosen: string;
  onChoose(option: ComboOption | undefined): void;
  /** Why the control is disabled; shown as placeholder. */
  waiting?: string | undefined;
  /** Last row of the list, and its only one when nothing matches. */
  add?: { label(typed: string): string; go(typed: string): void } | undefined;
}

/** Value of the row that adds: no record has it. */
const ADD = "";

/**
 * Number of trailing characters kept visible when the selected text is cut: the end of a masked number with its stars.
 */
const ENDING = 9;

/**
 * Combobox over options that `load` finds by the typed text.
 * @example
 * <ComboControl {...input} load={async () => [{ value: "CN", label: "China" }]} chosen="" onChoose={() => undefined} />;
 */
export function ComboControl(props: ComboProps) {
  const { leaf, aria, spec, chosen, waiting } = props;
  const { store, ports } = useForm();
  const input = useRef<HTMLInputElement>(null);
  const combo = useCombobox(props, input);
  const { typed, open, listId, active, current } = combo;
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
        aria-controls={open ? listId : undefined}
        aria-activedescendant={current ? `${listId}-${active}` : undefined}
        placeholder={waiting ?? spec.placeholder ?? ports.word("form.chooseOrType")}
        readOnly={waiting !== undefined}
        value={typed ?? chosen}
        onChange={(event) => combo.type(event.target.value)}
        onClick={combo.show}
        onKeyDown={combo.onKeyDown}
        onBlur={() => {
          combo.leave();
          store.blur(leaf);
        }}
      />
      {/* An input clips its text at the end, where account numbers differ. While not editing, the text is cut in the middle, as in lists. */}
      {!open && !waiting && chosen.length > ENDING && (
        <span className="pf-said" aria-hidden>
          <span>{chosen.slice(0, -ENDING)}</span>
          <span>{chosen.slice(-ENDING)}</span>
        </span>
      )}
      <span className="pf-caret" aria-hidden />
      {open && (
        <Popup anchor={input} wide>
          <OptionList combo={combo} value={leaf.value} />
        </Popup>
      )}
    </div>
  );
}

/** State of a combobox and what its keys do. */
type Combobox = ReturnType<typeof useCombobox>;

/** Typed text, highlighted option and selection of a combobox whose text is in `input`. */
function useCombobox(
  { leaf, aria, load, chosen, onChoose, waiting, add }: ComboProps,
  input: RefObject<HTMLInputElement | null>,
) {
  const [typed, setTyped] = useState<string>();
  const [pending, setPending] = useState(false);
  const open = typed !== undefined;
  const words = typed === chosen ? "" : (typed ?? "").trim();
  const { options, state, retry } = useOptions(open, words, { load, add });
  const listId = `${aria.id}-list`;
  const isTyped = state === "idle" && typed !== "" && typed !== chosen;
  const { active, current, point } = useHighlight(options, isTyped, listId);

  const typing = useLeaf(leaf, input, () => setTyped(undefined));
  const show = () => {
    if (!open && !waiting) setTyped(chosen);
  };
  const type = (text: string | undefined) => {
    typing.current = text !== undefined;
    setTyped(text);
    point(undefined);
    setPending(false);
  };
  const close = () => type(undefined);
  const choose = (option: ComboOption | undefined) => {
    if (option?.closed) return;
    if (option?.value === ADD) add?.go(words);
    else onChoose(option);
    close();
  };
  // Enter or Tab before the options have loaded selects the first match once they arrive.
  useEffect(() => {
    if (!pending || state === "loading") return;
    setPending(false);
    if (current) choose(current);
    else if (document.activeElement !== input.current) close();
    // oxlint-disable-next-line react/exhaustive-deps -- what is pointed at by then
  }, [pending, state]);
  useHold(leaf, pending);
  const step = (by: number) => {
    show();
    if (options.length > 0) point((active + by + options.length + (active < 0 && by < 0 ? 1 : 0)) % options.length);
  };
  const take = () => {
    if (current) choose(current);
    else if (state === "loading" && typed !== chosen && typed?.trim()) setPending(true);
  };
  /** Selects the one option that the typed text is; an emptied text clears the value. */
  const leave = () => {
    if (!open || pending) return;
    const exact = options.filter((option) => !option.closed && option.label === typed?.trim());
    if (typed?.trim() === "" && chosen) onChoose(undefined);
    else if (exact.length === 1 && typed !== chosen) onChoose(exact[0]);
    close();
  };
  const onKeyDown = createKeyHandler({ open, step, take, close });
  return { typed, open, options, state, retry, listId, active, current, show, type, choose, leave, onKeyDown };
}

/** Loads the options of an open list; the row that adds a record is the last. */
function useOptions(open: boolean, words: string, { load, add }: Pick<ComboProps, "load" | "add">) {
  const { options: found, state, retry } = useComboOptions(open, words, load);
  const label = open && state === "idle" ? add?.label(words) : undefined;
  const options = useMemo(() => (label === undefined ? found : [...found, { value: ADD, label }]), [found, label]);
  return { options, state, retry };
}

/**
 * Attaches the field to the input, and returns whether the user is typing: an external change (the bank found for a card number) must not discard
 * that.
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

/**
 * The highlighted option, scrolled into view. New options highlight the first match of a typed text. An untouched list highlights nothing, nor do
 * options of an earlier text.
 */
function useHighlight(options: readonly ComboOption[], isTyped: boolean, listId: string) {
  const [pointed, setPointed] = useState<{ in: readonly ComboOption[]; at: number }>();
  const active = pointed?.in === options ? pointed.at : isTyped && options.length > 0 ? 0 : -1;
  useEffect(() => {
    // Newer browsers return a promise, which React would take for a clean-up function.
    document.getElementById(`${listId}-${active}`)?.scrollIntoView?.({ block: "nearest" });
  }, [active, listId]);
  return {
    active,
    current: active >= 0 ? options[active] : undefined,
    /** Highlights the option at an index; none for undefined. */
    point: (at: number | undefined) => setPointed(at === undefined ? undefined : { in: options, at }),
  };
}

/** Holds the field while a selection is pending: until then the form has an outdated value and must not be submitted. */
function useHold(leaf: InputProps["leaf"], pending: boolean): void {
  const { ports } = useForm();
  useEffect(() => {
    if (!pending) return undefined;
    leaf.hold(ports.word("form.loading"));
    return () => leaf.hold(undefined);
  }, [pending, leaf, ports]);
}

/** Actions of the keys of a combobox. */
interface KeyActions {
  open: boolean;
  step(by: number): void;
  take(): void;
  close(): void;
}

function createKeyHandler({ open, step, take, close }: KeyActions) {
  return (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    // Tab selects the highlighted option and moves to the next field.
    if (event.key === "Tab" && open) take();
    const act = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: open ? take : undefined,
      Escape: open ? close : undefined,
    }[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
}

/** The options in the popup, or why there are none. `value`: the selected one. */
function OptionList({ combo, value }: { combo: Combobox; value: unknown }) {
  const { ports } = useForm();
  const { options, state, retry, listId, active, choose } = combo;
  return (
    <>
      {/* A mouse press must not take the focus from the input. The pattern has no native element. */}
      {/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/click-events-have-key-events */}
      <ul
        id={listId}
        role="listbox"
        aria-label={ports.word("form.options")}
        aria-busy={state === "loading"}
        className="pf-list"
        onMouseDown={(event) => event.preventDefault()}
      >
        {options.map((option, index) => (
          <li
            key={option.value}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={option.value === value}
            aria-disabled={option.closed}
            data-active={index === active || undefined}
            onClick={() => choose(option)}
          >
            {option.label}
            {option.detail && <small>{option.detail}</small>}
          </li>
        ))}
      </ul>
      {/* oxlint-enable */}
      {state === "failed" ? (
        <button type="button" className="pf-none" onMouseDown={(event) => event.preventDefault()} onClick={retry}>
          {ports.word("form.optionsFailed")}
        </button>
      ) : (
        <output className="pf-none" hidden={options.length > 0}>
          {state === "loading" ? ports.word("form.loading") : ports.word("form.noMatch")}
        </output>
      )}
    </>
  );
}
