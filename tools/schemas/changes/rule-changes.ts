/** Changes of rules, visibility conditions, required conditions and preconditions. */
import {
  findFieldName,
  type ConditionPlan,
  type EntityPlan,
  type Expression,
  type RulePlan,
} from "../../../src/engine/index.ts";
import { buildConditionPath, buildRulePath } from "../logic-steps.ts";
import { describe, mapFields, getLabel, addRisk, isSame, type Difference, type Level, type Pair } from "./change.ts";

/** Compares the rules of a record. */
export function* diffRules(pair: Pair): Generator<Difference> {
  const { before, after, name, above } = pair;
  const file = after.plan.file;
  const [was, is] = [
    new Map(before.plan.rules.map((rule) => [rule.id, rule])),
    new Map(after.plan.rules.map((rule) => [rule.id, rule])),
  ];
  const locate = (id: string) => ({
    at: `${name}.${id}`,
    file,
    path: [...above, ...buildRulePath(after.plan, id)],
  });
  const message = (id: string, lang: "zh" | "en") =>
    (after.texts[lang][`rule.${id}`] ?? before.texts[lang][`rule.${id}`] ?? id).replace(/[。.!！]$/, "");
  const rule = (id: string, location: string, zh: string, en: string) =>
    describe(getLabel(pair, location), `${zh}“${message(id, "zh")}”`, `${en} "${message(id, "en")}"`);
  for (const [id, item] of was) {
    if (!is.has(id))
      yield {
        ...locate(id),
        what: "rule-removed",
        request: item.warns ? "none" : "info",
        response: item.warns ? "none" : "warning",
        text: rule(id, item.at, "不再有规则", "no longer has the rule"),
        field: item.at,
        ...addRisk(isControl(item), "control-loosened"),
      };
  }
  for (const [id, item] of is) {
    const old = was.get(id);
    const grave: Level = item.warns ? "warning" : "breaking";
    if (!old)
      yield {
        ...locate(id),
        what: "rule-added",
        request: grave,
        response: "none",
        text: rule(id, item.at, "新规则", "has the new rule"),
        field: item.at,
      };
    else if (!isSame(normalizeRule(old, before.plan), normalizeRule(item, after.plan))) {
      yield {
        ...locate(id),
        what: "rule-changed",
        request: old.warns && !item.warns ? "breaking" : grave,
        response: "info",
        text: describeReplacement(
          rule(id, item.at, "改了规则", "has another rule"),
          formatClauses(old),
          formatClauses(item),
        ),
        field: item.at,
        ...(item.warns ? {} : { byWitness: true }),
        ...addRisk(isControl(old) && !isStricter(old, item), "control-loosened"),
      };
    }
  }
  yield* diffConditions(pair, "show", {
    come: ["info", "info"],
    go: ["info", "info"],
    zh: "显示的条件",
    en: "when it is shown",
  });
  yield* diffConditions(pair, "require", {
    come: ["breaking", "info"],
    go: ["info", "warning"],
    zh: "必填的条件",
    en: "when it must be filled",
  });
  yield* diffGates(pair);
}

/** Variables available to every expression, without facts outside of the record. */
const OWN = new Set(["self", "constants", "today"]);

/**
 * Returns whether a rule protects money or rights: only the server enforces it, or it reads facts such as the limits of
 * a channel.
 */
const isControl = ({ authority, warns, when, assert, min, max }: RulePlan): boolean =>
  !warns &&
  (authority === "server" ||
    [when, assert, min, max].some((expression) =>
      expression?.reads.some((path) => !OWN.has(path.split(".")[0] ?? "")),
    ));

/**
 * Returns whether a control only became stricter: it applies more often (`when` was removed or gained an alternative)
 * or asserts more (a condition was added). Any other change of a control counts as loosened.
 */
function isStricter(was: RulePlan, is: RulePlan): boolean {
  if (is.warns || was.at !== is.at || (was.authority === "server" && is.authority !== "server")) return false;
  if (getSource(was.min) !== getSource(is.min) || getSource(was.max) !== getSource(is.max)) return false;
  const [when, now] = [getSource(was.when), getSource(is.when)];
  const [assert, asserts] = [getSource(was.assert), getSource(is.assert)];
  const applies = now === undefined || now === when || (when !== undefined && now.startsWith(`${when} || `));
  const demands =
    asserts === assert ||
    assert === "true" ||
    (assert !== undefined &&
      !assert.includes("||") &&
      asserts?.startsWith(`${assert} && `) === true &&
      !asserts.includes("||"));
  return applies && demands;
}

const getSource = (expression: Expression | undefined) => expression?.source;

/** Renders a rule as written in the schema. */
const formatClauses = ({ when, assert, min, max }: RulePlan): string =>
  [
    ["when", when],
    ["", assert],
    [">=", min],
    ["<=", max],
  ]
    .flatMap(([keyword, expression]) =>
      expression ? [`${String(keyword)} ${getSource(expression as Expression)}`.trim()] : [],
    )
    .join(" ");
const describeReplacement = ({ zh, en }: Difference["text"], was: string, is: string): Difference["text"] =>
  was === is ? { zh, en } : { zh: `${zh}：由 ${was} 改为 ${is}`, en: `${en}: ${is}, instead of ${was}` };

