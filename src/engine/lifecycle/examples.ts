/** Examples of the keyword `x-lifecycle`, except those of its effects. */
import type { Settings } from "../model/settings.ts";
import type { Keyword } from "../schema/keyword.ts";
import { createSamples, UPDATE } from "./samples.ts";

type Examples = Keyword["examples"];
type Bad = Examples["bad"];
type Samples = ReturnType<typeof prepareSamples>;

const prepareSamples = (dialect: Pick<Settings, "actors">) => {
  const samples = createSamples(dialect);
  const by = samples.user;
  const cancel = { on: "cancel", from: "open", to: "ended", by };
  const check = { on: "check", from: "open", to: "open", by };
  return { ...samples, cancel, check };
};

const listGood = ({ cancel, reviewed, sample, user }: Samples): Examples["good"] => [
  { value: sample() },
  {
    value: sample({ ...cancel, takes: ["title"] }),
  },
  { value: sample({ ...cancel, grant: "sample.review", or: "maker" }) },
  { value: sample({ ...cancel, when: "has(self.title)" }, cancel) },
  { value: reviewed() },
  { value: reviewed({ not: "maker", sole: { amount: "self.amount", upTo: "self.fee" } }) },
  { value: { ...sample(), provider: { zh: "平台", en: "Platform" } } },
  { value: { ...sample(), frozen: ["title", "amount"] } },
  { value: sample({ on: "amend", from: "open", to: "open", by: user, touches: ["title"] }), with: UPDATE },
];
/** Invalid examples of names, expressions and fields. */
const listWrongKeywords = ({ cancel, sample, user }: Samples): Bad => [
  {
    value: sample({ on: "cancel", from: "opn", to: "ended", by: user }),
    rule: "unknown-state",
    suggestion: "open",
  },
  {
    value: sample({ on: "cancel", from: "open", to: "ended", by: `${user}s` }),
    rule: "bad-value",
    suggestion: user,
  },
  {
    value: sample({
      ...cancel,
      set: { titel: "event.reason" },
    }),
    rule: "unknown-field",
    suggestion: "title",
  },
  {
    value: sample({
      ...cancel,
      when: "self.amount",
    }),
    rule: "bad-expression",
  },
  {
    value: sample({
      ...cancel,
      needs: ["title"],
      set: { city: "event.titel" },
    }),
    rule: "unknown-event-word",
    suggestion: "title",
  },
  {
    value: sample({ ...cancel, takes: ["titel"] }),
    rule: "unknown-field",
    suggestion: "title",
  },
  {
    value: sample({ ...cancel, needs: ["titel"] }),
    rule: "unknown-field",
    suggestion: "title",
  },
];
/** Invalid examples of events that depend on the maker. */
const listWrongMakers = ({ cancel, check, sample }: Samples): Bad => [
  { value: sample({ ...cancel, or: "maker" }), rule: "or-without-grant" },
  { value: sample({ ...cancel, grant: "sample.review", not: "maker", or: "maker" }), rule: "or-without-grant" },
  {
    value: sample({
      ...check,
      sole: { amount: "self.amount", upTo: "self.fee" },
    }),
    rule: "sole-without-maker",
  },
  {
    value: sample({
      ...check,
      not: "maker",
      needs: ["title"],
      sole: { amount: "self.amount", upTo: "self.fee" },
    }),
    rule: "sole-without-maker",
  },
  {
    value: sample({
      ...check,
      not: "maker",
      sole: { amount: "self.title", upTo: "self.fee" },
    }),
    rule: "bad-expression",
  },
];
/** Invalid examples of clocks, changed fields and states. */
const listWrongConditions = ({ cancel, sample, system, user }: Samples): Bad => [
  { value: sample(cancel, { ...cancel, to: "open" }), rule: "event-twice" },
  { value: sample(cancel, { ...cancel, when: "has(self.title)" }), rule: "event-twice" },
  {
    value: sample({ on: "lapse", from: "open", to: "ended", by: "clock" }),
    rule: "clock-without-after",
  },
  {
    value: sample({ on: "lapse", from: "open", to: "ended", by: "clock", at: "self.amount" }),
    rule: "bad-expression",
  },
  {
    value: { ...sample(), states: { ...sample().states, lost: { label: { zh: "丢失", en: "Lost" } } } },
    rule: "unreachable-state",
  },
  { value: { ...sample(), field: "stat" }, rule: "unknown-field", suggestion: "status" },
  { value: { ...sample(), frozen: ["titel"] }, rule: "unknown-field", suggestion: "title" },
  {
    value: sample({ on: "amend", from: "open", to: "open", by: user, touches: ["titel"] }),
    with: UPDATE,
    rule: "unknown-field",
    suggestion: "title",
  },
  {
    value: sample({ on: "amend", from: "open", to: "open", by: user, touches: ["status"] }),
    with: UPDATE,
    rule: "touches-closed",
  },
  {
    value: sample({ on: "amend", from: "open", to: "open", by: system, touches: ["title"] }),
    with: UPDATE,
    rule: "touches-closed",
  },
  {
    value: sample({ on: "amend", from: "open", to: "open", by: user, touches: ["title"] }),
    rule: "touches-without-update",
  },
];
/** Invalid examples of additional axes. */
const listWrongAxes = ({ reviewed, user }: Samples): Bad => [
  {
    value: reviewed({}, { also: ["review", "revew"] }, { status: "open", review: "none", revew: "none" }),
    rule: "unknown-field",
    suggestion: "review",
  },
  {
    value: reviewed({}, { also: ["review", "title"] }, { status: "open", review: "none", title: "none" }),
    rule: "not-an-axis",
  },
  { value: reviewed({ from: { status: "open", review: "non" } }), rule: "unknown-state", suggestion: "none" },
  { value: reviewed({ from: { status: "open", reviw: "none" } }), rule: "unknown-axis", suggestion: "review" },
  { value: reviewed({ to: { review: "good" } }), rule: "axis-missing" },
  { value: reviewed({}, {}, "open"), rule: "axis-missing" },
  {
    value: reviewed({}, {}, undefined, {
      on: "again",
      from: { status: "ended", review: "none" },
      to: "ended",
      by: user,
    }),
    rule: "leaves-final",
  },
  {
    value: reviewed({}, {}, undefined, {
      on: "again",
      from: { status: "open", review: "bad" },
      to: "open",
      by: user,
    }),
    rule: "dead-transition",
  },
];

/** Returns valid and invalid examples of lifecycles that use the dialect's actors. */
export function createLifecycleExamples(dialect: Pick<Settings, "actors">): Examples {
  const samples = prepareSamples(dialect);
  return {
    good: listGood(samples),
    bad: [
      ...listWrongKeywords(samples),
      ...listWrongMakers(samples),
      ...listWrongConditions(samples),
      ...listWrongAxes(samples),
    ],
  };
}
