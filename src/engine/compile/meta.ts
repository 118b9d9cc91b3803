/**
 * Builds the meta-schemas from the keywords. The compiler validates files with them, and editors use them for
 * completion and validation.
 */
import type { Language, Room } from "../model/dialect.ts";
import type { JsonSchema } from "../model/entity.ts";
import { DIALECT_URL, VOCABULARY_URL } from "../schema/schema-id.ts";
import { buildArray, buildList, buildMap, buildObject, nonEmpty, refs } from "../schema/meta-parts.ts";

const path = { type: "string", pattern: "^/" };
const view = {
  entity: refs.name,
  // Part of the entity to show, or the name of one of its `x-views`.
  show: refs.name,
  // Filters of a list, or initial values of a form.
  preset: buildMap({ anyOf: [buildArray({ type: "string" }), { type: "string" }] }),
  columns: refs.paths,
};
/** Entry of the "New" menu that opens the tab, or the address `href` in its place. `key` is a single letter. */
const create = buildObject(
  { label: refs.text, key: { type: "string", pattern: "^[a-z]$" }, order: { type: "integer" }, href: path },
  ["label", "key", "order"],
);
/** Item of the bottom bar on phones. */
const bar = buildObject({ order: { type: "integer" }, label: refs.text, icon: nonEmpty, counts: { const: true } }, [
  "order",
  "label",
  "icon",
]);
// `home`: path of the page that the menu marks as current instead.
const shown = { grant: nonEmpty, nav: { const: false }, home: path, screen: refs.name, call: refs.name };

/** Returns the meta-schema of `pages.json`. `access` is the schema of the dialect's access levels. */
const buildPagesSchema = (access: JsonSchema): JsonSchema =>
  buildArray(
    buildObject(
      {
        path,
        id: { type: "string", pattern: "^R\\d+[a-z]?$" },
        label: refs.text,
        // What the page is for, said while it is closed. Default: that of its area.
        about: refs.text,
        menu: nonEmpty,
        quick: { type: "integer" },
        bar,
        access,
        layout: { enum: ["top", "side"] },
        header: { type: "boolean" },
        footer: { type: "boolean" },
        cache: { type: "boolean" },
        redirect: path,
        ...shown,
        view: buildObject(view, ["entity", "show"]),
        // The tabs are kinds of the same records, drawn as chips.
        kinds: { const: true },
        tabs: buildArray(
          buildObject({ id: refs.name, label: refs.text, in: refs.name, create, bar, ...shown, ...view }, [
            "id",
            "label",
          ]),
          {
            minItems: 1,
          },
        ),
      },
      ["path", "id", "label"],
    ),
  );

/** A page, or a group of pages represented by the page `as`. */
const menuEntry: JsonSchema = {
  anyOf: [path, buildObject({ as: path, for: buildArray(path, { minItems: 2 }) }, ["as", "for"])],
};

/** Meta-schema of `areas.json`. */
const areasSchema: JsonSchema = buildArray(
  buildObject(
    {
      id: refs.name,
      label: refs.text,
      // What the area is for, said while it is closed.
      about: refs.text,
      icon: nonEmpty,
      pages: buildList(menuEntry),
    },
    ["id", "label", "icon", "pages"],
  ),
);

/** Name of a meta-schema: one for each type of schema file, and `dialect` for other tools. */
export type MetaName =
  | "dialect"
  | "entity"
  | "call"
  | "shared"
  | "contexts"
  | "constants"
  | "pages"
  | "areas"
  | "cases"
  | "expectations";

const STANDARD = "https://json-schema.org/draft/2020-12/schema";
const NAME = { type: "string", pattern: "^[A-Za-z][A-Za-z0-9]*$" };
/** Name of a field, or path of a field in a nested object: `address.city`. */
const PATH = { type: "string", pattern: "^[A-Za-z][A-Za-z0-9]*(\\.[A-Za-z][A-Za-z0-9]*)*$" };
/** Keywords of plain list items, besides the JSON Schema ones. */
const ITEM_KEYWORDS: ReadonlySet<string> = new Set(["$ref", "x-kind"]);

const listKeywords = ({ keywords }: Language, room: Room) =>
  Object.fromEntries(
    keywords
      .filter(({ on }) => on.includes(room))
      .map(({ name, schema, doc }) => [name, { ...schema, description: `${doc.zh}\n${doc.en}` }]),
  );

/** Returns the schema of a localised text, with a member for each language. */
const buildTextSchema = (languages: readonly string[]): JsonSchema => ({
  ...buildObject(Object.fromEntries(languages.map((lang) => [lang, nonEmpty])), [...languages]),
  description: `{ ${languages.map((lang) => `"${lang}": …`).join(", ")} }`,
});

