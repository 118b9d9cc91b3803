/** Generates the reference of the schema language and of the lifecycles, in Markdown. */
import type { CompiledSchemas } from "@portolan/engine/folder";
import { DIALECT_URL, type Keyword } from "@portolan/engine/compiler";
import { keywords, kindList } from "../../src/payments/compiler.ts";
import type { EntityPlan, LifecyclePlan, TransitionPlan } from "@portolan/engine";
import suite from "./suite-counts.json" with { type: "json" };

/** Places of keywords, each with its title and introduction. */
const PLACES = [
  ["field", "Keywords of a field", "In each field of `properties`, and in the fields of a list's rows."],
  ["entity", "Keywords of an entity", "At the top level of an entity's file."],
  [
    "request",
    "Keywords of a request",
    "In `request` of `schemas/calls/<name>.json`, with the same meaning as in an entity:",
  ],
] as const;

/** Generates the text of `docs/schema-language.md`. */
export function writeLanguageDoc(): string {
  const places = PLACES.map(([place, title, about]) => {
    const here = keywords.filter(({ on }) => on.includes(place));
    return {
      title,
      about,
      links: here.map(({ name }) => `[\`${name}\`](#${name.replace("$", "").toLowerCase()})`).join(" · "),
      // A keyword is described at the first of its places.
      sections: here.filter(({ on }) => on[0] === place).map(writeSection),
    };
  });
  return [
    "# The schema language",
    "Generated from the keywords by `npm run schemas -- docs`; do not edit.",
    'A schema file is JSON Schema 2020-12 with the keywords of this page and no others: an unknown keyword is reported with the closest known one. Texts are in the schema, one per language of the dialect: `{ "zh": …, "en": … }`. Relations between values are [expressions of the rule language](rules.md), in which the record is `self`. The [cookbook](cookbook.md) shows the keywords together.',
    "## Contents",
    formatTable(
      ["keywords of", ""],
      places.map(({ title, links }) => [
        `[${title.replace(/^Keywords of /, "")}](#${title.toLowerCase().replaceAll(" ", "-")})`,
        links,
      ]),
    ),
    "Further: [tools that read JSON Schema](#tools-that-read-json-schema) · [kinds](#kinds) · [the official test suite](#the-official-test-suite) · [the version of an entity](#the-version-of-an-entity)",
    "## Tools that read JSON Schema",
    `Each file names its dialect, \`"$schema": "${DIALECT_URL}"\`, and its own address, \`"$id"\`, so that any JSON Schema tool can read it: Ajv after \`registerVocabulary(ajv, dialect)\`, the sourcemeta CLI with \`--resolve schemas/meta/dialect.schema.json\`, VS Code through \`.vscode/settings.json\`, others through \`GET /dialect/1\` of a running server. The host is reserved; nothing is fetched from it.`,
    "For tools that do not know the dialect, `npm run schemas -- export --plain` writes each entity in the keywords of the standard alone, with titles in the language of `--lang`: types, lengths, choices, formats as patterns, unknown fields refused, and a field that a simple condition requires as `if` and `then`. Such a schema accepts every record that the entity accepts, in its stored form. Check digits, bounds of amounts and dates, facts and rules cannot be expressed in it.",
    ...places.flatMap(({ title, about, links, sections }) => [
      `## ${title}`,
      sections.length > 0 ? about : `${about} ${links}.`,
      ...sections,
    ]),
    "## Kinds",
    "A kind is what a field holds: how a value is read, checked, shown and filtered. `x-kind` names it; most follow from `type`, `format` and other keywords. *Column* is its type in the database, *in rules* its type in the [rule language](rules.md#types).",
    formatTable(
      ["kind", "type", "column", "in rules", "filter", "TypeScript"],
      kindList.map((kind) =>
        [kind.name, String(kind.schema.type ?? ""), kind.column, kind.celType, kind.filter, kind.tsType].map(
          (cell) => `\`${cell}\``,
        ),
      ),
    ),
    ...writeSuiteSection(),
    "## The version of an entity",
    "Each stored row carries the version of its schema: a hash of the entity's source and key and, for each stored field, of its name, kind, column type, JSON type, whether it is required, whether it has a column of its own (because a list shows, sorts, filters, searches or sums it) and which fields it is unique with. Labels, layout and messages do not change it.",
    "",
  ].join("\n\n");
}

