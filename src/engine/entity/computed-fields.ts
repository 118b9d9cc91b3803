/** Computed fields of a record and its rows: their dependencies on each other and the order of evaluation. */
import type { FieldPlan } from "../model/entity.ts";
import type { Expression } from "../model/expression.ts";

/** Properties of a field that this module reads. */
interface Computable<F> {
  name: string;
  compute?: Expression;
  items?: F[];
}

/** A computed field. */
export interface ComputedField<F = FieldPlan> {
  field: F;
  expression: Expression;
  /** Path without row wildcards: `total`, `lines.amount`. */
  path: string;
  /** Names of the enclosing lists, outermost first. Empty for a field of the record. */
  lists: readonly string[];
  /** Paths of the computed fields that it reads. */
  needs: readonly string[];
}

/**
 * Returns the path that an expression reads, without `self` and row wildcards: `lines.amount` for
 * `self.lines.*.amount`.
 */
const parsePlainPath = (read: string): string => read.replace(/^self\./, "").replaceAll(".*", "");

/** Returns the computed fields of a record and of its rows in schema order. */
export function listComputedFields<F extends Computable<F>>(fields: readonly F[]): ComputedField<F>[] {
  const found: Omit<ComputedField<F>, "needs">[] = [];
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

/**
 * Returns the computed fields sorted so that each follows those it reads. Circular ones, which the compiler rejects,
 * keep their order.
 */
export function orderComputedFields<F>(figures: readonly ComputedField<F>[]): ComputedField<F>[] {
  const byPath = new Map(figures.map((figure) => [figure.path, figure]));
  const ordered = new Set<ComputedField<F>>();
  const visiting = new Set<string>();
  const visit = (figure: ComputedField<F>): void => {
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

/** Returns the paths of computed fields with circular dependencies. */
export function findCycles(figures: readonly Pick<ComputedField, "path" | "needs">[]): string[] {
  const needs = new Map(figures.map((figure) => [figure.path, figure.needs]));
  const reaches = (from: string, target: string, seen: Set<string>): boolean =>
    (needs.get(from) ?? []).some(
      (path) => path === target || (!seen.has(path) && reaches(path, target, seen.add(path))),
    );
  return [...needs.keys()].filter((path) => reaches(path, path, new Set()));
}
