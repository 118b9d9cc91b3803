import { type InputProps, useForm } from "./model.tsx";

/** Read-only value in a form: a computed figure, a copied field of the selected record, or a status. */
export function FixedValue({ leaf, view, aria, words }: InputProps & { words?: string | undefined }) {
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
