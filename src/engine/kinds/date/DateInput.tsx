/** A day as YYYY-MM-DD: typed, or chosen from a small calendar in our own language. */
import { useRef, useState } from "react";
import { Popup } from "../../form/controls/Popup.tsx";
import { TextControl } from "../../form/controls/TextControl.tsx";
import { type InputProps, useForm } from "../../form/model.tsx";
import { Calendar } from "./Calendar.tsx";

export function DateInput(props: InputProps) {
  const { leaf, spec } = props;
  const { store, ports } = useForm();
  const anchor = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const { formatMinimum, formatMaximum } = spec.field.schema as { formatMinimum?: string; formatMaximum?: string };
  const close = () => {
    setOpen(false);
    anchor.current?.querySelector("button")?.focus();
  };
  return (
    <span className="pf-affix" ref={anchor}>
      <TextControl {...props} spec={{ ...spec, placeholder: spec.placeholder ?? "YYYY-MM-DD" }} attributes={{ inputMode: "numeric", maxLength: 24 }} />
      <button type="button" className="pf-inside" aria-haspopup="dialog" aria-expanded={open} aria-label={ports.word("form.openCalendar")} onClick={() => setOpen(!open)}>
        <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
          <path d="M3 8h14M6.5 2.5v3M13.5 2.5v3M4 4h12a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1Z" />
        </svg>
      </button>
      {open && (
        <Popup anchor={anchor}>
          <Calendar
            label={spec.label}
            value={typeof leaf.value === "string" ? leaf.value : undefined}
            min={formatMinimum}
            max={formatMaximum}
            now={ports.now()}
            lang={ports.lang}
            word={ports.word}
            onClose={close}
            onChoose={(day) => {
              store.set(leaf, day);
              leaf.control?.write();
              store.blur(leaf);
              close();
            }}
          />
        </Popup>
      )}
    </span>
  );
}
