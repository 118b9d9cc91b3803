/** Control of a single filter, chosen by the filter style of the field's kind. */
import { ChevronDown } from "lucide-react";
import { useId, type KeyboardEvent, useEffect, useState } from "react";
import { createLazyPart } from "../react/lazy-part.tsx";
import { Panel } from "../overlay/Panel.tsx";
import { usePorts } from "../react/ports-context.tsx";
import { isDay } from "../query/context.ts";
import type { FilterProps } from "./filter-props.ts";
import type { FiltersProps, useFilters } from "./use-filters.tsx";
import { useFilterLabel } from "./use-filter-label.tsx";
import { describeFilter } from "../query/phrases.ts";

const ChoiceFilter = createLazyPart(() => import("./ChoiceFilter.tsx").then((module) => module.ChoiceFilter));
const ListFilter = createLazyPart(() => import("./ListFilter.tsx").then((module) => module.ListFilter));
const DayFilter = createLazyPart(() => import("./DayFilter.tsx").then((module) => module.DayFilter));
const RangeFilter = createLazyPart(() => import("./RangeFilter.tsx").then((module) => module.RangeFilter));

const OPEN_ICON = <ChevronDown size={16} strokeWidth={1.5} aria-hidden />;

interface ControlsProps extends Pick<FiltersProps, "entity" | "query"> {
  names: readonly string[];
  set: ReturnType<typeof useFilters>["set"];
}
function FilterControl(props: FilterProps) {
  const { entity, field, filter } = props;
  const { lang, t } = usePorts();
  const id = useId();
  const label = useFilterLabel(entity, filter ? [field] : []);
  const name = entity.label(field.name, lang);
  if (field.kind.filter === "contains") return <TextFilter {...props} label={name} />;
  const text = filter ? describeFilter(entity, field, filter, { lang, t, label }) : t("filter.any");
  const { filter: style } = field.kind;
  const Editor = style === "is" ? ChoiceFilter : style === "has" ? ListFilter : isDay(field) ? DayFilter : RangeFilter;
  return (
    <div className="pt-filter">
      <span id={id} className="pt-filter-label">
        {name}
      </span>
      <Panel
        className="pt-control pt-choose"
        label={`${name}${t("filter.colon")}${text}`}
        ahead={Editor.load}
        button={
          <>
            <span className="pt-filter-name" aria-hidden>
              {name}
              {filter && t("filter.colon")}
            </span>
            <span data-any={!filter || undefined}>{text}</span>
            {OPEN_ICON}
          </>
        }
      >
        {(close) => <Editor {...props} label={name} close={close} />}
      </Panel>
    </div>
  );
}

/** Controls of several filters. */
export const FilterControls = ({ names, entity, query, set }: ControlsProps) =>
  names.map((name) => (
    <FilterControl
      key={name}
      entity={entity}
      field={entity.field(name)}
      filter={query.filters[name]}
      onChange={(filter) => set(name, filter)}
    />
  ));

/** Text filter that matches part of a value. Applies on blur and on Enter. */
function TextFilter({ filter, onChange, label }: FilterProps & { label: string }) {
  const id = useId();
  const requested = filter?.style === "contains" ? filter.text : "";
  const [text, setText] = useState(requested);
  useEffect(() => setText(requested), [requested]);
  const apply = () => {
    const wanted = text.trim();
    if (wanted !== requested) onChange(wanted ? { style: "contains", text: wanted } : undefined);
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    apply();
  };
  return (
    <div className="pt-filter">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="pt-control"
        placeholder={label}
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={enter}
      />
    </div>
  );
}
