/** Summary above the fields: a notice about the form, and links to the fields with errors. */
import { useCallback, useSyncExternalStore } from "react";
import { type FormModel, useForm } from "../controls/model.tsx";
import { findText } from "../entity/labels.ts";
import type { Entity } from "../model/entity.ts";
import type { Ports } from "../model/ports.ts";
import type { FormNode } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";

/** A notice about the form as a whole. */
export interface FormNotice {
  tone: "danger" | "warning" | "info";
  title: string;
  detail?: string | undefined;
  traceId?: string | undefined;
}
/** Number of errors above which the summary links to sections instead of fields. */
const MAX_LINKS = 10;
const nothing: FormNode[] = [];

/** Returns the fields with errors, with a stable identity while neither fields nor messages change. */
function useFailing(store: FormStore, active: boolean): FormNode[] {
  const subscribe = useCallback((run: () => void) => store.watch(run), [store]);
  const read = useCallback(() => (active ? store.listFailingNow() : nothing), [store, active]);
  return useSyncExternalStore(subscribe, read);
}

interface SummaryProps {
  store: FormStore;
  notice: FormNotice | undefined;
  active: boolean;
  /** Names of the current step's fields, to which the summary is limited. Undefined for all fields. */
  among: ReadonlySet<string> | undefined;
  /** Focuses a field, switching to another step if needed. */
  onReach(node: FormNode): void;
}
export function ErrorSummary({ store, notice, active, among, onReach }: SummaryProps) {
  const { entity, ports, spec } = useForm();
  const all = useFailing(store, active);
  const failing = among ? all.filter((node) => among.has(node.top)) : all;
  if (!notice && failing.length === 0) return null;
  return (
    <div className="pf-notice" data-tone={notice?.tone ?? "danger"} role="alert" tabIndex={-1} data-summary>
      <p className="pf-notice-title">{notice?.title ?? ports.t("form.problems", { count: failing.length })}</p>
      {notice?.detail && <p>{notice.detail}</p>}
      {notice?.traceId && (
        <p>
          {ports.t("form.trace")} <code>{notice.traceId}</code>
        </p>
      )}
      {failing.length > 0 && <SummaryLinks links={listLinks(failing, entity, ports, spec)} onReach={onReach} />}
    </div>
  );
}

function SummaryLinks({ links, onReach }: { links: readonly SummaryLink[]; onReach(node: FormNode): void }) {
  const { ports } = useForm();
  return (
    <ul>
      {links.map(({ node, label, text }) => (
        <li key={node.id}>
          <a
            href={`#${node.id}`}
            onClick={(event) => {
              event.preventDefault();
              onReach(node);
            }}
          >
            {label}
          </a>
          {ports.t("form.colon")}
          {text}
        </li>
      ))}
    </ul>
  );
}

interface SummaryLink {
  /** Field or list that the link focuses. */
  node: FormNode;
  label: string;
  text: string;
}
/**
 * Returns a link for each field with an error. Above `MAX_LINKS`, a labelled section with several errors gets a single
 * link to the first of them, with the number of errors.
 */
function listLinks(failing: readonly FormNode[], entity: Entity, ports: Ports, spec: FormModel["spec"]): SummaryLink[] {
  const single = (node: FormNode): SummaryLink => ({ node, label: findName(node, spec), text: node.view.error ?? "" });
  if (failing.length <= MAX_LINKS) return failing.map(single);
  return entity.form.sections.flatMap((section) => {
    const names = new Set(section.rows.flat());
    const own = failing.filter((node) => names.has(node.top));
    const [first, second] = own;
    const label = findText(entity, `section.${section.id}`, ports.lang);
    return first && second && label
      ? [{ node: first, label, text: ports.t("form.places", { count: own.length }) }]
      : own.map(single);
  });
}

/** Returns a field's label, prefixed with the list's label and row number for a row field. */
function findName(node: FormNode, spec: FormModel["spec"]): string {
  const list = node.parent.parent;
  const { label } = spec(node.field);
  return list ? `${findName(list, spec)} ${list.rows.indexOf(node.parent) + 1} · ${label}` : label;
}
