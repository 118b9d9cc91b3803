/**
 * The single copy button of a list. It moves into the cell under the pointer or focus, where Tab reaches it, because
 * one button per cell would cost a fifth of the list's render time. On touch screens values are copied on the record's
 * page instead.
 */
import { Copy } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { attachListeners } from "../base/attach-listeners.ts";
import { copyText } from "../base/copy-text.ts";
import { usePorts } from "../react/ports-context.tsx";

export interface CopyCellProps {
  body: RefObject<HTMLTableSectionElement | null>;
  /** Returns what the button copies for a cell, or undefined when there is nothing to copy. */
  valueAt(cell: HTMLTableCellElement): string | undefined;
  /** Element that was hovered or focused first, before this component was loaded. */
  first: Element;
}
const COPIED_MS = 1_500;
/** Gap between text and button in pixels. */
const GAP = 4;
/**
 * Minimum distance from the button's start to the cell's end in pixels, for a cell within the row and for its last
 * cell. In narrow columns the button may overlap the padding of the next cell.
 */
const [LEAST, LEAST_AT_END] = [14, 28];

export function CopyCell({ body, valueAt, first }: CopyCellProps) {
  const { t } = usePorts();
  const home = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const liveRegion = useRef<HTMLParagraphElement>(null);

  /** Moves the button into a cell, or hides it without a cell or a value to copy. A focused button stays in place. */
  const moveTo = (cell: HTMLTableCellElement | undefined) => {
    const [element, value] = [button.current, cell && valueAt(cell)];
    if (!element || document.activeElement === element || (cell && element.parentElement === cell)) return;
    delete element.closest<HTMLElement>("[data-copying]")?.dataset.copying;
    if (!cell || !value) return void home.current?.append(element);
    element.style.left = `${readOffset(cell)}px`;
    element.title = t("list.copy", { value });
    element.setAttribute("aria-label", element.title);
    cell.dataset.copying = "";
    cell.append(element);
  };
  useCellUnderUser(body, first, valueAt, moveTo);

  const copy = async () => {
    const element = button.current;
    const cell = element?.closest("td");
    const value = cell && valueAt(cell);
    if (!element || !value) return;
    const format = (text: string) => {
      if (liveRegion.current) liveRegion.current.textContent = text;
    };
    await copyText(value).then(
      () => {
        element.dataset.done = "";
        setTimeout(() => delete element.dataset.done, COPIED_MS);
        format(t("list.copied", { value }));
      },
      () => format(t("detail.notCopied")),
    );
  };
  /** Moves the button to the previous or next cell of the row with something to copy, on Left or Right. */
  const step = (event: KeyboardEvent) => {
    const element = button.current;
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0 || !element?.closest("td")) return;
    event.preventDefault();
    const next = findNext(element, by, valueAt);
    if (!next) return;
    element.blur();
    moveTo(next);
    element.focus();
  };
  return (
    <>
      <p className="sr-only" role="status" ref={liveRegion} />
      <span hidden ref={home}>
        <button type="button" className="pt-copy" ref={button} onClick={() => void copy()} onKeyDown={step}>
          <Copy size={14} strokeWidth={1.75} aria-hidden />
        </button>
      </span>
    </>
  );
}

/**
 * Returns the previous or next cell in the button's row that has something to copy; undefined at the end of the row.
 */
function findNext(button: Element, by: 1 | -1, valueAt: CopyCellProps["valueAt"]): HTMLTableCellElement | undefined {
  const cell = button.closest("td");
  const cells = [...(cell?.closest("tr")?.cells ?? [])].filter((other) => valueAt(other) !== undefined);
  return cell ? cells[cells.indexOf(cell) + by] : undefined;
}

/** Returns the position of the button in pixels from the cell's start: after its text, within the cell. */
function readOffset(cell: HTMLTableCellElement): number {
  const text = document.createRange();
  text.selectNodeContents(cell);
  const { left, width } = cell.getBoundingClientRect();
  const end = text.getBoundingClientRect?.().right ?? 0;
  return Math.min(end - left + GAP, width - (cell.nextElementSibling ? LEAST : LEAST_AT_END));
}

/**
 * Calls `moveTo` with the cell under the pointer if it has something to copy, otherwise with the focused cell or the
 * first such cell of the focused row, whenever any of them changes.
 */
function useCellUnderUser(
  body: CopyCellProps["body"],
  first: Element,
  valueAt: CopyCellProps["valueAt"],
  moveTo: (cell: HTMLTableCellElement | undefined) => void,
): void {
  const latest = useRef({ valueAt, moveTo });
  latest.current = { valueAt, moveTo };
  useEffect(() => {
    const rows = body.current;
    if (!rows) return undefined;
    const canCopy = (cell: HTMLTableCellElement) => latest.current.valueAt(cell) !== undefined;
    const focused = (): HTMLTableCellElement | undefined => {
      const target = rows.contains(document.activeElement) ? document.activeElement : undefined;
      const [cell, row] = [target?.closest("td"), target?.closest("tr")];
      return cell && canCopy(cell) ? cell : [...(row?.cells ?? [])].find(canCopy);
    };
    const over = (event: PointerEvent) => {
      const cell = event.pointerType === "touch" ? null : (event.target as Element).closest("td");
      if (!cell) return;
      latest.current.moveTo(canCopy(cell) ? cell : focused());
      explain(cell);
    };
    const settle = () => latest.current.moveTo(focused());
    const leftBy = (event: FocusEvent) =>
      !rows.contains(event.relatedTarget as Node | null) && latest.current.moveTo(undefined);
    const cell = first.closest("td");
    latest.current.moveTo(cell && canCopy(cell) && cell.matches(":hover") ? cell : focused());
    return attachListeners((signal) => {
      rows.addEventListener("pointerover", over, { signal });
      rows.addEventListener("pointerleave", settle, { signal });
      rows.addEventListener("focusin", settle, { signal });
      rows.addEventListener("focusout", leftBy, { signal });
    });
  }, [body, first]);
}

/** Sets the full text as the title of a cell with a truncated value, and removes the title of any other cell. */
function explain(cell: HTMLTableCellElement): void {
  const box = cell.querySelector(".pt-link, .pt-middle > :first-child") ?? cell;
  if (box.scrollWidth > box.clientWidth)
    cell.title = [...cell.childNodes]
      .filter((node) => !(node instanceof HTMLButtonElement && node.className === "pt-copy"))
      .map((node) => node.textContent)
      .join(" ");
  else cell.removeAttribute("title");
}
