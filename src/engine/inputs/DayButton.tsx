/** Button inside a date input that opens a calendar below it. */
import { type RefObject, useState } from "react";
import { flushSync } from "react-dom";
import { formatDay } from "../base/time-zone.ts";
import { useForm } from "../controls/model.tsx";
import { createOptionalPart } from "../react/optional-part.tsx";
import type { CalendarProps } from "./Calendar.tsx";

interface DayButtonProps {
  label: string;
  /** The element that contains the input and the button. */
  anchor: RefObject<HTMLElement | null>;
  /** Returns the input's day as `YYYY-MM-DD`, or undefined when there is no day. Called when the calendar opens. */
  value(): string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChoose(day: string): void;
}

const Calendar = createOptionalPart<CalendarProps>(() => import("./Calendar.tsx").then((module) => module.Calendar));

/** Preloads the calendar before its button is hovered or focused. */
export const loadCalendar = (): Promise<void> => Calendar.load();

export function DayButton({ label, anchor, value, min, max, onChoose }: DayButtonProps) {
  const { ports } = useForm();
  const [open, setOpen] = useState(false);
  const close = () => {
    // The open calendar traps the focus, so it must be unmounted before the focus can move.
    flushSync(() => setOpen(false));
    anchor.current?.querySelector("button")?.focus();
  };
  return (
    <>
      <button
        type="button"
        className="pf-inside pf-day"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`${ports.t("form.openCalendar")} ${label}`}
        onPointerEnter={Calendar.load}
        onFocus={Calendar.load}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Calendar
          label={label}
          anchor={anchor}
          value={value()}
          min={min}
          max={max}
          today={formatDay(ports.now(), ports.dialect.zone)}
          lang={ports.lang}
          t={ports.t}
          onClose={close}
          onChoose={(day) => {
            close();
            onChoose(day);
          }}
        />
      )}
    </>
  );
}
