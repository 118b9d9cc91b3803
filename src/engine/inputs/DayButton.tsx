/** Button inside a date input, and the calendar that it opens below. */
import { type RefObject, useState } from "react";
import { formatDay } from "../base/time-zone.ts";
import { Popup } from "../controls/Popup.tsx";
import { useForm } from "../controls/model.tsx";
import { Calendar } from "./Calendar.tsx";

interface DayButtonProps {
  label: string;
  /** The element that holds input and button. */
  anchor: RefObject<HTMLElement | null>;
  /** Returns the current day when the calendar opens. */
  value(): string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChoose(day: string): void;
}

export function DayButton({ label, anchor, value, min, max, onChoose }: DayButtonProps) {
  const { ports } = useForm();
  const [open, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    anchor.current?.querySelector("button")?.focus();
  };
  return (
    <>
      <button
        type="button"
        className="pf-inside pf-day"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`${ports.word("form.openCalendar")} ${label}`}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <Popup anchor={anchor}>
          <Calendar
            label={label}
            value={value()}
            min={min}
            max={max}
            today={formatDay(ports.now(), ports.dialect.zone)}
            lang={ports.lang}
            word={ports.word}
            onClose={close}
            onChoose={(day) => {
              close();
              onChoose(day);
            }}
          />
        </Popup>
      )}
    </>
  );
}
