/** Filter by one or more values of a field. Each selection applies immediately. */
import { useLayoutEffect, useRef, useState } from "react";
import { sendCall } from "../operation/send-call.ts";
import { useRead } from "../data/use-read.tsx";
import { buildKindContext } from "../entity/values.ts";
import { formatLabel } from "../entity/record-label.ts";
import { getOptionsCall } from "../entity/options-call.ts";
import type { Entity, Field, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { usePorts } from "../react/ports-context.tsx";
import { listFixedValues } from "../query/context.ts";
import type { Filter } from "../model/query.ts";
import type { FilterProps } from "./filter-props.ts";

interface Choice {
  value: string;
  label: string;
}
/** Number of choices above which a search field is shown. */
const MANY = 10;
/**
 * Maximum number of choices to load: enough for all rows of a reference list, but only the first records of an entity.
 */
const MAX_CHOICES = { data: 500, records: 100 };

export function ChoiceFilter({ entity, field, filter, onChange, label }: FilterProps & { label: string }) {
  const { t } = usePorts();
  const choices = useChoices(entity, field);
  const [find, setFind] = useState("");
  const chosen = listValues(filter);
  // Toggles start from the latest values, because the user may tick a second choice before the next render.
  const latest = useRef(chosen);
  useLayoutEffect(() => void (latest.current = listValues(filter)), [filter]);
  const toggle = (value: string) => {
    const before = latest.current;
    const values = before.includes(value) ? before.filter((item) => item !== value) : [...before, value];
    latest.current = values;
    const all = filter?.style === "is" && filter.all;
    onChange(values.length > 0 ? { style: "is", values, not: false, ...(all && { all }) } : undefined);
  };
  if (!choices) return <p className="pt-quiet">{t("form.loading")}</p>;
  const shown = choices.filter((choice) => choice.label.toLowerCase().includes(find.trim().toLowerCase()));
  return (
    <fieldset className="pt-choices">
      <legend className="sr-only">{label}</legend>
      {choices.length > MANY && (
        <input
          className="pt-control"
          type="search"
          aria-label={t("list.findChoice")}
          placeholder={t("list.findChoice")}
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
      )}
      {shown.map((choice) => (
        <label key={choice.value} className="pt-choice">
          <input type="checkbox" checked={chosen.includes(choice.value)} onChange={() => toggle(choice.value)} />
          {choice.label}
        </label>
      ))}
      {shown.length === 0 && <p className="pt-quiet">{t("form.noMatch")}</p>}
    </fieldset>
  );
}

const listValues = (filter: Filter | undefined): readonly string[] =>
  filter?.style === "is" && !filter.not ? filter.values : [];

/**
 * Returns the choices: fixed options, states, enum values or yes/no, otherwise the rows of the referenced list.
 * Undefined while loading, empty when loading fails.
 */
function useChoices(entity: Entity, { item, ...list }: Field): Choice[] | undefined {
  const field = item ?? list;
  const ports = usePorts();
  const fixed =
    listFixedValues(entity, field) ??
    (field.schema.enum as string[] | undefined) ??
    (field.schema.type === "boolean" ? ["true", "false"] : undefined);
  const other = field.ref?.entity ?? (field.options && "list" in field.options ? field.options.list : undefined);
  const listed = fixed === undefined ? other : undefined;
  const { data, failure } = useRead(
    [listed, "choices", entity.name, field.name],
    (signal) => loadChoices(ports, field, listed ?? "", signal),
    { enabled: listed !== undefined, onFocus: false },
  );
  const loaded = data ?? (failure && []);
  if (!fixed) return other ? loaded : [];
  const context = buildKindContext(entity, field, ports.lang);
  return fixed.map((value) => {
    const parsed = field.schema.type === "boolean" ? value === "true" : value;
    return { value, label: field.kind.text(parsed as never, context) || value };
  });
}

/** Loads the rows of a referenced list as choices. */
async function loadChoices(ports: Ports, field: Field, list: string, signal: AbortSignal): Promise<Choice[]> {
  const target = await ports.entity(list);
  const size = target.source === "data" ? MAX_CHOICES.data : MAX_CHOICES.records;
  const { list: rows = [] } = await sendCall(ports, getOptionsCall(target), { size }, { signal });
  return rows.map((row: Row) => ({
    value: String(row[target.key]),
    label: formatLabel(target, row, field.ref?.label, ports.lang),
  }));
}
