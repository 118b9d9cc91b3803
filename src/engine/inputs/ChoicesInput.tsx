/** Input for several of the schema's values, as checkboxes. A long list scrolls and can be searched. */
import { useCallback, useMemo, useState } from "react";
import { bind } from "../controls/bindings.ts";
import { type InputProps, useForm } from "../controls/model.tsx";
import type { LeafNode } from "../form-store/nodes.ts";
import type { FormStore } from "../form-store/store.ts";
import { describeItem } from "../kinds/list-kind.ts";

/** Number of options above which a search field is shown and the list scrolls. */
const FEW = 6;

export function ChoicesInput({ leaf, aria, spec }: InputProps) {
  const { store, ports } = useForm();
  const [wanted, setWanted] = useState("");
  const options = useMemo(() => listOptions(leaf, store), [leaf, store]);
  const ref = useCallback(
    (group: HTMLDivElement) => {
      const boxes = () => [...group.querySelectorAll<HTMLInputElement>("input[type=checkbox]")];
      bind(group, {
        leaf,
        read(target) {
          if (target.getAttribute("type") !== "checkbox") return;
          const checked = options.filter((_, index) => boxes()[index]?.checked).map(({ value }) => value);
          store.set(leaf, checked.length > 0 ? checked : undefined);
        },
      });
      return leaf.attach({
        write() {
          for (const [index, box] of boxes().entries()) box.checked = isChosen(leaf, options[index]?.value);
        },
        focus: () => boxes()[0]?.focus(),
      });
    },
    [leaf, store, options],
  );
  return (
    <div
      ref={ref}
      className="pf-choices"
      role="group"
      data-group
      data-long={options.length > FEW || undefined}
      aria-labelledby={`${aria.id}-l`}
    >
      {options.length > FEW && <Search label={ports.t("form.findIn", { label: spec.label })} onChange={setWanted} />}
      <div className="pf-boxes">
        {options.map(({ value, label }, index) => (
          <label key={String(value)} className="pf-tick" hidden={!label.toLowerCase().includes(wanted)}>
            {/* A group can be neither required nor invalid, so its checkboxes carry these attributes. */}
            <input
              {...aria}
              id={index === 0 ? aria.id : undefined}
              aria-required={index === 0 ? aria["aria-required"] : undefined}
              type="checkbox"
              defaultChecked={isChosen(leaf, value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </div>
  );
}

const isChosen = ({ value }: LeafNode, option: unknown): boolean => Array.isArray(value) && value.includes(option);

function listOptions(leaf: LeafNode, store: FormStore): { value: unknown; label: string }[] {
  const field = describeItem(leaf.field);
  const context = { ...store.context(leaf), field };
  const values: readonly unknown[] = Array.isArray(field.schema.enum) ? field.schema.enum : [];
  return values.map((value) => ({ value, label: field.kind.text(value, context) }));
}

/** Search field that filters the options and is not part of the value. */
const Search = ({ label, onChange }: { label: string; onChange(wanted: string): void }) => (
  <input
    className="pf-control"
    type="search"
    aria-label={label}
    placeholder={label}
    onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
  />
);
