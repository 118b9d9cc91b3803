/** Keyword search in the fields that the schema lists. Applies after a debounce, on Enter or on blur. */
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { Query } from "../model/query.ts";

const SEARCH_ICON = <Search size={16} strokeWidth={1.5} aria-hidden />;

/** Debounce of the input in milliseconds. */
const TYPING_MS = 400;

interface SearchFilterProps {
  entity: Entity;
  query: Query;
  onChange(next: Query, how: "push" | "replace"): void;
  /** Whether the label is visually hidden. */
  bare?: boolean | undefined;
  /** Whether the placeholder is the label, because the names of the fields do not fit. */
  brief?: boolean | undefined;
}
export function SearchFilter({ entity, query, onChange, bare, brief }: SearchFilterProps) {
  const { t, lang } = usePorts();
  const [text, setText] = useState(query.q ?? "");
  /** The last query text that this field applied. */
  const requested = useRef(query.q ?? "");
  // The URL holds the state, so Back updates the field. The result of the field's own query must not overwrite text
  // typed after the query was sent.
  useEffect(() => {
    const now = query.q ?? "";
    if (now === requested.current) return;
    requested.current = now;
    setText(now);
  }, [query]);
  /** Applies the text and returns whether it changed. */
  const apply = (): boolean => {
    const wanted = text.trim();
    if (wanted === requested.current) return false;
    requested.current = wanted;
    onChange({ ...query, q: wanted || undefined, page: 1, cursor: undefined }, "replace");
    return true;
  };
  const latest = useRef(apply);
  latest.current = apply;
  useEffect(() => {
    const timer = setTimeout(() => latest.current(), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const enter = (event: KeyboardEvent) => {
    // Do not submit the form after applying new text, because that would reload the previous query.
    if (event.key === "Enter" && !event.nativeEvent.isComposing && apply()) event.preventDefault();
  };
  const fields = entity.list.search.map((name) => entity.label(name, lang)).join(t("filter.join"));
  return (
    <div className="pt-filter pt-keyword">
      <label htmlFor={`q-${entity.name}`} className={bare ? "sr-only" : undefined}>
        {t("list.keyword")}
      </label>
      <div className="pt-with-icon">
        {SEARCH_ICON}
        <input
          id={`q-${entity.name}`}
          type="search"
          className="pt-control"
          data-keyword
          placeholder={brief ? t("list.keyword") : fields}
          value={text}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={enter}
          onBlur={apply}
        />
      </div>
    </div>
  );
}
