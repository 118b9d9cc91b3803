import { type InputProps, useForm } from "./model.tsx";

/** Read-only value in a form: computed figure, copy of the selected record, status. */
export function FixedValue({ leaf, view, spec, aria, text: given }: InputProps & { text?: string | undefined }) {
  const { store, ports } = useForm();
  const text = given ?? store.text(leaf);
  const unit = view.unit ?? spec.unit;
  return (
    <output
      id={aria.id}
      className="pf-fixed"
      aria-live="off"
      aria-describedby={aria["aria-describedby"]}
      data-empty={text === "" || undefined}
    >
      {text || ports.t("form.none")}
      {unit && text && <small className="pf-iso">{unit}</small>}
    </output>
  );
}
