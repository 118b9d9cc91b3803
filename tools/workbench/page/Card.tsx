/** Form for the keywords of a field, derived from the meta-schema. Any other keyword is edited as text. */
import { parseTree, findNodeAtLocation, getNodeValue } from "jsonc-parser";
import { useEffect, useId, useState } from "react";
import type { JsonSchema, Lang } from "@portolan/engine";
import { patchText } from "../patch.ts";
import type { FieldKeyword, Inherited, Reach, Shown } from "../protocol.ts";
import { buildFieldPath } from "./spots.ts";
import { api } from "./api.ts";
import { has, type Key, t } from "./texts.ts";

interface CardProps {
  text: string;
  shown: Shown;
  field: string;
  keywords: readonly FieldKeyword[];
  lang: Lang;
  onEdit(text: string): void;
  onSource(keyword?: string): void;
  /** Opens the shared definition that the field uses. */
  onShared(of: Inherited): void;
}

export function Card({ text, shown, field, keywords, lang, onEdit, onSource, onShared }: CardProps) {
  const base = buildFieldPath(shown.kind, field);
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, base);
  const plan = shown.plan.fields.find(({ name }) => name === field);
  if (!node || !plan) return <p className="wb-none">{t("card.none")}</p>;
  const own = getNodeValue(node) as JsonSchema;
  const inherited = shown.inherited[field];
  const type = String(plan.schema["type"] ?? "");
  const limits = own["x-limits"] as JsonSchema | undefined;
  const set = (keyword: string, value: unknown) => {
    // A limit is either a value or a constant.
    const rest = limits?.[keyword] === undefined ? text : patchText(text, [...base, "x-limits", keyword], undefined);
    onEdit(patchText(rest, [...base, keyword], value));
  };
  const fits = keywords.filter(
    ({ name, types }) => (!types || types.includes(type)) && name !== "type" && name !== "$ref",
  );
  const ownValue = (keyword: string) => own[keyword] ?? (limits?.[keyword] && plan.schema[keyword]);
  const value = (keyword: string) => ownValue(keyword) ?? inherited?.keywords[keyword];
  const drawn = fits.flatMap((keyword) => {
    const shape = findShape(keyword.schema);
    // Format limits do not apply to plain strings. Rare keywords appear only when used.
    if (keyword.name.startsWith("format") && plan.schema["format"] === undefined) return [];
    return shape && (RANK.includes(keyword.name) || value(keyword.name) !== undefined) ? [{ keyword, shape }] : [];
  });
  const rank = (name: string) => (RANK.includes(name) ? RANK.indexOf(name) : RANK.length);
  drawn.sort((a, b) => rank(a.keyword.name) - rank(b.keyword.name));
  const rest = Object.keys(own).filter(
    (name) => !drawn.some(({ keyword }) => keyword.name === name) && name !== "type" && name !== "$ref",
  );
  return (
    <div className="wb-card">
      <header>
        <h2>{field}</h2>
        <code>{[plan.kind, type].filter(Boolean).join(" · ")}</code>
      </header>
      {inherited && (
        <p className="wb-hint">
          {t("card.inherits", { name: inherited.name, path: inherited.path })}{" "}
          <button type="button" className="wb-link" onClick={() => onShared(inherited)}>
            {t("card.shared")}
          </button>
        </p>
      )}
      {!plan.readOnly && <Required text={text} steps={base} onEdit={onEdit} />}
      {drawn.map(({ keyword, keyword: { name }, shape }) => {
        const Input = INPUTS[shape];
        return (
          <Input
            key={`${field} ${name}`}
            keyword={keyword}
            doc={keyword.doc[lang]}
            value={value(name)}
            from={ownValue(name) === undefined && inherited?.keywords[name] !== undefined ? inherited : undefined}
            onChange={(next) => set(name, next)}
          />
        );
      })}
      <Reaches v={shown.v} field={field} lang={lang} />
      {rest.length > 0 && (
        <section className="wb-rest">
          <h3>{t("card.rest")}</h3>
          {rest.map((name) => (
            <button key={name} type="button" className="btn" data-small onClick={() => onSource(name)}>
              <code>{name}</code>
            </button>
          ))}
        </section>
      )}
    </div>
  );
}

