/** Buttons with the recently used records below a reference, and what the newest record with the chosen one was. */
import { useEffect } from "react";
import { formatWallClock } from "../base/time-zone.ts";
import { useRead } from "../data/use-read.tsx";
import { formatValue } from "../entity/sentence.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import { sendCall } from "../operation/send-call.ts";
import { toParameter, writeFilter } from "../query/grammar.ts";
import { type InputProps, useForm } from "./model.tsx";
import type { ComboOption } from "./use-combo-options.tsx";

/** A recently used record: the option, and its short label. */
export interface RecentOption {
  option: ComboOption;
  text: string;
}
export interface RecentRecordsProps extends Pick<InputProps, "leaf" | "spec"> {
  load(signal: AbortSignal): Promise<RecentOption[]>;
  onChoose(option: ComboOption): void;
}

export function RecentRecords({ leaf, spec, load, onChoose }: RecentRecordsProps) {
  const { entity, ports } = useForm();
  useLastUse(leaf);
  const { data: recent, failure } = useRead([entity.name, "recentOptions", leaf.field.name], load, { onFocus: false });
  if (!recent && !failure) return <ul className="pf-recent" />;
  if (!recent || recent.length === 0) return null;
  return (
    <ul className="pf-recent" aria-label={ports.t("form.recentOf", { label: spec.label })}>
      {recent.map(({ option, text }) => (
        <li key={option.value}>
          <button
            type="button"
            className="btn"
            data-small
            data-quiet
            aria-pressed={leaf.value === option.value}
            title={option.label}
            onClick={() => onChoose(option)}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Says below the field when the last successful record with the chosen value was created, and how many there are. */
function useLastUse(leaf: InputProps["leaf"]): void {
  const { entity, ports } = useForm();
  const { value } = leaf;
  const { data } = useRead(
    [entity.name, "lastUse", leaf.field.name, value],
    (signal) => describeLastUse(entity, ports, { [leaf.field.name]: [String(value)] }, signal),
    { enabled: value !== undefined, onFocus: false },
  );
  const text = value === undefined ? undefined : data?.text;
  useEffect(() => leaf.publish({ lookupText: text }), [leaf, text]);
}

async function describeLastUse(
  entity: Entity,
  ports: Ports,
  chosen: Record<string, string[]>,
  signal: AbortSignal,
): Promise<{ text?: string }> {
  const { lifecycle, list, calls } = entity;
  const day = list.sort
    .map((order) => order.replace(/^-/, ""))
    .find((name) => entity.field(name).schema.format === "date-time");
  if (!lifecycle || !calls.list || day === undefined) return {};
  const done = lifecycle.states.filter(({ tone }) => tone === "success").map(({ name }) => name);
  const filters = Object.entries({ ...chosen, [lifecycle.field]: done }).map(([name, values]) => [
    toParameter(name),
    writeFilter({ style: "is", values, not: false }, entity.field(name).kind.filter),
  ]);
  const request: Row = { ...Object.fromEntries(filters), totals: 1 };
  const answer = await sendCall(ports, calls.list, request, { passive: true, signal });
  const rows: Row[] = answer.list ?? [];
  const [last] = rows;
  const total = Number(answer.total ?? 0);
  if (!last || total === 0) return {};
  const text = ports.t("form.lastUse", {
    date: formatWallClock(Date.parse(String(last[day])), ports.dialect.zone).slice(0, 10),
    amount: formatValue(entity, list.card?.amount, ports.lang, last),
    count: total,
    unit: entity.unit(total, ports.lang),
  });
  return { text };
}
