/** Form of another entity's record in a drawer over a form, which keeps what it has. */
import { type ComponentType, type SyntheticEvent, useId } from "react";
import type { AdderProps } from "../controls/model.tsx";
import { useRead } from "../data/use-read.tsx";
import { Drawer } from "../overlay/overlay.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { EntityFormProps } from "./form-props.tsx";

/** React hands events of the drawer on to the form below, which would submit. */
const keep = (event: SyntheticEvent): void => event.stopPropagation();

interface AddRecordProps extends AdderProps {
  /** Form of the record; handed in by the module that loads both. */
  Form: ComponentType<EntityFormProps>;
}

export function AddRecord({ entity: name, title, preset, onDone, onCancel, Form }: AddRecordProps) {
  const ports = usePorts();
  const heading = useId();
  const { data: entity } = useRead(["schema", name], () => ports.entity(name), { onFocus: false });
  return (
    // Renders nothing in place: the drawer is a portal, only its React events bubble through here.
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
