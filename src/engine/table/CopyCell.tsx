/**
 * The one copy button of a list. It moves into the cell under the pointer or focus, where Tab reaches it. One button
 * per cell cost a fifth of a list's render time. Touch has none: the record's page copies there.
 */
import { Copy } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { copyText } from "../base/copy-text.ts";
import { usePorts } from "../react/ports-context.tsx";

export interface CopyCellProps {
  body: RefObject<HTMLTableSectionElement | null>;
  /** Returns what the button copies for a cell; undefined where there is nothing to copy. */
  valueAt(cell: HTMLTableCellElement): string | undefined;
  /** Element to which pointer or focus came first, before this part was loaded. */
  first: Element;
}
const COPIED_MS = 1_500;
/** Gap between text and button, in px. */
const GAP = 4;
/** Minimum distance from the button's start to the cell's end, in px: in a narrow column it lies over the padding of two. */
const [LEAST, LEAST_AT_END] = [14, 28];

export function CopyCell({ body, valueAt, first }: CopyCellProps) {
  const { word } = usePorts();
  const home = useRef<HTMLSpanElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const latest = useRef({ valueAt, word });
  latest.current = { valueAt, word };

  /** Moves the button into a cell, or away for undefined. A focused button stays. */
  const place = (cell: HTMLTableCellElement | undefined) => {
    const [one, value] = [button.current, cell && latest.current.valueAt(cell)];
    if (!one || document.activeElement === one || (cell && one.parentElement === cell)) return;
    delete one.closest<HTMLElement>("[data-copying]")?.dataset.copying;
    if (!cell || !value) return void home.current?.append(one);
    const text = document.createRange();
    text.selectNodeContents(cell);
    const { left, width } = cell.getBoundingClientRect();
    one.style.left = `${Math.min((text.getBoundingClientRect?.().right ?? 0) - left + GAP, width - (cell.nextElementSibling ? LEAST : LEAST_AT_END))}px`;
    const label = latest.current.word("list.copy", { value });
    one.setAttribute("aria-label", label);
    one.title = label;
    cell.dataset.copying = "";
    cell.append(one);
  };
  const focusPlace = useRef(place);
  focusPlace.current = place;

  useEffect(() => {
    const rows = body.current;
    if (!rows) return undefined;
    const copied = (row: HTMLTableRowElement) =>
      [...row.cells].find((cell) => latest.current.valueAt(cell) !== undefined);
    const focused = (): HTMLTableCellElement | undefined => {
      const target = rows.contains(document.activeElement) ? document.activeElement! : undefined;
      const [cell, row] = [target?.closest("td") ?? undefined, target?.closest("tr")];
      return cell && latest.current.valueAt(cell) !== undefined ? cell : row ? copied(row) : undefined;
    };
    const over = (event: PointerEvent) => {
      const cell = event.pointerType === "touch" ? null : (event.target as Element).closest("td");
      if (!cell) return;
      focusPlace.current(latest.current.valueAt(cell) === undefined ? focused() : cell);
      explain(cell);
    };
    const settle = () => focusPlace.current(focused());
    const leftBy = (event: FocusEvent) =>
      !rows.contains(event.relatedTarget as Node | null) && focusPlace.current(undefined);
    const cell = first.closest("td");
    focusPlace.current(cell && latest.current.valueAt(cell) !== undefined && cell.matches(":hover") ? cell : focused());
    rows.addEventListener("pointerover", over);
    rows.addEventListener("pointerleave", settle);
    rows.addEventListener("focusin", settle);
    rows.addEventListener("focusout", leftBy);
    return () => {
      rows.removeEventListener("pointerover", over);
      rows.removeEventListener("pointerleave", settle);
      rows.removeEventListener("focusin", settle);
      rows.removeEventListener("focusout", leftBy);
    };
  }, [body, first]);

  const copy = async () => {
    const one = button.current;
    const place = one?.closest("td");
    const value = place && latest.current.valueAt(place);
    if (!one || !value) return;
    const say = (text: string) => {
      if (said.current) said.current.textContent = text;
    };
    await copyText(value).then(
      () => {
        one.dataset.done = "";
        setTimeout(() => delete one.dataset.done, COPIED_MS);
        say(word("list.copied", { value }));
      },
      () => say(word("detail.notCopied")),
    );
  };
  /** Moves to the row's next value that can be copied. */
  const step = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    const one = button.current;
    const cell = one?.closest("td");
    if (by === 0 || !one || !cell) return;
    const cells = [...(cell.closest("tr")?.cells ?? [])].filter((one) => valueAt(one) !== undefined);
    const next = cells[cells.indexOf(cell) + by];
    event.preventDefault();
    if (!next) return;
    one.blur();
    place(next);
    one.focus();
  };
  return (
    <>
      <p className="sr-only" role="status" ref={said} />
      <span hidden ref={home}>
        <button type="button" className="pt-copy" ref={button} onClick={() => void copy()} onKeyDown={step}>
          <Copy size={14} strokeWidth={1.75} aria-hidden />
        </button>
      </span>
    </>
  );
}

/** Sets the full text as title when a cell's value is clipped. */
function explain(cell: HTMLTableCellElement): void {
  const box = cell.querySelector(".pt-link, .pt-middle > :first-child") ?? cell;
  if (box.scrollWidth > box.clientWidth)
    cell.title = [...cell.childNodes]
      .filter((node) => !(node instanceof HTMLButtonElement && node.className === "pt-copy"))
      .map((node) => node.textContent)
      .join(" ");
  else cell.removeAttribute("title");
}
