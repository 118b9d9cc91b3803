/**
 * Branches of a record or of list rows in JSON Schema: `oneOf` with a discriminator, `if`/`then`/`else`, several of
 * these in `allOf`, and `dependentRequired`. Each branch is a condition under which fields are shown or required, like
 * `x-show` and `x-require` in CEL.
 */
import type { Json } from "./json.ts";

/** Looks up a branch keyword by name among the siblings of `properties`. */
export type BranchKeywords = Pick<ReadonlyMap<string, Json>, "get">;

/** Fields and requirements that apply under a condition. */
export interface Branch {
  /** The keyword that contains the branch. */
  keyword: Json;
  /** The condition in CEL. */
  when: string;
  /** Fields that exist only in this branch, and requirements on the values of others. */
  properties: readonly (readonly [string, Json])[];
  required: readonly Json[];
}

/** Variable that holds the record or the row in expressions. */
type Root = "self" | "row";

/** Returns whether a member of `properties` is a field rather than a requirement on a field declared elsewhere. */
export const isField = (json: Json): boolean => json.get("x-label") !== undefined || json.get("$ref") !== undefined;

/** Returns all branches: those of `oneOf`, `if`, `allOf` and `dependentRequired`, in this order. */
export function listBranches(keywords: BranchKeywords, root: Root): Branch[] {
  return [
    ...listSelections(keywords).map(({ branch, name, value }) =>
      readBranch(branch, `${root}.${name} == ${writeLiteral(value.value)}`, name),
    ),
    ...readConditionalBranches(keywords, root),
    ...(keywords.get("allOf")?.items() ?? []).flatMap((item) => readConditionalBranches(item, root)),
    ...(keywords.get("dependentRequired")?.entries() ?? []).map(([name, required]) => ({
      keyword: required,
      when: `has(${root}.${name})`,
      properties: [],
      required: required.items(),
    })),
  ];
}

/** Returns the values that `oneOf` and `if` compare fields with, each with the field's name. */
export function listComparedValues(keywords: BranchKeywords): (readonly [string, Json])[] {
  const conditions = [keywords, ...(keywords.get("allOf")?.items() ?? [])].flatMap((item) => item.get("if") ?? []);
  return [
    ...listSelections(keywords).map(({ name, value }) => [name, value] as const),
    ...conditions.flatMap((condition) =>
      (condition.get("properties")?.entries() ?? []).flatMap(([name, demand]) =>
        [demand.get("const") ?? [], demand.get("enum")?.items() ?? []].flat().map((value) => [name, value] as const),
      ),
    ),
  ];
}

/** Returns the branches of `oneOf`, each with the field and the value that select it. */
function listSelections(keywords: BranchKeywords): { branch: Json; name: string; value: Json }[] {
  const oneOf = keywords.get("oneOf");
  const name = findDiscriminator(oneOf);
  if (!oneOf || name === undefined) return [];
  return oneOf.items().flatMap((branch) => {
    const value = branch.get("properties")?.get(name)?.get("const");
    return value ? [{ branch, name, value }] : [];
  });
}

/**
 * Returns the field whose value selects the branch of `oneOf`: each branch has a different `const` for it. Undefined
 * when there is none.
 */
export function findDiscriminator(oneOf: Json | undefined): string | undefined {
  const branches = oneOf?.items() ?? [];
  const [first] = branches;
  return first
    ?.get("properties")
    ?.entries()
    .map(([name]) => name)
    .find((name) => {
      const values = branches.map((branch) => branch.get("properties")?.get(name)?.get("const")?.value);
      return !values.includes(undefined) && new Set(values).size === values.length;
    });
}

function readConditionalBranches(keywords: BranchKeywords, root: Root): Branch[] {
  const condition = keywords.get("if");
  if (!condition) return [];
  const when = writeCondition(condition, root);
  const [then, otherwise] = [keywords.get("then"), keywords.get("else")];
  return [...(then ? [readBranch(then, when)] : []), ...(otherwise ? [readBranch(otherwise, `!(${when})`)] : [])];
}

const readBranch = (keyword: Json, when: string, discriminator?: string): Branch => ({
  keyword,
  when,
  properties: (keyword.get("properties")?.entries() ?? []).filter(([name]) => name !== discriminator),
  required: (keyword.get("required")?.items() ?? []).filter((item) => item.value !== discriminator),
});

/** Converts an `if` to CEL. As in the standard, an absent value satisfies the requirements of `properties`. */
function writeCondition(condition: Json, root: Root): string {
  const required = new Set((condition.get("required")?.items() ?? []).map((item) => item.string()));
  const tests = (condition.get("properties")?.entries() ?? []).map(([name, demand]) => {
    const path = `${root}.${name}`;
    const values =
      demand
        .get("enum")
        ?.items()
        .map(({ value }) => writeLiteral(value)) ?? [];
    const test = demand.get("const")
      ? `${path} == ${writeLiteral(demand.get("const")?.value)}`
      : `${path} in [${values.join(", ")}]`;
    if (!required.delete(name)) return `(!has(${path}) || ${test})`;
    return `has(${path}) && ${test}`;
  });
  return [...[...required].map((name) => `has(${root}.${name})`), ...tests].join(" && ") || "true";
}

const writeLiteral = (value: unknown): string => JSON.stringify(value) ?? "";

/** Returns the branches as standard JSON Schema for documentation of the record, or undefined when there are none. */
export function convertBranches(keywords: BranchKeywords): Record<string, unknown> | undefined {
  const given = ["oneOf", "if", "then", "else", "allOf", "dependentRequired"].flatMap((name) => {
    const keyword = keywords.get(name);
    return keyword ? [[name, name === "dependentRequired" ? keyword.value : convertBranch(keyword)] as const] : [];
  });
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** Returns a branch without the fields that it defines, because these are in the record's `properties`. */
function convertBranch(keyword: Json): unknown {
  if (keyword.node.type === "array") return keyword.items().map(convertBranch);
  return Object.fromEntries(
    keyword.entries().map(([name, inner]) => {
      if (name === "properties")
        return [
          name,
          Object.fromEntries(inner.entries().flatMap(([item, json]) => (isField(json) ? [] : [[item, json.value]]))),
        ];
      return [name, name === "required" ? inner.value : convertBranch(inner)];
    }),
  );
}
