/**
 * Record drawer next to a list. `[` and `]` open the previous and next row, Escape closes the drawer, and the URL
 * identifies the record.
 */
import { ChevronLeft, ChevronRight, ExternalLink, X } from "lucide-react";
import { sendCall } from "../operation/send-call.ts";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import type { Entity } from "../model/entity.ts";
import { EntityForm } from "../form/lazy.tsx";
import { Link } from "../react/Link.tsx";
import { Drawer } from "../overlay/overlay.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { useIsMounted } from "../react/use-is-mounted.tsx";
import { runOnce } from "../operation/run-once.ts";
import { RecordDetail } from "./RecordDetail.tsx";
import { Heading } from "../react/Heading.tsx";
import { useMember } from "./use-member.tsx";

export interface RecordDrawerProps {
  entity: Entity;
  id: string;
  onClose(): void;
  /** Called when the record has changed and the list should be refetched. */
  onChanged(): void;
  /** Whether the list has a previous (`back`) and a next (`on`) row. */
  hasStep?: { back: boolean; on: boolean };
  onStep?(by: -1 | 1): void;
}
const TYPING = "input, textarea, select, [contenteditable]";

/**
 * Record drawer of a list row. In a union it shows the member's record, in a list with `opens` the record that the row
 * refers to.
 */
export function RecordDrawer(props: RecordDrawerProps) {
  if (props.entity.list.opens) return <NamedDrawer {...props} opens={props.entity.list.opens} />;
  return props.entity.source === "union" ? <MemberDrawer {...props} /> : <OwnDrawer {...props} />;
}

function MemberDrawer({ entity: union, id, ...rest }: RecordDrawerProps) {
  const { member, missing } = useMember(union, id);
  const { onClose } = rest;
  useEffect(() => {
    if (missing) onClose();
  }, [missing, onClose]);
  return member ? <OwnDrawer key={member.entity.name} {...rest} entity={member.entity} id={member.id} /> : null;
}

/**
 * Drawer of the record that a row refers to. Opening it also calls `opens.call`, if any, which marks the row as seen.
 */
function NamedDrawer({
  entity: list,
  id,
  opens,
  ...rest
}: RecordDrawerProps & { opens: NonNullable<Entity["list"]["opens"]> }) {
  const ports = usePorts();
  const [found, setFound] = useState<{ row: string; entity: Entity; id: string }>();
  const latest = useRef(rest);
  latest.current = rest;
  const isMounted = useIsMounted();
  const shown = useRef(id);
  shown.current = id;
  useEffect(() => {
    const isShown = () => isMounted() && shown.current === id;
    const find = async () => {
      const { record } = await sendCall(ports, list.calls["detail"]!, { [list.key]: id });
      const entity = await ports.entity(String(record[opens.entity]));
      if (isShown()) setFound({ row: id, entity, id: String(record[opens.id]) });
      const seen = opens.call === undefined ? undefined : await ports.callNamed?.(opens.call);
      // Refetch even if the drawer has been closed, because the row now counts as seen.
      if (seen && (await runOnce(ports, { call: seen }, { id })).end === "succeeded") latest.current.onChanged();
    };
    find().catch(() => isShown() && latest.current.onClose());
  }, [ports, list, id, opens, isMounted]);
  return found?.row === id ? <OwnDrawer key={id} {...rest} entity={found.entity} id={found.id} /> : null;
}

function OwnDrawer({ entity, id, onClose, onChanged, hasStep, onStep }: RecordDrawerProps) {
  const { recordPath } = usePorts();
  const path = recordPath?.(entity.name, id);
  const heading = useId();
  const dirty = useRef(false);
  const [leaving, setLeaving] = useState<{ go(): void }>();
  /** Asks for confirmation before unsaved changes are discarded. */
  const leave = useCallback((go: () => void) => (dirty.current ? setLeaving({ go }) : go()), []);
  const close = () => leave(onClose);
  const step = useCallback((by: -1 | 1) => leave(() => onStep?.(by)), [leave, onStep]);
  const back = hasStep?.back === true;
  const on = hasStep?.on === true;
  useStepKeys(step, { back, on });
  const removed = () => {
    onChanged();
    onClose();
  };
  const question = leaving && (
    <Leaving
      onStay={() => setLeaving(undefined)}
      onLeave={() => {
        dirty.current = false;
        setLeaving(undefined);
        leaving.go();
      }}
    />
  );
  return (
    <Drawer open onClose={close} side="end" labelledBy={heading}>
      <RecordDetail
        entity={entity}
        id={id}
        headingId={heading}
        level={2}
        onChanged={onChanged}
        onRemoved={removed}
        onDirty={(now) => {
          dirty.current = now;
          if (!now) setLeaving(undefined);
        }}
        notice={question}
        tools={<Tools path={path} step={onStep && step} back={back} on={on} onClose={close} />}
      />
    </Drawer>
  );
}

