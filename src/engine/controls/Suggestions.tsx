/** Buttons with recently used values below an input. */
import { listObjects } from "../base/guards.ts";
import { useRead } from "../data/use-read.tsx";
import type { Field } from "../model/entity.ts";
import { useForm } from "./model.tsx";
import type { LeafNode } from "../form-store/nodes.ts";

const MAX_SUGGESTIONS = 5;

interface SuggestionsProps {
  leaf: LeafNode;
  label: string;
  plan: NonNullable<Field["suggest"]>;
}
export function Suggestions({ leaf, label, plan: { call, rows, value, label: named } }: SuggestionsProps) {
  const { store, ports } = useForm();
  const { data: known, failure } = useRead(
    ["suggestions", call],
    async (signal): Promise<{ value: string; name: string }[]> => {
      const plan = await ports.callNamed?.(call);
      const response = plan && (await ports.call(plan, {}, { passive: true, signal }));
      return listObjects(response?.[rows])
        .slice(0, MAX_SUGGESTIONS)
        .map((row) => ({ value: String(row[value]), name: String(row[named] ?? "") }));
    },
    { onFocus: false },
  );
  if (!known && !failure) return <ul className="pf-recent" />;
  if (!known || known.length === 0) return null;
  const take = (text: string) => {
    store.type(leaf, text);
    leaf.control?.write();
    store.blur(leaf);
  };
  return (
    <ul className="pf-recent" aria-label={ports.t("form.recentOf", { label })}>
      {known.map((item) => (
        <li key={item.value}>
          <button type="button" className="btn" data-small data-quiet onClick={() => take(item.value)}>
            {item.value} {item.name}
          </button>
        </li>
      ))}
    </ul>
  );
}
