/** Markup of a list and its rows, shared by record forms and forms over rjsf's own data. */
import type { ReactNode, RefObject } from "react";

interface RowAction {
  text: string;
  run(event: unknown): void;
}

interface ListFrameProps {
  id: string;
  box?: RefObject<HTMLFieldSetElement | null>;
  label: string;
  help: string | undefined;
  error: string | undefined;
  /** Notice from the form, shown instead of the help. */
  note?: string | undefined;
  required: boolean;
  add: RowAction | undefined;
  /** Rendered next to the add button. */
  more?: ReactNode;
  children: ReactNode;
}
/** Frame of a list: its rows, its message and the add button. */
export function ListFrame({ id, box, label, help, error, note, required, add, more, children }: ListFrameProps) {
  return (
    <fieldset
      ref={box}
      className="pf-list-field"
      id={id}
      tabIndex={-1}
      aria-describedby={`${id}-m`}
      data-invalid={error ? "" : undefined}
    >
      <legend data-required={required ? "" : undefined}>{label}</legend>
      {children}
      <p
        id={`${id}-m`}
        className="pf-message"
        data-tone={error ? "error" : note ? "note" : undefined}
        hidden={!error && !note && !help}
      >
        {error ?? note ?? help}
      </p>
      {more ? (
        <div className="pf-list-add">
          {add && renderAddButton(id, add)}
          {more}
        </div>
      ) : (
        add && renderAddButton(id, add)
      )}
    </fieldset>
  );
}

const renderAddButton = (id: string, add: RowAction) => (
  <button type="button" className="btn" data-small id={`${id}-add`} onClick={add.run}>
    {add.text}
  </button>
);

interface RowProps {
  id: string;
  label: string;
  up: RowAction | undefined;
  down: RowAction | undefined;
  /** Removes the row. `label` is the visible text of the button; `text` also includes the name of the row. */
  remove: (RowAction & { label: string }) | undefined;
  children: ReactNode;
}
/** Renders a list row with its buttons and fields, called within the caller's render to save a component per row. */
export function renderRow({ id, label, up, down, remove, children }: RowProps) {
  return (
    <fieldset className="pf-item">
      <legend className="sr-only">{label}</legend>
      <div className="pf-item-bar">
        <span aria-hidden>{label}</span>
        {up && renderButton(`${id}-up`, up, <Arrow up />)}
        {down && renderButton(`${id}-down`, down, <Arrow />)}
        {remove && renderButton(`${id}-remove`, remove, remove.label)}
      </div>
      {children}
    </fieldset>
  );
}

const renderButton = (id: string, action: RowAction, children: ReactNode) => (
  <button type="button" id={id} className="btn" data-quiet data-small aria-label={action.text} onClick={action.run}>
    {children}
  </button>
);

function Arrow({ up = false }: { up?: boolean }) {
  return (
    <svg width="16" height="16" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <path d={up ? "M10 16V4M5 9l5-5 5 5" : "M10 4v12M5 11l5 5 5-5"} />
    </svg>
  );
}
