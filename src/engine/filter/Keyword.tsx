/** Free text over the fields that the schema names; applied shortly after the last key. */
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { Entity } from "../entity/entity.ts";
import { usePorts } from "../ports-context.tsx";
import type { Query } from "../query/query.ts";

/** A typed keyword is applied so long after the last key, in milliseconds. */
const TYPING_MS = 400;

interface KeywordProps {
  entity: Entity;
  query: Query;
  onChange(next: Query, how: "push" | "replace"): void;
  /** The label is for readers only. */
  bare?: boolean;
}
export function Keyword({ entity, query, onChange, bare }: KeywordProps) {
  const { word, lang } = usePorts();
  const [text, setText] = useState(query.q ?? "");
  const latest = useRef({ query, onChange });
  latest.current = { query, onChange };
  const asked = query.q ?? "";
  // The URL is the state: going back changes what stands here. What was typed is left alone while it says the same.
  useEffect(() => setText((typed) => (typed.trim() === asked ? typed : asked)), [asked]);
  useEffect(() => {
    if (text.trim() === asked) return undefined;
    const timer = setTimeout(() => latest.current.onChange({ ...latest.current.query, q: text.trim() || undefined, page: 1, cursor: undefined }, "replace"), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, asked]);
  const fields = entity.list.search.map((name) => entity.text(`field.${name}.label`, lang)).join(word("filter.join"));
  return (
    <div className="pt-filter pt-keyword">
      <label htmlFor={`q-${entity.name}`} className={bare ? "sr-only" : undefined}>
        {word("list.keyword")}
      </label>
      <div className="pt-with-icon">
        <Search size={16} strokeWidth={1.5} aria-hidden />
        <input id={`q-${entity.name}`} type="search" className="pt-control" data-keyword placeholder={fields} value={text} maxLength={100} onChange={(event) => setText(event.target.value)} />
      </div>
    </div>
  );
}
