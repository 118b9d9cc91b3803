/** Buttons with recently used values below an input. */
import { useRead } from "../data/use-read.tsx";
import type { Row } from "../model/entity.ts";
import { useForm } from "./model.tsx";
import type { LeafNode } from "../form-store/nodes.ts";

/** Maximum number of suggestions. */
const MAX_SUGGESTIONS = 5;

export function Suggestions({ leaf, label }: { leaf: LeafNode; label: string }) {
  const { store, ports } = useForm();
  const { call, rows, value, label: named } = leaf.field.suggest!;
  const { data: known = [] } = useRead(
    ["suggestions", call],
    async (signal): Promise<{ value: string; name: string }[]> => {
      const plan = await ports.callNamed?.(call);
      const found: Row[] = plan ? ((await ports.call(plan, {}, { passive: true, signal }))[rows] ?? []) : [];
      return found
        .slice(0, MAX_SUGGESTIONS)
        .map((row) => ({ value: String(row[value]), name: String(row[named] ?? "") }));
    },
    { onFocus: false },
  );
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
