/**
 * Searchable select (WAI-ARIA combobox with a listbox). Options come from `load` while typing and when the list opens.
 */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
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
}

/**
 * Number of trailing characters kept visible when the selected text is cut: the end of a masked number with its stars.
 */
const ENDING = 9;

/**
 * Combobox over options that `load` finds by the typed text.
 * @example
 * <ComboControl {...input} load={async () => [{ value: "CN", label: "China" }]} chosen="" onChoose={() => undefined} />;
 */
export function ComboControl({ leaf, aria, spec, load, chosen, onChoose, waiting }: ComboProps) {
  const { store, ports } = useForm();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const [pointed, setPointed] = useState<{ in: readonly ComboOption[]; at: number }>();
  const open = typed !== undefined;
  const { options, state, retry } = useComboOptions(open, typed === chosen ? "" : (typed ?? ""), load);
  const listId = `${aria.id}-list`;
  // New options highlight the first match of the typed text. An untouched list highlights nothing, nor do options of an
  // earlier text.
  const active =
    pointed?.in === options
      ? pointed.at
      : options.length > 0 && state === "idle" && typed !== "" && typed !== chosen
        ? 0
        : -1;
  const current = active >= 0 ? options[active] : undefined;

  // An external change (the bank found for a card number) must not discard what the user is typing.
  const typing = useRef(false);
  useEffect(
    () => leaf.attach({ write: () => !typing.current && setTyped(undefined), focus: () => input.current?.focus() }),
    [leaf],
  );
  useEffect(() => {
    // Newer browsers return a promise, which React would take for a clean-up function.
    document.getElementById(`${listId}-${active}`)?.scrollIntoView?.({ block: "nearest" });
  }, [active, listId]);

  const show = () => {
    if (!open && !waiting) setTyped(chosen);
  };
  const type = (text: string | undefined) => {
    typing.current = text !== undefined;
    setTyped(text);
    setPointed(undefined);
    setPendingSelection(false);
  };
  const close = () => type(undefined);
  const choose = (option: ComboOption | undefined) => {
    if (option?.closed) return;
    onChoose(option);
    close();
  };
  // Enter or Tab before the options have loaded selects the first match once they arrive.
  const [pendingSelection, setPendingSelection] = useState(false);
  useEffect(() => {
    if (!pendingSelection || state === "loading") return;
    setPendingSelection(false);
    if (current) choose(current);
    else if (document.activeElement !== input.current) close();
    // oxlint-disable-next-line react/exhaustive-deps -- what is pointed at by then
  }, [pendingSelection, state]);
  // Until then the form holds an outdated value and must not be submitted.
  useEffect(() => {
    if (!pendingSelection) return undefined;
    leaf.hold(ports.word("form.loading"));
    return () => leaf.hold(undefined);
  }, [pendingSelection, leaf, ports]);
  const step = (by: number) => {
    show();
    if (options.length)
      setPointed({ in: options, at: (active + by + options.length + (active < 0 && by < 0 ? 1 : 0)) % options.length });
  };
  const take = () => {
    if (current) choose(current);
    else if (state === "loading" && typed !== chosen && typed?.trim()) setPendingSelection(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
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
  const onBlur = () => {
    if (open && !pendingSelection) {
      const exact = options.filter((option) => !option.closed && option.label === typed?.trim());
      if (typed?.trim() === "" && chosen) onChoose(undefined);
      else if (exact.length === 1 && typed !== chosen) onChoose(exact[0]);
      close();
    }
    store.blur(leaf);
  };
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
        onChange={(event) => type(event.target.value)}
        onClick={show}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
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
                aria-selected={option.value === leaf.value}
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
        </Popup>
      )}
    </div>
  );
}
