/**
 * Finds patterns whose matching time can grow exponentially with the text, because a single value could block the
 * server.
 */
import { RegExpParser, visitRegExpAST } from "@eslint-community/regexpp";
import { isDisjointWith, JS, NFA } from "refa";
import { analyse } from "scslre";

/** Number of repetitions from which a group counts as unbounded. */
const MANY = 25;

/**
 * Returns the part of a valid pattern (ECMAScript, `u` flag) that backtracks exponentially, or undefined when there is
 * none.
 * @example findSlowPart("^([a-z]+)+$") // "([a-z]+)+"
 */
export function findSlowPart(pattern: string): string | undefined {
  const literal = new RegExpParser().parseLiteral(new RegExp(pattern, "u").toString());
  const [report] = analyse(literal, { reportTypes: { Move: false } }).reports.filter(({ exponential }) => exponential);
  if (report) return ("quant" in report ? report.quant : report.startQuant).raw;
  return findAmbiguousGroup(literal);
}

/**
 * Returns a repeated group that matches some text in two ways, such as `(a|a)*` or `(a|aa)*`. Each repetition
 * multiplies the number of ways.
 */
function findAmbiguousGroup(literal: ReturnType<RegExpParser["parseLiteral"]>): string | undefined {
  const parser = JS.Parser.fromAst(literal);
  let found: string | undefined;
  visitRegExpAST(literal, {
    onQuantifierEnter({ max, element, raw }) {
      if (found !== undefined || max < MANY || !("alternatives" in element)) return;
      const parts = element.alternatives.map((alternative) =>
        parser.parseElement(alternative, { assertions: "disable", backreferences: "disable" }),
      );
      const automata = parts.map(({ expression, maxCharacter }) => NFA.fromRegex(expression, { maxCharacter }));
      const equal = automata.some((nfa, index) =>
        automata.slice(index + 1).some((other) => !isDisjointWith(nfa, other)),
      );
      const [first] = parts;
      if (!first) return;
      const alternatives = parts.flatMap(({ expression }) => expression.alternatives);
      const loop = { type: "Quantifier" as const, min: 0, max: Infinity, lazy: false, alternatives };
      if (equal || hasTwoWays(NFA.fromRegex(loop, { maxCharacter: first.maxCharacter }))) found = raw;
    },
  });
  return found;
}

/**
 * Returns whether an automaton has a state that can be reached again in two ways with the same text (exponential degree
 * of ambiguity).
 */
function hasTwoWays(automaton: NFA): boolean {
  const states = [...automaton.nodes()];
  const index = new Map(states.map((state, index) => [state, index]));
  const steps = states.map(({ out }) => [...out].map(([to, via]) => ({ to: index.get(to) ?? 0, via })));
  return states.some((_, start) => {
    // A pair of states, and whether they have differed along the way.
    const open = [{ one: start, other: start, apart: false }];
    const seen = new Set<string>();
    for (let pair = open.pop(); pair; pair = open.pop()) {
      for (const a of steps[pair.one] ?? [])
        for (const b of steps[pair.other] ?? []) {
          if (a.via.isDisjointWith(b.via)) continue;
          const apart = pair.apart || a.to !== b.to;
          if (apart && a.to === start && b.to === start) return true;
          const key = `${a.to}|${b.to}|${apart}`;
          if (seen.has(key)) continue;
          seen.add(key);
          open.push({ one: a.to, other: b.to, apart });
        }
    }
    return false;
  });
}
