/** Free text over the fields that the schema names; applied shortly after the last key, or when the person goes on to something else. */
import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Entity } from "../model/entity.ts";
import { usePorts } from "../react/ports-context.tsx";
import type { Query } from "../model/query.ts";

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
  /** What this field asked for last. */
  const asked = useRef(query.q ?? "");
  // The URL is the state: going back changes what stands here. What comes of this field's own question takes no key away that was typed since.
  useEffect(() => {
    const now = query.q ?? "";
    if (now === asked.current) return;
    asked.current = now;
    setText(now);
  }, [query]);
  /** Answers whether there was anything to ask. */
  const apply = (): boolean => {
    const wanted = text.trim();
    if (wanted === asked.current) return false;
    asked.current = wanted;
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
    // Enter would load once more what was asked before.
    if (event.key === "Enter" && !event.nativeEvent.isComposing && apply()) event.preventDefault();
  };
  const fields = entity.list.search.map((name) => entity.text(`field.${name}.label`, lang)).join(word("filter.join"));
  return (
    <div className="pt-filter pt-keyword">
      <label htmlFor={`q-${entity.name}`} className={bare ? "sr-only" : undefined}>
        {word("list.keyword")}
      </label>
      <div className="pt-with-icon">
        <Search size={16} strokeWidth={1.5} aria-hidden />
        <input
          id={`q-${entity.name}`}
          type="search"
          className="pt-control"
          data-keyword
          placeholder={fields}
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
