/** Payment cards: the front of each card, next to its balance, limits and links. */
import {
  Decimal,
  type Entity,
  evaluate,
  groupThousands,
  buildRecordScope,
  type Row,
  type ViewOf,
  canTransition,
} from "@portolan/engine";
import {
  Link,
  ListTools,
  Pager,
  Reveal,
  useAmountsHidden,
  useListPage,
  usePorts,
  Value,
  ViewFrame,
  type ViewProps,
  fetchRelated,
  useRead,
  listActions,
  useRecordAction,
} from "@portolan/engine/ui";
import type { FaceBar, FacesPlan, FaceRecent, FaceSwitch } from "./faces.ts";
import { fillLink, Offer } from "./Offer.tsx";
import "./faces.css";

type Props = ViewProps<ViewOf<"faces">>;
const NONE = {};

export function Faces(props: Props) {
  const { entity, id, view } = props;
  const list = useListPage(props);
  const { state, query } = list;
  return (
    <ViewFrame
      page={props}
      list={list}
      tools={<ListTools page={props} list={list} />}
      main={view.plan.main}
      waiting={<Waiting bars={view.plan.bars} />}
    >
      <ul className="py-faces">
        {state.rows.map((row) => (
          <li key={String(row[entity.key])}>
            <Face entity={entity} plan={view.plan} row={row} />
            <Beside
              entity={entity}
              id={id}
              plan={view.plan}
              row={row}
              href={list.hrefOf(String(row[entity.key]))}
              open={() => list.open(String(row[entity.key]))}
              onChanged={state.reload}
            />
          </li>
        ))}
      </ul>
      <Pager entity={entity} query={query} state={state} onChange={list.write} beyond={list.beyond} />
    </ViewFrame>
  );
}

/** Front of a card with brand, number and print; only its outline for the statuses in `outlined`. */
function Face({ entity, plan, row }: { entity: Entity; plan: FacesPlan; row: Row }) {
  const value = (name: string) => <Value entity={entity} field={entity.field(name)} row={row} labels={NONE} />;
  const { number, mark, print, outlined, status, stamp } = plan;
  const isOutlined = outlined.includes(String(row[status]));
  return (
    <div className="py-face" data-outlined={isOutlined || undefined}>
      <p className="py-face-mark">
        <span className="py-face-stamp">{isOutlined && stamp !== undefined && value(stamp)}</span>
        {mark !== undefined && String(row[mark] ?? "")}
      </p>
      <p className="py-face-number">{value(number)}</p>
      <p className="py-face-print">
        {print.map((name) => (
          <span key={name}>{formatExpiry(row[name]) ?? value(name)}</span>
        ))}
      </p>
    </div>
  );
}

/** Formats a day as cards print it, `08/28`. Returns undefined for any other value. */
function formatExpiry(value: unknown): string | undefined {
  const [, year, month] = /^\d\d(\d\d)-(\d\d)-\d\d$/.exec(String(value)) ?? [];
  return year && `${month}/${year}`;
}

interface BesideProps {
  entity: Entity;
  id: string;
  plan: FacesPlan;
  row: Row;
  href: string;
  open(): void;
  onChanged(): void;
}
/** Name, state, balance, limits and links of a card. */
function Beside({ entity, id, plan, row, href, open, onChanged }: BesideProps) {
  const { lang, canOpen } = usePorts();
  const value = (field: string) => <Value entity={entity} field={entity.field(field)} row={row} labels={NONE} />;
  const text = (part: string) => entity.text(`views.${id}.${part}`, lang);
  const self = buildRecordScope(entity.fields, row);
  const name = String(row[plan.title] ?? row[entity.key]);
  const { reveal } = entity.field(plan.number);
  const links = plan.links.filter(
    ({ to, when }) => (!when || evaluate(when, { self }) === true) && canOpen?.(to) !== false,
  );
  return (
    <div className="py-beside">
      <h2>
        <Link href={href} go={open}>
          {name}
        </Link>
        {value(plan.status)}
      </h2>
      <p className="py-face-figures">
        {[plan.amount, ...plan.facts].map((field) => (
          <span key={field}>
            {entity.label(field, lang)} {value(field)}
          </span>
        ))}
      </p>
      {plan.offer && <Offer entity={entity} id={id} offer={plan.offer} row={row} />}
      <div className="py-face-bars">
        {plan.bars.map((bar) => (
          <Bar key={bar.name} bar={bar} label={text(bar.name)} row={row} self={self} />
        ))}
      </div>
      <div className="py-beside-actions">
        {plan.switch && (
          <StateSwitch
            entity={entity}
            plan={plan.switch}
            row={row}
            label={text("switch")}
            name={name}
            onChanged={onChanged}
          />
        )}
        {links.map(({ name: link, to }) => (
          <Link key={link} className="btn" data-small href={fillLink(to, row)} aria-label={`${text(link)} ${name}`}>
            {text(link)}
          </Link>
        ))}
        <Link className="btn" data-small href={href} go={open} aria-label={`${text("open")} ${name}`}>
          {text("open")}
        </Link>
        {reveal && !plan.outlined.includes(String(row[plan.status])) && (
          <Reveal entity={entity} field={entity.field(plan.number)} reveal={reveal} record={row} />
        )}
      </div>
      {plan.recent.map((recent) => (
        <RecentRecords key={recent.name} entity={entity} id={id} recent={recent} row={row} name={name} />
      ))}
    </div>
  );
}

