/**
 * The view type `faces`: records that users recognise by sight, such as payment cards, each with its front, figures and
 * limits.
 */
import { defineView, type Json, member, type ValueOf, type ViewDraft, VIEW_LINK } from "@portolan/engine/compiler";
import { offer } from "./offer.ts";

const { amount, create, field, fields, link, links, list, name, object, optional, text, values, withDefault } = member;

/** Bar that shows how much of a limit is used. Undefined when the expression is invalid. Text key: its name. */
const bar = create(object({ label: text(), used: member.condition, of: amount }).schema, (keyword, view) => {
  view.text("", keyword.get("label"));
  const used = view.entity.expression(keyword.member("used"), "Decimal");
  const of = view.amount(keyword.member("of"));
  return used && { name: view.key(), used, of };
});
const bars = list(bar, "bar");

/** Newest records of another entity that belong to the record. */
const recent = create(
  {
    ...VIEW_LINK,
    required: ["label", "to", "entity", "where", "line"],
    properties: {
      label: VIEW_LINK.properties.label,
      to: VIEW_LINK.properties.to,
      entity: name.schema,
      where: { type: "object", minProperties: 1, additionalProperties: field.schema },
      line: fields.schema,
      count: { type: "integer", minimum: 1, maximum: 5, default: 1 },
      until: field.schema,
    },
  },
  readRecent,
);

const plan = object({
  title: field,
  number: field,
  mark: optional(field),
  amount,
  status: field,
  /** Fields printed on the face, such as cardholder and expiry date. */
  print: withDefault(fields, []),
  /** Status values for which only the outline of the face is drawn. */
  outlined: withDefault(values, []),
  /** Field that says why the face is an outline, printed on it. */
  stamp: optional(field),
  /** Fields beside the amount, each with its label. */
  facts: withDefault(fields, []),
  bars: withDefault(
    create(bars.schema, (keyword, view) => bars.read(keyword, view).flatMap((each) => each ?? [])),
    [],
  ),
  links: withDefault(links("link"), []),
  recent: withDefault(list(recent, "recent"), []),
  open: text("open"),
  /** Events that turn the state of a switch `on` and `off`. */
  switch: optional(
    create(object({ label: text(), on: name, off: name }).schema, (keyword, view) => {
      view.text("switch", keyword.get("label"));
      const events = [...new Set((view.entity.plan.lifecycle?.transitions ?? []).map(({ on }) => on))];
      const readEvent = (word: string) => view.entity.readName(keyword.member(word), "event", events);
      return { on: readEvent("on"), off: readEvent("off") };
    }),
  ),
  offer: optional(offer),
  /** The primary button of the view. */
  main: optional(link("main")),
});
/** Plan of a `faces` view. */
export type FacesPlan = ValueOf<typeof plan>;
/** Bar of a `faces` view. */
export type FaceBar = FacesPlan["bars"][number];
/** Newest records of another entity in a `faces` view. */
export type FaceRecent = FacesPlan["recent"][number];
/** Switch of a `faces` view. */
export type FaceSwitch = NonNullable<FacesPlan["switch"]>;
declare module "../../engine/model/entity.ts" {
  interface ViewPlans {
    faces: FacesPlan;
  }
}

