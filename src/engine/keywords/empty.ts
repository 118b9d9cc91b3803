import { buildList, buildObject, refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareLayout } from "../schema/comparison.ts";

/** `x-empty`: the message and the links that a list without records displays. */
export const empty = defineKeyword({
  name: "x-empty",
  on: ["entity"],
  schema: buildObject(
    {
      title: refs.text,
      body: refs.text,
      sample: buildObject({ title: refs.text, amount: refs.text }, ["title", "amount"]),
      links: buildList(buildObject({ label: refs.text, to: { type: "string", pattern: "^/" } }, ["label", "to"])),
      show: buildObject({ entity: refs.name, view: refs.name }, ["entity", "view"]),
    },
    ["title"],
  ),
  doc: {
    zh: "列表还没有任何记录时显示：title 一句话，不加句号；body 说明这里会有什么、怎样开始；sample 是一行示例，说明第一条记录会是什么样子；links 是接下来可以去的页面，第一个是主要的，用户打不开的不显示。没写 links 时显示列表自己的新增按钮。show：改为在 title、body 下面显示另一个实体 entity 的视图 view（x-views）；那里也没有记录时，只显示它自己的 x-empty。用户打不开那个实体的，仍显示 links。有筛选条件时不显示。",
    en: "What a list says that has no records at all: its `title`, without a stop; `body`: what will be here, and how to begin; `sample`: an example line, marked as such, of what the first record will look like; `links`: where to go next, the main one first, without those that the user may not open. Without links the list's own button to add one is shown. `show`: below title and body stands the `view` (of `x-views`) of another `entity` instead of the links; where that has no records either, only its own `x-empty` is shown. Who may not open that entity gets the links. Not shown while filters are on.",
  },
  entity(keyword, draft) {
    if (!keyword) return;
    draft.text("empty", keyword.get("title"));
    draft.text("empty.body", keyword.get("body"));
    draft.text("empty.sample.title", keyword.get("sample")?.get("title"));
    draft.text("empty.sample.amount", keyword.get("sample")?.get("amount"));
    const links = (keyword.get("links")?.items() ?? []).map((item, index) => {
      draft.text(`empty.link.${index}`, item.get("label"));
      return { name: `link.${index}`, to: item.member("to").string() };
    });
    if (links.length > 0) draft.plan.emptyLinks = links;
    const show = keyword.get("show");
    if (show) draft.plan.emptyView = { entity: show.member("entity").string(), view: show.member("view").string() };
  },
  compare: compareLayout("x-empty", ({ emptyLinks, emptyView }) => [emptyLinks, emptyView], {
    zh: "空列表的内容改了",
    en: "the content of the empty list has changed",
  }),
  explain: null,
  examples: {
    good: [
      { value: { title: { zh: "还没有收款人", en: "No payees yet" } } },
      {
        value: {
          title: { zh: "还没有付款", en: "No payments yet" },
          body: { zh: "可以先付一笔，也可以从文件批量付款。", en: "Make one, or pay many from a file." },
          sample: { title: { zh: "王先生", en: "Wang Wei" }, amount: { zh: "−2,300.00 XTS", en: "−2,300.00 XTS" } },
          links: [{ label: { zh: "付款", en: "Pay" }, to: "/sample?tab=pay" }],
        },
      },
      {
        value: {
          title: { zh: "还没有收款", en: "No incoming payments yet" },
          show: { entity: "sample", view: "cards" },
        },
      },
    ],
    bad: [
      { value: { title: { en: "No payees yet" } }, rule: "missing-language" },
      { value: { body: { zh: "添加后显示。", en: "Add one." } }, rule: "missing-word" },
      {
        value: { title: { zh: "还没有", en: "None" }, links: [{ label: { zh: "付款", en: "Pay" }, to: "sample" }] },
        rule: "bad-value",
      },
      {
        value: { title: { zh: "还没有", en: "None" }, sample: { title: { zh: "王先生", en: "Wang Wei" } } },
        rule: "missing-word",
      },
      { value: "No payees yet", rule: "bad-value" },
    ],
  },
});