/**
 * Definitions of branches: conditional fields and requirements. A member of a branch's `properties` is a field, or the
 * value that selects the branch.
 */
const branchDefinitions: JsonSchema = {
  way: buildObject({
    $comment: nonEmpty,
    properties: buildMap(
      { anyOf: [refs.field, buildObject({ const: { type: ["string", "integer", "boolean"] } }, ["const"])] },
      { propertyNames: refs.name },
    ),
    required: refs.names,
  }),
  condition: buildObject(
    {
      $comment: nonEmpty,
      properties: buildMap(
        buildObject({ const: { type: ["string", "integer", "boolean"] }, enum: { type: "array", minItems: 1 } }, [], {
          minProperties: 1,
        }),
        { propertyNames: refs.name },
      ),
      required: refs.names,
    },
    [],
    { minProperties: 1 },
  ),
  conditional: buildObject({ $comment: nonEmpty, if: refs.condition, then: refs.way, else: refs.way }, ["if"], {
    anyOf: [{ required: ["then"] }, { required: ["else"] }],
  }),
};

function buildDefinitions(dialect: Language): JsonSchema {
  const field = listKeywords(dialect, "field");
  return {
    text: buildTextSchema(dialect.languages),
    cel: { type: "string", minLength: 1, description: "CEL: self.amount >= self.fee" },
    name: NAME,
    names: buildArray(refs.name, { uniqueItems: true }),
    path: PATH,
    paths: buildArray(refs.path, { uniqueItems: true }),
    code: { type: "string", pattern: "^[A-Za-z][A-Za-z0-9-]*$" },
    fieldMap: buildMap(refs.path, { propertyNames: refs.path }),
    http: { type: "string", pattern: "^(GET|POST) /[A-Za-z0-9_./{}-]+$", description: "GET /path/of/the/call" },
    field: buildObject(field, [], { anyOf: [{ required: ["$ref"] }, { required: ["type", "x-label"] }] }),
    items: buildObject({
      ...Object.fromEntries(
        dialect.keywords
          .filter((form) => form.standard || ITEM_KEYWORDS.has(form.name))
          .map(({ name }) => [name, field[name]]),
      ),
      type: { enum: ["object", "string", "integer", "boolean"] },
      ...listKeywords(dialect, "rows"),
    }),
    ...branchDefinitions,
    // Responses use standard keywords, so that other programs can read them, and name the entity of each record.
    response: buildObject({
      $ref: field.$ref,
      "x-record": {
        ...NAME,
        description: "此对象是该实体的一条记录。\nThe object is a record of this entity.",
      },
      type: { enum: ["object", "array", "string", "integer", "boolean", "null"] },
      description: nonEmpty,
      properties: buildMap(refs.response),
      required: buildArray({ type: "string" }, { uniqueItems: true }),
      items: refs.response,
      prefixItems: buildArray(refs.response),
      enum: { type: "array", minItems: 1 },
      const: {},
      format: { type: "string" },
      pattern: { type: "string", format: "regex" },
      additionalProperties: { anyOf: [{ type: "boolean" }, refs.response] },
      examples: { type: "array" },
      minimum: { type: "integer" },
      maximum: { type: "integer" },
      minLength: { type: "integer" },
      maxLength: { type: "integer" },
    }),
    request: buildObject(listKeywords(dialect, "request")),
    view: buildObject(
      {
        entity: refs.name,
        show: refs.name,
        preset: buildMap({ anyOf: [buildArray({ type: "string" }), { type: "string" }] }),
        columns: refs.paths,
      },
      ["entity", "show"],
    ),
  };
}

const $schema = { type: "string" };

/** Definitions for fixtures: values by name, JSON pointers, validation errors. */
const anything = { type: "object" };
const pointer = { type: "string", pattern: "^/" };
const expected = buildObject(
  { at: { type: "string", pattern: "^(/.*)?$" }, code: nonEmpty, warns: { const: true }, text: refs.text },
  ["at", "code"],
);

/** Vocabularies of JSON Schema 2020-12, all of which a tool must support to process our schemas. */
const STANDARD_VOCABULARIES = [
  "core",
  "applicator",
  "unevaluated",
  "validation",
  "meta-data",
  "format-annotation",
  "content",
];

/**
 * Returns the meta-schema for other JSON Schema tools: the standard, plus the dialect's keywords with their
 * descriptions. Unlike the meta-schema of the compiler and editors (`entity`), it allows unknown keywords.
 */
