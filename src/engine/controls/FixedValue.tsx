/** A field that is not filled in. */
import { type InputProps, useForm } from "./model.tsx";

/** What a person reads but does not write: computed figures, copies of the chosen record, a status. */
export function FixedValue({ leaf, view, aria, words }: InputProps & { words?: string }) {
  const { store, ports } = useForm();
  const text = words ?? store.text(leaf);
  return (
    <output
      id={aria.id}
      className="pf-fixed"
      aria-live="off"
      aria-describedby={aria["aria-describedby"]}
      data-empty={text === "" || undefined}
    >
      {text || ports.word("form.none")}
      {view.unit && text && <small className="pf-iso">{view.unit}</small>}
    </output>
  );
}