/** Lets `[` and `]` open the previous and next row, except while the user types. */
function useStepKeys(step: (by: -1 | 1) => void, { back, on }: { back: boolean; on: boolean }): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING);
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey || isTyping)
        return;
      if (event.key === "[" && back) step(-1);
      if (event.key === "]" && on) step(1);
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, [back, on, step]);
}

interface ToolsProps {
  /** Path of the record's own page, or undefined to open the current URL. */
  path: string | undefined;
  /** Opens the previous or next row. Undefined when the list has no rows to step through. */
  step: ((by: -1 | 1) => void) | undefined;
  back: boolean;
  on: boolean;
  onClose(): void;
}
/** Buttons next to the heading: previous, next, open page, close. */
function Tools({ path, step, back, on, onClose }: ToolsProps) {
  const { t } = usePorts();
  return (
    <div className="pd-tools">
      {step && (
        <>
          <button
            type="button"
            className="pd-tool"
            aria-label={t("detail.previous")}
            title={`${t("detail.previous")} [`}
            aria-keyshortcuts="["
            disabled={!back}
            onClick={() => step(-1)}
          >
            <ChevronLeft size={20} strokeWidth={1.5} aria-hidden />
          </button>
          <button
            type="button"
            className="pd-tool"
            aria-label={t("detail.next")}
            title={`${t("detail.next")} ]`}
            aria-keyshortcuts="]"
            disabled={!on}
            onClick={() => step(1)}
          >
            <ChevronRight size={20} strokeWidth={1.5} aria-hidden />
          </button>
        </>
      )}
      <a
        className="pd-tool"
        href={path ?? location.pathname + location.search}
        target="_blank"
        rel="noopener"
        aria-label={t("detail.newPage")}
        title={t("detail.newPage")}
      >
        <ExternalLink size={18} strokeWidth={1.5} aria-hidden />
      </a>
      <button
        type="button"
        className="pd-tool"
        aria-label={t("detail.close")}
        title={t("detail.close")}
        onClick={onClose}
      >
        <X size={20} strokeWidth={1.5} aria-hidden />
      </button>
    </div>
  );
}

function Leaving({ onStay, onLeave }: { onStay(): void; onLeave(): void }) {
  const { t } = usePorts();
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div className="pd-leaving" role="alertdialog" aria-label={t("detail.unsaved")}>
      <p>{t("detail.unsaved")}</p>
      <div className="pd-buttons">
        <button type="button" className="btn" data-small ref={stay} onClick={onStay}>
          {t("detail.stay")}
        </button>
        <button type="button" className="btn" data-small data-tone="danger" onClick={onLeave}>
          {t("detail.discard")}
        </button>
      </div>
    </div>
  );
}

export interface RecordPageProps {
  entity: Entity;
  id: string;
  /** Link back to the list. */
  back?: { label: string; href: string; go(): void };
  /** Heading level, 2 where the page has its own heading. */
  level?: 1 | 2;
}
/**
 * The tenant's only record of an entity: its form until it exists, then its detail. `onChanged` is called when it is
 * created, changed or removed, `onLoaded` when it is loaded.
 */
export function SoleRecord({ entity, title, onChanged, onLoaded }: SoleRecordProps) {
  const heading = useId();
  const form = (reload: () => void) => (
    <section className="form-page">
      <Heading>{title}</Heading>
      {entity.calls["create"] && <EntityForm entity={entity} onDone={reload} />}
    </section>
  );
  return (
    <div className="pd-page">
      <RecordDetail
        entity={entity}
        id=""
        headingId={heading}
        level={1}
        corrects
        onChanged={onChanged}
        onLoaded={onLoaded}
        onRemoved={onChanged}
        missing={form}
      />
    </div>
  );
}
export interface SoleRecordProps {
  entity: Entity;
  title: string;
  onChanged(): void;
  onLoaded?: (() => void) | undefined;
}

export function RecordPage({ entity, id, back, level = 1 }: RecordPageProps) {
  const heading = useId();
  const { go } = usePorts();
  return (
    <div className="pd-page">
      {back && (
        <Link className="pd-back" href={back.href} go={back.go}>
          <ChevronLeft size={16} strokeWidth={1.5} aria-hidden />
          {back.label}
        </Link>
      )}
      <RecordDetail
        entity={entity}
        id={id}
        headingId={heading}
        level={level}
        onChanged={() => undefined}
        onRemoved={() => (back ? back.go() : go ? go("/") : history.back())}
      />
    </div>
  );
}
