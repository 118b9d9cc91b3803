/** Renders the rows of a list as a table, with a column for each field that has a value in at least one row. */
import { getTextName } from "../entity/labels.ts";
import { listObjects } from "../base/guards.ts";
import { Value } from "../cells/cell.tsx";
import type { Entity, Field, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";

const NO_LABELS = {};

export function RowTable({ entity, field, record }: { entity: Entity; field: Field; record: Row }) {
  const { lang, t } = usePorts();
  const rows = listObjects(record[field.name]);
  const columns = (field.items ?? []).filter(({ name }) => rows.some((row) => (row[name] ?? "") !== ""));
  const label = entity.label(field.name, lang);
  return (
    <div className="pd-rows" role="region" aria-label={label} tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr-only">{t("form.rowNo")}</span>
            </th>
            {columns.map((column) => (
              <th key={column.name} scope="col" data-align={column.kind.align}>
                {entity.label(getTextName(column), lang)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row">{index + 1}</th>
              {columns.map((column, index) => (
                <td key={column.name} data-align={column.kind.align} data-first={index === 0 ? "" : undefined}>
                  <Value entity={entity} field={column} row={{ ...record, ...row }} labels={NO_LABELS} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
