/** Panel that adds several rows, either empty or from a copied range. */
import { type KeyboardEvent, useId, useState } from "react";
import { useForm } from "../../controls/model.tsx";

interface AddManyProps {
  /** Number of rows that can still be added to the list. */
  room: number;
  onAdd(count: number): void;
  onPaste(text: string): void;
  close(): void;
}
/** Number of rows that the panel suggests. */
const USUAL = 10;

export function AddMany({ room, onAdd, onPaste, close }: AddManyProps) {
  const { t } = useForm().ports;
  const id = useId();
  const [text, setText] = useState("");
  const [count, setCount] = useState(String(Math.min(USUAL, room)));
  const number = /^\d{1,4}$/.test(count) ? Number(count) : 0;
  const pasted = text.trim() !== "";
  const ready = pasted || (number > 0 && number <= room);
  const add = () => {
    if (!ready) return;
    close();
    if (pasted) onPaste(text);
    else onAdd(number);
  };
  /** Enter in the number field adds the rows. No key in the panel may submit the enclosing form. */
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    add();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles keys of the inputs inside; forms cannot be nested
    <div className="pg-many" onKeyDown={onKeyDown}>
      <label htmlFor={`${id}-n`} className="pf-label">
        {t("form.rowCount")}
      </label>
      <input
        id={`${id}-n`}
        className="pf-control"
        inputMode="numeric"
        value={count}
        onChange={(event) => setCount(event.target.value)}
        aria-describedby={`${id}-m`}
        aria-invalid={!ready || undefined}
      />
      <p id={`${id}-m`} className="pf-message" data-tone={ready ? undefined : "error"}>
        {Number.isFinite(room) && t("form.rowRoom", { count: room })}
      </p>
      <label htmlFor={`${id}-t`} className="pf-label">
        {t("form.pasteRows")}
      </label>
      <textarea
        id={`${id}-t`}
        className="pf-control pf-area"
        rows={5}
        wrap="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="button" className="btn" data-main disabled={!ready} onClick={add}>
        {t("form.addThem")}
      </button>
    </div>
  );
}
