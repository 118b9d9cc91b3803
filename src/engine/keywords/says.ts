/** `x-says`: sentences about events for notifications, failed records, confirmations and timelines. */
import { buildMap, buildObject, refs } from "../schema/meta-parts.ts";
import type { EntityDraft } from "../schema/draft.ts";
import type { Json } from "../schema/json.ts";
import type { LifecyclePlan, TransitionPlan } from "../model/entity.ts";
import { createSamples } from "../lifecycle/samples.ts";
import { lifecycleMessages } from "../lifecycle/finding-messages.ts";
import { OF_FAILURE, OF_NOTICE, OF_RECORD, OF_STATE, listPlaceholders, readSentence } from "../lifecycle/sentences.ts";
import type { Parts } from "../schema/dialect.ts";
import { defineKeyword, type Keyword } from "../schema/keyword.ts";

/** Creates the keyword `x-says` for the actors of a dialect. */
export const createSays = (parts: Parts): Keyword =>
  defineKeyword({
    name: "x-says",
    on: ["entity"],
    schema: buildMap(
      buildObject({ notice: refs.text, failure: refs.text, does: refs.text, ahead: refs.text, edit: refs.text }, [], {
        minProperties: 1,
      }),
      { minProperties: 1, propertyNames: refs.name },
    ),
    doc: {
      zh: "事件的说法：notice 是通知和邮件的标题（谁、多少、何时），failure 是失败记录的第一句（发生了什么）；钱在哪里由服务器另起一句。does 是确认时说的话（动词开头，做了会怎样），没有句号：写在密码框的标题和操作的确认里；ahead 是事件发生之前在时间线上的预告（clock 的，或 provider 的）；edit 写在修改记录的表单里，只用于有 touches 的事件：改动了其中的字段就显示。可用字段名和 {who} {amount}（列表卡片的标题和金额）、{why}（原因），notice 和 ahead 还可用 {until}，notice 还可用 {money} 和 {by}（触发事件的用户）。写了一条，其余 notify 的事件也要写；以失败告终又动过钱的，notice 必须有 {money}。",
      en: "Texts about events: `notice` is the title of notices and mails (who, how much, until when), `failure` the first sentence of a failed record (what happened); the server adds a sentence on where the money is. `does`: what is confirmed, as a verb phrase without a full stop (what the event leads to), in the title of the password dialog and in the confirmation of the action; `ahead`: what the `clock` or provider will do, in the timeline before it happens; `edit`, of an event with `touches` alone: what the form that changes a record says once one of these fields has been changed. They may contain fields, {who} and {amount} (title and amount of the list's card) and {why} (the reason); `notice` and `ahead` also {until}, `notice` also {money} and {by} (the user who fired the event). With one notice every event that notifies needs one; where money came back it must contain {money}.",
    },
    entity(keyword, draft) {
      if (keyword) draft.later(() => readSays(keyword, draft));
    },
    compare: null,
    explain: null,
    examples: createExamples(parts),
  });

const PAID = { zh: "已付给{title} {amount}。", en: "{amount} paid to {title}." };

function createExamples(parts: Parts): Keyword["examples"] {
  const { sample } = createSamples(parts);
  const of = { "x-lifecycle": sample() };
  return {
    good: [
      { value: { paid: { notice: PAID } }, with: of },
      {
        value: { paid: { notice: PAID, does: { zh: "付给{title} {amount}", en: "pay {title} {amount}" } } },
        with: of,
      },
    ],
    bad: [
      { value: {}, with: of, rule: "bad-value" },
      { value: { paid: { notice: { en: "Paid." } } }, with: of, rule: "missing-language" },
      {
        value: { paid: { notice: PAID }, payed: { notice: PAID } },
        with: of,
        rule: "unknown-event",
        suggestion: "paid",
      },
      {
        value: { paid: { notice: { ...PAID, en: "{amount} paid to {titel}." } } },
        with: of,
        rule: "unknown-placeholder",
        suggestion: "title",
      },
      {
        value: { paid: { notice: PAID, edit: { zh: "修改后需重新审核。", en: "This change needs a new review." } } },
        with: of,
        rule: "edit-without-touches",
      },
      {
        value: { paid: { notice: PAID } },
        with: { "x-lifecycle": addNotice(sample()) },
        rule: "notice-missing",
      },
    ],
  };
}

/** Returns the lifecycle with a first transition that also notifies users. */
const addNotice = <T extends { transitions: object[] }>(lifecycle: T): T => ({
  ...lifecycle,
  transitions: lifecycle.transitions.map((transition, index) =>
    index === 0 ? { ...transition, notify: true } : transition,
  ),
});

function readSays(keyword: Json, draft: EntityDraft): void {
  const { lifecycle } = draft.plan;
  const transitions = lifecycle?.transitions ?? [];
  const events = transitions.map(({ on }) => on);
  for (const [event, node] of keyword.entries()) {
    if (!events.includes(event)) draft.reportUnknown(node.location("key"), "event", event, events);
    const [notice, failure] = [node.get("notice"), node.get("failure")];
    if (notice) readSentence(draft, `says.${event}.notice`, notice, OF_NOTICE);
    if (failure) readSentence(draft, `says.${event}.failure`, failure, OF_FAILURE);
    const [does, ahead] = [node.get("does"), node.get("ahead")];
    if (does) readSentence(draft, `does.${event}`, does, OF_RECORD);
    if (ahead) readSentence(draft, `ahead.${event}`, ahead, OF_STATE);
    readEdit(node.get("edit"), event, draft);
  }
  for (const transition of transitions.filter(({ notify }) => notify)) checkNotice(keyword, transition, draft);
}

/** Reads `edit`. Reports it at an event that no change of a record fires. */
function readEdit(edit: Json | undefined, event: string, draft: EntityDraft): void {
  if (!edit) return;
  draft.text(`edit.${event}`, edit);
  if (!draft.plan.lifecycle?.transitions.some(({ on, touches }) => on === event && touches))
    draft.report(edit.location("key"), "edit-without-touches", lifecycleMessages.editWithoutTouches(event));
}

/**
 * Reports an event that notifies without a sentence, and a failure event that affects money without stating where the
 * money is.
 */
function checkNotice(keyword: Json, transition: TransitionPlan, draft: EntityDraft): void {
  const notice = keyword.get(transition.on)?.get("notice");
  if (!notice)
    return draft.report(keyword.location("key"), "notice-missing", lifecycleMessages.noticeMissing(transition.on));
  if (!("money" in transition) || !isFailure(transition, draft.plan.lifecycle)) return;
  for (const lang of draft.dialect.languages) {
    const text = notice.get(lang);
    if (text && !listPlaceholders(text).some(({ name }) => name === "money"))
      draft.report(text.location(), "money-unsaid", lifecycleMessages.moneyUnsaid(transition.on));
  }
}

const isFailure = ({ to }: TransitionPlan, lifecycle: LifecyclePlan | undefined): boolean =>
  lifecycle?.states.some(({ name, final, tone }) => name === to && final && tone !== "success") === true;
