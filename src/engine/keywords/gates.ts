import { buildObject, nonEmpty, refs } from "../schema/meta-parts.ts";
import { defineKeyword } from "../schema/keyword.ts";
import { compareSets } from "../schema/comparison.ts";
import type { EntityPlan } from "../model/entity.ts";

/** `x-gates`: preconditions of a form, each with the message and the link to show when it does not hold. */
export const gates = defineKeyword({
  name: "x-gates",
  on: ["entity", "request"],
  schema: {
    type: "array",
    items: buildObject(
      {
        unless: refs.cel,
        message: nonEmpty,
        goto: { type: "string", pattern: "^/" },
      },
      ["unless", "message"],
    ),
  },
  doc: {
    zh: "打开表单前必须满足的条件：unless 不成立时显示 message（提示的名称），goto 是去处理的页面。",
    en: "What must be true before the form opens: unless `unless` holds, `message` (a failure's name) is shown, and `goto` leads on.",
  },
  entity(keyword, draft) {
    const { failures } = draft.library;
    for (const gate of keyword?.items() ?? []) {
      const name = gate.member("message");
      const message = failures ? draft.readName(name, "failure", failures) : name.string();
      const unless = draft.expression(gate.member("unless"), "bool");
      const goto = gate.get("goto")?.string();
      if (unless) draft.plan.gates.push({ unless, message, ...(goto === undefined ? {} : { goto }) });
    }
  },
  compare: {
    *record(change) {
      const list = ({ gates: all }: EntityPlan) => all.map(({ unless }) => unless.source);
      const is = list(change.is);
      yield* compareSets([list(change.was), is], {
        removed: (gate) =>
          change.record("x-gates", "0").report(
            "gate-removed",
            "info/none",
            { zh: `打开表单不再需要 ${gate}`, en: `its form opens without ${gate}` },
            {
              risk: "control-loosened",
            },
          ),
        added: (gate) =>
          change.record("x-gates", String(is.indexOf(gate))).report("gate-added", "breaking/none", {
            zh: `打开表单须先满足 ${gate}`,
            en: `its form opens only if ${gate}`,
          }),
      });
    },
  },
  explain: null,
  examples: {
    good: [{ value: [{ unless: "has(user.name)", message: "authenticateFirst", goto: "/somewhere" }] }],
    bad: [
      {
        value: [{ unless: "has(user.nmae)", message: "authenticateFirst" }],
        rule: "bad-expression",
        suggestion: "name",
      },
      {
        value: [{ unless: "has(user.name)", message: "authenticate" }],
        rule: "unknown-failure",
        suggestion: "authenticateFirst",
      },
      { value: [{ unless: "has(user.name)" }], rule: "missing-word" },
    ],
  },
});