function buildPublishedDialect(dialect: Language): JsonSchema {
  const keywords = { ...listKeywords(dialect, "field"), ...listKeywords(dialect, "entity") };
  return {
    $id: DIALECT_URL,
    $vocabulary: {
      ...Object.fromEntries(
        STANDARD_VOCABULARIES.map((name) => [`https://json-schema.org/draft/2020-12/vocab/${name}`, true]),
      ),
      [VOCABULARY_URL]: false,
    },
    $dynamicAnchor: "meta",
    allOf: [{ $ref: STANDARD }],
    properties: Object.fromEntries(Object.entries(keywords).filter(([name]) => name.startsWith("x-"))),
  };
}

const openObject = (member: JsonSchema): JsonSchema => buildObject({ $schema }, [], { additionalProperties: member });

const callSchema = (dialect: Language): JsonSchema =>
  buildObject(
    {
      $schema,
      $comment: nonEmpty,
      http: refs.http,
      alias: buildArray(refs.http),
      access: { enum: dialect.access.levels },
      grant: nonEmpty,
      stepUp: { enum: dialect.stepUps },
      changes: {
        enum: ["money", "record"],
        description:
          "改变什么：带同一个 Idempotency-Key 重复发送只发生一次\nWhat it changes: sent again with the same Idempotency-Key it happens once",
      },
      request: refs.request,
      response: refs.response,
      blob: { type: "boolean" },
    },
    ["http"],
  );

const sharedSchema = buildObject(
  { $schema, $id: nonEmpty, $comment: nonEmpty, $defs: buildMap(refs.field, { propertyNames: refs.name }) },
  ["$defs"],
);

const contextsSchema = openObject(
  buildObject({
    call: refs.name,
    key: refs.name,
    with: buildMap(refs.name),
    guess: buildArray(refs.name, { minItems: 1, uniqueItems: true }),
    type: nonEmpty,
    types: buildMap(nonEmpty),
    rows: buildMap(nonEmpty, { minProperties: 1 }),
  }),
);

const constantsSchema = openObject(
  buildObject(
    {
      id: nonEmpty,
      value: { anyOf: [{ type: ["string", "boolean", "integer"] }, buildArray({ type: ["string", "integer"] })] },
      unit: nonEmpty,
      source: nonEmpty,
      test: {
        ...nonEmpty,
        description:
          "代码读不到它时（如 CSS），核对二者的测试\nThe test that compares it with code that cannot read it, such as CSS",
      },
    },
    ["id", "value", "source"],
  ),
);

const oneCase = buildObject(
  {
    name: nonEmpty,
    set: anything,
    unset: buildArray(pointer),
    contexts: anything,
    expect: buildArray(expected),
    review: { const: true },
  },
  ["name", "expect"],
);
const casesSchema = buildObject({ $schema, base: nonEmpty, contexts: anything, cases: buildArray(oneCase) }, ["cases"]);

const roots: Readonly<Record<MetaName, (dialect: Language) => JsonSchema>> = {
  dialect: buildPublishedDialect,
  entity: (dialect) => buildObject({ $schema, ...listKeywords(dialect, "entity") }, ["properties"]),
  call: callSchema,
  shared: () => sharedSchema,
  contexts: () => contextsSchema,
  constants: () => constantsSchema,
  cases: () => casesSchema,
  expectations: () => openObject(buildArray(expected)),
  pages: (dialect) => buildPagesSchema({ enum: dialect.access.levels }),
  areas: () => areasSchema,
};

/**
 * Returns a self-contained meta-schema with the definitions that it needs: the content of
 * `schemas/meta/<name>.schema.json`.
 * @example
 * const published = buildMetaSchema(dialect, "dialect");
 */
export function buildMetaSchema(dialect: Language, name: MetaName): JsonSchema {
  const root = roots[name](dialect);
  const all = buildDefinitions(dialect);
  const used = new Set<string>();
  const visit = (node: unknown): void => {
    for (const [, item = ""] of JSON.stringify(node).matchAll(/"\$ref":"#\/\$defs\/(\w+)"/g)) {
      if (used.has(item)) continue;
      used.add(item);
      visit(all[item]);
    }
  };
  visit(root);
  return {
    $schema: STANDARD,
    ...root,
    $defs: Object.fromEntries(Object.entries(all).filter(([item]) => used.has(item))),
  };
}

/**
 * Names of all meta-schemas.
 * @example
 * META_NAMES.includes("entity") // => true
 */
export const META_NAMES: readonly MetaName[] = [
  "dialect",
  "entity",
  "call",
  "shared",
  "contexts",
  "constants",
  "pages",
  "areas",
  "cases",
  "expectations",
];
