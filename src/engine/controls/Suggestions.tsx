/** Buttons with recently used values below an input. */
import { useEffect, useState } from "react";
import type { Row } from "../model/entity.ts";
import { useForm } from "./model.tsx";
import type { LeafNode } from "../form-store/nodes.ts";

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 5;

export function Suggestions({ leaf, label }: { leaf: LeafNode; label: string }) {
  const { store, ports } = useForm();
  const { call, rows, value, label: named } = leaf.field.suggest!;
  const [known, setKnown] = useState<{ value: string; name: string }[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const ask = async () => {
      const plan = await ports.callNamed?.(call);
      if (!plan) return;
      const answer = await ports.call(plan, {}, { passive: true, signal: abort.signal });
      if (!abort.signal.aborted)
        setKnown(
          ((answer[rows] ?? []) as Row[])
            .slice(0, MAX_SUGGESTIONS)
            .map((row) => ({ value: String(row[value]), name: String(row[named] ?? "") })),
        );
    };
    void ask().catch(() => undefined);
    return () => abort.abort();
  }, [ports, call, rows, value, named]);
  if (known.length === 0) return null;
  const take = (text: string) => {
    store.type(leaf, text);
    leaf.control?.write();
    store.blur(leaf);
  };
  return (
    <ul className="pf-recent" aria-label={ports.word("form.recentOf", { label })}>
      {known.map((one) => (
        <li key={one.value}>
          <button type="button" className="btn" data-small data-quiet onClick={() => take(one.value)}>
            {one.value} {one.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
