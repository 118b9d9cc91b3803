/** One month as a grid of days (WAI-ARIA date picker dialog): arrows move by day and week, Page Up and Down by month, Home and End in the week. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Lang } from "../model/entity.ts";
import { addDays, addMonths, buildMonthGrid } from "../kinds/date/calendar.ts";

export interface CalendarProps {
  label: string;
  /** A day as `YYYY-MM-DD`. */
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  /** Today in the dialect's zone. */
  today: string;
  lang: Lang;
  word(key: string, params?: Record<string, string | number>): string;
  onChoose(day: string): void;
  onClose(): void;
}
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function Calendar(props: CalendarProps) {
  const { label, value, today, lang, word, onClose } = props;
  const [day, setDay] = useState(value && DAY.test(value) ? value : today);
  const grid = useRef<HTMLTableElement>(null);
  const layer = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveDay(day, event);
    if (event.key === "Escape") onClose();
    else if (moved !== undefined && grid.current?.contains(event.target as Node)) setDay(moved);
    else if (event.key !== "Enter") return;
    if (event.key !== "Enter") event.preventDefault();
    // Enter presses the day's button; without this it would submit the form.
    event.stopPropagation();
  };
  const title = new Intl.DateTimeFormat(LOCALES[lang], { year: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
  return (
    // oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-redundant-roles -- a grid inside a dialog is the pattern
    <dialog
      open
      ref={layer}
      className="pf-calendar"
      aria-label={label}
      onKeyDown={onKeyDown}
      onBlur={(event) => !layer.current?.contains(event.relatedTarget) && event.relatedTarget && onClose()}
    >
      <div className="pf-calendar-bar">
        <MonthButton label={word("form.monthBefore")} onClick={() => setDay(addMonths(day, -1))}>
          ‹
        </MonthButton>
        <span aria-live="polite">{title}</span>
        <MonthButton label={word("form.monthAfter")} onClick={() => setDay(addMonths(day, 1))}>
          ›
        </MonthButton>
      </div>
      <table ref={grid} role="grid" aria-label={title}>
        <thead>
          <tr>
            {word("form.weekdays")
              .split(" ")
              .map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
          </tr>
        </thead>
        <Days {...props} day={day} />
      </table>
    </dialog>
  );
}

const LOCALES: Record<Lang, string> = { zh: "zh-CN", en: "en-GB" };

/** Returns the day that a key moves to; undefined for other keys. */
function moveDay(day: string, { key, shiftKey }: KeyboardEvent): string | undefined {
  const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  const moves: Record<string, () => string> = {
    ArrowLeft: () => addDays(day, -1),
    ArrowRight: () => addDays(day, 1),
    ArrowUp: () => addDays(day, -7),
    ArrowDown: () => addDays(day, 7),
    PageUp: () => addMonths(day, shiftKey ? -12 : -1),
    PageDown: () => addMonths(day, shiftKey ? 12 : 1),
    Home: () => addDays(day, -weekday),
    End: () => addDays(day, 6 - weekday),
  };
  return moves[key]?.();
}

function MonthButton({ label, onClick, children }: { label: string; onClick(): void; children: string }) {
  return (
    <button type="button" className="btn" data-quiet data-small aria-label={label} onClick={onClick}>
      {children}
    </button>
  );
}

/** The weeks of the month of `day`, which alone is in the order of Tab. */
function Days({ day, value, min, max, today, lang, onChoose }: CalendarProps & { day: string }) {
  const isOut = (other: string) => (min !== undefined && other < min) || (max !== undefined && other > max);
  // Label for screen readers includes the weekday, which is visible only in the column header.
  const spoken = new Intl.DateTimeFormat(LOCALES[lang], { dateStyle: "full", timeZone: "UTC" });
  return (
    <tbody>
      {buildMonthGrid(day).map((week) => (
        <tr key={week[0]}>
          {week.map((other) => (
            <td key={other} role="gridcell" aria-selected={other === value}>
              <button
                type="button"
                tabIndex={other === day ? 0 : -1}
                disabled={isOut(other)}
                aria-current={other === today ? "date" : undefined}
                data-day={other}
                aria-label={spoken.format(new Date(`${other}T00:00:00Z`))}
                data-other={other.slice(0, 7) !== day.slice(0, 7) || undefined}
                onClick={() => onChoose(other)}
              >
                {Number(other.slice(8))}
              </button>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
