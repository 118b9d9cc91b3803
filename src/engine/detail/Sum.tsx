/** Amounts of a record as a sum: the first less the others equals the last. Zeros are left out. */
import { Value } from "../cells/cell.tsx";
import { Decimal } from "../base/decimal.ts";
import type { Entity, Field, Row } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";

export function Sum({ entity, fields, record }: { entity: Entity; fields: readonly Field[]; record: Row }) {
  const { lang } = usePorts();
  const [first, last] = [fields[0], fields.at(-1)];
  const shown = fields.filter(
    (field) => field === first || field === last || Decimal.parse(record[field.name])?.eq(0n) === false,
  );
  return (
    <dl className="pd-equation">
      {shown.map((field) => (
        <div key={field.name}>
          <dt>
            {field !== first && <span>{field === last ? "=" : "−"} </span>}
            {entity.label(field.name, lang)}
          </dt>
          <dd>
            <Value entity={entity} field={field} row={record} labels={{}} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
