/** Command palette (Ctrl/Cmd+K or "/"). Finds pages by name, and records by what names them. */
import { FileText, List, Search, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { t } from "../client/i18n.ts";
import { type Palette, type PaletteProps, usePalette } from "./use-palette.tsx";
import "./command-palette.css";

export function CommandPalette(props: PaletteProps) {
  const palette = usePalette(props);
  const id = useId();
  return (
    <div className="palette">
      <PaletteField palette={palette} id={id} onClose={props.onClose} />
      <div id={`${id}-list`} role="listbox" aria-label={t("palette.title")} className="palette-list">
        {palette.pages.length > 0 && <PageOptions palette={palette} id={id} />}
        {palette.found.length > 0 && <RecordOptions palette={palette} id={id} />}
      </div>
      <p className="palette-foot" role="status">
        {describeState(palette)}
      </p>
    </div>
  );
}

/** Props shared by the parts of the palette. `id`: prefix of the option ids. */
interface PartProps {
  palette: Palette;
  id: string;
}

function PaletteField({ palette, id, onClose }: PartProps & { onClose(): void }) {
  const { q, count, active } = palette;
  return (
    <div className="palette-field">
      <Search size={20} strokeWidth={1.5} aria-hidden />
      <input
        ref={focusOnMount}
        onFocus={palette.takeEarlyKeys}
        role="combobox"
        aria-expanded={count > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={count > 0 ? `${id}-${active}` : undefined}
        aria-label={t("palette.title")}
        placeholder={t("palette.placeholder")}
        autoComplete="off"
        spellCheck={false}
        value={q}
        onKeyDown={palette.onKeyDown}
        maxLength={60}
        onChange={(event) => palette.type(event.target.value)}
      />
      <button type="button" className="icon-btn" aria-label={t("close")} onClick={onClose}>
        <X size={20} strokeWidth={1.5} aria-hidden />
      </button>
    </div>
  );
}

const focusOnMount = (input: HTMLInputElement | null) => input?.focus();

function PageOptions({ palette: { pages, active, open }, id }: PartProps) {
  return (
    <div role="group" aria-label={t("palette.pages")}>
      <p aria-hidden>{t("palette.pages")}</p>
      {pages.map((page, index) => (
        <Option key={page.href} id={`${id}-${index}`} active={index === active} onOpen={() => open(page.href)}>
          <FileText size={16} strokeWidth={1.5} aria-hidden />
          <span className="palette-title">
            {page.label}
            {page.parent && <small>{page.parent}</small>}
          </span>
        </Option>
      ))}
    </div>
  );
}

/** Matching records, followed by links to the lists that contain further matches. */
function RecordOptions({ palette: { pages, found, lists, active, open }, id }: PartProps) {
  const optionAt = (index: number, href: string) => ({
    id: `${id}-${index}`,
    active: index === active,
    onOpen: () => open(href),
  });
  return (
    <div role="group" aria-label={t("palette.records")}>
      <p aria-hidden>{t("palette.records")}</p>
      {found.map((item, index) => (
        <Option key={item.href} {...optionAt(pages.length + index, item.href)}>
          <span className="palette-kind">{item.kind}</span>
          <span className="palette-title">
            {item.title}
            <small>{item.detail}</small>
          </span>
          {item.status && (
            <span className="status" data-tone={item.tone}>
              {item.status}
            </span>
          )}
        </Option>
      ))}
      {lists.map(({ href, label, count }, index) => (
        <Option key={href} {...optionAt(pages.length + found.length + index, href)}>
          <List size={16} strokeWidth={1.5} aria-hidden />
          <span className="palette-all">{t("palette.all", { count, page: label })}</span>
        </Option>
      ))}
    </div>
  );
}

/**
 * Returns the status text at the bottom: search failed, searching, help for an empty query, no results, or the number
 * of results.
 */
function describeState({ q, pages, found, count, isSearching, hasFailed }: Palette): string {
  if (hasFailed) return t("palette.failed");
  if (isSearching) return t("palette.searching");
  if (q.trim() === "") return t("palette.help");
  return count === 0 ? t("palette.none", { q: q.trim() }) : t("palette.count", { count: pages.length + found.length });
}

interface OptionProps {
  id: string;
  active: boolean;
  onOpen(): void;
  children: ReactNode;
}
function Option({ id, active, onOpen, children }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // The input handles keyboard events, so the option handles only clicks.
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
