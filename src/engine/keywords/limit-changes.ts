/** Comparison and explanation of keywords that limit a value. */
import { Decimal } from "../base/decimal.ts";
import type { FieldPlan, JsonSchema } from "../model/entity.ts";
import { isSame, type Words } from "../schema/comparison.ts";
import { createReach } from "../schema/explanation.ts";
import type { Keyword } from "../schema/keyword.ts";

/** Whether greater values pass (`lower` bound), or smaller ones (`upper` bound). */
export type Bound = "lower" | "upper";

/**
 * Returns how a limit is compared and explained. `words` describes a limit. Without `bound` only examples tell whether
 * another limit is tighter.
 */
export function describeLimit(
  keyword: string,
  words: (limit: string) => Words,
  bound?: Bound,
): Pick<Keyword, "compare" | "explain"> {
  const format = (limit: unknown) => words(typeof limit === "string" ? limit : JSON.stringify(limit));
  return {
    compare: {
      *field(change) {
        const [was, is] = [findLimit(change.was, keyword), findLimit(change.is, keyword)];
        if (isSame(was, is)) return;
        const move = findDirection(was, is, bound);
        yield change.report(
          keyword,
          move === "unclear" ? "limit-changed" : `limit-${move}`,
          move === "loosened" ? "info/warning" : "breaking/info",
          describeChange(was === undefined ? undefined : format(was), is === undefined ? undefined : format(is)),
          { tried: "limits", ...(move === "unclear" && { byWitness: true }) },
        );
      },
    },
    explain: ({ field: { schema } }) =>
      schema[keyword] === undefined ? [] : [createReach("value", format(schema[keyword]))],
  };
}

/** Returns a limit of the value, for a list of plain values also that of its items. */
const findLimit = ({ schema, items }: FieldPlan, keyword: string): unknown =>
  (items ? undefined : (schema.items as JsonSchema | undefined)?.[keyword]) ?? schema[keyword];

function describeChange(was: Words | undefined, is: Words | undefined): Words {
  if (!was) return { zh: `现在限制为${is?.zh}`, en: `${is?.en} now` };
  if (!is) return { zh: `不再限制${was.zh}`, en: `not ${was.en} any more` };
  return { zh: `由“${was.zh}”改为“${is.zh}”`, en: `${is.en} instead of ${was.en}` };
}

/** Returns the direction of the change; `unclear` when only example values can decide. */
function findDirection(was: unknown, is: unknown, bound: Bound | undefined): "tightened" | "loosened" | "unclear" {
  if (was === undefined || (was === false && is === true)) return "tightened";
  if (is === undefined || (was === true && is === false)) return "loosened";
  if (!bound) return "unclear";
  return compareLimits(is, was) < 0 === (bound === "upper") ? "tightened" : "loosened";
}

/** Compares numbers by value, given as numbers or strings, and dates by time. */
function compareLimits(left: unknown, right: unknown): number {
  const [a, b] = [String(left), String(right)];
  const [first, second] = [Decimal.parse(a), Decimal.parse(b)];
  if (first && second) return first.cmp(second);
  return a < b ? -1 : Number(a > b);
}
