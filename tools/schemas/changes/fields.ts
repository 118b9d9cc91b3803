/** Changes of fields: added, removed, renamed, retyped, or with other keywords. */
import { suggest } from "../../../src/engine/compiler.ts";
import { kindOf } from "../../../src/payments/compiler.ts";
import type { FieldPlan } from "../../../src/engine/index.ts";
import {
  describe,
  getPath,
  mapFields,
  isAsked,
  isDropped,
  isGiven,
  toKebab,
  getLabel,
  listAround,
  omitNames,
  pickLabel,
  unparse,
  addRisk,
  isSame,
  formatValue,
  type Difference,
  type Level,
  type Pair,
} from "./change.ts";
import { FACTS } from "./field-facts.ts";
import { isWider, findPricedFields } from "./rule-changes.ts";
import { diffLimits } from "./limit-changes.ts";

/** Compares the fields of a record and of its list rows. */
export function* diffFields(pair: Pair): Generator<Difference> {
  const [was, is] = [mapFields(pair.before.plan.fields), mapFields(pair.after.plan.fields)];
  const list = (path: string) => listAround(pair, path);
  const missing = (all: ReadonlyMap<string, unknown>, others: ReadonlyMap<string, unknown>) =>
    [...all.keys()].filter((path) => !others.has(path) && (list(path) === "" || others.has(list(path))));
  const come = new Set(missing(is, was));
  for (const path of missing(was, is)) {
    const field = was.get(path);
    if (!field) continue;
    const beside = new Map([...is].filter(([other]) => come.has(other) && list(other) === list(path)));
    const now = findRenamed(pair, path, field, beside);
    if (now === undefined) yield createRemoval(pair, path, field);
    else {
      come.delete(now.name);
      yield rename(pair, path, field, now);
    }
  }
  for (const [path, field] of is) if (come.has(path)) yield createAddition(pair, path, field);
  for (const [path, field] of is) {
    const before = was.get(path);
    if (before) yield* diffField(pair, path, before, field);
  }
}

/** Levels of a change for writers and for readers. */
type Levels = Pick<Difference, "request" | "response">;

/** Returns the levels of a field's change, with `none` for a side that neither sets nor reads it. */
function getLevels(
  { before, after }: Pair,
  path: string,
  { was, is }: { was: FieldPlan; is: FieldPlan },
  { request, response }: Levels,
): Levels {
  const isInForm = isAsked(before.plan, path, was) || isAsked(after.plan, path, is);
  const given = isGiven(before.plan, was) || isGiven(after.plan, is);
  return { request: isInForm ? request : "none", response: given ? response : "none" };
}

const createRemoval = (pair: Pair, path: string, field: FieldPlan): Difference => ({
  at: `${pair.name}.${path}`,
  what: "field-removed",
  ...getLevels(pair, path, { was: field, is: field }, { request: "breaking", response: "breaking" }),
  text: describe(getLabel(pair, path), "字段没有了", "the field is gone"),
  file: pair.after.plan.file,
  path: [...pair.above, "properties"],
  field: path,
  removed: path,
  names: [path],
});

/** Describes a renamed field, and whether its stored values move with it. */
function rename(pair: Pair, path: string, field: FieldPlan, { name: now, declared }: NewName): Difference {
  const isStored = pair.after.plan.source === "store" && listAround(pair, path) === "" && !field.local;
  const [zh, en] = !isStored
    ? ["", ""]
    : declared
      ? ["；已保存的值随之搬移", "; stored values move to it"]
      : [
          `；已保存的值要搬移，就在它里面写 "x-formerly": ["${path}"]`,
          `; stored values move with "x-formerly": ["${path}"] in it`,
        ];
  return {
    at: `${pair.name}.${path}`,
    what: "field-renamed",
    ...getLevels(pair, path, { was: field, is: field }, { request: "breaking", response: "breaking" }),
    text: describe(
      getLabel(pair, path),
      `现在叫 ${now}；旧名 ${path} 不再认识${zh}`,
      `is called ${now} now; the name ${path} is not known any more${en}`,
    ),
    file: pair.after.plan.file,
    path: getPath(pair, now),
    field: path,
    removed: path,
    names: [path, now],
  };
}

function createAddition(pair: Pair, path: string, field: FieldPlan): Difference {
  const label = getLabel(pair, path);
  const base = { at: `${pair.name}.${path}`, file: pair.after.plan.file, path: getPath(pair, path), names: [path] };
  const sides = (request: Level) => getLevels(pair, path, { was: field, is: field }, { request, response: "info" });
  if (!field.required)
    return { ...base, what: "field-added", ...sides("info"), text: describe(label, "新字段", "a new field") };
  return {
    ...base,
    what: "required-field-added",
    ...sides("breaking"),
    text: describe(label, "新的必填字段", "a new field that must be filled"),
    field: path,
    tried: [undefined],
  };
}

/** The new name of a field, and whether the schema declares the former one. */
interface NewName {
  name: string;
  declared: boolean;
}

/**
 * Returns the new name of a removed field: the one that declares it, or one with the same schema and a similar name or
 * the same label.
 */
