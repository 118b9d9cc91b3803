/** The search row: a keyword field, the filters that the schema puts first, the rest behind "more". */
import { ChevronDown, ChevronUp, Search } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Entity } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import { columnOf } from "../query/columns.ts";
import type { Filter, Query } from "../query/query.ts";
import { FilterControl } from "./FilterControl.tsx";

/** A typed keyword is applied this long after the last key. Source: `ux.md` 5.2. */
const TYPING_MS = 400;

interface BarProps {
  entity: Entity;
  query: Query;
  /** Fields that a page has set for good: no control. */
  fixed: ReadonlySet<string>;
  onChange(next: Query, how: "push" | "replace"): void;
  onReload(): void;
}
export function FilterBar({ entity, query, fixed, onChange, onReload }: BarProps) {
  const { word } = usePorts();
  const usable = (name: string) => !fixed.has(name) && columnOf(entity, name) !== undefined;
  const primary = entity.list.filters.primary.filter(usable);
  const more = entity.list.filters.more.filter(usable);
  const [wide, setWide] = useState(more.some((name) => query.filters[name]));
  const set = (name: string, filter: Filter | undefined) => {
    const { [name]: _old, ...rest } = query.filters;
    onChange({ ...query, filters: filter ? { ...rest, [name]: filter } : rest, page: 1, cursor: undefined }, "push");
  };
  const shown = wide ? [...primary, ...more] : primary;
  if (shown.length === 0 && entity.list.search.length === 0) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onReload();
  };
  return (
    <form className="pt-filters" role="search" onSubmit={submit}>
      {entity.list.search.length > 0 && <Keyword entity={entity} query={query} onChange={onChange} />}
      {shown.map((name) => (
        <FilterControl key={name} entity={entity} field={entity.field(name)} filter={query.filters[name]} onChange={(filter) => set(name, filter)} />
      ))}
      <div className="pt-filter-buttons">
        <button type="submit" className="btn" data-small>
          {word("list.search")}
        </button>
        <button
          type="button"
          className="btn"
          data-small
          data-quiet
          onClick={() => onChange({ ...query, q: undefined, filters: {}, view: undefined, page: 1, cursor: undefined, ignored: [] }, "push")}
        >
          {word("list.reset")}
        </button>
        {more.length > 0 && (
          <button type="button" className="btn" data-small data-quiet aria-expanded={wide} onClick={() => setWide(!wide)}>
            {word(wide ? "list.less" : "list.more", { count: more.length })}
            {wide ? <ChevronUp size={16} strokeWidth={1.5} aria-hidden /> : <ChevronDown size={16} strokeWidth={1.5} aria-hidden />}
          </button>
        )}
      </div>
    </form>
  );
}

function Keyword({ entity, query, onChange }: Pick<BarProps, "entity" | "query" | "onChange">) {
  const { word, lang } = usePorts();
  const [text, setText] = useState(query.q ?? "");
  const latest = useRef({ query, onChange });
  latest.current = { query, onChange };
  const asked = query.q ?? "";
  // The URL is the state: going back changes what stands here.
  useEffect(() => setText(asked), [asked]);
  useEffect(() => {
    if (text === asked) return;
    const timer = setTimeout(() => latest.current.onChange({ ...latest.current.query, q: text.trim() || undefined, page: 1, cursor: undefined }, "replace"), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, asked]);
  const fields = entity.list.search.map((name) => entity.text(`field.${name}.label`, lang)).join(word("filter.join"));
  return (
    <div className="pt-filter pt-keyword">
      <label htmlFor={`q-${entity.name}`}>{word("list.keyword")}</label>
      <div className="pt-with-icon">
        <Search size={16} strokeWidth={1.5} aria-hidden />
        <input id={`q-${entity.name}`} type="search" className="pt-control" data-keyword placeholder={fields} value={text} maxLength={100} onChange={(event) => setText(event.target.value)} />
      </div>
    </div>
  );
}
