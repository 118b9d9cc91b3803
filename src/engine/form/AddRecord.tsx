/** Form for a record of another entity in a drawer over the current form, which keeps its state. */
import { type ComponentType, type SyntheticEvent, useId } from "react";
import type { AdderProps } from "../model/adder.ts";
import { useRead } from "../data/use-read.tsx";
import { Drawer } from "../overlay/overlay.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { EntityFormProps } from "./form-props.tsx";

/** Stops the drawer's React events from bubbling to the form below, which would handle them as its own. */
const keep = (event: SyntheticEvent): void => event.stopPropagation();

interface AddRecordProps extends AdderProps {
  /** Form component. It is passed in, because a form and this drawer must not import each other. */
  Form: ComponentType<EntityFormProps>;
}

export function AddRecord({ entity: name, title, preset, onDone, onCancel, Form }: AddRecordProps) {
  const ports = usePorts();
  const heading = useId();
  const { data: entity } = useRead(["schema", name], () => ports.entity(name), { onFocus: false });
  return (
    // The drawer is a portal, so only its React events bubble through this element.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onSubmit={keep} onKeyDown={keep} onBlur={keep} onPaste={keep}>
      <Drawer open onClose={onCancel} side="end" labelledBy={heading}>
        <div className="pf-adding">
          <h2 id={heading}>{title}</h2>
          {entity && (
            <Form entity={entity} preset={preset} onCancel={onCancel} onDone={(record) => onDone(entity, record)} />
          )}
        </div>
      </Drawer>
    </div>
  );
}