/** Lists the places where the field appears. */
function Reaches({ v, field, lang }: { v: number; field: string; lang: Lang }) {
  const [reaches, setReaches] = useState<readonly Reach[]>([]);
  useEffect(() => {
    let live = true;
    void api.reaches(v, field).then(
      (come) => live && setReaches(come),
      () => undefined,
    );
    return () => {
      live = false;
    };
  }, [v, field]);
  return (
    <section className="wb-reaches">
      <h3>{t("card.reaches")}</h3>
      <ul>
        {reaches.map(({ where, text }) => (
          <li key={`${where} ${text.en}`}>
            <code>{where}</code> {text[lang]}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Shape = "both" | "number" | "yes" | "line" | "lines" | "one";
function findShape(schema: JsonSchema): Shape | undefined {
  if (schema["$ref"] === "#/$defs/text") return "both";
  if (Array.isArray(schema["enum"])) return "one";
  if (schema["type"] === "integer") return "number";
  if (schema["type"] === "boolean" || schema["const"] === true) return "yes";
  if (schema["type"] === "string" || schema["$ref"] === "#/$defs/cel") return "line";
  const items = schema["items"] as JsonSchema | undefined;
  return schema["type"] === "array" && (items === undefined || items["type"] === "string") ? "lines" : undefined;
}

interface InputProps {
  keyword: FieldKeyword;
  doc: string;
  value: unknown;
  /** Shared definition from which the value is inherited, if any. */
  from: Inherited | undefined;
  onChange(value: unknown): void;
}

const INPUTS: Record<Shape, (props: InputProps) => React.ReactNode> = {
  both(props) {
    const texts = (props.value ?? {}) as Partial<Record<Lang, string>>;
    const put = (lang: Lang, text: string) => {
      const next = { ...texts, [lang]: text };
      props.onChange(next.zh || next.en ? { zh: next.zh ?? "", en: next.en ?? "" } : undefined);
    };
    return (
      <fieldset className="wb-field">
        <legend>
          <Name keyword={props.keyword} />
        </legend>
        <div className="wb-pair">
          {(["zh", "en"] as const).map((lang) => (
            <label key={lang}>
              <span>{t(`lang.${lang}`)}</span>
              <Typed
                lang={lang === "zh" ? "zh-CN" : "en"}
                value={texts[lang] ?? ""}
                onChange={(text) => put(lang, text)}
              />
            </label>
          ))}
        </div>
        <Note {...props} />
      </fieldset>
    );
  },
  number: (props) => (
    <Labelled {...props}>
      {(id) => (
        <Typed
          {...id}
          inputMode="numeric"
          value={props.value === undefined ? "" : String(props.value)}
          onChange={(text) =>
            props.onChange(text.trim() === "" ? undefined : /^-?\d+$/.test(text.trim()) ? Number(text) : text)
          }
        />
      )}
    </Labelled>
  ),
  line: (props) => (
    <Labelled {...props}>
      {(id) => (
        <Typed
          {...id}
          mono
          value={props.value === undefined ? "" : String(props.value)}
          onChange={(text) => props.onChange(text === "" ? undefined : text)}
        />
      )}
    </Labelled>
  ),
  one: (props) => (
    <Labelled {...props}>
      {(id) => (
        <select
          {...id}
          value={props.value === undefined ? "" : String(props.value)}
          onChange={(event) => props.onChange(event.target.value === "" ? undefined : event.target.value)}
        >
          <option value="">—</option>
          {(props.keyword.schema["enum"] as unknown[]).map((value) => (
            <option key={String(value)}>{String(value)}</option>
          ))}
        </select>
      )}
    </Labelled>
  ),
  lines: (props) => (
    <Labelled {...props}>
      {(id) => (
        <Typed
          {...id}
          rows={Math.max(2, ((props.value as unknown[] | undefined) ?? []).length)}
          value={((props.value as unknown[] | undefined) ?? []).map(formatLine).join("\n")}
          onChange={(text) =>
            props.onChange(
              text.trim() === ""
                ? undefined
                : text
                    .split("\n")
                    .filter((line) => line.trim() !== "")
                    .map((line) => parseLine(line, (props.value as unknown[] | undefined)?.[0])),
            )
          }
        />
      )}
    </Labelled>
  ),
  yes: (props) => (
    <div className="wb-field">
      <label className="wb-tick">
        <input
          type="checkbox"
          checked={props.value === true}
          onChange={(event) =>
            props.onChange(
              event.target.checked || (props.from && props.keyword.schema["const"] !== true ? false : undefined),
            )
          }
        />
        <Name keyword={props.keyword} />
      </label>
      <Note {...props} />
    </div>
  ),
};
const formatLine = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
/** Parses the line as a number if the existing value is one. */
const parseLine = (line: string, like: unknown) =>
  typeof like === "number" && /^-?\d+$/.test(line) ? Number(line) : line;

/** Label of a keyword, and its name in the file. */
const Name = ({ keyword: { name } }: { keyword: Pick<FieldKeyword, "name"> }) => (
  <span className="wb-word">
    {has(`word.${name}`) && <b>{t(`word.${name}` as Key)}</b>} <code>{name}</code>
  </span>
);
const Note = ({ doc, from, id }: InputProps & { id?: string }) => (
  <p className="wb-hint" id={id}>
    {doc}
    {from && <b> {t("card.from", { path: from.path })}</b>}
  </p>
);

function Labelled({
  children,
  ...props
}: InputProps & { children(id: { id: string; "aria-describedby": string }): React.ReactNode }) {
  const id = useId();
  return (
    <div className="wb-field">
      <label htmlFor={id}>
        <Name keyword={props.keyword} />
      </label>
      {children({ id, "aria-describedby": `${id}-d` })}
      <Note {...props} id={`${id}-d`} />
    </div>
  );
}

interface TypedProps {
  value: string;
  onChange(text: string): void;
  rows?: number;
  mono?: boolean;
  id?: string;
  lang?: string;
  inputMode?: "numeric";
  "aria-describedby"?: string;
}
/** Text input that keeps its text while focused; external changes (undo, source editor) apply after it loses focus. */
function Typed({ value, onChange, rows, mono, ...rest }: TypedProps) {
  const [typed, setTyped] = useState<string>();
  const common = {
    ...rest,
    "data-mono": mono || undefined,
    spellCheck: false,
    autoComplete: "off",
    value: typed ?? value,
    onBlur: () => setTyped(undefined),
    onChange: (event: { target: { value: string } }) => {
      setTyped(event.target.value);
      onChange(event.target.value);
    },
  };
  return rows === undefined ? <input {...common} /> : <textarea {...common} rows={rows} />;
}

/** Checkbox for `required`, which is stored outside of the field. */
function Required({ text, steps, onEdit }: { text: string; steps: string[]; onEdit(text: string): void }) {
  const [base, field = ""] = [steps.slice(0, -2), steps.at(-1)];
  const root = parseTree(text);
  const node = root && findNodeAtLocation(root, [...base, "required"]);
  const names = node ? (getNodeValue(node) as string[]) : [];
  const index = names.indexOf(field);
  const change = (on: boolean) => {
    if (on)
      onEdit(
        node
          ? patchText(text, [...base, "required", names.length], field)
          : patchText(text, [...base, "required"], [field]),
      );
    else
      onEdit(
        names.length === 1
          ? patchText(text, [...base, "required"], undefined)
          : patchText(text, [...base, "required", index], undefined),
      );
  };
  return (
    <div className="wb-field">
      <label className="wb-tick">
        <input type="checkbox" checked={index >= 0} onChange={(event) => change(event.target.checked)} />
        <Name keyword={{ name: "required" }} />
      </label>
      <p className="wb-hint">{t("card.required")}</p>
    </div>
  );
}

/** Common keywords, in display order. */
const RANK = [
  "x-label",
  "x-help",
  "x-placeholder",
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "formatMinimum",
  "formatMaximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "formatExclusiveMinimum",
  "formatExclusiveMaximum",
  "multipleOf",
  "x-step",
  "minItems",
  "maxItems",
  "examples",
  "x-aliases",
  "readOnly",
];
