import type { Parts } from "../schema/dialect.ts";
import { defineKeyword, type Keyword } from "../schema/keyword.ts";

/**
 * Creates the keyword `x-kind` for the kinds of a dialect. It is read before the other keywords (`compile/fields.ts`).
 */
export const createKind = ({ kinds }: Parts): Keyword =>
  defineKeyword({
    name: "x-kind",
    on: ["field"],
    schema: { enum: kinds.map(({ name }) => name) },
    doc: {
      zh: "字段装的是什么。由 type 和 format 能看出的不用写；写明的有 identifier（编号）、rate（费率）、status（状态）等。",
      en: "What the field holds. Not needed where it follows from type and format; needed for identifier, rate, status and others.",
    },
    compare: {
      *field(change) {
        const [was, is] = [change.was.kind, change.is.kind];
        if (was !== is)
          yield change.report(
            "x-kind",
            "kind-changed",
            "breaking/warning",
            { zh: `由 ${was} 改为 ${is}`, en: `${is} instead of ${was}` },
            {
              tried: "limits",
              byWitness: true,
            },
          );
      },
    },
    explain: null,
    examples: {
      good: [{ value: "identifier" }],
      bad: [
        { value: "identifer", rule: "bad-value", suggestion: "identifier" },
        { value: 1, rule: "bad-value" },
      ],
    },
  });