function findRenamed(
  { before, after }: Pair,
  path: string,
  field: FieldPlan,
  come: ReadonlyMap<string, FieldPlan>,
): NewName | undefined {
  const declared = [...come].find(([, plan]) => plan.formerly?.includes(path));
  if (declared) return { name: declared[0], declared: true };
  const alike = [...come].flatMap(([other, plan]) => (isSame(omitNames(plan), omitNames(field)) ? [other] : []));
  const labelled = alike.find((other) =>
    (["zh", "en"] as const).every(
      (lang) => pickLabel(after.texts[lang], other) === pickLabel(before.texts[lang], path),
    ),
  );
  const name = labelled ?? suggest(path, alike);
  return name === undefined ? undefined : { name, declared: false };
}
/** Returns whether changing the keyword exposes more. A different mask style counts, because styles have no order. */
const shows: Partial<Record<keyof FieldPlan, (was: FieldPlan, is: FieldPlan) => boolean>> = {
  mask: (was, is) =>
    was.mask !== undefined &&
    (is.mask?.style !== was.mask.style || (is.mask?.whole ?? []).some((view) => !was.mask?.whole?.includes(view))),
  writeOnly: (was, is) => was.writeOnly && !is.writeOnly,
  sensitive: (was, is) => was.sensitive && !is.sensitive,
  sealed: (was, is) => was.sealed === true && !is.sealed,
  reveal: (was, is) => is.reveal !== undefined && !isSame(unparse(was.reveal), unparse(is.reveal)),
};

/** Returns whether changing the keyword accepts what used to be refused. */
const loosens: Partial<Record<keyof FieldPlan, (was: FieldPlan, is: FieldPlan) => boolean>> = {
  ref: (was, is) => isWider(was.ref?.where, is.ref?.where),
  unique: (was, is) => isDropped(was.unique, is.unique),
  single: (was, is) => isDropped(was.single, is.single),
  once: (was, is) => was.once && !is.once,
};

/** Keywords that are compared elsewhere or have no effect of their own. */
const ELSEWHERE = new Set("name at kind schema items item messages currency file aliases formerly".split(" "));

function* diffField(pair: Pair, path: string, was: FieldPlan, is: FieldPlan): Generator<Difference> {
  const label = getLabel(pair, path);
  const locate = (keyword: string) => ({
    at: `${pair.name}.${path}`,
    file: pair.after.plan.file,
    path:
      keyword === "required"
        ? [...getPath(pair, path).slice(0, -2), keyword, path.slice(path.lastIndexOf(".") + 1)]
        : [...getPath(pair, path), keyword],
    field: path,
  });
  const sides = (request: Level, response: Level) => getLevels(pair, path, { was, is }, { request, response });
  const [before, now] = [describeType(was), describeType(is)];
  if (before !== now) {
    yield {
      ...locate("type"),
      what: "type-changed",
      ...sides("breaking", "breaking"),
      text: describe(label, `类型由 ${before} 改为 ${now}`, `of type ${now} instead of ${before}`),
      removed: path,
    };
    return;
  }
  if (!isSame(was.currency, is.currency))
    yield {
      ...locate("x-currency"),
      what: "currency-changed",
      ...sides("breaking", "breaking"),
      text: describe(
        label,
        `币种由 ${getCurrency(was)} 改为 ${getCurrency(is)}`,
        `in ${getCurrency(is)} instead of ${getCurrency(was)}`,
      ),
    };
  for (const difference of diffLimits(pair, path, was, is))
    yield { ...difference, ...sides(difference.request, difference.response) };
  const priced = () => findPricedFields(pair.before.plan).has(path) || findPricedFields(pair.after.plan).has(path);
  const risk = (name: keyof FieldPlan) => ({
    ...addRisk(shows[name]?.(was, is) ?? false, "exposure-widened"),
    ...addRisk(loosens[name]?.(was, is) ?? false, "control-loosened"),
    ...addRisk(name === "compute" && !isSame(unparse(was.compute), unparse(is.compute)) && priced(), "price-changed"),
  });
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)] as (keyof FieldPlan)[])) {
    if (ELSEWHERE.has(name) || isSame(was[name], is[name])) continue;
    const fact = FACTS[name];
    const [had, has] = [Boolean(was[name]), Boolean(is[name])];
    if (name === "options" && had && has && "values" in was.options! && "values" in is.options!) continue;
    if (!fact || had === has)
      yield {
        ...locate(fact?.keyword ?? `x-${name}`),
        what: `${toKebab(name)}-changed`,
        ...sides(fact ? "warning" : "info", fact ? "warning" : "info"),
        text: describe(
          label,
          `${fact?.keyword ?? name} 由 ${formatValue(was[name], "zh")} 改为 ${formatValue(is[name], "zh")}`,
          `${fact?.keyword ?? name} is ${formatValue(is[name], "en")} instead of ${formatValue(was[name], "en")}`,
        ),
        ...risk(name),
      };
    else {
      const [request, response] = has ? fact.come : fact.go;
      const side = has ? 0 : 1;
      yield {
        ...locate(fact.keyword),
        what: `${toKebab(name)}-${has ? "added" : "removed"}`,
        ...sides(request, response),
        text: describe(label, `现在${fact.zh[side]}`, `${fact.en[side]} now`),
        ...(name === "required" && has ? { tried: [undefined] } : {}),
        ...risk(name),
      };
    }
  }
}

/** Returns the JSON type and the column type, on which code and storage depend. */
const describeType = ({ kind, schema, items, item }: FieldPlan): string =>
  items ? "list of rows" : item ? `list of ${describeType(item)}` : `${String(schema.type)} (${kindOf(kind).column})`;
const getCurrency = ({ currency: held }: FieldPlan) => (held ? ("code" in held ? held.code : held.field) : "-");
