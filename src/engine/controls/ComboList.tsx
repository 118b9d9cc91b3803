/**
 * Listbox below a combobox. MUI's `useAutocomplete` handles highlighting, scrolling and selection. Loaded on the first
 * hover or focus of a combobox.
 */
import useAutocomplete from "@mui/material/useAutocomplete";
import {
  type KeyboardEventHandler,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
  type ReactNode,
  useLayoutEffect,
  useRef,
} from "react";
import { useForm } from "./model.tsx";
import type { ComboOption } from "./use-combo-options.tsx";

/** Functions of the open list that its input calls. */
export interface ListHandle {
  /** Handles a key, calling `preventDefault` when the list has used it. */
  onKeyDown: KeyboardEventHandler<HTMLElement> | undefined;
  /** Returns the highlighted option, or undefined when there is none. */
  highlighted(): ComboOption | undefined;
}
export interface ComboListProps {
  handle: RefObject<ListHandle | null>;
  input: RefObject<HTMLInputElement | null>;
  id: string;
  /** The text in the input. */
  typed: string;
  /** Whether the text was typed and the options match it, so that the first one is highlighted. */
  isTyped: boolean;
  value: unknown;
  /** Whether the text is still that of the value, in which case the list opens at the selected option. */
  isUntouched: boolean;
  options: readonly ComboOption[];
  state: "idle" | "loading" | "failed";
  retry(): void;
  onChoose(option: ComboOption): void;
  onClose(): void;
}

/** Value of the row that folds the disabled options. */
const FOLD = "\0fold";
/** Value of the row that adds a record. */
const ADD = "";

