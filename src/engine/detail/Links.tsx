/** Buttons that lead on from a record to other pages (`x-links`). */
import type { Entity, Row } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import { evaluate } from "../rules/evaluate.ts";
import { recordScope } from "../rules/scope.ts";

export function Links({ entity, record }: { entity: Entity; record: Row }) {
  const { go, lang } = usePorts();
  const self = recordScope(entity.fields, record);
  const shown = (entity.links ?? []).filter(({ when }) => !when || evaluate(when, { self }) === true);
  return shown.map(({ id, to }) => {
    const path = to.replace(/\{(\w+)\}/g, (_hole, name: string) => encodeURIComponent(String(record[name] ?? "")));
    return (
      <a
        key={id}
        className="btn"
        href={path}
        onClick={(event) => {
          if (!go || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          go(path);
        }}
      >
        {entity.text(`link.${id}`, lang)}
      </a>
    );
  });
}
