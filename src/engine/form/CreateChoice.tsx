/** Form for a new record of a union: the question which member it belongs to, then the form of that member. */
import { type ComponentType, useId, useState } from "react";
import { useLoaded } from "../data/use-loaded.tsx";
import { findText } from "../entity/labels.ts";
import type { Entity, Row } from "../model/entity.ts";
import { findChange } from "../operation/record-actions.ts";
import { usePorts } from "../react/ports-context.tsx";
import { PlacedContext } from "./Fields.tsx";
import type { EntityFormProps } from "./form-props.tsx";
import "./create-choice.css";

export interface CreateChoiceProps {
  /** The union. */
  entity: Entity;
  /** Value of `x-create.by` that is chosen first. Default: that of the first way that the user may take. */
  first?: string | undefined;
  /** Returns the initial values of a member's form. */
  presetOf(member: Entity): Row;
  onCancel?: (() => void) | undefined;
  onDone(member: Entity, record: Row): void;
}

interface Way {
  value: string;
  member: Entity;
  /** Field of the member that is asked beside the choice. */
  asks?: string | undefined;
}

/** `Form` is passed in, because a form and this part must not import each other. */
export function CreateChoice(props: CreateChoiceProps & { Form: ComponentType<EntityFormProps> }) {
  const ways = useWays(props.entity);
  return ways && ways.length > 0 ? <Choice {...props} ways={ways} /> : null;
}

/** Returns the ways whose member the user may create, or undefined until the members are loaded. */
function useWays({ name, create }: Entity): Way[] | undefined {
  const ports = usePorts();
  const ways = useLoaded(
    () =>
      Promise.all(
        (create?.ways ?? []).map(async ({ value, entity, asks }) => ({
          value,
          member: await ports.entity(entity),
          asks,
        })),
      ),
    name,
  );
  return ways?.filter(({ member }) => findChange(member, "create", ports.granted));
}

function Choice({
  entity,
  first,
  presetOf,
  onCancel,
  onDone,
  Form,
  ways,
}: CreateChoiceProps & { Form: ComponentType<EntityFormProps>; ways: readonly Way[] }) {
  const [value, setValue] = useState(() => ways.find((way) => way.value === first)?.value ?? ways[0]?.value ?? "");
  // Forms that have been opened stay mounted, so that changing the choice loses no values.
  const [opened, setOpened] = useState<readonly string[]>([value]);
  // Element beside the choice, into which the form renders the field that the way asks for.
  const [beside, setBeside] = useState<HTMLElement | null>(null);
  const choose = (next: string) => {
    setValue(next);
    setOpened([...new Set([...opened, next])]);
  };
  return (
    <div className="pf-choice">
      {ways.length > 1 && <Ways entity={entity} ways={ways} value={value} onChoose={choose} onBeside={setBeside} />}
      {ways
        .filter((way) => opened.includes(way.value))
        .map((way) => (
          <div key={way.value} hidden={way.value !== value}>
            <PlacedContext
              value={
                way.asks === undefined ? undefined : { name: way.asks, element: way.value === value ? beside : null }
              }
            >
              <Form
                entity={way.member}
                preset={presetOf(way.member)}
                onCancel={onCancel}
                onDone={(record) => onDone(way.member, record)}
              />
            </PlacedContext>
          </div>
        ))}
    </div>
  );
}

interface WaysProps {
  entity: Entity;
  ways: readonly Way[];
  value: string;
  onChoose(value: string): void;
  /** Called with the element beside the choice, when it appears or goes. */
  onBeside(element: HTMLElement | null): void;
}
/** The question, as radio buttons. */
function Ways({ entity, ways, value, onChoose, onBeside }: WaysProps) {
  const { lang } = usePorts();
  const id = useId();
  return (
    <fieldset className="pf-card pf-ways">
      <legend>{entity.text("create", lang)}</legend>
      <div className="pf-radios">
        {ways.map((way) => {
          const says = findText(entity, `create.${way.value}.says`, lang);
          return (
            <div key={way.value} className="pf-way">
              <label className="pf-radio">
                <input
                  type="radio"
                  name={id}
                  checked={way.value === value}
                  aria-describedby={says === undefined ? undefined : `${id}-${way.value}`}
                  onChange={() => onChoose(way.value)}
                />
                <span>{entity.text(`create.${way.value}`, lang)}</span>
              </label>
              {says !== undefined && (
                <span className="pf-radio-outcome" id={`${id}-${way.value}`}>
                  {says}
                </span>
              )}
            </div>
          );
        })}
        {ways.map(
          (way) =>
            way.asks !== undefined &&
            way.value === value && <div key={way.value} ref={onBeside} className="pf-way-asks" />,
        )}
      </div>
    </fieldset>
  );
}