/** `faces`: records that users recognise by sight, such as payment cards. */
export const faces = defineView({
  name: "faces",
  plan,
  doc: {
    zh: "一看就认得的东西（卡片）：每条记录一张卡面，上面是 number 号码、title 名称、mark 卡组织、print 小字和 status 状态；旁边是 amount 余额、facts 几个字段、bars 进度条（used 用 CEL 写已用多少，of 是限额字段）、links 链接和打开记录的按钮（文字 open）；号码写了 x-reveal 的，另有显示全文的按钮。offer 在 when 成立时显示 says 和一个按钮。switch：一个开关，on 是打开它的事件，off 是关上它的事件，记录两者都不允许时不显示。outlined：状态为这些值的卡面只画轮廓，stamp 字段说明原因，印在上面。recent：每条一行，是 entity 中 where（对方字段到本表字段）相符的最新 count 条（默认 1），显示其 line 字段，label 链接到 to；写了 until（对方的时刻字段）的，只显示到那一刻。main：本视图最主要的按钮。",
    en: "Cards that users recognise by sight: a face per record with its `number`, `title`, `mark`, `print` (small text) and `status`; beside it the `amount`, the fields `facts`, `bars` (`used`: by CEL how much, `of`: the field of the limit), `links`, and the button that opens the record (its text is `open`); a number with `x-reveal` has a button that shows it whole. `offer` shows `says` and a button while `when` holds. `switch`: fires the event `on` or `off`, whichever the record allows; not shown where it allows neither. `outlined`: values of the status whose face is an outline; the field `stamp`, which says why, is printed on it. `recent`: a line each with the newest `count` (default: 1) records of another `entity` whose fields equal ours as `where` says (their field to ours): their fields `line`, after a `label` that links to `to`; with `until`, an instant of theirs, a record is shown up to it. `main`: the view's foremost button.",
  },
  examples: {
    good: [
      {
        value: createExample({
          mark: "city",
          print: ["city"],
          outlined: ["ended"],
          stamp: "city",
          facts: ["fee"],
          recent: [createRecent({ count: 2 })],
          bars: [{ label: { zh: "本月已用", en: "Used this month" }, used: "self.amount - self.fee", of: "amount" }],
          links: [{ label: { zh: "充值", en: "Top up" }, to: "/sample?title={title}" }],
          offer: {
            when: "self.amount <= decimal('0')",
            says: { zh: "卡内没有余额", en: "No balance on the card" },
            label: { zh: "充值", en: "Top up" },
            to: "/sample?title={title}",
          },
        }),
      },
    ],
    bad: [
      { value: createExample({ amount: "city" }), rule: "unknown-field" },
      { value: createExample({ number: "titel" }), rule: "unknown-field", suggestion: "title" },
      {
        value: createExample({ bars: [{ label: { zh: "已用", en: "Used" }, used: "self.amout", of: "amount" }] }),
        rule: "bad-expression",
        suggestion: "amount",
      },
      {
        value: createExample({ switch: { label: { zh: "锁定", en: "Lock" }, on: "apply", off: "payd" } }),
        rule: "unknown-event",
        suggestion: "paid",
      },
      {
        value: createExample({ recent: [createRecent({ entity: "sampleCitty" })] }),
        rule: "unknown-entity",
        suggestion: "sampleCity",
      },
      {
        value: createExample({ recent: [createRecent({ where: { name: "titel" } })] }),
        rule: "unknown-field",
        suggestion: "title",
      },
      {
        value: createExample({ recent: [createRecent({ line: ["nama"] })] }),
        rule: "unknown-field",
        suggestion: "name",
      },
      {
        value: createExample({ recent: [createRecent({ to: "/sample?id={titel}" })] }),
        rule: "unknown-field",
        suggestion: "title",
      },
      { value: createExample({ face: "title" }), rule: "unknown-keyword" },
    ],
  },
});

/** Returns a minimal view with the given parts replaced. */
function createExample(other: object) {
  return {
    title: "title",
    number: "orderNo",
    amount: "amount",
    status: "status",
    open: { zh: "查看", en: "View" },
    ...other,
  };
}

/** Returns an item of `recent` with the given parts replaced. */
function createRecent(other: object) {
  return {
    label: { zh: "最近", en: "Recent" },
    to: "/sample?title={title}",
    entity: "sampleCity",
    where: { name: "title" },
    line: ["name"],
    ...other,
  };
}

function readRecent(keyword: Json, view: ViewDraft) {
  const { theirs, ...related } = view.relatedLine(keyword);
  const [count, until] = [keyword.get("count"), keyword.get("until")];
  return {
    ...view.link("", keyword),
    ...related,
    count: Number(count?.value ?? 1),
    ...(until ? { until: theirs ? view.entity.readName(until, "field", theirs) : until.string() } : {}),
  };
}
