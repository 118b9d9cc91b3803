/** Command palette (Ctrl/Cmd+K or "/"): finds pages by name, records by number, payee, amount or last digits. */
import { FileText, List, Search, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { t } from "../../client/i18n.ts";
import { useCall } from "../../client/reads.tsx";
import type { CallAnswer } from "../../contract/calls.ts";
import type { Lang } from "../../engine/index.ts";
import { confirmLeave } from "../feedback/leave-guard.ts";
import { listCommands, findCommands } from "../routing/commands.ts";
import { findPageLink } from "../routing/page-links.ts";
import type { Grants } from "../session/user.ts";
import "./command-palette.css";

/** Debounce of the search, in ms. */
const DEBOUNCE_MS = 200;
/** Minimum query length for records; a shorter query finds only pages. */
const MIN_QUERY = 2;

/** Search result for the query `q`; `failed`: no response arrived. */
type Records = (CallAnswer<"findRecords"> & { q: string; failed?: boolean }) | undefined;

export function CommandPalette({ grants, lang, onClose }: { grants: Grants; lang: Lang; onClose(): void }) {
  const [q, setQ] = useState("");
  const records = useRecords(q.trim());
  const navigate = useNavigate();
  const id = useId();
  const [at, setAt] = useState(0);
  const commands = useMemo(() => listCommands(grants, lang), [grants, lang]);
  const pages = useMemo(() => findCommands(commands, q), [commands, q]);
  const listOf = (entity: string, name: string, value: string) => {
    const place = findPageLink(entity, "list", {
      open: (page) => page.menu === undefined || grants.granted.has(page.menu),
    });
    return (
      place && {
        label: place.label[lang],
        href: `${place.href}${place.href.includes("?") ? "&" : "?"}${name}=${encodeURIComponent(value)}`,
      }
    );
  };
  const found = (records?.list ?? []).flatMap((one) => {
    const place = listOf(one.entity, "id", one.id);
    return place ? [{ ...one, href: place.href }] : [];
  });
  const lists = (records?.all ?? []).flatMap(({ entity, count }) => {
    const place = listOf(entity, "q", records!.q);
    return place ? [{ ...place, count }] : [];
  });
  const all = [...pages, ...found, ...lists];
  const active = Math.min(at, all.length - 1);
  const open = (href: string | undefined) => {
    if (href === undefined || !confirmLeave()) return;
    onClose();
    navigate(href);
  };
  const waits = q.trim().length >= MIN_QUERY && records?.q !== q.trim();
  // Enter right after typing applies to the pending result, not to that of an earlier query.
  const [pendingSelection, setPendingSelection] = useState(false);
  useEffect(() => {
    if (!pendingSelection || waits) return;
    setPendingSelection(false);
    open(all[active]?.href);
    // oxlint-disable-next-line react/exhaustive-deps -- what is pointed at by then
  }, [pendingSelection, waits]);
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0 && all.length > 0) {
      event.preventDefault();
      setAt((active + step + all.length) % all.length);
    }
    if (event.key === "Enter") {
      event.preventDefault();
      if (waits && !pages[active]) setPendingSelection(true);
      else open(all[active]?.href);
    }
  };
  const option = (index: number) => `${id}-${index}`;
  const none = !waits && q.trim() !== "" && all.length === 0;
  return (
    <div className="palette">
      <div className="palette-field">
        <Search size={20} strokeWidth={1.5} aria-hidden />
        <input
          ref={focused}
          role="combobox"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={all.length > 0 ? option(active) : undefined}
          aria-label={t("palette.title")}
          placeholder={t("palette.placeholder")}
          autoComplete="off"
          spellCheck={false}
          value={q}
          onKeyDown={keys}
          maxLength={60}
          onChange={(event) => {
            setQ(event.target.value);
            setAt(0);
            setPendingSelection(false);
          }}
        />
        <button type="button" className="icon-btn" aria-label={t("close")} onClick={onClose}>
          <X size={20} strokeWidth={1.5} aria-hidden />
        </button>
      </div>
      <div id={`${id}-list`} role="listbox" aria-label={t("palette.title")} className="palette-list">
        {pages.length > 0 && (
          <div role="group" aria-label={t("palette.pages")}>
            <p aria-hidden>{t("palette.pages")}</p>
            {pages.map((page, index) => (
              <Option key={page.href} id={option(index)} active={index === active} onOpen={() => open(page.href)}>
                <FileText size={16} strokeWidth={1.5} aria-hidden />
                <span className="palette-title">
                  {page.label}
                  {page.parent && <small>{page.parent}</small>}
                </span>
              </Option>
            ))}
          </div>
        )}
        {found.length > 0 && (
          <div role="group" aria-label={t("palette.records")}>
            <p aria-hidden>{t("palette.records")}</p>
            {found.map((one, index) => (
              <Option
                key={one.href}
                id={option(pages.length + index)}
                active={pages.length + index === active}
                onOpen={() => open(one.href)}
              >
                <span className="palette-kind">{one.kind}</span>
                <span className="palette-title">
                  {one.title}
                  <small>{one.detail}</small>
                </span>
                {one.status && (
                  <span className="status" data-tone={one.tone}>
                    {one.status}
                  </span>
                )}
              </Option>
            ))}
            {lists.map(({ href, label, count }, index) => (
              <Option
                key={href}
                id={option(pages.length + found.length + index)}
                active={pages.length + found.length + index === active}
                onOpen={() => open(href)}
              >
                <List size={16} strokeWidth={1.5} aria-hidden />
                <span className="palette-all">{t("palette.all", { count, page: label })}</span>
              </Option>
            ))}
          </div>
        )}
      </div>
      <p className="palette-foot" role="status">
        {records?.failed
          ? t("palette.failed")
          : none
            ? t("palette.none", { q: q.trim() })
            : waits
              ? t("palette.searching")
              : q.trim() === ""
                ? t("palette.help")
                : t("palette.count", { count: pages.length + found.length })}
      </p>
    </div>
  );
}

const focused = (input: HTMLInputElement | null) => input?.focus();

function Option({
  id,
  active,
  onOpen,
  children,
}: {
  id: string;
  active: boolean;
  onOpen(): void;
  children: ReactNode;
}) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // The field handles the keys; the list takes clicks and is read by screen readers.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className="palette-option"
      onClick={onOpen}
    >
      {children}
    </div>
  );
}

/** Searches records by the query, debounced. Undefined for a query that is too short, and until the response. */
function useRecords(q: string): Records {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(q), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [q]);
  const { data, failure } = useCall(
    "findRecords",
    { q: settled },
    { enabled: settled.length >= MIN_QUERY, onFocus: false },
  );
  const found = data ? { q: settled, ...data } : failure && { q: settled, list: [], all: [], failed: true };
  const latest = useRef<Records>(undefined);
  latest.current = found ?? latest.current;
  return q.length < MIN_QUERY ? undefined : latest.current;
}
