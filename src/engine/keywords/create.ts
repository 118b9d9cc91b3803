import { buildMap, buildObject, refs } from "../schema/meta-parts.ts";
import { lifecycleMessages } from "../lifecycle/finding-messages.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareLayout } from "../schema/comparison.ts";

/** `x-create`: the question that decides which member of a union a new record belongs to. */
export const create = defineKeyword({
  name: "x-create",
  on: ["entity"],
  schema: buildObject(
    {
      label: refs.text,
      by: refs.name,
      ways: buildMap(
        buildObject({ entity: refs.name, label: refs.text, says: refs.text, asks: refs.name }, ["entity", "label"]),
        { minProperties: 2 },
      ),
    },
    ["label", "by", "ways"],
  ),
  doc: {
    zh: '合并（source: union）的新增：先问 label 这个问题，再显示所选成员自己的表单。by 是合并中选项固定的字段，ways 是它的值 → entity 成员、label 选项文字、says 选项下的一句话、asks 写在选项旁边先问的成员字段；用户不能新增的成员不显示。页面用 "show": "create"，预设或地址中写了 by 的值就先选中它。',
    en: 'How a record of a union (source: union) is created: the question `label` is asked first, then the form of the chosen member is shown. `by` is a field of the union with fixed options; `ways` map its values to the member `entity`, the `label` of the choice, a sentence below it (`says`), and the field of the member that is asked beside the choice (`asks`). Members that the user may not create are left out. A page shows it with `"show": "create"`; a preset or an address with a value of `by` begins with that choice.',
  },
  entity(keyword, draft) {
    if (!keyword) return;
    const { plan } = draft;
    if (!plan.union)
      draft.report(keyword.location("key"), "create-without-union", lifecycleMessages.createWithoutUnion());
    draft.text("create", keyword.get("label"));
    const by = draft.field(keyword.member("by"));
    const values = by?.options && "values" in by.options ? by.options.values.map(({ value }) => value) : [];
    const members = (plan.union ?? []).map(({ entity }) => entity);
    const ways = keyword
      .member("ways")
      .entries()
      .map(([value, way]) => {
        if (by && !values.includes(value)) draft.reportUnknown(way.location("key"), "option", value, values);
        draft.text(`create.${value}`, way.get("label"));
        draft.text(`create.${value}.says`, way.get("says"));
        const entity = way.member("entity");
        const asks = way.get("asks");
        if (asks) draft.readName(asks, "field", draft.readEntityFields(entity) ?? []);
        return {
          value,
          entity: plan.union ? draft.readName(entity, "entity", members) : entity.string(),
          ...(asks ? { asks: asks.string() } : {}),
        };
      });
    if (by) plan.create = { by: by.name, ways };
  },
  compare: compareLayout(
    "x-create",
    ({ create: plan }) => plan,
    { zh: "新建的方式改了", en: "records are created in other ways" },
    "info/none",
  ),
  explain: null,
  examples: {
    good: [{ value: createExample({}), with: createUnion() }],
    bad: [
      {
        value: createExample({ ways: { ...createWays(), good: { ...createWays().good, asks: "nam" } } }),
        with: createUnion(),
        rule: "unknown-field",
        suggestion: "name",
      },
      { value: createExample({}), rule: "create-without-union" },
      { value: createExample({ by: "reviw" }), with: createUnion(), rule: "unknown-field", suggestion: "review" },
      {
        value: createExample({
          ways: { ...createWays(), goood: { entity: "sampleCity", label: { zh: "二", en: "Two" } } },
        }),
        with: createUnion(),
        rule: "unknown-option",
        suggestion: "good",
      },
    ],
  },
});

/** Returns a valid value with some members replaced. */
function createExample(parts: object) {
  return { label: { zh: "在哪里？", en: "Where is it?" }, by: "review", ways: createWays(), ...parts };
}

function createWays() {
  return {
    good: {
      entity: "sampleCity",
      label: { zh: "这里", en: "Here" },
      says: { zh: "就在本市", en: "In this city" },
      asks: "name",
    },
    bad: { entity: "sampleCity", label: { zh: "别处", en: "Elsewhere" } },
  };
}

function createUnion() {
  return { "x-entity": { key: "orderNo", source: "union", union: [{ entity: "sampleCity" }] } };
}
