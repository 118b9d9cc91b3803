/** What happened, oldest first: when, what, who, why; and while it is not over, that it goes on. */
import type { Entity } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import type { TimelineEntry } from "./use-record.tsx";

const ZONE_MS = 8 * 3_600_000;
const at = (instant: string) => new Date(Date.parse(instant) + ZONE_MS).toISOString().replace("T", " ").slice(0, 19);

export function Timeline({ entity, entries }: { entity: Entity; entries: readonly TimelineEntry[] }) {
  const { word, lang } = usePorts();
  if (entries.length === 0 || !entity.lifecycle) return null;
  const state = (name: string) => entity.lifecycle!.states.find((one) => one.name === name);
  const words = (key: string, otherwise: string) => {
    const text = entity.text(key, lang);
    return text === key ? otherwise : text;
  };
  const last = state(entries.at(-1)!.to);
  return (
    <section className="pd-card">
      <h3>{word("detail.timeline")}</h3>
      <ol className="pd-timeline">
        {entries.map((entry, index) => (
          <li key={`${entry.at}-${entry.event}`} data-tone={state(entry.to)?.tone ?? "neutral"} data-last={index === entries.length - 1 || undefined}>
            <p>
              <strong>{words(`event.${entry.event}`, entry.event)}</strong>
              <span className="pd-quiet"> {entry.from === entry.to ? "" : `→ ${words(`state.${entry.to}`, entry.to)}`}</span>
            </p>
            {entry.reason && <p>{entry.reason}</p>}
            <p className="pd-quiet">
              <time dateTime={entry.at}>{at(entry.at)}</time> · {entry.username ?? word(`detail.by.${entry.by}`)}
            </p>
          </li>
        ))}
        {last && !last.final && last.tone !== "success" && (
          <li data-next>
            <p className="pd-quiet">{word("detail.goesOn", { state: words(`state.${last.name}`, last.name) })}</p>
          </li>
        )}
      </ol>
    </section>
  );
}
