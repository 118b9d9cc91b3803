/** Form of an entity or of a call's request, from loading its schema to handling the response. */
import type { CallFormProps, EntityFormProps } from "./form-props.tsx";
import { FormGate } from "./FormGate.tsx";

export { loadInputs } from "../inputs/registry.tsx";

export function EntityForm({ entity, call, record, onDone, ...extras }: EntityFormProps) {
  const name = call ?? (record ? "update" : "create");
  const plan = entity.calls[name];
  if (!plan) throw new Error(`${entity.name} has no call ${name}`);
  return (
    <FormGate
      {...extras}
      entity={entity}
      call={plan}
      record={record}
      onDone={(map, sent) => onDone(map.record ?? sent, map)}
    />
  );
}

/** Form of a call's request, such as signing in, changing a password or asking a question. */
export function CallForm({ call, onDone, ...extras }: CallFormProps) {
  return <FormGate {...extras} entity={call.request} call={call.call} onDone={onDone} />;
}
