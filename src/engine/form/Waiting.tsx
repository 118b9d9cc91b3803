import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { listAnchoredSections } from "./anchored.ts";
import "./waiting.css";

/** Room of a form whose code is loading. */
export function Waiting({ entity }: { entity: Entity }) {
  const { t, lang } = usePorts();
  return (
    <div
      className="pf-waiting"
      data-anchors={listAnchoredSections(entity, lang).length > 0 || undefined}
      data-summarised={entity.summary && ""}
      data-lines={entity.form.grids && ""}
    >
      <output className="sr-only">{t("form.loading")}</output>
    </div>
  );
}
