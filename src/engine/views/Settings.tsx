/** Settings of the user's only record: a row each with its state and the link that changes it. */
import { formatCell, Value } from "../cells/cell.tsx";
import { useRead } from "../data/use-read.tsx";
import { fillSentence } from "../entity/sentence.ts";
import type { Entity, Row } from "../model/entity.ts";
import type { ViewOf } from "../model/views.ts";
import type { Labels } from "../model/wire.ts";
import { sendCall } from "../operation/send-call.ts";
import { Link } from "../react/Link.tsx";
import { usePorts } from "../react/ports-context.tsx";
import type { ViewProps } from "../react/view-part.tsx";
import { evaluate } from "../rules/evaluate.ts";
import { buildRecordScope } from "../rules/scope.ts";
import { useListPage } from "../table/use-list-page.tsx";
import type { SettingPlan } from "../view-types/settings.ts";
import { ViewFrame } from "./ViewFrame.tsx";
import "./settings.css";

type Props = ViewProps<ViewOf<"settings">>;
/** Number of records that `latest` lists. */
const LATEST = 3;
const EMPTY_ROWS: Row[] = Array.from({ length: LATEST }, () => ({}));

export function Settings(props: Props) {
  const { entity, id, view } = props;
  const { lang } = usePorts();
  const list = useListPage(props);
  const { facts, rows } = view.plan;
  const [record] = list.state.rows;
  const { labels } = list;
  return (
    <ViewFrame page={props} list={list} waiting={<Skeleton plan={view.plan} />}>
      {record && facts.length > 0 && (
        <dl className="pv-settings-facts">
          {facts.map((name) => (
            <div key={name}>
              <dt>{entity.label(name, lang)}</dt>
              <dd>
                <Value entity={entity} field={entity.field(name)} row={record} labels={labels} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="pv-settings">
        {record &&
          rows.map((plan) => (
            <Setting key={plan.name} entity={entity} id={id} plan={plan} record={record} labels={labels} />
          ))}
      </ul>
    </ViewFrame>
  );
}

interface SettingProps {
  entity: Entity;
  id: string;
  plan: SettingPlan;
  record: Row;
  labels: Labels;
}
function Setting(props: SettingProps) {
  const { entity, id, plan, record } = props;
  const { lang, canOpen } = usePorts();
  const self = buildRecordScope(entity.fields, record);
  const label = entity.text(`views.${id}.${plan.name}`, lang);
  const link = plan.links.find(({ when }) => !when || evaluate(when, { self }) === true);
  const action = link && entity.text(`views.${id}.${link.name}`, lang);
  return (
    <li>
      <span className="pv-setting-label">{label}</span>
      <State {...props} self={self} />
      {link && canOpen?.(link.to) !== false && (
        <Link className="btn" data-small href={link.to} aria-label={`${action} ${label}`}>
          {action}
        </Link>
      )}
      {plan.latest && <Latest latest={plan.latest} />}
    </li>
  );
}

/** First state that holds, else the value of the field. */
function State({ entity, id, plan, record, labels, self }: SettingProps & { self: Row }) {
  const { lang } = usePorts();
  const index = plan.states.findIndex(({ when }) => !when || evaluate(when, { self }) === true);
  const tone = plan.states[index]?.tone;
  if (index >= 0)
    return (
      <span className={tone ? "status" : "pv-setting-value"} data-tone={tone}>
        {fillSentence(entity, `views.${id}.${plan.name}.state.${index}`, { row: record, lang })}
      </span>
    );
  const field = plan.value === undefined ? undefined : entity.field(plan.value);
  if (!field || formatCell({ entity, field, row: record, labels }, lang) === "") return null;
  return (
    <span className="pv-setting-value">
      <Value entity={entity} field={field} row={record} labels={labels} />
    </span>
  );
}

/** Newest records of another entity, with empty lines until they are loaded. Renders nothing if they fail to load. */
function Latest({ latest: { entity: name, fields } }: { latest: NonNullable<SettingPlan["latest"]> }) {
  const ports = usePorts();
  const { data, failure } = useRead<{ entity: Entity; rows: Row[]; labels: Labels }>(
    [name, "latest"],
    async (signal) => {
      const entity = await ports.entity(name);
      const { list } = entity.calls;
      if (!list) throw new Error(`${name} has no call that loads a list`);
      const { list: rows = [], labels = {} } = await sendCall(ports, list, {}, { signal });
      return { entity, rows: rows.slice(0, LATEST), labels };
    },
    { onFocus: false },
  );
  if (failure) return null;
  return (
    <ul className="pv-settings-latest">
      {(data?.rows ?? EMPTY_ROWS).map((row, index) => (
        <li key={index}>
          {fields.map((field) => (
            <span key={field}>
              {data ? (
                <Value entity={data.entity} field={data.entity.field(field)} row={row} labels={data.labels} />
              ) : (
                "\u00a0"
              )}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Facts and rows of the same height as the loaded ones. */
function Skeleton({ plan: { facts, rows } }: { plan: Props["view"]["plan"] }) {
  return (
    <div className="pv-settings-waiting" aria-hidden>
      {facts.length > 0 && (
        <dl className="pv-settings-facts">
          {facts.map((name) => (
            <div key={name}>
              <dt>{"\u00a0"}</dt>
            </div>
          ))}
        </dl>
      )}
      <ul className="pv-settings">
        {rows.map(({ name, latest }) => (
          <li key={name} data-latest={latest ? true : undefined}>
            <span className="skeleton" />
          </li>
        ))}
      </ul>
    </div>
  );
}
