import type { ReactNode } from "react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import { listAnchoredSections } from "./anchored.ts";
import "./waiting.css";

/** Room of a form whose code is loading, with the boxes that are known by then. */
export function Waiting({ entity, children }: { entity: Entity; children?: ReactNode }) {
  const { t, lang } = usePorts();
  return (
    <div
      className="pf-waiting"
      data-anchors={listAnchoredSections(entity, lang).length > 0 || undefined}
      data-summarised={entity.summary && ""}
      data-lines={entity.form.grids && ""}
    >
      <output className="sr-only">{t("form.loading")}</output>
      {children}
    </div>
  );
}
