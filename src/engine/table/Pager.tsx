/** Sums over the whole result, and pagination. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import type { KeyboardEvent } from "react";
import type { Entity } from "../model/entity.ts";
import { formatSum } from "../entity/values.ts";
import { usePorts } from "../react/ports-context.tsx";
import { findLastPage, MAX_OFFSET, PAGE_SIZES, type Query } from "../model/query.ts";
import { renderFigures, useAmountsHidden } from "../cells/amount-privacy.tsx";
import type { ListState } from "../data/list-state.tsx";

const BACK_ICON = <ChevronLeft size={18} strokeWidth={1.5} aria-hidden />;
const FORWARD_ICON = <ChevronRight size={18} strokeWidth={1.5} aria-hidden />;

interface PagerProps {
  entity: Entity;
  query: Query;
  state: ListState;
  onChange(next: Query, how: "push" | "replace"): void;
  /** The requested page if it was beyond the last one. */
  beyond?: number | undefined;
}
/**
 * Shows the sums over the whole result and the pagination of a list.
 * @example
 * <Pager entity={entity} query={query} state={list.state} onChange={list.write} />;
 */
export function Pager({ entity, query, state, onChange, beyond }: PagerProps) {
  const { t } = usePorts();
  const { total, rows } = state;
  const last = total === undefined ? undefined : findLastPage(total, query.size);
  const go = (page: number) => onChange({ ...query, page, cursor: undefined }, "push");
  return (
    <div className="pt-foot">
      <Sums entity={entity} sums={state.sums} />
      <nav className="pt-pager" aria-label={t("list.pages")}>
        <PagerNotes {...{ entity, query, state, beyond }} />
        <PageSize
          value={query.size}
          onChange={(size) => onChange({ ...query, size, page: 1, cursor: undefined }, "push")}
        />
        <button
          type="button"
          className="pt-icon"
          aria-label={t("list.previous")}
          disabled={query.page <= 1}
          onClick={() => go(query.page - 1)}
        >
          {BACK_ICON}
        </button>
        <PageNumber page={query.page} last={last} onGo={go} />
        <button
          type="button"
          className="pt-icon"
          aria-label={t("list.next")}
          disabled={
            last === undefined ? rows.length < query.size || query.page * query.size >= MAX_OFFSET : query.page >= last
          }
          onClick={() => go(query.page + 1)}
        >
          {FORWARD_ICON}
        </button>
      </nav>
    </div>
  );
}

/**
 * Shows the range of rows on the page, and a notice when the requested page does not exist or the last pages cannot be
 * reached.
 */
function PagerNotes({ entity, query, state, beyond }: Omit<PagerProps, "onChange">) {
  const { t, lang } = usePorts();
  const { total, rows } = state;
  const from = (query.page - 1) * query.size + 1;
  const to = from + rows.length - 1;
  const last = total === undefined ? undefined : findLastPage(total, query.size);
  // Pages end at the maximum offset. The remaining rows are reached with filters or an export.
  const isCut = last !== undefined && query.page >= last && last * query.size < (total ?? 0);
  const pagesEnd = entity.list.export && entity.calls.export ? "list.pagesEndOrExport" : "list.pagesEnd";
  return (
    <>
      {beyond !== undefined && (
        <span className="pt-beyond" role="status">
          {t("list.beyond", { page: beyond })}
        </span>
      )}
      {isCut && (
        <span className="pt-beyond" role="status">
          {t(pagesEnd, { page: last })}
        </span>
      )}
      <span className="pt-quiet">
        {total === undefined
          ? t("list.range", { from, to })
          : t("list.rangeOf", { from, to, total, unit: entity.unit(total, lang) })}
      </span>
    </>
  );
}

function PageSize({ value, onChange }: { value: number; onChange(size: number): void }) {
  const { t } = usePorts();
  return (
    <label>
      <span className="sr-only">{t("list.size")}</span>
      <select value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {PAGE_SIZES.map((size) => (
          <option key={size} value={size}>
            {t("list.perPage", { size })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Page number as an input. Enter opens the typed page, or the last one if it is beyond the end. */
function PageNumber({ page, last, onGo }: { page: number; last: number | undefined; onGo(page: number): void }) {
  const { t } = usePorts();
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    const wanted = Number.parseInt(event.currentTarget.value, 10);
    if (wanted >= 1) onGo(last ? Math.min(wanted, last) : wanted);
  };
  return (
    <label className="pt-jump">
      <span className="sr-only">{t("list.page")}</span>
      <input key={page} inputMode="numeric" defaultValue={page} onKeyDown={onKeyDown} />
      {last !== undefined && <span className="pt-quiet">/ {last}</span>}
    </label>
  );
}

/** "Load more" button for phones, with the number of loaded rows. */
export function More({ entity, state }: Pick<PagerProps, "entity" | "state">) {
  const { t, lang } = usePorts();
  const { rows, total, more, loading } = state;
  return (
    <>
      <div className="pt-foot">
        <Sums entity={entity} sums={state.sums} />
      </div>
      <div className="pt-more">
        <p className="pt-quiet" role="status">
          {total === undefined
            ? t("list.grown", { count: rows.length, unit: entity.unit(rows.length, lang) })
            : t("list.grownOf", { count: rows.length, total, unit: entity.unit(total, lang) })}
        </p>
        {more && (
          <button type="button" className="btn" disabled={loading} onClick={more}>
            {t(loading ? "form.loading" : "list.growMore")}
          </button>
        )}
      </div>
    </>
  );
}

interface SumsProps {
  entity: Entity;
  sums: ListState["sums"];
  /** Label of the sums. Default: sums over the whole result. */
  label?: string | undefined;
}
/** Sums by field and currency: over the whole result, or over the rows or cells that `label` names. */
export function Sums({ entity, sums = {}, label }: SumsProps) {
  const { t, lang } = usePorts();
  const hidden = useAmountsHidden();
  const fields = Object.entries(sums).filter(([, byCurrency]) => Object.keys(byCurrency).length > 0);
  if (fields.length === 0) return <span />;
  return (
    <div className="pt-sums">
      <span className="pt-quiet">{label ?? t("list.sums")}</span>
      <dl>
        {fields.map(([name, byCurrency]) => (
          <div key={name}>
            <dt>{entity.label(name, lang)}</dt>
            {Object.entries(byCurrency).map(([currency, value]) => (
              <dd className="money" key={currency}>
                {renderFigures(formatSum(entity, entity.field(name), { currency, value }, lang), hidden)}
                <span className="iso">{currency}</span>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </div>
  );
}
