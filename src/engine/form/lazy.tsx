/** Lazily loaded forms, so that a list page does not load their code. */
import type { AdderProps } from "../model/adder.ts";
import { createLazyPart } from "../react/lazy-part.tsx";
import type { CreateChoiceProps } from "./CreateChoice.tsx";
import type { CallFormProps, EntityFormProps } from "./form-props.tsx";
import { Waiting } from "./Waiting.tsx";

const load = () => import("./EntityForm.tsx");

const RecordForm = createLazyPart(
  () =>
    load().then(async (module) => {
      await module.loadInputs();
      return module.EntityForm;
    }),
  ({ entity }) => <Waiting entity={entity} />,
);
const RequestForm = createLazyPart(
  () => load().then((module) => module.CallForm),
  ({ call }) => <Waiting entity={call.request} />,
);
const AddRecord = createLazyPart(
  () => import("./AddRecord.tsx").then((module) => module.AddRecord),
  () => null,
);

const MemberChoice = createLazyPart(
  () => import("./CreateChoice.tsx").then((module) => module.CreateChoice),
  () => <div className="pf-waiting" />,
);

/** Adds a record in a drawer. The form is passed to the drawer, because the two must not import each other. */
export const Adder = (props: AdderProps) => <AddRecord {...props} Form={EntityForm} />;

/**
 * Form that creates or updates a record.
 * @example
 * <EntityForm entity={entity} record={row} onDone={(record) => ports.notify("success", String(record["id"]))} />;
 */
export const EntityForm = Object.assign((props: EntityFormProps) => <RecordForm Adder={Adder} {...props} />, {
  load: RecordForm.load,
});

/**
 * Form for a call's request.
 * @example
 * <CallForm call={form} onDone={(map) => ports.notify("success", String(map["message"]))} />;
 */
export const CallForm = Object.assign((props: CallFormProps) => <RequestForm Adder={Adder} {...props} />, {
  load: RequestForm.load,
});

/**
 * Form for a new record of a union (`x-create`).
 * @example
 * <CreateChoice entity={entity} presetOf={() => ({})} onDone={(member) => ports.notify("success", member.name)} />;
 */
export const CreateChoice = (props: CreateChoiceProps) => <MemberChoice {...props} Form={EntityForm} />;