export function ComboList(props: ComboListProps) {
  const { handle, input: fieldRef, id, state } = props;
  const { ports } = useForm();
  const { options, toggle } = useFolded(props);
  const list = useList({ ...props, options });
  const listProps = list.getListboxProps();
  const listRef = "ref" in listProps ? listProps.ref : undefined;
  const { ref: inputRef } = list.getInputProps();
  // The list sets the highlight and the input's ARIA attributes as soon as it is attached.
  const attach = useCallback(
    (element: HTMLUListElement | null) => {
      if (element && inputRef && typeof inputRef === "object") inputRef.current = fieldRef.current;
      if (typeof listRef === "function") listRef(element);
    },
    [fieldRef, inputRef, listRef],
  );
  useEffect(() => {
    const element = fieldRef.current;
    return () => element?.removeAttribute("aria-activedescendant");
  }, [fieldRef]);
  useImperativeHandle(handle, () => ({
    onKeyDown: list.getRootProps().onKeyDown,
    highlighted() {
      const focused = document.getElementById(fieldRef.current?.getAttribute("aria-activedescendant") ?? "");
      const option = focused ? options[Number(focused.dataset["optionIndex"])] : undefined;
      if (option?.value === FOLD) toggle();
      return option;
    },
  }));
  return (
    <Popup anchor={fieldRef} wide>
      <ul
        ref={attach}
        id={`${id}-listbox`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- the pattern has no native element
        role="listbox"
        aria-label={ports.t("form.options")}
        aria-busy={state === "loading"}
        className="pf-list"
        onMouseDown={listProps.onMouseDown}
      >
        {options.map((option, index) => renderOption(list, option, { index, value: props.value, toggle }))}
      </ul>
      <Emptiness {...props} />
    </Popup>
  );
}

interface OptionPlace {
  index: number;
  /** Value of the field. */
  value: unknown;
  toggle(): void;
}
function renderOption(list: ReturnType<typeof useList>, option: ComboOption, { index, value, toggle }: OptionPlace) {
  // Hovering does not move the highlight, because the next key press would act on it.
  const { key, onMouseMove: _highlight, onClick, ...rest } = list.getOptionProps({ option, index });
  const selected = { "aria-selected": option.value === value };
  const choose = option.value === FOLD ? toggle : option.closed ? undefined : onClick;
  return (
    <li key={key} {...rest} {...selected} onClick={choose}>
      {option.label}
      {option.detail && <small>{option.detail}</small>}
    </li>
  );
}

/**
 * Folds the disabled options into a row that says how many there are. They are shown at once while the user searches.
 * The row itself counts as disabled, so that selecting it does not change the value.
 */
function useFolded({ options, isTyped }: ComboListProps) {
  const { t } = useForm().ports;
  const [isOpen, setOpen] = useState(false);
  const folded = useMemo(() => {
    const closed = options.filter((option) => option.closed);
    if (isTyped || closed.length === 0) return options;
    const label = t("form.closedOptions", { count: closed.length });
    const fold: ComboOption = { value: FOLD, label, detail: isOpen ? "▾" : "▸", closed: true };
    return [
      ...options.filter(({ closed, value }) => !closed && value !== ADD),
      fold,
      ...(isOpen ? closed : []),
      ...options.filter(({ value }) => value === ADD),
    ];
  }, [options, isTyped, isOpen, t]);
  return { options: folded, toggle: () => setOpen(!isOpen) };
}

/** MUI state for the visible options. Opening, closing and filtering are controlled from outside. */
function useList({ id, typed, isTyped, isUntouched, value, options, state, onChoose, onClose }: ComboListProps) {
  const selected = isUntouched ? options.find((option) => option.value === value) : undefined;
  return useAutocomplete<ComboOption, false, false, false>({
    id,
    open: true,
    options,
    filterOptions: (all) => all,
    // Changing the text resets the highlight, because the options of the previous text no longer apply.
    inputValue: state === "idle" ? typed : "",
    autoHighlight: isTyped,
    value: selected ?? null,
    getOptionKey: (option) => option.value,
    getOptionLabel: (option) => option.label,
    isOptionEqualToValue: (option, other) => option.value === other.value,
    getOptionDisabled: (option) => option.closed === true && option.value !== FOLD,
    disabledItemsFocusable: true,
    handleHomeEndKeys: false,
    onChange: (_event, option) => option && onChoose(option),
    onClose,
  });
}

/** Explains why the list is empty, or offers to retry. */
function Emptiness({ options, state, retry }: ComboListProps) {
  const { t } = useForm().ports;
  return state === "failed" ? (
    <button type="button" className="pf-none" onMouseDown={(event) => event.preventDefault()} onClick={retry}>
      {t("form.optionsFailed")}
    </button>
  ) : (
    <output className="pf-none" hidden={options.length > 0}>
      {state === "loading" ? t("form.loading") : t("form.noMatch")}
    </output>
  );
}

/**
 * Layer in the browser's top layer, so that no container clips it. Placed below a control, or above it when there is no
 * room below.
 */
function Popup({
  anchor,
  children,
  wide = false,
}: {
  anchor: RefObject<HTMLElement | null>;
  children: ReactNode;
  wide?: boolean;
}) {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = layer.current;
    if (!element) return;
    element.showPopover?.();
    const updatePosition = () => {
      const box = anchor.current?.getBoundingClientRect();
      if (!box) return;
      const below = window.innerHeight - box.bottom;
      const height = element.offsetHeight;
      element.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - element.offsetWidth - 8))}px`;
      element.style.top = `${below < height + 8 && box.top > below ? box.top - height - 4 : box.bottom + 4}px`;
      if (wide) element.style.width = `${box.width}px`;
    };
    updatePosition();
    const resized = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(updatePosition);
    resized?.observe(element);
    window.addEventListener("scroll", updatePosition, { capture: true, passive: true });
    window.addEventListener("resize", updatePosition);
    return () => {
      resized?.disconnect();
      window.removeEventListener("scroll", updatePosition, { capture: true });
      window.removeEventListener("resize", updatePosition);
    };
  }, [anchor, wide]);
  return (
    <div ref={layer} className="pf-popup" popover="manual">
      {children}
    </div>
  );
}
