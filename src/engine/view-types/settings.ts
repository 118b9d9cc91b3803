/** The view type `settings`: what is set up on the user's only record, with the way to change each setting. */
import type { Expression } from "../model/expression.ts";
import type { JsonSchema, Tone } from "../model/entity.ts";
import type { Json } from "../schema/json.ts";
import { TONES } from "../schema/tones.ts";
import { defineView, type ViewDraft, type ViewLink, VIEW_LINK } from "../schema/view-type.ts";

/** A row of a `settings` view. Text key: `views.<id>.<name>`. */
export interface SettingPlan {
  name: string;
  /** Field whose value is shown while no state holds. */
  value?: string;
  /** States of the setting, of which the first that holds is shown. Text keys: `views.<id>.<name>.state.<n>`. */
  states: { when?: Expression; tone?: Tone }[];
  /** Links to the form or page of the setting, of which the first whose condition holds is shown. */
  links: ViewLink[];
  /** Newest records of another entity, shown below the row. */
  latest?: { entity: string; fields: string[] };
}
/** Plan of a `settings` view. */
export interface SettingsPlan {
  /** Fields shown above the settings. */
  facts: string[];
  rows: SettingPlan[];
}
declare module "../model/entity.ts" {
  interface ViewPlans {
    settings: SettingsPlan;
  }
}

const name: JsonSchema = { $ref: "#/$defs/name" };
const names: JsonSchema = { $ref: "#/$defs/names" };
const text: JsonSchema = { $ref: "#/$defs/text" };
const cel: JsonSchema = { $ref: "#/$defs/cel" };
const buildList = (required: string[], properties: object): JsonSchema => ({
  type: "array",
  minItems: 1,
  items: { type: "object", required, properties, additionalProperties: false },
});

/** `settings`: what is set up on the user's only record, with the way to change each setting. */
export const settings = defineView({
  name: "settings",
  schema: {
    required: ["rows"],
    properties: {
      facts: names,
      rows: buildList(["name", "label"], {
        name,
        label: text,
        value: name,
        states: buildList(["says"], { when: cel, says: text, tone: { enum: [...TONES] } }),
        links: { type: "array", minItems: 1, items: VIEW_LINK },
        latest: {
          type: "object",
          required: ["entity", "fields"],
          properties: { entity: name, fields: names },
          additionalProperties: false,
        },
      }),
    },
  },
  doc: {
    zh: "用户唯一一条记录的各项设置，每项一行：label 名称，states 状态（取第一个 when 成立的，显示 says 一句，其中可写 {字段}，tone 是语气，不写 tone 的按文字显示），没有状态成立时显示 value 字段的值，links 按钮（取第一个 when 成立的），不能打开的不显示。latest：行下方列出另一个实体最新的三条记录的 fields 字段。facts：各行上方的字段。",
    en: "The settings of the user's only record, a row each: its `label`; the first of its `states` whose `when` holds, as the sentence `says`, which may contain `{field}`, in its `tone` or, without one, as plain text; the field `value` while no state holds; and the first of its `links` whose `when` holds, if the user may open it. `latest` lists the `fields` of the three newest records of another entity below the row. `facts` are fields above the rows.",
  },
  read(keyword, view) {
    return {
      facts: (keyword.get("facts")?.items() ?? []).map((item) => view.fieldName(item)),
      rows: keyword
        .member("rows")
        .items()
        .map((row) => readRow(row, view)),
    };
  },
  examples: {
    good: [
      { value: createExample({ value: "title" }) },
      {
        value: {
          facts: ["title", "status"],
          ...createExample({
            states: [
              { when: "self.city != ''", says: { zh: "在{city}", en: "In {city}" } },
              { says: { zh: "未设置", en: "Not set" }, tone: "warning" },
            ],
            links: [
              { label: { zh: "修改", en: "Change" }, to: "/sample?city={city}", when: "self.city != ''" },
              { label: { zh: "设置", en: "Set" }, to: "/sample" },
            ],
            latest: { entity: "sampleCity", fields: ["name"] },
          }),
        },
      },
    ],
    bad: [
      { value: createExample({ value: "titel" }), rule: "unknown-field", suggestion: "title" },
      { value: { facts: ["titel"], ...createExample({}) }, rule: "unknown-field", suggestion: "title" },
      {
        value: createExample({ states: [{ when: "self.citi == 'a'", says: { zh: "一", en: "One" } }] }),
        rule: "bad-expression",
        suggestion: "city",
      },
      {
        value: createExample({ states: [{ says: { zh: "地点", en: "In {citi}" } }] }),
        rule: "unknown-field",
        suggestion: "city",
      },
      {
        value: createExample({ links: [{ label: { zh: "修改", en: "Change" }, to: "/sample?id={titel}" }] }),
        rule: "unknown-field",
        suggestion: "title",
      },
      {
        value: createExample({ latest: { entity: "sampleCitty", fields: ["name"] } }),
        rule: "unknown-entity",
        suggestion: "sampleCity",
      },
      {
        value: createExample({ latest: { entity: "sampleCity", fields: ["nama"] } }),
        rule: "unknown-field",
        suggestion: "name",
      },
      { value: createExample({ state: "city" }), rule: "unknown-keyword", suggestion: "states" },
    ],
  },
});

function readRow(row: Json, view: ViewDraft): SettingPlan {
  const name = row.member("name").string();
  const [value, latest] = [row.get("value"), row.get("latest")];
  view.text(name, row.get("label"));
  return {
    name,
    ...(value ? { value: view.fieldName(value) } : {}),
    states: (row.get("states")?.items() ?? []).map((state, index) => {
      const [source, tone] = [state.get("when"), state.get("tone")];
      view.sentence(`${name}.state.${index}`, state.member("says"));
      const when = source && view.entity.expression(source, "bool");
      return { ...(when ? { when } : {}), ...(tone ? { tone: tone.oneOf(TONES) } : {}) };
    }),
    links: (row.get("links")?.items() ?? []).map((link, index) => view.link(`${name}.link.${index}`, link)),
    ...(latest ? { latest: readLatest(latest, view) } : {}),
  };
}

/** Reads `latest`. Reports an unknown entity, and fields that it does not have. */
function readLatest(keyword: Json, view: ViewDraft): NonNullable<SettingPlan["latest"]> {
  const entity = keyword.member("entity");
  const theirs = view.entity.readEntityFields(entity);
  const fields = keyword.member("fields").items();
  return {
    entity: entity.string(),
    fields: fields.map((field) => (theirs ? view.entity.readName(field, "field", theirs) : field.string())),
  };
}

/** Returns a view of one row with some members added. */
function createExample(row: object) {
  return { rows: [{ name: "place", label: { zh: "地点", en: "Place" }, ...row }] };
}
