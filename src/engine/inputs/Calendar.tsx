/** One month as a grid of days (WAI-ARIA date picker dialog): arrows move by day and week, Page Up and Down by month, Home and End in the week. */
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Lang } from "../model/entity.ts";
import { addDays, addMonths, monthGrid } from "../kinds/date/calendar.ts";

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

export function Calendar({ label, value, min, max, today, lang, word, onChoose, onClose }: CalendarProps) {
  const [day, setDay] = useState(value && DAY.test(value) ? value : today);
  const grid = useRef<HTMLTableElement>(null);
  const layer = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);
  const out = (other: string) => (min !== undefined && other < min) || (max !== undefined && other > max);

  const onKeyDown = (event: KeyboardEvent) => {
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
    const moved = {
      ArrowLeft: () => addDays(day, -1),
      ArrowRight: () => addDays(day, 1),
      ArrowUp: () => addDays(day, -7),
      ArrowDown: () => addDays(day, 7),
      PageUp: () => addMonths(day, event.shiftKey ? -12 : -1),
      PageDown: () => addMonths(day, event.shiftKey ? 12 : 1),
      Home: () => addDays(day, -weekday),
      End: () => addDays(day, 6 - weekday),
    }[event.key];
    if (event.key === "Escape") onClose();
    else if (moved && grid.current?.contains(event.target as Node)) setDay(moved());
    else if (event.key !== "Enter") return;
    if (event.key !== "Enter") event.preventDefault();
    // Enter presses the day's button; without this it would submit the form.
    event.stopPropagation();
  };
  const locale = lang === "zh" ? "zh-CN" : "en-GB";
  const title = new Intl.DateTimeFormat(locale, { year: "numeric", month: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
  // Label for screen readers includes the weekday, which is visible only in the column header.
  const spoken = new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" });
  const weekdays = word("form.weekdays").split(" ");
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
        <button
          type="button"
          className="btn"
          data-quiet
          data-small
          aria-label={word("form.monthBefore")}
          onClick={() => setDay(addMonths(day, -1))}
        >
          ‹
        </button>
        <span aria-live="polite">{title}</span>
        <button
          type="button"
          className="btn"
          data-quiet
          data-small
          aria-label={word("form.monthAfter")}
          onClick={() => setDay(addMonths(day, 1))}
        >
          ›
        </button>
      </div>
      <table ref={grid} role="grid" aria-label={title}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {monthGrid(day).map((week) => (
            <tr key={week[0]}>
              {week.map((other) => (
                <td key={other} role="gridcell" aria-selected={other === value}>
                  <button
                    type="button"
                    tabIndex={other === day ? 0 : -1}
                    disabled={out(other)}
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
      </table>
    </dialog>
  );
}
