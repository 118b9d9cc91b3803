/** One row of a list. It renders again when its record, the columns or its own tick change, and at nothing else. */
import { memo, type ReactNode, useSyncExternalStore } from "react";
import type { Entity, Field, Lang, Row } from "../entity/entity.ts";
import type { Word } from "../filter/words.ts";
import { valueOf, wordsOf } from "./cell.tsx";
import type { Labels } from "./list-state.tsx";
import type { Selection } from "./selection.ts";

interface LineProps {
  entity: Entity;
  fields: readonly Field[];
  labels: Labels;
  row: Row;
  id: string;
  open: boolean;
  /** The first cell's text opens the record. */
  opens: boolean;
  selection?: Selection;
  lang: Lang;
  word: Word;
}
/** The table's body listens for all rows (`Grid.tsx`); a row has no handlers of its own. */
export const Line = memo(function Line({ entity, fields, labels, row, id, open, opens, selection, lang, word }: LineProps) {
  return (
    <tr data-open={open || undefined} data-id={id} tabIndex={-1}>
      {selection && (
        <td className="pt-tick">
          <Tick selection={selection} id={id} label={word("list.select", { id })} />
        </td>
      )}
      {fields.map((field, index) => {
        const text = wordsOf(entity, field, row, labels, lang);
        const long = field.kind.ellipsis === "middle" && text.length > TAIL * 2;
        const value = long ? <Middle text={text} /> : valueOf(entity, field, row, labels, lang, text);
        return (
          <td key={field.name} data-align={field.kind.align} className={index === 0 ? "pt-first" : undefined}>
            <span className="pt-cell">
              {index === 0 && opens ? (
                <button type="button" className="pt-link" aria-haspopup="dialog" data-opens title={text}>
                  {value}
                </button>
              ) : (
                <span className="pt-clip" title={field.kind.align === "start" && text !== "" ? text : undefined}>
                  {value}
                </span>
              )}
              {text !== "" && copies(field) && <Copy label={word("list.copy", { value: text })} value={text} />}
            </span>
          </td>
        );
      })}
    </tr>
  );
});

/** Room for the button beside a value that can be copied. */
export const COPY_WIDTH = 36;
/** Numbers that people carry elsewhere; a masked one is no use there. */
export const copies = (field: Field): boolean => field.kind.ellipsis !== undefined && !field.mask?.in.includes("list");

/** Last characters of a number that stay in sight when it is cut: they tell neighbours apart. */
const TAIL = 6;

/** A long number, cut in its middle where it has no room; one text for readers and for copying. */
const Middle = ({ text }: { text: string }): ReactNode => (
  <span className="pt-middle">
    <span>{text.slice(0, -TAIL)}</span>
    <span>{text.slice(-TAIL)}</span>
  </span>
);

// Not a stop of the Tab key: it would be a hundred stops, and the record beside the list has the same button.
const Copy = ({ label, value }: { label: string; value: string }) => (
  <button type="button" className="pt-copy" tabIndex={-1} aria-label={label} title={label} data-copy={value}>
    <svg width="14" height="14" aria-hidden>
      <use href="#pt-copy" />
    </svg>
  </button>
);

/** The only part of a row that follows the selection; the row's colour follows the box by CSS. */
function Tick({ selection, id, label }: { selection: Selection; id: string; label: string }) {
  const on = useSyncExternalStore(selection.subscribe, () => selection.has(id));
  return (
    <label className="pt-box">
      <input type="checkbox" aria-label={label} checked={on} data-tick onChange={keep} />
    </label>
  );
}
// The body's listener does the work; React wants a handler beside `checked`.
const keep = () => undefined;