/** Returns what a rule requires, with the values of its constants filled in. */
function normalizeRule(
  { at, when, assert, min, max, authority, warns }: RulePlan,
  { constants = {} }: EntityPlan,
): unknown {
  const reads = [when, assert, min, max].flatMap((expression) => expression?.reads ?? []);
  return [
    at,
    authority,
    warns ?? false,
    [when, assert, min, max].map(getSource),
    Object.entries(constants).filter(([name]) => reads.includes(`constants.${name}`)),
  ];
}

/** Levels of a condition that comes or goes, with the words for it. */
interface ConditionLevels {
  come: [Level, Level];
  go: [Level, Level];
  zh: string;
  en: string;
}

/** Returns the levels of a changed condition for writers and for readers. */
function judgeCondition(
  pair: Pair,
  list: "show" | "require",
  levels: ConditionLevels,
  [was, is]: readonly [ConditionPlan | undefined, ConditionPlan | undefined],
): [Level, Level] {
  if (!is) return levels.go;
  if (was) return list === "require" ? ["breaking", "info"] : ["warning", "info"];
  return readsNewFieldsOnly(pair, is.expression) ? ["info", "info"] : levels.come;
}

function* diffConditions(pair: Pair, list: "show" | "require", levels: ConditionLevels): Generator<Difference> {
  const { before, after, name, above } = pair;
  const conditions = ({ plan }: Pair["before"]) => new Map(plan[list].map((condition) => [condition.field, condition]));
  const [was, is] = [conditions(before), conditions(after)];
  for (const field of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [getSource(was.get(field)?.expression), getSource(is.get(field)?.expression)];
    if (old === now || !mapFields(after.plan.fields).has(field)) continue;
    const [request, response] = judgeCondition(pair, list, levels, [was.get(field), is.get(field)]);
    const [zh, en] = [
      now === undefined ? "不再有条件" : `现在是 ${now}`,
      now === undefined ? "not said any more" : `now if ${now}`,
    ];
    yield {
      at: `${name}.${field}`,
      what: `${list}-changed`,
      request,
      response,
      text: describe(getLabel(pair, field), `${levels.zh}${zh}`, `${levels.en}: ${en}`),
      file: after.plan.file,
      path: [...above, ...buildConditionPath(list, is.get(field) ?? was.get(field) ?? { field })],
      field,
      ...(old !== undefined && now !== undefined ? { byWitness: true } : {}),
      ...addRisk(list === "require" && now === undefined, "control-loosened"),
    };
  }
}

/**
 * Returns whether a condition reads only fields that the schema before did not have, such as those of a new nested
 * object. It holds for no record that was valid before.
 */
function readsNewFieldsOnly({ before, after }: Pair, { reads }: Expression): boolean {
  const known = mapFields(before.plan.fields);
  return (
    reads.length > 0 &&
    reads.every(
      (path) => path.startsWith("self.") && !known.has(findFieldName(path.slice("self.".length), after.plan.objects)),
    )
  );
}

function* diffGates({ before, after, name, above }: Pair): Generator<Difference> {
  const [was, is] = [
    before.plan.gates.map(({ unless }) => unless.source),
    after.plan.gates.map(({ unless }) => unless.source),
  ];
  const locate = (index: number) => ({ at: name, file: after.plan.file, path: [...above, "x-gates", String(index)] });
  for (const gate of was.filter((item) => !is.includes(item)))
    yield {
      ...locate(0),
      what: "gate-removed",
      request: "info",
      response: "none",
      text: { zh: `打开表单不再需要 ${gate}`, en: `its form opens without ${gate}` },
      ...addRisk(true, "control-loosened"),
    };
  for (const [index, gate] of is.entries())
    if (!was.includes(gate))
      yield {
        ...locate(index),
        what: "gate-added",
        request: "breaking",
        response: "none",
        text: { zh: `打开表单须先满足 ${gate}`, en: `its form opens only if ${gate}` },
      };
}

/** Returns whether a reference admits more records, because a condition was removed or allows another value. */
export const isWider = (
  was: Readonly<Record<string, string[]>> = {},
  is: Readonly<Record<string, string[]>> = {},
): boolean => Object.entries(was).some(([name, values]) => is[name]?.every((value) => values.includes(value)) !== true);

/** Returns the fields that determine posted amounts: those that the money lines read, and their sources. */
export function findPricedFields({ fields, lifecycle, objects }: EntityPlan): ReadonlySet<string> {
  const lines = (lifecycle?.transitions ?? []).flatMap(({ money }) => (money && "lines" in money ? money.lines : []));
  const own = (reads: readonly string[]) =>
    reads.flatMap((path) => (path.startsWith("self.") ? [findFieldName(path.slice("self.".length), objects)] : []));
  const found = new Set<string>();
  const open = lines.flatMap(({ amount }) => own(amount.reads));
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const field = fields.find((field) => field.name === name);
    for (const item of field ? mapFields([field]).values() : []) open.push(...own(item.compute?.reads ?? []));
  }
  return found;
}
