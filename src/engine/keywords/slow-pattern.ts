/** Finds patterns whose matching time can grow exponentially with the text: one value could block the server. */
import { RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { isDisjointWith, JS, NFA } from "refa";
import { analyse } from "scslre";

/** Minimum repetitions of a group that counts as unbounded. */
const MANY = 25;

/**
 * Returns the part of a valid pattern (ECMAScript, `u` flag) that backtracks exponentially; undefined when none does.
 * @example findSlowPart("^([a-z]+)+$") // "([a-z]+)+"
 */
export function findSlowPart(pattern: string): string | undefined {
  const literal = new RegExpParser().parseLiteral(new RegExp(pattern, "u").toString());
  const [report] = analyse(literal, { reportTypes: { Move: false } }).reports.filter(({ exponential }) => exponential);
  if (report) return ("quant" in report ? report.quant : report.startQuant).raw;
  return findAmbiguousGroup(literal);
}

/** Returns a repeated group with two alternatives that match the same text, such as `(a|a)*`: each repetition doubles the paths. */
function findAmbiguousGroup(literal: ReturnType<RegExpParser["parseLiteral"]>): string | undefined {
  const parser = JS.Parser.fromAst(literal);
  let found: string | undefined;
  visitRegExpAST(literal, {
    onQuantifierEnter({ max, element, raw }) {
      if (found !== undefined || max < MANY || !("alternatives" in element)) return;
      const automata = element.alternatives.map((alternative) => {
        const { expression, maxCharacter } = parser.parseElement(alternative, {
          assertions: "disable",
          backreferences: "disable",
        });
        return NFA.fromRegex(expression, { maxCharacter });
      });
      if (automata.some((one, index) => automata.slice(index + 1).some((other) => !isDisjointWith(one, other))))
        found = raw;
    },
  });
  return found;
}
