/** The view type `settings`: what is set up on the user's only record, with the way to change each setting. */
import { member, type ValueOf } from "../schema/view-members.ts";
import { defineView } from "../schema/view-type.ts";

const {
  condition,
  create,
  field,
  fields,
  links,
  list,
  name,
  namedList,
  names,
  object,
  optional,
  sentence,
  text,
  tone,
  withDefault,
} = member;

/** A row of a `settings` view. Its texts begin with its name. */
const row = object({
  name,
  label: text(),
  /** Field whose value is shown while no state holds. */
  value: optional(field),
  /** States of the setting, of which the first that holds is shown. */
  states: withDefault(list(object({ when: optional(condition), says: sentence(), tone: optional(tone) }), "state"), []),
  /** Links to the form or page of the setting, of which the first whose condition holds is shown. */
  links: withDefault(links("link"), []),
  /** Newest records of another entity, shown below the row. */
  latest: optional(
    create(object({ entity: name, fields: names }).schema, (keyword, { entity: draft }) => {
      const entity = keyword.member("entity");
      const theirs = draft.readEntityFields(entity);
      const shown = keyword.member("fields").items();
      return {
        entity: entity.string(),
        fields: shown.map((item) => (theirs ? draft.readName(item, "field", theirs) : item.string())),
      };
    }),
  ),
});

const plan = object({
  /** Fields shown above the settings. */
  facts: withDefault(fields, []),
  rows: namedList(row),
});
/** Plan of a `settings` view. */
export type SettingsPlan = ValueOf<typeof plan>;
/** A row of a `settings` view. */
export type SettingPlan = SettingsPlan["rows"][number];
declare module "../model/entity.ts" {
  interface ViewPlans {
    settings: SettingsPlan;
  }
}

/** `settings`: what is set up on the user's only record, with the way to change each setting. */
export const settings = defineView({
  name: "settings",
  plan,
  doc: {
    zh: "用户唯一一条记录的各项设置，每项一行：label 名称，states 状态（取第一个 when 成立的，显示 says 一句，其中可写 {字段}，tone 是语气，不写 tone 的按文字显示），没有状态成立时显示 value 字段的值，links 按钮（取第一个 when 成立的），不能打开的不显示。latest：行下方列出另一个实体最新的三条记录的 fields 字段。facts：各行上方的字段。",
    en: "The settings of the user's only record, a row each: its `label`; the first of its `states` whose `when` holds, as the sentence `says`, which may contain `{field}`, in its `tone` or, without one, as plain text; the field `value` while no state holds; and the first of its `links` whose `when` holds, if the user may open it. `latest` lists the `fields` of the three newest records of another entity below the row. `facts` are fields above the rows.",
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

/** Returns a view of one row with some members added. */
function createExample(row: object) {
  return { rows: [{ name: "place", label: { zh: "地点", en: "Place" }, ...row }] };
}
