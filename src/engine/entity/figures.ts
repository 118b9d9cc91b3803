/** Computed fields of a record and of the rows of its lists: what each reads of the others, and the order to compute them in. */
import type { FieldPlan } from "../model/entity.ts";
import type { Expression } from "../model/expression.ts";

/** What this module reads of a field. */
interface Computable<F> {
  name: string;
  compute?: Expression;
  items?: F[];
}

/** A computed field. */
export interface Figure<F = FieldPlan> {
  field: F;
  expression: Expression;
  /** Path without row stars: `total`, `lines.amount`. */
  path: string;
  /** Names of the lists that contain its rows, outermost first; empty for a field of the record. */
  lists: readonly string[];
  /** Paths of the computed fields that it reads. */
  needs: readonly string[];
}

/** Returns the path of a read without the record and the stars of rows: `lines.amount` of `self.lines.*.amount`. */
const parsePlainPath = (read: string): string => read.replace(/^self\./, "").replaceAll(".*", "");

/** Returns the computed fields of a record and of its lists' rows, in schema order. */
export function listFigures<F extends Computable<F>>(fields: readonly F[]): Figure<F>[] {
  const found: Omit<Figure<F>, "needs">[] = [];
  const visit = (inner: readonly F[], lists: readonly string[]): void => {
    for (const field of inner) {
      if (field.compute)
        found.push({ field, expression: field.compute, path: [...lists, field.name].join("."), lists });
      if (field.items) visit(field.items, [...lists, field.name]);
    }
  };
  visit(fields, []);
  const paths = new Set(found.map(({ path }) => path));
  return found.map((figure) => ({
    ...figure,
    needs: [...new Set(figure.expression.reads.map(parsePlainPath).filter((path) => paths.has(path)))],
  }));
}

/** Returns the figures with those that each reads before it. A circle, which does not compile, keeps its order. */
export function orderFigures<F>(figures: readonly Figure<F>[]): Figure<F>[] {
  const byPath = new Map(figures.map((figure) => [figure.path, figure]));
  const ordered = new Set<Figure<F>>();
  const visiting = new Set<string>();
  const visit = (figure: Figure<F>): void => {
    if (visiting.has(figure.path)) return;
    visiting.add(figure.path);
    for (const path of figure.needs) {
      const needed = byPath.get(path);
      if (needed) visit(needed);
    }
    ordered.add(figure);
  };
  for (const figure of figures) visit(figure);
  return [...ordered];
}

/** Returns the paths of figures that read themselves through others. */
export function findCircles(figures: readonly Pick<Figure, "path" | "needs">[]): string[] {
  const needs = new Map(figures.map((figure) => [figure.path, figure.needs]));
  const reaches = (from: string, target: string, seen: Set<string>): boolean =>
    (needs.get(from) ?? []).some(
      (path) => path === target || (!seen.has(path) && reaches(path, target, seen.add(path))),
    );
  return [...needs.keys()].filter((path) => reaches(path, path, new Set()));
}
