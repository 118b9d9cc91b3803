/** Forms as the door hands them out: their code comes with the first form, so a list page never loads it. */
import { lazy, Suspense } from "react";
import { usePorts } from "../ports-context.tsx";
import type { CallFormProps, EntityFormProps } from "./EntityForm.tsx";

const load = () => import("./EntityForm.tsx");
const LazyEntityForm = lazy(() => load().then((module) => ({ default: module.EntityForm })));
const LazyCallForm = lazy(() => load().then((module) => ({ default: module.CallForm })));

/** Creates a record of an entity, or changes one. */
export function EntityForm(props: EntityFormProps) {
  return (
    <Suspense fallback={<Waiting />}>
      <LazyEntityForm {...props} />
    </Suspense>
  );
}

/** The request of a call as a form. */
export function CallForm(props: CallFormProps) {
  return (
    <Suspense fallback={<Waiting />}>
      <LazyCallForm {...props} />
    </Suspense>
  );
}

function Waiting() {
  const { word } = usePorts();
  return <output className="sr-only">{word("form.loading")}</output>;
}
