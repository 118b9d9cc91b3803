/** Describes every place where a field appears: forms, lists, files, calls, rules and columns. */
import type { CompiledSchemas } from "@portolan/engine/folder";
import { findFieldName, type Lang, type View } from "@portolan/engine";
import { mapFields, RecordPair, type Reach } from "@portolan/engine/compiler";
import { dialect } from "../../src/payments/compiler.ts";
import { hydrateCompiled } from "./hydrate-compiled.ts";
import { locate, type SourceLocation } from "./locate.ts";

export interface Explanation {
  /** Full name of the field, such as `withdrawal.remark`. */
  name: string;
  label: Record<Lang, string>;
  location?: SourceLocation;
  reaches: Reach[];
}

/** Order of the explanations, by category: the value, where users see the field, and where code uses it. */
const ORDER = (
  "value choices record currency computed mask sensitive form review list card search filter sort sum view detail " +
  "receipt export import call rule show require computes event copied union related link stored"
).split(" ");

/**
 * Returns every place where a field such as `withdrawal.remark` or `onboarding.directors.name` appears; undefined for
 * an unknown field.
 */
export function explain(schemas: CompiledSchemas, name: string): Explanation | undefined {
  const [holder = "", ...steps] = name.split(".");
  const call = schemas.entities.has(holder) ? undefined : schemas.calls.get(holder);
  const compiled = schemas.entities.get(holder) ?? call?.request;
  const path = steps.join(".");
  const field = compiled && mapFields(compiled.plan.fields).get(path);
  if (!compiled || !field) return undefined;
  const { plan, texts } = compiled;
  const top = plan.fields.find((other) => other.name === findFieldName(path, plan.objects)) ?? field;
  const text = (lang: Lang) => texts[lang][`field.${path}.label`] ?? path;
  const place = new RecordPair(holder, dialect, [compiled, compiled]).field(path);
  const location = locate(schemas, place.file, place.path);
  const reaches = dialect.keywords.flatMap((keyword) => [
    ...(keyword.explain?.({
      entity: hydrateCompiled(compiled),
      plan,
      texts,
      path,
      field,
      top,
      entities: [...schemas.entities.values()].map((other) => other.plan),
      requests: [...schemas.calls.values()].map(({ request }) => request.plan),
      ...(call && { call: call.call }),
      findPages: (shows) =>
        findPages(schemas, (view) =>
          call ? view.call === plan.name : view.entity === plan.name && shows.includes(view.show ?? ""),
        ),
    }) ?? []),
  ]);
  const value = reaches.filter(({ where }) => where === "value").map((reach) => reach.text);
  const joined = {
    where: "value",
    text: { zh: value.map(({ zh }) => zh).join("，"), en: value.map(({ en }) => en).join(", ") },
  };
  return {
    name,
    label: { zh: text("zh"), en: text("en") },
    ...(location ? { location } : {}),
    reaches: [joined, ...reaches.filter(({ where }) => where !== "value")].toSorted(
      (a, b) => ORDER.indexOf(a.where) - ORDER.indexOf(b.where),
    ),
  };
}

/** Returns the addresses of the pages and tabs with a view. */
const findPages = ({ pages }: CompiledSchemas, fits: (view: View) => boolean): string[] =>
  pages.flatMap((page) => [
    ...(fits(page) || (page.view && fits(page.view)) ? [page.path] : []),
    ...(page.tabs ?? []).filter(fits).map(({ id }) => `${page.path}?tab=${id}`),
  ]);