/** Returns the counts of the official test suite as `npm run schemas -- suite --out` recorded them. */
function writeSuiteSection(): string[] {
  const { counts, commit, date } = suite;
  const columns = counts.map(({ keyword, validator, language }) => ({
    head: `\`${keyword}\``,
    figures: [validator, language].flatMap(({ passed, refused, different }) => [passed, refused, different]),
  }));
  const total = columns
    .map(({ figures }) => figures)
    .reduce((sum, figures) => sum.map((figure, index) => figure + (figures[index] ?? 0)));
  const tests = total.slice(0, 3).reduce((sum, figure) => sum + figure);
  return [
    "## The official test suite",
    `\`npm run schemas -- suite --from CLONE\` runs the [JSON Schema Test Suite](https://github.com/json-schema-org/JSON-Schema-Test-Suite) over the keywords of the language, in two ways. *Validator* is the Ajv that checks records, with its strict mode off because the suite's schemas leave \`type\` out. *Language* is the compiler and the check of records: a schema of objects is a record, another one is its field, and each field gets a label and, where none is stated, the type of the tested value. ${date}, commit \`${commit.slice(0, 12)}\`, ${tests} tests of draft 2020-12:`,
    formatTable(
      ["keyword", "validator: passed", "refused", "different", "language: passed", "refused", "different"],
      [...columns, { head: "all", figures: total }].map(({ head, figures }) => [head, ...figures.map(String)]),
    ),
    "The validator refuses an empty `enum`, and references between schemas with an embedded `$id`. In the suite `format` only annotates, because its schemas name the dialect of the standard; schemas of this dialect assert it. One verdict differs: a member called `__proto__`, which is not a valid field name.",
    "The language is narrower than the standard and refuses most of the suite with a finding: `number`, `null`, several types, a list without `items`, lists and objects as `enum` or `const`, branches outside a record, and unknown formats and keywords. Verdicts differ by design where `format` is asserted, where texts are normalised before they are compared (NFC, no control characters), where `null` and an empty text count as absent, and where whole numbers from 2^53 on and unknown fields are refused.",
  ];
}

function writeSection({ name, schema, types, doc, keywords = [], examples }: Keyword): string {
  const good = examples.good[0]!;
  const beside = Object.entries(good.with ?? {}).filter(([name]) => !name.startsWith("x-lifecycle"));
  const example = JSON.stringify(Object.fromEntries([...beside, [name, good.value]]), null, 2);
  const plain = Object.keys(schema).length === 1 && typeof schema.$ref === "string" ? "" : JSON.stringify(schema);
  return [
    `### \`${name}\``,
    `${doc.en}${types ? ` For ${types.map((type) => `\`${type}\``).join(", ")}.` : ""}`,
    `\`\`\`json\n${example}\n\`\`\``,
    ...(plain !== "" && plain.length < 120 ? [`Value: \`${plain}\``] : []),
    ...keywords.map((keyword) => `#### \`${keyword.name}\` of \`${name}\`\n${keyword.doc.en}`),
  ].join("\n\n");
}

/** Generates the text of `docs/lifecycles.md`: one diagram per lifecycle, including what the specification omits. */
export function writeLifecyclesDoc({ entities }: CompiledSchemas): string {
  const living = [...entities.values()].flatMap(({ plan, texts }) =>
    plan.lifecycle ? [{ plan, lifecycle: plan.lifecycle, texts: texts.en }] : [],
  );
  return [
    "# Lifecycles",
    "Generated from the schemas by `npm run schemas -- docs`; do not edit.",
    ...living.flatMap(({ plan, lifecycle, texts }) => [
      `## ${texts.label} (\`${plan.name}\`)`,
      drawDiagram(lifecycle, texts),
      writeTransitionTable(plan, lifecycle),
    ]),
    "",
  ].join("\n\n");
}

function drawDiagram({ states, transitions }: LifecyclePlan, texts: Record<string, string>): string {
  const lines = [
    ...states.map(({ name }) => `  ${name}: ${texts[`state.${name}`] ?? name}`),
    ...transitions.flatMap(({ from, to, on }) =>
      (from.length === 0 ? ["[*]"] : from).map((state) => `  ${state} --> ${to}: ${on}`),
    ),
    ...states.filter(({ final }) => final).map(({ name }) => `  ${name} --> [*]`),
  ];
  return `\`\`\`mermaid\nstateDiagram-v2\n${lines.join("\n")}\n\`\`\``;
}

function writeTransitionTable(_plan: EntityPlan, { transitions }: LifecyclePlan): string {
  return formatTable(
    ["event", "from", "to", "by", "money and certification", "shown by the specification"],
    transitions.map((transition) => [
      `\`${transition.on}\``,
      transition.from.length === 0
        ? "(creation)"
        : [transition.from.join(", "), ...formatAxes(transition.alsoFrom)].join("; "),
      [transition.to, ...formatAxes(transition.alsoTo)].join("; "),
      transition.by,
      [formatMoney(transition), formatCertification(transition)].filter(Boolean).join("; "),
      transition.assumed ? "no, assumed" : "yes",
    ]),
  );
}

/** Formats the additional axes of a transition, such as `review: notAudited, pending`. */
const formatAxes = (also: Record<string, string | string[]> | undefined): string[] =>
  Object.entries(also ?? {}).map(([axis, values]) => `${axis}: ${[values].flat().join(", ")}`);

const formatCertification = ({ userStatus }: TransitionPlan): string =>
  userStatus === undefined ? "" : `the merchant's userStatus becomes ${userStatus}`;

function formatMoney({ money }: TransitionPlan): string {
  if (!money) return "";
  if ("release" in money) return "what is held goes back";
  if ("again" in money) return `what is held goes back and is held anew as by \`${money.again}\``;
  if ("reverse" in money) return `undoes \`${money.reverse}\``;
  return money.lines
    .map(
      (line) =>
        `${line.from} → ${line.to}${line.toMerchant ? ` of \`${line.toMerchant.source}\`` : ""}: \`${line.amount.source}\` ${"code" in line.currency ? line.currency.code : `\`${line.currency.expression.source}\``}`,
    )
    .join("<br>");
}

const formatTable = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => "---"), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
