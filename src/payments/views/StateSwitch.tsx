/** Toggle between two states of a record, such as frozen and active. Fires the event that leads to the other state. */
import { canTransition, type Entity, evaluate, buildRecordScope, type Row } from "@portolan/engine";
import { listActions, usePorts, useRecordAction } from "@portolan/engine/ui";
import type { FaceSwitch } from "./faces.ts";

interface StateSwitchProps {
  entity: Entity;
  plan: FaceSwitch;
  row: Row;
  /** Name of the state that the switch turns on. */
  label: string;
  /** Name of the record, for screen readers. */
  name: string;
  onChanged(): void;
}

/** Renders nothing when the record allows neither event or the user may not fire it. */
export function StateSwitch({ entity, plan, row, label, name, onChanged }: StateSwitchProps) {
  const { lang, granted } = usePorts();
  const id = String(row[entity.key]);
  const model = useRecordAction({ entity, id, record: row, onDone: onChanged, onStale: onChanged });
  const transition = findTransition(entity, plan, row);
  const [action] = transition
    ? listActions({
        entity,
        id,
        events: [{ event: transition.on, to: transition.to, needs: [] }],
        lang,
        confirm: (event) => event,
      })
    : [];
  if (!transition || !action || (action.call.grant && !granted(action.call.grant))) return null;
  return (
    <>
      <label className="py-switch">
        <input
          type="checkbox"
          role="switch"
          aria-label={`${label} ${name}`}
          checked={transition.on === plan.off}
          aria-checked={transition.on === plan.off}
          // A disabled control would lose the focus.
          aria-disabled={model.busy !== undefined || undefined}
          onChange={() => model.busy === undefined && void model.run(action, {})}
        />
        {label}
      </label>
      {model.notice && (
        <span className="py-switch-said" role="status" data-tone={model.notice.tone}>
          {model.notice.title}
        </span>
      )}
    </>
  );
}

/** Returns whichever of the two transitions is currently allowed; undefined for neither. */
function findTransition(entity: Entity, { on, off }: FaceSwitch, row: Row) {
  const { lifecycle, fields } = entity;
  const self = buildRecordScope(fields, row);
  return lifecycle?.transitions.find(
    (transition) =>
      (transition.on === on || transition.on === off) &&
      canTransition(transition, String(row[lifecycle.field]), row) &&
      (!transition.when || evaluate(transition.when, { self }) === true),
  );
}
