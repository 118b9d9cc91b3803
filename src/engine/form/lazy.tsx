/** Forms as the door hands them out: their code comes with the first form, so a list page never loads it. */
import type { Entity } from "../model/entity.ts";
import { lazyPart } from "../react/lazy-part.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { anchoredSections } from "./anchored.ts";
import type { CallFormProps, EntityFormProps } from "./EntityForm.tsx";
import "./waiting.css";

const load = () => import("./EntityForm.tsx");

/** Creates a record of an entity, or changes one. */
export const EntityForm = lazyPart<EntityFormProps>(
  () =>
    load().then(async (module) => {
      // A record has more than text: what its fields are filled in with comes along.
      await module.loadInputs();
      return module.EntityForm;
    }),
  ({ entity }) => <Waiting entity={entity} />,
);

/** The request of a call as a form. */
export const CallForm = lazyPart<CallFormProps>(
  () => load().then((module) => module.CallForm),
  ({ call }) => <Waiting entity={call.request} />,
);

function Waiting({ entity }: { entity: Entity }) {
  const { word, lang } = usePorts();
  return (
    <div className="pf-waiting" data-anchors={anchoredSections(entity, lang).length > 0 || undefined}>
      <output className="sr-only">{word("form.loading")}</output>
    </div>
  );
}
