/** Generates the reference of the schema language and of the lifecycles, in Markdown. */
import type { CompiledSchemas } from "@portolan/engine/folder";
import { DIALECT_URL, type Keyword } from "@portolan/engine/compiler";
import { keywords, kindList } from "../../src/payments/compiler.ts";
import type { EntityPlan, LifecyclePlan, TransitionPlan } from "@portolan/engine";
import suite from "./suite-counts.json" with { type: "json" };

const ROOMS = [
  [
    "field",
    "Words of a field",
    "写在 `properties` 的每个字段里，以及列表行的字段里。",
    "They stand in each field of `properties`, and in the fields of a list's rows.",
  ],
  ["entity", "Words of an entity", "写在实体文件的最上层。", "They stand at the top of an entity's file."],
  [
    "request",
    "Words of a call's request",
    "写在 `schemas/calls/<名称>.json` 的 `request` 里；含义与实体相同。",
    "They stand in `request` of `schemas/calls/<name>.json` and mean the same as in an entity.",
  ],
] as const;

/** Generates the text of `docs/schema-language.md`. */
export function writeLanguageDoc(): string {
  return [
    "# The schema language",
    "Generated from the keywords by `npm run schemas -- docs`; not edited by hand.",
    'A schema file is JSON Schema 2020-12 with the words below and no others: a word that is not here does not load, and the error says which one was probably meant. Texts stand in the schema in both languages, `{ "zh": …, "en": … }`. Relations between values are CEL expressions; the record is `self`.',
    "一个模式文件就是只使用下列词的 JSON Schema 2020-12：不认识的词不会加载，错误信息会指出大概想写的是哪个。文字以中英文写在模式里；字段之间的关系用 CEL 表达式，记录叫 `self`。",
    `Each file names its dialect, \`"$schema": "${DIALECT_URL}"\`, and its own address, \`"$id"\`, so that every tool of JSON Schema reads it: Ajv after \`registerVocabulary(ajv, dialect)\`, the sourcemeta CLI with \`--resolve schemas/meta/dialect.schema.json\`, VS Code by \`.vscode/settings.json\`, others by \`GET /dialect/1\` of a running server. The host is reserved: nothing is fetched from it.`,
    `每个文件用 \`"$schema"\` 写明所用的词汇表 \`${DIALECT_URL}\`，用 \`"$id"\` 写明自己的地址，因此任何 JSON Schema 工具都能读取：Ajv 先调用 \`registerVocabulary(ajv, dialect)\`，sourcemeta 命令行加 \`--resolve schemas/meta/dialect.schema.json\`，VS Code 用 \`.vscode/settings.json\`，其他工具可从运行中的服务器取 \`GET /dialect/1\`。该域名为保留域名，不会真的去取。`,
    "For tools that know JSON Schema and no dialect, `npm run schemas -- export --plain` writes each entity in the standard's own words, titled in `--lang`: types, lengths, choices, formats as patterns, unknown names refused, and a field that a simple condition demands as `if` and `then`. Such a schema accepts each record that the entity accepts, as the entity puts it in order. Check digits, bounds of amounts and days, facts and rules are beyond plain words.",
    "对只懂 JSON Schema、不懂本词汇表的工具，用 `npm run schemas -- export --plain` 把各实体写成只含标准词的模式，标题用 `--lang` 的语言：类型、长度、选项、写成正则的格式、拒绝未知字段，以及由简单条件决定的必填（`if`、`then`）。实体接受的记录（经其整理后）这份模式都接受。校验位、金额和日期的上下限、外部事实与规则，标准词无法表达。",
    ...ROOMS.flatMap(([room, title, zh, en]) => [
      `## ${title}`,
      `${zh}  \n${en}`,
      ...keywords
        .filter(({ on }) => on.includes(room))
        .map((keyword) => (keyword.on[0] === room ? writeSection(keyword) : `### \`${keyword.name}\`\nAs above.`)),
    ]),
    "## Kinds",
    "What a field holds. `x-kind` names one; most follow from `type`, `format` and the other words.",
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
    "Each stored row carries the version of its schema: a hash over the entity's source and key and, per stored field, its name, kind, column type, JSON type, whether it must be filled, whether it is projected into a column (because a list shows, sorts, filters, searches or sums it) and what it is unique with. Labels, layout and messages do not change it.",
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
    `\`npm run schemas -- suite --from CLONE\` runs the [JSON Schema Test Suite](https://github.com/json-schema-org/JSON-Schema-Test-Suite) over the words of the language, in two ways. *Validator* is the Ajv that checks records, with its strict mode off because the suite's schemas leave \`type\` out. *Language* is the compiler and the check of records: a schema of objects is a record, another one is its field, and each field gets a label and, where none is stated, the type of the tested value. ${date}, commit \`${commit.slice(0, 12)}\`, ${tests} tests of draft 2020-12:`,
    formatTable(
      ["word", "validator: passed", "refused", "different", "language: passed", "refused", "different"],
      [...columns, { head: "all", figures: total }].map(({ head, figures }) => [head, ...figures.map(String)]),
    ),
    "The validator refuses an empty `enum` and references between schemas that have an `$id` inside. In the suite `format` only annotates, because its schemas name the dialect of the standard; schemas of this dialect assert it. One verdict differs: a member called `__proto__`, which no field may be.",
    "The language is narrower than the standard and refuses most of the suite with a finding: `number`, `null` or several types, a list without `items`, lists and objects as `enum` or `const`, branches outside a record, formats that it does not have, and words beside the tested one that it does not have. Its verdict differs by design: `format` is asserted, texts are normalised (NFC, no control characters) before they are compared, `null` and an empty text are no value, whole numbers from 2^53 on are refused, and so are fields that the record does not have.",
  ];
}

function writeSection({ name, schema, types, doc, keywords = [], examples }: Keyword): string {
  const good = examples.good[0]!;
  const beside = Object.entries(good.with ?? {}).filter(([name]) => !name.startsWith("x-lifecycle"));
  const example = JSON.stringify(Object.fromEntries([...beside, [name, good.value]]), null, 2);
  const plain = Object.keys(schema).length === 1 && typeof schema.$ref === "string" ? "" : JSON.stringify(schema);
  return [
    `### \`${name}\``,
    `${doc.zh}  \n${doc.en}${types ? `  \nFor ${types.map((type) => `\`${type}\``).join(", ")}.` : ""}`,
    `\`\`\`json\n${example}\n\`\`\``,
    ...(plain !== "" && plain.length < 120 ? [`May be: \`${plain}\``] : []),
    ...keywords.map((keyword) => `#### \`${keyword.name}\` of \`${name}\`\n${keyword.doc.zh}  \n${keyword.doc.en}`),
  ].join("\n\n");
}

/** Generates the text of `docs/lifecycles.md`: one diagram per lifecycle, including what the specification omits. */
export function writeLifecyclesDoc({ entities }: CompiledSchemas): string {
  const living = [...entities.values()].flatMap(({ plan, texts }) =>
    plan.lifecycle ? [{ plan, lifecycle: plan.lifecycle, texts: texts.en }] : [],
  );
  return [
    "# Lifecycles",
    "Generated from the schemas by `npm run schemas -- docs`; not edited by hand.",
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
