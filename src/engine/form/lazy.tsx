/** Lazily loaded forms: a list page never loads their code. */
import type { Entity } from "../model/entity.ts";
import { createLazyPart } from "../react/lazy-part.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { listAnchoredSections } from "./anchored.ts";
import type { CallFormProps, EntityFormProps } from "./form-props.tsx";
import "./waiting.css";

const load = () => import("./EntityForm.tsx");

/**
 * Form that creates or changes a record.
 * @example
 * <EntityForm entity={entity} record={row} onDone={(record) => ports.notify("success", String(record["id"]))} />;
 */
export const EntityForm = createLazyPart<EntityFormProps>(
  () =>
    load().then(async (module) => {
      // Load the inputs together with the form.
      await module.loadInputs();
      return module.EntityForm;
    }),
  ({ entity }) => <Waiting entity={entity} />,
);

/**
 * Form of a call's request.
 * @example
 * <CallForm call={form} onDone={(map) => ports.notify("success", String(map["message"]))} />;
 */
export const CallForm = createLazyPart<CallFormProps>(
  () => load().then((module) => module.CallForm),
  ({ call }) => <Waiting entity={call.request} />,
);

function Waiting({ entity }: { entity: Entity }) {
  const { word, lang } = usePorts();
  return (
    <div
      className="pf-waiting"
      data-anchors={listAnchoredSections(entity, lang).length > 0 || undefined}
      data-summarised={entity.summary && ""}
      data-lines={entity.form.grids && ""}
    >
      <output className="sr-only">{word("form.loading")}</output>
    </div>
  );
}