/** Bar with the used share of a limit. Renders nothing while either figure is unknown or the limit is not positive. */
function Bar({ bar, label, row, self }: { bar: FaceBar; label: string; row: Row; self: Row }) {
  const hidden = useAmountsHidden() !== undefined;
  const used = evaluate(bar.used, { self });
  const of = Decimal.parse(row[bar.of]);
  if (!(used instanceof Decimal) || !of || of.cmp(Decimal.of("0")) <= 0) return null;
  const share = Math.min(100, Math.max(0, Number(used.mul(100n).div(of, 1).toString())));
  const text = hidden ? "" : `${groupThousands(used.toString())} / ${groupThousands(of.toString())}`;
  return (
    <p className="py-face-bar">
      <span>{label}</span>
      <span className="py-figure">{text}</span>
      <span className="py-face-track" aria-hidden>
        <span style={{ width: `${share}%` }} />
      </span>
    </p>
  );
}

const EXPECTED = [1, 2, 3, 4, 5, 6, 7, 8];
/** Outlines of cards, each beside its name, balance, limits and buttons. */
const Waiting = ({ bars }: { bars: readonly FaceBar[] }) => (
  <ul className="py-faces py-waiting" aria-hidden>
    {EXPECTED.map((index) => (
      <li key={index}>
        <div className="py-face" data-outlined />
        <div className="py-beside">
          <h2>
            <span className="skeleton pv-bone">&nbsp;</span>
          </h2>
          <p className="skeleton pv-bone">&nbsp;</p>
          <div className="py-face-bars">
            {bars.map(({ name }) => (
              <p key={name} className="py-face-bar">
                <span>&nbsp;</span>
                <span className="py-face-track" />
              </p>
            ))}
          </div>
          <p className="py-beside-actions">
            <span className="btn skeleton pv-bone" data-small />
          </p>
        </div>
      </li>
    ))}
  </ul>
);

interface RecentRecordsProps {
  entity: Entity;
  /** Id of the view. */
  id: string;
  recent: FaceRecent;
  row: Row;
  /** Name of the record, for screen readers. */
  name: string;
}

/** Renders nothing while there are none, until they are loaded, or when they fail to load. */
function RecentRecords({ entity, id, recent, row, name }: RecentRecordsProps) {
  const ports = usePorts();
  const { until, line, count } = recent;
  const { data } = useRead(
    [recent.entity, "recent", id, recent.name, row[entity.key]],
    (signal) => fetchRelated(ports, recent, row, { signal }),
    { shared: true },
  );
  const rows = data?.rows
    .filter((their) => until === undefined || Date.parse(String(their[until])) > ports.now())
    .slice(0, count);
  if (!data || !rows?.length) return null;
  const { other, labels } = data;
  const label = entity.text(`views.${id}.${recent.name}`, ports.lang);
  return (
    <p className="py-recent" data-until={until !== undefined || undefined}>
      <Link href={fillLink(recent.to, row)} aria-label={`${label} ${name}`}>
        {label}
      </Link>
      {rows.map((their) => (
        <span key={String(their[other.key])}>
          {line.map((field) => (
            <Value key={field} entity={other} field={other.field(field)} row={their} labels={labels} />
          ))}
        </span>
      ))}
    </p>
  );
}

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
function StateSwitch({ entity, plan, row, label, name, onChanged }: StateSwitchProps) {
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
